//! The tables that a report shows unasked: on the terminal, and in `report.md`.

use crate::{Report, Table};

/// The tables that are shown unasked, if a report has them.
const FIRST: [&str; 3] = ["overview", "judged", "decomposition"];

/// The most rows of a table that is shown unasked in a report without these.
const MOST_ROWS: usize = 100;

/// The most lines that such tables have together.
const MOST_LINES: usize = 400;

/// The tables of a report that are shown unasked, and the others; each in the order of the report.
#[derive(Debug)]
pub struct FirstTables<'r> {
    /// Phenomena by systems, what judges and people say, and whether solved parts solve originals. In a report without both, the tables
    /// that are not long.
    pub shown: Vec<&'r Table>,
    /// All other tables.
    pub others: Vec<&'r Table>,
    /// Whether the report has at least one of these.
    pub are_usual: bool,
}

/// Which tables of a report are shown unasked.
#[must_use]
pub fn first_tables(report: &Report) -> FirstTables<'_> {
    let is_first = |table: &Table| FIRST.contains(&table.key.as_str());
    let are_usual = report.tables.iter().any(is_first);
    let mut lines = 0;
    let is_shown = |table: &&Table| {
        if are_usual {
            return is_first(table);
        }
        let with_it = lines + lines_of(table);
        let is_shown = table.rows.len() <= MOST_ROWS && with_it <= MOST_LINES;
        if is_shown {
            lines = with_it;
        }
        is_shown
    };
    let (shown, others) = report.tables.iter().partition(is_shown);
    FirstTables { shown, others, are_usual }
}

/// The lines of a table with its title, the names of its columns and its notes.
fn lines_of(table: &Table) -> usize {
    5 + table.rows.len() + 2 * table.notes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{report_of, table_of};

    fn keys(tables: &[&Table]) -> Vec<String> {
        tables.iter().map(|table| table.key.to_string()).collect()
    }

    #[test]
    fn the_first_tables_are_shown_however_long_they_are() {
        let tables = [("phenomena", 3), ("overview", 900), ("decomposition", 9)];
        let report = report_of(tables.map(|(key, rows)| table_of(key, rows)).into());
        let FirstTables { shown, others, are_usual } = first_tables(&report);
        assert!(are_usual);
        assert_eq!(keys(&shown), ["overview", "decomposition"]);
        assert_eq!(keys(&others), ["phenomena"]);
    }

    #[test]
    fn without_them_short_tables_are_shown_as_far_as_there_is_room() {
        let tables = [("a", 100), ("b", 101), ("c", 100), ("d", 100), ("e", 100), ("f", 1)];
        let report = report_of(tables.map(|(key, rows)| table_of(key, rows)).into());
        let FirstTables { shown, others, are_usual } = first_tables(&report);
        assert!(!are_usual);
        assert_eq!(keys(&shown), ["a", "c", "d", "f"]);
        assert_eq!(keys(&others), ["b", "e"]);
    }
}
