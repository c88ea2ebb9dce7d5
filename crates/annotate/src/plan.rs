//! How many monothematic pairs are wanted of each phenomenon.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use serde::Deserialize;

use crate::inventory::Inventory;

/// The numbers of pairs that are wanted, by phenomenon and judgment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Plan(pub BTreeMap<String, BTreeMap<Judgment, u32>>);

impl Plan {
    /// Says what is wrong with a plan beside an inventory and the judgments of a dataset.
    ///
    /// # Errors
    /// A sentence, and how to mend it.
    pub fn check(
        &self,
        inventory: &Inventory,
        judgments: &[Judgment],
    ) -> Result<(), (String, Option<String>)> {
        if self.0.is_empty() {
            return Err(("the plan requires no pairs".to_owned(), None));
        }
        for (phenomenon, wanted) in &self.0 {
            if inventory.entry(phenomenon).is_none() {
                let nearest = inventory.nearest(phenomenon);
                let help = nearest.map(|nearest| format!("did you mean `{nearest}`?"));
                return Err((format!("`{phenomenon}` is not in the inventory"), help));
            }
            if let Some(other) = wanted.keys().find(|judgment| !judgments.contains(judgment)) {
                let known: Vec<&str> = judgments.iter().map(|judgment| judgment.name()).collect();
                let help = format!("the labels of the dataset are {}", known.join(", "));
                return Err((
                    format!("the plan requires pairs of `{phenomenon}` with the label {other}"),
                    Some(help),
                ));
            }
        }
        Ok(())
    }

    /// The wanted numbers of a phenomenon, in the order of the judgments; nothing for one that the plan has not.
    #[must_use]
    pub fn of(&self, phenomenon: &str, judgments: &[Judgment]) -> Option<Vec<u32>> {
        let wanted = self.0.get(phenomenon)?;
        Some(judgments.iter().map(|judgment| wanted.get(judgment).copied().unwrap_or(0)).collect())
    }

    /// All pairs that are wanted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().flat_map(BTreeMap::values).map(|&number| u64::from(number)).sum()
    }
}
