//! `phenom run`: the whole way of the data.

use std::io::IsTerminal;

use phenom_dataset::{Answer, Dataset, KeepTexts, Missing, Run, Task};
use phenom_metrics::measures::accuracy::ACCURACY_THREE_WAY;
use phenom_metrics::{
    Compared, Evaluation, Inference, Origin, PAIR_ROWS, Population, RankingScores, Settings,
    SliceKind, Undefined, Weighting, comparisons, scores,
};
use phenom_report::figures::{Figure, figures};
use phenom_report::{
    Explorer, File, Report, Signature, SystemSignature, Table, TableOptions, harmless, render,
    summary, tables,
};

use super::agree::Agreement;
use super::justify::Judged;
use super::presented::{
    Figures, order_runs, order_systems, present, present_explorer, present_signature,
    wanted_figures, wanted_tables,
};
use super::{print, warning_of_values};
use crate::arguments::RunArguments;
use crate::config::{Config, ConfigProblem, Format, LISTED, Source, listed};
use crate::failure::Failure;
use crate::output::Besides;
use crate::{interrupt, load, output, progress, report_folder, writing};

/// config -> dataset, runs -> counts -> measures -> report -> files, terminal.
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let mut config = Config::load(&arguments.config)?;
    config.report.standalone |= arguments.standalone;
    let folder = arguments.output.clone().or_else(|| config.output.clone());
    refuse_to_open_nothing(arguments, &config, folder.is_some())?;
    let Made { report, files, summary } = match config.source {
        Source::Nothing => judged_alone(&config, folder.is_some())?,
        Source::Data { .. } | Source::Counts { .. } => {
            evaluated(&config, folder.is_some(), arguments.quiet)?
        }
    };
    match &folder {
        Some(folder) if arguments.verify => report_folder::verify(&files, folder)?,
        Some(folder) => {
            interrupt::while_writing(|| report_folder::write(&files, folder, arguments.overwrite))?
        }
        None if arguments.verify || arguments.overwrite => {
            let help = "add `output: DIR` to the config, or use --output DIR".to_owned();
            return Err(Failure::input("there is no report folder", Some(help)));
        }
        None => {}
    }
    let end = match &folder {
        Some(folder) if arguments.verify => format!("{} is up to date", folder.display()),
        Some(folder) => {
            let page = if files.contains_key(PAGE) {
                format!("; the page is {}", folder.join(PAGE).display())
            } else {
                String::new()
            };
            format!("Written to {}: {} files{page}", folder.display(), files.len())
        }
        None => "Nothing was written: the config has no `output`, and there is no --output DIR"
            .to_owned(),
    };
    let tables = if arguments.quiet {
        String::new()
    } else if arguments.all {
        shown(&report)? + "\n"
    } else {
        let (short, said) = shortened(report);
        shown(&short)? + "\n" + &said
    };
    print(&format!("{tables}{}\n{end}\n", said(&summary)))?;
    match folder {
        Some(folder) if arguments.open => open_page(&folder.join(PAGE)),
        _ => Ok(()),
    }
}

/// The page's name in the report folder.
const PAGE: &str = "report.html";

/// The summary as the terminal shows it.
fn said(summary: &[String]) -> String {
    let width = terminal().width.unwrap_or(100).clamp(20, 100);
    let lines = summary.iter().flat_map(|sentence| {
        let wrap = textwrap::Options::new(width).subsequent_indent("  ");
        textwrap::wrap(&harmless(sentence), wrap)
            .into_iter()
            .map(|line| format!("{line}\n"))
            .collect::<Vec<_>>()
    });
    lines.collect()
}

/// `--open` needs a page.
fn refuse_to_open_nothing(
    arguments: &RunArguments,
    config: &Config,
    folder: bool,
) -> Result<(), Failure> {
    if !arguments.open || (folder && config.report.writes(Format::Html)) {
        return Ok(());
    }
    let help = if folder {
        "add `html` to the `formats` of `report`"
    } else {
        "add `output: DIR` to the config, or use --output DIR"
    };
    Err(Failure::input("--open has no page to open", Some(help.to_owned())))
}

