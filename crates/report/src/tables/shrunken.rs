//! Accuracies of phenomena as they are, and shrunken towards those of their category.

use phenom_dataset::Judgment;
use phenom_metrics::Population;
use phenom_metrics::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;

use super::{Results, name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.has_phenomena() {
        return Vec::new();
    }
    let population =
        if evaluation.is_decomposed() { Population::Monothematic } else { Population::Original };
    let mut columns = vec![Column::new("phenomenon"), Column::new("pairs")];
    for system in &evaluation.systems {
        let name = name(system);
        columns.push(Column::grouped(&name, "raw"));
        columns.push(Column::grouped(&name, "shrunken"));
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut above = "";
    let path = |slice: usize| evaluation.slices[slice].name.as_str();
    let by_category = evaluation.phenomena_by_category();
    for slice in by_category.into_iter().flat_map(|(_, phenomena)| phenomena) {
        let path = path(slice);
        let pairs = evaluation.gold(population, slice).pairs();
        let category = path.split(':').next().unwrap_or_default();
        let kind = if category == above { RowKind::Body } else { RowKind::First };
        above = category;
        let mut cells = vec![Cell::text(path), Cell::Count(pairs)];
        for system in &evaluation.systems {
            cells.push(match system.accuracy(population, slice, &Judgment::ALL) {
                Ok(right) => Cell::Share(right),
                Err(_) => Cell::Empty,
            });
            let (all, measure) = (&Judgment::ALL, &SHRUNKEN_ACCURACY);
            cells.push(match results.score_of(&system.name, population, slice, all, measure) {
                Some(score) => Cell::value(score.value.clone(), Style::Percent)
                    .between(score.interval.map(|it| it.interval)),
                None => Cell::Empty,
            });
        }
        rows.push(Row { kind, cells });
    }
    let name = population.name();
    let mut notes = vec![format!(
        "Accuracy {} on the {name} pairs. Shrunken: the empirical-Bayes estimate (beta-binomial, \
         fitted across the phenomena of the category), drawn towards the category the more, the fewer \
         pairs; in brackets its {} % interval, which takes the fitted distribution for known.",
        results.options.numbers.unit(),
        100.0 * evaluation.inference.level.value()
    )];
    notes.extend(notes_on_systems(evaluation));
    let title = "Rare phenomena: accuracy, raw and shrunken".to_owned();
    vec![Table { key: SafeName::new("shrunken"), title, columns, rows, notes }]
}
