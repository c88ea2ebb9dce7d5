//! What can be wrong in the data with judged gold.

use thiserror::Error;

use crate::wording::shown;

/// What is wrong in the data with the labels of people and judges.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum JudgedProblem {
    /// A probability with which people could not have read the pair, or that is out of range.
    #[error(
        "people were to read pair `{id}` with probability {probability}, expected a number above 0 and at most 1",
        id = shown(.id)
    )]
    Probability { id: String, probability: f64 },
    /// A pair that people read, without a probability.
    #[error("people read pair `{id}`, and it has no probability", id = shown(.id))]
    NoProbability { id: String },
    /// A gold label in the file of the pairs, which people's labels in another file contradict.
    #[error("the gold label of pair `{id}` is not people's label in their own file", id = shown(.id))]
    OtherGold { id: String },
    /// A judge that labels no pair.
    #[error("judge `{judge}` labels no pair of the dataset", judge = shown(.judge))]
    NoLabels { judge: String },
}

impl JudgedProblem {
    /// What to write instead.
    pub(crate) fn help(&self) -> String {
        let help = match self {
            Self::Probability { probability: 0.0, .. } => {
                "nothing can be estimated for pairs that people could never have read: exclude these pairs (`where`, \
                 `exclude`), and state bounds for all pairs, which count the excluded ones as all correct or as all \
                 wrong"
            }
            Self::Probability { .. } => {
                "write the probability with which people were to read the pair, such as 0.25"
            }
            Self::NoProbability { .. } => {
                "fill in the column that `probability` names under `judged`, at least for each pair that people read"
            }
            Self::OtherGold { .. } => {
                "people's labels are the gold labels: name the `columns` of the pairs with `gold: none`, or remove the \
                 gold labels from the file of the pairs"
            }
            Self::NoLabels { .. } => "check the column or file under `labels`, or remove the judge",
        };
        help.to_owned()
    }

    /// What rows with the same cause have in common; `None` for what is to be corrected separately.
    pub(crate) fn cause(&self) -> Option<&'static str> {
        match self {
            Self::Probability { probability: 0.0, .. } => Some("zero"),
            Self::Probability { .. } => Some("range"),
            Self::NoProbability { .. } => Some("missing"),
            Self::OtherGold { .. } => Some("gold"),
            Self::NoLabels { .. } => None,
        }
    }
}
