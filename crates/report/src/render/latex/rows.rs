//! Columns of a table as LaTeX: heading, rows, cells.

use std::io::{self, Write};

use super::columns::{Block, SetColumn};
use super::paper::Paper;
use super::parts::stacked;
use super::text::{LONGEST, cut, figures, folding, unbroken};
use crate::{GridCell, RowKind, Standing};

/// A block that takes less of the width than that is set at its own.
const NARROW: f64 = 0.6;

/// Writes some columns of a table.
pub(super) fn write_block(block: &Block, paper: Paper, out: &mut impl Write) -> io::Result<()> {
    let (environment, begin) = match block.width() < NARROW * paper.points() {
        true => ("tabular", "{@{}".to_owned()),
        false => ("tabular*", format!("{{{}}}{{@{{\\extracolsep{{\\fill}}}}", paper.length())),
    };
    let end = match block.sign_room {
        room if room > 0.0 => format!("@{{\\hspace{{{room:.0}pt}}}}"),
        _ => "@{}".to_owned(),
    };
    let columns: String = block.columns.iter().zip(&block.grid.numeric).map(alignment).collect();
    writeln!(
        out,
        "\\setlength{{\\tabcolsep}}{{{:.1}pt}}%\n\
         \\begin{{{environment}}}{begin}{columns}{end}}}\n\\toprule",
        block.gap / 2.0
    )?;
    heading(block, out)?;
    writeln!(out, "\\midrule")?;
    for (at, (kind, cells)) in block.grid.rows.iter().enumerate() {
        if at > 0 && *kind != RowKind::Body {
            writeln!(out, "\\midrule")?;
        } else if block.starts_group(at) {
            writeln!(out, "\\addlinespace[2.5pt]")?;
        }
        if let Some(text) = block.above(at) {
            writeln!(out, "{} \\\\", above(block, text))?;
        }
        let cells: Vec<String> =
            cells.iter().enumerate().map(|(column, cell)| shown(block, column, cell)).collect();
        writeln!(out, "{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{{environment}}}")
}

fn alignment((column, numeric): (&SetColumn, &bool)) -> String {
    match (numeric, column.folded) {
        (true, _) => "r".to_owned(),
        (false, false) => "l".to_owned(),
        (false, true) => format!(
            ">{{\\raggedright\\arraybackslash\\hangindent=1.2em\\hspace{{0pt}}}}p{{{:.1}pt}}",
            column.width
        ),
    }
}

/// A name in as many lines as it takes.
fn head(lines: &[String], alignment: char) -> String {
    let lines: Vec<String> = lines.iter().map(|line| unbroken(line)).collect();
    match lines.as_slice() {
        [line] => line.clone(),
        lines => format!("\\pnHead{{{alignment}}}{{{}}}", lines.join("\\\\")),
    }
}

fn heading(block: &Block, out: &mut impl Write) -> io::Result<()> {
    let groups = block.groups();
    if !groups.is_empty() {
        let (mut names, mut rules, mut column) = (Vec::new(), String::new(), 1);
        for (lines, count) in groups {
            if lines.iter().all(String::is_empty) {
                names.push(String::new());
            } else {
                names.push(format!("\\multicolumn{{{count}}}{{c}}{{{}}}", head(&lines, 'c')));
                rules.push_str(&format!("\\cmidrule(lr){{{column}-{}}}", column + count - 1));
            }
            column += count;
        }
        writeln!(out, "{} \\\\\n{rules}", names.join(" & "))?;
    }
    let names: Vec<String> = block
        .columns
        .iter()
        .zip(&block.grid.numeric)
        .map(|(column, numeric)| head(&column.heading, if *numeric { 'r' } else { 'l' }))
        .collect();
    writeln!(out, "{} \\\\", names.join(" & "))
}

/// A text in a line of its own over all columns. LaTeX would widen the last column for one that is as wide as all.
fn above(block: &Block, text: &str) -> String {
    let room = 0.9 * block.width();
    let column = match block.fits(text, room) {
        true => "l".to_owned(),
        false => format!(">{{\\raggedright\\arraybackslash}}p{{{room:.1}pt}}"),
    };
    let count = block.columns.len();
    format!("\\multicolumn{{{count}}}{{@{{}}{column}@{{}}}}{{{}}}", folding(text))
}

fn shown(block: &Block, column: usize, cell: &GridCell) -> String {
    let text = cut(&cell.text, LONGEST);
    let indent = if cell.indented { "\\pnSub " } else { "" };
    let shown = match (block.grid.numeric[column], block.columns[column].folded) {
        (false, true) => folding(&text),
        (false, false) => unbroken(&text),
        (true, _) if block.stacked => match stacked(&text) {
            (figure, Some(interval)) => {
                format!("\\pnOver{{{}}}{{{}}}", marked(cell, figures(figure)), figures(interval))
            }
            (figure, None) => marked(cell, figures(figure)),
        },
        (true, _) => figures(&text),
    };
    match block.stacked && block.grid.numeric[column] {
        true => shown,
        false => format!("{indent}{}", marked(cell, shown)),
    }
}

/// A text with its mark or sign.
fn marked(cell: &GridCell, text: String) -> String {
    match (&cell.mark, cell.standing) {
        (Some(mark), _) => format!("{text}\\pnMark{{{mark}}}"),
        (None, Some(Standing::Highest)) => format!("\\pnBest{{{text}}}"),
        (None, Some(Standing::Lower)) => format!("{text}\\pnWorse{{}}"),
        (None, Some(Standing::NotTested)) => format!("{text}\\pnFew{{}}"),
        (None, None) => text,
    }
}
