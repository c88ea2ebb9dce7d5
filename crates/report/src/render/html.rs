//! HTML: one file with everything in it, that asks no network for anything.
//!
//! The page's markup, style and script are files of their own in `html/`. Its Content-Security-Policy
//! lets only this style and this script work, by their hashes.

mod data;

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::{Environment, Value, context};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::notes;
use super::plots::{self, Width};
use crate::cell::shown;
use crate::figures::Figure;
use crate::{Cell, Explorer, Grid, Report, RowKind, SafeName, Standing, Table, harmless};

const MARKUP: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// What a page shows.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The report: title, notes, tables, signature.
    pub report: &'a Report,
    /// What came out, in sentences, before anything else.
    pub summary: &'a [String],
    /// The figures.
    pub figures: &'a [Figure],
    /// The pairs to look at; nothing for a page without.
    pub explorer: Option<&'a Explorer>,
}

pub(super) fn write(page: &Page<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut environment = Environment::new();
    // minijinja escapes all texts because the template's name ends in `.html`.
    environment.add_template("page.html", MARKUP).map_err(io::Error::other)?;
    let template = environment.get_template("page.html").map_err(io::Error::other)?;
    let safe = |text: String| Value::from_safe_string(text);
    let explorer = page.explorer.map(|explorer| {
        let notes: Vec<String> = explorer.notes.iter().map(|note| harmless(note)).collect();
        context! { data => safe(data::json(explorer)), notes, systems => explorer.systems.len() > 1 }
    });
    let figures: Vec<Value> = page
        .figures
        .iter()
        .enumerate()
        .map(|(index, figure)| {
            let svg = figure.plot.is_ok().then(|| safe(plots::svg(figure, Width::Page)));
            let absent = figure.plot.as_ref().err().map(|reason| harmless(reason));
            let notes: Vec<String> = figure.notes.iter().map(|note| harmless(note)).collect();
            let (id, number) = (id(&figure.key), index + 1);
            context! { id, number, title => harmless(&figure.title), svg, absent, notes }
        })
        .collect();
    let texts = |texts: &[String]| texts.iter().map(|text| harmless(text)).collect::<Vec<_>>();
    let signature: Vec<(String, String)> = page
        .report
        .signature
        .lines()
        .into_iter()
        .map(|(name, value)| (harmless(&name), harmless(&value)))
        .collect();
    let rendered = template
        .render(context! {
            policy => policy(),
            style => safe(STYLE.to_owned()),
            script => safe(SCRIPT.to_owned()),
            title => harmless(&page.report.title),
            summary => texts(page.summary),
            notes => texts(&page.report.notes),
            tables => page.report.tables.iter().map(table).collect::<Vec<_>>(),
            figures,
            explorer,
            signature,
        })
        .map_err(io::Error::other)?;
    out.write_all(rendered.as_bytes())?;
    writeln!(out)
}

/// What the page's links lead to.
fn id(name: &SafeName) -> Value {
    Value::from(name.as_str())
}

/// Nothing may be loaded, and nothing runs but this page's own script.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

#[derive(Serialize)]
struct Shown<'a> {
    id: &'a SafeName,
    title: String,
    groups: Vec<(String, usize)>,
    columns: Vec<Head>,
    rows: Vec<Line>,
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
    /// The unrounded number by which the row is sorted.
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
}

fn table(table: &Table) -> Value {
    let grid = Grid::new(table);
    let head = |(column, numeric): (&crate::Column, &bool)| Head {
        name: harmless(&column.name),
        full_name: harmless(&column.full_name()),
        numeric: *numeric,
    };
    let rows = table.rows.iter().zip(&grid.rows).map(|(row, (kind, texts))| Line {
        kind: match kind {
            RowKind::Body => "body",
            RowKind::First => "first",
            RowKind::Total => "total",
        },
        cells: row
            .cells
            .iter()
            .zip(texts)
            .enumerate()
            .map(|(at, (cell, text))| {
                // The page can sort rows, so that a repeated name must stand in each of them.
                let whole = shown(cell);
                Shell {
                    again: text.text != whole,
                    text: harmless(&whole),
                    value: cell.number().map(|number| number.to_string()),
                    mark: text.mark.clone().unwrap_or_default(),
                    sign: text.standing.map_or("", Standing::sign),
                    meaning: text.standing.map_or("", Standing::meaning),
                    is_best: text.standing == Some(Standing::Best),
                    indented: text.indented,
                    reason: match cell {
                        Cell::Undefined(reason) => reason.to_string(),
                        _ => String::new(),
                    },
                    numeric: grid.numeric.get(at).copied().unwrap_or(false),
                }
            })
            .collect(),
    });
    let groups = grid.groups().unwrap_or_default();
    Value::from(minijinja::value::Serde(Shown {
        id: &table.key,
        title: harmless(&table.title),
        groups: groups.into_iter().map(|(name, width)| (harmless(name), width)).collect(),
        columns: grid.columns.iter().zip(&grid.numeric).map(head).collect(),
        rows: rows.collect(),
        notes: notes(&grid, table)
            .into_iter()
            .map(|(mark, note)| (mark.unwrap_or_default().to_owned(), harmless(note)))
            .collect(),
    }))
}
