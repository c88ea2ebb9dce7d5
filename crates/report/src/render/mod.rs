//! Renderers: one format each, over the finished model; they compute nothing.

mod advantage;
mod agreement;
mod answers;
mod blocks;
mod comparisons;
mod cooccurrence;
mod csv;
mod gains;
mod gold_check;
mod how_to_report;
mod html;
mod json;
mod latex;
mod markdown;
pub(crate) mod plots;
mod readings;
mod regression;
mod scores;
mod sizes;
mod terminal;

pub use json::plain as plain_json;
use std::io::{self, Write};

use phenom_metrics::people::{AgreementRow, JustificationRow, Keys};
use phenom_metrics::statistics::Correction;
use phenom_metrics::{
    AdvantageRow, ComparisonRow, Cooccurrence, GainRow, GoldRow, ReadingRow, RegressionRow, Score,
    SizeRow,
};

use crate::figures::{Figure, Room};
use crate::{Answers, Block, Grid, Report, ReportFile, Table};

pub use html::Page;
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

/// Writes a sentence as a terminal shows it, in lines of which all but the first are indented.
///
/// # Errors
/// What the writer gives.
pub fn terminal_paragraph(text: &str, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    terminal::paragraph("", text, options, out)
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

/// Figures beside a report, in files of their own: `figures/KEY.ENDING`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gallery<'a> {
    /// The figures.
    pub figures: &'a [Figure],
    /// The ending of their files; without it there are none, and nothing is said of them.
    pub ending: Option<&'static str>,
}

impl<'a> Gallery<'a> {
    /// The figures with the file of each, or the sentence that says why there is none.
    fn shown(self) -> impl Iterator<Item = (&'a Figure, Result<ReportFile, &'a str>)> {
        let figures = self
            .ending
            .into_iter()
            .flat_map(move |ending| self.figures.iter().map(move |figure| (figure, ending)));
        figures.map(|(figure, ending)| {
            let file = match &figure.plot {
                Ok(_) => Ok(ReportFile::figure(&figure.key, ending)),
                Err(reason) => Err(reason.as_str()),
            };
            (figure, file)
        })
    }
}

/// Writes a report as Markdown, with the figures as pictures.
///
/// # Errors
/// What the writer gives.
pub fn markdown(report: &Report, gallery: Gallery<'_>, out: &mut impl Write) -> io::Result<()> {
    markdown::write(report, gallery, out)
}

/// Writes a report as a LaTeX document of the paper's class that compiles as it is, with the figures as pictures.
///
/// # Errors
/// What the writer gives.
pub fn latex(
    report: &Report,
    paper: Paper,
    gallery: Gallery<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    latex::write(report, paper, gallery, out)
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

/// Writes the tidy readings of wholes and parts as CSV, one row a system and question.
///
/// # Errors
/// What the writer gives.
pub fn readings_csv(
    readings: &[ReadingRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    readings::csv(readings, correction, out)
}

/// Writes the tidy readings of wholes and parts as JSON, one object a system and question.
///
/// # Errors
/// What the writer gives.
pub fn readings_json(
    readings: &[ReadingRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    readings::json(readings, correction, out)
}

/// Writes the tidy gains of composed accuracy as CSV, one row a system and phenomenon.
///
/// # Errors
/// What the writer gives.
pub fn gains_csv(gains: &[GainRow], out: &mut impl Write) -> io::Result<()> {
    gains::csv(gains, out)
}

/// Writes the tidy advantages on parts as CSV, four rows a system and property: the advantage, what gold and what the
/// property explains, and what is left.
///
/// # Errors
/// What the writer gives.
pub fn advantage_csv(advantages: &[AdvantageRow], out: &mut impl Write) -> io::Result<()> {
    advantage::csv(advantages, out)
}

/// Writes the tidy regressions as CSV, one row a system and coefficient; of a system without one, a row that says
/// why.
///
/// # Errors
/// What the writer gives.
pub fn regression_csv(regressions: &[RegressionRow], out: &mut impl Write) -> io::Result<()> {
    regression::csv(regressions, out)
}

/// Writes the tidy accuracy by the size of an original as CSV, one row a figure of a system on some sizes.
///
/// # Errors
/// What the writer gives.
pub fn sizes_csv(sizes: &[SizeRow], out: &mut impl Write) -> io::Result<()> {
    sizes::csv(sizes, out)
}

/// Writes the tidy co-occurrence as CSV, one row a pair of phenomena or of categories.
///
/// # Errors
/// What the writer gives.
pub fn cooccurrence_csv(found: &[Cooccurrence], out: &mut impl Write) -> io::Result<()> {
    cooccurrence::csv(found, out)
}

/// Writes the tidy gold check as CSV, one row a part of an original that it names.
///
/// # Errors
/// What the writer gives.
pub fn gold_check_csv(found: &[GoldRow], out: &mut impl Write) -> io::Result<()> {
    gold_check::csv(found, out)
}

/// Writes the tidy rows of agreement as CSV, one row a figure.
///
/// # Errors
/// What the writer gives.
pub fn agreement_csv(rows: &[AgreementRow], out: &mut impl Write) -> io::Result<()> {
    agreement::agreement_csv(rows, out)
}

/// Writes the tidy rows of agreement as JSON, one object a figure.
///
/// # Errors
/// What the writer gives.
pub fn agreement_json(rows: &[AgreementRow], out: &mut impl Write) -> io::Result<()> {
    agreement::agreement_json(rows, out)
}

/// Writes the scores under every answer key as CSV, those whose measure is wanted: the key, then the
/// columns of the tidy scores.
///
/// # Errors
/// What the writer gives.
pub fn keys_csv(
    keys: &Keys,
    wanted: &dyn Fn(&str) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    agreement::keys_csv(keys, wanted, out)
}

/// Writes the tidy rows of judges' scores as CSV, one row a figure.
///
/// # Errors
/// What the writer gives.
pub fn justifications_csv(rows: &[JustificationRow], out: &mut impl Write) -> io::Result<()> {
    agreement::justifications_csv(rows, out)
}

/// Writes the tidy rows of judges' scores as JSON, one object a figure.
///
/// # Errors
/// What the writer gives.
pub fn justifications_json(rows: &[JustificationRow], out: &mut impl Write) -> io::Result<()> {
    agreement::justifications_json(rows, out)
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

/// The notes under a table: footnotes of undefined values first, each with its mark.
fn notes<'a>(grid: &'a Grid<'_>, table: &'a Table) -> Vec<(Option<&'a str>, &'a str)> {
    let footnotes =
        grid.footnotes.iter().map(|(mark, reason)| (Some(mark.as_str()), reason.as_str()));
    footnotes.chain(table.notes.iter().map(|note| (None, note.as_str()))).collect()
}
