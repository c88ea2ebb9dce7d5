//! What a run says besides its answers: how sure it is, how far it takes a pair for entailed, or in
//! which order it puts the pairs.

use serde::Deserialize;

use crate::{Judgment, Outcome};

/// Which of two rankings an order of the pairs is; the field mixed them up [B09, section 4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankingKind {
    /// The pairs most likely entailed come first.
    Entailment,
    /// The pairs with the surest answers come first, whatever the answers.
    Confidence,
}

impl RankingKind {
    /// The word in configs and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Entailment => "entailment",
            Self::Confidence => "confidence",
        }
    }
}

/// What the scores of a run are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreKind {
    /// How sure the system is of its own answer.
    Confidence,
    /// How far it takes the pair for entailed.
    EntailmentScore,
    /// A probability for each judgment.
    Probabilities,
    /// An explicit rank, 1 first.
    Rank(RankingKind),
    /// The order of the rows.
    Order(RankingKind),
}

impl ScoreKind {
    /// What an answer has, in messages.
    #[must_use]
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Confidence => "a confidence",
            Self::EntailmentScore => "an entailment score",
            Self::Probabilities => "probabilities",
            Self::Rank(_) => "a rank",
            Self::Order(_) => "a rank",
        }
    }

    /// The source of a ranking, as tables name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Confidence => "confidence",
            Self::EntailmentScore => "entailment score",
            Self::Probabilities => "probabilities",
            Self::Rank(_) => "rank",
            Self::Order(_) => "order of the rows",
        }
    }

    fn width(self) -> usize {
        if self == Self::Probabilities { Judgment::ALL.len() } else { 1 }
    }
}

/// The score that comes along with one answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Score {
    /// A number.
    One(f64),
    /// A number for each judgment, by its code; NaN for one that the run does not tell.
    Each([f64; Judgment::ALL.len()]),
    /// How far an answer is right that is right in part.
    Outcome(Outcome),
}

/// The scores of a run, by row.
#[derive(Debug, Clone, PartialEq)]
pub struct RunScores {
    kind: ScoreKind,
    /// One number a row, or for probabilities one for each judgment; NaN where there is none.
    values: Vec<f64>,
}

impl RunScores {
    /// No score yet for any of the rows.
    #[must_use]
    pub(crate) fn new(kind: ScoreKind, rows: usize) -> Self {
        Self { kind, values: vec![f64::NAN; rows * kind.width()] }
    }

    pub(crate) fn set(&mut self, row: usize, score: Score) {
        let width = self.kind.width();
        let Some(place) = self.values.get_mut(row * width..(row + 1) * width) else { return };
        match score {
            Score::One(value) => place[0] = value,
            Score::Each(values) => place.copy_from_slice(&values[..width]),
            // The run keeps these for itself.
            Score::Outcome(_) => {}
        }
    }

    /// Whether a row has exactly this score, or none.
    pub(crate) fn is(&self, row: usize, score: Option<Score>) -> bool {
        let mut asked = Self::new(self.kind, 1);
        if let Some(score) = score {
            asked.set(0, score);
        }
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        bits(self.of(row)) == bits(asked.of(0))
    }

    /// What the scores are.
    #[must_use]
    pub fn kind(&self) -> ScoreKind {
        self.kind
    }

    /// The score of a row; for probabilities the highest. Nothing where there is no answer.
    #[must_use]
    pub fn value(&self, row: usize) -> Option<f64> {
        self.of(row).iter().copied().filter(|value| !value.is_nan()).reduce(f64::max)
    }

    /// Whether all numbers are from 0 to 1, as probabilities are.
    #[must_use]
    pub fn are_from_0_to_1(&self) -> bool {
        self.values.iter().all(|value| value.is_nan() || (0.0..=1.0).contains(value))
    }

    /// The probability of a judgment in a row; *not-entailment* has that of *unknown* and
    /// *contradiction* together where the run tells these.
    #[must_use]
    pub fn probability(&self, row: usize, judgment: Judgment) -> Option<f64> {
        if self.kind != ScoreKind::Probabilities {
            return None;
        }
        let of = |judgment: Judgment| {
            let value = self.of(row).get(usize::from(judgment.code())).copied();
            value.filter(|value| !value.is_nan())
        };
        match judgment {
            Judgment::NotEntailment => of(judgment).or_else(|| {
                let parts = [of(Judgment::Unknown), of(Judgment::Contradiction)];
                parts.iter().flatten().copied().reduce(|a, b| a + b)
            }),
            other => of(other),
        }
    }

    fn of(&self, row: usize) -> &[f64] {
        let width = self.kind.width();
        self.values.get(row * width..(row + 1) * width).unwrap_or_default()
    }
}
