//! The report of a config, with its files and its summary.

use phenom_dataset::KeepTexts;
use phenom_metrics::{ComparisonRow, Evaluation, Score, comparisons, readings, scores};
use phenom_report::figures::{Figure, figures};
use phenom_report::{
    Explorer, Presentation, Report, ReportFile, Results, Table, gold_check_in_words,
    gold_check_table, how_to_report, page_model, render, summary, tables,
};

use super::agreement::Agreement;
use super::announcement::announce;
use super::counted::{Counted, counted_for_report};
use super::judged::Judged;
use super::notes::notes_on_data;
use super::presented::{
    present, present_explorer, present_signature, wanted_figures, wanted_tables,
};
use super::signature::{signature, statistics_parameters};
use crate::config::{Config, Format, ReportOptions, Source};
use crate::failure::Failure;
use crate::output::{Besides, Files};
use crate::{output, progress};

/// A report with its files, and what it comes to.
pub(crate) struct Made {
    pub(crate) report: Report,
    pub(crate) files: Files,
}

/// What tables, figures and sentences are made from, shown as the config says.
pub(crate) fn results_of<'a>(
    config: &'a Config,
    evaluation: &'a Evaluation,
    scores: &'a [Score],
    comparisons: &'a [ComparisonRow],
) -> Results<'a> {
    let ReportOptions { numbers, overview, differences, .. } = config.report;
    let (rank_by, pool) = (config.rank_by, config.pool);
    let options = Presentation { rank_by, pool, numbers, overview, differences };
    Results::new(evaluation, scores, comparisons, options, &config.report.names)
}

/// The report of the systems of a config, and its files.
pub(crate) fn evaluated(
    config: &Config,
    written: bool,
    quiet: bool,
    memory: u64,
) -> Result<Made, Failure> {
    let page = written && config.report.writes(Format::Html);
    let texts = if page { Explorer::TEXTS } else { KeepTexts::No };
    let mut counted = counted_for_report(config, texts, written, memory)?;
    if let Some(estimate) = counted.estimate.filter(|_| !quiet) {
        announce(&counted.evaluation, estimate, memory);
    }
    let waiting = progress::spinner("intervals and comparisons");
    let agreement = Agreement::of(config, &counted);
    let judged = Judged::of(config)?;
    let mut scores = scores(&counted.evaluation, config.pool);
    let comparisons = comparisons(&counted.evaluation);
    let readings = readings(&counted.evaluation, &comparisons);
    drop(waiting);
    let mut more = Vec::new();
    let mut said = Vec::new();
    present(config, &mut counted.evaluation)?;
    let of_originals = std::mem::take(&mut counted.of_originals);
    let without_clusters = std::mem::take(&mut counted.without_clusters);
    let results = results_of(config, &counted.evaluation, &scores, &comparisons)
        .with_readings(&readings)
        .with_comparisons_without_clusters(&without_clusters);
    let results = of_originals.shown_in(results);
    let mut files = of_originals.files().map_err(Failure::unrendered)?;
    let mut answers = std::mem::take(&mut counted.answers);
    files.append(&mut answers.files);
    said.extend(answers.note);
    if let Some((check, named)) = &counted.gold_check {
        let in_words = gold_check_in_words(check, &config.composition);
        more.extend(gold_check_table(named, in_words.clone()));
        said.extend(in_words);
        if !named.is_empty() {
            let mut bytes = Vec::new();
            render::gold_check_csv(named, &mut bytes).map_err(Failure::unrendered)?;
            files.insert(ReportFile::named("gold_check.csv"), bytes);
        }
    }
    if let Some(agreement) = &agreement {
        files.append(&mut agreement.files(config).map_err(Failure::unrendered)?);
        more.extend(agreement.tables(&results));
        said.extend(agreement.notes());
    }
    if let Some(judged) = &judged {
        files.append(&mut judged.tidy(config).map_err(Failure::unrendered)?);
        more.extend(judged.tables());
    }
    let numbers = config.report.numbers;
    let summary = summary(&results);
    let how_to_report = how_to_report(&results, env!("CARGO_PKG_VERSION"));
    let model = page.then(|| page_model(&results));
    let of_people = agreement.iter().filter_map(|agreement| agreement.figure(&config.report.names));
    let of_people = of_people.chain(judged.iter().flat_map(Judged::figures));
    let drawn =
        figures(&results).into_iter().chain(of_people.map(|figure| figure.written(numbers)));
    let (figures, absent) = wanted_figures(config, drawn.collect())?;
    let figures = render::over_pages(figures, &config.report.paper.room());
    let (of_systems, left_out) = tables(&results);
    said.extend(left_out);
    if of_systems.is_empty() {
        said.push(
            "No table is about the measures that were asked for; their values are in the scores."
                .to_owned(),
        );
    }
    let tables = of_systems.into_iter().chain(more).collect();
    let (tables, absent_tables) = wanted_tables(config, tables)?;
    present_signature(&mut counted.systems, &config.report);
    let explorer = counted.explorer.take();
    let mut report = report(config, counted, tables, absent_tables);
    (report.summary, report.how_to_report) = (summary, how_to_report);
    report.notes.extend(absent);
    report.notes.extend(said);
    report.signature.dataset.extend(judged.into_iter().flat_map(|judged| judged.files));
    scores.retain(|score| config.wants(score.measure));
    let explorer = match explorer {
        Some(Ok(mut explorer)) => {
            present_explorer(&mut explorer, &config.report);
            Some(explorer)
        }
        Some(Err(reason)) => {
            report.summary.push(reason);
            None
        }
        None => None,
    };
    let besides = Besides {
        options: &config.report,
        model: model.as_ref(),
        figures: &figures,
        explorer: explorer.as_ref(),
    };
    let files = if written {
        output::files(
            &report,
            &scores,
            (&comparisons, &readings, config.statistics.correction),
            &besides,
            files,
        )
        .map_err(Failure::unrendered)?
    } else {
        Files::new()
    };
    Ok(Made { report, files })
}

