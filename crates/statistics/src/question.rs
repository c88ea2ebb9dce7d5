//! The population of runs to which a comparison generalises.

use serde::Deserialize;

/// The population of runs to which a comparison of two systems generalises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Do these trained models differ? The clusters are a sample, and the runs are fixed.
    Models,
    /// Do these methods differ? The runs are a sample, too: of the runs that other random seeds would give.
    Methods,
}

impl Question {
    /// The name in configs and result files: `models` or `methods`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Models => "models",
            Self::Methods => "methods",
        }
    }

    /// The question that a test of systems with these numbers of runs answers: [`Question::Models`] if each has one run.
    #[must_use]
    pub fn answered(self, runs: impl IntoIterator<Item = usize>) -> Self {
        if runs.into_iter().any(|runs| runs > 1) { self } else { Self::Models }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_runs_are_models() {
        assert_eq!(Question::Methods.answered([1, 1]), Question::Models);
        assert_eq!(Question::Methods.answered([1, 3]), Question::Methods);
        assert_eq!(Question::Models.answered([3, 3]), Question::Models);
    }
}
