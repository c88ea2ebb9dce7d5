//! What may be said of a system's wholes and parts, and under which condition.

use crate::statistics::Interval;

/// What is asked of a system on all of its decomposed originals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadingQuestion {
    /// Does it carry over to wholes what it can do on their parts?
    CarryingOver,
    /// Do its own parts predict its wholes better than the parts of other systems do?
    OwnParts,
    /// Does it do better reading the whole, or reading its parts?
    DirectOrComposed,
}

impl ReadingQuestion {
    /// All, in the order of the rows.
    pub const ALL: [Self; 3] = [Self::CarryingOver, Self::OwnParts, Self::DirectOrComposed];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CarryingOver => "carrying_over",
            Self::OwnParts => "own_parts",
            Self::DirectOrComposed => "direct_or_composed",
        }
    }
}

/// What is said of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// It carries over to wholes what it can do on parts.
    CarriesOver,
    /// Its wholes are right more often if all parts are, which need not be because it composes: a control failed.
    RightWithRightParts,
    /// Its own parts predict its wholes better than the parts of other systems do.
    OwnPartsPredict,
    /// Its wholes are independent of its parts: it does not carry over.
    IndependentOfParts,
    /// It is right on wholes for other reasons than its answers on the parts.
    RightForOtherReasons,
    /// It does better reading the whole.
    BetterOnWholes,
    /// It does better reading the parts, and composing its answers.
    BetterByParts,
    /// It cannot be told.
    CannotTell,
}

impl Reading {
    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CarriesOver => "carries_over",
            Self::RightWithRightParts => "right_with_right_parts",
            Self::OwnPartsPredict => "own_parts_predict",
            Self::IndependentOfParts => "independent_of_parts",
            Self::RightForOtherReasons => "right_for_other_reasons",
            Self::BetterOnWholes => "better_on_wholes",
            Self::BetterByParts => "better_by_parts",
            Self::CannotTell => "cannot_tell",
        }
    }

    /// The words in tables and sentences, of a system: *EDITS is correct more often*.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::CarriesOver => "correct more often",
            Self::RightWithRightParts => "correct more often, controls not passed",
            Self::OwnPartsPredict => "own parts predict more",
            Self::IndependentOfParts => "independent of its parts",
            Self::RightForOtherReasons => "correct although composed wrong",
            Self::BetterOnWholes => "direct predictions better",
            Self::BetterByParts => "composed predictions better",
            Self::CannotTell => "not significant",
        }
    }
}

/// The figures that a reading is made from; nothing where a figure is undefined or has no interval.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Evidence {
    /// The difference that the question is about.
    pub difference: Option<f64>,
    /// The p-value of the question's test, adjusted for its family.
    pub p: Option<f64>,
    /// The interval of the difference at the level that the family leaves.
    pub interval: Option<Interval>,
    /// The interval of `whole_right_composed_wrong` at that level.
    pub against_parts: Option<Interval>,
    /// Of carrying over, the first negative control that failed.
    pub control: Option<FailedControl>,
}

/// Why a system whose wholes go with its parts is not said to carry over: what else could bring that about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailedControl {
    /// There is no comparison with the best constant answer on parts.
    NotCompared,
    /// Outcomes have no constant baseline to compare with.
    NoConstant,
    /// It is not better than the best constant answer on parts.
    Constant,
    /// No other system above the best constant on parts has parts that are right on other originals.
    NoOthers,
    /// Its own parts do not predict its wholes better than the parts of others: pairs may be hard for all.
    Others,
    /// Nothing is seen on originals of which it has some parts right: one coin for each original would do the same.
    MixedParts,
}

impl FailedControl {
    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotCompared => "not_compared",
            Self::NoConstant => "no_constant",
            Self::Constant => "constant",
            Self::NoOthers => "no_others",
            Self::Others => "others",
            Self::MixedParts => "mixed_parts",
        }
    }

    /// In a sentence, of the system.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotCompared => {
                "the report does not compare it with the constant baseline on parts (add the measure `accuracy`)"
            }
            Self::NoConstant => {
                "outcomes have no constant baseline, and a system that always predicts one label may show this \
                 association, too"
            }
            Self::Constant => "it is not significantly better than the constant baseline on parts",
            Self::NoOthers => {
                "no other system above the constant baseline on parts has different parts correct, so that phenom \
                 cannot compare them"
            }
            Self::Others => {
                "its own parts do not predict its originals significantly better than the parts of each other system do"
            }
            Self::MixedParts => {
                "the difference is not significant among originals of several parts with at least one of them correct"
            }
        }
    }
}

/// Within so much of 0, wholes are called independent of parts.
pub const INDEPENDENCE_MARGIN: f64 = 0.1;

/// The one condition of a reading.
#[derive(Debug, Clone, Copy)]
pub struct ReadingCondition {
    /// What it is about.
    pub question: ReadingQuestion,
    /// What is said.
    pub reading: Reading,
    /// When, for people.
    pub condition: &'static str,
    /// The same for the program: the figures, and the level of significance.
    holds: fn(&Evidence, f64) -> bool,
}

