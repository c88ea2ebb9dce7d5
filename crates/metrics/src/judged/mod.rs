//! Judged gold: judges' labels of all pairs, corrected by those of people on some.
//!
//! People's labels are taken for the truth, and judges only make intervals shorter. Nothing is assumed of a judge: a bad one
//! costs nothing but the gain, as long as the pairs that people read were chosen by chance with known probabilities.

#[cfg(test)]
mod cases;
mod difference;
mod estimates;
mod evaluation;
mod formula;
mod length;
mod next_labels;
mod of_task;
mod outcomes;
mod reading_check;
mod shares;
mod slice;
mod solved;
mod table;
mod wholes;

pub(crate) use difference::FEWEST_CORRECTIONS;
pub use evaluation::{JUDGED_MEASURES, JudgeOfPairs, JudgedEvaluation, RestsOn};
pub use next_labels::{LabelsFor, NextLabels};
pub(crate) use of_task::Who;
pub use reading_check::{Mismatch, PartlyRead, ReadingCheck, ReadingTest, Trait};
pub use table::{Answers, JudgedTable};

pub use crate::statistics::prediction_powered::LabelsNeeded;

use crate::statistics::prediction_powered::NotCorrected;

/// By whose labels a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// Those of judges, corrected by people.
    Corrected,
    /// Those of people alone.
    People,
    /// Those of one judge alone.
    Judge(usize),
}
