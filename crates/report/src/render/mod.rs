//! Renderers: one format each, over the finished model; they compute nothing.

mod comparisons;
mod csv;
mod json;
mod latex;
mod markdown;
mod scores;
mod terminal;

use std::io::{self, Write};

use phenom_metrics::uncertainty::Correction;
use phenom_metrics::{ComparisonRow, Score};

use crate::{Grid, Report, Table};

pub use terminal::Terminal;

/// Writes a report as text for a terminal.
///
/// # Errors
/// What the writer gives.
pub fn terminal(report: &Report, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    terminal::write(report, options, out)
}

/// Writes tables alone as text for a terminal.
///
/// # Errors
/// What the writer gives.
pub fn terminal_tables(
    tables: &[Table],
    options: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    terminal::write_tables(tables, options, out)
}

/// Writes a report as Markdown.
///
/// # Errors
/// What the writer gives.
pub fn markdown(report: &Report, out: &mut impl Write) -> io::Result<()> {
    markdown::write(report, out)
}

/// Writes a report as a LaTeX document that compiles as it is.
///
/// # Errors
/// What the writer gives.
pub fn latex(report: &Report, out: &mut impl Write) -> io::Result<()> {
    latex::write(report, out)
}

/// Writes one table as LaTeX to be pasted in a paper that loads booktabs.
///
/// # Errors
/// What the writer gives.
pub fn latex_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    latex::write_table(table, out)
}

/// Writes one table as CSV, values unrounded.
///
/// # Errors
/// What the writer gives.
pub fn csv_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    csv::write(table, out)
}

/// Writes a report as JSON, values unrounded, undefined ones with their reasons.
///
/// # Errors
/// What the writer gives.
pub fn json(report: &Report, out: &mut impl Write) -> io::Result<()> {
    json::write(report, out)
}

/// Writes the tidy scores as CSV, one row a figure.
///
/// # Errors
/// What the writer gives.
pub fn scores_csv(scores: &[Score], out: &mut impl Write) -> io::Result<()> {
    scores::csv(scores, out)
}

/// Writes the tidy scores as JSON, one object a figure.
///
/// # Errors
/// What the writer gives.
pub fn scores_json(scores: &[Score], out: &mut impl Write) -> io::Result<()> {
    scores::json(scores, out)
}

/// Writes the tidy comparisons as CSV, one row a figure of two systems.
///
/// # Errors
/// What the writer gives.
pub fn comparisons_csv(
    comparisons: &[ComparisonRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    comparisons::csv(comparisons, correction, out)
}

/// Writes the tidy comparisons as JSON, one object a figure of two systems.
///
/// # Errors
/// What the writer gives.
pub fn comparisons_json(
    comparisons: &[ComparisonRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    comparisons::json(comparisons, correction, out)
}

/// The notes under a table: footnotes of undefined values first, each with its mark.
fn notes<'a>(grid: &'a Grid<'_>, table: &'a Table) -> Vec<(Option<&'a str>, &'a str)> {
    let footnotes =
        grid.footnotes.iter().map(|(mark, reason)| (Some(mark.as_str()), reason.as_str()));
    footnotes.chain(table.notes.iter().map(|note| (None, note.as_str()))).collect()
}
