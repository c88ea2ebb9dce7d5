//! Pairs that a ranking does not tell apart.

/// Pairs of a ranking that are tied among themselves, and how many of them are marked: entailed in
/// gold, or rightly answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TieGroup {
    /// The pairs; at least one.
    pub pairs: u64,
    /// Those that are marked.
    pub marked: u64,
}
