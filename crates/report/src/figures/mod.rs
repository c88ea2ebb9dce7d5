//! Figures as models: unrounded values, names, notes; no format and no place on a page.
//!
//! One kind of figure a file. [`render::svg`](crate::render::svg) and its siblings draw them.

mod accuracy_information;
mod conditioned_accuracy;
mod contingency;
mod forest;
mod list;
mod pair_correlations;
mod phenomenon_map;
mod ranks;

pub use accuracy_information::{AccuracyInformation, Point, PointKind};
pub use conditioned_accuracy::{ConditionedAccuracy, ConditionedSystem};
pub use contingency::{ContingencyMaps, ContingencyPanel};
pub use forest::{Difference, Forest, Verdict};
pub use list::{FIGURES, FigureKind, figures};
pub use pair_correlations::{CorrelationRow, PairCorrelations};
pub use phenomenon_map::{PhenomenonCell, PhenomenonMap, PhenomenonRow};
pub use ranks::{FIGURES_ON_PEOPLE, RankLine, Ranks, mean_ranks, rankings_by_key};

use crate::{Numbers, SafeName};

/// A figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its key, which names its files and what leads to it.
    pub key: SafeName,
    /// Its title, which stands in the caption and not in the drawing.
    pub title: String,
    /// In words, what it shows and how the values were computed.
    pub notes: Vec<String>,
    /// What it draws; where there is no data, a sentence that says why, shown in its place.
    pub plot: Result<Plot, String>,
    /// How its numbers are written.
    pub numbers: Numbers,
}

impl Figure {
    /// A figure; a plot without any data becomes the sentence that says so.
    #[must_use]
    pub fn new(key: SafeName, title: impl Into<String>, plot: Plot) -> Self {
        let plot = match plot.lack() {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(plot),
        };
        Self { key, title: title.into(), notes: Vec::new(), plot, numbers: Numbers::default() }
    }

    /// A figure that has nothing to draw, with the sentence that says why.
    #[must_use]
    pub fn without_data(
        key: SafeName,
        title: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            key,
            title: title.into(),
            notes: Vec::new(),
            plot: Err(reason.into()),
            numbers: Numbers::default(),
        }
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
    /// Accuracy by gold judgment, overall accuracy on top [V08, Figure 1].
    ConditionedAccuracy(ConditionedAccuracy),
    /// The Correlation Index of every original pair [CM10, Figure 1].
    PairCorrelations(PairCorrelations),
    /// Accuracy of each system on each phenomenon.
    PhenomenonMap(PhenomenonMap),
    /// Differences of two systems on each phenomenon.
    Forest(Forest),
    /// Accuracy against mutual information.
    AccuracyInformation(AccuracyInformation),
    /// Gold against answers, one panel a system.
    Contingency(ContingencyMaps),
    /// Mean rank of each run for each judge [V08, Figure 4].
    MeanRanks(Ranks),
    /// Rank of each system under each answer key.
    Rankings(Ranks),
}

impl Plot {
    /// Why there is nothing to draw, if there is nothing.
    #[must_use]
    pub fn lack(&self) -> Option<&'static str> {
        match self {
            Self::ConditionedAccuracy(plot) => plot.lack(),
            Self::PairCorrelations(plot) => plot.lack(),
            Self::PhenomenonMap(plot) => plot.lack(),
            Self::Forest(plot) => plot.lack(),
            Self::AccuracyInformation(plot) => plot.lack(),
            Self::Contingency(plot) => plot.lack(),
            Self::MeanRanks(plot) => plot.lack("No judge ranked any run."),
            Self::Rankings(plot) => plot.lack("No system is ranked under any answer key."),
        }
    }
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end, in the unit of the value.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
}

impl From<phenom_metrics::statistics::Interval> for Interval {
    fn from(interval: phenom_metrics::statistics::Interval) -> Self {
        Self { lower: interval.lower, upper: interval.upper }
    }
}

impl Interval {
    /// Whether both ends are numbers.
    pub(crate) fn is_finite(self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_without_data_is_a_sentence() {
        let empty = Ranks { columns: vec!["judge 1".to_owned()], lines: Vec::new() };
        let figure = Figure::new(SafeName::new("mean-ranks"), "Mean ranks", Plot::MeanRanks(empty));
        assert_eq!(figure.plot, Err("No judge ranked any run.".to_owned()));
    }
}
