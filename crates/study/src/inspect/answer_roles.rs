//! What the columns of answers hold.

use super::probabilities::{Probabilities, Unscaled};
use crate::config::Preset;

/// One system in a file of answers.
#[derive(Debug, Clone, Default)]
pub(super) struct AnswerRoles {
    /// The preset that stands for the whole mapping.
    pub(super) preset: Option<&'static Preset>,
    pub(super) id: Vec<String>,
    /// The share of its ids that are ids of pairs.
    pub(super) known: f64,
    pub(super) label: Option<String>,
    /// The columns of its runs, if it has several in one file; the first is the label.
    pub(super) runs: Vec<String>,
    /// The column of outcomes, instead of labels.
    pub(super) outcome: Option<String>,
    pub(super) probabilities: Option<Probabilities>,
    /// Numbers for the judgments on a scale that is not known.
    pub(super) unscaled: Option<Unscaled>,
    pub(super) confidence: Option<String>,
    /// Gold beside the answers, to be compared with the dataset's.
    pub(super) gold: Option<String>,
    /// Columns of numbers that may be scores.
    pub(super) scores: Vec<String>,
    /// Columns of numbers with decimal commas, which nothing reads.
    pub(super) commas: Vec<String>,
    /// A column of lists of probabilities whose order is not known.
    pub(super) list: Option<(String, usize)>,
}
