//! The report of an evaluation, and its files.

use std::borrow::Cow;

use phenom_files::Folder;
use phenom_metrics::statistics::threads::both;
use phenom_metrics::{ComparisonRow, ReadingRow, Score};
use phenom_report::contents::{figures, tables};
use phenom_report::figures::Figure;
use phenom_report::tidy::{At, COMPARISONS, GOLD_CHECK, READINGS, SCORES};
use phenom_report::{
    Report, ReportFile, Results, Table, audit, claims, gold_check_in_words, gold_check_table,
    how_to_report, page_model, render, short_words, summary,
};

use crate::config::{Config, Format, Source};
use crate::content::Writing;
use crate::evaluation::{
    Agreement, Counted, Judged, VERSION, Written, analysis_files, notes_on_data, signature,
    statistics_parameters, wanted_figures, wanted_tables,
};
use crate::failure::Failure;
use crate::output::{self, Besides, Files, file, tidy_files};

/// What a report is made of.
pub(crate) struct Layout<'l> {
    pub(crate) config: &'l Config,
    /// Nothing where the config has justifications alone.
    pub(crate) counted: Option<&'l Counted>,
    pub(crate) judged: Option<&'l Judged>,
    pub(crate) agreement: Option<&'l Agreement>,
    pub(crate) scores: &'l [Score],
    pub(crate) comparisons: &'l [ComparisonRow],
    pub(crate) readings: &'l [ReadingRow],
    /// What files hold besides.
    pub(crate) written: Option<&'l Written>,
    /// A folder on the disk of the report.
    pub(crate) near: Option<&'l Folder>,
}

/// The report, and its files if there are to be any: beside those that are there already.
pub(crate) fn lay_out(
    layout: &Layout<'_>,
    results: Option<Results<'_>>,
    files: Option<Files>,
) -> Result<(Report, Files), Failure> {
    match (layout.counted, results, layout.judged) {
        (Some(counted), Some(results), _) => of_systems(layout, counted, results, files),
        (_, _, Some(judged)) => of_judges(layout, judged, files),
        _ => Err(Failure::input("the config names nothing to evaluate", None)),
    }
}

fn of_systems(
    layout: &Layout<'_>,
    counted: &Counted,
    results: Results<'_>,
    files: Option<Files>,
) -> Result<(Report, Files), Failure> {
    let Layout { config, judged, agreement, .. } = *layout;
    let (mut said, mut more) = (Vec::new(), Vec::new());
    said.extend(layout.written.and_then(|written| written.answers.note.clone()));
    if let Some((check, named)) = &counted.gold_check {
        let in_words = gold_check_in_words(check, &config.composition);
        more.extend(gold_check_table(named, in_words.clone()));
        said.extend(in_words);
    }
    if let Some(agreement) = agreement {
        more.extend(agreement.tables(&results));
        said.extend(agreement.on_decomposition());
        said.extend(agreement.notes());
    }
    more.extend(judged.map(Judged::tables).unwrap_or_default());
    let has_page = files.is_some() && config.report.writes(Format::Html);
    let claimed = || {
        let claims = claims(&results);
        let model = has_page.then(|| page_model(&results, &claims));
        (claims, model)
    };
    let shown = || (drawn(layout, &results), tables(&results));
    let threads = config.statistics.threads;
    let ((claims, model), (drawn, (of_systems, left_out))) = both(threads, claimed, shown);
    let (figures, absent_figures) = drawn?;
    said.extend(left_out);
    if of_systems.is_empty() {
        said.push(
            "No table uses the selected measures; their values are in the scores.".to_owned(),
        );
    }
    let tables = of_systems.into_iter().chain(more).collect();
    let (tables, absent_tables) = wanted_tables(config, tables)?;
    let mut report = report(config, counted, tables, absent_tables);
    report.summary = summary(&results, &claims);
    report.how_to_report = how_to_report(&results, &claims, VERSION);
    audit(&results, &claims, &report).map_err(Failure::Contradiction)?;
    report.notes.extend(short_words(&results));
    // The index of millions of rows is not needed any more.
    drop(results);
    report.notes.extend(absent_figures);
    report.notes.extend(said);
    report.signature.dataset.extend(judged.into_iter().flat_map(|judged| judged.files.clone()));
    let explorer = match layout.written.and_then(|written| written.explorer.as_ref()) {
        Some(Ok(explorer)) => Some(explorer),
        Some(Err(reason)) => {
            report.notes.push(reason.clone());
            None
        }
        None => None,
    };
    let Some(files) = files else { return Ok((report, Files::new())) };
    let (options, near) = (&config.report, layout.near);
    let besides = Besides { options, model: model.as_ref(), figures: &figures, explorer, near };
    let scores: Cow<'_, [Score]> = match &config.measures {
        None => Cow::Borrowed(layout.scores),
        Some(_) => {
            layout.scores.iter().filter(|score| config.wants(score.measure)).cloned().collect()
        }
    };
    let at = At { correction: config.statistics.correction, ..At::default() };
    let mut work = tidy_files(&SCORES, &scores, at, options);
    work.extend(tidy_files(&COMPARISONS, layout.comparisons, at, options));
    work.extend(tidy_files(&READINGS, layout.readings, at, options));
    work.extend(analysis_files(config, &counted.analyses));
    if let Some((_, named)) = counted.gold_check.as_ref().filter(|(_, named)| !named.is_empty()) {
        let csv = move |out: &mut Writing<'_>| GOLD_CHECK.csv(named, At::default(), out);
        work.push(file(ReportFile::tidy(GOLD_CHECK.name, "csv"), csv));
    }
    work.extend(agreement.into_iter().flat_map(|agreement| agreement.files(config)));
    work.extend(judged.into_iter().flat_map(|judged| judged.files(config)));
    work.push(file(ReportFile::named("claims.json"), |out| render::json(&claims, out)));
    let files = output::files(&report, &besides, work, files).map_err(Failure::unrendered)?;
    Ok((report, files))
}

