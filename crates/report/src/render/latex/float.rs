//! A table as LaTeX: one float, or several that go on with it, with the macros that a paper may redefine.

use std::io::{self, Write};

use super::layout::{Layout, NotesPlace, in_one_block, layout};
use super::paper::Paper;
use super::rows::write_block;
use super::text::{LONGEST, cut, escaped};
use super::variants::{Variant, brief, variants};
use crate::render::brief::SIZES;
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
        let caption = caption(&table.title);
        let with_footnotes = |grid: &Grid<'_>, notes: &[String]| -> Vec<(Option<String>, String)> {
            let footnotes = grid.footnotes.iter();
            let footnotes = footnotes.map(|(mark, reason)| (Some(mark.clone()), reason.clone()));
            let printable = notes.iter().map(|note| printable(note));
            footnotes
                .chain(printable.filter(|note| !note.is_empty()).map(|note| (None, note)))
                .collect()
        };
        let texts = |notes: &[(Option<String>, String)]| -> Vec<String> {
            notes.iter().map(|(_, note)| note.clone()).collect()
        };
        let notes = with_footnotes(&grid, &table.notes);
        let plain = layout(&grid, paper, &caption, &texts(&notes));
        let is_whole = !plain.appendix && plain.pages.first().is_some_and(|page| page.len() == 1);
        if is_whole && !plain.transposed {
            return Self { table, caption, notes, paper, layout: plain };
        }
        let of_variant = |Variant { part, key, notes }: Variant| {
            let mut notes = with_footnotes(&part.grid, &notes);
            notes.splice(0..0, key.map(|key| (None, format!("{key}."))));
            (part, notes)
        };
        for variant in variants(table) {
            let (part, notes) = of_variant(variant);
            if let Some(layout) = in_one_block(&part, paper, &caption, &texts(&notes)) {
                return Self { table, caption, notes, paper, layout };
            }
        }
        let sizes = SIZES.iter().filter(|_| plain.appendix);
        for (title, variants) in sizes.filter_map(|size| brief(table, *size)) {
            let caption = self::caption(&title);
            for variant in variants {
                let (part, notes) = of_variant(variant);
                let texts = texts(&notes);
                let in_blocks = || {
                    let layout = layout(&part.grid, paper, &caption, &texts);
                    Some(layout).filter(|layout| part.above.is_none() && !layout.appendix)
                };
                if let Some(layout) =
                    in_one_block(&part, paper, &caption, &texts).or_else(in_blocks)
                {
                    return Self { table, caption, notes, paper, layout };
                }
            }
        }
        Self { table, caption, notes, paper, layout: plain }
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
        for change in changes(&self.layout, self.paper) {
            writeln!(out, "% {change}")?;
        }
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

/// A title as a sentence.
fn caption(title: &str) -> String {
    let title = cut(title.trim_end_matches('.'), LONGEST);
    let stop = if title.ends_with(['?', '!', '…']) { "" } else { "." };
    format!("{title}{stop}")
}

/// The sentences of a note that a paper can print: those without names of commands, files and keys.
fn printable(note: &str) -> String {
    let sentences = note.split_inclusive(". ").filter(|sentence| !sentence.contains('`'));
    sentences.collect::<String>().trim_end().to_owned()
}

/// How a table was changed so that it fits: for comments in the file.
fn changes(layout: &Layout, asked: Paper) -> Vec<String> {
    let mut said = Vec::new();
    if layout.transposed {
        said.push("Rows and columns are exchanged.".to_owned());
    }
    let blocks = layout.pages.first().map_or(0, Vec::len);
    if blocks > 1 {
        said.push(format!(
            "The columns are in {blocks} blocks, because {} has no room for all.",
            layout.paper.described()
        ));
    }
    if layout.appendix {
        let pages = match layout.pages.len() {
            1 => "one page".to_owned(),
            pages => format!("{pages} pages"),
        };
        said.push(format!(
            "The table is too large for one page at the width of {}. It takes {pages} of an appendix.",
            asked.described(),
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
