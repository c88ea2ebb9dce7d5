//! LaTeX with booktabs.

mod panels;
mod text;

use std::io::{self, Write};

use panels::{Size, alignment, is_folded, panels};
use text::{GROUP, LONGEST, cut, escaped};

use super::{Gallery, how_to_report, notes, plots};
use crate::figures::Figure;
use crate::{Grid, GridCell, Report, RowKind, SafeName, Standing, Table, UNDEFINED};

/// What a document begins with.
const PREAMBLE: &str = "\\documentclass[a4paper]{article}
\\usepackage[T1]{fontenc}
\\usepackage{lmodern}
\\usepackage[margin=2cm]{geometry}
\\usepackage{booktabs}
\\usepackage{longtable}
";

/// How a document is set.
const BEGIN: &str = "\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{4pt}
\\begin{document}";

pub(super) fn write(report: &Report, gallery: Gallery<'_>, out: &mut impl Write) -> io::Result<()> {
    let graphics = gallery.ending.map_or("", |_| "\\usepackage{graphicx}\n");
    writeln!(out, "{PREAMBLE}{graphics}{BEGIN}\n\\section*{{{}}}", escaped(&report.title))?;
    for sentence in report.summary.iter().chain(&report.notes) {
        writeln!(out, "{}\n", escaped(sentence))?;
    }
    for table in &report.tables {
        write_table(table, out)?;
        writeln!(out, "\\clearpage")?;
    }
    for (figure, file) in gallery.shown() {
        match file {
            Ok(file) => writeln!(
                out,
                "\\begin{{figure}}[htbp]\n\\centering\n\
                 \\includegraphics[width={}mm,height=0.8\\textheight,keepaspectratio]{{{file}}}\n\
                 \\caption{{{}}}{}\n\\end{{figure}}\n\\clearpage",
                plots::width(figure).millimetres().min(170.0),
                escaped(&said(figure)),
                label("fig", &figure.key)
            )?,
            Err(reason) => {
                writeln!(out, "{}: {}\n", escaped(&figure.title), escaped(reason))?;
            }
        }
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

/// The caption of a figure: its title and its notes.
fn said(figure: &Figure) -> String {
    let sentences = std::iter::once(format!("{}.", cut(&figure.title, LONGEST)));
    sentences.chain(figure.notes.iter().cloned()).collect::<Vec<_>>().join(" ")
}

/// What a paper refers to.
fn label(kind: &'static str, key: &SafeName) -> String {
    format!("\\label{{{kind}:{key}}}")
}

/// One table as a document of its own.
pub(super) fn write_standalone(table: &Table, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{PREAMBLE}{BEGIN}")?;
    write_table(table, out)?;
    writeln!(out, "\\end{{document}}")
}

/// More rows than this go over several pages.
const LONG: usize = 40;

pub(super) fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let grid = Grid::new(table);
    let (size, panels) = panels(&grid);
    let stop = if table.title.ends_with('?') { "" } else { "." };
    let caption = format!("{}{stop}", escaped(&cut(table.title.trim_end_matches('.'), LONGEST)));
    if grid.rows.len() * panels.len() > LONG {
        return write_long_table(table, &grid, (size, &panels), &caption, out);
    }
    writeln!(
        out,
        "\\begin{{table}}[htbp]\n\\centering{}\n\\caption{{{caption}}}{}",
        size.0,
        label("tab", &table.key)
    )?;
    for (index, panel) in panels.iter().enumerate() {
        if index > 0 {
            writeln!(out, "\\par\\medskip")?;
        }
        writeln!(out, "\\begin{{tabular}}{{@{{}}{}@{{}}}}\n\\toprule", alignment(panel, size))?;
        header(panel, out)?;
        writeln!(out, "\\midrule")?;
        body(panel, out)?;
        writeln!(out, "\\bottomrule\n\\end{{tabular}}")?;
    }
    writeln!(out, "\\par\\smallskip\n\\begin{{minipage}}{{\\linewidth}}\\raggedright")?;
    write_notes(table, &grid, out)?;
    writeln!(out, "\\end{{minipage}}\n\\end{{table}}")
}

fn write_long_table(
    table: &Table,
    grid: &Grid<'_>,
    (size, panels): (Size, &[Grid<'_>]),
    caption: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{{{}\\setlength{{\\LTcapwidth}}{{\\linewidth}}", size.0)?;
    for (index, panel) in panels.iter().enumerate() {
        writeln!(out, "\\begin{{longtable}}{{@{{}}{}@{{}}}}", alignment(panel, size))?;
        match index {
            0 => writeln!(out, "\\caption{{{caption}}}{}\\\\", label("tab", &table.key))?,
            _ => writeln!(out, "\\caption[]{{(continued: more columns)}}\\\\")?,
        }
        writeln!(out, "\\toprule")?;
        header(panel, out)?;
        writeln!(out, "\\midrule\n\\endfirsthead\n\\toprule")?;
        header(panel, out)?;
        writeln!(out, "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot")?;
        body(panel, out)?;
        writeln!(out, "\\end{{longtable}}")?;
        if index + 1 < panels.len() {
            // The next part has the number of this one.
            writeln!(out, "\\addtocounter{{table}}{{-1}}")?;
        }
    }
    writeln!(out, "\\raggedright")?;
    write_notes(table, grid, out)?;
    writeln!(out, "}}")
}

fn body(grid: &Grid<'_>, out: &mut impl Write) -> io::Result<()> {
    let folded: Vec<bool> = (0..grid.columns.len()).map(|at| is_folded(grid, at)).collect();
    for (index, (kind, cells)) in grid.rows.iter().enumerate() {
        if index > 0 && *kind != RowKind::Body {
            writeln!(out, "\\midrule")?;
        }
        let cells: Vec<String> = cells
            .iter()
            .zip(&folded)
            .zip(&grid.numeric)
            .map(|((shown, folded), numeric)| match (folded, numeric) {
                (true, _) => format!("\\raggedright {}", cell(shown)),
                // LaTeX sets a hyphen shorter than a minus sign.
                // That of a range is a dash.
                (_, true) if !shown.text.contains(UNDEFINED) => cell(shown).replace('-', "$-$"),
                _ => cell(shown),
            })
            .collect();
        // `\\raggedright` in the last cell redefines `\\\\`, so that it would not end the row.
        writeln!(out, "{} \\tabularnewline", cells.join(" & "))?;
    }
    Ok(())
}

fn write_notes(table: &Table, grid: &Grid<'_>, out: &mut impl Write) -> io::Result<()> {
    for (mark, note) in notes(grid, table) {
        let mark = mark.map(|mark| format!("\\textsuperscript{{{mark}}}~")).unwrap_or_default();
        writeln!(out, "{mark}{}\\par", escaped(note))?;
    }
    Ok(())
}

fn header(grid: &Grid<'_>, out: &mut impl Write) -> io::Result<()> {
    if let Some(groups) = grid.groups() {
        let mut names = Vec::new();
        let mut rules = String::new();
        let mut column = 1;
        for (name, width) in groups {
            if name.is_empty() {
                names.push(String::new());
            } else {
                let shown = escaped(&cut(name, GROUP));
                names.push(format!("\\multicolumn{{{width}}}{{c}}{{{shown}}}"));
                rules.push_str(&format!("\\cmidrule(lr){{{column}-{}}}", column + width - 1));
            }
            column += width;
        }
        writeln!(out, "{} \\\\\n{rules}", names.join(" & "))?;
    }
    let names: Vec<String> =
        grid.columns.iter().map(|column| escaped(&cut(&column.name, LONGEST))).collect();
    writeln!(out, "{} \\\\", names.join(" & "))
}

fn cell(cell: &GridCell) -> String {
    let indent = if cell.indented { "\\quad " } else { "" };
    let text = format!("{indent}{}", escaped(&cut(&cell.text, LONGEST)));
    match (&cell.mark, cell.standing) {
        (Some(mark), _) => format!("{text}\\textsuperscript{{{mark}}}"),
        (None, Some(Standing::Best)) => format!("\\textbf{{{text}}}"),
        // Signs have no width, so that numbers stand under each other.
        (None, Some(Standing::NotTold)) => format!("{text}\\rlap{{$^{{\\approx}}$}}"),
        (None, Some(Standing::Worse)) => format!("{text}\\rlap{{$^{{\\downarrow}}$}}"),
        (None, Some(Standing::TooFew)) => format!("{text}\\rlap{{$^{{\\circ}}$}}"),
        (None, None) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_wide_is_broken_into_parts_that_name_their_rows() {
        use crate::{Cell, Column, Row};
        let names = ["system", "one", "two", "three", "four", "five", "six", "seven", "eight"];
        let row = |name: &str| Row {
            kind: RowKind::Body,
            cells: std::iter::once(Cell::text(name))
                .chain((0..8).map(|_| Cell::Count(12_345_678_901_234_567_890)))
                .collect(),
        };
        let table = Table {
            key: SafeName::new("wide"),
            title: "Wide".to_owned(),
            columns: names.map(Column::new).to_vec(),
            rows: vec![row("first"), row("second")],
            notes: Vec::new(),
        };
        let mut latex = Vec::new();
        write_table(&table, &mut latex).unwrap();
        let latex = String::from_utf8(latex).unwrap();
        let parts = latex.matches("\\begin{tabular}").count();
        assert!(parts > 1 && latex.matches("\nfirst & ").count() == parts, "{latex}");
        assert_eq!(latex.matches("\\caption").count(), 1);
        for name in &names[1..] {
            assert_eq!(latex.matches(&format!(" {name}")).count(), 1, "{name} in {latex}");
        }
    }
}
