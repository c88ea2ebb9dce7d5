//! The answers of systems in files: a file for each run, or a table with the rows of several systems.

use std::sync::Arc;

use phenom_dataset::{
    AnswerColumns, Dataset, PredictionSource, Problems, Run, RunBuilder, RunsInRows,
    read_predictions, read_predictions_of_runs,
};

use phenom_report as report;

use super::hashed::{open, unreadable};
use crate::config::{DataFile, Predictions, RowsOf, System};
use crate::failure::Failure;
use crate::host::Count;

/// The runs of a system, and their files as a signature names them.
pub(super) type Answered = (Vec<Run>, Vec<report::File>);

fn builder<'d>(
    system: &System,
    of: &Predictions,
    dataset: &'d Dataset,
    justified: bool,
) -> RunBuilder<'d> {
    let mut builder = RunBuilder::new(dataset, &system.name, of.missing);
    if justified {
        builder.keep_justifications();
    }
    builder
}

/// The runs of a system that has a file or several for each, whose builders are prepared first, and its files as a signature names them.
pub(super) fn runs(
    (system, predictions, source): (&System, &Predictions, &PredictionSource),
    dataset: &Dataset,
    justified: bool,
    progress: &Arc<Count>,
    mut prepare: impl FnMut(&[DataFile], &mut RunBuilder<'_>) -> Result<(), Failure>,
) -> Result<Answered, Failure> {
    let (mut read, mut signed, mut problems) = (Vec::new(), Vec::new(), Problems::new());
    for (run, files) in predictions.runs.iter().enumerate() {
        let of_run = predictions.run_columns.get(run).map(|label| {
            let mut source = source.clone();
            source.columns.answer = AnswerColumns::Label(Some(label.clone()));
            source
        });
        let source = of_run.as_ref().unwrap_or(source);
        let mut builder = builder(system, predictions, dataset, justified);
        prepare(files, &mut builder)?;
        let unopened = each_file(files, source, progress, &mut signed, |file, input| {
            read_predictions(source, file, input, &mut builder);
        });
        finish(builder, unopened, &mut read, &mut problems);
    }
    let read = problems.or(read)?;
    Ok((read, signed))
}

/// The runs of systems that share a table, each with its files, from one pass over the
/// rows; with other `answers` than their source names, if these are asked for.
pub(super) fn runs_of_table(
    systems: &[&System],
    answers: Option<&AnswerColumns>,
    dataset: &Dataset,
    justified: bool,
    progress: &Arc<Count>,
) -> Result<Vec<Answered>, Failure> {
    let (mut names, mut builders) = (Vec::new(), Vec::new());
    let shared: Vec<(&System, &Predictions, &RowsOf)> = systems
        .iter()
        .filter_map(|system| system.rows().map(|(of, rows)| (*system, of, rows)))
        .collect();
    for (system, of, rows) in &shared {
        for run in &rows.runs {
            names.push((rows.system.clone(), run.clone()));
            builders.push(builder(system, of, dataset, justified));
        }
    }
    let Some((_, first, rows)) = shared.first() else { return Ok(Vec::new()) };
    let mut source = first.source.clone();
    source.columns.answer = answers.unwrap_or(&source.columns.answer).clone();
    let mut signed = Vec::new();
    let mut unopened = Problems::new();
    let mut in_rows = RunsInRows::new(&rows.columns, &names, &mut builders);
    for files in &first.runs {
        unopened.append(each_file(files, &source, progress, &mut signed, |file, input| {
            read_predictions_of_runs(&source, file, input, &mut in_rows);
        }));
    }
    // A problem of the file or of a row is that of the first run: what others lack for it is not told as well.
    unopened.append(in_rows.problems());
    unopened.or(())?;
    let mut builders = builders.into_iter();
    let (mut all, mut problems) = (Vec::new(), Problems::new());
    for (.., rows) in &shared {
        let mut read = Vec::new();
        for builder in builders.by_ref().take(rows.runs.len()) {
            finish(builder, Problems::new(), &mut read, &mut problems);
        }
        all.push((read, signed.clone()));
    }
    Ok(problems.or(all)?)
}

/// Opens files and notes their hashes; those that cannot be opened are problems.
fn each_file(
    files: &[DataFile],
    source: &PredictionSource,
    progress: &Arc<Count>,
    signed: &mut Vec<report::File>,
    mut read: impl FnMut(&str, phenom_dataset::Input),
) -> Problems {
    let mut unopened = Problems::new();
    for file in files {
        match open(file, source.format.needs_a_file(), progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read(&file.shown(), input);
                signed.push(match source.columns.answer {
                    AnswerColumns::Outcome { .. } => hash.without_labels(file),
                    _ => hash.signed(file, &source.labels),
                });
            }
        }
    }
    unopened
}

/// Ends a run. Answers in a file that cannot be opened are not missing as well.
fn finish(
    builder: RunBuilder<'_>,
    unopened: Problems,
    read: &mut Vec<Run>,
    problems: &mut Problems,
) {
    match builder.finish() {
        Ok(run) if unopened.is_empty() => read.push(run),
        Ok(_) => problems.append(unopened),
        Err(more) => {
            problems.append(unopened);
            problems.append(more);
        }
    }
}
