//! Renderers: one format each, over the finished model; they compute nothing.

mod answers;
mod blocks;
mod brief;
mod csv;
mod gallery;
mod how_to_report;
mod html;
mod json;
mod latex;
mod markdown;
mod markdown_beginning;
pub(crate) mod plots;
mod terminal;

pub(crate) use csv::no_formula;
pub(crate) use json::lines as json_lines;
use std::io::{self, Write};

use serde::Serialize;

use crate::figures::{Figure, Room};
use crate::{Answers, Block, Report, Table};

pub use gallery::Gallery;
pub(crate) use gallery::notes;
pub use html::Page;
#[cfg(test)]
pub(crate) use html::small_drawing;
pub use latex::{LatexTable, Paper, PaperClass, TableWidth};
pub use plots::Width;
pub use terminal::Terminal;

/// Writes a report as text for a terminal.
///
/// # Errors
/// What the writer gives.
pub fn terminal(report: &Report, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    terminal::write(report, options, out)
}

/// Writes a title as a terminal shows it, in a line of its own.
///
/// # Errors
/// What the writer gives.
pub fn terminal_title(title: &str, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    terminal::heading(title, options, out)
}

/// Writes what was evaluated, and a claim a line behind its topic.
///
/// # Errors
/// What the writer gives.
pub fn terminal_summary(
    report: &Report,
    options: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    terminal::write_summary(report, options, out)
}

/// Writes a sentence as a terminal shows it, in lines of which all but the first are indented.
///
/// # Errors
/// What the writer gives.
pub fn terminal_paragraph(text: &str, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    terminal::paragraph("", text, options, out)
}

/// A table as it is printed with others on one screen.
#[must_use]
pub fn terminal_brief(table: &Table, options: Terminal) -> Table {
    terminal::brief(table, options)
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

/// Writes the beginning of a report as Markdown: the findings, the tables that are shown unasked, the paragraphs for a
/// paper, the names of the other tables and the signature. It has a few hundred lines at most and links to no file.
///
/// # Errors
/// What the writer gives.
pub fn markdown_beginning(report: &Report, out: &mut impl Write) -> io::Result<()> {
    markdown_beginning::write(report, out)
}

/// Writes a report as Markdown, with the figures as pictures.
///
/// # Errors
/// What the writer gives.
pub fn markdown(report: &Report, gallery: Gallery<'_>, out: &mut impl Write) -> io::Result<()> {
    markdown::write(report, gallery, out)
}

/// Writes one table as Markdown.
///
/// # Errors
/// What the writer gives.
pub fn markdown_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    markdown::write_table(table, out)
}

/// Writes a report, with its tables laid out for a paper, as a LaTeX document of the paper's class that compiles as it is,
/// with the figures as pictures.
///
/// # Errors
/// What the writer gives.
pub fn latex(
    report: &Report,
    tables: &[&LatexTable<'_>],
    paper: Paper,
    gallery: Gallery<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    latex::write(report, tables, paper, gallery, out)
}

/// Writes the paragraphs for a paper as LaTeX, to be pasted.
///
/// # Errors
/// What the writer gives.
pub fn latex_how_to_report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    latex::write_how_to_report(report, out)
}

/// Writes one table as CSV, values unrounded.
///
/// # Errors
/// What the writer gives.
pub fn csv_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    csv::write(table, out)
}

/// Writes a report, or another value, as indented JSON: figures unrounded, and no character that steers what shows it.
///
/// # Errors
/// What the writer gives.
pub fn json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    json::write(value, out)
}

/// Writes every answer as CSV, one row an answer.
///
/// # Errors
/// What the writer gives.
pub fn answers_csv(answers: Answers<'_>, out: &mut impl Write) -> io::Result<()> {
    answers::csv(answers, out)
}

/// What is said of a comparison as text for a terminal, with so many ids of each group of pairs at most.
#[must_use]
pub fn blocks_terminal(blocks: &[Block], options: Terminal, ids: usize) -> String {
    blocks::terminal(blocks, options, ids)
}

/// The same as Markdown for a comment on a pull request, of `most` characters at most.
#[must_use]
pub fn blocks_markdown(blocks: &[Block], most: usize) -> String {
    blocks::markdown(blocks, most)
}

/// Writes a report as one HTML page that needs nothing else: no file, no network.
///
/// # Errors
/// What the writer gives.
pub fn html(page: &Page<'_>, out: &mut impl Write) -> io::Result<()> {
    html::write(page, out)
}

/// Writes a figure as an SVG document. Its texts are outlines; of one with characters that the shipped font lacks,
/// the machine's own fonts have to show these. Nothing is loaded from anywhere.
///
/// # Errors
/// What the writer gives.
pub fn svg(figure: &Figure, width: Width, out: &mut impl Write) -> io::Result<()> {
    out.write_all(plots::svg(figure, width).as_bytes())
}

/// A figure whose texts are laid out in the font that is shipped, once for SVG, PNG and PDF.
pub struct Picture(crate::drawing::picture::Picture);

impl Picture {
    /// Lays a figure out.
    #[must_use]
    pub fn new(figure: &Figure, width: Width) -> Self {
        Self(plots::picture(figure, width))
    }

    /// Writes it as an SVG document, as [`svg`] does.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn svg(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(crate::drawing::svg::svg(&self.0).as_bytes())
    }

    /// Writes it as PNG; 300 dots per inch are usual in print.
    ///
    /// # Errors
    /// What the writer gives; and where the picture is too large to be drawn.
    pub fn png(&self, dots_per_inch: u32, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&plots::png(&self.0, dots_per_inch)?)
    }

    /// Writes it as a PDF of one page of its size, its texts as outlines.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn pdf(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&plots::pdf(&self.0)?)
    }
}

/// The figures in the room that a paper has: each as wide as a column, where it can be read there, else as the
/// page; one that is too high becomes several, with `-page-2` and so on behind its key.
#[must_use]
pub fn over_pages(figures: Vec<Figure>, room: &Room) -> Vec<Figure> {
    plots::over_pages(figures, room)
}

/// The width of a figure: the one that it was given, or that at which it can be read: a column of a paper where that
/// will do, else its page.
#[must_use]
pub fn width(figure: &Figure) -> Width {
    plots::width(figure)
}
