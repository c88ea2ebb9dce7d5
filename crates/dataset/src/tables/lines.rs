//! The lines of a delimited file, before the csv crate sees them: what is no row is left out, every line end
//! is one byte, and the lines of the file are kept count of. Quotes that are not what they should be are found
//! on the way: the csv crate takes an open quote at the end of a file, or text after a closing quote, without a
//! word, and rows are lost in between.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use crate::ProblemKind;
use crate::input::Fatal;

/// What is left out of a file, and what its quotes are.
pub(super) struct Layout<'o> {
    pub(super) delimiter: u8,
    /// Whether quotes enclose fields, so that a line end in them ends no row.
    pub(super) quoting: bool,
    /// How many lines stand before the table.
    pub(super) skip_rows: u64,
    /// Lines that start so, in whatever case, are no rows.
    pub(super) skip_lines_starting: &'o [String],
}

/// The rows of a file as a stream of bytes, each on a line or, with line ends in quotes, on several.
pub(super) struct Lines<'o, R> {
    inner: R,
    layout: Layout<'o>,
    state: State,
    /// The line that comes next, counted from 1.
    line: u64,
    /// What is passed on of the line before, and how much of it was.
    held: Vec<u8>,
    passed: usize,
    seen: Seen,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Where a row begins.
    Row,
    /// Outside quotes, within a row.
    Plain,
    /// Inside quotes.
    Quoted,
}

/// What was seen, for whoever reads the rows.
#[derive(Default)]
struct Seen {
    /// How many bytes and lines were passed on.
    bytes: u64,
    lines: u64,
    /// From which byte on how many more lines of the file stand before than were passed on; those before
    /// the row that was asked for last are gone.
    left_out: VecDeque<(u64, u64)>,
    before: u64,
    /// The line on which the open quote stands, and that on which text follows a closing quote.
    opened: Option<u64>,
    text_after: Option<u64>,
    ended: bool,
}

impl<'o, R: BufRead> Lines<'o, R> {
    pub(super) fn new(inner: R, layout: Layout<'o>) -> Self {
        let (held, seen) = (Vec::new(), Seen::default());
        Self { inner, layout, state: State::Row, line: 1, held, passed: 0, seen }
    }

    /// The line in the file of a row that begins at a byte and line of what was passed on. Rows are asked
    /// for in their order.
    pub(super) fn line(&mut self, byte: u64, line: u64) -> u64 {
        let seen = &mut self.seen;
        while let Some(&(from, left_out)) = seen.left_out.front() {
            if from > byte {
                break;
            }
            seen.before = left_out;
            seen.left_out.pop_front();
        }
        line + seen.before
    }

    /// The problem of the file's quotes, once it was read to its end.
    pub(super) fn problem(&self) -> Option<Fatal> {
        let seen = &self.seen;
        let (line, message) = match (seen.text_after, seen.opened.filter(|_| seen.ended)) {
            (Some(line), _) => (line, "text stands after a closing quote"),
            (None, Some(line)) => (line, "the quote that opens here is never closed"),
            (None, None) => return None,
        };
        let message = message.to_owned();
        let help = Some(
            "double a quote inside a quoted field; for a file without quoting set `quoting: false`"
                .to_owned(),
        );
        Some((Some(line), ProblemKind::Malformed { message, help }))
    }

    /// Holds the next line that is passed on; nothing at the end of the file.
    fn next_line(&mut self) -> io::Result<bool> {
        loop {
            self.held.clear();
            self.passed = 0;
            let ending = self.read_line()?;
            if self.held.is_empty() && ending == 0 {
                self.seen.ended = true;
                return Ok(false);
            }
            let content = self.held.len() - ending;
            if self.state == State::Row && self.is_no_row(content) {
                self.line += 1;
                self.note_left_out();
                continue;
            }
            self.watch(content);
            if self.state != State::Quoted && ending > 0 {
                self.held.truncate(content);
                self.held.push(b'\n');
                self.state = State::Row;
            }
            // A lone carriage return in quotes is no line end for the csv crate.
            let counted = self.held.last() == Some(&b'\n');
            self.line += u64::from(ending > 0);
            self.seen.bytes += self.held.len() as u64;
            self.seen.lines += u64::from(counted);
            if !counted && ending > 0 {
                self.note_left_out();
            }
            return Ok(true);
        }
    }

