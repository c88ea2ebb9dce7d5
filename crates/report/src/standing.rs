//! The mark of a value in a row of systems.

use serde::Serialize;

/// How a value compares with the highest one of its row, by their test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is the highest, and another one is significantly lower.
    Highest,
    /// It is significantly lower than the highest.
    Lower,
    /// It was not tested against the highest: predictions differ in too few clusters.
    NotTested,
}

impl Standing {
    /// The sign behind the value; the highest has none, and is emphasised.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Highest => "",
            Self::Lower => "▼",
            Self::NotTested => "°",
        }
    }

    /// What the mark means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Highest => "highest value, and another is significantly lower",
            Self::Lower => "significantly lower than the highest value",
            Self::NotTested => "not tested: the difference rests on too few clusters",
        }
    }
}
