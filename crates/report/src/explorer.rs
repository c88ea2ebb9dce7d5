//! Pairs to be looked at one by one: original pairs with what was derived from them, and every
//! system's answers.

/// The pairs of a dataset and the answers of systems, for a reader to search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Explorer {
    /// The names of the systems, in the order of every pair's answers.
    pub systems: Vec<String>,
    /// The original pairs.
    pub originals: Vec<ExplorerOriginal>,
    /// What the reader must know of them: how many were left out, and why.
    pub notes: Vec<String>,
}

/// An original pair with its monothematic pairs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerOriginal {
    /// The original itself.
    pub pair: ExplorerPair,
    /// The monothematic pairs that were derived from it.
    pub parts: Vec<ExplorerPair>,
}

/// One pair.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerPair {
    /// Its id, unique among all pairs.
    pub id: String,
    /// The text, T; empty where the dataset has none.
    pub text: String,
    /// The hypothesis, H; empty where the dataset has none.
    pub hypothesis: String,
    /// The gold judgment; empty for none.
    pub gold: String,
    /// Its phenomena, as paths (`lexical:synonymy`).
    pub phenomena: Vec<String>,
    /// The entailment rule in words; empty for none.
    pub rule: String,
    /// One answer a system.
    pub answers: Vec<ExplorerAnswer>,
}

/// What a system says of a pair.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplorerAnswer {
    /// The answer in a word: a judgment, `no answer`, `missing`.
    pub answer: String,
    /// Whether it counts as right; nothing where it is not counted (no gold, or skipped).
    pub right: Option<bool>,
}
