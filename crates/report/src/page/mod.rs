//! What a page shows besides tables and figures: what was found, phenomena by systems, and which pairs to
//! read next. A model of unrounded values, as tables are.

mod phenomena;
mod sections;
mod stages;

use phenom_metrics::Origin;

use crate::claims::{findings, what};
use crate::{Claim, Finding, Results};
use phenomena::phenomena_by_systems;
pub use phenomena::{PhenomenaBySystems, PhenomenonRow, RowLevel};
pub use sections::{IndexByCategory, RowComparison, RowComparisons, RunValues, SystemRuns};
pub use stages::{ExampleOriginal, StageExamples, SystemStages, WrongOriginals};

/// What a page shows of an evaluation besides its tables and figures.
#[derive(Debug, Clone)]
pub struct PageModel<'a> {
    /// What was evaluated, in a sentence.
    pub what: String,
    /// What came out, the most important first.
    pub findings: Vec<Finding>,
    /// The systems, in the order of all lists.
    pub systems: Vec<PageSystem>,
    /// Phenomena by systems; nothing where no measure has a value on a slice.
    pub phenomena: Option<PhenomenaBySystems>,
    /// Every two systems compared on the rows of the phenomena.
    pub comparisons: RowComparisons<'a>,
    /// The Correlation Index by category, if there is any.
    pub categories: Option<IndexByCategory>,
    /// The runs of systems with several, by measure.
    pub runs: Vec<RunValues>,
    /// The wrong originals of systems that decompose for themselves, if there are such systems.
    pub wrong: Option<WrongOriginals>,
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
pub fn page_model<'a>(results: &Results<'a>, claims: &[Claim]) -> PageModel<'a> {
    let (what, findings) = (what(results), findings(results, claims));
    let systems = results.evaluation.systems.iter();
    let systems = systems.map(|system| PageSystem {
        name: results.system(&system.name).to_owned(),
        reads_gold: system.origin == Origin::ReadsGold,
    });
    let phenomena = phenomena_by_systems(results);
    let comparisons = phenomena.as_ref().map(|table| RowComparisons::new(results, table));
    PageModel {
        what,
        findings,
        systems: systems.collect(),
        comparisons: comparisons.unwrap_or_default(),
        categories: sections::index_by_category(results),
        runs: sections::run_values(results),
        wrong: stages::wrong_originals(results),
        phenomena,
        level: 100.0 * results.evaluation.statistics.level.value(),
        numbers: results.options.numbers,
    }
}
