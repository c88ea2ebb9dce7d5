//! The commands, one a file.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod init;
pub(crate) mod measures;
pub(crate) mod run;
pub(crate) mod schema;

use std::io::{self, Write};

use crate::failure::Failure;

/// Prints to standard output, in colour where the terminal has it and NO_COLOR does not forbid it.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::input(format!("cannot print: {error}"), None),
    })
}

/// Prints a value as JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    print(&format!("{text}\n"))
}
