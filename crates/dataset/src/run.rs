//! The answers of one system, aligned to a dataset.

mod beside;
mod builder;
#[cfg(test)]
mod tests;
mod tied;

pub use builder::RunBuilder;
use serde::Deserialize;

use crate::run_scores::RunScores;
use crate::{Answer, Outcome, PARTLY_RIGHT, RIGHT};

/// How to count a pair without a prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// A run with missing answers is refused.
    #[default]
    Refuse,
    /// A missing answer counts as wrong.
    Wrong,
    /// A pair without an answer is left out of the system's figures.
    Skip,
}

impl Missing {
    /// The word in configs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Wrong => "wrong",
            Self::Skip => "skip",
        }
    }
}

/// One system's answers: one byte a pair, in the order of the dataset's rows.
#[derive(Debug, Clone)]
pub struct Run {
    system: String,
    answers: Vec<u8>,
    scores: Option<RunScores>,
    missing: Missing,
    notes: Vec<String>,
    /// By row the units of predictions that are right in part; empty without any.
    partly_right: Vec<u32>,
    /// By row; empty where none was kept.
    justifications: Vec<Option<Box<str>>>,
    by_judges: Vec<Self>,
}

impl Run {
    /// A run made by an algorithm: an answer for each row of the dataset.
    #[must_use]
    pub fn from_answers(system: &str, answers: impl IntoIterator<Item = Answer>) -> Self {
        Self {
            system: system.to_owned(),
            answers: answers.into_iter().map(Answer::code).collect(),
            scores: None,
            missing: Missing::Refuse,
            notes: Vec::new(),
            partly_right: Vec::new(),
            justifications: Vec::new(),
            by_judges: Vec::new(),
        }
    }

    /// The same run of [outcomes](Outcome), which are those by people, with the outcomes by each judge of the dataset (see
    /// [`JudgedGold::judges`](crate::JudgedGold::judges)).
    #[must_use]
    pub fn scored_by(mut self, judges: Vec<Self>) -> Self {
        self.by_judges = judges;
        self
    }

    /// The same answers with their outcomes by each judge; empty if people know all outcomes, and of answers that are labels.
    #[must_use]
    pub fn by_judges(&self) -> &[Self] {
        &self.by_judges
    }

    /// The same run with a further note.
    #[must_use]
    pub fn noting(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }

    /// What the user must know of the answers, a sentence each: what is allowed and may be a slip.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The system's name.
    #[must_use]
    pub fn system(&self) -> &str {
        &self.system
    }

    /// The codes of the answers by row, see [`Answer::code`].
    #[must_use]
    pub fn codes(&self) -> &[u8] {
        &self.answers
    }

    /// The answer for a row.
    #[must_use]
    #[inline]
    pub fn answer(&self, row: usize) -> Answer {
        self.answers.get(row).map_or(Answer::Missing, |&code| Answer::from_code(code))
    }

    /// Whether some prediction is right in part: an [outcome](Outcome) between right and wrong.
    #[must_use]
    pub fn is_partly_right(&self) -> bool {
        !self.partly_right.is_empty()
    }

    /// How far the prediction for a row is right, in [units](Outcome::UNIT), of a run of outcomes.
    #[must_use]
    pub fn outcome_units(&self, row: usize) -> u32 {
        match self.answer(row) {
            Answer::Judged(RIGHT) => Outcome::UNIT,
            PARTLY_RIGHT => self.partly_right.get(row).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// What the run says besides its answers, where it says anything.
    #[must_use]
    pub fn scores(&self) -> Option<&RunScores> {
        self.scores.as_ref()
    }

    /// Whether reasons for its answers were kept.
    #[must_use]
    pub fn is_justified(&self) -> bool {
        !self.justifications.is_empty()
    }

    /// Why it answers a row so, in its own words.
    #[must_use]
    pub fn justification(&self, row: usize) -> Option<&str> {
        self.justifications.get(row)?.as_deref()
    }

    /// What its missing answers mean.
    #[must_use]
    pub fn missing(&self) -> Missing {
        self.missing
    }
}
