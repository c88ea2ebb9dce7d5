//! What is counted: slices, the one pass over the answers, and the tables that come of it.

mod by_chance;
mod contingency;
mod counting;
mod expected_answers;
mod given_table;
mod judgment_counts;
mod pairs_by_runs;
mod set_counts;
mod slices;
mod tally;
mod tie_group;
mod unit;
mod weighted_table;
mod whole_and_parts;

pub(crate) use by_chance::AccuraciesByChance;
#[cfg(test)]
pub(crate) use contingency::tests::tables;
pub use contingency::{ContingencyTable, MOST_PAIRS};
pub(crate) use counting::count_outcomes;
pub use counting::{Counts, count};
pub(crate) use expected_answers::ExpectedAnswers;
pub use given_table::NotATable;
pub(crate) use judgment_counts::JudgmentCounts;
pub(crate) use pairs_by_runs::{Answered, PairsByRuns, unanimous};
pub(crate) use set_counts::{SetCounts, SetMean, set_counts_together};
pub(crate) use slices::{Counted, gold_for};
pub use slices::{Population, Slice, SliceKind, SlicePlan};
pub use tally::Tally;
pub(crate) use tally::{Layout, WholeTally};
pub(crate) use tie_group::TieGroup;
pub(crate) use unit::Unit;
pub use unit::scores_fit;
pub(crate) use weighted_table::WeightedTable;
pub use whole_and_parts::WholeAndParts;
