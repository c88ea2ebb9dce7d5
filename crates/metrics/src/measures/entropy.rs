//! Entropies of gold and of answers.

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, Slices, Style, Test,
};
use crate::counts::ContingencyTable;
use crate::statistics::Divergence;
use crate::undefined::{Undefined, Value};

/// H(G).
pub const GOLD_ENTROPY: Measure = Measure {
    key: "gold_entropy",
    better: Better::Neither,
    name: "gold entropy H(G)",
    definition: "The uncertainty of the gold label before the prediction is known, which is the most that predictions \
                 can reduce.",
    formula: "H(G) = -sum_g P(g) log2 P(g), with P(g) the share of pairs with gold g",
    range: "0 to 1 bit two-way, 0 to log2 3 = 1.585 bits three-way",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no pairs",
    source: "B09 section 5",
    style: Style::Bits,
    computation: Computation::Table(gold_entropy),
    interval: IntervalFrom::Divergence(|table, _| from_even(table, 1)),
    comparison: Comparison::None("gold labels are the same for all systems"),
    ..Measure::OF_SYSTEMS
};

/// H(L).
pub const PREDICTED_ENTROPY: Measure = Measure {
    key: "predicted_entropy",
    better: Better::Neither,
    name: "entropy of the predictions H(L)",
    definition: "How much the system's predictions vary; an abstention is a label of its own.",
    formula: "H(L) = -sum_l P(l) log2 P(l), with P(l) the share of pairs predicted l",
    range: "0 or more bits; log2 of the number of predicted labels at most",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no pairs",
    source: "B09 section 5",
    style: Style::Bits,
    computation: Computation::Table(predicted_entropy),
    interval: IntervalFrom::Divergence(of_answers),
    comparison: Comparison::None("neither a high nor a low value is better"),
    ..Measure::OF_SYSTEMS
};

/// H(G|L).
pub const CONDITIONAL_ENTROPY: Measure = Measure {
    key: "conditional_entropy",
    better: Better::Lower,
    name: "conditional entropy H(G|L)",
    definition: "The uncertainty of the gold label that remains once the system's prediction is known. A label that is \
                 never predicted adds nothing.",
    formula: "H(G|L) = sum_l P(l) H(G|L=l)",
    range: "0 to H(G) bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no pairs",
    source: "B09 section 5",
    style: Style::Bits,
    computation: Computation::Table(conditional_entropy),
    interval: IntervalFrom::Divergence(|table, _| from_even(table, answers(table))),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};

/// H(G|L=l).
pub const ENTROPY_GIVEN_ANSWER: Measure = Measure {
    key: "entropy_given_answer",
    better: Better::Lower,
    name: "entropy given one prediction H(G|L=l)",
    definition: "The uncertainty of the gold label that remains if the system predicts one label: below H(G), the \
                 prediction makes the gold label easier to guess.",
    formula: "H(G|L=l) = -sum_g P(g|l) log2 P(g|l)",
    range: "0 to log2 of the number of labels, in bits; it may be above H(G)",
    bounds: [0.0, f64::INFINITY],
    undefined: "if the label is never predicted",
    source: "B09 section 5",
    style: Style::Bits,
    slices: Slices::OfJudgments,
    computation: Computation::Judgment(entropy_given),
    interval: IntervalFrom::Divergence(|table, answer| Divergence {
        units: table.predicted(answer),
        ..from_even(table, 1)
    }),
    comparison: Comparison::None("it is about one label, and systems are compared on all of them"),
    ..Measure::OF_SYSTEMS
};

/// An entropy of gold as a divergence from evenly spread judgments, given so many answers.
fn from_even(table: &ContingencyTable, answers: u64) -> Divergence {
    even(table.total(), table.labels() as u64, answers)
}

/// H(L) as a divergence from evenly spread answers.
fn of_answers(table: &ContingencyTable, _: usize) -> Divergence {
    even(table.total(), answers(table).max(table.labels() as u64), 1)
}

fn even(pairs: u64, values: u64, times: u64) -> Divergence {
    let highest = (values as f64).log2();
    let freedom = values.saturating_sub(1) * times;
    Divergence { units: pairs, none: highest, full: 0.0, most: highest, freedom, bits: 1.0 }
}

/// How many answers occur.
pub(super) fn answers(table: &ContingencyTable) -> u64 {
    table.columns().filter(|&answer| table.predicted(answer) > 0).count() as u64
}

/// Entropy of a distribution given as counts, in bits.
///
/// # Errors
/// [`Undefined::NoPairs`] where all counts are 0.
pub fn entropy(counts: impl Iterator<Item = u64> + Clone) -> Value {
    let total: u64 = counts.clone().sum();
    if total == 0 {
        return Err(Undefined::NoPairs);
    }
    let total = total as f64;
    let term = |count: u64| (count as f64 / total) * (total / count as f64).log2();
    Ok(counts.filter(|count| *count > 0).map(term).sum())
}

/// H(G), in bits.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn gold_entropy(table: &ContingencyTable) -> Value {
    entropy((0..table.labels()).map(|gold| table.gold(gold)))
}

/// H(L), in bits.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub(crate) fn predicted_entropy(table: &ContingencyTable) -> Value {
    entropy(table.columns().map(|answer| table.predicted(answer)))
}

/// H(G|L=l), in bits.
///
/// # Errors
/// [`Undefined::NeverAnswered`] where the answer never occurs.
pub(crate) fn entropy_given(table: &ContingencyTable, answer: usize) -> Value {
    entropy((0..table.labels()).map(|gold| table.count(gold, answer)))
        .map_err(|_| Undefined::NeverAnswered)
}

/// H(G|L), in bits.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn conditional_entropy(table: &ContingencyTable) -> Value {
    let total = table.total();
    if total == 0 {
        return Err(Undefined::NoPairs);
    }
    let given = table.columns().filter_map(|answer| {
        let share = table.predicted(answer) as f64 / total as f64;
        entropy_given(table, answer).ok().map(|entropy| share * entropy)
    });
    Ok(given.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bergmair_figure_2() {
        // The paper prints H(G) 1.4277 and H(G|L) 1.3441.
        let rows = [vec![20, 25, 5], vec![9, 18, 9], vec![1, 7, 6]];
        let table = ContingencyTable::from_rows(&rows).unwrap();
        assert!((gold_entropy(&table).unwrap() - 1.4277).abs() < 5e-5);
        assert!((conditional_entropy(&table).unwrap() - 1.3441).abs() < 5e-5);
    }

    #[test]
    fn an_answer_that_never_occurs_has_no_entropy_and_adds_nothing() {
        let table = ContingencyTable::from_rows(&[vec![3, 0], vec![1, 0]]).unwrap();
        assert_eq!(entropy_given(&table, 1), Err(Undefined::NeverAnswered));
        assert_eq!(conditional_entropy(&table), gold_entropy(&table));
        assert_eq!(predicted_entropy(&table), Ok(0.0));
    }
}
