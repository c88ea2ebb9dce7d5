//! What a measure is: its definition for people, and its computation for the program.

use std::fmt;

use phenom_dataset::{Judgment, Task};

use super::figure::Figure;
use super::forecast::{Deviation, Forecast};
use super::of_composition::OfComposition;
use super::pair_influences::PairInfluences;
use super::ranking_facts::RankingFacts;
use super::slices::Slices;
use super::style::Style;
use crate::counts::{
    Answered, ContingencyTable, ExpectedAnswers, SetMean, Tally, TieGroup, WeightedTable,
    WholeAndParts,
};
use crate::seed::Seed;
use crate::statistics::{self, ConfidenceLevel, Divergence, Interval, TwoByTwo};
use crate::undefined::{Proportion, Undefined, Value};

/// A measure: everything that the program knows of it stands in its file.
///
/// Its value, interval and comparison, its rows in the tidy files, its entry in `phenom measures` and
/// its style in tables all follow from these fields.
#[derive(Clone, Copy)]
pub struct Measure {
    /// Its key in configs and files.
    pub key: &'static str,
    /// Which of its values are better, for ranking systems and for verdicts.
    pub better: Better,
    /// Its name in text.
    pub name: &'static str,
    /// What it tells the user of the field.
    pub definition: &'static str,
    /// The formula, with every symbol explained.
    pub formula: &'static str,
    /// The values that it can take, and their unit.
    pub range: &'static str,
    /// The least and the greatest of them; infinite where there is none, or where it depends on the data.
    pub bounds: [f64; 2],
    /// When it has no value.
    pub undefined: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// How its values are written.
    pub style: Style,
    /// On which slices it has a value.
    pub(crate) slices: Slices,
    /// How it is computed, and from what.
    pub(crate) computation: Computation,
    /// Its expected value for answers that look at no pair, where that is of use.
    pub(crate) expected: Option<Expected>,
    /// Where its interval comes from.
    pub(crate) interval: IntervalFrom,
    /// Whether and where systems are compared by it.
    pub(crate) comparison: Comparison,
    /// Whether it is wanted where the config names no measures.
    pub by_default: bool,
}

impl Measure {
    /// Whether it has a value on the pairs of one phenomenon, of all gold judgments together.
    #[must_use]
    pub fn is_of_phenomena(&self) -> bool {
        let of_pairs = matches!(
            self.computation,
            Computation::RightAnswers
                | Computation::Share(..)
                | Computation::Table(_)
                | Computation::Pairs(_)
                | Computation::Ranking(..)
                | Computation::Forecasts(..)
                | Computation::Weighted(_)
                | Computation::Sets(_)
        );
        of_pairs && self.slices.hold(&Judgment::ALL)
    }
}

