//! LaTeX with booktabs.

mod columns;
mod float;
mod layout;
mod paper;
mod parts;
mod pieces;
mod rows;
#[cfg(test)]
mod tests;
mod text;
mod type_width;

use std::io::{self, Write};

use text::{LONGEST, cut, escaped};

pub use self::float::LatexTable;
pub use self::paper::{Paper, PaperClass, TableWidth};
use super::{Gallery, plots};
use crate::figures::Figure;
use crate::{Report, SafeName};

/// LaTeX holds no more floats than some fifty at a time.
const FLOATS: usize = 8;

pub(super) fn write(
    report: &Report,
    paper: Paper,
    gallery: Gallery<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let graphics = gallery.ending.map_or("", |_| "\\usepackage{graphicx}\n");
    writeln!(
        out,
        "{}{graphics}\\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\parskip}}{{4pt}}\n\\begin{{document}}",
        paper.preamble()
    )?;
    writeln!(out, "\\section*{{{}}}\n\\begin{{raggedright}}", escaped(&report.title))?;
    for note in &report.notes {
        writeln!(out, "{}\\par", escaped(note))?;
    }
    writeln!(out, "\\end{{raggedright}}")?;
    let tables: Vec<LatexTable<'_>> =
        report.tables.iter().map(|table| LatexTable::new(table, paper)).collect();
    let (appendix, tables): (Vec<_>, Vec<_>) =
        tables.iter().partition(|table| table.is_for_appendix());
    write_tables(&tables, out)?;
    for (figure, file) in gallery.shown() {
        match file {
            Ok(file) => writeln!(
                out,
                "\\begin{{figure*}}[tbp]\n\\centering\n\
                 \\includegraphics[width={:.2}mm,height=0.8\\textheight,keepaspectratio]{{{file}}}\n\
                 \\caption{{{}}}{}\n\\end{{figure*}}\n\\clearpage",
                plots::width(figure).millimetres().min(paper.text()),
                escaped(&said(figure)),
                label("fig", &figure.key)
            )?,
            Err(reason) => {
                writeln!(out, "{}: {}\n", escaped(&figure.title), escaped(reason))?;
            }
        }
    }
    if !appendix.is_empty() {
        writeln!(out, "\\appendix\n\\section*{{Appendix}}")?;
        write_tables(&appendix, out)?;
    }
    writeln!(out, "\\section*{{Signature}}\n\\begin{{raggedright}}")?;
    for (name, value) in report.signature.lines() {
        writeln!(out, "{}: {}\\par", escaped(&name), escaped(&value))?;
    }
    writeln!(out, "\\end{{raggedright}}\n\\end{{document}}")
}

fn write_tables(tables: &[&LatexTable<'_>], out: &mut impl Write) -> io::Result<()> {
    for some in tables.chunks(FLOATS) {
        for table in some {
            table.write(out)?;
        }
        writeln!(out, "\\clearpage")?;
    }
    Ok(())
}

/// The caption of a figure: its title and its notes.
fn said(figure: &Figure) -> String {
    let sentences = std::iter::once(format!("{}.", cut(&figure.title, LONGEST)));
    sentences.chain(figure.notes.iter().cloned()).collect::<Vec<_>>().join(" ")
}

/// What a paper refers to.
fn label(kind: &'static str, key: &SafeName) -> String {
    format!("\\label{{{kind}:{key}}}")
}
