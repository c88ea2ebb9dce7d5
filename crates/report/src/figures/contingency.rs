//! Contingency tables, one panel a system.

use phenom_metrics::Undefined;

/// Gold against answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ContingencyMaps {
    /// The gold judgments, one a row.
    pub gold: Vec<String>,
    /// The answers, one a column.
    pub answers: Vec<String>,
    /// One panel a system.
    pub panels: Vec<ContingencyPanel>,
}

/// One system's contingency table.
#[derive(Debug, Clone, PartialEq)]
pub struct ContingencyPanel {
    /// The system's name.
    pub system: String,
    /// For each gold judgment the number of pairs with each answer.
    pub counts: Result<Vec<Vec<u64>>, Undefined>,
}

impl ContingencyMaps {
    pub(super) fn lack(&self) -> Option<&'static str> {
        if self.panels.is_empty() {
            return Some("There is no system.");
        }
        let empty = |panel: &ContingencyPanel| {
            panel.counts.as_ref().map_or(true, |rows| rows.iter().flatten().all(|it| *it == 0))
        };
        self.panels.iter().all(empty).then_some("There are no pairs.")
    }
}
