//! The bytes of a connection as requests: no more of them are read than a request may have.

use std::io::{self, Read};

use crate::refusal::{Kind, Refusal};
use crate::security::{MOST_BYTES, too_large};
use crate::server::head::{Framing, Head, head_too_large, malformed};

/// The most bytes before the content of a request.
pub(super) const MOST_HEAD: usize = 16 * 1024;

/// The most bytes that are read at a time.
const MOST_AT_ONCE: usize = 8 * 1024;

/// Why there is no request.
#[derive(Debug)]
pub(super) enum Failure {
    /// The client has closed the connection, or it gave way to another one.
    Gone,
    /// The client took too long.
    Slow,
    /// What was sent is not a request that the server reads.
    Refused(Refusal),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // Unix says the one where a timeout is over, Windows the other.
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Failure::Slow,
            _ => Failure::Gone,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Refused(refusal)
    }
}

/// A connection with what was read of it and not yet used.
#[derive(Debug)]
pub(super) struct Input<R> {
    pub(super) stream: R,
    buffer: Vec<u8>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(stream: R) -> Self {
        Input { stream, buffer: Vec::new() }
    }

    /// Whether something was read that is not yet used.
    pub(super) fn is_begun(&self) -> bool {
        !self.buffer.is_empty()
    }

    /// Reads some bytes, `most` at most; whether there were any.
    pub(super) fn fill(&mut self, most: usize) -> io::Result<bool> {
        let before = self.buffer.len();
        self.buffer.resize(before + most.min(MOST_AT_ONCE), 0);
        let read = loop {
            match self.stream.read(&mut self.buffer[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(before + read.as_ref().map_or(0, |read| *read));
        read.map(|read| read > 0)
    }

    /// The next head.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn head(&mut self) -> Result<Head, Failure> {
        loop {
            if let Some((head, length)) = Head::parse(&self.buffer)? {
                self.buffer.drain(..length);
                return Ok(head);
            }
            let left = MOST_HEAD.saturating_sub(self.buffer.len());
            if left == 0 {
                return Err(head_too_large().into());
            }
            if !self.fill(left)? {
                return Err(if self.is_begun() { ended().into() } else { Failure::Gone });
            }
        }
    }

    /// The content that belongs to a head. Of chunks, all bytes count that are sent, not only those of the content.
    ///
    /// # Errors
    /// If the content is too large, cut off or not made of chunks.
    pub(super) fn content(&mut self, framing: Framing) -> Result<Vec<u8>, Failure> {
        let mut left = MOST_BYTES;
        match framing {
            Framing::Length(length) if length > left => Err(too_large().into()),
            Framing::Length(length) => self.take(length, &mut left),
            Framing::Chunked => self.chunks(&mut left),
        }
    }

    fn chunks(&mut self, left: &mut u64) -> Result<Vec<u8>, Failure> {
        let mut content = Vec::new();
        loop {
            match self.chunk_size(left)? {
                0 => break,
                size => content.extend(self.take(size, left)?),
            }
            if self.take(2, left)? != b"\r\n" {
                return Err(malformed("A chunk is longer than it declares.").into());
            }
        }
        // Headers may follow the last chunk; nothing here needs them.
        while self.line(left)? != b"\r\n" {}
        Ok(content)
    }

    fn chunk_size(&mut self, left: &mut u64) -> Result<u64, Failure> {
        let line = self.line(left)?;
        match httparse::parse_chunk_size(&line) {
            Ok(httparse::Status::Complete((_, size))) => Ok(size),
            _ => Err(malformed("A chunk does not declare its length.").into()),
        }
    }

    /// Up to the end of a line, with it.
    fn line(&mut self, left: &mut u64) -> Result<Vec<u8>, Failure> {
        let mut seen = 0;
        loop {
            if let Some(at) = self.buffer[seen..].iter().position(|&byte| byte == b'\n') {
                return self.take((seen + at + 1) as u64, left);
            }
            seen = self.buffer.len();
            self.fill_within(*left)?;
        }
    }

    /// Exactly so many bytes.
    fn take(&mut self, number: u64, left: &mut u64) -> Result<Vec<u8>, Failure> {
        let rest = left.checked_sub(number).ok_or_else(too_large)?;
        while (self.buffer.len() as u64) < number {
            self.fill_within(number)?;
        }
        *left = rest;
        // No more than `MOST_BYTES`.
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        Ok(self.buffer.drain(..number).collect())
    }

    /// Reads on, until the buffer has so many bytes at most.
    fn fill_within(&mut self, most: u64) -> Result<(), Failure> {
        let room = most.saturating_sub(self.buffer.len() as u64);
        if room == 0 {
            return Err(too_large().into());
        }
        match self.fill(usize::try_from(room).unwrap_or(usize::MAX))? {
            true => Ok(()),
            false => Err(ended().into()),
        }
    }

    /// Reads what the client still sends and forgets it: `most` bytes at most. Whether the client has ended.
    pub(super) fn discard(&mut self, most: u64) -> bool {
        let mut left = most.saturating_sub(self.buffer.len() as u64);
        while left > 0 {
            self.buffer.clear();
            match self.fill(usize::try_from(left).unwrap_or(usize::MAX)) {
                Ok(true) => left = left.saturating_sub(self.buffer.len() as u64),
                Ok(false) | Err(_) => return true,
            }
        }
        false
    }
}

fn ended() -> Refusal {
    Refusal::new(Kind::Malformed, "The request ends too early.")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a client sends, in pieces, and how much of it was read.
    struct Sent<'a> {
        bytes: &'a [u8],
        piece: usize,
        read: usize,
    }

    impl Read for Sent<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let end = self.bytes.len().min(self.read + buffer.len().min(self.piece));
            let piece = &self.bytes[self.read..end];
            buffer[..piece.len()].copy_from_slice(piece);
            self.read = end;
            Ok(piece.len())
        }
    }

    fn sent(bytes: &[u8], piece: usize) -> Input<Sent<'_>> {
        Input::new(Sent { bytes, piece, read: 0 })
    }

    fn kind<T: std::fmt::Debug>(result: Result<T, Failure>) -> Kind {
        match result {
            Err(Failure::Refused(refusal)) => refusal.kind,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn requests_follow_each_other_on_one_connection() {
        let bytes = b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcPOST /b HTTP/1.1\r\nHost: h\r\n\
                      Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nMore: x\r\n\r\nGET /c HTTP/1.1\r\nHost: h\r\n\r\n";
        for piece in [1, 7, 10_000] {
            let mut input = sent(bytes, piece);
            for (path, content) in [("/a", &b"abc"[..]), ("/b", b"abc0123456789"), ("/c", b"")] {
                let head = input.head().unwrap();
                assert_eq!(head.path, path);
                assert_eq!(input.content(head.framing().unwrap()).unwrap(), content);
            }
            assert!(matches!(input.head(), Err(Failure::Gone)));
        }
    }

    #[test]
    fn no_more_of_a_head_is_read_than_it_may_have() {
        let long = format!("GET / HTTP/1.1\r\nHost: h\r\nA: {}", "x".repeat(100_000));
        let mut input = sent(long.as_bytes(), 5000);
        assert_eq!(kind(input.head()), Kind::HeadTooLarge);
        assert_eq!(input.stream.read, MOST_HEAD);
    }

    #[test]
    fn no_more_of_a_content_is_read_than_it_may_have() {
        let most = usize::try_from(MOST_BYTES).unwrap();
        let bytes = vec![b'x'; 3 * most];
        let mut input = sent(&bytes, 5000);
        assert_eq!(input.content(Framing::Length(MOST_BYTES)).unwrap().len(), most);
        assert_eq!(input.stream.read, most);
        let mut input = sent(&bytes, 5000);
        assert_eq!(kind(input.content(Framing::Length(MOST_BYTES + 1))), Kind::TooLarge);
        assert_eq!(input.stream.read, 0);
        // A chunk that says it is too long, chunks that are too many, a line and a trailer that do not end.
        let one = [&b"FFFFFF\r\n"[..], &bytes].concat();
        let many = b"1\r\nx\r\n".repeat(most);
        let trailer = [&b"0\r\n"[..], &bytes].concat();
        for chunked in [&one, &many, &bytes, &trailer] {
            for piece in [1000, 100_000] {
                let mut input = sent(chunked, piece);
                assert_eq!(kind(input.content(Framing::Chunked)), Kind::TooLarge);
                assert!(input.stream.read <= most, "{} bytes", input.stream.read);
            }
        }
    }

    #[test]
    fn a_content_that_is_cut_off_or_out_of_its_chunks_is_malformed() {
        let mut input = sent(b"abc", 10);
        assert_eq!(kind(input.content(Framing::Length(4))), Kind::Malformed);
        for chunks in
            ["3\r\nabcd\r\n0\r\n\r\n", "x\r\n", "3\r\nab", "3\r\nabc\r\n", "-1\r\n", "\r\n"]
        {
            let mut input = sent(chunks.as_bytes(), 10);
            assert_eq!(kind(input.content(Framing::Chunked)), Kind::Malformed, "{chunks:?}");
        }
    }

    #[test]
    fn what_is_discarded_is_bounded_too() {
        let bytes = vec![b'x'; 100_000];
        let mut input = sent(&bytes, 5000);
        assert!(!input.discard(50_000));
        assert_eq!(input.stream.read, 50_000);
        assert!(input.discard(60_000));
    }

    proptest! {
        #[test]
        fn no_bytes_end_the_reading(
            line in prop_oneof![Just("POST / HTTP/1.1\r\nHost: h\r\n"), Just("")],
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            piece in 1..50usize,
        ) {
            let bytes = [line.as_bytes(), &bytes].concat();
            let mut input = sent(&bytes, piece);
            while let Ok(head) = input.head() {
                let _ = head.framing().map(|framing| input.content(framing));
            }
            let _ = sent(&bytes, piece).content(Framing::Chunked);
        }
    }
}
