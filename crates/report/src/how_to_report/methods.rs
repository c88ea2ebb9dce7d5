//! How the figures were made.

use phenom_dataset::listed;
use phenom_metrics::Family;
use phenom_metrics::IntervalMethod;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::measure;
use phenom_metrics::{Population, SystemCounts};

use super::figures::{percent, words};
use crate::paragraph::{Paragraph, Span};
use crate::question_words::{intervals_in_words, question_in_words};
use crate::resampled;
use crate::{Pairs, Results};

/// How intervals and comparisons were made, and by what.
pub(super) fn methods(results: &Results<'_>, version: &str) -> Paragraph {
    let mut said = Paragraph::default();
    for sentence in [intervals(results), tests(results), families(results)].into_iter().flatten() {
        said.say(sentence);
        said.say(" ");
    }
    said.extend(words(format!(
        "Computed with phenom {version}, seed {}",
        results.evaluation.seed.0
    )));
    said.push(Span::Citation);
    said.say(".");
    said
}

/// The methods of the intervals that the paragraph on results gives.
fn intervals(results: &Results<'_>) -> Option<String> {
    let level = percent(results.evaluation.statistics.level.value());
    let mut known: Vec<(IntervalMethod, &str)> = Vec::new();
    let figures = [
        (Population::Original, &ACCURACY, "accuracies"),
        (Population::Monothematic, &ACCURACY, "accuracies"),
        (Population::Decomposition, &CORRELATION_INDEX, "the Correlation Index"),
    ];
    for (population, measure, name) in figures {
        let of = |system: &SystemCounts| {
            let score = results.score(&system.name, population, Pairs::All, measure)?;
            Some(score.interval?.method)
        };
        for method in results.evaluation.systems.iter().filter_map(of) {
            if !known.contains(&(method, name)) {
                known.push((method, name));
            }
        }
    }
    let methods: Vec<String> =
        known.iter().map(|(method, name)| format!("of {name}: {method}")).collect();
    (!methods.is_empty()).then(|| {
        let of_runs = intervals_in_words(results.evaluation);
        format!(
            "Confidence intervals are at {level} % and take account of pairs that belong to one {} ({}).{}",
            resampled::unit(results.evaluation),
            methods.join("; "),
            of_runs.map_or(String::new(), |of_runs| format!(" {of_runs}"))
        )
    })
}

fn tests(results: &Results<'_>) -> Option<String> {
    if results.comparisons.is_empty() {
        return None;
    }
    let evaluation = results.evaluation;
    let asked = question_in_words(evaluation, results.comparisons);
    let asked = asked.map_or(String::new(), |asked| format!(" {asked}"));
    let of_rankings = match results.comparisons.iter().any(|row| row.method == "influence_t") {
        true => {
            " Comparisons by AP and CWS are Student's t tests over the influences of the same units."
        }
        false => "",
    };
    Some(format!(
        "Comparisons are two-sided studentised sign-flip tests over {} (mid-p).{of_rankings}{asked}",
        resampled::units(evaluation)
    ))
}

/// What is corrected together.
fn families(results: &Results<'_>) -> Option<String> {
    let settings = &results.evaluation.statistics;
    let alpha = percent(settings.level.significance());
    let has = |family: Family| results.comparisons.iter().any(|row| row.family == family);
    if !has(Family::Figures) && !has(Family::Constants) && results.readings.is_empty() {
        return None;
    }
    let Some(method) = settings.correction.method() else {
        return Some("p-values are not adjusted for several comparisons.".to_owned());
    };
    let mut keys: Vec<&str> = Vec::new();
    let declared = results.comparisons.iter().filter(|row| row.family == Family::Figures);
    for row in declared {
        let name = measure(row.measure).map_or(row.measure, |measure| measure.name);
        if !keys.contains(&name) {
            keys.push(name);
        }
    }
    let between = match keys.as_slice() {
        [] => "between systems".to_owned(),
        keys => format!("between systems in {}", listed(keys, "and")),
    };
    let composition = if results.readings.is_empty() { "" } else { "; composition" };
    let constants = if results.has_labels() { "; against the best constant answer" } else { "" };
    Some(format!(
        "Each family of tests ({between}{constants}{composition}) is corrected by {method} method at a \
         third of {alpha} %; adjusted p-values include this and compare with {}.",
        format!("{:.3}", alpha / 100.0).trim_end_matches('0').trim_start_matches('0')
    ))
}
