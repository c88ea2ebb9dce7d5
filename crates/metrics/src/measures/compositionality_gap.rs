//! Whole wrong though all parts are right, and whole right though some part is wrong.

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Test,
};
use crate::statistics::TwoByTwo;
use crate::undefined::{Proportion, Undefined, Value};

/// P(whole wrong | all parts right).
pub const COMPOSITIONALITY_GAP: Measure = Measure {
    key: "compositionality_gap",
    better: Better::Lower,
    name: "compositionality gap",
    definition: "The share of originals that are wrong among those with all parts correct. The expected value under \
                 independence of originals and parts is shown next to it.",
    formula: "P(original wrong | all parts correct), over the originals that have gold labels and whose parts all have \
        them",
    range: "0 to 1; ideal 0",
    undefined: "if no original has all parts correct",
    source: "Not in the papers; Press et al. 2023, Measuring and Narrowing the Compositionality Gap in \
             Language Models",
    computation: Computation::Composition(OfComposition::Solved(|table| gap(table).into())),
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::SHARE
};

/// The gap of independent wholes.
pub const EXPECTED_COMPOSITIONALITY_GAP: Measure = Measure {
    key: "expected_compositionality_gap",
    better: Better::Neither,
    name: "compositionality gap under independence",
    definition: "The expected compositionality gap if correct originals and correct parts were independent among \
                 originals with the same gold label and number of parts.",
    formula: "sum_s m_s (1 - q_s) / sum_s m_s, with m_s the originals of a stratum with all parts correct and q_s the \
              share of correct originals in it",
    undefined: "if no original has all parts correct",
    source: "Not in the papers",
    computation: Computation::Composition(OfComposition::Strata(|strata| {
        expected_gap(strata).into()
    })),
    interval: IntervalFrom::None(
        "it is an expected value under independence, shown next to the gap",
    ),
    comparison: Comparison::None("it is a property of independence, not of a system"),
    ..Measure::SHARE
};

/// P(some part wrong | whole right).
pub const WHOLE_RIGHT_PART_WRONG: Measure = Measure {
    key: "whole_right_part_wrong",
    better: Better::Lower,
    name: "correct with a wrong part",
    definition: "The share of originals with a wrong part among those that are correct. The more parts an original has, \
                 the higher this share is. The expected value under independence of originals and parts is shown next \
                 to it.",
    formula: "P(some part wrong | original correct), over the originals that have gold labels and whose parts all have \
        them",
    range: "0 to 1; ideal 0",
    undefined: "if no original is correct",
    source: "Not in the papers; Tang, Ng and Tung 2021, Do Multi-Hop Question Answering Systems Know How to \
             Answer the Single-Hop Sub-Questions?",
    computation: Computation::Composition(OfComposition::Solved(|table| part_wrong(table).into())),
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::SHARE
};

/// The same of independent wholes.
pub const EXPECTED_WHOLE_RIGHT_PART_WRONG: Measure = Measure {
    key: "expected_whole_right_part_wrong",
    better: Better::Neither,
    name: "correct with a wrong part under independence",
    definition: "The expected share of correct originals with a wrong part if correct originals and correct parts were \
                 independent among originals with the same gold label and number of parts.",
    formula: "sum_s r_s (1 - p_s) / sum_s r_s, with r_s the correct originals of a stratum and p_s the share of its \
              originals with all parts correct",
    undefined: "if no original is correct",
    source: "Not in the papers",
    computation: Computation::Composition(OfComposition::Strata(|strata| {
        expected_part_wrong(strata).into()
    })),
    interval: IntervalFrom::None(
        "it is an expected value under independence, shown next to the share",
    ),
    comparison: Comparison::None("it is a property of independence, not of a system"),
    ..Measure::SHARE
};

/// P(composed answer wrong | whole right).
pub const WHOLE_RIGHT_COMPOSED_WRONG: Measure = Measure {
    key: "whole_right_composed_wrong",
    better: Better::Lower,
    name: "correct, composed prediction wrong",
    definition: "The share of originals with a wrong composed prediction among those that are correct: the direct \
                 prediction does not follow from the predictions on the parts. An original with a wrong part does not \
                 count if its composed prediction is correct.",
    formula: "P(composed prediction wrong | direct prediction correct), over the originals that have gold labels and \
        parts",
    range: "0 to 1; ideal 0",
    undefined: "if no original is correct",
    source: "Not in the papers",
    computation: Computation::Composition(OfComposition::Right(|table| {
        composed_wrong(table).into()
    })),
    interval: IntervalFrom::Share,
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::SHARE
};

