//! Reads the files of a config, and takes the hash of each on the way.

mod annotated;
mod at_hand;
mod disjoint;
mod engines;
mod from_files;
mod hashed;
mod leakage;
mod learned;
mod learning;
mod outside;
mod predicted;
mod tables;
mod threshold;

pub(crate) use annotated::{Sources, in_problems, sources};
use std::io;
use std::sync::Arc;

pub(crate) use crate::hashes::{sha256, sha256_of};
use at_hand::AtHand;
use engines::Answered;
use hashed::open;
pub(crate) use leakage::{Finding, Leakage, Moved, leakage};
use learning::CrossValidated;
pub(crate) use learning::model_of;
use phenom_dataset::{
    Dataset, DatasetBuilder, Judgment, JustificationBuilder, Justifications, KeepTexts,
    LabelScheme, PairFormat, ProblemKind, Problems, Run, RunBuilder, TableFormat, read_annotations,
    read_justifications, read_pairs, read_tags,
};
use phenom_metrics::Origin;
use phenom_report as report;
use phenom_systems::Groups;
pub(crate) use predicted::{Predicted, answered, estimates};
pub(crate) use tables::{CLUSTER_COLUMNS, COUNT_COLUMNS, clusters, counts};
use threshold::{ByParts, Learnt};

use crate::config::{
    AnnotationFile, Answers, DataFile, Excluded, JudgedFiles, LearntThreshold, PairFile, Pairs,
    System, TagFile, ThresholdFrom,
};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::side_by_side::side_by_side;
use crate::trust::Consent;

/// The dataset of some files, with what annotators have done, and the files by their content.
pub(crate) fn dataset(
    pairs: &Pairs,
    texts: KeepTexts,
) -> Result<(Dataset, Vec<report::File>), Problems> {
    match &pairs.work {
        Some(work) => annotated::dataset(pairs, work, texts),
        None => read_dataset(pairs, builder(pairs, texts)),
    }
}

/// A builder that does with pairs what a config asks for.
fn builder(pairs: &Pairs, texts: KeepTexts) -> DatasetBuilder {
    let mut builder = DatasetBuilder::new(texts);
    builder.gather_rare(pairs.least_pairs);
    if pairs.of_outcomes {
        builder.expect_outcomes();
    }
    if let Some(rule) = pairs.composed_by {
        builder.compose_gold(rule);
    }
    for place in &pairs.places {
        builder.config_has(&place.key, &place.file, place.line);
    }
    if let Some(by) = pairs.cluster_by {
        builder.cluster_by(by);
    }
    for (attribute, bins) in &pairs.bins {
        builder.bin(attribute.clone(), bins.clone());
    }
    if let Some(relevance) = &pairs.relevance {
        builder.weigh_parts(relevance.clone());
    }
    for excluded in &pairs.exclude {
        match excluded {
            Excluded::Id(id) => builder.exclude([id.clone()]),
            Excluded::Fitting(pattern) => builder.exclude_fitting([pattern.clone()]),
        }
    }
    builder
}

/// The dataset of some files, without what annotators have done.
fn read_dataset(
    pairs: &Pairs,
    mut builder: DatasetBuilder,
) -> Result<(Dataset, Vec<report::File>), Problems> {
    if pairs.of_annotations {
        builder.pairs_of_annotations();
    }
    let mut hashed = Vec::new();
    let mut unopened = Problems::new();
    let progress =
        Arc::new(Progress::over(pairs.files.iter().map(|pairs| pairs.file.path.as_path())));
    for PairFile { file, source } in &pairs.files {
        let parquet = source.format == PairFormat::Table(TableFormat::Parquet);
        match open(file, parquet, &progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_pairs(source, &file.shown(), input, &mut builder);
                hashed.push(match pairs.of_outcomes {
                    true => hash.without_labels(file),
                    false => hash.signed(file, &source.labels),
                });
            }
        }
    }
    for TagFile { file, source, phenomena } in &pairs.tags {
        match open(file, source.format == TableFormat::Parquet, &progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_tags(source, phenomena, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &LabelScheme::judgments()));
            }
        }
    }
    for AnnotationFile { file, source } in &pairs.annotations {
        match open(file, source.format == TableFormat::Parquet, &progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_annotations(source, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &source.labels));
            }
        }
    }
    match builder.finish() {
        Ok(dataset) => unopened.or((dataset, hashed)),
        Err(problems) => {
            unopened.append(problems);
            Err(unopened)
        }
    }
}

/// Judges' scores of justifications, and the files by their content.
pub(crate) fn justifications(
    judged: &JudgedFiles,
) -> Result<(Justifications, Vec<report::File>), Problems> {
    let mut builder = JustificationBuilder::new(judged.rules);
    let mut hashed = Vec::new();
    let mut problems = Problems::new();
    let progress = Arc::new(Progress::over(judged.files.iter().map(|file| file.path.as_path())));
    for file in &judged.files {
        match open(file, judged.source.format == TableFormat::Parquet, &progress) {
            Err(error) => unreadable(&mut problems, file, &error),
            Ok((input, hash)) => {
                read_justifications(&judged.source, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &LabelScheme::judgments()));
            }
        }
    }
    match builder.finish() {
        Ok(justifications) => problems.or((justifications, hashed)),
        Err(more) => {
            problems.append(more);
            Err(problems)
        }
    }
}

