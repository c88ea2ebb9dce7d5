//! A figure, whatever it draws.

use std::ops::Range;

use super::models::{
    AccuracyInformation, ConditionedAccuracy, ContingencyMaps, Forest, PairCorrelations,
    PartsWholes, PhenomenonMap, Ranks, StageBudget,
};
use super::width::Width;
use crate::drawing::Drawn;
use crate::{Numbers, SafeName};

/// A figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its key, which names its files and what leads to it.
    pub key: SafeName,
    /// Its title, which is in the caption and not in the drawing.
    pub title: String,
    /// In words, what it shows and how the values were computed.
    pub notes: Vec<String>,
    /// What it draws; where there is no data, a sentence that says why, shown in its place.
    pub plot: Result<Plot, String>,
    /// How its numbers are written.
    pub numbers: Numbers,
    /// How wide it is drawn; without it as its kind needs.
    pub width: Option<Width>,
    /// Of a figure that goes over pages, the rows that stand on this one.
    pub rows: Option<Range<usize>>,
}

impl Figure {
    /// A figure; a plot without any data becomes the sentence that says so.
    #[must_use]
    pub fn new(key: SafeName, title: impl Into<String>, plot: Plot) -> Self {
        let plot = match plot.lack() {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(plot),
        };
        Self::of(key, title.into(), plot)
    }

    /// A figure that has nothing to draw, with the sentence that says why.
    #[must_use]
    pub fn without_data(
        key: SafeName,
        title: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self::of(key, title.into(), Err(reason.into()))
    }

    fn of(key: SafeName, title: String, plot: Result<Plot, String>) -> Self {
        let numbers = Numbers::default();
        Self { key, title, notes: Vec::new(), plot, numbers, width: None, rows: None }
    }

    /// The same figure with its numbers written so.
    #[must_use]
    pub fn written(self, numbers: Numbers) -> Self {
        Self { numbers, ..self }
    }

    /// The same figure with notes.
    #[must_use]
    pub fn with_notes(self, notes: impl IntoIterator<Item = String>) -> Self {
        Self { notes: notes.into_iter().collect(), ..self }
    }
}

/// What a figure draws.
#[derive(Debug, Clone, PartialEq)]
pub enum Plot {
    /// Accuracy on monothematic pairs against accuracy on originals.
    PartsWholes(PartsWholes),
    /// Accuracy by gold label, overall accuracy on top [V08, Figure 1].
    ConditionedAccuracy(ConditionedAccuracy),
    /// The Correlation Index of every original pair [CM10, Figure 1].
    PairCorrelations(PairCorrelations),
    /// Accuracy of each system on each phenomenon.
    PhenomenonMap(PhenomenonMap),
    /// Differences of two systems on each phenomenon.
    Forest(Forest),
    /// Accuracy against mutual information.
    AccuracyInformation(AccuracyInformation),
    /// Wrong originals by the stage at which they became wrong.
    StageBudget(StageBudget),
    /// Gold against answers, one panel a system.
    Contingency(ContingencyMaps),
    /// Mean rank of each run for each judge [V08, Figure 4].
    MeanRanks(Ranks),
    /// Rank of each system under each answer key.
    RanksByKey(Ranks),
}

impl Plot {
    /// Why there is nothing to draw, if there is nothing.
    #[must_use]
    pub fn lack(&self) -> Option<&'static str> {
        self.drawn().lack()
    }

    /// How it is drawn.
    pub(crate) fn drawn(&self) -> Box<dyn Drawn + '_> {
        match self {
            Self::PartsWholes(plot) => Box::new(plot),
            Self::ConditionedAccuracy(plot) => Box::new(plot),
            Self::PairCorrelations(plot) => Box::new(plot),
            Self::PhenomenonMap(plot) => Box::new(plot),
            Self::Forest(plot) => Box::new(plot),
            Self::AccuracyInformation(plot) => Box::new(plot),
            Self::StageBudget(plot) => Box::new(plot),
            Self::Contingency(plot) => Box::new(plot),
            Self::MeanRanks(ranks) => Box::new(ranks.mean_ranks()),
            Self::RanksByKey(ranks) => Box::new(ranks.rankings()),
        }
    }
}
