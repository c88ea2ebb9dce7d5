//! The error budget: wrong originals by the stage at which they became wrong.

use super::stage::{Order, Stage, Stages};
use super::traced::Traced;

/// The stages of a budget: single ones, and joined ones that occur; those that are shown first at the
/// start.
pub(crate) fn stages<'t>(systems: impl Iterator<Item = &'t [Option<Traced>]>) -> Vec<Stages> {
    let mut found: Vec<Stages> = Vec::new();
    for traced in systems.flatten().flatten().filter(|traced| !traced.composed) {
        for stages in traced.stages {
            if !found.contains(&stages) {
                found.push(stages);
            }
        }
    }
    // A stage at which nothing became wrong is worth a row if others were told from it.
    let joined =
        |stage: Stage| found.iter().any(|stages| stages.has(stage) && stages.each().count() > 1);
    let usual = [Stage::Missing, Stage::Unfaithful, Stage::Misjudged, Stage::Rule];
    let single: Vec<Stages> =
        usual.into_iter().filter(|stage| !joined(*stage)).map(Stages::from).collect();
    found.extend(single);
    found.sort_by_key(|stages| stages.place());
    found.dedup();
    found
}

/// Whether an original counts for a stage in an order, of all originals.
pub(crate) fn counts(traced: &Traced, stages: Stages, order: Order) -> [u32; 2] {
    [u32::from(!traced.composed && traced.stages[order as usize] == stages), 1]
}