/// The answers of systems, and where they come from.
pub(crate) struct Systems {
    pub(crate) runs: Vec<(Run, Origin)>,
    pub(crate) signatures: Vec<report::SystemSignature>,
}

/// The pairs that systems are evaluated on, and their answers.
pub(crate) struct Data {
    pub(crate) dataset: Dataset,
    /// The files of the dataset.
    pub(crate) files: Vec<report::File>,
    pub(crate) systems: Systems,
}

/// How the answers of systems are got.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'c> {
    /// What the user allows systems from outside; nothing: they are not asked.
    pub(crate) consent: Option<&'c Consent<'c>>,
    /// Whether the reasons that files give for answers are kept.
    pub(crate) justified: bool,
}

impl Reading<'_> {
    /// Answers alone, and nobody is asked.
    pub(crate) const ANSWERS: Self = Self { consent: None, justified: false };
}

/// Reads the pairs and the answers of systems, and runs those that are to be run.
pub(crate) fn data(
    pairs: &Pairs,
    systems: &[System],
    texts: KeepTexts,
    reading: Reading<'_>,
) -> Result<Data, Failure> {
    let needs_texts = systems.iter().any(|system| {
        match &system.answers {
            Answers::Engine(_) | Answers::Outside(_) => true,
            Answers::LinguisticBiased { .. } => false,
            // Texts tell whether pairs that a threshold is learnt on are predicted, too.
            Answers::Predictions(predictions) => predictions.threshold.is_some(),
        }
    });
    let (dataset, files) = dataset(pairs, if needs_texts { KeepTexts::Yes } else { texts })?;
    let systems = self::systems(systems, &dataset, reading)?;
    Ok(Data { dataset, files, systems })
}

/// The predictions of a system, and where they come from.
enum Given {
    /// Runs, as files or an algorithm give them.
    Read(Vec<Run>, report::SystemSignature),
    /// Those of a system that was run.
    Ran(Answered),
}

impl Given {
    /// The judgments of the first run, by row; `None` on a pair without a single one.
    fn judgments(&self, dataset: &Dataset) -> Vec<Option<Judgment>> {
        match self {
            Self::Read(runs, _) => (0..dataset.len())
                .map(|row| runs.first().and_then(|run| learned::judged(run, row)))
                .collect(),
            Self::Ran(answered) => answered.replies.iter().map(|reply| reply.judgment).collect(),
        }
    }
}

/// A system that needs nothing but the dataset's gold labels and other systems to predict.
enum Ready<'s> {
    /// It predicted without them.
    Given(Given),
    /// An engine that learns from the gold labels of the dataset.
    Learner(Box<CrossValidated<'s>>),
    /// The linguistic-biased system, or an ensemble.
    Later,
}

/// Reads and runs systems, as far as they need no gold labels of the dataset; problems come in the order of the systems.
/// A system that is not wanted is neither read nor run: `None`.
fn prepared<'s>(
    systems: &'s [System],
    wanted: impl Fn(&System) -> bool + Sync,
    dataset: &Dataset,
    reading: Reading<'_>,
    at_hand: &'s AtHand,
) -> Result<Vec<Option<Ready<'s>>>, Failure> {
    let files = systems.iter().filter(|system| wanted(system)).filter_map(|system| {
        let Answers::Predictions(predictions) = &system.answers else { return None };
        Some(predictions.runs.iter().flatten())
    });
    let progress = Arc::new(Progress::over(files.flatten().map(|file| file.path.as_path())));
    // The systems of one table are read together, in one pass over its rows.
    let together: Vec<&'s [System]> =
        systems.chunk_by(|one, next| one.is_of_the_table_of(next)).collect();
    let read = side_by_side(&together, |systems: &&'s [System]| {
        let wanted: Vec<&'s System> = systems.iter().filter(|system| wanted(system)).collect();
        let read = match wanted.as_slice() {
            [] => Ok(Vec::new()),
            [one] if one.rows().is_none() => {
                ready(one, dataset, reading.justified, at_hand, &progress).map(|one| vec![one])
            }
            several => table(several, dataset, reading.justified, &progress),
        };
        read.map(|read| {
            let mut read = read.into_iter();
            let each = systems.iter();
            each.map(|system| {
                wanted.iter().any(|one| std::ptr::eq(*one, system)).then(|| read.next()).flatten()
            })
            .collect::<Vec<_>>()
        })
    });
    let mut problems = Problems::new();
    let mut unrun = None;
    let mut ready = Vec::new();
    for result in read {
        match result {
            Ok(systems) => ready.extend(systems),
            Err(Failure::Data(more)) => problems.append(more),
            Err(failure) => unrun = unrun.or(Some(failure)),
        }
    }
    problems.or(())?;
    if let Some(failure) = unrun {
        return Err(failure);
    }
    // One after the other, because somebody may be asked whether they may run.
    for (system, ready) in systems.iter().zip(&mut ready) {
        if let (Answers::Outside(outside), Some(ready)) = (&system.answers, ready) {
            let answered = outside::answered(system, outside, dataset, reading.consent)?;
            *ready = Ready::Given(Given::Ran(answered));
        }
    }
    Ok(ready)
}

