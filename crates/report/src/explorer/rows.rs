//! All pairs in one list, and by phenomenon, so that the pairs of a question are counted fast.

use std::collections::HashMap;

use super::{Explorer, ExplorerOriginal, ExplorerPair, Level, PairsBehind, Question};

/// The pairs of a page by level and phenomenon.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    explorer: &'a Explorer,
    all: [Vec<(&'a ExplorerPair, &'a ExplorerOriginal)>; 2],
    /// By level and by path or category: the places in `all`.
    tagged: HashMap<(usize, &'a str), Vec<usize>>,
    /// The original pairs by their ids.
    originals: HashMap<&'a str, &'a ExplorerPair>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(explorer: &'a Explorer) -> Self {
        let mut all = [Vec::new(), Vec::new()];
        let mut tagged: HashMap<(usize, &str), Vec<usize>> = HashMap::new();
        let mut tag = |level: usize, place: usize, pair: &'a ExplorerPair| {
            for path in &pair.phenomena {
                let category = path.split_once(':').map(|(category, _)| category);
                for name in [Some(path.as_str()), category].into_iter().flatten() {
                    let places = tagged.entry((level, name)).or_default();
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
        };
        for original in &explorer.originals {
            let place = all[0].len();
            tag(0, place, &original.pair);
            all[0].push((&original.pair, original));
            for part in &original.parts {
                tag(0, place, part);
                tag(1, all[1].len(), part);
                all[1].push((part, original));
            }
        }
        let originals = explorer.originals.iter().map(|original| &original.pair);
        let originals = originals.map(|pair| (pair.id.as_str(), pair)).collect();
        Self { explorer, all, tagged, originals }
    }

    /// The original pair with an id.
    pub(crate) fn original(&self, id: &str) -> Option<&'a ExplorerPair> {
        self.originals.get(id).copied()
    }

    /// How many pairs are asked for.
    pub(crate) fn count(&self, question: &Question) -> u64 {
        if let Some(id) = &question.pair {
            return u64::from(self.originals.contains_key(id.as_str()));
        }
        let level = usize::from(question.level == Level::Part);
        let rows = &self.all[level];
        let fits = |(pair, original): &(&ExplorerPair, &ExplorerOriginal)| {
            question.fits(pair, original, &self.explorer.reads_gold)
        };
        let count = match &question.phenomenon {
            None => rows.iter().filter(|row| fits(row)).count(),
            Some(phenomenon) => {
                let places =
                    self.tagged.get(&(level, phenomenon.as_str())).map_or(&[][..], Vec::as_slice);
                places.iter().filter_map(|place| rows.get(*place)).filter(|row| fits(row)).count()
            }
        };
        count as u64
    }

    /// The address of the pairs that are asked for, if they are as many as a figure counts: a link that
    /// showed others would mislead.
    pub(crate) fn address_of(&self, question: &Question, counted: u64) -> Option<String> {
        (counted > 0 && self.count(question) == counted).then(|| question.address())
    }

    /// The address of the pairs behind a mark, if they are known one by one and are those that it counts.
    pub(crate) fn address_behind(&self, behind: &PairsBehind) -> Option<String> {
        let mut asked = behind.question.answers.iter();
        let shown = asked.all(|(system, _)| self.shows_all_of(*system));
        shown.then(|| self.address_of(&behind.question, behind.pairs)).flatten()
    }

    /// Whether the answers that are shown are all that a system's figures count.
    pub(crate) fn shows_all_of(&self, system: usize) -> bool {
        self.explorer.several_runs.get(system).is_some_and(|several| !several)
    }
}
