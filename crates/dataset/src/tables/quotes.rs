//! Quotes in CSV that are not what they should be. The csv crate takes an open quote at the end of a
//! file, or text after a closing quote, without a word, and rows are lost in between.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::ProblemKind;
use crate::input::Fatal;

/// Passes bytes on and watches the quotes in them.
pub(super) struct QuoteWatch<R> {
    inner: R,
    delimiter: u8,
    state: State,
    /// The byte before the next, as far as it matters: whether a quote may open a field.
    at_start: bool,
    line: u64,
    opened: u64,
    seen: QuotesSeen,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Outside quotes.
    Plain,
    /// Inside quotes.
    Quoted,
    /// After a quote inside quotes: the end, or the first half of a doubled one.
    AfterQuote,
}

/// What was seen, shared with whoever asks at the end.
#[derive(Clone, Default)]
pub(super) struct QuotesSeen(Rc<Cell<(u64, u64)>>);

impl QuotesSeen {
    /// The problem of the file's quotes, once it was read to its end.
    pub(super) fn problem(&self) -> Option<Fatal> {
        let (open, text_after) = self.0.get();
        let (line, message) = match (open, text_after) {
            (0, 0) => return None,
            (_, line) if line > 0 => (line, "text stands after a closing quote"),
            (line, _) => (line, "the quote that opens here is never closed"),
        };
        let message = message.to_owned();
        let help = Some(
            "a quote inside a quoted field is doubled; a file without quoting needs `quoting: false`"
                .to_owned(),
        );
        Some((Some(line), ProblemKind::Malformed { message, help }))
    }
}

impl<R: Read> QuoteWatch<R> {
    pub(super) fn new(inner: R, delimiter: u8) -> (Self, QuotesSeen) {
        let seen = QuotesSeen::default();
        let watch = Self {
            inner,
            delimiter,
            state: State::Plain,
            at_start: true,
            line: 1,
            opened: 0,
            seen: seen.clone(),
        };
        (watch, seen)
    }

    fn watch(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            bytes = match self.state {
                State::Plain => self.plain(bytes),
                State::Quoted => self.quoted(bytes),
                State::AfterQuote => self.after_quote(bytes),
            };
        }
    }

    fn starts_field(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }

    fn count_lines(&mut self, bytes: &[u8]) {
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
    }

    fn plain<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let quote = memchr::memchr(b'"', bytes);
        let before = quote.map_or(bytes, |at| &bytes[..at]);
        self.count_lines(before);
        if let Some(&last) = before.last() {
            self.at_start = self.starts_field(last);
        }
        let Some(at) = quote else { return &[] };
        if self.at_start {
            self.state = State::Quoted;
            self.opened = self.line;
        }
        self.at_start = false;
        &bytes[at + 1..]
    }

    fn quoted<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let quote = memchr::memchr(b'"', bytes);
        self.count_lines(quote.map_or(bytes, |at| &bytes[..at]));
        let Some(at) = quote else { return &[] };
        self.state = State::AfterQuote;
        &bytes[at + 1..]
    }

    fn after_quote<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let next = bytes[0];
        if next == b'"' {
            self.state = State::Quoted;
            return &bytes[1..];
        }
        self.state = State::Plain;
        self.at_start = false;
        let (open, text_after) = self.seen.0.get();
        if !self.starts_field(next) && text_after == 0 {
            self.seen.0.set((open, self.line));
        }
        bytes
    }
}

impl<R: Read> Read for QuoteWatch<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.watch(&buffer[..count]);
        if count == 0 && self.state == State::Quoted {
            let (_, text_after) = self.seen.0.get();
            self.seen.0.set((self.opened, text_after));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Option<(u64, bool)> {
        // One byte at a time, so that every state meets the end of a buffer.
        struct Bytes<'a>(&'a [u8]);
        impl Read for Bytes<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = self.0.len().min(1);
                buffer[..count].copy_from_slice(&self.0[..count]);
                self.0 = &self.0[count..];
                Ok(count)
            }
        }
        let (mut watch, seen) = QuoteWatch::new(Bytes(text.as_bytes()), b',');
        watch.read_to_end(&mut Vec::new()).unwrap();
        let (line, kind) = seen.problem()?;
        Some((line.unwrap(), kind.to_string().contains("never closed")))
    }

    #[test]
    fn quotes_are_closed_and_nothing_stands_after_them() {
        assert_eq!(seen("a,\"b\"\"c\nd\",e\n\"f\"\r\ng\"h,5\" tall\n"), None);
        assert_eq!(seen("a,b\nc,\"d\ne,f\n"), Some((2, true)));
        assert_eq!(seen("a,\"b\nc\" d,e\n"), Some((2, false)));
        assert_eq!(seen("\""), Some((1, true)));
        assert_eq!(seen("\"\""), None);
    }
}
