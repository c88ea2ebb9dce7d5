//! F1, of one judgment and over judgments.

use super::mean::mean;
use super::{ComparedOn, Comparison, Computation, IntervalFrom, Measure, Slices, Test};
use crate::counts::ContingencyTable;
use crate::undefined::{Undefined, Value};

/// F1.
pub const F1: Measure = Measure {
    key: "f1",
    name: "F1",
    definition: "The harmonic mean of conditioned accuracy (recall) and precision of one label.",
    formula: "2 TP / (2 TP + FP + FN), with TP the pairs whose gold and predicted label are this label, FP those with \
              only the predicted label, FN those with only the gold label",
    undefined: "if neither gold labels nor predictions contain the label",
    source: "Not in the papers, which give its two parts (B09 section 3); van Rijsbergen 1979",
    slices: Slices::OfJudgments,
    computation: Computation::Judgment(f1),
    interval: IntervalFrom::Jackknife([0.0, 1.0]),
    comparison: Comparison::None("it is about one label, and systems are compared on all of them"),
    ..Measure::SHARE
};

/// Macro F1.
pub const MACRO_F1: Measure = Measure {
    key: "macro_f1",
    name: "macro F1",
    definition: "F1 averaged over the labels that occur in gold or among the predictions, each with the same weight.",
    formula: "mean of F1 over the labels that occur",
    undefined: "if there are no pairs",
    source: "Not in the papers, which give its two parts (B09 section 3); van Rijsbergen 1979",
    computation: Computation::Table(macro_f1),
    interval: IntervalFrom::Jackknife([0.0, 1.0]),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// F1 of one label.
///
/// # Errors
/// [`Undefined::NeverOccurs`] where neither gold nor answers hold it.
pub fn f1(table: &ContingencyTable, label: usize) -> Value {
    match table.gold(label) + table.predicted(label) {
        0 => Err(Undefined::NeverOccurs),
        both => Ok(2.0 * table.count(label, label) as f64 / both as f64),
    }
}

/// F1 averaged over the labels that occur.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn macro_f1(table: &ContingencyTable) -> Value {
    mean((0..table.labels()).filter_map(|label| f1(table, label).ok())).ok_or(Undefined::NoPairs)
}
