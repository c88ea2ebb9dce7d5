//! Accuracy and CI for each category of phenomena [CM10, Table 4].

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::{
    CORRELATION_INDEX, IDEAL_DISTANCE, ideal_distance,
};
use phenom_metrics::{Baseline, Population, SliceKind};

use super::{BASELINE_NOTE, Results, baseline_name, name, notes_on_systems, whole, with_intervals};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let whole = whole(evaluation);
    let columns = vec![
        Column::repeating("system"),
        Column::new("category"),
        Column::new("original pairs"),
        Column::new("monothematic pairs"),
        Column::new("CI"),
        Column::new("|1 - CI|"),
    ];
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let mut kind = RowKind::First;
        for slice in evaluation.slices_of(&SliceKind::Category) {
            let sure = |cell, population, measure| {
                results.sure(cell, &system.name, population, slice, &Judgment::ALL, measure)
            };
            let accuracy = |population| {
                let right = system.accuracy(population, slice, &Judgment::ALL);
                let of = with_intervals(system, population, slice);
                sure(Cell::proportion(right), of, &ACCURACY)
            };
            let correlation = system.correlation_index(slice, &Judgment::ALL);
            rows.push(Row {
                kind,
                cells: vec![
                    Cell::Text(name(system)),
                    Cell::text(&evaluation.slices[slice].name),
                    accuracy(whole),
                    accuracy(Population::Monothematic),
                    sure(
                        Cell::value(correlation.clone(), Style::Ratio),
                        Population::Decomposition,
                        &CORRELATION_INDEX,
                    ),
                    sure(
                        Cell::value(correlation.map(ideal_distance), Style::Ratio),
                        Population::Decomposition,
                        &IDEAL_DISTANCE,
                    ),
                ],
            });
            kind = RowKind::Body;
        }
    }
    for baseline in Baseline::all(evaluation.task) {
        let mut kind = RowKind::First;
        for slice in evaluation.slices_of(&SliceKind::Category) {
            let expected = |population| {
                let answers = evaluation.baseline(baseline, population, slice, &Judgment::ALL);
                Cell::value(answers.map(|it| it.accuracy()), Style::Percent)
            };
            let correlation = evaluation.baseline_correlation(baseline, slice, &Judgment::ALL);
            rows.push(Row {
                kind,
                cells: vec![
                    Cell::Text(baseline_name(baseline)),
                    Cell::text(&evaluation.slices[slice].name),
                    expected(whole),
                    expected(Population::Monothematic),
                    Cell::value(correlation.clone(), Style::Ratio),
                    Cell::value(correlation.map(ideal_distance), Style::Ratio),
                ],
            });
            kind = RowKind::Body;
        }
    }
    let mut notes = vec![
        format!(
            "Accuracy {} (right/pairs) on the original pairs with at least one phenomenon of the \
             category, and on the monothematic pairs of the category. An original pair counts in each \
             of its categories.",
            results.options.numbers.unit()
        ),
        BASELINE_NOTE.to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(evaluation));
    let title = "Accuracy and Correlation Index for each category of phenomena (Cabrio & Magnini \
                 2010, Table 4)"
        .to_owned();
    vec![Table { key: SafeName::new("categories"), title, columns, rows, notes }]
}
