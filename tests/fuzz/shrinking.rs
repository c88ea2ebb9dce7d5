//! The same finding from less input.

use std::time::{Duration, Instant};

/// How long an input is made smaller.
const LONGEST: Duration = Duration::from_secs(20);

/// Leaves out pieces of an input, large ones first, while `is_found` holds of what is left.
pub(crate) fn shrunk(mut input: Vec<u8>, is_found: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let until = Instant::now() + LONGEST;
    let mut length = input.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start < input.len() {
            if Instant::now() > until {
                return input;
            }
            let end = input.len().min(start + length);
            let shorter = [&input[..start], &input[end..]].concat();
            if is_found(&shorter) {
                input = shorter;
            } else {
                start = end;
            }
        }
        length /= 2;
    }
    input
}