fn open_page(path: &std::path::Path) -> Result<(), Failure> {
    open::that(path).map_err(|error| {
        let message = format!("the page cannot be opened: {error}");
        Failure::input(message, Some(format!("open {} yourself", path.display())))
    })
}

/// A report with its files, and what it comes to.
struct Made {
    report: Report,
    files: output::Files,
    summary: Vec<String>,
}

/// The report of the systems of a config, and its files.
fn evaluated(config: &Config, written: bool, quiet: bool) -> Result<Made, Failure> {
    let page = written && config.report.writes(Format::Html);
    let texts = if page { Explorer::TEXTS } else { KeepTexts::No };
    let mut counted = counted_with_texts(config, texts)?;
    if !quiet {
        progress::announce(&counted.evaluation);
    }
    let waiting = progress::spinner("intervals and comparisons");
    let agreement = Agreement::of(config, &counted);
    let judged = Judged::of(config)?;
    let mut scores = scores(&counted.evaluation, config.pool);
    let comparisons: Vec<_> = comparisons(&counted.evaluation)
        .into_iter()
        .filter(|row| config.wants(row.measure))
        .collect();
    let mut files = output::Files::new();
    let (mut tables, mut notes) = (Vec::new(), Vec::new());
    if let Some(agreement) = &agreement {
        files.append(&mut agreement.files(config).map_err(unrendered)?);
        tables.extend(agreement.tables(&counted));
        notes.extend(agreement.notes());
    }
    if let Some(judged) = &judged {
        files.append(&mut judged.tidy(config).map_err(unrendered)?);
        tables.extend(judged.tables());
    }
    drop(waiting);
    let correction = config.inference.correction;
    let shown_rows = present(config, &mut counted.evaluation, &scores, &comparisons)?;
    present_signature(&mut counted.systems, &config.report);
    let numbers = config.report.numbers;
    let mut summary = summary(&counted.evaluation, &shown_rows.1, numbers);
    let figures =
        figures(&counted.evaluation, &shown_rows.0, &shown_rows.1, |measure| config.wants(measure));
    let figures = figures
        .into_iter()
        .chain(agreement.as_ref().and_then(Agreement::figure))
        .chain(judged.iter().flat_map(Judged::figures))
        .collect();
    let (figures, absent) = wanted_figures(config, figures)?;
    let figures: Vec<Figure> = figures.into_iter().map(|it| it.written(numbers)).collect();
    let explorer = counted.explorer.take();
    let mut report = report(config, counted, &shown_rows, tables)?;
    report.notes.extend(absent);
    report.notes.extend(notes);
    report.signature.dataset.extend(judged.into_iter().flat_map(|it| it.files));
    scores.retain(|score| config.wants(score.measure));
    let explorer = match explorer {
        Some(Ok(mut explorer)) => {
            present_explorer(&mut explorer, &config.report);
            Some(explorer)
        }
        Some(Err(reason)) => {
            summary.push(reason);
            None
        }
        None => None,
    };
    let besides = Besides {
        options: &config.report,
        summary: &summary,
        figures: &figures,
        explorer: explorer.as_ref(),
    };
    let files = if written {
        output::files(&report, &scores, (&comparisons, correction), &besides, files)
            .map_err(unrendered)?
    } else {
        output::Files::new()
    };
    Ok(Made { report, files, summary })
}

