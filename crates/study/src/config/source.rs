//! What is evaluated: pairs and answers, or what was counted of them.

use phenom_dataset::{JustificationSource, Missing, RatingRules};

use super::files::DataFile;
use super::pairs::Pairs;
use super::system::System;

/// What is evaluated.
#[derive(Debug)]
pub enum Source {
    /// Pairs and answers.
    Data {
        /// The pairs.
        pairs: Box<Pairs>,
        /// The systems that answered them, or are asked to.
        systems: Vec<System>,
    },
    /// Count tables made of them before.
    Counts(CountTables),
    /// No system: judges' scores of justifications are all there is.
    Nothing,
}

/// Tables of what was counted before.
#[derive(Debug, Clone)]
pub struct CountTables {
    pub(crate) counts: Vec<DataFile>,
    /// None where there are no intervals and comparisons.
    pub(crate) clusters: Vec<DataFile>,
    /// How to count a pair without a prediction.
    pub missing: Missing,
    /// The systems that read gold.
    pub references: Vec<String>,
    /// The system that the others are compared with, in the place of each with each.
    pub baseline: Option<String>,
}

/// Files of judges' scores of justifications.
#[derive(Debug)]
pub struct JudgedFiles {
    pub(crate) files: Vec<DataFile>,
    pub(crate) source: JustificationSource,
    pub(crate) rules: RatingRules,
}
