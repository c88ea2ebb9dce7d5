//! Accuracy on original and monothematic pairs, and CI [CM10, Table 3].

use phenom_metrics::Population;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::by_chance::EXPECTED_CORRELATION_INDEX;
use phenom_metrics::measures::by_relevance::WEIGHTED_CORRELATION_INDEX;
use phenom_metrics::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};

use super::{BASELINE_NOTE, baseline_name, notes_on_systems, reading};
use crate::task_words::task_in_words;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let originals = |population| evaluation.gold(population, 0).pairs();
    let (all, decomposed) = (originals(Population::Original), originals(Population::Decomposition));
    // Originals without parts count in plain accuracy and not in CI.
    let partly = decomposed < all;
    let mut columns = vec![Column::new("system")];
    let mut figures: Vec<(Population, &Measure)> = Vec::new();
    if partly {
        columns.push(Column::new("all originals"));
        figures.push((Population::Original, &ACCURACY));
    }
    columns.push(Column::new(if partly { "decomposed" } else { "originals" }));
    columns.extend(["parts", "CI", "|1 - CI|"].map(Column::new));
    figures.extend([
        (Population::Decomposition, &WHOLE_ACCURACY),
        (Population::Monothematic, &ACCURACY),
        (Population::Decomposition, &CORRELATION_INDEX),
        (Population::Decomposition, &IDEAL_DISTANCE),
    ]);
    let more = [
        ("expected CI", &EXPECTED_CORRELATION_INDEX),
        ("weighted CI", &WEIGHTED_CORRELATION_INDEX),
    ];
    for (name, measure) in more.into_iter().filter(|(_, measure)| results.of_decomposition(measure))
    {
        columns.push(Column::new(name));
        figures.push((Population::Decomposition, measure));
    }
    let row = |kind, shown: String, system: &str| Row {
        kind,
        cells: [Cell::Text(shown)]
            .into_iter()
            .chain(figures.iter().map(|(population, measure)| {
                results.cell(system, *population, Pairs::All, measure)
            }))
            .collect(),
    };
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    for system in &evaluation.systems {
        rows.push(row(RowKind::Body, results.marked(system), &system.name));
        notes.extend(reading::note_on_correlation(results, &system.name));
    }
    for (index, baseline) in results.baselines().into_iter().enumerate() {
        let kind = if index == 0 { RowKind::First } else { RowKind::Body };
        rows.push(row(kind, baseline_name(baseline), &baseline.name()));
    }
    notes.push(reading::no_reading(results).unwrap_or_else(reading::correlation_rule));
    notes.extend(notes_beside(results));
    notes.push(format!(
        "Accuracy {} (correct/pairs), {}. {decomposed} of {all} original pairs are decomposed into {} monothematic \
         pairs (parts).",
        results.options.numbers.unit(),
        task_in_words(evaluation.task),
        originals(Population::Monothematic)
    ));
    notes.extend(results.interval_note(&rows));
    notes.extend((!results.baselines().is_empty()).then(|| BASELINE_NOTE.to_owned()));
    notes.extend(notes_on_systems(results));
    let title =
        "Accuracy on original and on monothematic pairs, and Correlation Index (CI)".to_owned();
    vec![Table { key: SafeName::new("correlation"), title, columns, rows, notes }]
}

/// What the expected and the weighted index mean.
pub(super) fn notes_beside(results: &Results<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if results.of_decomposition(&EXPECTED_CORRELATION_INDEX) {
        notes.push(
            "Expected: the index of random predictions with the same label frequencies. If the expected value is far \
             from 1, a system's CI can be far from 1 without any failure of composition."
                .to_owned(),
        );
    }
    let weights = results.evaluation.relevance_in_words.as_ref();
    notes.extend(weights.map(|weights| {
        format!(
            "Weighted: each monothematic pair has the weight of its phenomenon, or the largest weight of its \
             phenomena; {weights}."
        )
    }));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, columns, notes, plain, shown, two_systems};

    #[test]
    fn the_index_is_the_quotient_of_both_accuracies() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[0]);
        // Expected: B has 1/2 of each answer on wholes, 3/4 and 1/4 on parts, as gold has: 0.5 over 0.625.
        assert_eq!(rows[0], "A | 50.0 (1/2) | 75.0 (3/4) | 0.67 | 0.33 | 1.00");
        assert_eq!(rows[1], "B | 100.0 (2/2) | 50.0 (2/4) | 2.00 | 1.00 | 0.80");
        assert_eq!(rows[4], "always contradiction † | 0.0 | 0.0 | – | – |");
    }

    #[test]
    fn every_system_with_a_correlation_has_a_sentence() {
        let scene = two_systems();
        let notes = notes(&build(&scene.results())[0]);
        assert!(notes.starts_with("A: CI 0.67 (no interval)."), "{notes}");
        assert!(notes.contains("\nB: CI 2.00 (no interval)."), "{notes}");
    }

    #[test]
    fn originals_without_parts_count_in_a_column_of_their_own() {
        let pairs = "1 E - E\n1.1 E lex:syn E\n2 E - U";
        let scene = Scene::new(plain(), &["A"], pairs);
        let table = &build(&scene.results())[0];
        let heads = "system | all originals | decomposed | parts | CI | |1 - CI| | expected CI";
        assert_eq!(columns(table), heads);
        assert_eq!(
            shown(table)[0],
            "A | 50.0 (1/2) | 100.0 (1/1) | 100.0 (1/1) | 1.00 | 0.00 | 1.00"
        );
    }
}
