//! Accuracy, CI and DI by binned properties, such as the word overlap of text and hypothesis.

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
    columns.push(Column::new("originals"));
    if is_decomposed {
        columns.extend(["parts", "CI", "signed DI"].map(Column::new));
    }
    let is_binned = |slice: &usize| match &evaluation.slices[*slice].kind {
        SliceKind::Attribute(name) => evaluation.binned.iter().any(|one| *one == name.as_str()),
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
                Cell::text(property.as_str()),
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
        "Accuracy {} (correct/pairs) on the pairs of a bin. Originals and monothematic pairs (parts) each have their own value; a \
         monothematic pair without a value is in the bin of its original. Word overlap: share of the words of the \
         hypothesis that the text contains. Properties parts and phenomena: their number in an original.",
        results.options.numbers.unit()
    )];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let title =
        "Accuracy, Correlation Index (CI) and Deviation Index (DI) by binned property".to_owned();
    vec![Table { key: SafeName::new("bins"), title, columns, rows, notes }]
}
