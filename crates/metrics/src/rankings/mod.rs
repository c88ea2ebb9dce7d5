//! Rankings of the pairs of a run [B09, sections 4 and 5.3].
//!
//! Two rankings follow from what a run says besides its answers: by entailment, and by confidence.
//! Each is streamed once, tie group by tie group, through the slices that a pair belongs to.

mod clusters;
mod order;
mod pass;
mod ranking;

use phenom_dataset::{Dataset, Run, ScoreKind, Task};

use crate::counts::{Counted, Population, SlicePlan};
use crate::measures::Wanted;
pub(crate) use clusters::RankedClusters;
use pass::Pass;
pub use ranking::{PopulationRankings, Weighting, is_of_ranking};

/// The rankings of a system.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRankings {
    /// From what they come; nothing for a run that ranks nothing, where only given weights count.
    pub kind: Option<ScoreKind>,
    original: PopulationRankings,
    monothematic: PopulationRankings,
}

impl RunRankings {
    /// The rankings of a run under a task, with its clusters if intervals or comparisons are wanted; nothing where the run ranks nothing and no weights are
    /// given.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        run: &Run,
        task: Task,
        weighting: Weighting,
        wanted: Wanted,
        with_clusters: bool,
    ) -> Option<Self> {
        let kind = run.scores().map(phenom_dataset::RunScores::kind);
        if kind.is_none() && weighting == Weighting::Ranks {
            return None;
        }
        let of = |counted| {
            Pass { dataset, plan, run, task, weighting, wanted, counted, with_clusters }.ranking()
        };
        Some(Self {
            kind,
            original: of(Counted::Original),
            monothematic: of(Counted::Monothematic),
        })
    }

    /// The rankings of several runs as those of one system: its values are the means of the values of its runs.
    pub(crate) fn together(runs: Vec<Self>) -> Option<Self> {
        let kind = runs.first()?.kind;
        let (original, monothematic) =
            runs.into_iter().map(|run| (run.original, run.monothematic)).unzip();
        Some(Self {
            kind,
            original: PopulationRankings::together(original)?,
            monothematic: PopulationRankings::together(monothematic)?,
        })
    }

    /// The ranking of a population; nothing for [`Population::Decomposition`], which is two.
    #[must_use]
    pub fn of(&self, population: Population) -> Option<&PopulationRankings> {
        match population {
            Population::Original => Some(&self.original),
            Population::Monothematic => Some(&self.monothematic),
            Population::Decomposition => None,
        }
    }
}
