//! What one annotator can do with each pair, kept up to date pair by pair.

use std::collections::{BTreeMap, HashMap};

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::originals::{Original, Originals};
use crate::work::Work;

/// A pair in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PairLine {
    /// The id of the pair in the dataset.
    pub id: String,
    /// `new`, `judged`, `parts`, `done`, `exception` or `reopened`; `other` where somebody else decomposes it, `given`
    /// where the dataset has its parts.
    pub state: &'static str,
    /// How many parts it has.
    pub parts: usize,
    /// Who decomposes it.
    pub author: Option<String>,
}

/// So many readings a pair is given besides its author's judgment.
const READINGS: usize = 2;

/// Which pair of an original it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// The original.
    Whole,
    /// A part that an annotator has made, by its place.
    Part(usize),
    /// A part that the dataset has, by its place.
    Given(usize),
}

/// A pair that is ready to be read: a whole or a part of an original that somebody has decomposed or that the dataset
/// has the parts of, or a pair that is not to be decomposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) wording: String,
    pub(crate) which: Which,
    /// Whether the annotator has read it, in its present wording.
    pub(crate) read: bool,
    /// Whether the annotator is to read it: somebody else's, not read, and not by enough others.
    pub(crate) waits: bool,
    /// Whether enough have judged it, and differ.
    pub(crate) differs: bool,
    /// Whether somebody has settled it.
    pub(crate) settled: bool,
}

/// All pairs as one annotator has them before them.
#[derive(Debug)]
pub(crate) struct Index {
    annotator: String,
    lines: Vec<PairLine>,
    items: Vec<Vec<Item>>,
    /// The original of each pair that was ever an item.
    originals: HashMap<String, usize>,
    /// The phenomena and judgments of the parts of each original that the annotator may know.
    parts: Vec<Vec<(String, Judgment)>>,
    written: BTreeMap<String, BTreeMap<Judgment, u32>>,
}

impl Index {
    pub(crate) fn new(annotator: &str, originals: &Originals, work: &Work) -> Self {
        let number = originals.all().len();
        let mut index = Self {
            annotator: annotator.to_owned(),
            lines: Vec::with_capacity(number),
            items: vec![Vec::new(); number],
            originals: HashMap::new(),
            parts: vec![Vec::new(); number],
            written: BTreeMap::new(),
        };
        for (at, original) in originals.all().iter().enumerate() {
            index.lines.push(line(annotator, original, work));
            index.update(at, originals, work);
        }
        index
    }

    /// Looks at an original again; whether its line has changed.
    pub(crate) fn update(&mut self, at: usize, originals: &Originals, work: &Work) -> bool {
        let Some(original) = originals.all().get(at) else { return false };
        let items = items(&self.annotator, original, originals.label_only, work);
        for item in &items {
            if !self.originals.contains_key(&item.id) {
                self.originals.insert(item.id.clone(), at);
            }
        }
        let parts = parts(&self.annotator, original, work, &items);
        self.items[at] = items;
        for (phenomenon, judgment) in std::mem::replace(&mut self.parts[at], parts.clone()) {
            if let Some(number) =
                self.written.get_mut(&phenomenon).and_then(|row| row.get_mut(&judgment))
            {
                *number = number.saturating_sub(1);
            }
        }
        for (phenomenon, judgment) in parts {
            *self.written.entry(phenomenon).or_default().entry(judgment).or_default() += 1;
        }
        let line = line(&self.annotator, original, work);
        let changed = self.lines[at] != line;
        self.lines[at] = line;
        changed
    }

    pub(crate) fn lines(&self) -> &[PairLine] {
        &self.lines
    }

    /// The items of an original.
    pub(crate) fn of_original(&self, at: usize) -> &[Item] {
        self.items.get(at).map_or(&[], Vec::as_slice)
    }

    /// All items with the numbers of their originals.
    pub(crate) fn items(&self) -> impl Iterator<Item = (usize, &Item)> {
        let of_original = |(at, items)| -> (usize, &Vec<Item>) { (at, items) };
        self.items
            .iter()
            .enumerate()
            .map(of_original)
            .flat_map(|(at, items)| items.iter().map(move |item| (at, item)))
    }

    /// An item by its id, where there is one now.
    pub(crate) fn item(&self, id: &str) -> Option<(usize, &Item)> {
        let at = *self.originals.get(id)?;
        self.items[at].iter().find(|item| item.id == id).map(|item| (at, item))
    }

