//! Parts that a system made itself: into what it decomposed each original, and its verdict on each part.
//!
//! The parts of a dataset are shared by all systems and are the *reference parts* here. A checker of claims decomposes
//! a text in its own way, so that its parts are its own.

mod columns;
mod reading;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::{CompositionRule, Dataset, Judgment};

pub use columns::{
    ANSWER, COVERS, COVERS_BY_JUDGE, FAITHFUL, FAITHFUL_BY_JUDGE, GOLD, GOLD_BY_JUDGE,
    SAID_OF_PARTS,
};
pub use reading::{OwnPartsSource, WordShares};

/// How a system makes a verdict on the whole of its verdicts on parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aggregation {
    /// By a rule, which can be applied to other verdicts too.
    Rule(CompositionRule),
    /// In a way that is not known: its predictions for originals are what it made of them. What cannot be applied to
    /// other verdicts is replaced by the rule of the config.
    Own,
}

/// From whom something is known of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownFrom {
    /// From people, on all parts or on some.
    People,
    /// From a judge, which is a model.
    Judge,
    /// From a judge, and from people on some originals, by whom values are corrected.
    Corrected,
    /// From texts that share words.
    Words,
    /// From the gold labels of the reference parts that a part covers.
    References,
}

/// From whom it is known what is asked of parts; `None` where it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartsKnowledge {
    /// Whether the source entails a part.
    pub gold: Option<KnownFrom>,
    /// Whether a part follows from the whole that it was taken from.
    pub faithful: Option<KnownFrom>,
    /// Which reference parts a part expresses.
    pub covers: Option<KnownFrom>,
}

impl PartsKnowledge {
    /// What is asked, in words, with the source of each.
    pub fn each(&self) -> [(&'static str, Option<KnownFrom>); 3] {
        [("gold labels", self.gold), ("faithfulness", self.faithful), ("coverage", self.covers)]
    }

    /// Whether people correct something that a judge says.
    #[must_use]
    pub fn is_corrected(&self) -> bool {
        self.each().iter().any(|(_, from)| *from == Some(KnownFrom::Corrected))
    }
}

/// What is known of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartFacts {
    /// The gold label: is the part entailed by its source?
    pub gold: Option<Judgment>,
    /// Whether it follows from the whole that it was taken from.
    pub faithful: Option<bool>,
    /// The reference parts that it expresses, as a range of [`OwnParts::covered`].
    covers: Option<(u32, u32)>,
}

/// A part that a system made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnPart {
    /// The system's verdict; `None` if it failed.
    pub verdict: Option<Judgment>,
    /// What is known of it: from a judge where one says it of all parts.
    pub facts: PartFacts,
    /// What people know of it, where a judge is [corrected](KnownFrom::Corrected); `None` for a part that they did not
    /// read.
    pub by_people: Option<PartFacts>,
    /// Whether an earlier part of the same original says the same.
    pub repeated: bool,
}

/// All originals of a dataset with the parts that one system made of them.
#[derive(Debug, Clone)]
pub struct OwnParts {
    /// The system's name.
    pub system: String,
    /// How it makes a verdict on the whole.
    pub aggregation: Aggregation,
    /// From whom what is known of its parts.
    pub knowledge: PartsKnowledge,
    /// How many originals of the files are not in the dataset: without parts, or [ignored](crate::Extra).
    pub ignored: usize,
    /// The parts as they were read: wholes with their parts.
    pairs: Dataset,
    /// For each original of the evaluated dataset, its row among the wholes.
    wholes: Vec<Option<u32>>,
    /// The parts, in the order of the monothematic pairs of `pairs`.
    parts: Vec<OwnPart>,
    /// Rows of reference parts, those of one part side by side.
    covered: Vec<u32>,
}

impl OwnParts {
    /// The parts of an original, in the order of the file; empty where the system made none.
    #[must_use]
    pub fn of(&self, original: usize) -> &[OwnPart] {
        self.parts.get(self.places_of(original)).unwrap_or_default()
    }

    /// Their places among all parts of the system.
    #[must_use]
    pub fn places_of(&self, original: usize) -> Range<usize> {
        let Some(whole) = self.wholes.get(original).copied().flatten() else { return 0..0 };
        let rows = self.pairs.monothematic_of(whole as usize);
        let first = self.pairs.monothematic().start;
        rows.start - first..rows.end - first
    }

    /// Whether the files name an original at all.
    #[must_use]
    pub fn names(&self, original: usize) -> bool {
        self.wholes.get(original).copied().flatten().is_some()
    }

    /// The rows of the reference parts that a part expresses; `None` where that is not known.
    #[must_use]
    pub fn covered(&self, facts: &PartFacts) -> Option<&[u32]> {
        let (start, end) = facts.covers?;
        self.covered.get(start as usize..end as usize)
    }

    /// The weight of a part, by its place, for a rule that weighs parts; 1 where the files tell none.
    #[must_use]
    pub fn weight(&self, place: usize) -> f64 {
        self.pairs.weight(self.pairs.monothematic().start + place)
    }

    /// The numbers of the phenomena of a part, by its place.
    #[must_use]
    pub fn tags(&self, place: usize) -> &[u32] {
        self.pairs.tags(self.pairs.monothematic().start + place)
    }

    /// The paths of the phenomena by which the parts are tagged, by number.
    pub fn phenomena(&self) -> impl Iterator<Item = &str> {
        self.pairs.phenomena().iter().map(crate::Phenomenon::path)
    }

    /// The text of a part, by its place, where texts are kept.
    #[must_use]
    pub fn text(&self, place: usize) -> Option<&str> {
        self.pairs.texts(self.pairs.monothematic().start + place).map(|(_, text)| text)
    }

    /// The number of all parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the system made no part at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}
