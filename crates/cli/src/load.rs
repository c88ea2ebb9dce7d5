//! Reads the files of a config, and takes the hash of each on the way.

mod annotated;
mod at_hand;
mod engines;
mod ensembles;
mod hashed;
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
pub(crate) use learning::model_of;
use phenom_dataset::{
    Dataset, DatasetBuilder, JustificationBuilder, Justifications, KeepTexts, LabelScheme,
    PairFormat, ProblemKind, Problems, Run, RunBuilder, TableFormat, Task, read_annotations,
    read_justifications, read_pairs, read_predictions, read_tags,
};
use phenom_metrics::{LearnsFrom, Origin, linguistic_biased};
use phenom_report as report;
pub(crate) use predicted::{Predicted, answered, estimates};
pub(crate) use tables::{CLUSTER_COLUMNS, COUNT_COLUMNS, clusters, counts};
use threshold::Learnt;

use crate::config::{
    AnnotationFile, Answers, DataFile, Excluded, JudgedFiles, PairFile, Pairs, Predictions, System,
    TagFile,
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
    if let Some(rule) = pairs.composed_by {
        builder.compose_gold(rule);
    }
    for place in &pairs.places {
        builder.config_has(&place.key, &place.file, place.line);
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
                hashed.push(hash.signed(file, &source.labels));
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
    let runs_some = systems
        .iter()
        .any(|system| matches!(system.answers, Answers::Engine(_) | Answers::Outside(_)));
    let (dataset, files) = dataset(pairs, if runs_some { KeepTexts::Yes } else { texts })?;
    let systems = self::systems(systems, &dataset, reading)?;
    Ok(Data { dataset, files, systems })
}

/// The answers of all systems, read side by side; problems come in the order of the systems.
pub(crate) fn systems(
    systems: &[System],
    dataset: &Dataset,
    reading: Reading<'_>,
) -> Result<Systems, Failure> {
    let files = systems.iter().filter_map(|system| match &system.answers {
        Answers::Predictions(predictions) => Some(predictions.runs.iter().flatten()),
        Answers::LinguisticBiased(..) | Answers::Engine(_) | Answers::Outside(_) => None,
    });
    let progress = Arc::new(Progress::over(files.flatten().map(|file| file.path.as_path())));
    let at_hand = AtHand::default();
    let read = side_by_side(systems, |system| {
        answers(system, dataset, reading.justified, &at_hand, &progress)
    });
    let mut problems = Problems::new();
    let mut unrun = None;
    let mut loaded: Vec<Option<Loaded>> = Vec::new();
    for result in read {
        match result {
            Ok(answers) => loaded.push(answers),
            Err(Failure::Data(more)) => problems.append(more),
            Err(failure) => unrun = unrun.or(Some(failure)),
        }
    }
    problems.or(())?;
    if let Some(failure) = unrun {
        return Err(failure);
    }
    // One after the other, because somebody may be asked whether they may run.
    for (system, loaded) in systems.iter().zip(&mut loaded) {
        let Answers::Outside(outside) = &system.answers else { continue };
        let answered = outside::answered(system, outside, dataset, reading.consent)?;
        *loaded = Some(ran(system, dataset, answered)?);
    }
    let ensembles = ensembles::ensembles(systems, dataset, &loaded)?;
    let mut all = Systems { runs: Vec::new(), signatures: Vec::new() };
    let mut ensembles = ensembles.into_iter();
    for answers in loaded {
        let Some((runs, origin, signature)) = answers.or_else(|| ensembles.next()) else {
            continue;
        };
        all.runs.extend(runs.into_iter().map(|run| (run, origin)));
        all.signatures.push(signature);
    }
    Ok(all)
}

/// One system's answers, run by run, and where they come from.
type Loaded = (Vec<Run>, Origin, report::SystemSignature);

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
fn ran(system: &System, dataset: &Dataset, answered: Answered) -> Result<Loaded, Failure> {
    let Answered { replies, how, files, note } = answered;
    let mut run = engines::as_run(&system.name, dataset, &replies)?;
    if let Some(note) = note {
        run = run.noting(format!("`{}`: {note}", system.name));
    }
    Ok((vec![run], Origin::Answers, signature(system, files, Some(&how), "refuse")))
}

/// A system's answers; nothing of an ensemble, which needs those of the others, and of one from outside.
fn answers(
    system: &System,
    dataset: &Dataset,
    justified: bool,
    at_hand: &AtHand,
    progress: &Arc<Progress>,
) -> Result<Option<Loaded>, Failure> {
    match &system.answers {
        Answers::Engine(engine) => {
            if system.answers.ensemble().is_some() {
                return Ok(None);
            }
            let answered = engines::answered(system, engine, dataset, at_hand)?;
            ran(system, dataset, answered).map(Some)
        }
        Answers::Outside(_) => Ok(None),
        Answers::LinguisticBiased(learns_from, task) => {
            if *task == Task::ThreeWay && Task::of_gold(dataset.gold()) == Task::TwoWay {
                let message = format!(
                    "system `{}` tells unknown from contradiction, and the gold judgments do not",
                    system.name
                );
                let help = "write `algorithm: linguistic-biased`".to_owned();
                return Err(Failure::input(message, Some(help)));
            }
            let run = linguistic_biased(dataset, &system.name, *learns_from, *task);
            let name = match task {
                Task::TwoWay => "linguistic-biased",
                Task::ThreeWay => "linguistic-biased-three-way",
            };
            let learnt = match learns_from {
                LearnsFrom::AllPairs => "learnt from all monothematic pairs",
                LearnsFrom::OtherClusters if dataset.cluster_column().is_some() => {
                    "cross-validated: learnt from the other clusters"
                }
                LearnsFrom::OtherClusters => "cross-validated: learnt from the other originals",
            };
            let algorithm = format!("{name}, {learnt}");
            let signature = signature(system, Vec::new(), Some(&algorithm), "refuse");
            Ok(Some((vec![run], Origin::ReadsGold, signature)))
        }
        Answers::Predictions(predictions) => {
            let Predictions { runs, source, missing, learn_on } = &**predictions;
            let mut source = source.clone();
            let learnt = match learn_on {
                Some(learn_on) => threshold::learn(&mut source, learn_on, dataset, progress)?,
                None => None,
            };
            let mut hashed = Vec::new();
            let mut problems = Problems::new();
            let mut read = Vec::new();
            for files in runs {
                let mut builder = RunBuilder::new(dataset, &system.name, *missing);
                if justified {
                    builder.keep_justifications();
                }
                let mut unopened = Problems::new();
                for file in files {
                    match open(file, source.format == TableFormat::Parquet, progress) {
                        Err(error) => unreadable(&mut unopened, file, &error),
                        Ok((input, hash)) => {
                            read_predictions(&source, &file.shown(), input, &mut builder);
                            hashed.push(hash.signed(file, &source.labels));
                        }
                    }
                }
                // Answers in a file that cannot be opened are not missing as well.
                match builder.finish() {
                    Ok(run) if unopened.is_empty() => read.push(run),
                    Ok(_) => problems.append(unopened),
                    Err(more) => {
                        problems.append(unopened);
                        problems.append(more);
                    }
                }
            }
            let mut runs = problems.or(read)?;
            let (algorithm, note) = match learnt {
                Some(Learnt { how, note }) => (Some(how), note),
                None => (None, None),
            };
            if let Some(note) = note {
                let named = format!("`{}`: {note}", system.name);
                runs = runs.into_iter().map(|run| run.noting(named.clone())).collect();
            }
            let signature = signature(system, hashed, algorithm.as_deref(), missing.name());
            Ok(Some((runs, Origin::Answers, signature)))
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
