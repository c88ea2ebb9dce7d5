//! Thresholds of scores, learnt on a development set.

use std::collections::HashSet;
use std::sync::Arc;

use phenom_dataset::{
    AnswerColumns, Dataset, KeepTexts, PredictionSource, Problems, TableFormat, ThresholdLearner,
};

use super::disjoint::refuse_shared;
use super::{dataset, open, unreadable};
use crate::config::{DataFile, LearnOn, System};
use crate::failure::Failure;
use crate::progress::Progress;

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
    learn_on: &LearnOn,
    test: &Dataset,
    progress: &Arc<Progress>,
) -> Result<Option<Learnt>, Failure> {
    let AnswerColumns::Score { column, positive, .. } = &source.columns.answer else {
        return Ok(None);
    };
    let (column, positive) = (column.clone(), *positive);
    let (development, _) = dataset(&learn_on.pairs, KeepTexts::Yes)?;
    let help = "leave them out with `exclude: [ID, ...]` under `learn-on: {dataset: ...}`";
    refuse_shared(system, &development, test, help)?;
    let mut learner = ThresholdLearner::new(&development, positive);
    let mut problems = Problems::new();
    for file in &learn_on.files {
        match open(file, source.format == TableFormat::Parquet, progress) {
            Err(error) => unreadable(&mut problems, file, &error),
            Ok((input, _)) => learner.read(source, &column, &file.shown(), input),
        }
    }
    let named = learn_on.files.first().map(DataFile::shown).unwrap_or_default();
    problems.or(())?;
    let learnt = learner.finish(&named)?;
    if let AnswerColumns::Score { threshold, monothematic_threshold, .. } =
        &mut source.columns.answer
    {
        (*threshold, *monothematic_threshold) = (learnt.value, learnt.value);
    }
    let how = format!(
        "threshold {} learnt on {named}: {} of {} development pairs right",
        learnt.value, learnt.right, learnt.pairs
    );
    Ok(Some(Learnt { how, note: note_on_shared_clusters(&development, test) }))
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
            "the clusters (`{column}`) of {originals} of {} development originals are in the test set too \
             (`{tested}`): what the threshold is learnt on is not independent of what is tested, and its \
             figures may be too high.",
            development.originals().len()
        )
    })
}
