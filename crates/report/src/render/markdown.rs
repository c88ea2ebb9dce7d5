//! Markdown as GitHub shows it: a whole report.

use std::io::{self, Write};

use super::{Gallery, how_to_report, notes};
use crate::{Grid, Report, Standing, Table, harmless};

pub(super) fn write(report: &Report, gallery: Gallery<'_>, out: &mut impl Write) -> io::Result<()> {
    write_opening(report, out)?;
    for table in &report.tables {
        write_table(table, out)?;
    }
    for (figure, file) in gallery.shown() {
        let title = escaped(&figure.title);
        match file {
            Ok(file) => {
                writeln!(out, "## {title}\n\n![{title}]({file})\n")?;
                for note in &figure.notes {
                    writeln!(out, "{}\n", escaped(note))?;
                }
            }
            Err(reason) => writeln!(out, "## {title}\n\n{}\n", escaped(reason))?,
        }
    }
    write_how_to_report(report, out)?;
    write_signature(report, out)
}

/// Title, findings, and what the reader must know before any table.
pub(super) fn write_opening(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}\n", escaped(&report.title))?;
    for sentence in &report.summary {
        match sentence.topic.as_str() {
            "" => writeln!(out, "{}\n", escaped(&sentence.text))?,
            topic => writeln!(out, "- **{}**: {}", escaped(topic), escaped(&sentence.text))?,
        }
    }
    if !report.summary.is_empty() {
        writeln!(out)?;
    }
    for note in &report.notes {
        writeln!(out, "{}\n", escaped(note))?;
    }
    Ok(())
}

/// The paragraphs for a paper, if there are any.
pub(super) fn write_how_to_report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    if !report.how_to_report.is_empty() {
        writeln!(out, "## {}\n", how_to_report::HEADING)?;
        for paragraph in &report.how_to_report {
            writeln!(out, "{}\n", escaped(&paragraph.plain()))?;
        }
    }
    Ok(())
}

/// The version, the settings and the files behind the report.
pub(super) fn write_signature(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "## Signature\n")?;
    for (name, value) in report.signature.lines() {
        writeln!(out, "- {}: {}", escaped(&name), escaped(&value))?;
    }
    Ok(())
}

pub(super) fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let grid = Grid::new(table);
    writeln!(out, "## {}\n", escaped(&table.title))?;
    for line in lines(&grid) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for (mark, note) in notes(&grid, table) {
        match mark {
            Some(mark) => writeln!(out, "<sup>{mark}</sup> {}\n", escaped(note))?,
            None => writeln!(out, "{}\n", escaped(note))?,
        }
    }
    Ok(())
}

/// A table's lines: the names of its columns, the rule under them, its rows.
pub(super) fn lines(grid: &Grid<'_>) -> Vec<String> {
    let header: Vec<String> =
        grid.columns.iter().map(|column| escaped(&column.full_name())).collect();
    let rule: Vec<&str> =
        grid.numeric.iter().map(|numeric| if *numeric { "---:" } else { "---" }).collect();
    let mut lines =
        vec![format!("| {} |", header.join(" | ")), format!("| {} |", rule.join(" | "))];
    for (_, cells) in &grid.rows {
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| match &cell.mark {
                Some(mark) => format!("{}<sup>{mark}</sup>", escaped(&cell.text)),
                None if cell.indented => format!("&emsp;{}", escaped(&cell.text)),
                None => match cell.standing {
                    Some(Standing::Highest) => format!("**{}**", escaped(&cell.text)),
                    Some(standing) => format!("{} {}", escaped(&cell.text), standing.sign()),
                    None => escaped(&cell.text),
                },
            })
            .collect();
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    lines
}

/// Text that means nothing to Markdown, and stays on its line.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = harmless(text);
    let text = text.trim_start();
    for (at, character) in text.char_indices() {
        let rest = &text[at..];
        match character {
            ':' if is_emoji_name(rest) => escaped.push_str("\\:"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            other => escaped.push(other),
        }
    }
    // At the start of a line these would make a heading, a list or a rule.
    if escaped.starts_with(['#', '+', '-', '=']) {
        escaped.insert(0, '\\');
    }
    // A number with a point or a bracket would make an ordered list.
    let digits = escaped.chars().take_while(char::is_ascii_digit).count();
    let list = [". ", ") "].iter().any(|sign| escaped[digits..].starts_with(sign));
    if digits > 0 && list {
        escaped.insert(digits, '\\');
    }
    escaped
}

/// Whether a text begins with what GitHub shows as an emoji, `:name:`.
fn is_emoji_name(text: &str) -> bool {
    let name = text.strip_prefix(':').and_then(|rest| rest.split_once(':')).map(|(name, _)| name);
    let letter =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '+' | '-');
    name.is_some_and(|name| !name.is_empty() && name.chars().all(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(escaped("a|b\n<script>*x*"), r"a\|b &lt;script&gt;\*x\*");
        assert_eq!(escaped("# no heading"), r"\# no heading");
        assert_eq!(escaped("a\u{1b}[2J\u{202e}b"), "a\u{fffd}\\[2J\u{fffd}b");
        assert_eq!(escaped("1. no list"), r"1\. no list");
        assert_eq!(escaped("58.3 (35/60)"), "58.3 (35/60)");
        assert_eq!(escaped("    no code"), "no code");
        assert_eq!(escaped("nature:tree:oak, 1: 2"), r"nature\:tree:oak, 1: 2");
    }
}
