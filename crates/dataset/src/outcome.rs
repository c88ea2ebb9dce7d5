//! Outcomes: predictions of which it is known how far they are right, on pairs without gold labels.
//!
//! Every pair of such a dataset has the gold label [`RIGHT`], and a system predicts [`RIGHT`], [`WRONG`], or
//! [`PARTLY_RIGHT`] with a score. So whatever asks if a prediction is the gold label works on outcomes unchanged. Under
//! [`Task::Outcome`](crate::Task::Outcome) nothing shows these labels.

use crate::judgment::{RIGHT, WRONG};
use crate::wording::quoted;
use crate::{Answer, ProblemKind, Several};

/// The prediction with a score between 0 and 1, which the run keeps.
pub const PARTLY_RIGHT: Answer = Answer::Several(Several::EntailmentNotEntailment);

/// The words for right and for wrong predictions, in any case.
const WORDS: [[&str; 2]; 7] = [
    ["right", "wrong"],
    ["correct", "incorrect"],
    ["true", "false"],
    ["pass", "fail"],
    ["passed", "failed"],
    ["yes", "no"],
    ["c", "i"],
];

/// How far a prediction is right: a score from 0 to 1, in [units](Self::UNIT).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome(u32);

impl Outcome {
    /// The units of a score of 1. Halves to tenths, twelfths, sixteenths, twentieths and hundredths are whole numbers of
    /// them; any other score is rounded to the nearest, and so by 0.00002 at most.
    pub const UNIT: u32 = 25_200;

    /// The outcome in a cell, and if its score was rounded.
    ///
    /// # Errors
    /// [`ProblemKind::Malformed`] if it is neither a word for right or wrong nor a number from 0 to 1.
    pub fn parse(cell: &str) -> Result<(Self, bool), ProblemKind> {
        let cell = cell.trim();
        for [right, wrong] in WORDS {
            if cell.eq_ignore_ascii_case(right) {
                return Ok((Self(Self::UNIT), false));
            }
            if cell.eq_ignore_ascii_case(wrong) {
                return Ok((Self(0), false));
            }
        }
        let score = cell.parse::<f64>().ok();
        let outcome = score.and_then(Self::from_score).ok_or_else(|| not_an_outcome(cell))?;
        // A double such as 0.29 has an error in its last digits.
        let error = score.unwrap_or_default() * f64::from(Self::UNIT) - f64::from(outcome.0);
        Ok((outcome, error.abs() > 1e-6))
    }

    /// The outcome with a score, in the nearest units; `None` unless the score is from 0 to 1.
    #[must_use]
    pub fn from_score(score: f64) -> Option<Self> {
        let units = (score * f64::from(Self::UNIT)).round();
        (0.0..=1.0).contains(&score).then_some(Self(units as u32))
    }

    /// Right if the score is at a threshold or above it, else wrong; with `above`, only if it is above.
    #[must_use]
    pub(crate) fn judged(self, threshold: OutcomeThreshold) -> Self {
        let units = (threshold.least * f64::from(Self::UNIT)).round() as u32;
        let is_right = self.0 > units || (!threshold.above && self.0 == units);
        Self(if is_right { Self::UNIT } else { 0 })
    }

    /// The prediction that stands for the outcome.
    #[must_use]
    pub fn answer(self) -> Answer {
        match self.0 {
            0 => Answer::Judged(WRONG),
            Self::UNIT => Answer::Judged(RIGHT),
            _ => PARTLY_RIGHT,
        }
    }

    /// The score, in units.
    #[must_use]
    pub(crate) fn units(self) -> u32 {
        self.0
    }
}

/// From which score on an outcome is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OutcomeThreshold {
    /// The least score that is right, from 0 to 1.
    pub least: f64,
    /// Whether this score itself is wrong.
    pub above: bool,
}

fn not_an_outcome(cell: &str) -> ProblemKind {
    let words: Vec<String> =
        WORDS.iter().map(|[right, wrong]| format!("{right}/{wrong}")).collect();
    ProblemKind::Malformed {
        message: format!("{} is not an outcome", quoted(cell)),
        help: Some(format!(
            "write a number from 0 to 1, or one of these words in upper or lower case: {}",
            words.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(cell: &str) -> u32 {
        Outcome::parse(cell).unwrap().0.units()
    }

    #[test]
    fn words_in_any_case_and_numbers_are_outcomes() {
        for cell in ["right", "Correct", "TRUE", "pass", "yes", "C", " c ", "1", "1.0", "1e0"] {
            assert_eq!(units(cell), Outcome::UNIT, "{cell}");
        }
        for cell in ["wrong", "Incorrect", "False", "FAIL", "No", "I", "0", "0.0", "-0"] {
            assert_eq!(units(cell), 0, "{cell}");
        }
        // 25,200 / 4, 25,200 * 29 / 100, 25,200 / 3.
        assert_eq!([units("0.25"), units(".29"), units("0.333333333333")], [6_300, 7_308, 8_400]);
    }

    #[test]
    fn a_score_between_two_units_is_rounded_and_that_is_known() {
        for (cell, is_rounded) in [("0.25", false), ("0.29", false), ("0.3333333333", false)] {
            assert_eq!(Outcome::parse(cell).unwrap().1, is_rounded, "{cell}");
        }
        // 0.1234 * 25,200 = 3,109.68
        assert_eq!(Outcome::parse("0.1234").unwrap(), (Outcome(3_110), true));
    }

    #[test]
    fn anything_else_is_refused() {
        for cell in ["", "maybe", "1.01", "-0.1", "NaN", "inf", "50 %", "P", "entailment"] {
            assert!(Outcome::parse(cell).is_err(), "{cell}");
        }
        let kind = Outcome::parse("maybe").unwrap_err();
        assert_eq!(kind.to_string(), "`maybe` is not an outcome");
        assert_eq!(
            kind.help().unwrap(),
            "write a number from 0 to 1, or one of these words in upper or lower case: right/wrong, \
             correct/incorrect, true/false, pass/fail, passed/failed, yes/no, c/i"
        );
    }

    #[test]
    fn a_threshold_makes_scores_right_or_wrong() {
        let judged = |cell: &str, above| {
            let threshold = OutcomeThreshold { least: 0.5, above };
            Outcome::parse(cell).unwrap().0.judged(threshold).answer()
        };
        let (right, wrong) = (Answer::Judged(RIGHT), Answer::Judged(WRONG));
        assert_eq!([judged("0.5", false), judged("0.49", false)], [right, wrong]);
        assert_eq!([judged("0.5", true), judged("0.51", true)], [wrong, right]);
        assert_eq!(Outcome::parse("0.5").unwrap().0.answer(), PARTLY_RIGHT);
    }
}