/// All conditions. Of the conditions of a question, the first that holds is what is said; where none does,
/// it is *cannot tell*.
pub const READING_CONDITIONS: &[ReadingCondition] = &[
    ReadingCondition {
        question: ReadingQuestion::CarryingOver,
        reading: Reading::CarriesOver,
        condition: "among originals with the same gold label and number of parts, it is significantly more often \
                    correct if all parts are correct; it is significantly better than the constant baseline on parts; \
                    its own parts predict its originals significantly better than the parts of each other system above \
                    that baseline do; and the first difference is significant, at the level of the report, without \
                    originals of one part or with all parts wrong",
        holds: |evidence, alpha| is_seen(evidence, alpha, 1.0) && evidence.control.is_none(),
    },
    ReadingCondition {
        question: ReadingQuestion::CarryingOver,
        reading: Reading::RightWithRightParts,
        condition: "only the first of these conditions is met",
        holds: |evidence, alpha| is_seen(evidence, alpha, 1.0),
    },
    ReadingCondition {
        question: ReadingQuestion::CarryingOver,
        reading: Reading::IndependentOfParts,
        condition: "the interval of that difference is within 10 points of 0",
        holds: |evidence, _| {
            evidence.interval.is_some_and(|interval| {
                -INDEPENDENCE_MARGIN <= interval.lower && interval.upper <= INDEPENDENCE_MARGIN
            })
        },
    },
    ReadingCondition {
        question: ReadingQuestion::CarryingOver,
        reading: Reading::RightForOtherReasons,
        condition: "the composed prediction is wrong for more than half of the originals that it predicts correctly: \
                    the interval of that share is above one half",
        holds: |evidence, _| evidence.against_parts.is_some_and(|interval| interval.lower > 0.5),
    },
    ReadingCondition {
        question: ReadingQuestion::OwnParts,
        reading: Reading::OwnPartsPredict,
        condition: "its originals are significantly more associated with its own parts than with those of each other \
                    system",
        holds: |evidence, alpha| is_seen(evidence, alpha, 1.0),
    },
    ReadingCondition {
        question: ReadingQuestion::DirectOrComposed,
        reading: Reading::BetterOnWholes,
        condition: "its direct predictions are significantly more often correct than its composed ones",
        holds: |evidence, alpha| is_seen(evidence, alpha, 1.0),
    },
    ReadingCondition {
        question: ReadingQuestion::DirectOrComposed,
        reading: Reading::BetterByParts,
        condition: "its composed predictions are significantly more often correct than its direct ones",
        holds: |evidence, alpha| is_seen(evidence, alpha, -1.0),
    },
];

/// Whether a difference with this sign is significant: by its p-value, and by its interval if it has one. The test of a
/// stratified difference is exact and its interval is not, and the stricter of the two decides.
fn is_seen(evidence: &Evidence, alpha: f64, sign: f64) -> bool {
    evidence.p.is_some_and(|p| p <= alpha)
        && evidence.interval.is_none_or(|interval| !interval.contains(0.0))
        && evidence.difference.is_some_and(|difference| sign * difference > 0.0)
}

/// What is said of a system.
#[must_use]
pub fn reading(question: ReadingQuestion, evidence: &Evidence, significance: f64) -> Reading {
    READING_CONDITIONS
        .iter()
        .find(|one| one.question == question && (one.holds)(evidence, significance))
        .map_or(Reading::CannotTell, |one| one.reading)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carrying_over(
        difference: f64,
        p: f64,
        interval: [f64; 2],
        against_parts: [f64; 2],
    ) -> Reading {
        let of = |[lower, upper]: [f64; 2]| Some(Interval { lower, upper });
        let (interval, against_parts) = (of(interval), of(against_parts));
        let evidence = Evidence {
            difference: Some(difference),
            p: Some(p),
            interval,
            against_parts,
            control: None,
        };
        reading(ReadingQuestion::CarryingOver, &evidence, 0.05)
    }

    #[test]
    fn each_reading_has_its_condition() {
        let little = [0.1, 0.3];
        assert_eq!(carrying_over(0.3, 0.01, [0.1, 0.5], little), Reading::CarriesOver);
        assert_eq!(carrying_over(0.3, 0.06, [-0.1, 0.6], little), Reading::CannotTell);
        assert_eq!(carrying_over(0.02, 0.6, [-0.05, 0.1], little), Reading::IndependentOfParts);
        assert_eq!(carrying_over(0.02, 0.6, [-0.05, 0.11], little), Reading::CannotTell);
        // The wrong way round is not carrying over, however sure.
        assert_eq!(carrying_over(-0.3, 0.001, [-0.5, -0.1], little), Reading::CannotTell);
        assert_eq!(
            carrying_over(-0.3, 0.001, [-0.5, -0.1], [0.51, 0.7]),
            Reading::RightForOtherReasons
        );
        assert_eq!(carrying_over(0.0, 1.0, [-0.2, 0.2], [0.5, 0.7]), Reading::CannotTell);
        let controlled = |control| {
            let evidence =
                Evidence { difference: Some(0.3), p: Some(0.01), control, ..Evidence::default() };
            reading(ReadingQuestion::CarryingOver, &evidence, 0.05)
        };
        assert_eq!(controlled(None), Reading::CarriesOver);
        assert_eq!(controlled(Some(FailedControl::Others)), Reading::RightWithRightParts);
        let nothing = Evidence::default();
        for question in ReadingQuestion::ALL {
            assert_eq!(reading(question, &nothing, 0.05), Reading::CannotTell);
        }
        let direct = |difference, p| {
            let evidence = Evidence { difference: Some(difference), p: Some(p), ..nothing };
            reading(ReadingQuestion::DirectOrComposed, &evidence, 0.05)
        };
        assert_eq!(direct(0.1, 0.01), Reading::BetterOnWholes);
        assert_eq!(direct(-0.1, 0.05), Reading::BetterByParts);
        assert_eq!(direct(-0.1, 0.051), Reading::CannotTell);
    }
}
