//! JSON: the model as it is.

use std::io::{self, Write};

use crate::Report;

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
