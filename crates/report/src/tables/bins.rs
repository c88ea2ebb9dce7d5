//! Accuracy, CI and DI by numbers that were put into bins, such as the word overlap of text and hypothesis.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX_SIGNED;
use phenom_metrics::{Population, SliceKind};

use super::notes_on_systems;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let is_decomposed = evaluation.is_decomposed();
    let mut columns =
        vec![Column::repeating("system"), Column::repeating("property"), Column::new("bin")];
    columns.push(Column::new("original pairs"));
    if is_decomposed {
        columns.extend(["monothematic pairs", "CI", "signed DI"].map(Column::new));
    }
    let is_binned = |slice: &usize| match &evaluation.slices[*slice].kind {
        SliceKind::Attribute(name) => evaluation.binned.contains(name),
        _ => false,
    };
    let bins: Vec<usize> = (0..evaluation.slices.len()).filter(is_binned).collect();
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        for (place, slice) in bins.iter().enumerate() {
            let bin = &evaluation.slices[*slice];
            let SliceKind::Attribute(property) = &bin.kind else { continue };
            let cell = |population, measure| {
                results.cell(&system.name, population, Pairs::Slice(*slice), measure)
            };
            let mut cells = vec![
                Cell::text(results.marked(system)),
                Cell::text(property),
                Cell::text(results.slice(*slice)),
                cell(Population::Original, &ACCURACY),
            ];
            if is_decomposed {
                cells.extend([
                    cell(Population::Monothematic, &ACCURACY),
                    cell(Population::Decomposition, &CORRELATION_INDEX),
                    cell(Population::Decomposition, &DEVIATION_INDEX_SIGNED),
                ]);
            }
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells });
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let mut notes = vec![format!(
        "Accuracy {} (right/pairs) on the pairs in a bin, originals and monothematic pairs each by their own number; a \
         monothematic pair without one is in the bin of its original. Word overlap is the share of the hypothesis' \
         words that stand in the text; “parts” and “phenomena” are how many an original has.",
        results.options.numbers.unit()
    )];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let title = "Accuracy, Correlation Index and Deviation Index by numbers in bins".to_owned();
    vec![Table { key: SafeName::new("bins"), title, columns, rows, notes }]
}