impl Measure {
    /// Whether its values are sizes or distances of those of another measure.
    #[must_use]
    pub(crate) fn is_made_of_another(&self) -> bool {
        matches!(self.interval, IntervalFrom::SizeOf(_) | IntervalFrom::DistanceFromOneOf(_))
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Measure {}

/// Which values of a measure are better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// High ones.
    Higher,
    /// Low ones.
    Lower,
    /// Those near 1.
    NearOne,
    /// It says nothing of how good a system is.
    Neither,
}

impl Better {
    /// By how much the first of two values is the better one, or the higher one where high values are no
    /// better: whether of two CIs one is nearer to 1 is told by their distances from it.
    #[must_use]
    pub fn advantage(self, first: f64, second: f64) -> f64 {
        match self {
            Self::Lower => second - first,
            Self::Higher | Self::NearOne | Self::Neither => first - second,
        }
    }
}

/// How a measure is computed, and from what.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Computation {
    /// The share of right answers among the pairs.
    RightAnswers,
    /// The share of right answers among the original pairs that were decomposed.
    RightWholes,
    /// A share of the pairs of a contingency table, under the task that is named.
    Share(Task, fn(&ContingencyTable) -> Result<Proportion, Undefined>),
    /// A function of one contingency table.
    Table(fn(&ContingencyTable) -> Value),
    /// A function of one contingency table whose pairs are counted: of several runs it is told which pair each answers.
    Pairs(OfPairs),
    /// A share of the pairs with one answer, from the table of all pairs and the answer's column.
    ShareOfAnswer(fn(&ContingencyTable, usize) -> Result<Proportion, Undefined>),
    /// A function of one judgment's row and column in the table of all pairs.
    Judgment(fn(&ContingencyTable, usize) -> Value),
    /// A function of the accuracies on wholes and on parts, for some gold judgments.
    WholeAndParts(fn(&dyn WholeAndParts, &[Judgment]) -> Value),
    /// The same, where the monothematic pairs weigh by the relevance of their phenomena.
    ByRelevance(fn(&dyn WholeAndParts, &[Judgment]) -> Value),
    /// The same of the accuracies that the system's answers would have if each were drawn by chance, with the
    /// shares that it has on wholes and on parts.
    ByChance(fn(&dyn WholeAndParts, &[Judgment]) -> Value),
    /// A function of originals beside what the rule of composition makes of their parts.
    Composition(OfComposition),
    /// A mean over pairs of what the judgments of an answer have in common with those of gold.
    Sets(SetMean),
    /// A function of a ranking: what it is ordered by, the sum that takes its tie groups, and the influences of
    /// their pairs.
    Ranking(RankedBy, fn() -> Box<dyn RankingSum>, PairInfluences),
    /// The mean deviation of probabilities from gold, and its bounds under the two-way task.
    Forecasts(fn(&Forecast<'_>) -> Result<Deviation, Undefined>, [f64; 2]),
    /// A function of what else a ranking shows, on all pairs.
    RankingFacts(fn(&RankingFacts) -> Figure),
    /// A function of a table whose pairs weigh by their place in a ranking, or by the dataset.
    Weighted(fn(&WeightedTable) -> Value),
    /// A fit over the shares of right answers of several slices: a value and its interval for each.
    Fit(Fit),
    /// What people said, not what a system answered: see [`people`](crate::people).
    People,
}

/// A measure for which it matters how many pairs there are, and not only which share of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OfPairs {
    /// Of the table of one run.
    pub(crate) of_run: fn(&ContingencyTable, Seed) -> Value,
    /// Of several runs, which answer the same pairs, for a task with some number of judgments.
    pub(crate) of_runs: fn(&[Answered<'_>], usize) -> Value,
}

/// An expected value under answers that look at no pair.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Expected {
    /// From the shares of gold and answers.
    Answers(fn(&ExpectedAnswers) -> Value),
    /// The measure's own computation, of expected accuracies.
    Itself,
    /// The measure's own computation, of a ranking by entailment in which all pairs are tied.
    AnyOrder,
}

/// A fit over slices: for the right answers and pairs of each (of several runs, their mean) an estimate and its interval.
pub(crate) type Fit = fn(&[[f64; 2]], ConfidenceLevel) -> Result<Vec<(f64, Interval)>, Undefined>;

/// What pairs are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RankedBy {
    /// How far the system thinks them entailed; those are marked that gold has entailed.
    Entailment,
    /// How sure it is of its answer; those are marked that are answered rightly.
    Confidence,
}

/// Adds up a ranking, tie group by tie group from the first rank on.
pub(crate) trait RankingSum {
    /// Adds the next pairs, which are tied among themselves.
    fn add(&mut self, group: TieGroup);

