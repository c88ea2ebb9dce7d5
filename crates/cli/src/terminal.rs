//! Reports as the terminal shows them.

use std::io::IsTerminal;

use phenom_report::{Report, Table, render};

use crate::config::LISTED;
use crate::failure::Failure;

/// Up to how many rows a table is printed unasked, and how many rows of all tables together.
const PRINTED_ROWS: usize = 100;
const PRINTED_IN_ALL: usize = 1500;

/// Takes the very long tables out, and what follows when enough is printed, and says which.
pub(crate) fn shortened(report: Report) -> (Report, String) {
    let mut rows = 0;
    let (tables, long): (Vec<Table>, Vec<Table>) = report.tables.into_iter().partition(|table| {
        let printed = table.rows.len() <= PRINTED_ROWS && rows < PRINTED_IN_ALL;
        rows += if printed { table.rows.len() } else { 0 };
        printed
    });
    let long: Vec<String> =
        long.iter().map(|table| format!("{} ({} rows)", table.key, table.rows.len())).collect();
    let said = match long.as_slice() {
        [] => String::new(),
        long if long.len() > LISTED => {
            let more = long.len() - LISTED;
            format!("Not printed without --all: {} and {more} more\n", long[..LISTED].join(", "))
        }
        long => format!("Not printed without --all: {}\n", long.join(", ")),
    };
    (Report { tables, ..report }, said)
}

/// A report as the terminal shows it.
pub(crate) fn shown(report: &Report) -> Result<String, Failure> {
    let mut text = Vec::new();
    render::terminal(report, terminal(), &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Styled, and as wide as the terminal, if there is one.
pub(crate) fn terminal() -> render::Terminal {
    let is_terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    render::Terminal { styled: true, width: width.filter(|_| is_terminal) }
}
