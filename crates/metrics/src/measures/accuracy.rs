//! Accuracy, over all pairs and over those with one gold judgment.

use super::Measure;
use crate::{ContingencyTable, Proportion, Undefined};

/// Accuracy.
pub const ACCURACY: Measure = Measure {
    key: "accuracy",
    name: "accuracy",
    definition: "The share of pairs whose answer agrees with gold, under the task of the config \
                 (two-way or three-way). An abstention counts as wrong.",
    formula: "acc = correct / pairs",
    range: "0 to 1",
    undefined: "on no pairs",
    source: "CM10 section 3.1; B09 section 3 (A2, A3); V08 section 2",
};

/// Accuracy conditioned on gold.
pub const CONDITIONED_ACCURACY: Measure = Measure {
    key: "conditioned_accuracy",
    name: "conditioned accuracy",
    definition: "Accuracy on the pairs with one gold judgment; the recall of that judgment.",
    formula: "A'(g) = correct among the pairs with gold g / pairs with gold g",
    range: "0 to 1",
    undefined: "where no pair has that gold judgment",
    source: "B09 section 3; V08 section 2.1; CM10 Tables 2 and 5",
};

/// Accuracy as the two counts that it is made of.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn accuracy(table: &ContingencyTable) -> Result<Proportion, Undefined> {
    let correct = table.correct();
    correct.value().map(|_| correct)
}
