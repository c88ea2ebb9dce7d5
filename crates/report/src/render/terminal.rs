//! Text for a terminal, its tables drawn by tabled.

use std::io::{self, Write};

use tabled::builder::Builder;
use tabled::settings::object::{Columns, Rows};
use tabled::settings::peaker::Priority;
use tabled::settings::span::ColumnSpan;
use tabled::settings::style::HorizontalLine;
use tabled::settings::themes::Theme;
use tabled::settings::{Alignment, Padding, Style, Width};

use super::brief::{SIZES, in_brief};
use super::{how_to_report, notes};
use crate::harmless;
use crate::{Column, Grid, GridCell, Report, RowKind, Standing, Table};

/// What the terminal can do.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    /// Whether titles may be bold.
    pub styled: bool,
    /// How many columns it has; wider tables are folded. `None` for no limit.
    pub width: Option<usize>,
}

/// The width of running text if the terminal sets none.
const TEXT_WIDTH: usize = 100;

pub(super) fn write(report: &Report, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    heading(&report.title, options, out)?;
    write_summary(report, options, out)?;
    for sentence in &report.notes {
        paragraph("", sentence, options, out)?;
    }
    if !report.tables.is_empty() {
        writeln!(out)?;
        write_tables(&report.tables, options, out)?;
    }
    if !report.how_to_report.is_empty() {
        writeln!(out)?;
        heading(how_to_report::HEADING, options, out)?;
        for (at, said) in report.how_to_report.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            // To be copied: without an indent.
            wrapped("", "", &said.plain(), options, out)?;
        }
    }
    writeln!(out)?;
    heading("Signature", options, out)?;
    for (name, value) in report.signature.lines() {
        paragraph("", &format!("{name}: {value}"), options, out)?;
    }
    Ok(())
}

/// The longest topic of the summary, and the blank behind it.
const TOPIC: usize = 13;

/// What was evaluated, and a claim a line behind its topic.
pub(super) fn write_summary(
    report: &Report,
    options: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    for (at, line) in report.summary.iter().enumerate() {
        if line.topic.is_empty() {
            paragraph("", &line.text, options, out)?;
            continue;
        }
        if at == 1 {
            writeln!(out)?;
        }
        let topic = format!("{:TOPIC$}", harmless(&line.topic));
        wrapped(&topic, &" ".repeat(TOPIC), &line.text, options, out)?;
    }
    Ok(())
}

pub(super) fn write_tables(
    tables: &[Table],
    options: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut key = String::new();
    for (index, table) in tables.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write_table(table, options, &mut key, out)?;
    }
    Ok(())
}

/// A table as it is printed with others on one screen: as it is if its columns fit, else in brief.
pub(super) fn brief(table: &Table, options: Terminal) -> Table {
    let fits = |width| laid_out(&Grid::new(table), Spacing::Narrow).total_width() <= width;
    let in_brief = if options.width.is_none_or(fits) { None } else { in_brief(table, SIZES[0]) };
    let Some(mut brief) = in_brief else { return table.clone() };
    let more = format!("More rows: --table {}.", table.key);
    match brief.notes.first_mut() {
        Some(note) => *note = format!("{note} {more}"),
        None => brief.notes.push(more),
    }
    brief
}

pub(super) fn heading(text: &str, options: Terminal, out: &mut impl Write) -> io::Result<()> {
    let text = harmless(text);
    let lines = match options.width {
        Some(width) => textwrap::wrap(&text, width.max(20)),
        None => vec![text.as_str().into()],
    };
    for line in lines {
        let [begin, end] = bold(options.styled);
        writeln!(out, "{begin}{line}{end}")?;
    }
    Ok(())
}

pub(super) fn paragraph(
    mark: &str,
    text: &str,
    options: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    wrapped(mark, "  ", text, options, out)
}

/// Text in lines, in which no value is separated from its unit.
fn wrapped(
    first: &str,
    others: &str,
    text: &str,
    options: Terminal,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = options.width.unwrap_or(TEXT_WIDTH).clamp(20, TEXT_WIDTH);
    let wrap = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(others)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(&harmless(text).replace(" %", "\u{a0}%"), wrap) {
        writeln!(out, "{}", line.replace("\u{a0}%", " %"))?;
    }
    Ok(())
}

fn write_table(
    table: &Table,
    options: Terminal,
    key: &mut String,
    out: &mut impl Write,
) -> io::Result<()> {
    let grid = Grid::new(table);
    let repeats = |column: &Column| column.name.to_lowercase() == table.title.to_lowercase();
    if !grid.columns.first().is_some_and(repeats) {
        heading(&table.title, options, out)?;
    }
    writeln!(out, "{}", drawn(table, options, key))?;
    for (mark, note) in notes(&grid, table) {
        let mark = mark.map(|mark| format!("{mark}: ")).unwrap_or_default();
        paragraph(&mark, note, options, out)?;
    }
    Ok(())
}