/// The report of judges' scores, where a config has no systems.
pub(crate) fn judged_alone(config: &Config, written: bool) -> Result<Made, Failure> {
    let Some(judged) = Judged::of(config)? else {
        return Err(Failure::input("the config names nothing to evaluate", None));
    };
    let more = judged.tidy(config).map_err(Failure::unrendered)?;
    let numbers = config.report.numbers;
    let (figures, absent) = wanted_figures(config, judged.figures())?;
    let figures: Vec<Figure> = figures.into_iter().map(|figure| figure.written(numbers)).collect();
    let figures = render::over_pages(figures, &config.report.paper.room());
    let mut report = judged.report(config);
    let (tables, absent_tables) = wanted_tables(config, report.tables)?;
    report.tables = tables;
    report.notes.extend(absent.into_iter().chain(absent_tables));
    let besides =
        Besides { options: &config.report, model: None, figures: &figures, explorer: None };
    let files = if written {
        let correction = config.statistics.correction;
        output::files(&report, &[], (&[], &[], correction), &besides, more)
            .map_err(Failure::unrendered)?
    } else {
        Files::new()
    };
    Ok(Made { report, files })
}

fn report(config: &Config, counted: Counted, tables: Vec<Table>, absent: Option<String>) -> Report {
    let Counted { evaluation, dataset, systems, excluded, notes: of_files, uneven, .. } = counted;
    let mut notes = config.notes.clone();
    notes.extend(absent);
    notes.extend(of_files);
    notes.extend(notes_on_data(config, &evaluation, excluded));
    if let Some(reason) = uneven {
        notes.push(format!("The systems are not compared: {reason}"));
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
    let clustered = match &config.source {
        Source::Data { .. } => true,
        Source::Counts(source) => !source.clusters.is_empty(),
        Source::Nothing => false,
    };
    if clustered {
        parameters.extend(statistics_parameters(&config.statistics));
    }
    let signature = signature(&evaluation, dataset, systems, parameters);
    let title = config.title.clone();
    Report { title, summary: Vec::new(), notes, tables, how_to_report: Vec::new(), signature }
}
