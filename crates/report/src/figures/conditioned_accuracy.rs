//! Accuracy conditioned on the gold judgment, with overall accuracy on top [V08, Figure 1].

use phenom_metrics::Value;

/// Accuracy of systems by gold judgment.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionedAccuracy {
    /// The gold judgments, in the order of the bars.
    pub judgments: Vec<String>,
    /// The systems, in the order of the groups of bars.
    pub systems: Vec<ConditionedSystem>,
}

/// The bars of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionedSystem {
    /// The system's name.
    pub name: String,
    /// Accuracy on all pairs, in [0, 1].
    pub overall: Value,
    /// For each judgment the accuracy on the pairs with that gold judgment, in [0, 1].
    pub conditioned: Vec<Value>,
}

impl ConditionedAccuracy {
    pub(super) fn lack(&self) -> Option<&'static str> {
        if self.systems.is_empty() {
            return Some("There is no system.");
        }
        let no_value = |system: &ConditionedSystem| {
            system.overall.is_err() && system.conditioned.iter().all(Result::is_err)
        };
        self.systems
            .iter()
            .all(no_value)
            .then_some("No system has an accuracy: there are no pairs.")
    }
}
