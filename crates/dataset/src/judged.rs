//! Judged gold: people read some of the pairs, and judges, which are models, labelled all of them. People's labels are the
//! gold labels, and a pair that people did not read has none. A judge is an annotator of the dataset.

use std::collections::BTreeSet;

use serde::Deserialize;

/// The column of a file with people's labels that marks the pairs which were drawn for people: it has the labels to choose
/// from, and is empty for other pairs.
pub const CHOOSE_FROM: &str = "choose_from";

/// How the pairs were chosen that people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chosen {
    /// At random, and each pair with the same probability.
    Random,
    /// At random, and each pair with a known probability of its own.
    Probability,
    /// At random within strata: each pair with the share of its stratum that people read.
    Strata,
    /// As whole clusters, which were chosen at random.
    #[serde(rename = "all-of")]
    WholeClusters,
    /// By what people said of them: a fixed number of pairs of each gold label.
    ByLabel,
    /// In another or an unknown way, so that people's pairs need not resemble the other pairs.
    Unknown,
}

/// A model that labelled the pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judge {
    /// The judge's name, which is also the name of its annotator (see
    /// [`Dataset::annotators`](crate::Dataset::annotators)).
    pub name: String,
    /// The name of the system that is the same model; `None` if the judge is not one of the systems.
    pub also: Option<String>,
}

/// Who labelled a dataset with judged gold, and how the pairs were chosen that people read.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedGold {
    /// How the pairs were chosen that people read.
    pub chosen: Chosen,
    /// Whether people labelled the pairs without seeing a judge's label.
    pub blind: bool,
    /// The judges, in the order of the config.
    pub judges: Vec<Judge>,
    /// The attribute that has the stratum of each pair, under [`Chosen::Strata`].
    pub strata: Option<String>,
    /// The probability of each pair by row; empty if the data have no probabilities.
    probabilities: Vec<Option<f64>>,
    /// The words of each pair by row; `None` for a pair without text and hypothesis.
    words: Vec<Option<u32>>,
    /// The rows of the pairs that were drawn for people, ascending.
    drawn: Vec<usize>,
}

impl JudgedGold {
    /// Judged gold without probabilities and lengths, which a [`DatasetBuilder`](crate::DatasetBuilder) adds from the pairs.
    #[must_use]
    pub fn new(chosen: Chosen, blind: bool, judges: Vec<Judge>) -> Self {
        Self {
            chosen,
            blind,
            judges,
            strata: None,
            probabilities: Vec::new(),
            words: Vec::new(),
            drawn: Vec::new(),
        }
    }

    /// The probability, above 0 and at most 1, with which people were to read the pair in a row of the dataset; `None`
    /// if the data do not have it. Every pair that people read has one under [`Chosen::Probability`].
    #[must_use]
    pub fn probability(&self, row: usize) -> Option<f64> {
        self.probabilities.get(row).copied().flatten()
    }

    /// How many words the text and the hypothesis of the pair in a row have together, counted when they were read; `None` for
    /// a pair without a text or without a hypothesis.
    #[must_use]
    pub fn words(&self, row: usize) -> Option<u32> {
        self.words.get(row).copied().flatten()
    }

    /// Judged gold with the words of pairs by arrival, in the rows where these pairs arrived.
    pub(crate) fn with_words(self, arrivals: &[u32], counted: &[Option<u32>]) -> Self {
        let of_arrival = |arrival: &u32| counted.get(*arrival as usize).copied().flatten();
        Self { words: arrivals.iter().map(of_arrival).collect(), ..self }
    }

    /// The rows of the pairs that the files of people's labels mark as drawn for people, ascending; see [`CHOOSE_FROM`].
    #[must_use]
    pub fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    /// Judged gold with the pairs that were drawn for people, by arrival, in the rows where these pairs arrived.
    pub(crate) fn with_drawn(self, arrivals: &[u32], drawn: &BTreeSet<u32>) -> Self {
        let rows = arrivals.iter().enumerate().filter(|(_, arrival)| drawn.contains(arrival));
        Self { drawn: rows.map(|(row, _)| row).collect(), ..self }
    }

    /// Judged gold of the first rows alone, which are originals.
    pub(crate) fn of_originals(&self, originals: usize) -> Self {
        let drawn = self.drawn.iter().copied().filter(|row| *row < originals).collect();
        Self { drawn, ..self.clone() }
    }

    /// Judged gold with probabilities: those of pairs by arrival, ascending, in the rows where these pairs arrived.
    pub(crate) fn with_probabilities(self, arrivals: &[u32], given: &[(u32, f64)]) -> Self {
        if given.is_empty() {
            return self;
        }
        let of_arrival = |arrival: &u32| {
            let found = given.binary_search_by_key(arrival, |(arrival, _)| *arrival).ok()?;
            given.get(found).map(|(_, probability)| *probability)
        };
        Self { probabilities: arrivals.iter().map(of_arrival).collect(), ..self }
    }
}
