//! Thresholds of scores, learnt on a development set or by cross-validation.

use std::collections::HashSet;
use std::sync::Arc;

use phenom_dataset::{
    AnswerColumns, Dataset, KeepTexts, PredictionSource, Problems, Threshold, ThresholdFor,
    ThresholdLearner,
};
use phenom_systems::Groups;

use super::dataset::dataset;
use super::disjoint::refuse_shared;
use super::hashed::{open, unreadable};
use crate::config::{DataFile, LearnOn, System};
use crate::failure::Failure;
use crate::host::{Count, Host};

/// How a threshold was learnt.
pub(super) struct Learnt {
    /// The threshold, from what, and how well it does there.
    pub(super) how: String,
    /// What the user must know of it.
    pub(super) note: Option<String>,
}

/// Learns the threshold of a system's score, and says how it came out.
pub(super) fn learn(
    system: &System,
    source: &mut PredictionSource,
    (learn_on, best_for): (&LearnOn, ThresholdFor),
    test: &Dataset,
    host: &dyn Host,
    progress: &Arc<Count>,
) -> Result<Option<Learnt>, Failure> {
    let AnswerColumns::Score { column, positive, .. } = &source.columns.answer else {
        return Ok(None);
    };
    let (column, positive) = (column.clone(), *positive);
    let (development, _) = dataset(host, &learn_on.pairs, KeepTexts::Yes)?;
    let help = "leave them out with `exclude: [ID, ...]` under `learn-on: {dataset: ...}`";
    refuse_shared(system, &development, test, help)?;
    let mut learner = ThresholdLearner::new(&development, positive);
    read(&mut learner, source, &column, &learn_on.files, progress)?;
    let named = first_name(&learn_on.files);
    let learnt = learner.finish(&named, best_for)?;
    if let AnswerColumns::Score { threshold, monothematic_threshold, .. } =
        &mut source.columns.answer
    {
        (*threshold, *monothematic_threshold) = (learnt.value, learnt.value);
    }
    let how = format!(
        "threshold {} learnt on {named}{}: correct on {} of {} development pairs",
        learnt.value,
        in_words(best_for),
        learnt.right,
        learnt.pairs
    );
    Ok(Some(Learnt { how, note: note_on_shared_clusters(&development, test) }))
}

/// Reads the scores of some files.
fn read(
    learner: &mut ThresholdLearner<'_>,
    source: &PredictionSource,
    column: &str,
    files: &[DataFile],
    progress: &Arc<Count>,
) -> Result<(), Problems> {
    let mut problems = Problems::new();
    for file in files {
        match open(file, source.format.needs_a_file(), progress) {
            Err(error) => unreadable(&mut problems, file, &error),
            Ok((input, _)) => learner.read(source, column, &file.shown(), input),
        }
    }
    problems.or(())
}

fn first_name(files: &[DataFile]) -> String {
    files.first().map(DataFile::shown).unwrap_or_default()
}

/// What a threshold is best for, unless it is accuracy.
fn in_words(best_for: ThresholdFor) -> String {
    match best_for {
        ThresholdFor::Accuracy => String::new(),
        other => format!(" for {}", other.name()),
    }
}

/// Thresholds for the parts of a dataset, each learnt on the other parts.
pub(super) struct ByParts {
    part_of: Vec<usize>,
    parts: usize,
    best_for: ThresholdFor,
    note: Option<String>,
}

impl ByParts {
    /// The dataset is split by its groups.
    ///
    /// # Errors
    /// If there is one group, so that no other pairs are left to learn from.
    pub(super) fn new(
        system: &System,
        dataset: &Dataset,
        (parts, best_for): (usize, ThresholdFor),
    ) -> Result<Self, Failure> {
        let groups = Groups::of(dataset);
        if groups.count() < 2 {
            let message = format!(
                "system `{}` has no other pairs to learn a threshold from: all pairs share an original, a cluster or a text",
                system.name
            );
            let help = "learn it on a development set: `threshold: {learn-on: ...}`".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
        let parts = parts.min(groups.count());
        Ok(Self { part_of: groups.parts(parts), parts, best_for, note: groups.note(dataset) })
    }

    /// The threshold for each row, learnt on the scores of a run, and how it came out.
    pub(super) fn of_run(
        &self,
        source: &PredictionSource,
        files: &[DataFile],
        dataset: &Dataset,
        progress: &Arc<Count>,
    ) -> Result<(Vec<f64>, String), Problems> {
        let AnswerColumns::Score { column, positive, .. } = &source.columns.answer else {
            return Ok((Vec::new(), String::new()));
        };
        let mut learner = ThresholdLearner::new(dataset, *positive);
        read(&mut learner, source, column, files, progress)?;
        let parts = (&self.part_of[..], self.parts);
        let learnt = learner.by_parts(&first_name(files), self.best_for, parts)?;
        let value = |threshold: &Threshold| threshold.value;
        let least = learnt.iter().map(value).fold(f64::INFINITY, f64::min);
        let most = learnt.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let how = format!(
            "thresholds from {least} to {most} learnt{} by cross-validation in {} parts",
            in_words(self.best_for),
            self.parts
        );
        let of_row = |part: &usize| learnt.get(*part).map_or(0.0, value);
        Ok((self.part_of.iter().map(of_row).collect(), how))
    }

    /// How all runs came out.
    pub(super) fn learnt(self, how: &[String]) -> Learnt {
        Learnt { how: how.join("; "), note: self.note }
    }
}

/// What to say where the development set has clusters of the test set.
fn note_on_shared_clusters(development: &Dataset, test: &Dataset) -> Option<String> {
    let (column, tested) = (development.cluster_column()?, test.cluster_column()?);
    let of_test: HashSet<&str> =
        test.originals().filter_map(|original| test.cluster_name(original)).collect();
    let shared = |original: &usize| {
        development.cluster_name(*original).is_some_and(|name| of_test.contains(name))
    };
    let originals = development.originals().filter(shared).count();
    (originals > 0).then(|| {
        format!(
            "the clusters (`{column}`) of {originals} of {} development originals are in the test set too (`{tested}`): \
             the threshold is not independent of the test set, and scores may be too high.",
            development.originals().len()
        )
    })
}
