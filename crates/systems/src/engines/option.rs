//! What a config can say of an engine besides its name.

/// A key of a config beside the name of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineOption {
    /// The pairs with gold labels that it learns from.
    LearnOn,
    /// Into how many parts the dataset is split, if it learns from the dataset itself.
    CrossValidated,
    /// A file with what it has learnt.
    Model,
    /// The one judgment that it predicts.
    Judgment,
    /// Where it has relations between words from.
    WordNet,
    /// Which words entail which.
    Rules,
    /// Parses of the pairs.
    Trees,
    /// Where its random numbers start.
    Seed,
    /// The systems from whose judgments it makes its own.
    Of,
}

impl EngineOption {
    /// All options, in the order in which configs are checked.
    pub const ALL: [Self; 9] = [
        Self::LearnOn,
        Self::CrossValidated,
        Self::Model,
        Self::Judgment,
        Self::WordNet,
        Self::Rules,
        Self::Trees,
        Self::Seed,
        Self::Of,
    ];

    /// The key in configs.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::LearnOn => "learn-on",
            Self::CrossValidated => "cross-validated",
            Self::Model => "model",
            Self::Judgment => "judgment",
            Self::WordNet => "wordnet",
            Self::Rules => "rules",
            Self::Trees => "trees",
            Self::Seed => "seed",
            Self::Of => "of",
        }
    }
}
