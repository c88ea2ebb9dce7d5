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

pub mod agreement;
mod baselines;
mod clusters;
mod contingency;
mod count_sums;
mod count_table;
mod counting;
mod degradation;
mod evaluation;
mod inference;
mod linguistic_biased;
pub mod measures;
mod ranking;
mod scores;
mod slices;
#[cfg(test)]
mod testing;
pub mod uncertainty;
mod undefined;
mod weighted_table;

pub use baselines::{Baseline, ExpectedAnswers};
pub use clusters::{ClusterRow, clusters};
pub use contingency::{ContingencyTable, JudgmentCounts, MOST_PAIRS};
pub use count_table::{CountAdder, CountRow, count_rows};
pub use counting::{Counts, count};
pub use degradation::{Degradation, Rewarded, degradations};
pub use evaluation::{
    Evaluation, NEGATIVE, Origin, POOLED, PairCorrelation, Seed, Settings, SystemCounts, is_right,
};
pub use inference::{
    Compared, ComparisonRow, Inference, Outcome, RunsRow, ScoreInterval, comparisons,
    expected_time, over_seeds,
};
pub use linguistic_biased::{LearnsFrom, linguistic_biased};
pub use ranking::{Ranking, RankingScores, Rankings, Soundness, TieGroup, Weighting};
pub use scores::{PAIR_ROWS, Score, scores};
use slices::gold_for;
pub use slices::{Population, Slice, SliceKind, SlicePlan};
pub use undefined::{Proportion, Side, Undefined, Value};
pub use weighted_table::WeightedTable;
