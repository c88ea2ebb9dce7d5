//! A table as LaTeX: one float, or several that go on with it, with the macros that a paper may redefine.

use std::io::{self, Write};

use super::layout::{Layout, NotesPlace, layout};
use super::paper::Paper;
use super::rows::write_block;
use super::text::{LONGEST, cut, escaped};
use crate::render::notes;
use crate::{Grid, Table};

/// A table laid out for a paper.
#[derive(Debug)]
pub struct LatexTable<'t> {
    table: &'t Table,
    caption: String,
    /// Each with its mark.
    notes: Vec<(Option<String>, String)>,
    paper: Paper,
    layout: Layout,
}

/// What stands for signs and the like, so that a paper can say otherwise. Signs have no width, so that figures stand
/// under each other.
const MACROS: [(&str, &str); 8] = [
    ("\\pnBest", "[1]{\\textbf{#1}}"),
    ("\\pnLevel", "{\\rlap{$^{\\approx}$}}"),
    ("\\pnWorse", "{\\rlap{$^{\\downarrow}$}}"),
    ("\\pnFew", "{\\rlap{$^{\\circ}$}}"),
    ("\\pnMark", "[1]{\\rlap{\\textsuperscript{#1}}}"),
    ("\\pnSub", "{\\hspace*{0.7em}\\hspace{0pt}}"),
    ("\\pnHead", "[2]{\\begin{tabular}[b]{@{}#1@{}}#2\\end{tabular}}"),
    ("\\pnOver", "[2]{\\begin{tabular}[t]{@{}r@{}}#1\\\\#2\\end{tabular}}"),
];

/// LaTeX holds no more floats than some fifty at a time: after so many they are set.
const FLOATS: usize = 6;

impl<'t> LatexTable<'t> {
    /// Lays a table out.
    #[must_use]
    pub fn new(table: &'t Table, paper: Paper) -> Self {
        let grid = Grid::new(table);
        let title = cut(table.title.trim_end_matches('.'), LONGEST);
        let stop = if title.ends_with(['?', '!', '…']) { "" } else { "." };
        let caption = format!("{title}{stop}");
        let mut notes: Vec<(Option<String>, String)> = notes(&grid, table)
            .into_iter()
            .map(|(mark, note)| (mark.map(str::to_owned), note.to_owned()))
            .collect();
        let texts: Vec<String> = notes.iter().map(|(_, note)| note.clone()).collect();
        let layout = layout(&grid, paper, &caption, &texts);
        notes.extend(said(&layout, paper).into_iter().map(|note| (None, note)));
        Self { table, caption, notes, paper, layout }
    }

    /// Whether it is too large for a page at the width that was asked for, and so for an appendix, at the width of the
    /// text and over as many pages as it takes.
    #[must_use]
    pub fn is_for_appendix(&self) -> bool {
        self.layout.appendix
    }

    /// Writes it, to be pasted in a paper that loads `array` and `booktabs`.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut body = Vec::new();
        self.floats(&mut body)?;
        let body = String::from_utf8(body).map_err(io::Error::other)?;
        writeln!(
            out,
            "% For {}; \\usepackage{{array}} and \\usepackage{{booktabs}} are needed.",
            self.layout.paper.described()
        )?;
        macros(&body, out)?;
        out.write_all(body.as_bytes())
    }

    /// Writes it as a document of its own.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn write_document(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\\begin{{document}}", self.paper.preamble())?;
        self.write(out)?;
        writeln!(out, "\\end{{document}}")
    }

    fn floats(&self, out: &mut impl Write) -> io::Result<()> {
        let Layout { pages, notes, .. } = &self.layout;
        let mut bodies = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            let mut body = Vec::new();
            for (at, block) in page.iter().enumerate() {
                if at > 0 {
                    writeln!(body, "\\par\\medskip")?;
                }
                write_block(block, self.layout.paper, &mut body)?;
            }
            if number + 1 == pages.len() && *notes == NotesPlace::Below && !self.notes.is_empty() {
                writeln!(body, "\\par\\smallskip")?;
                self.notes(&mut body)?;
            }
            bodies.push(body);
        }
        if *notes == NotesPlace::OwnPage {
            let mut body = Vec::new();
            self.notes(&mut body)?;
            bodies.push(body);
        }
        for (number, body) in bodies.iter().enumerate() {
            self.float(number, body, out)?;
            if (number + 1) % FLOATS == 0 {
                writeln!(out, "\\clearpage")?;
            }
        }
        if *notes == NotesPlace::Text {
            writeln!(out, "{{\\footnotesize\\raggedright Table~\\ref{{tab:{}}}:", self.table.key)?;
            self.note_lines(out)?;
            writeln!(out, "}}")?;
        }
        Ok(())
    }

    fn float(&self, number: usize, body: &[u8], out: &mut impl Write) -> io::Result<()> {
        let paper = self.layout.paper;
        let environment = paper.environment();
        let caption = match number {
            0 => {
                format!("\\caption{{{}}}\\label{{tab:{}}}", escaped(&self.caption), self.table.key)
            }
            // The number is that of the first float.
            _ => "\\addtocounter{table}{-1}\\caption[]{(continued)}".to_owned(),
        };
        writeln!(out, "\\begin{{{environment}}}[tbp]\n\\centering\\footnotesize")?;
        if paper.caption_above() {
            writeln!(out, "{caption}")?;
        }
        out.write_all(body)?;
        if !paper.caption_above() {
            writeln!(out, "{caption}")?;
        }
        writeln!(out, "\\end{{{environment}}}")
    }

    fn notes(&self, out: &mut impl Write) -> io::Result<()> {
        let length = self.layout.paper.length();
        writeln!(out, "\\begin{{minipage}}{{{length}}}\\raggedright")?;
        self.note_lines(out)?;
        writeln!(out, "\\end{{minipage}}")
    }

    fn note_lines(&self, out: &mut impl Write) -> io::Result<()> {
        for (mark, note) in &self.notes {
            let mark = mark.as_ref().map(|mark| format!("\\textsuperscript{{{mark}}}~"));
            writeln!(out, "{}{}\\par", mark.unwrap_or_default(), escaped(note))?;
        }
        Ok(())
    }
}

/// What was done to a table so that it fits.
fn said(layout: &Layout, asked: Paper) -> Vec<String> {
    let mut said = Vec::new();
    if layout.transposed {
        said.push(
            "Rows and columns are exchanged, so that the table fits: what is said of a row holds of a column here."
                .to_owned(),
        );
    }
    let blocks = layout.pages.first().map_or(0, Vec::len);
    if blocks > 1 {
        said.push(format!(
            "In {blocks} blocks, one below the other, because {} has no room for all columns.",
            layout.paper.described()
        ));
    }
    if layout.appendix {
        let pages = match layout.pages.len() {
            1 => "one page".to_owned(),
            pages => format!("{pages} pages"),
        };
        said.push(format!(
            "For an appendix, over {pages}: at the width of {} the table is too large for one page.",
            asked.described()
        ));
    }
    said
}

fn macros(body: &str, out: &mut impl Write) -> io::Result<()> {
    for (name, meaning) in MACROS {
        let follows = |after: &str| !after.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if body.split(name).skip(1).any(follows) {
            writeln!(out, "\\providecommand{{{name}}}{meaning}")?;
        }
    }
    Ok(())
}