/// The report of judges' scores, where a config has no systems.
fn judged_alone(config: &Config, written: bool) -> Result<Made, Failure> {
    let Some(judged) = Judged::of(config)? else {
        return Err(Failure::input("the config names nothing to evaluate", None));
    };
    let more = judged.tidy(config).map_err(unrendered)?;
    let numbers = config.report.numbers;
    let (figures, absent) = wanted_figures(config, judged.figures())?;
    let figures: Vec<Figure> = figures.into_iter().map(|it| it.written(numbers)).collect();
    let mut report = judged.report(config);
    report.notes.extend(absent);
    let besides =
        Besides { options: &config.report, summary: &[], figures: &figures, explorer: None };
    let files = if written {
        let correction = config.inference.correction;
        output::files(&report, &[], (&[], correction), &besides, more).map_err(unrendered)?
    } else {
        output::Files::new()
    };
    Ok(Made { report, files, summary: Vec::new() })
}

fn unrendered(error: std::io::Error) -> Failure {
    Failure::input(format!("cannot render the report: {error}"), None)
}

/// What a config evaluates, counted, and where it comes from.
pub(super) struct Counted {
    pub(super) evaluation: Evaluation,
    pub(super) dataset: Vec<File>,
    pub(super) systems: Vec<SystemSignature>,
    /// What was counted, where annotators said something of it.
    pub(super) annotated: Option<(Dataset, Vec<(Run, Origin)>)>,
    /// Pairs that were left out.
    excluded: usize,
    /// What the user must know of what was read.
    notes: Vec<String>,
    /// Why systems were not compared, where they answer different pairs.
    pub(super) uneven: Option<String>,
    /// The pairs to look at, or why there are none; nothing where they were not asked for.
    explorer: Option<Result<Explorer, String>>,
}

/// Reads and counts what a config evaluates.
pub(super) fn counted(config: &Config) -> Result<Counted, Failure> {
    counted_with_texts(config, KeepTexts::No)
}

/// The same; where texts are kept, with the pairs to look at.
fn counted_with_texts(config: &Config, texts: KeepTexts) -> Result<Counted, Failure> {
    let counted = match &config.source {
        Source::Data { pairs, systems } => {
            let (dataset, files) = load::dataset(pairs, texts)?;
            refuse_no_weights(config, &dataset)?;
            let load::Systems { runs, signatures } = load::systems(systems, &dataset)?;
            let mut settings = config.settings();
            let uneven = uneven(&dataset, &runs, &settings.inference);
            if uneven.is_some() {
                settings.inference.compare = Compared::None;
            }
            let runs = order_runs(runs, &dataset, &mut settings, config);
            let evaluation = Evaluation::new(&dataset, &runs, &settings);
            let excluded = dataset.excluded();
            let notes = load::notes(&dataset, runs.iter().map(|(run, _)| run));
            let explorer =
                (texts != KeepTexts::No).then(|| explorer(&dataset, &runs, evaluation.task));
            let annotated = dataset.is_annotated().then_some((dataset, runs));
            let systems = signatures;
            Counted {
                evaluation,
                dataset: files,
                systems,
                annotated,
                excluded,
                notes,
                uneven,
                explorer,
            }
        }
        Source::Counts { files, missing, references } => {
            // Count tables that were written together change together.
            let folders = files.iter().filter_map(|file| file.path.parent());
            if let Some(message) = folders.filter_map(writing::unfinished).next() {
                let help = "run `phenom counts` again, which completes the change".to_owned();
                return Err(Failure::input(message, Some(help)));
            }
            let (counts, files) = load::counts(files)?;
            let systems = counts.systems().map(str::to_owned).collect::<Vec<_>>();
            if let Some(unknown) = references.iter().find(|name| !systems.contains(name)) {
                let message = format!("`references` names `{unknown}`, which has no counts");
                let names: Vec<&str> = systems.iter().map(String::as_str).collect();
                let help = format!("the systems are {}", listed(&names));
                return Err(Failure::input(message, Some(help)));
            }
            let mut evaluation = counts.finish(*missing, references, &config.settings());
            order_systems(&mut evaluation, &config.report);
            refuse_missing(&evaluation, *missing)?;
            let signature = |system: &String| SystemSignature {
                system: system.clone(),
                files: Vec::new(),
                algorithm: Some("counted before, see dataset".to_owned()),
                missing: missing.name().to_owned(),
            };
            let systems = systems.iter().map(signature).collect();
            let (annotated, uneven, explorer) = (None, None, None);
            Counted {
                evaluation,
                dataset: files,
                systems,
                annotated,
                excluded: 0,
                notes: Vec::new(),
                uneven,
                explorer,
            }
        }
        Source::Nothing => {
            return Err(Failure::input("this config has no systems, only justifications", None));
        }
    };
    refuse_three_way(config, &counted.evaluation)?;
    refuse_unmeasurable(config, &counted.evaluation)?;
    Ok(counted)
}

