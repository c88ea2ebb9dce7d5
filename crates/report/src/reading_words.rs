//! What the pairs that people read show of how they were chosen, in sentences.

use phenom_dataset::listed;
use phenom_metrics::judged::{JudgedEvaluation, Mismatch, PartlyRead, ReadingTest, Trait};
use phenom_metrics::{Evaluation, Population, SliceKind};

use crate::claims::{p_value, quoted};

/// The most traits or slices that are named.
const NAMED: usize = 5;

/// Whether pairs of a population that people read differ from the others, under `chosen: random`; nothing in any other case.
/// `name` is how a system is called.
pub(crate) fn test_in_words(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    population: Population,
    name: &dyn Fn(&str) -> String,
) -> Option<String> {
    let tests = judged.reading.tests.iter().filter(|test| test.population == population);
    let tests: Vec<&ReadingTest> = tests.collect();
    if tests.is_empty() {
        return None;
    }
    let significant: Vec<&ReadingTest> =
        tests.iter().copied().filter(|test| test.is_significant()).collect();
    if !significant.is_empty() {
        let traits = traits(evaluation, judged, &significant, name);
        return Some(format!(
            "Warning: the pairs that people read differ significantly from the others in {traits}. If chance did not choose \
             them, corrected values are biased: write `chosen: unknown`, or how they were chosen."
        ));
    }
    let lowest = tests.iter().filter_map(|test| test.p_adjusted).reduce(f64::min);
    let tested = tests.iter().filter(|test| test.p.is_some()).count();
    Some(match lowest {
        Some(lowest) => format!(
            "The pairs that people read do not differ significantly from the others in labels of judges, phenomena or \
             agreement of systems with judges ({tested} {}, adjusted p {}).",
            if tested == 1 { "test" } else { "tests" },
            p_value(if tested == 1 { "=" } else { "≥" }, lowest)
        ),
        None => "phenom did not test whether chance chose the pairs that people read: too few clusters or pairs are read, or \
                 too few are not."
            .to_owned(),
    })
}

/// In what pairs differ, with their p-values.
fn traits(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    tests: &[&ReadingTest],
    name: &dyn Fn(&str) -> String,
) -> String {
    let in_words = |test: &&ReadingTest| {
        let judge = |judge: usize| quoted(&judged.judges[judge].name);
        let of = match test.compared_in {
            Trait::LabelsOf(number) => format!("the labels of {}", judge(number)),
            Trait::Phenomena => "phenomena".to_owned(),
            Trait::Agreement { system, judge: number } => {
                let system = name(&evaluation.systems[system].name);
                format!("the agreement of {} with {}", quoted(&system), judge(number))
            }
        };
        let p = p_value("=", test.p_adjusted.unwrap_or(1.0));
        format!("{of} (adjusted p {p})")
    };
    let mut named: Vec<String> = tests.iter().take(NAMED).map(in_words).collect();
    if let more @ 1.. = tests.len().saturating_sub(NAMED) {
        named.push(format!("{more} more"));
    }
    listed(&named, "and")
}

/// That people read other numbers of pairs than the config states: under stated probabilities, or of whole clusters. `slice` is how a
/// slice is called.
pub(crate) fn unread_in_words(
    judged: &JudgedEvaluation,
    slice: &dyn Fn(&SliceKind, &str) -> String,
) -> Option<String> {
    if let Some(PartlyRead { clusters, read, unread_pairs }) = judged.reading.partly_read {
        return Some(format!(
            "Warning: people read {clusters} of {read} clusters only in part (unread pairs: {unread_pairs}), and `chosen: all-of` \
             states that they read whole clusters. If they declined pairs, corrected values may be biased: label the unread \
             pairs."
        ));
    }
    let mismatches = &judged.reading.mismatches;
    let in_words = |mismatch: &Mismatch| {
        let of = match mismatch.slice_kind {
            SliceKind::All => format!("all {} pairs", mismatch.population.name()),
            _ => format!("`{}`", slice(&mismatch.slice_kind, &mismatch.slice)),
        };
        format!("{}, expected {:.1}, in {of}", mismatch.labels, mismatch.expected)
    };
    let mut named: Vec<String> = mismatches.iter().take(NAMED).map(in_words).collect();
    if let more @ 1.. = mismatches.len().saturating_sub(NAMED) {
        named.push(format!("{more} more slices"));
    }
    (!named.is_empty()).then(|| {
        format!(
            "Warning: the stated probabilities let expect another number of labels: {}. If people declined pairs, or the \
             probabilities are not those with which pairs were drawn, corrected values are biased.",
            listed(&named, "and")
        )
    })
}

/// What the pairs that people read show against how the config states that they were chosen, a warning each.
#[must_use]
pub fn warnings_of_reading(evaluation: &Evaluation) -> Vec<String> {
    let Some(judged) = &evaluation.judged else { return Vec::new() };
    let mut warnings = Vec::new();
    for &population in evaluation.populations() {
        let is_of = |test: &&ReadingTest| test.population == population && test.is_significant();
        if judged.reading.tests.iter().any(|test| is_of(&test)) {
            warnings.extend(test_in_words(evaluation, judged, population, &str::to_owned));
        }
    }
    warnings.extend(unread_in_words(judged, &|_, slice| slice.to_owned()));
    warnings
}
