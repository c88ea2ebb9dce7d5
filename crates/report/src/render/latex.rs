//! LaTeX with booktabs.

use std::borrow::Cow;
use std::io::{self, Write};

use super::{Gallery, drawing, notes};
use crate::figures::Figure;
use crate::{Grid, GridCell, Report, RowKind, SafeName, Table, UNDEFINED};

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
    for note in &report.notes {
        writeln!(out, "{}\n", escaped(note))?;
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
                drawing::width(figure).millimetres().min(170.0),
                escaped(&said(figure)),
                label("fig", &figure.key)
            )?,
            Err(reason) => {
                writeln!(out, "{}: {}\n", escaped(&figure.title), escaped(reason))?;
            }
        }
    }
    writeln!(out, "\\section*{{Signature}}\n\\begin{{raggedright}}")?;
    for (name, value) in report.signature.lines() {
        writeln!(out, "{}: {}\\par", escaped(&name), escaped(&value))?;
    }
    writeln!(out, "\\end{{raggedright}}\n\\end{{document}}")
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

/// The width of the text of an A4 page with margins of 2 cm, in points.
const TEXT_WIDTH: usize = 483;

/// A size of type with the space between columns, hundredths of a point that a character takes at most
/// on average, and points between columns.
type Size = (&'static str, usize, usize);

/// Sizes, the largest first.
const SIZES: [Size; 3] = [
    ("\\footnotesize\\setlength{\\tabcolsep}{4pt}", 440, 8),
    ("\\scriptsize\\setlength{\\tabcolsep}{3pt}", 405, 6),
    ("\\tiny\\setlength{\\tabcolsep}{2pt}", 340, 4),
];

/// Texts of more characters are folded to that width.
const FOLDED: usize = 32;
/// Names over several columns are cut at that many characters.
const GROUP: usize = 40;
/// Cells, names of columns and captions are cut at that many, or a table were higher than TeX can count.
const LONGEST: usize = 400;

/// The beginning of a text that is longer than that, with an ellipsis.
fn cut(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// How many characters a column is wide.
fn width(grid: &Grid<'_>, at: usize) -> usize {
    let shown =
        |cell: &GridCell| wide(&cell.text) + cell.mark.as_ref().map_or(0, |mark| mark.len());
    let cells = grid.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(shown);
    let widest = cells.max().unwrap_or(0);
    let widest = if grid.numeric[at] { widest } else { widest.min(FOLDED) };
    widest.max(wide(&grid.columns[at].name))
}

/// How many characters a text is wide, narrow ones counted as less.
fn wide(text: &str) -> usize {
    let tenths = |character: char| if " .,;:'|!()[]ijlI/".contains(character) { 6 } else { 10 };
    text.chars().map(tenths).sum::<usize>().div_ceil(10)
}

/// Whether a column is folded.
fn is_folded(grid: &Grid<'_>, at: usize) -> bool {
    let longer = |cell: &GridCell| cell.text.chars().count() > FOLDED;
    !grid.numeric[at] && grid.rows.iter().filter_map(|(_, cells)| cells.get(at)).any(longer)
}

/// Whether some columns are no wider than the text.
fn fits(grid: &Grid<'_>, (_, character, between): Size) -> bool {
    let mut widths: Vec<usize> = (0..grid.columns.len()).map(|at| width(grid, at)).collect();
    let mut column = 0;
    for (name, columns) in grid.groups().unwrap_or_default() {
        // The last column of a group makes room for its name.
        let inside: usize = widths[column..column + columns].iter().sum();
        let name = wide(name).min(GROUP);
        let missing = name.saturating_sub(inside + 2 * (columns - 1));
        column += columns;
        widths[column - 1] += missing;
    }
    let characters: usize = widths.iter().sum();
    characters * character / 100 + widths.len() * between <= TEXT_WIDTH
}

/// The first size at which a table is no wider than the text; for one that is wider at every size, the
/// parts that are not, one under the other, each with the columns that name its rows.
fn panels(grid: &Grid<'_>) -> (Size, Vec<Grid<'static>>) {
    let all: Vec<usize> = (0..grid.columns.len()).collect();
    if let Some(size) = SIZES.into_iter().find(|size| fits(grid, *size)) {
        return (size, vec![grid.with_columns(&all)]);
    }
    let size = SIZES[1];
    let names = grid.numeric.iter().take_while(|numeric| !**numeric).count().min(all.len() - 1);
    let full = parts(grid, size, names, usize::MAX);
    // As many columns in each part, where that takes no more parts.
    let even = parts(grid, size, names, (all.len() - names).div_ceil(full.len()));
    (size, if even.len() == full.len() { even } else { full })
}

/// The parts of a table, each with the first columns and at most so many others that fit.
fn parts(grid: &Grid<'_>, size: Size, names: usize, most: usize) -> Vec<Grid<'static>> {
    let mut parts = Vec::new();
    let mut columns: Vec<usize> = (0..names).collect();
    for at in names..grid.columns.len() {
        columns.push(at);
        let others = columns.len() - names;
        if others > 1 && (others > most || !fits(&grid.with_columns(&columns), size)) {
            columns.pop();
            parts.push(grid.with_columns(&columns));
            columns.truncate(names);
            columns.push(at);
        }
    }
    parts.push(grid.with_columns(&columns));
    parts
}

/// More rows than this go over several pages.
const LONG: usize = 40;

pub(super) fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let grid = Grid::new(table);
    let (size, panels) = panels(&grid);
    let caption = format!("{}.", escaped(&cut(table.title.trim_end_matches('.'), LONGEST)));
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

fn alignment(grid: &Grid<'_>, (_, character, _): Size) -> String {
    let column = |at: usize| match grid.numeric[at] {
        true => "r".to_owned(),
        false if is_folded(grid, at) => format!("p{{{}pt}}", FOLDED * character / 100),
        false => "l".to_owned(),
    };
    (0..grid.columns.len()).map(column).collect()
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
            // The next part is the same table.
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
                // A hyphen is no minus.
                (_, true) if shown.text != UNDEFINED => cell(shown).replace('-', "$-$"),
                _ => cell(shown),
            })
            .collect();
        // What a ragged cell at the end makes of \\\\ ends no row.
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
    let text = escaped(&cut(&cell.text, LONGEST));
    match &cell.mark {
        Some(mark) => format!("{text}\\textsuperscript{{{mark}}}"),
        None => text,
    }
}

/// Words of more characters, with those that stand as numbers, may be broken after every few.
const BREAK: usize = 24;

/// About how many characters a word takes when it is set.
fn set_length(word: &str) -> usize {
    word.chars().map(|character| if is_number(character) { 8 } else { 1 }).sum()
}

/// Whether a character is written as its number.
fn is_number(character: char) -> bool {
    character >= '\u{180}' || (character.is_control() && !character.is_whitespace())
}

/// Text that means nothing to LaTeX. A character that pdflatex does not know is written as its
/// number.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let breaks = set_length(word) > BREAK;
        for (at, character) in word.chars().enumerate() {
            if breaks && at > 0 && (at % 8 == 0 || is_number(character)) {
                escaped.push_str("\\hspace{0pt}");
            }
            escape(character, &mut escaped);
        }
    }
    escaped
}

