//! What systems give: predictions that were read or run, or an engine that is still to learn.

use phenom_dataset::{Answer, Dataset, Judgment, Run};
use phenom_metrics::Origin;
use phenom_metrics::stages::Decomposers;
use phenom_report as report;

use super::learning::CrossValidated;
use super::replies::Answered;
use crate::config::System;
use crate::host::Host;
use crate::trust::Consent;

/// The answers of systems, and where they come from.
pub struct Systems {
    /// The answers, a run each; those of one system stand together.
    pub runs: Vec<(Run, Origin)>,
    /// Where the answers of each system come from.
    pub signatures: Vec<report::SystemSignature>,
}

/// The pairs that systems are evaluated on, and their answers.
pub struct Data {
    /// The pairs.
    pub dataset: Dataset,
    /// The files of the dataset.
    pub files: Vec<report::File>,
    /// The answers to them.
    pub systems: Systems,
    /// The systems that decompose for themselves, if there are some: then the pairs are originals alone.
    pub decomposers: Option<Decomposers>,
}

/// How the answers of systems are got.
#[derive(Clone, Copy)]
pub struct Reading<'c> {
    /// Who is told how far it is.
    pub(crate) host: &'c dyn Host,
    /// What the user allows systems from outside; nothing: they are not asked.
    pub(crate) consent: Option<&'c Consent<'c>>,
    /// Whether the reasons that files give for answers are kept.
    pub(crate) justified: bool,
}

impl<'c> Reading<'c> {
    /// Answers alone, and nobody is asked.
    pub fn answers(host: &'c dyn Host) -> Self {
        Self { host, consent: None, justified: false }
    }
}

/// The predictions of a system, and where they come from.
pub(super) enum Given {
    /// Runs, as files or an algorithm give them.
    Read(Vec<Run>, report::SystemSignature),
    /// Those of a system that was run.
    Ran(Answered),
}

impl Given {
    /// The judgments of the first run, by row; `None` on a pair without a single one.
    pub(super) fn judgments(&self, dataset: &Dataset) -> Vec<Option<Judgment>> {
        match self {
            Self::Read(runs, _) => (0..dataset.len())
                .map(|row| runs.first().and_then(|run| judged(run, row)))
                .collect(),
            Self::Ran(answered) => answered.replies.iter().map(|reply| reply.judgment).collect(),
        }
    }
}

/// A system that needs nothing but the dataset's gold labels and other systems to predict.
pub(super) enum Ready<'s> {
    /// It predicted without them.
    Given(Given),
    /// An engine that learns from the gold labels of the dataset.
    Learner(Box<CrossValidated<'s>>),
    /// The linguistic-biased system, or an ensemble.
    Later,
}

/// The judgment of a run on a pair; `None` if it has no single one.
pub(super) fn judged(run: &Run, row: usize) -> Option<Judgment> {
    match run.answer(row) {
        Answer::Judged(judgment) => Some(judgment),
        _ => None,
    }
}

pub(super) fn signature(
    system: &System,
    files: Vec<report::File>,
    algorithm: Option<&str>,
    missing: &str,
) -> report::SystemSignature {
    report::SystemSignature {
        system: system.name.clone(),
        files,
        algorithm: algorithm.map(str::to_owned),
        missing: missing.to_owned(),
    }
}
