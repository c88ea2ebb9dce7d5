//! What a program writes, line by line.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;

/// No line is read that is longer than this many bytes: a program gone wild would fill the memory.
pub(super) const LONGEST_LINE: usize = 4 << 20;

/// What a program's standard output has next.
pub(super) enum Output {
    /// A line, without its end; numbered from 1. The last one may have none.
    Line { number: usize, bytes: Vec<u8>, has_end: bool },
    /// A line that is longer than [`LONGEST_LINE`].
    TooLong { number: usize },
    /// No more.
    End,
    /// An error of the operating system.
    Failed(io::Error),
    /// Nothing within the time that there was.
    Silence,
}

/// Hands on all lines until there are no more, or nobody takes them.
pub(super) fn hand_on(stdout: impl Read, taker: &SyncSender<Output>) {
    let mut reader = BufReader::new(stdout);
    for number in 1.. {
        let output = next(&mut reader, number);
        let is_last = !matches!(output, Output::Line { .. });
        if taker.send(output).is_err() || is_last {
            return;
        }
    }
}

fn next(reader: &mut impl BufRead, number: usize) -> Output {
    let mut bytes = Vec::new();
    match reader.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
        Err(error) => Output::Failed(error),
        Ok(0) => Output::End,
        Ok(_) => {
            let has_end = bytes.last() == Some(&b'\n');
            if has_end {
                bytes.pop();
            }
            match bytes.len() > LONGEST_LINE {
                true => Output::TooLong { number },
                false => Output::Line { number, bytes, has_end },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_at_its_end_or_at_that_of_the_output() {
        let mut reader: &[u8] = b"one\n\ntwo";
        let expected: [(&[u8], bool); 3] = [(b"one", true), (b"", true), (b"two", false)];
        for (line, ended) in expected {
            let next = next(&mut reader, 1);
            let Output::Line { bytes, has_end, .. } = next else { panic!("no line") };
            assert_eq!((bytes.as_slice(), has_end), (line, ended));
        }
        assert!(matches!(next(&mut reader, 1), Output::End));
    }

    #[test]
    fn a_line_of_the_longest_length_is_read_and_a_longer_one_is_not() {
        let mut longest = vec![b'x'; LONGEST_LINE];
        longest.push(b'\n');
        assert!(matches!(next(&mut longest.as_slice(), 1), Output::Line { .. }));
        longest.insert(0, b'x');
        assert!(matches!(next(&mut longest.as_slice(), 1), Output::TooLong { .. }));
    }
}
