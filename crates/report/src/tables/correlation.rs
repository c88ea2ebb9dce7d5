//! Accuracy on original and monothematic pairs, and CI [CM10, Table 3].

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::{
    CORRELATION_INDEX, IDEAL_DISTANCE, ideal_distance,
};
use phenom_metrics::{Baseline, Population, Value};

use super::{BASELINE_NOTE, Results, baseline_name, name, notes_on_systems, reading, whole};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let everything = Judgment::ALL;
    let originals = |population| evaluation.gold(population, 0).pairs();
    let (all, decomposed) = (originals(Population::Original), originals(Population::Decomposition));
    // Originals that were not decomposed count in plain accuracy and not in CI.
    let partly = evaluation.is_decomposed() && decomposed < all;
    let whole = whole(evaluation);
    let mut columns = vec![Column::new("system")];
    if partly {
        columns.push(Column::new("all original pairs"));
    }
    columns.push(Column::new(if partly { "decomposed pairs" } else { "original pairs" }));
    columns.extend(["monothematic pairs", "CI", "|1 - CI|"].map(Column::new));
    let mut rows = Vec::new();
    let mut readings = Vec::new();
    let row = |kind, name: String, accuracies: Vec<Cell>, correlation: [Cell; 2]| Row {
        kind,
        cells: [Cell::Text(name)].into_iter().chain(accuracies).chain(correlation).collect(),
    };
    let both = |correlation: Value| {
        [
            Cell::value(correlation.clone(), Style::Ratio),
            Cell::value(correlation.map(ideal_distance), Style::Ratio),
        ]
    };
    let mut populations = vec![whole, Population::Monothematic];
    if partly {
        populations.insert(0, Population::Original);
    }
    for system in &evaluation.systems {
        let sure = |cell, population, measure| {
            results.sure(cell, &system.name, population, 0, &everything, measure)
        };
        let accuracy = |it: &Population| {
            let cell = Cell::proportion(system.accuracy(*it, 0, &everything));
            // Decomposed originals are not all of them.
            if *it == Population::Decomposition && !partly {
                return sure(cell, Population::Original, &ACCURACY);
            }
            sure(cell, *it, &ACCURACY)
        };
        let correlation = system.correlation_index(0, &everything);
        if let Ok(value) = correlation {
            readings.push(reading::correlation(&system.name, value, results.options.numbers));
        }
        let accuracies = populations.iter().map(accuracy).collect();
        let [ci, distance] = both(correlation);
        let decomposition = Population::Decomposition;
        let correlation = [
            sure(ci, decomposition, &CORRELATION_INDEX),
            sure(distance, decomposition, &IDEAL_DISTANCE),
        ];
        rows.push(row(RowKind::Body, name(system), accuracies, correlation));
    }
    for (index, baseline) in Baseline::all(evaluation.task).into_iter().enumerate() {
        let expected = |population: &Population| {
            let answers = evaluation.baseline(baseline, *population, 0, &everything);
            Cell::value(answers.map(|it| it.accuracy()), Style::Percent)
        };
        let correlation = evaluation.baseline_correlation(baseline, 0, &everything);
        let kind = if index == 0 { RowKind::First } else { RowKind::Body };
        let accuracies = populations.iter().map(expected).collect();
        rows.push(row(kind, baseline_name(baseline), accuracies, both(correlation)));
    }
    let mut notes = readings;
    notes.push(reading::correlation_rule());
    notes.push(format!(
        "Accuracy {} (right/pairs), {}; {all} original pairs, {decomposed} of them \
         decomposed into {} monothematic pairs.",
        results.options.numbers.unit(),
        evaluation.task,
        originals(Population::Monothematic)
    ));
    notes.extend(results.interval_note(&rows));
    notes.push(BASELINE_NOTE.to_owned());
    notes.extend(notes_on_systems(evaluation));
    let title =
        "Accuracy on original and monothematic pairs, and Correlation Index (Cabrio & Magnini \
         2010, Table 3)"
            .to_owned();
    vec![Table { key: SafeName::new("correlation"), title, columns, rows, notes }]
}
