//! Analyses that have rows of their own: what they are made of, their tidy file, their table, their figure.
//!
//! An analysis is one value of the type [`Analysis`], in a file of its own, and a line in the tables of
//! [`contents`](crate::contents), where its table stands. What it computes is in the metrics crate.

mod found;
mod gains;
mod gains_figure;
mod judged;
mod judged_figure;
mod judges;
mod sizes;
mod stages;
mod stages_figure;

pub use found::Found;
pub use gains::GAINS;
pub(crate) use gains_figure::gains_figure;
pub use judged::{JUDGED, JUDGED_ROWS};
pub(crate) use judged_figure::judged_figure;
pub use judges::{JUDGE_ROWS, JUDGES};
pub use sizes::SIZES;
pub use stages::{STAGE_ORIGINALS, STAGE_ROWS, STAGED_SYSTEMS, STAGES};
pub(crate) use stages::{Staged, because, short};
pub(crate) use stages_figure::{originals_share, stages_figure, wrong_share};

use phenom_dataset::{Dataset, Run, Task};
use phenom_metrics::measures::Measure;
use phenom_metrics::stages::Decomposers;
use phenom_metrics::{Evaluation, Origin};

use crate::{Results, Table};

/// An analysis.
#[derive(Debug)]
pub struct Analysis {
    /// The name by which a config asks for the table and the figure of the analysis.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for.
    pub measure: &'static Measure,
    /// What the data must have for it.
    pub needs: Needs,
    /// What its tidy files are called, before `.csv` and `.json`.
    pub files: &'static [&'static str],
    /// Computes the rows of its files that have some.
    pub rows: fn(&Given<'_>) -> Vec<Found>,
    /// Its tables, of its rows.
    pub table: fn(&Results<'_>) -> Vec<Table>,
}

/// What the data must have for an analysis.
#[derive(Debug, Clone, Copy)]
pub struct Needs {
    /// Originals with monothematic pairs.
    pub decomposition: bool,
    /// Gold labels, which outcomes do not have.
    pub gold: bool,
    /// Pairs that are tagged with phenomena.
    pub phenomena: bool,
    /// Gold of judges, of which people read a part. Other analyses hold of no such gold.
    pub judged: bool,
}

impl Needs {
    /// Pairs and answers are enough.
    pub const NOTHING: Self =
        Self { decomposition: false, gold: false, phenomena: false, judged: false };

    /// Whether the data has it.
    #[must_use]
    pub fn are_met(self, evaluation: &Evaluation) -> bool {
        (!self.decomposition || evaluation.is_decomposed())
            && (!self.gold || evaluation.task != Task::Outcome)
            && (!self.phenomena || evaluation.has_phenomena())
            && self.judged == evaluation.judged.is_some()
    }
}

/// What rows are computed from.
#[derive(Debug, Clone, Copy)]
pub struct Given<'g> {
    /// The dataset whose pairs the runs answer.
    pub dataset: &'g Dataset,
    /// The runs of all systems; those of one system follow each other.
    pub runs: &'g [(Run, Origin)],
    /// Their counts, and the settings.
    pub evaluation: &'g Evaluation,
    /// The systems that decompose for themselves, if there are some.
    pub decomposers: Option<&'g Decomposers>,
}
