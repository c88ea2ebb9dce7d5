//! LaTeX with booktabs.

mod columns;
mod float;
mod layout;
mod measured;
mod paper;
mod parts;
mod pieces;
mod rows;
#[cfg(test)]
mod tests;
mod text;
mod type_width;
mod variants;

use std::io::{self, Write};

use text::{LONGEST, cut, escaped};

pub use self::float::LatexTable;
pub use self::paper::{Paper, PaperClass, TableWidth};
use super::{Gallery, how_to_report, plots};
use crate::figures::Figure;
use crate::{Report, SafeName};

/// After so many tables their floats are set, of each of which a few may wait.
const TABLES: usize = 6;

pub(super) fn write(
    report: &Report,
    tables: &[&LatexTable<'_>],
    paper: Paper,
    gallery: Gallery<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let graphics = gallery.ending.map_or("", |_| "\\usepackage{graphicx}\n");
    writeln!(
        out,
        "{}{graphics}\\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\parskip}}{{4pt}}\n\\setlength{{\\emergencystretch}}{{3em}}\n\\begin{{document}}",
        paper.preamble()
    )?;
    writeln!(
        out,
        "\\section*{{\\raggedright {}}}\n\\begin{{raggedright}}",
        escaped(&report.title)
    )?;
    for line in &report.summary {
        let topic = match line.topic.as_str() {
            "" => String::new(),
            topic => format!("\\textbf{{{}}}: ", escaped(topic)),
        };
        writeln!(out, "{topic}{}\\par", escaped(&line.text))?;
    }
    for sentence in &report.notes {
        writeln!(out, "{}\\par", escaped(sentence))?;
    }
    writeln!(out, "\\end{{raggedright}}")?;
    let (appendix, tables): (Vec<&LatexTable<'_>>, Vec<_>) =
        tables.iter().copied().partition(|table| table.is_for_appendix());
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
    if !report.how_to_report.is_empty() {
        writeln!(out, "\\section*{{{}}}", how_to_report::HEADING)?;
        for paragraph in &report.how_to_report {
            writeln!(out, "{}\n", how_to_report::latex(paragraph, &escaped))?;
        }
        writeln!(out, "{}", how_to_report::references(&report.signature.version))?;
    }
    writeln!(out, "\\section*{{Signature}}\n\\begin{{raggedright}}")?;
    for (name, value) in report.signature.lines() {
        writeln!(out, "{}: {}\\par", escaped(&name), escaped(&value))?;
    }
    writeln!(out, "\\end{{raggedright}}\n\\end{{document}}")
}

pub(super) fn write_how_to_report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", how_to_report::latex_to_paste(report, escaped))
}

fn write_tables(tables: &[&LatexTable<'_>], out: &mut impl Write) -> io::Result<()> {
    for some in tables.chunks(TABLES) {
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