/// The pairs to look at, with the answers of the first run of each system.
fn explorer(dataset: &Dataset, runs: &[(Run, Origin)], task: Task) -> Result<Explorer, String> {
    let groups: Vec<_> = runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).collect();
    let first: Vec<&Run> = groups.iter().map(|group| &group[0].0).collect();
    let mut explorer = Explorer::new(dataset, &first, task)?;
    let several = groups.iter().filter(|group| group.len() > 1).map(|group| group[0].0.system());
    let several: Vec<&str> = several.collect();
    if !several.is_empty() {
        explorer.notes.push(format!(
            "Of systems with several runs the answers of the first one are shown: {}.",
            listed(&several)
        ));
    }
    Ok(explorer)
}

/// Why systems cannot be compared: some leave out pairs that others answer, and nothing was said of the
/// pairs that all of them answer.
pub(super) fn uneven(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    inference: &Inference,
) -> Option<String> {
    let skips = runs.iter().any(|(run, _)| run.missing() == Missing::Skip);
    if inference.common_pairs || inference.compare == Compared::None || runs.len() < 2 || !skips {
        return None;
    }
    let answers = |run: &Run, row: usize| run.answer(row) != Answer::Missing;
    let common =
        (0..dataset.len()).filter(|row| runs.iter().all(|(run, _)| answers(run, *row))).count();
    let fewer = runs.iter().find_map(|(run, _)| {
        let answered = (0..dataset.len()).filter(|row| answers(run, *row)).count();
        (answered != dataset.len()).then(|| (run.system(), answered))
    });
    let (system, answered) = fewer?;
    Some(format!(
        "they answer different pairs (`{system}` answers {answered} of {}). `statistics: {{common-pairs: \
         true}}` compares them on the {common} pairs that all of them answer.",
        dataset.len()
    ))
}

/// Weights can only be taken from a dataset that gives some.
fn refuse_no_weights(config: &Config, dataset: &Dataset) -> Result<(), Failure> {
    if config.weighting != Some(Weighting::Given) || dataset.is_weighted() {
        return Ok(());
    }
    let problem = ConfigProblem {
        place: config.document.place(&["weighting".into()]),
        message: "the dataset gives no weights".to_owned(),
        help: Some(
            "name their column, `columns: {weight: NAME}`, or write `weighting: ranks`".to_owned(),
        ),
    };
    Err(Failure::config(&config.document, vec![problem]))
}

/// A measure that the config names must be one that every system can have.
pub(super) fn refuse_unmeasurable(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for (index, key) in config.measures.iter().flatten().enumerate() {
        let place = || config.document.place(&["measures".into(), index.into()]);
        if key == ACCURACY_THREE_WAY.key
            && let Some(reason) = evaluation.two_way_reason()
        {
            problems.push(ConfigProblem {
                place: place(),
                message: format!("`{key}` is a three-way measure, and {reason}"),
                help: Some("leave it out, or write `accuracy_two_way`".to_owned()),
            });
        }
        let answering = evaluation.systems.iter().filter(|it| it.origin == Origin::Answers);
        for system in answering {
            let value = match system.rankings() {
                Ok(rankings) => rankings
                    .of(Population::Original)
                    .and_then(|ranking| ranking.slice(0).of(key).cloned()),
                Err(reason) => RankingScores::undefined(&reason).of(key).cloned(),
            };
            let Some(Err(reason)) = value.filter(is_for_want_of_scores) else { continue };
            problems.push(ConfigProblem {
                place: place(),
                message: format!("`{key}` cannot be had for `{}`: {reason}", system.name),
                help: Some(
                    "name the column of its `confidence`, `entailment-score`, `probabilities` or \
                     `rank`, or leave the measure out"
                        .to_owned(),
                ),
            });
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::config(&config.document, problems)) }
}

