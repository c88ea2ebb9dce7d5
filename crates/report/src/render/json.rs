//! JSON: the model as it is.

use std::io::{self, Write};

use serde::Serialize;

use crate::Report;

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

/// A list with one object a line: as easy to read as indented, and a diff shows the figure that changed.
pub(super) fn lines<T: Serialize>(
    rows: impl ExactSizeIterator<Item = T>,
    out: &mut impl Write,
) -> io::Result<()> {
    let count = rows.len();
    writeln!(out, "[")?;
    for (index, row) in rows.enumerate() {
        serde_json::to_writer(&mut *out, &row)?;
        writeln!(out, "{}", if index + 1 < count { "," } else { "" })?;
    }
    writeln!(out, "]")
}
