//! What a pair's text says of its hypothesis.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The gold label of every pair, and the prediction that is right.
pub const RIGHT: Judgment = Judgment::Entailment;

/// The prediction that is wrong.
pub const WRONG: Judgment = Judgment::NotEntailment;

/// A judgment on a text-hypothesis pair, whatever word a file uses for it.
///
/// The first three are the three-way judgments; [`NotEntailment`](Self::NotEntailment) is what a
/// two-way source says when it does not tell *unknown* from *contradiction*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Judgment {
    /// The text entails the hypothesis.
    Entailment = 0,
    /// The text neither entails nor contradicts the hypothesis.
    #[serde(alias = "neutral")]
    Unknown = 1,
    /// The text contradicts the hypothesis.
    Contradiction = 2,
    /// The text does not entail the hypothesis; two-way only.
    #[serde(alias = "not_entailment", alias = "non-entailment")]
    NotEntailment = 3,
}

impl Judgment {
    /// Every judgment, in the order of the tables.
    pub const ALL: [Self; 4] =
        [Self::Entailment, Self::Unknown, Self::Contradiction, Self::NotEntailment];

    /// The judgment's word in configs, files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Entailment => "entailment",
            Self::Unknown => "unknown",
            Self::Contradiction => "contradiction",
            Self::NotEntailment => "not-entailment",
        }
    }

    /// Other words for judgments, which a config may use in the place of their names.
    pub const ALIASES: [(&'static str, Self); 3] = [
        ("neutral", Self::Unknown),
        ("not_entailment", Self::NotEntailment),
        ("non-entailment", Self::NotEntailment),
    ];

    /// The judgment with the given [`name`](Self::name), or with another word for it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let named = Self::ALL.into_iter().find(|judgment| judgment.name() == name);
        let alias = || Self::ALIASES.iter().find(|(alias, _)| *alias == name);
        named.or_else(|| alias().map(|(_, judgment)| *judgment))
    }

    /// The two-way view: *unknown* and *contradiction* become *not-entailment*. There is no way
    /// back.
    #[must_use]
    #[inline]
    pub fn two_way(self) -> Self {
        match self {
            Self::Entailment => Self::Entailment,
            Self::Unknown | Self::Contradiction | Self::NotEntailment => Self::NotEntailment,
        }
    }

    /// A dense code, 0 to 3.
    #[must_use]
    #[inline]
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The judgment with the given [`code`](Self::code).
    #[must_use]
    #[inline]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Which judgments are told apart when answers are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// *Entailment* against *not-entailment*.
    TwoWay,
    /// *Entailment*, *unknown* and *contradiction*.
    ThreeWay,
    /// Right against wrong, of pairs without gold labels: see [`Outcome`](crate::Outcome).
    Outcome,
}

impl Task {
    /// The judgments that the task tells apart, in the order of the tables.
    #[must_use]
    #[inline]
    pub fn judgments(self) -> &'static [Judgment] {
        match self {
            Self::TwoWay => &[Judgment::Entailment, Judgment::NotEntailment],
            Self::ThreeWay => &[Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction],
            Self::Outcome => &[RIGHT, WRONG],
        }
    }

    /// The place of a judgment among those of the task; unknown and contradiction both stand for
    /// *not-entailment* in the two-way one. Nothing for *not-entailment* in the three-way one.
    #[must_use]
    #[inline]
    pub fn column(self, judgment: Judgment) -> Option<usize> {
        let seen = match self {
            Self::TwoWay | Self::Outcome => judgment.two_way(),
            Self::ThreeWay => judgment,
        };
        self.judgments().iter().position(|label| *label == seen)
    }

    /// The finest task that gold allows: two-way where some of it is.
    #[must_use]
    pub fn of_gold(gold: &[Option<Judgment>]) -> Self {
        let is_coarse = gold.contains(&Some(Judgment::NotEntailment));
        if is_coarse { Self::TwoWay } else { Self::ThreeWay }
    }

    /// What a prediction is called under the task: its label, or of an outcome `right` or `wrong`.
    #[must_use]
    pub fn word(self, judgment: Judgment) -> &'static str {
        match (self, judgment) {
            (Self::TwoWay | Self::ThreeWay, judgment) => judgment.name(),
            (Self::Outcome, RIGHT) => "right",
            (Self::Outcome, _) => "wrong",
        }
    }

    /// `two-way`, `three-way` or `outcome`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TwoWay => "two-way",
            Self::ThreeWay => "three-way",
            Self::Outcome => "outcome",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_way_view_conflates_unknown_and_contradiction() {
        assert_eq!(Judgment::Unknown.two_way(), Judgment::Contradiction.two_way());
        assert_ne!(Judgment::Entailment.two_way(), Judgment::Unknown.two_way());
    }

    #[test]
    fn configs_read_every_word_for_a_judgment() {
        let names = Judgment::ALL.map(|judgment| (judgment.name(), judgment));
        for (word, judgment) in names.into_iter().chain(Judgment::ALIASES) {
            assert_eq!(Judgment::from_name(word), Some(judgment));
            let read: Judgment = serde_json::from_value(word.into()).unwrap();
            assert_eq!(read, judgment);
        }
    }

    #[test]
    fn codes_and_names_lead_back() {
        for judgment in Judgment::ALL {
            assert_eq!(Judgment::from_code(judgment.code()), Some(judgment));
            assert_eq!(Judgment::from_name(judgment.name()), Some(judgment));
        }
    }
}