fn is_for_want_of_scores(value: &Result<f64, Undefined>) -> bool {
    matches!(
        value,
        Err(Undefined::NoRanking
            | Undefined::OnlyCounts
            | Undefined::OnlyEntailmentRanking
            | Undefined::NoEntailmentProbability)
    )
}

/// The settings of a config, for commands that only count.
pub(super) fn without_inference(config: &Config) -> Settings {
    let mut settings = config.settings();
    settings.inference.intervals = false;
    settings.inference.compare = Compared::None;
    settings
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

fn report(
    config: &Config,
    counted: Counted,
    (scores, comparisons): &Figures<'_>,
    more: Vec<Table>,
) -> Result<Report, Failure> {
    let Counted { evaluation, dataset, systems, excluded, notes: of_files, uneven, .. } = counted;
    let numbers = config.report.numbers;
    let options = TableOptions { rank_by: config.rank_by, pool: config.pool, numbers };
    let tables = tables(&evaluation, scores, comparisons, options, |measure| config.wants(measure));
    let empty = tables.is_empty();
    let tables = tables.into_iter().chain(more).collect();
    let (tables, absent) = wanted_tables(config, tables)?;
    let mut notes = config.notes.clone();
    notes.extend(absent);
    notes.extend(of_files);
    notes.extend(notes_on_data(config, &evaluation, excluded));
    if let Some(reason) = uneven {
        notes.push(format!("The systems are not compared: {reason}"));
    }
    if empty {
        notes.push(
            "No table is about the measures that were asked for; their values are in the scores."
                .to_owned(),
        );
    }
    let measures = config.measures.as_ref().map_or("all".to_owned(), |keys| keys.join(", "));
    let mut parameters =
        vec![("measures".to_owned(), measures), ("seed".to_owned(), config.seed.0.to_string())];
    if let Source::Data { pairs, .. } = &config.source
        && pairs.least_pairs > 1
    {
        let least = pairs.least_pairs.to_string();
        parameters.push(("phenomena gathered under other: on fewer pairs than".to_owned(), least));
    }
    if matches!(config.source, Source::Data { .. }) {
        parameters.extend(inference_parameters(&config.inference));
    }
    let signature = signature(&evaluation, dataset, systems, parameters);
    Ok(Report { title: config.title.clone(), notes, tables, signature })
}

/// How intervals and comparisons were made, for the signature.
pub(super) fn inference_parameters(inference: &Inference) -> Vec<(String, String)> {
    let mut parameters = Vec::new();
    if inference.intervals || inference.compare != Compared::None {
        parameters.push(("confidence level".to_owned(), inference.level.value().to_string()));
        parameters.push(("resamples".to_owned(), inference.resamples.to_string()));
    }
    if inference.compare != Compared::None {
        parameters.push(("correction".to_owned(), inference.correction.key().to_owned()));
    }
    parameters
}

/// What a report was computed from and by.
pub(super) fn signature(
    evaluation: &Evaluation,
    dataset: Vec<File>,
    systems: Vec<SystemSignature>,
    mut parameters: Vec<(String, String)>,
) -> Signature {
    if evaluation.systems.iter().any(|system| system.rankings().is_ok()) {
        let weighting = match evaluation.weighting {
            Weighting::Ranks => "by rank",
            Weighting::Given => "given by the dataset",
        };
        parameters.push(("weights".to_owned(), weighting.to_owned()));
    }
    for system in systems.iter().filter(|system| system.missing != "refuse") {
        let name = format!("missing answers of {}", system.system);
        parameters.push((name, system.missing.clone()));
    }
    Signature {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        task: evaluation.task.name().to_owned(),
        dataset,
        systems,
        parameters,
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
            listed(&pairs.exclude.iter().map(String::as_str).collect::<Vec<_>>()),
        ));
    }
    // A system that answers two-way decides for all, which must be said.
    if config.task.is_none() && evaluation.task == Task::TwoWay && evaluation.three_way_gold() {
        let systems: Vec<&str> = evaluation.two_way_systems().collect();
        notes.push(format!(
            "All systems are scored two-way, because of two-way answers: {}.",
            listed(&systems)
        ));
    }
    notes.extend(notes_on_attributes(evaluation));
    if !evaluation.has_phenomena() {
        notes.push(
            "No pair is tagged with a phenomenon: there are no tables on phenomena and categories."
                .to_owned(),
        );
    }
    if !evaluation.is_decomposed() {
        notes.push(
            "No original pair has monothematic pairs: there is no Correlation Index and no Deviation \
             Index."
                .to_owned(),
        );
    }
    if evaluation.is_decomposed() && evaluation.pair_correlations(0).is_none() {
        notes.push(match config.source {
            Source::Data { .. } => format!(
                "The scores have no row for each original pair: there are more than {PAIR_ROWS}."
            ),
            Source::Counts { .. } | Source::Nothing => {
                "The scores have no row for each original pair: only counts are known.".to_owned()
            }
        });
    }
    notes
}

