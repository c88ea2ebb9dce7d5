//! What one annotator can do with each pair, kept up to date pair by pair.

use std::collections::{BTreeMap, HashMap};

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::assignment::{Assignment, Mine, mine};
use crate::opinions::{Standing, opinions, standing};
use crate::originals::{Original, Originals, Which};
use crate::work::{Decomposition, Work};

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
    /// Whether the annotator decomposes it, or may, as the second of two.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub second: bool,
    /// Whether the annotator has flagged it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub flag: bool,
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
    /// Whether the annotator is to decompose the original first, as the second of two, and must see nothing of it.
    pub(crate) hidden: bool,
    /// Whether people differ on it, settled or not.
    pub(crate) differs: bool,
    /// Whether that is settled.
    pub(crate) settled: bool,
}

/// All pairs as one annotator has them before them.
#[derive(Debug)]
pub(crate) struct Index {
    annotator: String,
    assignment: Assignment,
    lines: Vec<PairLine>,
    items: Vec<Vec<Item>>,
    /// The original of each pair that was ever an item.
    originals: HashMap<String, usize>,
    /// The phenomena and judgments of the parts of each original that the annotator may know.
    parts: Vec<Vec<(String, Judgment)>>,
    written: BTreeMap<String, BTreeMap<Judgment, u32>>,
}

impl Index {
    pub(crate) fn new(
        annotator: &str,
        assignment: Assignment,
        originals: &Originals,
        work: &Work,
    ) -> Self {
        let number = originals.all().len();
        let mut index = Self {
            annotator: annotator.to_owned(),
            assignment,
            lines: Vec::with_capacity(number),
            items: vec![Vec::new(); number],
            originals: HashMap::new(),
            parts: vec![Vec::new(); number],
            written: BTreeMap::new(),
        };
        for (at, original) in originals.all().iter().enumerate() {
            index.lines.push(line(annotator, &assignment, original, work));
            index.update(at, originals, work);
        }
        index
    }

    /// Looks at an original again; whether its line has changed.
    pub(crate) fn update(&mut self, at: usize, originals: &Originals, work: &Work) -> bool {
        let Some(original) = originals.all().get(at) else { return false };
        let reader = Reader { name: &self.annotator, assignment: &self.assignment, work };
        let items = reader.items(original, originals.label_only);
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
        let line = line(&self.annotator, &self.assignment, original, work);
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

fn line(annotator: &str, assignment: &Assignment, original: &Original, work: &Work) -> PairLine {
    let own = work.annotator(annotator);
    let line = |state, parts, author: Option<&str>, second| PairLine {
        id: original.id.clone(),
        state,
        parts,
        author: author.map(str::to_owned),
        second,
        flag: own.and_then(|own| own.note(&original.id)).is_some_and(|note| note.flag),
    };
    if !original.given.is_empty() {
        return line("given", original.given.len(), None, false);
    }
    let author = work.decomposition(&original.id);
    let (found, second) = match (mine(assignment, annotator, original, work), author) {
        (Mine::Own { found, second }, _) => (found, second),
        (Mine::Free { second }, _) => return line("new", 0, None, second),
        (Mine::Other, Some((author, found))) => {
            return line("other", found.parts.len(), Some(author), false);
        }
        (Mine::Other, None) => return line("other", 0, None, false),
    };
    let state = match &found.done {
        Some(done) if !done.exceptions.is_empty() => "exception",
        Some(_) => "done",
        None if found.reopened => "reopened",
        None if found.parts.is_empty() => "judged",
        None => "parts",
    };
    line(state, found.parts.len(), Some(annotator), second)
}

/// An annotator before whom pairs come.
struct Reader<'a> {
    name: &'a str,
    assignment: &'a Assignment,
    work: &'a Work,
}

impl Reader<'_> {
    /// The items of an original.
    fn items(&self, original: &Original, label_only: bool) -> Vec<Item> {
        let item = |id: &str, wording: &str, which| self.item(original, which, (id, wording));
        let whole = item(&original.id, &original.wording, Which::Whole);
        if !original.given.is_empty() {
            let given = original.given.iter().enumerate();
            let parts = given.map(|(at, part)| item(&part.id, &part.wording, Which::Given(at)));
            return std::iter::once(whole).chain(parts).collect();
        }
        if label_only {
            return vec![whole];
        }
        let Some((_, found)) = self.work.decomposition(&original.id) else { return Vec::new() };
        if found.done.is_none() {
            // Nobody reads it yet; what earlier work differs on is to be settled all the same.
            let hidden = whole.hidden || !self.is_involved(original);
            let open = Item { waits: false, hidden, ..whole };
            return if open.differs { vec![open] } else { Vec::new() };
        }
        let parts = found.parts.iter().enumerate();
        let parts = parts.map(|(at, part)| item(&part.id, &part.wording, Which::Part(at)));
        std::iter::once(whole).chain(parts).collect()
    }

    fn item(&self, original: &Original, which: Which, (id, wording): (&str, &str)) -> Item {
        let said = opinions(self.work, original, which, (id, wording));
        let own = self.work.annotator(self.name);
        let read = own.is_some_and(|own| own.reading(id, wording).is_some());
        let others = said.iter().filter(|said| said.role == "reader" && said.who != self.name);
        let is_said = said.iter().any(|said| said.who == self.name);
        let is_own = self.decomposed(original).is_some_and(|(_, second)| !second);
        let hidden = self.is_hidden(original);
        let may_read = !self.assignment.adjudicates && !is_own && !hidden && !read && !is_said;
        let standing = standing(self.work, (id, wording), &said);
        Item {
            id: id.to_owned(),
            wording: wording.to_owned(),
            which,
            read,
            waits: may_read && others.count() < self.assignment.readers,
            hidden,
            differs: said.windows(2).any(|two| two[0].judgment != two[1].judgment),
            settled: matches!(standing, Standing::Settled(_)),
        }
    }

    /// Whether the annotator has said something of an original, or adjudicates.
    fn is_involved(&self, original: &Original) -> bool {
        let own = self.work.annotator(self.name);
        let has_read =
            own.is_some_and(|own| own.reading(&original.id, &original.wording).is_some());
        self.assignment.adjudicates || has_read || is_own(self.name, original, self.work)
    }

    /// The annotator's own decomposition of an original, and whether it is the second.
    fn decomposed(&self, original: &Original) -> Option<(&Decomposition, bool)> {
        match mine(self.assignment, self.name, original, self.work) {
            Mine::Own { found, second } => Some((found, second)),
            _ => None,
        }
    }

    /// Whether the annotator is the second to decompose an original, and has not done so.
    fn is_hidden(&self, original: &Original) -> bool {
        if !original.given.is_empty() {
            return false;
        }
        match mine(self.assignment, self.name, original, self.work) {
            Mine::Own { found, second } => second && found.done.is_none(),
            Mine::Free { second } => second,
            Mine::Other => false,
        }
    }
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
    let is_known = |id: &str| {
        let item = items.iter().find(|item| item.id == id);
        item.map_or(own, |item| !item.hidden && (own || !item.waits))
    };
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
