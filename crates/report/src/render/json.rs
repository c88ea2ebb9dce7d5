//! JSON: values as they are.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::steers;

pub(super) fn write(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(Plain(&mut *out), value)?;
    writeln!(out)
}

/// Passes JSON on to another writer, escaped by [`plain`].
struct Plain<W>(W);

impl<W: Write> Write for Plain<W> {
    /// Takes all of it: serde_json never divides a character.
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(json).map_err(io::Error::other)?;
        self.0.write_all(plain(text).as_bytes())?;
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// JSON without a character that steers what shows it, or ends a line where JSON does not: each is written as
/// its number, and read as what it is. It stands in a string: serde_json escapes none but those of ASCII.
pub(super) fn plain(json: &str) -> Cow<'_, str> {
    let escaped = |character: char| {
        character != '\n' && (steers(character) || matches!(character, '\u{2028}' | '\u{2029}'))
    };
    if !json.contains(escaped) {
        return Cow::Borrowed(json);
    }
    let mut plain = String::with_capacity(json.len() + 64);
    for character in json.chars() {
        match character {
            other if escaped(other) => plain.push_str(&format!("\\u{:04x}", u32::from(other))),
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}

/// A list with one object a line: as easy to read as indented, and a diff shows the figure that changed.
pub(crate) fn lines<T: Serialize>(rows: Vec<T>, out: &mut impl Write) -> io::Result<()> {
    let count = rows.len();
    writeln!(out, "[")?;
    for (index, row) in rows.iter().enumerate() {
        let row = serde_json::to_string(row)?;
        writeln!(out, "{}{}", plain(&row), if index + 1 < count { "," } else { "" })?;
    }
    writeln!(out, "]")
}