    /// The measure of what was added.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where nothing was added, and whatever else the measure needs.
    fn value(&self) -> Value;
}

/// Where the interval of a measure comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum IntervalFrom {
    /// Its own values on resamples.
    Resamples,
    /// The influences of its clusters, for a measure of a ranking or of probabilities.
    Influences,
    /// The two counts of a share of pairs, in each cluster.
    Share,
    /// Its own values without each of the clusters, and its lowest and highest value.
    Jackknife([f64; 2]),
    /// The intervals of two shares of the solved table, or of direct against composed answers, of which it is
    /// the difference.
    DifferenceOfShares([fn(TwoByTwo) -> statistics::Proportion; 2]),
    /// The logarithm of an odds ratio.
    OddsRatio,
    /// How it is a divergence, from the solved table.
    SolvedDivergence(fn(TwoByTwo) -> Divergence),
    /// How it is a divergence: from the table that it is computed from, and the label in it that it is
    /// about (0 for a measure of all labels).
    Divergence(fn(&ContingencyTable, usize) -> Divergence),
    /// The intervals of the accuracies on wholes and on parts, of which it is the ratio.
    WholeOverParts,
    /// The difference of that ratio on positive and on negative pairs.
    PositiveLessNegative,
    /// The sizes of the values in the interval of another measure.
    SizeOf(&'static Measure),
    /// Their distances from 1.
    DistanceFromOneOf(&'static Measure),
    /// The interval of another measure, which estimates the same.
    SameAs(&'static Measure),
    /// The fit that gives the value.
    Fit,
    /// Nowhere, for a reason.
    None(&'static str),
}

/// Whether and where systems are compared by a measure.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Comparison {
    /// They are, unasked, on some slices.
    ByDefault(ComparedOn, Test),
    /// They are where the config names the measure.
    WhereNamed(ComparedOn, Test),
    /// They are not, for a reason.
    None(&'static str),
}

/// The slices on which systems are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ComparedOn {
    /// All slices.
    AllSlices,
    /// All pairs, and each category.
    Categories,
    /// All pairs.
    AllPairs,
}

/// The test of a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Test {
    /// The sign-flip test over clusters.
    SignFlip,
    /// The higher p-value of that test and of Student's t, where exchanging two systems can make tables
    /// that neither resembles.
    Cautious,
    /// For the distance of another measure from a value: whether the one is nearer than the other. Both
    /// their difference and their sum are tested.
    Nearer {
        /// The other measure.
        of: &'static Measure,
        /// The value that the distance is taken from, in the unit of `of`.
        to: f64,
        /// What is said of the nearer and of the farther one.
        verdicts: [&'static str; 2],
    },
    /// Student's t over the influences of clusters.
    Student,
}

impl Measure {
    /// What most measures of systems have in common: they are for all pairs, with no expected value, and unasked.
    pub(crate) const OF_SYSTEMS: Self = Self {
        key: "",
        better: Better::Neither,
        name: "",
        definition: "",
        formula: "",
        range: "",
        bounds: [f64::NEG_INFINITY, f64::INFINITY],
        undefined: "",
        source: "",
        style: Style::Bits,
        slices: Slices::All,
        computation: Computation::People,
        expected: None,
        interval: IntervalFrom::Resamples,
        comparison: Comparison::None(""),
        by_default: true,
    };

    /// What most shares have in common besides: much is good, and they are written in percent.
    pub(crate) const SHARE: Self = Self {
        better: Better::Higher,
        range: "0 to 1",
        bounds: [0.0, 1.0],
        style: Style::Percent,
        ..Self::OF_SYSTEMS
    };

    /// What all measures of people have in common: of them, too, an interval comes from resamples.
    pub(crate) const OF_PEOPLE: Self = Self {
        comparison: Comparison::None("it is about people, not about systems"),
        ..Self::OF_SYSTEMS
    };

    /// Why it has no interval, where it has none.
    #[must_use]
    pub fn no_interval(&self) -> Option<&'static str> {
        match self.interval {
            IntervalFrom::None(reason) => Some(reason),
            _ => None,
        }
    }

    /// Why systems are not compared by it, where they are not.
    #[must_use]
    pub fn no_comparison(&self) -> Option<&'static str> {
        self.compared().err()
    }

    /// On what systems are compared by it, and the test of their difference; or why they are not.
    pub(crate) fn compared(&self) -> Result<(ComparedOn, Test), &'static str> {
        match self.comparison {
            Comparison::ByDefault(on, test) | Comparison::WhereNamed(on, test) => Ok((on, test)),
            Comparison::None(reason) => Err(reason),
        }
    }

    /// The task under which it is a share of a table's pairs, where it is that.
    #[must_use]
    pub fn share_under(&self) -> Option<Task> {
        match self.computation {
            Computation::Share(task, _) => Some(task),
            _ => None,
        }
    }

    /// What a comparison says of the first system where it is found better, and where the second is: what
    /// was tested, in words.
    #[must_use]
    pub fn verdicts(&self) -> [&'static str; 2] {
        match (self.compared(), self.better) {
            (Ok((_, Test::Nearer { verdicts, .. })), _) => verdicts,
            (_, Better::Higher | Better::Lower) => ["better", "worse"],
            (_, Better::NearOne | Better::Neither) => ["higher", "lower"],
        }
    }

