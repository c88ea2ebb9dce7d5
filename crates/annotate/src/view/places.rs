//! Places in a text as the page counts them.

use std::ops::Range;

/// A range of bytes in UTF-16 code units, in which scripts count: `[start, end]`.
pub(crate) fn in_utf16(text: &str, bytes: &Range<usize>) -> [usize; 2] {
    let units = |end: usize| text.get(..end).unwrap_or(text).encode_utf16().count();
    [units(bytes.start), units(bytes.end)]
}

#[cfg(test)]
mod tests {
    use super::*;

    // node: "é🙂 boat".indexOf("boat")
    #[test]
    fn places_are_those_of_a_script() {
        assert_eq!(in_utf16("é🙂 boat", &(7..11)), [4, 8]);
        assert_eq!(in_utf16("", &(0..0)), [0, 0]);
    }
}
