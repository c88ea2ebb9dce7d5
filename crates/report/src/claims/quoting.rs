//! Names from the data as sentences have them.

use crate::harmless;

/// At most so many letters of a name from the data are in a sentence.
const LETTERS: usize = 60;

/// A name from the data, cut and without control characters.
pub(crate) fn cut(name: &str) -> String {
    let name = harmless(name);
    if name.chars().count() <= LETTERS {
        return name;
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}

/// A name from the data in a sentence; quotation marks in it become single ones.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", cut(name).replace('"', "'"))
}

/// A long name in a short line: cut to `letters`, in quotes.
pub(crate) fn quoted_short(name: &str, letters: usize) -> String {
    let name = cut(name);
    if name.chars().count() <= letters {
        return quoted(&name);
    }
    quoted(&name.chars().take(letters.saturating_sub(1)).chain(['…']).collect::<String>())
}