/// The predictions of all systems.
pub(crate) fn systems(
    systems: &[System],
    dataset: &Dataset,
    reading: Reading<'_>,
) -> Result<Systems, Failure> {
    let at_hand = AtHand::default();
    let ready = prepared(systems, |_| true, dataset, reading, &at_hand)?;
    let learned = learned::learned(systems, &ready, dataset, &Groups::of(dataset), None)?;
    let mut all = Systems { runs: Vec::new(), signatures: Vec::new() };
    for ((system, ready), learned) in systems.iter().zip(ready).zip(learned) {
        let given = match ready {
            Some(Ready::Given(given)) => Some(given),
            _ => learned,
        };
        let (runs, signature) = match given {
            Some(Given::Read(runs, signature)) => (runs, signature),
            Some(Given::Ran(answered)) => ran(system, dataset, answered)?,
            None => continue,
        };
        let origin = learned::origin(systems, system);
        all.runs.extend(runs.into_iter().map(|run| (run, origin)));
        all.signatures.push(signature);
    }
    Ok(all)
}

fn signature(
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

/// What a system that was run says, to be evaluated.
fn ran(
    system: &System,
    dataset: &Dataset,
    answered: Answered,
) -> Result<(Vec<Run>, report::SystemSignature), Failure> {
    let Answered { replies, how, files, note } = answered;
    let mut run = engines::as_run(&system.name, dataset, &replies)?;
    if let Some(note) = note {
        run = run.noting(format!("`{}`: {note}", system.name));
    }
    Ok((vec![run], signature(system, files, Some(&how), "refuse")))
}

/// The systems of one table.
fn table<'s>(
    systems: &[&'s System],
    dataset: &Dataset,
    justified: bool,
    progress: &Arc<Progress>,
) -> Result<Vec<Ready<'s>>, Failure> {
    let read = from_files::runs_of_table(systems, dataset, justified, progress)?;
    let named = systems.iter().zip(read);
    let given = named.map(|(system, (runs, files))| {
        let missing = system.rows().map_or("", |(of, _)| of.missing.name());
        let signature = signature(system, files, None, missing);
        Ready::Given(Given::Read(runs, signature))
    });
    Ok(given.collect())
}

/// A system as far as it needs no gold labels of the dataset and no other systems; one from outside is asked later.
fn ready<'s>(
    system: &'s System,
    dataset: &Dataset,
    justified: bool,
    at_hand: &'s AtHand,
    progress: &Arc<Progress>,
) -> Result<Ready<'s>, Failure> {
    match &system.answers {
        Answers::Engine(engine) => engines::ready(system, engine, dataset, at_hand),
        Answers::Outside(_) | Answers::LinguisticBiased { .. } => Ok(Ready::Later),
        Answers::Predictions(predictions) => {
            let mut source = predictions.source.clone();
            let mut learnt = None;
            let mut by_parts = None;
            if let Some(LearntThreshold { from, best_for }) = &predictions.threshold {
                match from {
                    ThresholdFrom::Development(learn_on) => {
                        let from = (&**learn_on, *best_for);
                        learnt = threshold::learn(system, &mut source, from, dataset, progress)?;
                    }
                    ThresholdFrom::OtherParts(parts) => {
                        by_parts = Some(ByParts::new(system, dataset, (*parts, *best_for))?);
                    }
                }
            }
            let mut of_runs = Vec::new();
            let decide = |files: &[DataFile], builder: &mut RunBuilder<'_>| {
                if let Some(by_parts) = &by_parts {
                    let (thresholds, how) = by_parts.of_run(&source, files, dataset, progress)?;
                    builder.decide_by(thresholds);
                    of_runs.push(how);
                }
                Ok(())
            };
            let read = (system, &**predictions, &source);
            let (runs, files) = from_files::runs(read, dataset, justified, progress, decide)?;
            let learnt = by_parts.map(|by_parts| by_parts.learnt(&of_runs)).or(learnt);
            let (algorithm, note) = match learnt {
                Some(Learnt { how, note }) => (Some(how), note),
                None => (None, None),
            };
            let noted = note.map(|note| format!("`{}`: {note}", system.name));
            let runs = runs.into_iter().map(|run| match &noted {
                Some(note) => run.noting(note.clone()),
                None => run,
            });
            let signature =
                signature(system, files, algorithm.as_deref(), predictions.missing.name());
            Ok(Ready::Given(Given::Read(runs.collect(), signature)))
        }
    }
}

/// What the user must know of data that was read without a problem, once each.
pub(crate) fn notes<'r>(dataset: &'r Dataset, runs: impl Iterator<Item = &'r Run>) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for note in dataset.notes().iter().chain(runs.flat_map(Run::notes)) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}

fn unreadable(problems: &mut Problems, file: &DataFile, error: &io::Error) {
    let reason = error.to_string();
    problems.push(&file.shown(), None, ProblemKind::Unreadable { reason });
}
