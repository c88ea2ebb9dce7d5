//! `phenom score`: one gold file, some runs, and the table that one wants first.

use crate::at_terminal::USER;
use std::path::{Path, PathBuf};

use phenom_dataset::{KeepTexts, Missing, Task};
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::{Compared, Evaluation, Settings, SliceKind, comparisons, scores};
use phenom_report::contents::tables;
use phenom_report::{Names, Presentation, Report, Results};

use super::{pairs_of_file, print, refuse_unknown_format, scheme};
use crate::arguments::ScoreArguments;
use crate::terminal::shown;
use phenom_report::tidy::{At, SCORES};
use phenom_study::Failure;
use phenom_study::config::{self, Pairs, Source, System, SystemsNeeded, prediction_format_names};
use phenom_study::evaluation::{
    Plan, Pool, keep_within, notes_on_tests, signature, statistics_parameters, uneven,
};
use phenom_study::inspect::{Dialogue, Said, config_of_files};
use phenom_study::load;

/// The tables that are shown, by the beginning of their keys.
const FIRST: [&str; 4] = ["correlation", "systems", "rankings", "contingency"];

/// Scores runs against gold without a config.
pub(crate) fn score(arguments: &ScoreArguments) -> Result<(), Failure> {
    match described(arguments)
        .and_then(|(pairs, systems)| scored(arguments, &pairs, &systems, Vec::new()))
    {
        Err(failure) if !matches!(failure, Failure::Closed) => match swapped(arguments) {
            Some(swapped) => Err(swapped),
            None => as_inspected(arguments).unwrap_or(Err(failure)),
        },
        printed => printed,
    }
}

/// The score of files that are not as `phenom` has them, where it can be told what they hold: that of the config that
/// `phenom init` would make of them.
fn as_inspected(arguments: &ScoreArguments) -> Option<Result<(), Failure>> {
    if arguments.format.is_some() || arguments.run_format.is_some() {
        return None;
    }
    let said = Said {
        pairs: Some(arguments.gold.clone()),
        labels: arguments.labels.as_deref().map(scheme).transpose().ok()?,
        run_labels: arguments.run_labels.as_deref().map(scheme).transpose().ok()?,
        missing: arguments.missing.map(|missing| missing.name().to_owned()),
        ..Said::default()
    };
    let files: Vec<PathBuf> =
        [&arguments.gold].into_iter().chain(&arguments.runs).cloned().collect();
    let named_twice = (1..files.len()).any(|at| files[..at].contains(&files[at]));
    if named_twice {
        return None;
    }
    let config =
        config_of_files(&files, &said, SystemsNeeded::Never, &mut Dialogue::nobody()).ok()?;
    let Source::Data { pairs, systems } = &config.source else { return None };
    match scored(arguments, pairs, systems, config.notes.clone()) {
        Err(Failure::Data(_) | Failure::Input { .. } | Failure::Config { .. }) => None,
        printed => Some(printed),
    }
}

/// The files as the command line describes them.
fn described(arguments: &ScoreArguments) -> Result<(Pairs, Vec<System>), Failure> {
    if arguments.task == Some(Task::Outcome) {
        let message = "`--task outcome` has no labels, and `phenom score` needs them";
        let help = "write a config with `task: outcome`, `dataset` and `systems` (docs/formats.md), and use `phenom run`";
        return Err(Failure::input(message, Some(help.to_owned())));
    }
    let labels = arguments.labels.as_deref();
    let pairs = pairs_of_file(&arguments.gold, arguments.format.as_deref(), labels)?;
    let run_format = arguments.run_format.as_deref();
    refuse_unknown_format(run_format, &prediction_format_names())?;
    let run_labels = arguments.run_labels.as_deref().or(labels).map(scheme).transpose()?;
    let mut names: Vec<String> = Vec::new();
    let mut systems = Vec::new();
    for path in &arguments.runs {
        let name = free_name(path, &names)?;
        let labels = run_labels.clone();
        systems.push(config::system_of_file(&name, path, run_format, labels, arguments.missing)?);
        names.push(name);
    }
    Ok((pairs, systems))
}