/// What is wrong with attributes that have a value for nearly every pair, such as free text.
fn notes_on_attributes(evaluation: &Evaluation) -> Vec<String> {
    let pairs: u64 = [Population::Original, Population::Monothematic]
        .iter()
        .map(|population| evaluation.gold(*population, 0))
        .map(|gold| gold.pairs() + gold.without_gold())
        .sum();
    let kinds = evaluation.slices.chunk_by(|one, next| one.kind == next.kind);
    let found = kinds.filter_map(|slices| match &slices[0].kind {
        SliceKind::Attribute(name) => warning_of_values(name, slices.len(), pairs),
        _ => None,
    });
    found.collect()
}

/// Up to how many rows a table is printed unasked, and how many rows of all tables together.
const PRINTED_ROWS: usize = 100;
const PRINTED_IN_ALL: usize = 1500;

/// Takes the very long tables out, and what follows when enough is printed, and says which.
fn shortened(report: Report) -> (Report, String) {
    let mut rows = 0;
    let (tables, long): (Vec<Table>, Vec<Table>) = report.tables.into_iter().partition(|table| {
        let printed = table.rows.len() <= PRINTED_ROWS && rows < PRINTED_IN_ALL;
        rows += if printed { table.rows.len() } else { 0 };
        printed
    });
    let long: Vec<String> =
        long.iter().map(|table| format!("{} ({} rows)", table.key, table.rows.len())).collect();
    let said = match long.as_slice() {
        [] => String::new(),
        long if long.len() > LISTED => {
            let more = long.len() - LISTED;
            format!("Not printed without --all: {} and {more} more\n", long[..LISTED].join(", "))
        }
        long => format!("Not printed without --all: {}\n", long.join(", ")),
    };
    (Report { tables, ..report }, said)
}

/// A report as the terminal shows it.
pub(super) fn shown(report: &Report) -> Result<String, Failure> {
    let mut text = Vec::new();
    render::terminal(report, terminal(), &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Styled, and as wide as the terminal, if there is one.
pub(super) fn terminal() -> render::Terminal {
    let is_terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    render::Terminal { styled: true, width: width.filter(|_| is_terminal) }
}