/// A table in lines, without its title and notes. Names of systems that leave no room have letters, whose key is above
/// the table unless `known` begins with it.
pub(super) fn drawn(table: &Table, options: Terminal, known: &mut String) -> String {
    let grid = Grid::new(table);
    let Some(width) = options.width else {
        return lines(&laid_out(&grid, Spacing::Wide).to_string(), options);
    };
    let width = width.max(20);
    let fitting = |grid: &Grid<'_>, spacing| {
        let table = laid_out(grid, spacing);
        (table.total_width() <= width).then(|| lines(&table.to_string(), options))
    };
    let narrow = |grid: &Grid<'_>| fitting(grid, Spacing::Narrow);
    if let Some(drawn) = fitting(&grid, Spacing::Wide).or_else(|| narrow(&grid)) {
        return drawn;
    }
    let in_blocks = |grid: &Grid<'_>| {
        let blocks = blocks(grid, width).into_iter().map(|block| {
            let mut table = laid_out(&block, Spacing::Narrow);
            if table.total_width() > width {
                table.with(Width::wrap(width).priority(Priority::max(true)).keep_words(true));
            }
            lines(&table.to_string(), options)
        });
        blocks.collect::<Vec<_>>().join("\n\n")
    };
    let Some((coded, key)) = grid.coded() else { return in_blocks(&grid) };
    let whole = || narrow(&Grid::in_whole_percentages(table).coded()?.0);
    let coded = match narrow(&coded).or_else(whole) {
        Some(coded) => coded,
        None => match grid.transposed().and_then(|turned| narrow(&turned)) {
            Some(turned) => return turned,
            None => in_blocks(&coded),
        },
    };
    if known.starts_with(&key) {
        return coded;
    }
    known.clone_from(&key);
    // No line ends between a letter and its name.
    let key = harmless(&key).replace(": ", ":\u{a0}");
    let key = textwrap::wrap(&key, width.min(TEXT_WIDTH)).join("\n").replace('\u{a0}', " ");
    format!("{key}\n{coded}")
}

