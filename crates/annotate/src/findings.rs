//! What is wrong with a decomposed dataset, and what somebody should look at.

mod duplicates;
mod finding;
mod overused;
mod rules;

use phenom_dataset::CompositionRule;

pub use self::finding::{Finding, FindingKind, Looked};
use crate::inventory::Inventory;
use crate::originals::Originals;

/// All findings, errors first, each kind in the order of the data; and what was looked at.
#[must_use]
pub fn findings(
    originals: &Originals,
    inventory: &Inventory,
    rule: &CompositionRule,
) -> (Vec<Finding>, Looked) {
    let mut found = Vec::new();
    let looked = rules::find(originals, inventory, rule, &mut found);
    duplicates::find(originals, &mut found);
    overused::find(originals, &mut found);
    found.sort_by_key(|finding| finding.kind);
    (found, looked)
}
