//! What a builder keeps beside the pairs until it is finished.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::batch::Batch;
use crate::judged::{Chosen, JudgedGold};
use crate::readers::Repeated;
use crate::string_table::Interner;
use crate::unknown_ids::UnknownIds;
use crate::{Judgment, Pattern};

/// What is known of pairs that may come again.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// What a second row of a pair means in the file that is being read.
    pub(super) repeated: Repeated,
    /// For each pair of such files all that its first row says, but its phenomena if they are gathered, as a hash.
    pub(super) first: HashMap<u32, u64>,
    /// The rows whose phenomena were gathered.
    pub(super) rows: u64,
}

/// What is left out, and what was.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Ids of originals, and whether each was seen.
    pub(super) ids: HashMap<String, bool>,
    /// Patterns of ids of originals, and whether each has fitted one.
    pub(super) patterns: Vec<(Pattern, bool)>,
    /// Ids of the pairs that were left out.
    pub(super) pairs: Interner,
    /// Ids of rows that `where` leaves out. A pair may stand on other rows, which are read.
    pub(super) rows: Interner,
    /// How many pairs `where` leaves out.
    pub(super) by_where: usize,
    /// Ids of pairs in whose rows something was wrong.
    pub(super) lost: Interner,
    /// Whether there was a row or a file whose ids are not known.
    pub(super) lost_some: bool,
}

/// What one annotator said of a pair, and the file and line that say so.
pub(super) struct Annotation {
    pub(super) arrival: u32,
    pub(super) annotator: u32,
    pub(super) judgment: Judgment,
    pub(super) place: (u32, u64),
}

/// What is known of rows whose pairs are not there.
#[derive(Debug, Default)]
pub(super) struct Loose {
    /// The files whose rows for no pair are not read.
    pub(super) ignored: BTreeSet<u32>,
    /// The files whose annotations may say the same again.
    pub(super) again: BTreeSet<u32>,
    /// Whether the pairs are those that annotators judged.
    pub(super) of_annotations: bool,
    /// By file the rows for pairs that were left out, and for pairs that the dataset does not have.
    pub(super) left_out: BTreeMap<u32, u64>,
    pub(super) unknown: BTreeMap<u32, UnknownIds>,
}

/// Annotations whose pairs may still be to come: compact, since there may be millions.
#[derive(Debug, Default)]
pub(super) struct LooseAnnotations {
    pub(super) ids: Interner,
    /// File, line, number of the id, annotator, judgment.
    pub(super) rows: Vec<(u32, u64, u32, u32, Judgment)>,
}

/// What is known of judged gold.
#[derive(Debug, Default)]
pub(super) struct Judging {
    /// Who labelled the pairs; `None` if the gold labels are not judged gold.
    pub(super) gold: Option<JudgedGold>,
    /// Whether people's labels are in files of their own.
    pub(super) people_in_files: bool,
    /// People's labels from these files.
    pub(super) people: LooseAnnotations,
    /// File, line, id and probability of pairs in these files.
    pub(super) loose_probabilities: Vec<((u32, u64), String, f64)>,
    /// The probabilities with which people were to read pairs, by arrival, ascending.
    pub(super) probabilities: Vec<(u32, f64)>,
    /// The words of each pair, by arrival.
    pub(super) words: Vec<Option<u32>>,
    /// The ids of the pairs that these files mark as drawn for people.
    pub(super) loose_drawn: Vec<String>,
    /// The same pairs by arrival.
    pub(super) drawn: BTreeSet<u32>,
}

impl Judging {
    /// Whether each pair that people read needs a probability.
    pub(super) fn needs_probabilities(&self) -> bool {
        self.gold.as_ref().is_some_and(|gold| gold.chosen == Chosen::Probability)
    }

    /// The probability with which people were to read the pair with this arrival.
    pub(super) fn probability(&self, arrival: u32) -> Option<f64> {
        let found = self.probabilities.binary_search_by_key(&arrival, |(at, _)| *at).ok()?;
        self.probabilities.get(found).map(|(_, probability)| *probability)
    }
}

/// For each key of a config its file and line.
pub(super) type ConfigPlaces = HashMap<String, (String, u64)>;

/// The pairs that wait, by the ids of their originals, in batches with the number of their file and what a second row means.
pub(super) type Waiting = BTreeMap<String, Vec<(u32, Repeated, Batch)>>;
