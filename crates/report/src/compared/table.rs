//! The table of some comparisons of a new system with an old one.

use phenom_metrics::statistics::Interval;
use phenom_metrics::{ComparisonRow, GateRow};

use super::names::{figure, pairs_of};
use crate::claims::p_value;
use crate::low_power::LOW_POWER;
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

/// Some comparisons of a new system with an old one: what they are about, the values of both, the difference with the
/// interval of its verdict, and the adjusted p-value.
pub(super) fn comparisons(results: &Results<'_>, name: &str, rows: &[&ComparisonRow]) -> Table {
    let correction = results.evaluation.statistics.correction;
    let is_adjusted = |row: &&ComparisonRow| row.family.correction(correction).method().is_some();
    let which = if rows.iter().any(is_adjusted) { "adjusted " } else { "" };
    let rows: Vec<_> = rows.iter().map(|row| (*row, row.adjusted_interval())).collect();
    with_intervals(results, name, which, &rows)
}

fn with_intervals(
    results: &Results<'_>,
    name: &str,
    which: &str,
    rows: &[(&ComparisonRow, Option<Interval>)],
) -> Table {
    let level = (1e9 * results.evaluation.statistics.level.value()).round() / 1e7;
    let numbers = results.options.numbers;
    let written = |cell: Cell| Cell::Written(Box::new(cell), numbers);
    let columns = [name, "n", "old", "new"].map(Column::new).into_iter().chain([
        Column::new(format!("new − old [{which}{level} % interval]")),
        Column::new("adjusted p"),
    ]);
    let rows = rows.iter().map(|(row, interval)| {
        let style = row.measure.style;
        let [new, old] =
            row.values.each_ref().map(|value| written(Cell::value(value.clone(), style)));
        let difference = Cell::value(row.difference(), style.of_difference());
        let cells = vec![
            Cell::text(marked(&figure(results, row), row)),
            Cell::count(row.pairs),
            old,
            new,
            written(difference.between(*interval)),
            adjusted(row),
        ];
        Row { kind: RowKind::Body, cells }
    });
    let (columns, rows) = (columns.collect(), rows.collect());
    Table { key: SafeName::new(name), title: name.to_owned(), columns, rows, notes: Vec::new() }
}

/// What a comparison is about, with the mark of one that was found at low power.
fn marked(about: &str, row: &ComparisonRow) -> String {
    match row.found_at_low_power {
        true => format!("{about} ({LOW_POWER})"),
        false => about.to_owned(),
    }
}

/// The adjusted p-value as sentences have it; in words if there is none.
pub(super) fn adjusted(row: &ComparisonRow) -> Cell {
    let p = row.p_adjusted().map(|p| p_value("=", p).trim_start_matches("= ").to_owned());
    Cell::text(p.unwrap_or_else(|| "not tested".to_owned()))
}

/// The table of a gate: some of its rows; with `drop`, with the largest drop that is not excluded. With a margin,
/// intervals are not adjusted.
pub(super) fn gate(results: &Results<'_>, rows: &[&GateRow], drop: bool) -> Table {
    let of: Vec<_> = rows.iter().map(|row| (&row.comparison, row.interval)).collect();
    let which = if drop { "" } else { "adjusted " };
    let mut table = with_intervals(results, "accuracy", which, &of);
    let numbers = results.options.numbers;
    for (shown, row) in table.rows.iter_mut().zip(rows) {
        if row.is_of_all()
            && let Some(first) = shown.cells.first_mut()
        {
            let pairs = pairs_of(results.evaluation, row.comparison.population);
            *first = Cell::text(marked(pairs, &row.comparison));
        }
        if drop {
            // The p-values of differences decide nothing here.
            shown.cells.pop();
            let drop = row.largest_drop.map_or(Cell::Empty, |drop| {
                Cell::Written(Box::new(Cell::Value(drop.max(0.0), Style::Percent)), numbers)
            });
            shown.cells.push(drop);
        }
    }
    if drop {
        table.columns.pop();
        table.columns.push(Column::new("drop at most"));
    }
    table
}