fn scored(
    arguments: &ScoreArguments,
    pairs: &Pairs,
    systems: &[System],
    mut notes: Vec<String>,
) -> Result<(), Failure> {
    let (dataset, files) = load::dataset(&USER, pairs, KeepTexts::No)?;
    let load::Systems { runs, signatures } =
        load::systems(systems, &dataset, load::Reading::answers(&USER))?;
    let names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
    let mut settings = Settings { task: arguments.task, ..Settings::default() };
    if uneven(&dataset, &runs, &settings.statistics).is_some() {
        settings.statistics.compare = Compared::None;
    }
    let mut evaluation = Evaluation::new(&dataset, &runs, &settings);
    if let (Some(Task::ThreeWay), Some(reason)) = (arguments.task, evaluation.two_way_reason()) {
        let message = format!("phenom cannot score this with three-way labels: {reason}");
        return Err(Failure::input(message, Some("leave --task out".to_owned())));
    }
    let plan = Plan { scores: Some(Pool(false)), comparisons: !arguments.json, report: None };
    keep_within(arguments.memory.allowed(), &mut evaluation, plan)?;
    let mut scores = scores(&evaluation, false);
    if arguments.json {
        let whole = [SliceKind::All, SliceKind::Judgment];
        scores.retain(|score| whole.contains(&score.slice_kind));
        let mut text = Vec::new();
        SCORES
            .json(&scores, At::default(), &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    let options = Presentation::ranked_by(&MUTUAL_INFORMATION);
    let comparisons = comparisons(&evaluation);
    let shown_as = Names::default();
    let (mut tables, _) =
        tables(&Results::new(&evaluation, &scores, &comparisons, options, &shown_as));
    tables.retain(|table| {
        let decomposed =
            evaluation.is_decomposed() || !table.key.as_str().starts_with("correlation");
        decomposed && FIRST.iter().any(|first| table.key.as_str().starts_with(first))
    });
    let mut parameters = vec![("seed".to_owned(), settings.seed.0.to_string())];
    parameters.extend(statistics_parameters(&evaluation));
    notes.extend(notes_on_tests(&evaluation));
    let report = Report {
        title: format!("{} against {}", names.join(", "), arguments.gold.display()),
        summary: Vec::new(),
        how_to_report: Vec::new(),
        notes,
        tables,
        signature: signature(&evaluation, files, signatures, parameters),
    };
    print(&shown(&report)?)
}

/// The failure of answers in the place of the gold file, and the gold file among the runs: one of these
/// holds pairs, and the first file holds answers to them.
fn swapped(arguments: &ScoreArguments) -> Option<Failure> {
    let labels = arguments.labels.as_deref();
    let dataset = |path: &Path| {
        let pairs = pairs_of_file(path, arguments.format.as_deref(), labels).ok()?;
        Some(load::dataset(&USER, &pairs, KeepTexts::No).ok()?.0)
    };
    if dataset(&arguments.gold).is_some() {
        return None;
    }
    let (gold, dataset) = arguments.runs.iter().find_map(|run| Some((run, dataset(run)?)))?;
    let labels = arguments.run_labels.as_deref().or(labels).map(scheme).transpose().ok()?;
    let format = arguments.run_format.as_deref();
    let run =
        config::system_of_file("answers", &arguments.gold, format, labels, Some(Missing::Skip))
            .ok()?;
    load::systems(&[run], &dataset, load::Reading::answers(&USER)).ok()?;
    let (first, gold) = (arguments.gold.display(), gold.display());
    let message = format!("{first} contains predictions, and {gold} the gold labels");
    let help = format!("name the gold file first: `phenom score {gold} {first}`");
    Some(Failure::input(message, Some(help)))
}

/// A name for a run: that of its file, with its folder where another has the same.
fn free_name(path: &Path, taken: &[String]) -> Result<String, Failure> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if !taken.contains(&stem) {
        return Ok(stem);
    }
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let longer = format!("{}/{stem}", folder.to_string_lossy());
    if !taken.contains(&longer) {
        return Ok(longer);
    }
    let message = format!("{} appears twice, or two runs have the same name", path.display());
    Err(Failure::input(message, Some("give each run its own file name".to_owned())))
}