/// The share, or the reason where nothing has the condition.
fn given(table: TwoByTwo, share: Proportion, reason: Undefined) -> Result<Proportion, Undefined> {
    Proportion::from(table.first()).of_pairs()?;
    share.of_pairs().map_err(|_| reason)
}

fn gap(table: TwoByTwo) -> Result<Proportion, Undefined> {
    let Proportion { numerator, denominator } = table.second_given_first().into();
    let wrong = Proportion { numerator: denominator - numerator, denominator };
    given(table, wrong, Undefined::NoSolvedParts)
}

fn part_wrong(table: TwoByTwo) -> Result<Proportion, Undefined> {
    let right = table.second().numerator;
    let share = Proportion { numerator: table.second_alone, denominator: right };
    given(table, share, Undefined::NoRightWhole)
}

/// Of direct against composed answers.
fn composed_wrong(table: TwoByTwo) -> Result<Proportion, Undefined> {
    let right = table.first().numerator;
    let share = Proportion { numerator: table.first_alone, denominator: right };
    given(table, share, Undefined::NoRightWhole)
}

fn expected_gap(strata: &[TwoByTwo]) -> Value {
    expected(strata, |stratum| stratum.first().numerator, Undefined::NoSolvedParts)
}

fn expected_part_wrong(strata: &[TwoByTwo]) -> Value {
    expected(strata, |stratum| stratum.second().numerator, Undefined::NoRightWhole)
}

/// Of so many originals of each stratum, the share that does not have both properties.
fn expected(strata: &[TwoByTwo], of: impl Fn(&TwoByTwo) -> u64, reason: Undefined) -> Value {
    if strata.iter().all(|stratum| stratum.total() == 0) {
        return Err(Undefined::NoPairs);
    }
    let all: u64 = strata.iter().map(of).sum();
    if all == 0 {
        return Err(reason);
    }
    let both: f64 = strata.iter().map(|stratum| stratum.expected_both()).sum();
    Ok((1.0 - both / all as f64).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRATA: [[u64; 4]; 2] = [[20, 5, 10, 15], [2, 8, 6, 24]];

    #[test]
    fn by_hand() {
        let [one, other] = STRATA.map(TwoByTwo::from_counts);
        let table = one.plus(other);
        assert_eq!(gap(table), Ok(Proportion { numerator: 13, denominator: 35 }));
        assert_eq!(part_wrong(table), Ok(Proportion { numerator: 16, denominator: 38 }));
        let direct = TwoByTwo::from_counts([20, 9, 4, 7]);
        assert_eq!(composed_wrong(direct), Ok(Proportion { numerator: 9, denominator: 29 }));
        // 25 of 50 have all parts right and 30 the whole; 10 of 40 and 8 of 40.
        let both = 25.0 * 30.0 / 50.0 + 10.0 * 8.0 / 40.0;
        assert!((expected_gap(&[one, other]).unwrap() - (1.0 - both / 35.0)).abs() < 1e-15);
        assert!((expected_part_wrong(&[one, other]).unwrap() - (1.0 - both / 38.0)).abs() < 1e-15);
    }

    #[test]
    fn each_undefined_case_has_its_reason() {
        let of = TwoByTwo::from_counts;
        assert_eq!(gap(of([0, 0, 1, 2])), Err(Undefined::NoSolvedParts));
        assert_eq!(expected_gap(&[of([0, 0, 1, 2])]), Err(Undefined::NoSolvedParts));
        assert_eq!(part_wrong(of([0, 3, 0, 2])), Err(Undefined::NoRightWhole));
        assert_eq!(expected_part_wrong(&[of([0, 3, 0, 2])]), Err(Undefined::NoRightWhole));
        assert_eq!(composed_wrong(of([0, 0, 3, 2])), Err(Undefined::NoRightWhole));
        assert_eq!(gap(of([0; 4])), Err(Undefined::NoPairs));
        assert_eq!(expected_gap(&[]), Err(Undefined::NoPairs));
    }
}
