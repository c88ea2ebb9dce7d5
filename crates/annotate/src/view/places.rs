//! Places in a text as the page counts them.

use std::ops::Range;

/// A text whose bytes are counted in UTF-16 code units, in which scripts count.
pub(crate) struct Units {
    /// Behind each letter that is not ASCII: the byte, and how many bytes more there are than units until there.
    beyond: Vec<(usize, usize)>,
}

impl Units {
    pub(crate) fn of(text: &str) -> Self {
        let mut more = 0;
        let letters = text.char_indices().filter(|(_, letter)| !letter.is_ascii());
        let beyond = letters.map(|(byte, letter)| {
            more += letter.len_utf8() - letter.len_utf16();
            (byte + letter.len_utf8(), more)
        });
        Self { beyond: beyond.collect() }
    }

    fn at(&self, byte: usize) -> usize {
        let before = self.beyond.partition_point(|(end, _)| *end <= byte);
        byte - before.checked_sub(1).map_or(0, |last| self.beyond[last].1)
    }

    /// A range of bytes, which begin and end with letters: `[start, end]`.
    pub(crate) fn range(&self, bytes: &Range<usize>) -> [usize; 2] {
        [self.at(bytes.start), self.at(bytes.end)]
    }
}

/// One range of bytes of a text.
pub(crate) fn in_utf16(text: &str, bytes: &Range<usize>) -> [usize; 2] {
    Units::of(text).range(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    // node: "é🙂 boat".indexOf("boat")
    #[test]
    fn places_are_those_of_a_script() {
        assert_eq!(in_utf16("é🙂 boat", &(7..11)), [4, 8]);
        assert_eq!(in_utf16("é🙂 boat", &(0..6)), [0, 3]);
        assert_eq!(in_utf16("", &(0..0)), [0, 0]);
    }
}
