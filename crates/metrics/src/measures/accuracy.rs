//! Accuracy, over all pairs and over those with one gold judgment.

use super::mean::mean;
use super::{ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, Slices, Test};
use phenom_dataset::Task;

use crate::counts::{ContingencyTable, ExpectedAnswers};
use crate::undefined::{Proportion, Undefined, Value};

/// Accuracy.
pub const ACCURACY: Measure = Measure {
    key: "accuracy",
    name: "accuracy",
    definition: "The share of pairs whose predicted label equals the gold label, under the task of the config (two-way \
                 or three-way). An abstention counts as wrong.",
    formula: "acc = correct / pairs",
    undefined: "if there are no pairs",
    source: "CM10 section 3.1; B09 section 3 (A2, A3); V08 section 2",
    computation: Computation::RightAnswers,
    expected: Some(Expected::Answers(|answers| Ok(answers.accuracy()))),
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllSlices, Test::SignFlip),
    ..Measure::SHARE
};

/// Two-way accuracy.
pub const ACCURACY_TWO_WAY: Measure = Measure {
    key: "accuracy_two_way",
    name: "two-way accuracy A2",
    definition: "The share of pairs whose predicted label equals the gold label, if unknown and contradiction both \
                 count as not-entailment.",
    formula: "A2 = pairs with the same two-way gold and predicted label / pairs",
    undefined: "if there are no pairs",
    source: "B09 section 3; V08 section 2",
    computation: Computation::Share(Task::TwoWay, accuracy),
    expected: Some(Expected::Answers(|answers| Ok(answers.accuracy_two_way()))),
    interval: IntervalFrom::Share,
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// Three-way accuracy.
pub const ACCURACY_THREE_WAY: Measure = Measure {
    key: "accuracy_three_way",
    name: "three-way accuracy A3",
    definition: "The share of pairs whose predicted label equals the gold label, among entailment, unknown and \
                 contradiction.",
    formula: "A3 = pairs with the same three-way gold and predicted label / pairs",
    undefined: "if there are no pairs, and if gold labels or the system are two-way",
    source: "B09 section 3; V08 section 2",
    computation: Computation::Share(Task::ThreeWay, accuracy),
    expected: Some(Expected::Answers(ExpectedAnswers::accuracy_three_way)),
    interval: IntervalFrom::Share,
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// Accuracy on the wholes.
pub const WHOLE_ACCURACY: Measure = Measure {
    key: "whole_accuracy",
    name: "accuracy on decomposed originals",
    definition: "Accuracy on the original pairs that were decomposed: the numerator of the Correlation Index, whose \
                 denominator is the accuracy on monothematic pairs. It equals the accuracy on original pairs if all \
                 were decomposed.",
    formula: "acc(O) = correct among the original pairs that have a monothematic pair / these pairs",
    undefined: "if there are no monothematic pairs",
    source: "CM10 section 3.2",
    computation: Computation::RightWholes,
    expected: Some(Expected::Itself),
    interval: IntervalFrom::Share,
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// The mean of the conditioned accuracies.
pub const MEAN_CONDITIONED_ACCURACY: Measure = Measure {
    key: "mean_conditioned_accuracy",
    name: "balanced accuracy (mean conditioned accuracy A')",
    definition: "Conditioned accuracy averaged over the gold labels, each with the same weight however rare it is. \
                 Every constant baseline gets 1 / labels.",
    formula: "A' = mean over the labels g that occur in gold of A'(g)",
    undefined: "if there are no pairs",
    source: "B09 section 3",
    computation: Computation::Table(mean_conditioned_accuracy),
    expected: Some(Expected::Answers(ExpectedAnswers::mean_conditioned_accuracy)),
    interval: IntervalFrom::Jackknife([0.0, 1.0]),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// Accuracy conditioned on gold.
pub const CONDITIONED_ACCURACY: Measure = Measure {
    key: "conditioned_accuracy",
    name: "conditioned accuracy",
    definition: "Accuracy on the pairs with one gold label; the recall of that label.",
    formula: "A'(g) = correct among the pairs with gold g / pairs with gold g",
    undefined: "if no pair has that gold label",
    source: "B09 section 3; V08 section 2.1; CM10 Tables 2 and 5",
    slices: Slices::OfJudgments,
    computation: Computation::RightAnswers,
    expected: Some(Expected::Answers(|answers| Ok(answers.accuracy()))),
    interval: IntervalFrom::Share,
    comparison: Comparison::None("it is about one label, and systems are compared on all of them"),
    ..Measure::SHARE
};

/// Conditioned accuracy of a gold label as the two counts that it is made of.
///
/// # Errors
/// [`Undefined::NoPairs`] where no pair has that label.
pub fn conditioned_accuracy(
    table: &ContingencyTable,
    gold: usize,
) -> Result<Proportion, Undefined> {
    table.correct_of(gold).of_pairs()
}

/// The mean of the conditioned accuracies.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn mean_conditioned_accuracy(table: &ContingencyTable) -> Value {
    mean(
        (0..table.labels())
            .filter_map(|gold| conditioned_accuracy(table, gold).and_then(Proportion::value).ok()),
    )
    .ok_or(Undefined::NoPairs)
}

/// Accuracy as the two counts that it is made of.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn accuracy(table: &ContingencyTable) -> Result<Proportion, Undefined> {
    table.correct().of_pairs()
}
