//! Accuracy conditioned on the answer.

use super::mean::mean;
use super::{ComparedOn, Comparison, Computation, IntervalFrom, Measure, Slices, Test};
use crate::counts::ContingencyTable;
use crate::undefined::{Proportion, Undefined, Value};

/// Precision.
pub const PRECISION: Measure = Measure {
    key: "precision",
    name: "precision",
    definition: "Accuracy on the pairs with one predicted label: how far that prediction can be trusted.",
    formula: "correct among the pairs predicted l / pairs predicted l",
    undefined: "if the label is never predicted",
    source: "B09 section 3; V08 section 2.1",
    slices: Slices::OfJudgments,
    computation: Computation::ShareOfAnswer(precision),
    interval: IntervalFrom::Share,
    comparison: Comparison::None("it is about one label, and systems are compared on all of them"),
    ..Measure::SHARE
};

/// The mean of the precisions.
pub const MEAN_PRECISION: Measure = Measure {
    key: "mean_precision",
    name: "mean precision",
    definition: "Precision averaged over the labels that are predicted, each with the same weight.",
    formula: "mean over the predicted labels l of the precision of l",
    undefined: "if there are no pairs, if every prediction is an abstention, and if all pairs have the same gold label: \
                the precision of every other label is then 0 by definition",
    source: "B09 section 3",
    computation: Computation::Table(mean_precision),
    interval: IntervalFrom::Jackknife([0.0, 1.0]),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// The precision of an answer, as the two counts that it is made of.
///
/// # Errors
/// [`Undefined::NeverAnswered`] where the answer is not given.
pub fn precision(table: &ContingencyTable, answer: usize) -> Result<Proportion, Undefined> {
    match table.predicted(answer) {
        0 => Err(Undefined::NeverAnswered),
        denominator => Ok(Proportion { numerator: table.count(answer, answer), denominator }),
    }
}

/// The mean of the precisions.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table, [`Undefined::NeverAnswered`] where no judgment is
/// answered, [`Undefined::ConstantGold`] where all pairs have the same gold judgment.
pub(crate) fn mean_precision(table: &ContingencyTable) -> Value {
    if table.total() == 0 {
        return Err(Undefined::NoPairs);
    }
    let precisions = (0..table.labels())
        .filter_map(|answer| precision(table, answer).and_then(Proportion::value).ok());
    let mean = mean(precisions).ok_or(Undefined::NeverAnswered)?;
    match (0..table.labels()).filter(|&gold| table.gold(gold) > 0).count() {
        0 | 1 => Err(Undefined::ConstantGold),
        _ => Ok(mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voorhees_table_1() {
        // Rows here are gold; the paper's rows are responses. 2449 of 3726 answers "entailment".
        let rows = [vec![2449, 2172, 299], vec![929, 2345, 542], vec![348, 415, 101]];
        let table = ContingencyTable::from_rows(&rows).unwrap();
        let of = |answer| precision(&table, answer).unwrap();
        assert_eq!(of(0), Proportion { numerator: 2449, denominator: 3726 });
        assert_eq!(of(2), Proportion { numerator: 101, denominator: 942 });
    }

    #[test]
    fn an_answer_that_is_never_given_has_none() {
        let table = ContingencyTable::from_rows(&[vec![3, 0], vec![1, 0]]).unwrap();
        assert_eq!(precision(&table, 1), Err(Undefined::NeverAnswered));
        assert_eq!(mean_precision(&table), Ok(0.75));
        let abstains = ContingencyTable::from_rows(&[vec![0, 0, 2], vec![0, 0, 1]]).unwrap();
        assert_eq!(mean_precision(&abstains), Err(Undefined::NeverAnswered));
    }

    /// Two of five right would be 0.5: the mean of the precision of the one judgment, 1, and of another
    /// one, which nothing could answer rightly.
    #[test]
    fn of_one_gold_judgment_it_means_nothing() {
        let table = ContingencyTable::from_rows(&[vec![2, 3], vec![0, 0]]).unwrap();
        assert_eq!(mean_precision(&table), Err(Undefined::ConstantGold));
    }
}
