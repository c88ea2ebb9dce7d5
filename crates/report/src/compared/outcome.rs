//! What a gate comes to, and how much of it is shown.

use serde::Serialize;

/// What a gate comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Nothing keeps it shut.
    Passed,
    /// The new system is worse.
    Failed,
    /// A margin is given, and a larger drop cannot be excluded.
    CannotTell,
}

/// What is shown of a gate or a comparison besides the most important.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shown {
    /// Every row.
    pub all: bool,
    /// The ids of all pairs that changed.
    pub pairs: bool,
}

impl Outcome {
    /// The word before the reason.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::CannotTell => "undecided",
        }
    }

    /// 0 where it passed, 1 where not.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        u8::from(self != Self::Passed)
    }
}
