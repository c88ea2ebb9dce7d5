//! Bytes to text: what every reader of text shares.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
#[cfg(feature = "tables")]
use std::sync::Arc;

use phenom_files::open_regular;

use crate::archive::{samples, samples_of_file};
use crate::compressed::uncompressed;
#[cfg(feature = "tables")]
use crate::frame::{Frame, Seen};
use crate::{ProblemKind, signatures};

/// What a reader reads from.
#[allow(missing_debug_implementations, reason = "a stream has nothing to show")]
pub enum Input {
    /// A stream of bytes.
    Stream(Box<dyn Read + Send>),
    /// A file by its path; what Parquet needs.
    File(PathBuf),
    /// A table in memory, whatever the format of its file would be, and who is told what is read of it.
    #[cfg(feature = "tables")]
    Frame(Arc<Frame>, Seen),
}

/// What ends the reading of a file at once: where, and what is wrong.
pub(crate) type Fatal = (Option<u64>, ProblemKind);

impl Input {
    /// The text behind an optional byte-order mark.
    ///
    /// # Errors
    /// An empty file, one that is no text as far as its first bytes say it, and one that cannot be read: the line, where
    /// there is one, and what is wrong.
    pub fn text(self) -> Result<Box<dyn BufRead + Send>, (Option<u64>, ProblemKind)> {
        let stream: Box<dyn Read + Send> = match self {
            Self::Stream(stream) => stream,
            Self::File(path) => {
                let mut file = open_regular(&path).map_err(|error| unreadable(&error))?;
                match samples_of_file(&mut file).map_err(|error| unreadable(&error))? {
                    Some(samples) => samples,
                    None => Box::new(file),
                }
            }
            #[cfg(feature = "tables")]
            Self::Frame(..) => return Err(not_a_file()),
        };
        let stream = Box::new(BufReader::with_capacity(1 << 16, stream));
        let stream = uncompressed(stream).and_then(samples).map_err(|error| unreadable(&error))?;
        let mut stream = BufReader::with_capacity(1 << 16, Lines { stream, since_end: 0 });
        let start = stream.fill_buf().map_err(|error| unreadable(&error))?;
        if start.is_empty() {
            return Err((None, ProblemKind::EmptyFile));
        }
        if let Some(kind) = signatures::no_text(start) {
            return Err((None, kind));
        }
        if start.starts_with(&[0xEF, 0xBB, 0xBF]) {
            stream.consume(3);
        }
        Ok(Box::new(stream))
    }

    /// Whether the text begins with a byte, after blanks; not where it cannot be read.
    #[must_use]
    pub fn begins_with(self, byte: u8) -> bool {
        let Ok(mut text) = self.text() else { return false };
        let start = text.fill_buf().unwrap_or_default();
        start.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&byte)
    }

    /// The whole text.
    pub(crate) fn read_to_string(self) -> Result<String, Fatal> {
        let mut bytes = Vec::new();
        self.text()?.read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count() as u64;
            (Some(line), NOT_UTF8)
        })
    }

    /// Calls `visit` for each line that is not blank, with its number from 1, and returns how many
    /// there were. Line ends, CRLF too, are cut off. A line that is not UTF-8 comes as an error.
    pub(crate) fn for_each_line(
        self,
        mut visit: impl FnMut(u64, Result<&str, ProblemKind>),
    ) -> Result<u64, Fatal> {
        Self::lines(self.text()?, |line, text| {
            visit(line, text);
            ControlFlow::Continue(())
        })
    }

    /// The same of a file with a JSON object on each line; refuses one that is a list as a whole.
    pub(crate) fn for_each_line_of_json(
        self,
        mut visit: impl FnMut(u64, Result<&str, ProblemKind>),
    ) -> Result<u64, Fatal> {
        let mut text = self.text()?;
        let start = text.fill_buf().map_err(|error| unreadable(&error))?;
        let blanks = start.iter().take_while(|byte| byte.is_ascii_whitespace());
        let (blanks, lines) = blanks
            .fold((0, 1), |(blanks, lines), byte| (blanks + 1, lines + u64::from(*byte == b'\n')));
        if start.get(blanks) == Some(&b'[') {
            let message = "expected one JSON object a line, found a JSON list".to_owned();
            let help = "set `format: json` for a list of rows; for this format write each object of the list on a line \
                        of its own: `jq -c '.[]' FILE` does it";
            let help = Some(help.to_owned());
            return Err((Some(lines), ProblemKind::Malformed { message, help }));
        }
        Self::lines(text, |line, text| {
            visit(line, text);
            ControlFlow::Continue(())
        })
    }

    /// Calls `visit` for each line that is not blank until it breaks, and returns how many there were.
    pub(crate) fn lines(
        mut text: Box<dyn BufRead + Send>,
        mut visit: impl FnMut(u64, Result<&str, ProblemKind>) -> ControlFlow<()>,
    ) -> Result<u64, Fatal> {
        let mut line = Vec::new();
        let mut seen = 0;
        for number in 1.. {
            line.clear();
            if text.read_until(b'\n', &mut line).map_err(|error| unreadable(&error))? == 0 {
                break;
            }
            let bytes = line.strip_suffix(b"\n").unwrap_or(&line);
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            seen += 1;
            if visit(number, utf8(bytes)).is_break() {
                break;
            }
        }
        Ok(seen)
    }
}

