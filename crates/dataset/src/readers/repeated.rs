//! What a second row means that is about the same.

use serde::Deserialize;

/// What a second row of a pair means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repeated {
    /// It is an error.
    #[default]
    Refuse,
    /// It adds its phenomena, and is equal to the first in all else.
    GatherTags,
    /// It is equal to the first in all that is read of a pair: the table has rows for each system, run or annotator.
    Same,
}

/// What a second row means that says what the same system, or the same annotator, answers to the same pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// It is an error.
    #[default]
    Refuse,
    /// It is not read if it gives the same answer, and an error otherwise.
    Same,
}

/// What an empty label means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blank {
    /// An abstention.
    #[default]
    Abstained,
    /// The pair has no answer, as if there were no row.
    Missing,
}

/// What a row means whose pair the dataset does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    /// It is refused.
    #[default]
    Refuse,
    /// It is not read, and counted in a note.
    Ignore,
}
