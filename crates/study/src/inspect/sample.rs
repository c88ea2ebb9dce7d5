//! The beginning of a file, which is all that is looked at.

use std::io::{Read, Take};
use std::path::Path;

use phenom_dataset::Input;
use phenom_files::open_regular;

use crate::failure::Failure;

/// Up to so much of a file is looked at: 4 MiB.
pub(super) const MOST_BYTES: usize = 4 << 20;

/// The text that a file begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) text: String,
    /// Whether that is all of it.
    pub(super) whole: bool,
}

impl Sample {
    /// Reads the beginning of a file.
    ///
    /// # Errors
    /// Where the file cannot be read, or is no text in UTF-8: with what it looks like and how to mend it.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let file = open_regular(path).map_err(|error| Failure::unreadable(&shown, &error))?;
        let text = Input::Stream(Box::new(file)).text().map_err(|(_, kind)| {
            let help = kind.help().or_else(|| utf16_help(path, &kind.to_string()));
            Failure::input(format!("{shown}: {kind}"), help)
        })?;
        let mut bytes = Vec::new();
        let mut start: Take<_> = text.take(MOST_BYTES as u64 + 1);
        start.read_to_end(&mut bytes).map_err(|error| Failure::unreadable(&shown, &error))?;
        Self::of_bytes(bytes, &shown)
    }

    fn of_bytes(mut bytes: Vec<u8>, shown: &str) -> Result<Self, Failure> {
        let whole = bytes.len() <= MOST_BYTES;
        if !whole {
            bytes.truncate(MOST_BYTES);
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let (valid, cut) =
                    (error.utf8_error().valid_up_to(), error.utf8_error().error_len());
                let mut bytes = error.into_bytes();
                if is_binary(&bytes) {
                    return Err(no_text(shown));
                }
                if whole || cut.is_some() {
                    return Err(not_utf8(&bytes, valid, shown));
                }
                // The last letter was cut in two.
                bytes.truncate(valid);
                String::from_utf8(bytes).unwrap_or_default()
            }
        };
        if is_binary(text.as_bytes()) {
            return Err(no_text(shown));
        }
        Ok(Self { text, whole })
    }

    /// The lines that are whole.
    pub(super) fn lines(&self) -> &str {
        match self.text.rfind('\n') {
            Some(end) if !self.whole => &self.text[..=end],
            _ => &self.text,
        }
    }
}

fn utf16_help(path: &Path, said: &str) -> Option<String> {
    said.contains("UTF-16")
        .then(|| format!("save it as UTF-8: `iconv -f UTF-16 -t UTF-8 {} > OUT`", path.display()))
}

/// Whether there are bytes that no text has in any encoding of one byte a letter.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| *byte < 32 && !b"\t\n\r\x0B\x0C\x1B\x1F".contains(byte))
}

fn no_text(shown: &str) -> Failure {
    let help = "name a file of text (CSV, TSV, JSON, XML) or of Parquet".to_owned();
    Failure::input(format!("{shown}: this is not text"), Some(help))
}

fn not_utf8(bytes: &[u8], valid: usize, shown: &str) -> Failure {
    let before = bytes.get(..valid).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let message = format!("{shown}:{line}: not UTF-8 text; it looks like Latin-1 or Windows-1252");
    let help = format!("save it as UTF-8: `iconv -f WINDOWS-1252 -t UTF-8 {shown} > OUT`");
    Failure::input(message, Some(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_cut_between_letters_and_lines() {
        let text = "é\n".repeat(MOST_BYTES);
        let sample = Sample::of_bytes(text.into_bytes(), "a.csv").unwrap();
        assert!(!sample.whole);
        assert!(sample.text.len() <= MOST_BYTES);
        assert!(sample.lines().ends_with("é\n"));
        let one = Sample::of_bytes(b"a\nb".to_vec(), "a.csv").unwrap();
        assert_eq!((one.lines(), one.whole), ("a\nb", true));
    }

    #[test]
    fn latin_1_is_recognised_with_its_line() {
        let failure = Sample::of_bytes(b"id\ncaf\xE9\n".to_vec(), "a.csv").unwrap_err();
        let Failure::Input { message, help } = failure else { panic!("{failure:?}") };
        assert!(message.starts_with("a.csv:2: not UTF-8"), "{message}");
        assert!(help.unwrap().contains("iconv -f WINDOWS-1252"));
        let binary = Sample::of_bytes(b"\x80\x03}q\x00(\xE9".to_vec(), "a.pkl").unwrap_err();
        assert_eq!(binary.summary(), "a.pkl: this is not text");
    }
}
