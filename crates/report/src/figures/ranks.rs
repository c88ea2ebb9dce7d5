//! Ranks of systems that change from column to column: judges [V08, Figure 4], or answer keys.

use phenom_metrics::Value;

/// Ranks under several orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    /// The names of the judges or answer keys.
    pub columns: Vec<String>,
    /// One line a system.
    pub lines: Vec<RankLine>,
}

/// One system's ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RankLine {
    /// The system's name.
    pub name: String,
    /// For each column the system's rank: 1 is best, ties share their mean rank.
    pub ranks: Vec<Value>,
}

impl Ranks {
    pub(super) fn lack(&self, sentence: &'static str) -> Option<&'static str> {
        let ranked =
            |line: &RankLine| line.ranks.iter().take(self.columns.len()).any(Result::is_ok);
        (!self.lines.iter().any(ranked)).then_some(sentence)
    }
}