fn lines(drawn: &str, options: Terminal) -> String {
    let drawn = emphasised(drawn, options.styled);
    drawn.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// The columns of a table that is too wide in blocks that fit, each with the columns that name its rows.
fn blocks(grid: &Grid<'_>, width: usize) -> Vec<Grid<'static>> {
    let columns = grid.columns.len();
    let names = grid.numeric.iter().take_while(|numeric| !**numeric).count();
    // Without such columns the first names the rows.
    let names = names.clamp(1, columns.max(2) - 1);
    grid.in_parts(names, |block| laid_out(block, Spacing::Narrow).total_width() <= width)
}

/// How much room columns take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// Two blanks between columns, names in one line.
    Wide,
    /// One blank, and the names of columns of numbers in several lines.
    Narrow,
}

/// The name of a column in lines that are no longer than its cells, if its words allow it.
fn folded(name: &str, cells: usize) -> String {
    let name = harmless(name);
    let width = cells.max(8);
    let options = textwrap::Options::new(width).break_words(false);
    textwrap::wrap(&name, options).join("\n")
}

fn laid_out(grid: &Grid<'_>, spacing: Spacing) -> tabled::Table {
    let mut builder = Builder::default();
    let groups = grid.groups();
    if let Some(groups) = &groups {
        builder.push_record(groups.iter().flat_map(|(name, width)| {
            std::iter::once(harmless(name)).chain(std::iter::repeat_n(String::new(), width - 1))
        }));
    }
    let widest = |at: usize| {
        let cells = grid.rows.iter().filter_map(|(_, cells)| cells.get(at));
        cells.map(|cell| textwrap::core::display_width(&cell.text)).max().unwrap_or(0)
    };
    builder.push_record(grid.columns.iter().enumerate().map(|(at, column)| {
        match spacing == Spacing::Narrow && at > 0 {
            true => folded(&column.name, widest(at)),
            false => harmless(&column.name),
        }
    }));
    let header_rows = builder.count_records();
    let with_signs = grid.with_signs();
    for (_, cells) in &grid.rows {
        builder.push_record(cells.iter().zip(&with_signs).map(|(cell, has)| text(cell, *has)));
    }
    let mut theme = Theme::from_style(Style::empty().vertical(' '));
    let line = HorizontalLine::inherit(Style::blank().horizontal('─').intersection('─'));
    theme.insert_horizontal_line(header_rows, line);
    for (index, (kind, _)) in grid.rows.iter().enumerate().skip(1) {
        if *kind != RowKind::Body {
            theme.insert_horizontal_line(header_rows + index, line);
        }
    }
    let mut table = builder.build();
    let between = if spacing == Spacing::Wide { 1 } else { 0 };
    table.with(theme).with(Padding::new(0, between, 0, 0));
    for (at, numeric) in grid.numeric.iter().enumerate() {
        if *numeric {
            table.modify(Columns::one(at), Alignment::right());
        }
    }
    // The last line of a name is directly above the values.
    table.modify(Rows::one(header_rows - 1), Alignment::bottom());
    let mut column = 0;
    for (name, width) in groups.unwrap_or_default() {
        if width > 1 {
            table.modify((0, column), ColumnSpan::new(width as isize));
        }
        if !name.is_empty() {
            table.modify((0, column), Alignment::center());
        }
        column += width;
    }
    table
}

/// What begins and ends bold text.
fn bold(styled: bool) -> [&'static str; 2] {
    if styled { ["\u{1b}[1m", "\u{1b}[0m"] } else { [""; 2] }
}

/// What marks an emphasised value until the table is drawn: it has no width, and no text from data has it.
const EMPHASIS: [char; 2] = ['\u{2066}', '\u{2069}'];

/// A cell with its sign, or with a blank if another cell of the column has a sign.
fn text(cell: &GridCell, has_signs: bool) -> String {
    let indent = if cell.indented { "  " } else { "" };
    let text = format!("{indent}{}", harmless(&cell.text));
    let sign = cell.standing.map_or("", Standing::sign);
    let room = if has_signs && sign.is_empty() { " " } else { "" };
    match (&cell.mark, cell.standing) {
        (Some(mark), _) => format!("{text} {mark}"),
        (None, Some(Standing::Highest)) => format!("{}{text}{}{room}", EMPHASIS[0], EMPHASIS[1]),
        (None, _) => format!("{text}{sign}{room}"),
    }
}

/// Emphasised values in bold, or as they are.
fn emphasised(drawn: &str, styled: bool) -> String {
    let [begin, end] = bold(styled);
    drawn.replace(EMPHASIS[0], begin).replace(EMPHASIS[1], end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_no_wider_than_the_terminal() {
        let lines = |width, styled| {
            let mut out = Vec::new();
            heading("Whole and parts of every system", Terminal { styled, width }, &mut out)
                .unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(lines(Some(20), false), "Whole and parts of\nevery system\n");
        let bold = "\u{1b}[1mWhole and parts of\u{1b}[0m\n\u{1b}[1mevery system\u{1b}[0m\n";
        assert_eq!(lines(Some(20), true), bold);
        assert_eq!(lines(None, false), "Whole and parts of every system\n");
    }

    /// Ten systems by 36 phenomena are one block at 80 columns: letters with a key, whole percentages, and the phenomenon on
    /// which a system is significantly lower before those with more pairs.
    #[test]
    fn ten_systems_fit_on_one_screen() {
        use crate::{Cell, Column, Row, SafeName, Style};
        let mut columns = vec![Column::new("accuracy, %"), Column::new("n")];
        columns.extend((0..10).map(|at| Column::new(format!("system {at}, here"))));
        let share = |at: usize| Cell::Value((at % 7) as f64 / 6.4, Style::Percent);
        let row = |kind, name: Cell, n: u64| {
            let cells = [name, Cell::count(n)].into_iter().chain((0..10).map(share));
            Row { kind, cells: cells.collect() }
        };
        let mut rows = vec![row(RowKind::Body, Cell::text("all pairs"), 900)];
        rows.push(row(RowKind::Body, Cell::Indented("95 % interval".to_owned()), 900));
        rows.push(row(RowKind::First, Cell::text("lexical"), 500));
        rows.extend((0..36).map(|at| {
            let name = Cell::Indented(format!("verbalization-nominalization{at}"));
            row(RowKind::Body, name, 40 - at)
        }));
        let worse = &mut rows[38].cells[2];
        *worse = Cell::Standing(Box::new(worse.clone()), Standing::Lower);
        let (title, notes) = ("Title".to_owned(), vec!["Legend.".to_owned()]);
        let table = Table { key: SafeName::new("overview"), title, columns, rows, notes };
        let terminal = Terminal { styled: false, width: Some(80) };
        let brief = brief(&table, terminal);
        assert_eq!(brief.notes, ["Legend. More rows: --table overview."]);
        let drawn = drawn(&brief, terminal, &mut String::new());
        let lines: Vec<&str> = drawn.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{drawn}");
        assert!(lines[0].starts_with("A: system 0, here; B: system 1, here; "), "{drawn}");
        assert!(
            drawn.contains("nominalization35") && drawn.contains("nominalization12"),
            "{drawn}"
        );
        assert!(!drawn.contains("nominalization13") && !drawn.contains("interval"), "{drawn}");
        assert_eq!(lines.len(), 3 + 3 + 2 + 14, "{drawn}");
        let wide = Terminal { styled: false, width: Some(300) };
        assert_eq!(super::brief(&table, wide).rows.len(), 39);
    }
}
