//! `phenom run`: the whole way of the data.

use std::io::IsTerminal;

use phenom_dataset::{Dataset, Judgment, KeepTexts, Run, Task};
use phenom_metrics::{Evaluation, Origin, PAIR_ROWS, Population, scores};
use phenom_report::{File, Report, Signature, SystemSignature, render, tables};

use super::print;
use crate::arguments::RunArguments;
use crate::config::{Config, ConfigProblem};
use crate::failure::Failure;
use crate::{load, output};

/// config -> dataset, runs -> counts -> measures -> report -> files, terminal.
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    let (dataset, files) = load::dataset(&config.pairs, KeepTexts::No)?;
    let load::Systems { runs, signatures } = load::systems(&config.systems, &dataset)?;
    let task = task(&config, &dataset, &runs)?;
    let evaluation = Evaluation::new(&dataset, task, &runs);
    let scores: Vec<_> =
        scores(&evaluation).into_iter().filter(|score| config.wants(score.measure)).collect();
    let report = report(&config, &evaluation, files, signatures);
    let files = output::files(&report, &scores)
        .map_err(|error| Failure::input(format!("cannot render the report: {error}"), None))?;
    let folder = arguments.output.clone().or_else(|| config.output.clone());
    match &folder {
        Some(folder) if arguments.verify => output::verify(&files, folder)?,
        Some(folder) => output::write(&files, folder, arguments.overwrite)?,
        None if arguments.verify || arguments.overwrite => {
            let help = "add `output: DIR` to the config, or use --output DIR".to_owned();
            return Err(Failure::input("there is no report folder", Some(help)));
        }
        None => {}
    }
    if !arguments.quiet {
        print(&shown(&report)?)?;
    }
    let end = match folder {
        Some(folder) if arguments.verify => format!("{} is up to date", folder.display()),
        Some(folder) => format!("Written to {}: {} files", folder.display(), files.len()),
        None => "Nothing was written: the config has no `output`, and there is no --output DIR"
            .to_owned(),
    };
    print(&format!("\n{end}\n"))
}

/// The judgments to tell apart: as the config says, if the data allows it; else as finely as it
/// does.
pub(super) fn task(
    config: &Config,
    dataset: &Dataset,
    runs: &[(Run, Origin)],
) -> Result<Task, Failure> {
    let two_way_gold = dataset.gold().contains(&Some(Judgment::NotEntailment));
    let two_way_run = runs.iter().map(|(run, _)| run).find(|run| run.is_two_way());
    let reason = match two_way_run {
        _ if two_way_gold => Some("the gold judgments are two-way (`not-entailment`)".to_owned()),
        Some(run) => Some(format!("`{}` answers two-way (`not-entailment`)", run.system())),
        None => None,
    };
    match (config.task, reason) {
        (Some(Task::ThreeWay), Some(reason)) => {
            let problem = ConfigProblem {
                place: config.document.place(&["task".into()]),
                message: format!("this cannot be scored three-way: {reason}"),
                help: Some("write `task: two-way`, or leave it out".to_owned()),
            };
            Err(Failure::config(&config.document, vec![problem]))
        }
        (Some(task), _) => Ok(task),
        (None, Some(_)) => Ok(Task::TwoWay),
        (None, None) => Ok(Task::ThreeWay),
    }
}

fn report(
    config: &Config,
    evaluation: &Evaluation<'_>,
    dataset: Vec<File>,
    systems: Vec<SystemSignature>,
) -> Report {
    let mut notes = config.notes.clone();
    let without_gold: u64 = [Population::Original, Population::Monothematic]
        .iter()
        .map(|population| evaluation.gold(*population, 0).without_gold())
        .sum();
    if without_gold > 0 {
        notes.push(format!("{without_gold} pairs have no gold judgment and are counted nowhere."));
    }
    if !config.pairs.exclude.is_empty() {
        notes.push(format!(
            "Left out, as the config says: {} ({} pairs with their monothematic pairs).",
            config.pairs.exclude.join(", "),
            evaluation.dataset.excluded()
        ));
    }
    // A system that answers two-way decides for all, which must be said.
    if config.task.is_none() && evaluation.task == Task::TwoWay {
        let two_way = evaluation.two_way_systems();
        if !two_way.is_empty() && evaluation.three_way_gold() {
            notes.push(format!(
                "All systems are scored two-way, because {} answers two-way.",
                two_way.join(" and ")
            ));
        }
    }
    if !systems.is_empty() && tables(evaluation, |measure| config.wants(measure)).is_empty() {
        notes.push(
            "No table is about the measures that were asked for; their values are in the scores."
                .to_owned(),
        );
    }
    if evaluation.dataset.phenomena().is_empty() {
        notes.push(
            "No pair is tagged with a phenomenon: there are no tables on phenomena and categories."
                .to_owned(),
        );
    }
    if evaluation.is_decomposed() && !evaluation.has_pair_rows() {
        notes.push(format!(
            "The scores have no row for each original pair: there are more than {PAIR_ROWS}."
        ));
    }
    let measures = config.measures.as_ref().map_or("all".to_owned(), |keys| keys.join(", "));
    let mut parameters = vec![("measures".to_owned(), measures)];
    for system in systems.iter().filter(|system| system.missing != "refuse") {
        let name = format!("missing answers of {}", system.system);
        parameters.push((name, system.missing.clone()));
    }
    if config.pairs.least_pairs > 1 {
        let least = config.pairs.least_pairs.to_string();
        parameters.push(("phenomena gathered under other: on fewer pairs than".to_owned(), least));
    }
    Report {
        title: config.title.clone(),
        notes,
        tables: tables(evaluation, |measure| config.wants(measure)),
        signature: Signature {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: evaluation.task.name().to_owned(),
            dataset,
            systems,
            parameters,
        },
    }
}

fn shown(report: &Report) -> Result<String, Failure> {
    let is_terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let options = render::Terminal { styled: true, width: width.filter(|_| is_terminal) };
    let mut text = Vec::new();
    render::terminal(report, options, &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
