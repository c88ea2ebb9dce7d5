//! How a figure stands to the best of its row.

use serde::Serialize;

/// How a figure stands to the best one that it was tested against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is the best, and another one was tested against it.
    Best,
    /// It was tested, and cannot be told from the best.
    NotTold,
    /// It is worse: the test tells.
    Worse,
    /// The two differ on too few pairs for any test.
    TooFew,
}

impl Standing {
    /// The sign behind the figure; the best has none, and is emphasised.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Best => "",
            Self::NotTold => "≈",
            Self::Worse => "▼",
            Self::TooFew => "°",
        }
    }

    /// What the sign means, of a figure beside the best one.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Best => "the best that another one was tested against",
            Self::NotTold => "cannot be told from the best",
            Self::Worse => "worse",
            Self::TooFew => "too few originals or clusters differ to test",
        }
    }
}