    /// How many parts of a phenomenon there are of each judgment, in the order of the judgments. Parts that the annotator
    /// is still to read are not among them.
    pub(crate) fn written(&self, phenomenon: &str, judgments: &[Judgment]) -> Vec<u32> {
        let row = self.written.get(phenomenon);
        let number = |judgment| row.and_then(|row| row.get(judgment)).copied().unwrap_or(0);
        judgments.iter().map(number).collect()
    }

    /// All parts, but for those that the annotator is still to read.
    pub(crate) fn all_written(&self) -> u64 {
        self.parts.iter().map(|parts| parts.len() as u64).sum()
    }
}

fn line(annotator: &str, original: &Original, work: &Work) -> PairLine {
    let line = |state, parts, author: Option<&str>| PairLine {
        id: original.id.clone(),
        state,
        parts,
        author: author.map(str::to_owned),
    };
    if !original.given.is_empty() {
        return line("given", original.given.len(), None);
    }
    let Some((author, found)) = work.decomposition(&original.id) else {
        return line("new", 0, None);
    };
    let state = match &found.done {
        _ if author != annotator => "other",
        Some(done) if done.exception.is_some() => "exception",
        Some(_) => "done",
        None if found.reopened => "reopened",
        None if found.parts.is_empty() => "judged",
        None => "parts",
    };
    line(state, found.parts.len(), Some(author))
}

fn items(annotator: &str, original: &Original, label_only: bool, work: &Work) -> Vec<Item> {
    let own = is_own(annotator, original, work);
    let item = |id: &str, wording: &str, which, author: Option<&str>, judged: Option<Judgment>| {
        let mut read = false;
        let mut others = 0;
        let mut judgments: Vec<Option<Judgment>> = judged.map(Some).into_iter().collect();
        for (reader, reading) in work.readings(id, wording) {
            if Some(reader) == author {
                continue;
            }
            judgments.push(reading.judgment);
            match reader == annotator {
                true => read = true,
                false => others += 1,
            }
        }
        let readings = others + usize::from(read);
        Item {
            id: id.to_owned(),
            wording: wording.to_owned(),
            which,
            read,
            waits: !own && !read && others < READINGS,
            differs: readings >= READINGS && judgments.windows(2).any(|two| two[0] != two[1]),
            settled: work.settled(id, wording).is_some(),
        }
    };
    if !original.given.is_empty() {
        let whole = item(&original.id, &original.wording, Which::Whole, None, original.gold);
        let parts = original
            .given
            .iter()
            .enumerate()
            .map(|(at, part)| item(&part.id, &part.wording, Which::Given(at), None, part.gold));
        return std::iter::once(whole).chain(parts).collect();
    }
    if label_only {
        return vec![item(&original.id, &original.wording, Which::Whole, None, None)];
    }
    let Some((author, found)) = work.decomposition(&original.id) else { return Vec::new() };
    if found.done.is_none() {
        return Vec::new();
    }
    let author = Some(author);
    let whole = item(&original.id, &original.wording, Which::Whole, author, found.whole);
    let parts = found.parts.iter().enumerate().map(|(at, part)| {
        item(&part.id, &part.wording, Which::Part(at), author, Some(part.judgment))
    });
    std::iter::once(whole).chain(parts).collect()
}

/// Whether the annotator has decomposed an original, so that its parts are no secret.
fn is_own(annotator: &str, original: &Original, work: &Work) -> bool {
    work.annotator(annotator).is_some_and(|annotator| annotator.decomposed(&original.id).is_some())
}

/// What an original adds to the counts against the plan: its parts, but for those that were dropped and those that the
/// annotator is still to read, whose judgments the counts would give away.
fn parts(
    annotator: &str,
    original: &Original,
    work: &Work,
    items: &[Item],
) -> Vec<(String, Judgment)> {
    let own = is_own(annotator, original, work);
    let is_known =
        |id: &str| own || items.iter().find(|item| item.id == id).is_some_and(|item| !item.waits);
    let counted = |id: &str, wording: &str, judged: Option<Judgment>| {
        if !is_known(id) {
            return None;
        }
        match work.settled(id, wording) {
            Some(settled) => settled.judgment,
            None => judged,
        }
    };
    if !original.given.is_empty() {
        let parts = original.given.iter().filter_map(|part| {
            let judgment = counted(&part.id, &part.wording, part.gold)?;
            Some(part.phenomena.iter().map(move |phenomenon| (phenomenon.clone(), judgment)))
        });
        return parts.flatten().collect();
    }
    let Some((_, found)) = work.decomposition(&original.id) else { return Vec::new() };
    let parts = found.parts.iter().filter_map(|part| {
        let judgment = counted(&part.id, &part.wording, Some(part.judgment))?;
        Some((part.phenomenon.clone(), judgment))
    });
    parts.collect()
}
