//! Counts and measures for the qualitative evaluation of entailment systems.
//!
//! One pass over a run makes the contingency tables of all slices of a dataset ([`count`]); every
//! measure in [`measures`] is a function of such a table, and nothing after the pass sees a pair
//! again. An [`Evaluation`] holds the counts of all systems; [`scores()`] are all its figures, one
//! a row.
//!
//! ```
//! use phenom_metrics::ContingencyTable;
//! use phenom_metrics::measures::{kappa::kappa, mutual_information::mutual_information};
//!
//! // Bergmair 2009, figure 2: rows gold, columns answers.
//! let rows = [vec![20, 25, 5], vec![9, 18, 9], vec![1, 7, 6]];
//! let table = ContingencyTable::from_rows(&rows).expect("a square table");
//! assert_eq!(format!("{:.4}", mutual_information(&table)?), "0.0836");
//! assert_eq!(format!("{:.4}", kappa(&table)?), "0.1277");
//! # Ok::<(), phenom_metrics::Undefined>(())
//! ```
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

mod baselines;
mod clusters;
mod composition;
mod counts;
mod evaluation;
mod interval_method;
pub mod judged;
pub mod measures;
mod no_interval;
pub mod people;
mod rankings;
mod scores;
mod seed;
pub mod stages;
#[cfg(test)]
mod testing;
mod undefined;

pub use baselines::{
    Baseline, ExpectedAccuracies, LearnsFrom, expected_accuracies, linguistic_biased,
};
pub use clusters::{AnsweredPairs, ClusterAdder, ClusterRow, ClusterTable};
pub use composition::{
    AccuracyChange, AgreementTable, AnsweredOriginals, CompositionCounts, Evidence, FailedControl,
    GoldAgainstRule, GoldCheck, GoldDifference, GoldFinding, GoldRow, GoldUnderRule,
    INDEPENDENCE_MARGIN, LeftOut, LeftOutOriginals, OriginalKind, PartsRight, READING_CONDITIONS,
    Reading, ReadingCondition, ReadingQuestion, SizeBand, SizeFigures, SizeOf, SizeShare,
    SolvedGain, UndecidedGold, gold_check, gold_rows, reading, solved_gains,
};
pub use counts::{
    ContingencyTable, Counts, MOST_PAIRS, NotATable, Population, Slice, SliceKind, SlicePlan,
    Tally, WholeAndParts, count, scores_fit,
};
pub use evaluation::{
    Compared, CountAdder, CountRow, DominatedSlice, Evaluation, GivenClusters, Origin, POOLED,
    PairCorrelation, Settings, StatisticsSettings, SystemCounts, count_tables, dominated_slices,
    is_right,
};
pub use interval_method::IntervalMethod;
pub use no_interval::NoInterval;
#[doc(no_inline)]
pub use phenom_statistics as statistics;
pub use rankings::{PopulationRankings, RunRankings, Weighting, is_of_ranking};
pub use scores::{
    Change, ChangedPair, ComparisonRow, ExpectedRows, Family, GainRow, GateRow, GateVerdict,
    JudgeRow, JudgedRow, JudgedValue, MOST_TESTS_KEPT, NEGATIVE_PAIRS, OfJudge, PAIR_ROWS,
    ReadingRow, RewrittenFigure, RunFigure, Score, ScoreIndex, Sensitivity, SizeRow, TestResult,
    Verdict, by_judgment, changed_pairs, comparisons, comparisons_without_clusters,
    correlation_interval, expected_rows, expected_time, gain_rows, gate, judge_rows, judged_rows,
    not_compared, readings, rewriting, rewritten_figures, scores, sensitivity, size_rows,
};
pub use seed::Seed;
pub use undefined::{Proportion, Side, Undefined, Value};
