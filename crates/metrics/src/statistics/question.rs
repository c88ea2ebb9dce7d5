//! The questions that comparisons of systems answer.

use serde::Deserialize;

/// What is asked of two systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Do these trained models differ? The pairs are a sample, the runs are what they are.
    Models,
    /// Do these methods differ? The runs are a sample too, of what other seeds would give.
    Methods,
}

impl Question {
    /// The name in configs and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Models => "models",
            Self::Methods => "methods",
        }
    }
}
