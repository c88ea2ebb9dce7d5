//! What a report asks of systems with several runs, in short.

use phenom_metrics::statistics::Question;

use crate::Results;

/// What tests and intervals ask of systems with several runs, in short; `None` if every system has one run.
pub(super) fn runs_in_words(results: &Results<'_>) -> Option<String> {
    let several = results.evaluation.systems.iter().filter(|system| system.runs > 1);
    let several: Vec<String> = several
        .map(|system| format!("{} of \"{}\"", system.runs, results.shown(&system.name)))
        .collect();
    if several.is_empty() {
        return None;
    }
    let asked = match results.evaluation.statistics.question {
        Question::Methods => "Tests and intervals are about methods",
        Question::Models => "Tests and intervals are about these trained models",
    };
    Some(match several.len() {
        few if few <= 3 => format!("{asked} (runs: {}).", several.join(", ")),
        many => format!("{asked} ({many} systems have several runs)."),
    })
}