    /// Reads a line with its end, and returns how long the end is: `\n`, `\r\n` or `\r`.
    fn read_line(&mut self) -> io::Result<usize> {
        loop {
            let bytes = match self.inner.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                return Ok(0);
            }
            let Some(at) = memchr::memchr2(b'\n', b'\r', bytes) else {
                let count = bytes.len();
                self.held.extend_from_slice(bytes);
                self.inner.consume(count);
                continue;
            };
            let end = bytes[at];
            self.held.extend_from_slice(&bytes[..=at]);
            self.inner.consume(at + 1);
            if end == b'\r' && self.inner.fill_buf()?.first() == Some(&b'\n') {
                self.inner.consume(1);
                self.held.push(b'\n');
                return Ok(2);
            }
            return Ok(1);
        }
    }

    /// Whether the line that is held is left out: one before the table, an empty one, a comment.
    fn is_no_row(&self, content: usize) -> bool {
        let line = &self.held[..content];
        let comment = |start: &String| {
            line.get(..start.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()))
        };
        self.line <= self.layout.skip_rows
            || line.is_empty()
            || self.layout.skip_lines_starting.iter().any(comment)
    }

    fn note_left_out(&mut self) {
        let seen = &mut self.seen;
        let left_out = self.line - 1 - seen.lines;
        let from = seen.bytes;
        match seen.left_out.back_mut() {
            Some((known, many)) if *known == from => *many = left_out,
            _ => seen.left_out.push_back((from, left_out)),
        }
    }

    /// Follows the quotes through the content of the line that is held.
    fn watch(&mut self, content: usize) {
        if !self.layout.quoting {
            self.state = State::Plain;
            return;
        }
        let bytes = &self.held[..content];
        let mut at = 0;
        if self.state == State::Row {
            self.state = State::Plain;
        }
        while let Some(next) = memchr::memchr(b'"', &bytes[at..]) {
            let quote = at + next;
            at = quote + 1;
            if self.state == State::Plain {
                if quote == 0 || bytes[quote - 1] == self.layout.delimiter {
                    self.state = State::Quoted;
                    self.seen.opened = Some(self.line);
                }
                continue;
            }
            match bytes.get(at) {
                Some(b'"') => at += 1,
                next => {
                    self.state = State::Plain;
                    self.seen.opened = None;
                    if next.is_some_and(|byte| *byte != self.layout.delimiter) {
                        self.seen.text_after.get_or_insert(self.line);
                    }
                }
            }
        }
    }
}

impl<R: BufRead> Read for Lines<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while count < buffer.len() {
            if self.passed == self.held.len() && !self.next_line()? {
                break;
            }
            let bytes = &self.held[self.passed..];
            let many = bytes.len().min(buffer.len() - count);
            buffer[count..count + many].copy_from_slice(&bytes[..many]);
            self.passed += many;
            count += many;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn layout(skip_rows: u64, skip_lines_starting: &[String]) -> Layout<'_> {
        Layout { delimiter: b',', quoting: true, skip_rows, skip_lines_starting }
    }

    /// What is passed on, and the problem of the quotes.
    fn passed(text: &str, layout: Layout<'_>) -> (String, Option<Fatal>) {
        // One byte at a time, so that every state meets the end of a buffer.
        let mut lines = Lines::new(BufReader::with_capacity(1, text.as_bytes()), layout);
        let mut passed = String::new();
        lines.read_to_string(&mut passed).unwrap();
        (passed, lines.problem())
    }

    fn quotes(text: &str) -> Option<(u64, bool)> {
        let (line, kind) = passed(text, layout(0, &[])).1?;
        Some((line.unwrap(), kind.to_string().contains("never closed")))
    }

    #[test]
    fn quotes_are_closed_and_nothing_stands_after_them() {
        assert_eq!(quotes("a,\"b\"\"c\nd\",e\n\"f\"\r\ng\"h,5\" tall\n"), None);
        assert_eq!(quotes("a,b\nc,\"d\ne,f\n"), Some((2, true)));
        assert_eq!(quotes("a,\"b\nc\" d,e\n"), Some((2, false)));
        assert_eq!(quotes("\""), Some((1, true)));
        assert_eq!(quotes("\"\""), None);
    }

    #[test]
    fn line_ends_become_one_byte_outside_quotes_and_what_is_no_row_is_left_out() {
        let none: [String; 0] = [];
        assert_eq!(passed("a\r\nb\r\rc", layout(0, &none)).0, "a\nb\nc");
        assert_eq!(passed("a,\"b\r\n\r\nc\"\r\n", layout(0, &none)).0, "a,\"b\r\n\r\nc\"\n");
        let comments = ["#".to_owned(), "rem".to_owned()];
        let text = "title\n\n# x\na,b\nREM y\n\"#1\n# z\",c\n";
        assert_eq!(passed(text, layout(1, &comments)).0, "a,b\n\"#1\n# z\",c\n");
        // A line that quotes are not told of may begin with one.
        let plain = Layout { quoting: false, ..layout(0, &none) };
        assert_eq!(passed("\"a\n\nb\n", plain).0, "\"a\nb\n");
    }
}
