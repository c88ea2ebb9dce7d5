//! Figures as models: unrounded values, names, notes; no format and no place on a page.
//!
//! One kind of figure a file. [`render::svg`](crate::render::svg) and its siblings draw them.

mod accuracy_information;
mod conditioned_accuracy;
mod contingency;
mod differences;
mod forest;
mod gains;
mod list;
mod pair_correlations;
mod parts_wholes;
mod phenomenon_map;
mod ranks;
mod regression;
mod width;

pub use accuracy_information::{AccuracyInformation, Point, PointKind};
pub use conditioned_accuracy::{ConditionedAccuracy, ConditionedSystem};
pub use contingency::{ContingencyMaps, ContingencyPanel};
pub use forest::{Difference, Forest};
pub use list::figures;
pub use pair_correlations::{CorrelationRow, PairCorrelations};
pub use parts_wholes::{PartsWholes, PartsWholesPoint};
pub use phenomenon_map::{PhenomenonCell, PhenomenonMap, PhenomenonRow};
pub(crate) use ranks::LabelledRanks;
pub use ranks::{FIGURES_ON_PEOPLE, RankLine, Ranks, mean_ranks, rankings_by_key};
pub use width::{Room, Width};

use std::ops::Range;

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY};
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;

use crate::drawing::Drawn;
use crate::{Numbers, Results, SafeName};

/// A figure that a report can have.
#[derive(Debug, Clone, Copy)]
pub struct FigureKind {
    /// Its key; where there is one for each population or pair of systems, what their keys begin with.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for.
    pub measure: &'static Measure,
    build: fn(&Results<'_>) -> Vec<Figure>,
}

/// Every figure of an evaluation, in the order of a report.
pub const FIGURES: &[FigureKind] = &[
    FigureKind { key: "parts-wholes", measure: &CORRELATION_INDEX, build: parts_wholes::build },
    FigureKind { key: "phenomena", measure: &ACCURACY, build: phenomenon_map::build },
    FigureKind {
        key: "pair-correlations",
        measure: &CORRELATION_INDEX,
        build: pair_correlations::build,
    },
    FigureKind {
        key: "conditioned",
        measure: &CONDITIONED_ACCURACY,
        build: conditioned_accuracy::build,
    },
    FigureKind {
        key: "information",
        measure: &MUTUAL_INFORMATION,
        build: accuracy_information::build,
    },
    FigureKind { key: "differences", measure: &ACCURACY, build: forest::build },
    FigureKind { key: "gains", measure: &COMPOSED_ACCURACY, build: gains::build },
    FigureKind {
        key: "regression",
        measure: &STRATIFIED_SOLVED_DIFFERENCE,
        build: regression::build,
    },
    FigureKind { key: "contingency", measure: &ACCURACY, build: contingency::build },
];

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
            Self::Contingency(plot) => Box::new(plot),
            Self::MeanRanks(ranks) => Box::new(ranks.mean_ranks()),
            Self::RanksByKey(ranks) => Box::new(ranks.rankings()),
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
    /// Whether there is anything between its ends that could be drawn; both are numbers then.
    pub(crate) fn has_width(self) -> bool {
        // Far less than any figure shows, and more than rounding leaves of nothing.
        let width = self.upper - self.lower;
        width.is_finite() && width > 1e-9
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
