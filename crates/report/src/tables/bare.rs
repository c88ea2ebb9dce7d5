//! A contingency table on its own, as papers print them, with all that follows from it.

use phenom_metrics::measures::accuracy::conditioned_accuracy;
use phenom_metrics::measures::entropy::entropy_given;
use phenom_metrics::measures::f1::f1;
use phenom_metrics::measures::precision::precision;
use phenom_metrics::measures::{Measure, OF_A_TABLE};
use phenom_metrics::{ContingencyTable, Seed};

use super::degradation;
use crate::number::rounded;
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

/// The tables on a bare contingency table whose labels are named: itself with its margins, its
/// measures, its labels one by one, and what rewriting answers would do.
#[must_use]
pub fn bare_table(table: &ContingencyTable, labels: &[String], seed: Seed) -> Vec<Table> {
    vec![
        counts(table, labels),
        measures(table, labels, seed),
        by_label(table, labels),
        degradation::bare(table, labels),
    ]
}

fn counts(table: &ContingencyTable, labels: &[String]) -> Table {
    let abstains = table.predicted(table.abstained()) > 0;
    let answers = labels.len() + usize::from(abstains);
    let name = |answer: usize| labels.get(answer).map_or("no answer", String::as_str);
    let mut columns = vec![Column::new("gold")];
    columns.extend((0..answers).map(|answer| Column::grouped("answer", name(answer))));
    columns.push(Column::new("total"));
    let row = |kind, name: &str, count: &dyn Fn(usize) -> u64, total| Row {
        kind,
        cells: [Cell::text(name)]
            .into_iter()
            .chain((0..answers).map(|answer| Cell::Count(count(answer))))
            .chain([Cell::Count(total)])
            .collect(),
    };
    let mut rows: Vec<Row> = labels
        .iter()
        .enumerate()
        .map(|(gold, label)| {
            row(RowKind::Body, label, &|answer| table.count(gold, answer), table.gold(gold))
        })
        .collect();
    rows.push(row(RowKind::Total, "total", &|answer| table.predicted(answer), table.total()));
    let title = "Contingency table".to_owned();
    Table { key: SafeName::new("contingency"), title, columns, rows, notes: Vec::new() }
}

fn style(measure: &Measure) -> Style {
    match measure.key {
        "mean_conditioned_accuracy" | "mean_precision" | "macro_f1" => Style::Percent,
        "independence_p_value" => Style::Probability,
        _ => Style::Bits,
    }
}

fn measures(table: &ContingencyTable, labels: &[String], seed: Seed) -> Table {
    let row = |name: &str, cell| Row { kind: RowKind::Body, cells: vec![Cell::text(name), cell] };
    let mut rows = vec![row(
        "accuracy",
        Cell::proportion(phenom_metrics::measures::accuracy::accuracy(table)),
    )];
    rows.extend(OF_A_TABLE.iter().map(|(measure, compute)| {
        row(measure.name, Cell::value(compute(table, seed), style(measure)))
    }));
    let total = table.total() as f64;
    let share = |gold: usize| table.gold(gold) as f64 / total;
    let mut notes = vec![
        "Accuracy, A', precision and F1 in percent; entropies and mutual information in bits."
            .to_owned(),
    ];
    if table.total() > 0 {
        let constants = labels.iter().enumerate().map(|(gold, label)| {
            format!("always {label} {}", rounded(share(gold), Style::Percent))
        });
        let drawn: f64 = (0..labels.len()).map(|gold| share(gold) * share(gold)).sum();
        let random = [
            format!("uniform random {}", rounded(1.0 / labels.len() as f64, Style::Percent)),
            format!("random from gold {}", rounded(drawn, Style::Percent)),
        ];
        let all: Vec<String> = constants.chain(random).collect();
        notes.push(format!("Baselines (expected accuracy): {}.", all.join(", ")));
    }
    let columns = vec![Column::new("measure"), Column::new("value")];
    let title = "Measures".to_owned();
    Table { key: SafeName::new("measures"), title, columns, rows, notes }
}

fn by_label(table: &ContingencyTable, labels: &[String]) -> Table {
    let columns = ["label", "A'(g)", "precision", "F1", "H(G|L=l)"].map(Column::new).to_vec();
    let rows = labels.iter().enumerate().map(|(at, label)| Row {
        kind: RowKind::Body,
        cells: vec![
            Cell::text(label),
            Cell::proportion(conditioned_accuracy(table, at)),
            Cell::proportion(precision(table, at)),
            Cell::value(f1(table, at), Style::Percent),
            Cell::value(entropy_given(table, at), Style::Bits),
        ],
    });
    let rows = rows.collect();
    let title = "Label by label".to_owned();
    Table { key: SafeName::new("labels"), title, columns, rows, notes: Vec::new() }
}
