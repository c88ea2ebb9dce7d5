//! Every answer of every system as files of the report.

use std::borrow::Cow;
use std::io;

use phenom_dataset::{Dataset, Run, Task, Written, write_parquet};
use phenom_metrics::Origin;
use phenom_report::{Answers, ReportFile, render};

use crate::config::{Config, Format};
use crate::content::{Content, Writing};
use crate::output::Files;

/// The files that hold the answers, or a note on why there are none; neither where the config wants none.
#[derive(Default)]
pub(crate) struct AnswerFiles {
    pub(crate) files: Files,
    pub note: Option<String>,
}

impl AnswerFiles {
    /// Those that the config asks for, or does not decline.
    pub(super) fn new(
        config: &Config,
        dataset: &Dataset,
        runs: &[(Run, Origin)],
        task: Task,
    ) -> io::Result<Self> {
        let answers = Answers { dataset, runs, task };
        let count = answers.count();
        match config.report.answers {
            Some(false) => return Ok(Self::default()),
            None if count > Answers::MOST => {
                let note = format!(
                    "phenom did not write answers.csv: it would contain {count} predictions, and more than {} take long \
                     to write. Set `report: {{answers: true}}` to write it.",
                    Answers::MOST
                );
                return Ok(Self { files: Files::new(), note: Some(note) });
            }
            Some(true) | None => {}
        }
        let mut files = Files::new();
        let csv = Content::written(|out| render::answers_csv(answers, out))?;
        files.insert(ReportFile::named("answers.csv"), csv);
        if config.report.writes(Format::Parquet) {
            let parquet = Content::written(|out| parquet(answers, out))?;
            files.insert(ReportFile::named("answers.parquet"), parquet);
        }
        Ok(Self { files, note: None })
    }
}

/// The columns of the CSV, with the names of the data as they are.
fn parquet(answers: Answers<'_>, out: &mut Writing<'_>) -> io::Result<()> {
    const TEXTS: [&str; 8] =
        ["pair", "population", "original", "cluster", "phenomena", "gold", "system", "answer"];
    let mut texts = TEXTS.map(|_| Vec::with_capacity(answers.count()));
    let (mut run, mut reads_gold, mut right) = (Vec::new(), Vec::new(), Vec::new());
    let (mut confidence, mut entailment_score) = (Vec::new(), Vec::new());
    let (mut justification, mut score) = (Vec::new(), Vec::new());
    answers.for_each(|row| {
        let of_row = [
            row.pair,
            row.population,
            row.original,
            row.cluster,
            row.phenomena,
            row.gold,
            row.system,
            row.answer,
        ];
        for (column, text) in texts.iter_mut().zip(of_row) {
            column.push((!text.is_empty()).then(|| Cow::Owned(text.to_owned())));
        }
        run.push(i32::try_from(row.run).ok());
        reads_gold.push(Some(i32::from(row.reads_gold)));
        right.push(row.right.map(i32::from));
        confidence.push(row.confidence);
        entailment_score.push(row.entailment_score);
        justification.extend(
            row.justification.map(|text| (!text.is_empty()).then(|| text.to_owned().into())),
        );
        score.extend(row.score);
        Ok(())
    })?;
    let mut columns: Vec<(String, Written<'_>)> = TEXTS
        .iter()
        .zip(texts)
        .map(|(name, column)| ((*name).to_owned(), Written::Texts(column)))
        .collect();
    // In the order of the CSV, in which the answer stands behind what is said of the run.
    let answer = columns.pop();
    columns.push(("run".to_owned(), Written::Numbers(run)));
    columns.push(("reads_gold".to_owned(), Written::Numbers(reads_gold)));
    columns.extend(answer);
    columns.push(("right".to_owned(), Written::Numbers(right)));
    columns.push(("confidence".to_owned(), Written::Fractions(confidence)));
    columns.push(("entailment_score".to_owned(), Written::Fractions(entailment_score)));
    if answers.are_justified() {
        columns.push(("justification".to_owned(), Written::Texts(justification)));
    }
    if answers.are_outcomes() {
        columns.push(("score".to_owned(), Written::Fractions(score)));
    }
    write_parquet(columns, Vec::new(), out)
}