fn escape(character: char, escaped: &mut String) {
    match character {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
            escaped.push('\\');
            escaped.push(character);
        }
        '\\' => escaped.push_str("\\textbackslash{}"),
        '~' => escaped.push_str("\\textasciitilde{}"),
        '^' => escaped.push_str("\\textasciicircum{}"),
        '<' => escaped.push_str("\\textless{}"),
        '>' => escaped.push_str("\\textgreater{}"),
        '|' => escaped.push_str("\\textbar{}"),
        '"' => escaped.push_str("''"),
        // In brackets, or a `\\` before it would take it for its optional argument.
        '[' => escaped.push_str("{[}"),
        '–' => escaped.push_str("--"),
        '—' => escaped.push_str("---"),
        '‘' => escaped.push('`'),
        '’' => escaped.push('\''),
        '“' => escaped.push_str("``"),
        '”' => escaped.push_str("''"),
        '…' => escaped.push_str("\\dots{}"),
        '†' => escaped.push_str("\\textdagger{}"),
        '‡' => escaped.push_str("\\textdaggerdbl{}"),
        '\u{a0}' => escaped.push('~'),
        blank if blank.is_whitespace() => escaped.push(' '),
        // Letters that pdflatex has in no font that it loads by itself.
        'Ħ' | 'ħ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'Ŧ' | 'ŧ' | 'ſ' => {
            escaped.push_str(&format!("{{[}}U+{:04X}]", u32::from(character)));
        }
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{17f}' => escaped.push(character),
        other => escaped.push_str(&format!("{{[}}U+{:04X}]", u32::from(other))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(
            escaped(r"50% of a_b & \input{x}"),
            r"50\% of a\_b \& \textbackslash{}input\{x\}"
        );
        assert_eq!(escaped("Bär 😀"), "Bär {[}U+1F600]");
        assert_eq!(escaped("a\u{1b} \u{7f} \u{202e}"), "a{[}U+001B] {[}U+007F] {[}U+202E]");
        assert_eq!(escaped("a\tb\r\n\u{b}\u{85}\u{2028}c"), "a b     c");
    }

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

    #[test]
    fn a_name_as_long_as_a_text_is_cut() {
        assert_eq!(cut(&"é".repeat(401), LONGEST), "é".repeat(400) + "…");
        assert_eq!(cut("short", LONGEST), "short");
    }

    #[test]
    fn a_long_word_may_be_broken() {
        assert!(!escaped("decompositionality").contains("hspace"));
        assert_eq!(escaped(&"x".repeat(25)).matches("\\hspace{0pt}").count(), 3);
    }
}
