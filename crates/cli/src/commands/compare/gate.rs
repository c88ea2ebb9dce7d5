//! The gate: what is said of a new system that is held to an old one.

use phenom_metrics::Evaluation;
use phenom_report::{Gate, Names, Outcome, Results, Shown, ShownChange};
use phenom_study::Failure;
use phenom_study::comparing::{self, HeldTo};

use super::printed::{is_json, rendered};
use crate::arguments::{CompareArguments, CompareFormat, GateArguments};
use crate::commands::{print, print_json};

/// What the gate looks at.
pub(super) struct LookedAt<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) names: &'a Names,
    /// The pairs that changed, where pairs are known.
    pub(super) changes: Option<&'a [ShownChange]>,
    /// What was left out.
    pub(super) notes: &'a [String],
}

/// Holds the first system of an evaluation to the second one, and prints what comes of it.
///
/// # Errors
/// A failed check where the gate does not let it pass.
pub(super) fn gate(
    arguments: &CompareArguments,
    results: &Results<'_>,
    looked_at: LookedAt<'_>,
) -> Result<(), Failure> {
    let LookedAt { evaluation, names, changes, notes } = looked_at;
    let GateArguments { margin, phenomenon, no_phenomena, .. } = &arguments.gate;
    let held_to = match (no_phenomena, phenomenon.is_empty()) {
        (true, _) => HeldTo::AllPairs,
        (false, true) => HeldTo::EveryPhenomenon,
        (false, false) => HeldTo::Phenomena(phenomenon.clone()),
    };
    let margin = *margin;
    let rows = comparing::gate(evaluation, names, &held_to, margin)?;
    let gate = Gate { results, rows: &rows, margin, changes, notes };
    let as_text = !is_json(arguments) && arguments.format == CompareFormat::Text;
    if is_json(arguments) {
        print_json(&gate.to_json())?;
    } else {
        let shown = Shown { all: arguments.all, pairs: arguments.pairs };
        print(&rendered(arguments, &gate.blocks(shown)))?;
    }
    match gate.outcome() {
        Outcome::Passed => Ok(()),
        // The text begins with the reason.
        _ if as_text => Err(Failure::Shown),
        _ => Err(Failure::Check { message: gate.reason(), help: None }),
    }
}
