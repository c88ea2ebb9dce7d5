//! What rewriting one answer to another would do to each measure [B09, section 5.2].

use phenom_dataset::Judgment;
use phenom_metrics::{ContingencyTable, Degradation, Population, Rewarded, Value, degradations};

use super::{Results, name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let labels: Vec<String> = evaluation.task.judgments().iter().map(ToString::to_string).collect();
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let Ok(table) = system.table(population, 0, &Judgment::ALL) else { continue };
        rows.extend(self::rows(&table, &labels).into_iter().map(|mut row| {
            row.cells.insert(0, Cell::Text(name(system)));
            row
        }));
    }
    let mut columns = columns();
    columns.insert(0, Column::repeating("system"));
    let mut notes = vec![note(&rows)];
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!("Degradation: conflating answers on the {name} pairs (Bergmair 2009, 5.2)");
    Table { key: SafeName::new(&format!("degradation-{name}")), title, columns, rows, notes }
}

/// The same for a table on its own.
pub(super) fn bare(table: &ContingencyTable, labels: &[String]) -> Table {
    let rows = rows(table, labels);
    let notes = vec![note(&rows)];
    let title = "Degradation: conflating answers".to_owned();
    Table { key: SafeName::new("degradation"), title, columns: columns(), rows, notes }
}

fn columns() -> Vec<Column> {
    let mut columns = vec![Column::new("rewriting")];
    for measure in ["accuracy", "kappa", "I(G;L)"] {
        columns.push(Column::grouped(measure, "before"));
        columns.push(Column::grouped(measure, "after"));
    }
    columns.push(Column::grouped("I(G;L)", "loss"));
    columns.push(Column::new("although I falls"));
    columns
}

fn rows(table: &ContingencyTable, labels: &[String]) -> Vec<Row> {
    let row = |(index, it): (usize, Degradation)| {
        let mut cells = vec![Cell::text(format!("{} to {}", labels[it.from], labels[it.to]))];
        let mut both = |values: &[Value; 2], style| {
            cells.extend(values.iter().map(|value| Cell::value(value.clone(), style)));
        };
        both(&it.accuracy, Style::Percent);
        both(&it.kappa, Style::Bits);
        both(&it.mutual_information, Style::Bits);
        let [before, after] = &it.mutual_information;
        let loss = before.clone().and_then(|before| Ok(before - after.clone()?));
        cells.push(Cell::value(loss, Style::Bits));
        cells.push(match it.rewarded() {
            Rewarded { accuracy: true, kappa: true } => Cell::text("accuracy and kappa rise"),
            Rewarded { accuracy: true, kappa: false } => Cell::text("accuracy rises"),
            Rewarded { accuracy: false, kappa: true } => Cell::text("kappa rises"),
            Rewarded { accuracy: false, kappa: false } => Cell::Empty,
        });
        let kind = if index == 0 { RowKind::First } else { RowKind::Body };
        Row { kind, cells }
    };
    degradations(table).into_iter().enumerate().map(row).collect()
}

fn note(rows: &[Row]) -> String {
    let marked = rows.iter().filter(|row| row.cells.last() != Some(&Cell::Empty)).count();
    let verdict = match marked {
        0 => "no rewriting here raises accuracy or kappa while it loses information".to_owned(),
        1 => "1 rewriting is marked that is rewarded for losing information".to_owned(),
        count => format!("{count} rewritings are marked that are rewarded for losing information"),
    };
    format!(
        "Every answer of one kind rewritten to another. Mutual information can only fall (data \
         processing inequality); {verdict}. Loss: I before less I after, in bits."
    )
}