/// What a reader of files says of a table in memory.
#[cfg(feature = "tables")]
pub(crate) fn not_a_file() -> Fatal {
    let message = "a table in memory has rows, and this format has none".to_owned();
    (None, ProblemKind::Malformed { message, help: None })
}

const NOT_UTF8: ProblemKind = ProblemKind::NotUtf8 { hint: "" };

/// The bytes as text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, ProblemKind> {
    std::str::from_utf8(bytes).map_err(|_| NOT_UTF8)
}

/// The most bytes of a line: a file with a longer one is not a table, and would fill the memory.
const LONGEST_LINE: u64 = 1 << 30;

/// A stream in which no line is longer than [`LONGEST_LINE`].
struct Lines<R> {
    stream: R,
    /// How many bytes have come since the last end of a line.
    since_end: u64,
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.since_end = match memchr::memrchr(b'\n', &buffer[..count]) {
            Some(end) => (count - end) as u64,
            None => self.since_end + count as u64,
        };
        if self.since_end > LONGEST_LINE {
            return Err(io::Error::other("a line is longer than 1 GiB"));
        }
        Ok(count)
    }
}

/// The operating system's refusal as a problem.
pub(crate) fn unreadable(error: &io::Error) -> Fatal {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "the file does not exist".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    (None, ProblemKind::Unreadable { reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(bytes: &'static [u8]) -> Input {
        Input::Stream(Box::new(bytes))
    }

    #[test]
    fn a_byte_order_mark_and_crlf_are_accepted() {
        let mut lines = Vec::new();
        let seen = input(b"\xEF\xBB\xBFa\r\n\r\nb")
            .for_each_line(|number, line| lines.push((number, line.unwrap().to_owned())))
            .unwrap();
        assert_eq!(seen, 2);
        assert_eq!(lines, [(1, "a".to_owned()), (3, "b".to_owned())]);
    }

    #[test]
    fn a_json_list_has_no_line_for_each_object() {
        let mut lines = 0;
        let list = input(b"\xEF\xBB\xBF\n [{}]").for_each_line_of_json(|_, _| lines += 1);
        let (line, kind) = list.unwrap_err();
        assert_eq!((line, lines), (Some(2), 0));
        assert!(kind.to_string().contains("found a JSON list"), "{kind}");
        assert_eq!(input(b"\n{}\n[]\n").for_each_line_of_json(|_, _| lines += 1), Ok(2));
    }

    #[test]
    fn an_empty_file_utf_16_and_bytes_that_are_no_text_are_told_apart() {
        assert_eq!(input(b"").read_to_string(), Err((None, ProblemKind::EmptyFile)));
        let (_, utf16) = input(b"\xFF\xFEa\0").read_to_string().unwrap_err();
        assert_eq!(utf16.to_string(), "not UTF-8 text, it looks like UTF-16");
        let (_, gzip) = input(b"\x1F\x8B\x08\0").read_to_string().unwrap_err();
        assert!(gzip.to_string().contains("damaged or cut off"), "{gzip}");
        let latin1 = input(b"a\nb\ncaf\xE9\n").read_to_string().unwrap_err();
        assert_eq!(latin1, (Some(3), NOT_UTF8));
    }
}
