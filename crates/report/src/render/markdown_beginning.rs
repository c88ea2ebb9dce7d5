//! The beginning of a report as Markdown: what a person reads first, a few hundred lines at most.

use std::io::{self, Write};

use super::markdown::{escaped, write_how_to_report, write_opening, write_signature, write_table};
use crate::{FirstTables, Report, Table, first_tables};

/// The most rows of one table.
const MOST_ROWS: usize = 200;

/// The most tables that are listed by their keys.
const MOST_LISTED: usize = 100;

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let FirstTables { shown, others, .. } = first_tables(report);
    write_opening(report, out)?;
    shown.iter().try_for_each(|table| write_table(&table.beginning(MOST_ROWS), out))?;
    write_how_to_report(report, out)?;
    write_others(&others, out)?;
    write_signature(report, out)
}

/// The keys and titles of the tables that are not shown, and the commands that show them.
fn write_others(others: &[&Table], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "## All tables\n")?;
    writeln!(out, "`phenom run CONFIG` writes all tables to `tables.md`.\n")?;
    if others.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "`phenom run CONFIG --all` prints every table. `--table KEY` prints one of these:\n"
    )?;
    // A table that goes on in further ones has the title of these, and its key prints them all.
    let mut listed: Vec<&Table> = Vec::new();
    for table in others {
        let goes_on = |last: &&&Table| {
            last.title == table.title && table.key.as_str().starts_with(last.key.as_str())
        };
        if listed.last().filter(goes_on).is_none() {
            listed.push(table);
        }
    }
    for table in listed.iter().take(MOST_LISTED) {
        writeln!(out, "- `{}`: {}", table.key, escaped(&table.title))?;
    }
    if let Some(more) = listed.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
        writeln!(out, "- {more} more tables")?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{report_of, table_of};

    fn lines(tables: Vec<Table>) -> Vec<String> {
        let mut out = Vec::new();
        write(&report_of(tables), &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_report_of_any_size_has_fewer_than_700_lines() {
        let first = [table_of("overview", 5_000), table_of("decomposition", 5_000)];
        let others = (0..1_000).map(|number| table_of(&format!("t{number}"), 9));
        let all = lines(first.into_iter().chain(others).collect());
        assert!(all.len() < 700, "{}", all.len());
        let has = |line: &str| all.iter().any(|other| other == line);
        assert!(has("| row 200 |") && !has("| row 201 |"));
        let said = "200 of 5000 rows, the first. CSV and JSON: all.";
        assert!(all.iter().any(|line| line.contains(said)));
        assert!(has("- `t99`: Title of t99") && has("- 900 more tables"));
        let short = lines((0..1_000).map(|number| table_of(&format!("t{number}"), 1)).collect());
        assert!(short.len() < 700, "{}", short.len());
    }

    #[test]
    fn a_table_that_goes_on_in_further_ones_is_listed_once() {
        let mut further = table_of("phenomena-2", 3);
        further.title = "Title of phenomena".to_owned();
        let all = lines(vec![table_of("overview", 1), table_of("phenomena", 3), further]);
        let listed: Vec<&String> = all.iter().filter(|line| line.starts_with("- `")).collect();
        assert_eq!(listed, ["- `phenomena`: Title of phenomena"]);
    }

    #[test]
    fn no_command_is_named_if_every_table_is_shown() {
        let all = lines(vec![table_of("judges", 3)]);
        assert!(all.iter().any(|line| line == "| row 3 |"));
        assert!(!all.iter().any(|line| line.contains("--all")), "{all:?}");
    }
}
