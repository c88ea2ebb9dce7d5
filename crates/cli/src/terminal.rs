//! Reports as the terminal shows them.

use std::io::{self, IsTerminal, Write};

use phenom_dataset::nearest;
use phenom_report::{
    FirstTables, Report, Table, first_tables, is_on_selection, is_on_what_is_missing, render,
};

use phenom_study::Failure;

/// Up to how many notes are printed on what is missing.
const PRINTED_NOTES: usize = 4;

/// How many of the other tables are named.
const SOME: usize = 2;

/// Prints to standard output, in colour where the terminal has it and NO_COLOR does not forbid it.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::input(format!("cannot print: {error}"), None),
    })
}

/// A whole report as the terminal shows it.
pub(crate) fn shown(report: &Report) -> Result<String, Failure> {
    rendered(|out| render::terminal(report, terminal(), out))
}

/// Tables of a report with their notes, by their keys, or by what the keys of several begin with: `contingency` is
/// `contingency-original` and `contingency-monothematic`.
pub(crate) fn named(report: &Report, keys: &[String]) -> Result<String, Failure> {
    let mut found: Vec<Table> = Vec::new();
    for key in keys {
        let is_it = |table: &&Table| is_of(table.key.as_str(), key);
        let of_key: Vec<Table> = report.tables.iter().filter(is_it).cloned().collect();
        if of_key.is_empty() {
            let known: Vec<&str> = report.tables.iter().map(|table| table.key.as_str()).collect();
            let help = match nearest(key, known.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("it has {}", kinds(&known).join(", ")),
            };
            return Err(Failure::input(format!("the report has no table `{key}`"), Some(help)));
        }
        found.extend(of_key);
    }
    tables(&found)
}

/// Whether a table is the one of a key, or one of several.
fn is_of(table: &str, key: &str) -> bool {
    table.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Keys without those of which the first part is a key, or stands for several.
fn kinds<'k>(keys: &[&'k str]) -> Vec<&'k str> {
    let mut kinds: Vec<&str> = Vec::new();
    for key in keys {
        let kind = key.split_once('-').map_or(*key, |(kind, _)| kind);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// What one wants to know first: title, summary, the first tables with what is needed to read them, what was noted of
/// the data, and what else there is. The first `written` notes are the config's own, which its author knows; of the others the first sentence is printed.
pub(crate) fn first(report: &Report, written: usize) -> Result<String, Failure> {
    let FirstTables { shown, others, are_usual } = first_tables(report);
    let others: Vec<&str> = others.iter().map(|table| table.key.as_str()).collect();
    let brief = |table| render::terminal_brief(table, terminal());
    let mut first: Vec<Table> = shown.into_iter().map(brief).collect();
    let mut said: Vec<String> = Vec::new();
    for table in first.iter_mut().filter(|_| are_usual) {
        table.notes = vec![first_notes(&table.notes, &mut said).join(" ")];
        // The heading of its first column says what it is.
        if let Some(column) = table.columns.first() {
            table.title.clone_from(&column.name);
        }
    }
    let mut text = rendered(|out| render::terminal_title(&report.title, terminal(), out))?;
    text += &format!("{}\n{}", summary(report)?, tables(&first)?);
    for note in report.notes.iter().skip(written) {
        // Of what the data are, the whole text stands in the report.
        let first = note.split_inclusive(". ").next().unwrap_or(note).trim_end();
        text += &wrapped(first);
    }
    if !others.is_empty() {
        let kinds = kinds(&others);
        let some = kinds.iter().take(SOME).copied().collect::<Vec<_>>().join(", ");
        let and = if kinds.len() > SOME { ", ..." } else { "" };
        let tables = others.len();
        let more = format!("More: --all ({tables} tables), --table KEY ({some}{and})");
        text += &wrapped(&more);
    }
    Ok(text.trim_end().to_owned())
}

/// What was evaluated, and a claim a line.
pub(crate) fn summary(report: &Report) -> Result<String, Failure> {
    rendered(|out| render::terminal_summary(report, terminal(), out))
}

/// The notes of a table that are printed unasked: the first, which says how to read it; what a mark of a system means,
/// what the interval of the highest system is not, and what is missing, where that was not said before.
fn first_notes(notes: &[String], said: &mut Vec<String>) -> Vec<String> {
    let (mut printed, mut missing) = (Vec::new(), 0);
    for (at, note) in notes.iter().enumerate() {
        let is_new = !said.contains(note);
        let of_missing = is_new && is_on_what_is_missing(note);
        missing += usize::from(of_missing);
        let is_mark = is_new && note.starts_with(['‡', '†']);
        let is_of_choice = is_new && is_on_selection(note);
        if at == 0 || is_mark || is_of_choice || (of_missing && missing <= PRINTED_NOTES) {
            printed.push(note.clone());
        }
        said.push(note.clone());
    }
    if missing > PRINTED_NOTES {
        let more = missing - PRINTED_NOTES;
        printed.push(format!("{more} more notes of this kind: `--table overview`."));
    }
    printed
}

fn tables(tables: &[Table]) -> Result<String, Failure> {
    rendered(|out| render::terminal_tables(tables, terminal(), out))
}

fn rendered(render: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Result<String, Failure> {
    let mut text = Vec::new();
    render(&mut text).map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// A paragraph in lines as long as the terminal allows.
pub(crate) fn wrapped(text: &str) -> String {
    // A text in memory takes all that is written.
    rendered(|out| render::terminal_paragraph(text, terminal(), out)).unwrap_or_default()
}

/// Styled, and as wide as the terminal, or as `COLUMNS` says in a pipe.
pub(crate) fn terminal() -> render::Terminal {
    let of_terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let wanted = || std::env::var("COLUMNS").ok()?.trim().parse().ok().filter(|width| *width > 0);
    let width = if std::io::stdout().is_terminal() { of_terminal() } else { wanted() };
    render::Terminal { styled: true, width }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_unasked_and_once() {
        let note =
            |system: &str| format!("{system} answers 19 of 30 pairs; the others count as wrong.");
        let notes =
            ["≈ cannot be told.", "n: pairs.", &note("A"), "‡ Reads gold."].map(str::to_owned);
        let mut said = Vec::new();
        let printed = first_notes(&notes, &mut said);
        assert_eq!(
            printed,
            ["≈ cannot be told.".to_owned(), note("A"), "‡ Reads gold.".to_owned()]
        );
        assert_eq!(first_notes(&notes[2..], &mut said), [note("A")]);
        let many: Vec<String> = (0..9).map(|number| note(&number.to_string())).collect();
        let printed = first_notes(&many, &mut Vec::new());
        assert_eq!(printed.len(), PRINTED_NOTES + 1);
        assert!(printed[PRINTED_NOTES].starts_with("5 more notes"), "{printed:?}");
    }

    #[test]
    fn a_key_stands_for_the_tables_that_begin_with_it() {
        let keys = ["contingency-original", "contingency-monothematic", "phenomena", "phenomena-2"];
        assert_eq!(kinds(&keys), ["contingency", "phenomena"]);
        assert!(is_of("phenomena-2", "phenomena") && !is_of("phenomena", "phenomen"));
    }
}