/// The report of judges' scores, where a config has no systems.
fn of_judges(
    layout: &Layout<'_>,
    judged: &Judged,
    files: Option<Files>,
) -> Result<(Report, Files), Failure> {
    let config = layout.config;
    let numbers = config.report.numbers;
    let (figures, absent) = wanted_figures(config, judged.figures(&[]))?;
    let figures: Vec<Figure> = figures.into_iter().map(|figure| figure.written(numbers)).collect();
    let figures = render::over_pages(figures, &config.report.paper.room());
    let mut report = judged.report(config);
    let (tables, absent_tables) = wanted_tables(config, std::mem::take(&mut report.tables))?;
    report.tables = tables;
    report.notes.extend(absent.into_iter().chain(absent_tables));
    let Some(files) = files else { return Ok((report, Files::new())) };
    let (options, near) = (&config.report, layout.near);
    let besides = Besides { options, model: None, figures: &figures, explorer: None, near };
    let files = output::files(&report, &besides, judged.files(config), files);
    Ok((report, files.map_err(Failure::unrendered)?))
}

/// The figures that the config wants, over the pages of its paper, and a note on those that there are not.
fn drawn(
    layout: &Layout<'_>,
    results: &Results<'_>,
) -> Result<(Vec<Figure>, Option<String>), Failure> {
    let Layout { config, judged, agreement, .. } = *layout;
    let numbers = config.report.numbers;
    let systems = layout.counted.iter().flat_map(|counted| &counted.evaluation.systems);
    let systems: Vec<&str> = systems.map(|system| system.name.as_str()).collect();
    let by_key = agreement.and_then(|agreement| agreement.figure(&systems, &config.report.names));
    let by_judge = judged.into_iter().flat_map(|judged| judged.figures(&systems));
    let of_people = by_key.into_iter().chain(by_judge);
    let all = figures(results).into_iter().chain(of_people.map(|figure| figure.written(numbers)));
    let (figures, absent) = wanted_figures(config, all.collect())?;
    Ok((render::over_pages(figures, &config.report.paper.room()), absent))
}

fn report(
    config: &Config,
    counted: &Counted,
    tables: Vec<Table>,
    absent: Option<String>,
) -> Report {
    let Counted { evaluation, dataset, systems, excluded, notes: of_files, uneven, .. } = counted;
    let mut notes = config.notes.clone();
    notes.extend(absent);
    notes.extend(of_files.iter().cloned());
    notes.extend(notes_on_data(config, evaluation, *excluded));
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
        parameters.push(("phenomena grouped under `other`: on fewer pairs than".to_owned(), least));
    }
    let clustered = match &config.source {
        Source::Data { .. } => true,
        Source::Counts(source) => !source.clusters.is_empty(),
        Source::Nothing => false,
    };
    if clustered {
        parameters.extend(statistics_parameters(evaluation));
    }
    let signature = signature(evaluation, dataset.clone(), systems.clone(), parameters);
    let title = config.title.clone();
    Report { title, summary: Vec::new(), notes, tables, how_to_report: Vec::new(), signature }
}
