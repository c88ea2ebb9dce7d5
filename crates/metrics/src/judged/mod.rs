//! Judged gold: judges' labels of all pairs, corrected by those of people on some.
//!
//! People's labels are taken for the truth, and judges only make intervals shorter. Nothing is assumed of a judge: a bad one
//! costs nothing but the gain, as long as the pairs that people read were chosen by chance with known probabilities.

#[cfg(test)]
mod cases;
mod difference;

mod slice;
mod table;
mod wholes;

pub use difference::{Basis, JudgedDifference};

pub use slice::JudgedSlice;
pub use table::{Answers, JudgedTable};
pub use wholes::composed_answers;

use crate::statistics::prediction_powered::NotCorrected;