    /// Whether it is known how it moves with the weight of each pair.
    #[must_use]
    pub(crate) fn has_influences(&self) -> bool {
        matches!(self.computation, Computation::Ranking(..) | Computation::Forecasts(..))
    }

    /// Its least and greatest value under a task.
    #[must_use]
    pub(crate) fn bounds_under(&self, task: Task) -> [f64; 2] {
        match (self.computation, task) {
            (Computation::Forecasts(_, two_way), Task::TwoWay) => two_way,
            _ => self.bounds,
        }
    }

    /// An interval of this measure's values without what lies outside its range.
    #[must_use]
    pub fn within_bounds(&self, interval: Interval) -> Interval {
        let [least, most] = self.bounds;
        interval.within(least, most)
    }

    /// The same of a table with some number of labels, besides which pairs may be left unanswered: information and
    /// entropies have at most as many bits as that many answers.
    #[must_use]
    pub(crate) fn within_range(&self, interval: Interval, labels: usize) -> Interval {
        let interval = self.within_bounds(interval);
        match self.interval {
            IntervalFrom::Divergence(_) | IntervalFrom::SameAs(_) => {
                interval.within(self.bounds[0], ((labels + 1) as f64).log2())
            }
            _ => interval,
        }
    }

    /// An interval of the difference of two such values without what lies outside its range.
    #[must_use]
    pub fn difference_within_bounds(&self, interval: Interval) -> Interval {
        let [least, most] = self.bounds;
        interval.within(least - most, most - least)
    }

    /// The measure of counts, over the pairs with one of some gold judgments. The whole data is such
    /// counts, and a resample of it.
    ///
    /// # Errors
    /// In the figure, as the measure's `undefined` says; [`Undefined::NotOfCounts`] for a measure that
    /// is no function of such counts.
    #[must_use]
    pub fn of(&self, tally: Tally<'_>, gold: &[Judgment], seed: Seed) -> Figure {
        let table = |gold| tally.table(gold);
        match self.computation {
            Computation::RightAnswers => tally.right(gold).into(),
            Computation::RightWholes => tally.right_wholes(gold).into(),
            Computation::Share(task, share) => {
                tally.table_under(task, gold).and_then(|table| share(&table)).into()
            }
            Computation::Table(value) => table(gold).and_then(|table| value(&table)).into(),
            Computation::Pairs(of) => {
                table(gold).and_then(|table| (of.of_run)(&table, seed)).into()
            }
            Computation::ShareOfAnswer(share) => {
                tally.judgment(gold).and_then(|(table, label)| share(&table, label)).into()
            }
            Computation::Judgment(value) => {
                tally.judgment(gold).and_then(|(table, label)| value(&table, label)).into()
            }
            Computation::WholeAndParts(value) | Computation::ByRelevance(value) => {
                value(&tally, gold).into()
            }
            Computation::ByChance(_)
            | Computation::Composition(_)
            | Computation::Sets(_)
            | Computation::Ranking(..)
            | Computation::Forecasts(..)
            | Computation::RankingFacts(_)
            | Computation::Weighted(_)
            | Computation::Fit(_)
            | Computation::People => Err::<f64, _>(Undefined::NotOfCounts).into(),
        }
    }

    /// The same of a bare table, whose rows and columns need be no judgments; nothing where the measure
    /// is no function of one table.
    #[must_use]
    pub fn of_table(&self, table: &ContingencyTable, seed: Seed) -> Option<Figure> {
        match self.computation {
            Computation::RightAnswers if self.slices == Slices::All => {
                Some(table.correct().of_pairs().into())
            }
            Computation::Table(value) => Some(value(table).into()),
            Computation::Pairs(of) => Some((of.of_run)(table, seed).into()),
            _ => None,
        }
    }

    /// The same of one label of a bare table; nothing where the measure is no function of one label.
    #[must_use]
    pub fn of_label(&self, table: &ContingencyTable, label: usize) -> Option<Figure> {
        match self.computation {
            Computation::RightAnswers if self.slices == Slices::OfJudgments => {
                Some(table.correct_of(label).of_pairs().into())
            }
            Computation::ShareOfAnswer(share) => Some(share(table, label).into()),
            Computation::Judgment(value) => Some(value(table, label).into()),
            _ => None,
        }
    }
}
