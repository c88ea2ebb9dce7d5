//! `phenom run`: the whole way of the data.

use std::io::IsTerminal;

use phenom_dataset::{KeepTexts, Missing, Task};
use phenom_metrics::{Evaluation, PAIR_ROWS, Population, scores};
use phenom_report::{File, Report, Signature, SystemSignature, render, tables};

use super::print;
use crate::arguments::RunArguments;
use crate::config::{Config, ConfigProblem, Source};
use crate::failure::Failure;
use crate::{load, output};

/// config -> dataset, runs -> counts -> measures -> report -> files, terminal.
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    let counted = counted(&config)?;
    let scores: Vec<_> = scores(&counted.evaluation)
        .into_iter()
        .filter(|score| config.wants(score.measure))
        .collect();
    let report = report(&config, counted);
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
    let end = match folder {
        Some(folder) if arguments.verify => format!("{} is up to date", folder.display()),
        Some(folder) => format!("Written to {}: {} files", folder.display(), files.len()),
        None => "Nothing was written: the config has no `output`, and there is no --output DIR"
            .to_owned(),
    };
    let tables = if arguments.quiet { String::new() } else { shown(&report)? + "\n" };
    print(&format!("{tables}{end}\n"))
}

/// What a config evaluates, counted, and where it comes from.
pub(super) struct Counted {
    pub(super) evaluation: Evaluation,
    dataset: Vec<File>,
    systems: Vec<SystemSignature>,
    /// Pairs that were left out.
    excluded: usize,
}

/// Reads and counts what a config evaluates.
pub(super) fn counted(config: &Config) -> Result<Counted, Failure> {
    let counted = match &config.source {
        Source::Data { pairs, systems } => {
            let (dataset, files) = load::dataset(pairs, KeepTexts::No)?;
            let load::Systems { runs, signatures } = load::systems(systems, &dataset)?;
            let evaluation = Evaluation::new(&dataset, &runs, config.task);
            let excluded = dataset.excluded();
            Counted { evaluation, dataset: files, systems: signatures, excluded }
        }
        Source::Counts { files, missing, references } => {
            let (counts, files) = load::counts(files)?;
            let systems = counts.systems().map(str::to_owned).collect::<Vec<_>>();
            if let Some(unknown) = references.iter().find(|name| !systems.contains(name)) {
                let message = format!("`references` names `{unknown}`, which has no counts");
                let help = format!("the systems are {}", systems.join(", "));
                return Err(Failure::input(message, Some(help)));
            }
            let evaluation = counts.finish(*missing, references, config.task);
            refuse_missing(&evaluation, *missing)?;
            let signature = |system: &String| SystemSignature {
                system: system.clone(),
                files: Vec::new(),
                algorithm: Some("counted before, see dataset".to_owned()),
                missing: missing.name().to_owned(),
            };
            let systems = systems.iter().map(signature).collect();
            Counted { evaluation, dataset: files, systems, excluded: 0 }
        }
    };
    refuse_three_way(config, &counted.evaluation)?;
    Ok(counted)
}

/// A three-way task needs three-way judgments.
pub(super) fn refuse_three_way(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    match (config.task, evaluation.two_way_reason()) {
        (Some(Task::ThreeWay), Some(reason)) => {
            let problem = ConfigProblem {
                place: config.document.place(&["task".into()]),
                message: format!("this cannot be scored three-way: {reason}"),
                help: Some("write `task: two-way`, or leave it out".to_owned()),
            };
            Err(Failure::config(&config.document, vec![problem]))
        }
        _ => Ok(()),
    }
}

/// Count tables may hold missing answers, which must not pass without a word.
fn refuse_missing(evaluation: &Evaluation, missing: Missing) -> Result<(), Failure> {
    if missing != Missing::Refuse {
        return Ok(());
    }
    for system in &evaluation.systems {
        let of = |population| system.counts(population, 0).missing();
        let count = of(Population::Original) + of(Population::Monothematic);
        if count > 0 {
            let message = format!("`{}` has no answer for {count} pairs", system.name);
            let help = "`missing: wrong` counts them as wrong, `missing: skip` leaves them out";
            return Err(Failure::input(message, Some(help.to_owned())));
        }
    }
    Ok(())
}

fn report(config: &Config, counted: Counted) -> Report {
    let Counted { evaluation, dataset, systems, excluded } = counted;
    let tables = tables(&evaluation, |measure| config.wants(measure));
    let mut notes = config.notes.clone();
    notes.extend(notes_on_data(config, &evaluation, excluded));
    if tables.is_empty() {
        notes.push(
            "No table is about the measures that were asked for; their values are in the scores."
                .to_owned(),
        );
    }
    let measures = config.measures.as_ref().map_or("all".to_owned(), |keys| keys.join(", "));
    let mut parameters = vec![("measures".to_owned(), measures)];
    for system in systems.iter().filter(|system| system.missing != "refuse") {
        let name = format!("missing answers of {}", system.system);
        parameters.push((name, system.missing.clone()));
    }
    if let Source::Data { pairs, .. } = &config.source
        && pairs.least_pairs > 1
    {
        let least = pairs.least_pairs.to_string();
        parameters.push(("phenomena gathered under other: on fewer pairs than".to_owned(), least));
    }
    Report {
        title: config.title.clone(),
        notes,
        tables,
        signature: Signature {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: evaluation.task.name().to_owned(),
            dataset,
            systems,
            parameters,
        },
    }
}

/// What a reader must know of the data and of what was left out.
fn notes_on_data(config: &Config, evaluation: &Evaluation, excluded: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let without_gold: u64 = [Population::Original, Population::Monothematic]
        .iter()
        .map(|population| evaluation.gold(*population, 0).without_gold())
        .sum();
    if without_gold > 0 {
        notes.push(format!("{without_gold} pairs have no gold judgment and are counted nowhere."));
    }
    if let Source::Data { pairs, .. } = &config.source
        && !pairs.exclude.is_empty()
    {
        notes.push(format!(
            "Left out, as the config says: {} ({excluded} pairs with their monothematic pairs).",
            pairs.exclude.join(", "),
        ));
    }
    // A system that answers two-way decides for all, which must be said.
    if config.task.is_none() && evaluation.task == Task::TwoWay && evaluation.three_way_gold() {
        let systems: Vec<&str> = evaluation.two_way_systems().collect();
        notes.push(format!(
            "All systems are scored two-way, because of two-way answers: {}.",
            systems.join(", ")
        ));
    }
    if !evaluation.has_phenomena() {
        notes.push(
            "No pair is tagged with a phenomenon: there are no tables on phenomena and categories."
                .to_owned(),
        );
    }
    if evaluation.is_decomposed() && evaluation.pair_correlations(0).is_none() {
        notes.push(match config.source {
            Source::Data { .. } => format!(
                "The scores have no row for each original pair: there are more than {PAIR_ROWS}."
            ),
            Source::Counts { .. } => {
                "The scores have no row for each original pair: only counts are known.".to_owned()
            }
        });
    }
    notes
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
