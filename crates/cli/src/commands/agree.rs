//! `phenom agree`: how far annotators agree, and how systems fare under each answer key.

use crate::at_terminal::USER;
use phenom_metrics::scores;
use phenom_report::{Report, SummaryLine};

use super::inspected::config_of;
use super::print;
use crate::arguments::AgreeArguments;
use crate::terminal::shown;
use phenom_report::tidy::{AGREEMENT, At};
use phenom_study::config::{Config, Source};
use phenom_study::evaluation::{
    Agreement, Counted, Plan, Pool, counted, judge_tables, keep_within, notes_on_tests, signature,
    statistics_parameters,
};
use phenom_study::{ConfigProblem, Failure, results_of};

/// Prints the tables, or the tidy rows.
pub(crate) fn agree(arguments: &AgreeArguments) -> Result<(), Failure> {
    let config = config_of(&arguments.files, arguments.labels.as_deref())?;
    let mut counted = match &config.source {
        Source::Data { .. } => counted(&config, &USER)?,
        Source::Counts(_) => {
            return Err(refused(&config, "counts", "counts contain no annotators"));
        }
        Source::Nothing => {
            return Err(refused(&config, "justifications", "this config has no dataset"));
        }
    };
    let Some(agreement) = Agreement::of(&config, &counted) else {
        if counted.evaluation.judged.is_some() {
            let message = "people and judges score predictions, and no annotator labels pairs";
            let help = "`phenom run CONFIG --table judges` shows how far judges agree with people";
            return Err(Failure::input(message, Some(help.to_owned())));
        }
        return Err(refused(&config, "dataset", "the dataset contains no labels of annotators"));
    };
    if arguments.json {
        let mut text = Vec::new();
        AGREEMENT
            .json(&agreement.rows, At::default(), &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    let mut notes = config.notes.clone();
    notes.extend(notes_on_tests(&counted.evaluation));
    notes.extend(agreement.notes());
    notes.append(&mut counted.notes);
    let mut parameters = vec![("seed".to_owned(), config.seed.0.to_string())];
    parameters.extend(statistics_parameters(&counted.evaluation));
    // Beside people stand the accuracies of systems, without intervals.
    counted.evaluation.statistics.intervals = false;
    let plan = Plan { scores: Some(Pool(false)), comparisons: false, report: None };
    keep_within(arguments.memory.allowed(), &mut counted.evaluation, plan)?;
    let scores = scores(&counted.evaluation, false);
    let results = results_of(&config, &counted.evaluation, &scores, &[]);
    let of_people = agreement.tables(&results);
    let mut tables = judge_tables(&counted, results);
    tables.extend(of_people);
    let Counted { evaluation, dataset, systems, .. } = counted;
    let signature = signature(&evaluation, dataset, systems, parameters);
    let summary = agreement.on_decomposition().into_iter().map(SummaryLine::plain).collect();
    let (title, how_to_report) = (config.title, Vec::new());
    print(&shown(&Report { title, summary, notes, tables, how_to_report, signature })?)
}

/// There is nothing to agree on.
fn refused(config: &Config, key: &str, message: &str) -> Failure {
    let help = "name the labels of annotators among the `columns`, with `annotators: [COLUMN]`, `annotator-labels` or \
                `annotator-counts`, or name a file of `annotations` (docs/formats.md)";
    let problem = ConfigProblem {
        place: config.document.place(&[key.into()]),
        message: message.to_owned(),
        help: Some(help.to_owned()),
    };
    config.document.failure(vec![problem])
}
