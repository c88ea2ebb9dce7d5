//! What the files of a report hold besides tables and figures: every answer, the settings, the pairs to look at.

use std::io;

use phenom_dataset::{Dataset, Run, Task};
use phenom_metrics::{Evaluation, Origin};
use phenom_report::Explorer;

use super::answers::AnswerFiles;
use super::presented::present_explorer;
use super::settings_file::settings_file;
use crate::config::{Config, Format, listed};

/// What the files of a report hold of pairs and answers.
#[derive(Default)]
pub(crate) struct Written {
    /// Every answer, and the settings.
    pub(crate) answers: AnswerFiles,
    /// The pairs to look at, or why there are none; nothing where they were not asked for.
    pub(crate) explorer: Option<Result<Explorer, String>>,
}

impl Written {
    /// That of pairs and the answers to them.
    pub(super) fn of_pairs(
        config: &Config,
        (dataset, runs): (&Dataset, &[(Run, Origin)]),
        evaluation: &Evaluation,
    ) -> io::Result<Self> {
        let mut answers = AnswerFiles::new(config, dataset, runs, evaluation.task)?;
        let explorer = config.report.writes(Format::Html).then(|| {
            let mut explorer = explorer(dataset, runs, evaluation.task)?;
            present_explorer(&mut explorer, &config.report);
            Ok(explorer)
        });
        let runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
        let pairs = (!answers.files.is_empty()).then_some((dataset, runs.as_slice()));
        answers.files.extend(settings_file(config, evaluation, pairs)?);
        Ok(Self { answers, explorer })
    }

    /// That of what was counted before.
    pub(super) fn of_tables(config: &Config, evaluation: &Evaluation) -> io::Result<Self> {
        let files = settings_file(config, evaluation, None)?;
        Ok(Self { answers: AnswerFiles { files, note: None }, explorer: None })
    }
}

/// The pairs to look at, with the answers of the first run of each system.
fn explorer(dataset: &Dataset, runs: &[(Run, Origin)], task: Task) -> Result<Explorer, String> {
    let groups: Vec<_> = runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).collect();
    let first: Vec<&Run> = groups.iter().map(|group| &group[0].0).collect();
    let mut explorer = Explorer::new(dataset, &first, task)?;
    explorer.reads_gold = groups.iter().map(|group| group[0].1 == Origin::ReadsGold).collect();
    explorer.several_runs = groups.iter().map(|group| group.len() > 1).collect();
    let several = groups.iter().filter(|group| group.len() > 1).map(|group| group[0].0.system());
    let several: Vec<&str> = several.collect();
    if !several.is_empty() {
        explorer.notes.push(format!(
            "For systems with several runs phenom shows the predictions of the first one: {}.",
            listed(&several)
        ));
    }
    Ok(explorer)
}
