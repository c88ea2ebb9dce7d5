//! What each kind of figure shows: unrounded values with their names.

use phenom_dataset::Judgment;
use phenom_metrics::{PairCorrelation, Reading, Undefined, Value, Verdict};

use crate::{PairCounts, PairsBehind, Style};

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

/// Systems and baselines by their accuracy and by what their answers tell of gold.
#[derive(Debug, Clone, PartialEq)]
pub struct AccuracyInformation {
    /// Systems and baselines.
    pub points: Vec<Point>,
}

/// A system or a baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The name of the system or baseline, as tables show it.
    pub name: String,
    /// What it is.
    pub kind: PointKind,
    /// Its accuracy, in [0, 1].
    pub accuracy: Value,
    /// The confidence interval of the accuracy.
    pub accuracy_interval: Option<Interval>,
    /// I(G;L), in bits.
    pub information: Value,
    /// The confidence interval of the information.
    pub information_interval: Option<Interval>,
    /// The pairs that it counts, if single pairs are known.
    pub behind: Option<PairsBehind>,
}

/// What a point stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointKind {
    /// A system that answered the pairs.
    System,
    /// An algorithm that is an oracle.
    Reference,
    /// A baseline that looks at no pair.
    Baseline,
}

/// Accuracy of systems by gold label.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionedAccuracy {
    /// The gold labels, in the order of the bars.
    pub judgments: Vec<Judgment>,
    /// The systems, in the order of the groups of bars.
    pub systems: Vec<ConditionedSystem>,
}

/// The bars of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionedSystem {
    /// The system's name.
    pub name: String,
    /// Accuracy on all pairs, in [0, 1].
    pub overall: Value,
    /// For each judgment the accuracy on the pairs with that gold label, in [0, 1].
    pub conditioned: Vec<Value>,
    /// The pairs that each of these counts, if single pairs are known.
    pub behind: Vec<Option<PairsBehind>>,
}

/// Gold against answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ContingencyMaps {
    /// The gold labels, one a row.
    pub gold: Vec<String>,
    /// The answers, one a column.
    pub answers: Vec<String>,
    /// One panel a system.
    pub panels: Vec<ContingencyPanel>,
}

/// One system's contingency table.
#[derive(Debug, Clone, PartialEq)]
pub struct ContingencyPanel {
    /// The system's name.
    pub system: String,
    /// For each gold label the number of pairs with each answer, of those with this gold label.
    pub counts: Result<Vec<Vec<PairCounts>>, Undefined>,
    /// The same pairs, if single pairs are known.
    pub behind: Vec<Vec<Option<PairsBehind>>>,
}

/// Wrong originals of systems that decompose for themselves, by the stage at which they became wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct StageBudget {
    /// The stages, in the order of the bars.
    pub stages: Vec<String>,
    /// The systems, in the order of the groups of bars.
    pub systems: Vec<SystemBudget>,
}

/// The bars of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemBudget {
    /// The system's name.
    pub name: String,
    /// How many originals have a gold label.
    pub originals: u64,
    /// Those of them whose composed prediction is wrong.
    pub wrong: OriginalsShare,
    /// For each stage those that became wrong there.
    pub shares: Vec<OriginalsShare>,
}

/// Some of all originals.
#[derive(Debug, Clone, PartialEq)]
pub struct OriginalsShare {
    /// Their share of all originals, in [0, 1].
    pub share: Value,
    /// The confidence interval of the share.
    pub interval: Option<Interval>,
    /// How many they are; `None` if people corrected the share, which no count gives then.
    pub count: Option<u64>,
}

/// What two systems differ in.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    /// The system whose value comes first in the difference.
    pub first: String,
    /// The system whose value is subtracted.
    pub second: String,
    /// The measure that is compared, as it is under the axis.
    pub measure: String,
    /// How a difference is rounded.
    pub style: Style,
    /// The rows; those of one category are together.
    pub rows: Vec<Difference>,
}

/// The difference of two systems on one phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The phenomenon's category; empty for none.
    pub category: String,
    /// The phenomenon's name within the category.
    pub name: String,
    /// The number of pairs behind the difference.
    pub pairs: u64,
    /// The first system's value less the second's.
    pub difference: Value,
    /// Its confidence interval, if there is one.
    pub interval: Option<Interval>,
    /// The verdict on the first system against the second; `None` if nothing was tested.
    pub verdict: Option<Verdict>,
    /// The pairs that it counts, if single pairs are known.
    pub behind: Option<PairsBehind>,
}

/// The Correlation Index of original pairs, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct PairCorrelations {
    /// The rows: a system, or a system on the pairs of one gold label.
    pub rows: Vec<CorrelationRow>,
}

/// One system's pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrelationRow {
    /// The system's name. Rows of one system are together.
    pub system: String,
    /// The system's place in the evaluation, from 0, which decides its mark.
    pub place: usize,
    /// The gold label of the pairs; `None` for all pairs.
    pub judgment: Option<Judgment>,
    /// The Correlation Index of each original pair, from 0; undefined if no part is correct.
    pub pairs: Vec<PairCorrelation>,
}

/// Systems and baselines by their accuracy on monothematic pairs and on decomposed originals.
#[derive(Debug, Clone, PartialEq)]
pub struct PartsWholes {
    /// The number of originals that have monothematic pairs.
    pub originals: u64,
    /// The number of monothematic pairs.
    pub monothematic: u64,
    /// Systems and baselines.
    pub points: Vec<PartsWholesPoint>,
}

/// A system or a baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct PartsWholesPoint {
    /// The name of the system or baseline, as tables show it.
    pub name: String,
    /// What it is.
    pub kind: PointKind,
    /// Its accuracy on monothematic pairs, in [0, 1].
    pub parts: Value,
    /// The confidence interval of that.
    pub parts_interval: Option<Interval>,
    /// Its accuracy on the originals that have monothematic pairs, in [0, 1].
    pub whole: Value,
    /// The confidence interval of that.
    pub whole_interval: Option<Interval>,
    /// Its Correlation Index, the second accuracy over the first.
    pub index: Value,
    /// Whether it is correct on originals more often if all parts are correct; `None` if that was not asked.
    pub reading: Option<Reading>,
    /// The originals that it counts, if single pairs are known.
    pub behind: Option<PairsBehind>,
}

/// Phenomena by systems.
#[derive(Debug, Clone, PartialEq)]
pub struct PhenomenonMap {
    /// The names of the systems, one a column.
    pub systems: Vec<String>,
    /// The phenomena, one a row; those of one category are together.
    pub phenomena: Vec<PhenomenonRow>,
}

/// One phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct PhenomenonRow {
    /// Its category; empty for none.
    pub category: String,
    /// Its name within the category.
    pub name: String,
    /// One cell a system.
    pub cells: Vec<PhenomenonCell>,
}

/// One system on one phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct PhenomenonCell {
    /// The pairs that are right, of all its pairs.
    pub accuracy: Result<PairCounts, Undefined>,
    /// The confidence interval of the accuracy, if there is one.
    pub interval: Option<Interval>,
    /// The pairs that it counts, if single pairs are known.
    pub behind: Option<PairsBehind>,
}

/// Ranks under several orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    /// The names of the judges or answer keys.
    pub columns: Vec<String>,
    /// One line a system.
    pub lines: Vec<RankLine>,
}

/// One system's ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RankLine {
    /// The system's name.
    pub name: String,
    /// The system's place in the evaluation, from 0, which decides its line and its mark.
    pub place: usize,
    /// For each column the system's rank: 1 is best, ties share their mean rank.
    pub ranks: Vec<Value>,
}
