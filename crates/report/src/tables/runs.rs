//! Systems with several runs: mean, spread, interval.

use phenom_metrics::over_seeds;

use super::Results;
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let row = |row: phenom_metrics::RunsRow| {
        let style = if row.measure == "accuracy" { Style::Percent } else { Style::Ratio };
        let over = &row.over_runs;
        let values: Vec<String> =
            row.values.iter().map(|value| results.options.numbers.rounded(*value, style)).collect();
        let mean = Cell::Value(over.mean, style);
        Row {
            kind: RowKind::Body,
            cells: vec![
                Cell::text(row.system),
                Cell::text(format!("{}, {}", row.measure, row.population.name())),
                Cell::Count(row.values.len() as u64),
                mean.clone().between(Some(over.with_pairs)),
                Cell::Value(over.standard_deviation, style),
                mean.between(Some(over.between_runs)),
                Cell::text(values.join(", ")),
            ],
        }
    };
    let rows = over_seeds(evaluation).into_iter().map(row).collect();
    let names = [
        "system",
        "figure",
        "runs",
        "mean [other runs and pairs]",
        "standard deviation",
        "mean [other runs, these pairs]",
        "values",
    ];
    let notes = vec![format!(
        "The mean over the runs of a system, with the {} % interval (Student's t) for the mean with other \
         seeds on other pairs of the same kind, and with other seeds on these pairs; the standard \
         deviation is that between the runs.",
        100.0 * evaluation.inference.level.value()
    )];
    let title = "Systems with several runs".to_owned();
    let columns = names.map(Column::new).to_vec();
    vec![Table { key: SafeName::new("runs"), title, columns, rows, notes }]
}
