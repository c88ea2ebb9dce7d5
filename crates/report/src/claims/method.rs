//! The paragraph on methods, in at most 80 words.

use phenom_metrics::statistics::Question;
use phenom_metrics::{Family, SliceKind};

use super::claim::Claim;
use crate::Results;
use crate::paragraph::{Paragraph, Span};
use crate::resampled;
use crate::selection::selection_in_method;

/// How intervals and p-values were computed, and by what.
pub(crate) fn method(results: &Results<'_>, claims: &[Claim], version: &str) -> Paragraph {
    let mut said = Paragraph::default();
    for sentence in
        [intervals(results, claims), tests(results), families(results)].into_iter().flatten()
    {
        said.say(sentence);
        said.say(" ");
    }
    said.say(format!("Computed with phenom {version}, seed {}", results.evaluation.seed.0));
    said.push(Span::Citation);
    said.say(".");
    said
}

fn intervals(results: &Results<'_>, claims: &[Claim]) -> Option<String> {
    let has = |claim: &Claim| claim.estimates.iter().any(|one| one.interval.is_some());
    let level = results.level();
    let cluster = match (&results.evaluation.clusters, results.evaluation.is_decomposed()) {
        (Some(given), _) => format!("treat clusters ({}) as units", given.by_in_words()),
        (None, true) => "treat an original and its parts as one cluster".to_owned(),
        (None, false) => "treat pairs as independent".to_owned(),
    };
    claims.iter().any(has).then(|| {
        let cluster = match runs_are_a_sample(results) {
            true => format!("{cluster} and runs as a sample"),
            false => cluster,
        };
        let selection = selection_in_method(results);
        format!("Brackets: {level} confidence intervals that {cluster}{selection}.")
    })
}

/// Whether intervals and tests are about all runs that there could be.
fn runs_are_a_sample(results: &Results<'_>) -> bool {
    let evaluation = results.evaluation;
    evaluation.systems.iter().any(|system| system.runs > 1)
        && evaluation.statistics.question == Question::Methods
}

fn tests(results: &Results<'_>) -> Option<String> {
    if results.comparisons.is_empty() {
        return None;
    }
    if results.evaluation.judged.is_some() {
        return Some(
            "Values and intervals are prediction-powered. Differences are tested by Student's t over clusters; where people \
             contradict a judge on fewer than five pairs, by people's labels alone."
                .to_owned(),
        );
    }
    let unit = resampled::unit(results.evaluation);
    let units = match runs_are_a_sample(results) {
        true => format!("{unit}s and runs"),
        false => format!("{unit}s"),
    };
    Some(format!(
        "Differences are tested with two-sided studentised sign-flip tests over {units} (mid-p)."
    ))
}

/// What is corrected together.
fn families(results: &Results<'_>) -> Option<String> {
    let statistics = &results.evaluation.statistics;
    let alpha = format!("{:.3}", statistics.level.significance());
    let alpha = alpha.trim_end_matches('0').trim_start_matches('0');
    if results.comparisons.is_empty() && results.readings.is_empty() {
        return None;
    }
    let Some(method) = statistics.correction.method() else {
        return Some("P-values are not adjusted.".to_owned());
    };
    let has = |family: Family| results.comparisons.iter().any(|row| row.family == family);
    let families: Vec<&str> = [
        (has(Family::Figures), "between systems"),
        (has(Family::Constants), "against the constant"),
        (!results.readings.is_empty(), "composition"),
    ]
    .into_iter()
    .filter_map(|(has, name)| has.then_some(name))
    .collect();
    let mut said = String::new();
    if !families.is_empty() {
        said = format!(
            "Adjusted p-values: {method} correction within each primary family ({}), at a third of α = {alpha}, \
             multiplied by 3.",
            families.join(", ")
        );
    }
    let on_slices = results.comparisons.iter().any(|row| row.slice.kind != SliceKind::All);
    if on_slices {
        said.push_str(" Categories and phenomena are exploratory (q: Benjamini and Hochberg).");
    }
    Some(said.trim_start().to_owned()).filter(|said| !said.is_empty())
}
