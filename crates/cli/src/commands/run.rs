//! `phenom run`: the whole way of the data.

use std::io::IsTerminal;

use phenom_dataset::{Answer, Dataset, KeepTexts, Missing, Run, Task};
use phenom_metrics::measures::accuracy::ACCURACY_THREE_WAY;
use phenom_metrics::{
    Compared, ComparisonRow, Evaluation, Inference, Origin, PAIR_ROWS, Population, RankingScores,
    Score, Settings, Undefined, Weighting, comparisons, scores,
};
use phenom_report::{File, Report, Signature, SystemSignature, TableOptions, render, tables};

use super::agree::Agreement;
use super::justify::Judged;
use super::print;
use crate::arguments::RunArguments;
use crate::config::{Config, ConfigProblem, Source};
use crate::failure::Failure;
use crate::{load, output};

/// config -> dataset, runs -> counts -> measures -> report -> files, terminal.
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    let (report, files) = match config.source {
        Source::Nothing => judged_alone(&config)?,
        Source::Data { .. } | Source::Counts { .. } => evaluated(&config)?,
    };
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
    let tables = if arguments.quiet {
        String::new()
    } else if arguments.all {
        shown(&report)? + "\n"
    } else {
        let (short, said) = shortened(&report);
        shown(&short)? + "\n" + &said
    };
    print(&format!("{tables}{end}\n"))
}

/// The report of the systems of a config, and its files.
fn evaluated(config: &Config) -> Result<(Report, output::Files), Failure> {
    let counted = counted(config)?;
    let agreement = Agreement::of(config, &counted);
    let judged = Judged::of(config)?;
    let mut scores = scores(&counted.evaluation, config.pool);
    let comparisons: Vec<_> = comparisons(&counted.evaluation)
        .into_iter()
        .filter(|row| config.wants(row.measure))
        .collect();
    let correction = config.inference.correction;
    let mut more = output::Files::new();
    let mut tables = Vec::new();
    let mut notes = Vec::new();
    if let Some(agreement) = &agreement {
        more.append(&mut agreement.files(&|it| config.wants(it)).map_err(unrendered)?);
        tables.extend(agreement.tables(&counted));
        notes.extend(agreement.notes());
    }
    let mut report = report(config, counted, &scores, &comparisons);
    if let Some(judged) = judged {
        more.append(&mut judged.tidy().map_err(unrendered)?);
        tables.extend(judged.tables());
        report.signature.dataset.extend(judged.files);
    }
    report.tables.extend(tables);
    report.notes.extend(notes);
    scores.retain(|score| config.wants(score.measure));
    let files = output::files(&report, &scores, (&comparisons, correction), more);
    Ok((report, files.map_err(unrendered)?))
}

/// The report of judges' scores, where a config has no systems.
fn judged_alone(config: &Config) -> Result<(Report, output::Files), Failure> {
    let Some(judged) = Judged::of(config)? else {
        return Err(Failure::input("the config names nothing to evaluate", None));
    };
    let more = judged.tidy().map_err(unrendered)?;
    let report = judged.report(config);
    let files = output::files(&report, &[], (&[], config.inference.correction), more);
    Ok((report, files.map_err(unrendered)?))
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
    /// Why systems were not compared, where they answer different pairs.
    pub(super) uneven: Option<String>,
}

/// Reads and counts what a config evaluates.
pub(super) fn counted(config: &Config) -> Result<Counted, Failure> {
    let counted = match &config.source {
        Source::Data { pairs, systems } => {
            let (dataset, files) = load::dataset(pairs, KeepTexts::No)?;
            refuse_no_weights(config, &dataset)?;
            let load::Systems { runs, signatures } = load::systems(systems, &dataset)?;
            let mut settings = config.settings();
            let uneven = uneven(&dataset, &runs, &settings.inference);
            if uneven.is_some() {
                settings.inference.compare = Compared::None;
            }
            let evaluation = Evaluation::new(&dataset, &runs, &settings);
            let excluded = dataset.excluded();
            let annotated = dataset.is_annotated().then_some((dataset, runs));
            let systems = signatures;
            Counted { evaluation, dataset: files, systems, annotated, excluded, uneven }
        }
        Source::Counts { files, missing, references } => {
            let (counts, files) = load::counts(files)?;
            let systems = counts.systems().map(str::to_owned).collect::<Vec<_>>();
            if let Some(unknown) = references.iter().find(|name| !systems.contains(name)) {
                let message = format!("`references` names `{unknown}`, which has no counts");
                let help = format!("the systems are {}", systems.join(", "));
                return Err(Failure::input(message, Some(help)));
            }
            let evaluation = counts.finish(*missing, references, &config.settings());
            refuse_missing(&evaluation, *missing)?;
            let signature = |system: &String| SystemSignature {
                system: system.clone(),
                files: Vec::new(),
                algorithm: Some("counted before, see dataset".to_owned()),
                missing: missing.name().to_owned(),
            };
            let systems = systems.iter().map(signature).collect();
            let (annotated, uneven) = (None, None);
            Counted { evaluation, dataset: files, systems, annotated, excluded: 0, uneven }
        }
        Source::Nothing => {
            return Err(Failure::input("this config has no systems, only justifications", None));
        }
    };
    refuse_three_way(config, &counted.evaluation)?;
    refuse_unmeasurable(config, &counted.evaluation)?;
    Ok(counted)
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
    scores: &[Score],
    comparisons: &[ComparisonRow],
) -> Report {
    let Counted { evaluation, dataset, systems, excluded, uneven, .. } = counted;
    let options = TableOptions { rank_by: config.rank_by, pool: config.pool };
    let tables = tables(&evaluation, scores, comparisons, options, |measure| config.wants(measure));
    let mut notes = config.notes.clone();
    notes.extend(notes_on_data(config, &evaluation, excluded));
    if let Some(reason) = uneven {
        notes.push(format!("The systems are not compared: {reason}"));
    }
    if tables.is_empty() {
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
    Report { title: config.title.clone(), notes, tables, signature }
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

/// Up to how many rows a table is printed unasked.
const PRINTED_ROWS: usize = 100;

/// Takes the very long tables out, and says which.
fn shortened(report: &Report) -> (Report, String) {
    let mut short = report.clone();
    short.tables.retain(|table| table.rows.len() <= PRINTED_ROWS);
    let long = report.tables.iter().filter(|table| table.rows.len() > PRINTED_ROWS);
    let long: Vec<String> =
        long.map(|table| format!("{} ({} rows)", table.key, table.rows.len())).collect();
    let said = match long.as_slice() {
        [] => String::new(),
        long => format!("Not printed without --all: {}\n", long.join(", ")),
    };
    (short, said)
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
