//! Gold against answers [B09, Figure 2; V08, Table 1].

use phenom_dataset::Judgment;
use phenom_metrics::{Evaluation, Population};

use super::{name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, Table};

pub(super) fn build(evaluation: &Evaluation) -> Vec<Table> {
    let populations: &[(Population, &'static str)] = if evaluation.is_decomposed() {
        &[
            (Population::Original, "contingency-original"),
            (Population::Monothematic, "contingency-monothematic"),
        ]
    } else {
        &[(Population::Original, "contingency-original")]
    };
    populations.iter().map(|(population, key)| table(evaluation, *population, key)).collect()
}

fn table(evaluation: &Evaluation, population: Population, key: &'static str) -> Table {
    let labels = evaluation.task.judgments();
    let tables: Vec<_> = evaluation
        .systems
        .iter()
        .map(|system| (system, system.table(population, 0, &Judgment::ALL)))
        .collect();
    let abstains = tables
        .iter()
        .any(|(_, table)| table.as_ref().is_ok_and(|table| table.predicted(table.abstained()) > 0));
    let answers = if abstains { labels.len() + 1 } else { labels.len() };
    let mut columns = vec![Column::repeating("system"), Column::new("gold")];
    let answer_name =
        |answer: usize| labels.get(answer).map_or("no answer", |judgment| judgment.name());
    columns.extend((0..answers).map(|it| Column::grouped("answer", answer_name(it))));
    columns.push(Column::new("total"));
    let mut rows = Vec::new();
    for (system, table) in &tables {
        let row = |kind, gold: &str, count: &dyn Fn(usize) -> Cell, total: Cell| Row {
            kind,
            cells: [Cell::Text(name(system)), Cell::text(gold)]
                .into_iter()
                .chain((0..answers).map(count))
                .chain([total])
                .collect(),
        };
        let table = match table {
            Ok(table) => table,
            Err(reason) => {
                let undefined = Cell::Undefined(reason.clone());
                rows.push(row(RowKind::First, "", &|_| undefined.clone(), undefined.clone()));
                continue;
            }
        };
        for (gold, judgment) in labels.iter().enumerate() {
            let kind = if gold == 0 { RowKind::First } else { RowKind::Body };
            let count = |answer| Cell::Count(table.count(gold, answer));
            rows.push(row(kind, judgment.name(), &count, Cell::Count(table.gold(gold))));
        }
        let count = |answer| Cell::Count(table.predicted(answer));
        rows.push(row(RowKind::Body, "total", &count, Cell::Count(table.total())));
    }
    let mut notes = vec![format!(
        "Number of {} pairs: rows are gold judgments, columns are answers, {}.",
        population.name(),
        evaluation.task
    )];
    notes.extend(notes_on_systems(evaluation));
    let title = format!("Contingency tables on the {} pairs", population.name());
    Table { key: key.to_owned(), title, columns, rows, notes }
}
