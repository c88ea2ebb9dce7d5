//! A table of the report as the page shows it.

use minijinja::{Environment, Error, Value, context};
use serde::Serialize;

use super::super::notes;
use super::leads::leads;
use super::values::{safe, serialized};
use crate::cell::shown;
use crate::explorer::Rows;
use crate::grid::GridCell;
use crate::{Cell, Grid, Row, RowKind, SafeName, Standing, Table, harmless};

#[derive(Serialize)]
struct Shown {
    id: SafeName,
    title: String,
    groups: Vec<(String, usize)>,
    columns: Vec<Head>,
    /// The rows, as markup.
    body: Value,
    notes: Vec<(String, String)>,
}

#[derive(Serialize)]
struct Head {
    name: String,
    full_name: String,
    numeric: bool,
}

#[derive(Serialize)]
struct Line {
    kind: &'static str,
    cells: Vec<Shell>,
}

/// A cell of the page.
#[derive(Serialize)]
struct Shell {
    text: String,
    /// The number by which the row is sorted.
    value: Option<String>,
    mark: String,
    /// The sign that says how it stands to the best, and what that means.
    sign: &'static str,
    meaning: &'static str,
    is_best: bool,
    /// Whether it belongs under that of a row above.
    indented: bool,
    /// Why there is no value.
    reason: String,
    /// Whether it repeats the cell above.
    again: bool,
    numeric: bool,
    /// Whether its letters could turn the direction of what is beside it.
    turns: bool,
    /// Where the pairs are that it counts.
    lead: Option<String>,
}

/// A number to be sorted by: eight digits tell apart what a page shows, and seventeen would make it heavy.
pub(super) fn sort_key(number: f64) -> String {
    let rounded = format!("{number:.7e}").parse::<f64>();
    rounded.unwrap_or(number).to_string()
}

/// How many rows are values of a template at a time.
const ROWS: usize = 50;

pub(super) fn table(
    table: &Table,
    rows: Option<&Rows<'_>>,
    environment: &Environment<'_>,
) -> Result<Value, Error> {
    let grid = Grid::new(table);
    let leads = leads(table, rows);
    let head = |(column, numeric): (&crate::Column, &bool)| Head {
        name: harmless(&column.name),
        full_name: harmless(&column.full_name()),
        numeric: *numeric,
    };
    let line = |(line, (row, (kind, texts))): (usize, (&Row, &(RowKind, Vec<GridCell>)))| {
        let cells = row.cells.iter().zip(texts).enumerate().map(|(at, (cell, text))| {
            // The page can sort rows, so that each of them needs the repeated name.
            let whole = shown(cell);
            Shell {
                again: text.text != whole,
                turns: !whole.is_ascii(),
                text: harmless(&whole),
                value: cell.number().map(sort_key),
                mark: text.mark.clone().unwrap_or_default(),
                sign: text.standing.map_or("", Standing::sign),
                meaning: text.standing.map_or("", Standing::meaning),
                is_best: text.standing == Some(Standing::Highest),
                indented: text.indented,
                reason: match cell {
                    Cell::Undefined(reason) => reason.to_string(),
                    _ => String::new(),
                },
                numeric: grid.numeric.get(at).copied().unwrap_or(false),
                lead: leads.get(line).and_then(|leads| leads.get(at)).cloned().flatten(),
            }
        });
        Line {
            kind: match kind {
                RowKind::Body => "body",
                RowKind::First => "first",
                RowKind::Total => "total",
            },
            cells: cells.collect(),
        }
    };
    let (template, mut body) = (environment.get_template("rows.html")?, String::new());
    let mut lines = table.rows.iter().zip(&grid.rows).enumerate().map(line).peekable();
    while lines.peek().is_some() {
        let some: Vec<Line> = lines.by_ref().take(ROWS).collect();
        let rows = context! { id => table.key.as_str(), rows => serialized(some) };
        body.push_str(&template.render(rows)?);
    }
    let groups = grid.groups().unwrap_or_default();
    Ok(serialized(Shown {
        id: table.key.clone(),
        title: harmless(&table.title),
        groups: groups.into_iter().map(|(name, width)| (harmless(name), width)).collect(),
        columns: grid.columns.iter().zip(&grid.numeric).map(head).collect(),
        body: safe(body),
        notes: notes(&grid, table)
            .into_iter()
            .map(|(mark, note)| (mark.unwrap_or_default().to_owned(), harmless(note)))
            .collect(),
    }))
}
