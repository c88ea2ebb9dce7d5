//! What a page shows besides tables and figures: what was found, phenomena by systems, and which pairs to
//! read next. A model of unrounded values, as tables are.

mod phenomena;

use phenom_metrics::Origin;

use crate::Results;
use crate::summary::{Finding, findings};
use phenomena::phenomena_by_systems;
pub use phenomena::{PhenomenaBySystems, PhenomenonRow, RowLevel};

/// What a page shows of an evaluation besides its tables and figures.
#[derive(Debug, Clone)]
pub struct PageModel {
    /// What was evaluated, in a sentence.
    pub what: String,
    /// What came out, the most important first.
    pub findings: Vec<Finding>,
    /// The systems, in the order of all lists.
    pub systems: Vec<PageSystem>,
    /// Phenomena by systems; nothing where no measure has a value on a slice.
    pub phenomena: Option<PhenomenaBySystems>,
    /// The level of the intervals, in percent.
    pub level: f64,
    /// How numbers are written.
    pub numbers: crate::Numbers,
}

/// A system of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageSystem {
    /// Its name as readers see it.
    pub name: String,
    /// Whether it reads gold: a reference, no competitor.
    pub reads_gold: bool,
}

/// What a page shows of an evaluation.
#[must_use]
pub fn page_model(results: &Results<'_>) -> PageModel {
    let (what, findings) = findings(results);
    let systems = results.evaluation.systems.iter();
    let systems = systems.map(|system| PageSystem {
        name: results.system(&system.name).to_owned(),
        reads_gold: system.origin == Origin::ReadsGold,
    });
    PageModel {
        what,
        findings,
        systems: systems.collect(),
        phenomena: phenomena_by_systems(results),
        level: 100.0 * results.evaluation.statistics.level.value(),
        numbers: results.options.numbers,
    }
}
