//! Texts in pieces between which a line may end.

use super::type_width::{Type, is_number, width};

/// Words of more characters may be broken after every few.
const BREAK: usize = 24;

/// How many characters are in a piece of such a word.
const PIECE: usize = 8;

/// Some letters after which a line may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    /// Whether a blank follows.
    pub(super) blank: bool,
}

/// The pieces of a text: words, parts of words after hyphens, underscores and the like, and of a long word a few letters
/// each. A sign stays with the word before it.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut end = 0;
    for word in text.split_whitespace() {
        let start = end + text[end..].find(word).unwrap_or_default();
        let before = pieces.last_mut().filter(|_| word.chars().count() == 1);
        let is_sign = |letter: char| !letter.is_alphanumeric() && !letter.is_ascii();
        if let Some(before) = before.filter(|_| word.chars().all(is_sign)) {
            let length = start - end + before.text.len() + word.len();
            before.text = &text[end - before.text.len()..][..length];
        } else {
            pieces.extend(parts(word).into_iter().map(|text| Piece { text, blank: false }));
        }
        end = start + word.len();
        if let Some(last) = pieces.last_mut() {
            last.blank = true;
        }
    }
    if let Some(last) = pieces.last_mut() {
        last.blank = false;
    }
    pieces
}

fn parts(word: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let mut letters = word.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let Some((next, following)) = letters.peek().copied() else { break };
        let ends = matches!(letter, '-' | '_' | '/' | ':' | ',' | ';' | '=' | '–')
            && following.is_alphanumeric()
            // A minus sign, or the point between digits, belongs to its number.
            && !(following.is_ascii_digit() && (at == start || letter != '-'));
        if ends {
            parts.push(&word[start..next]);
            start = next;
        }
    }
    parts.push(&word[start..]);
    parts.into_iter().flat_map(short).collect()
}

/// A word, or a long one in pieces.
fn short(word: &str) -> Vec<&str> {
    let set = |letter: char| if is_number(letter) { PIECE } else { 1 };
    if word.chars().map(set).sum::<usize>() <= BREAK {
        return vec![word];
    }
    let (mut pieces, mut start, mut length) = (Vec::new(), 0, 0);
    for (at, letter) in word.char_indices() {
        if at > start && length + set(letter) > PIECE {
            pieces.push(&word[start..at]);
            (start, length) = (at, 0);
        }
        length += set(letter);
    }
    pieces.push(&word[start..]);
    pieces
}

/// The width of the widest piece of a text.
pub(super) fn widest_piece(text: &str, size: Type) -> f64 {
    pieces(text).iter().map(|piece| width(piece.text, size)).fold(0.0, f64::max)
}

/// A text in lines no wider than that, if its pieces allow it; all but the first have less room by `hanging`.
pub(super) fn lines(text: &str, room: f64, hanging: f64, size: Type) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut blank = false;
    for piece in pieces(text) {
        let joined = format!("{line}{}{}", if blank { " " } else { "" }, piece.text);
        let left = if lines.is_empty() { room } else { room - hanging };
        if line.is_empty() || width(&joined, size) <= left {
            line = joined;
        } else {
            lines.push(std::mem::replace(&mut line, piece.text.to_owned()));
        }
        blank = piece.blank;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        pieces(text).iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn a_line_may_end_after_blanks_hyphens_and_underscores_and_within_long_words() {
        assert_eq!(texts("verbalization-nominalization"), ["verbalization-", "nominalization"]);
        assert_eq!(texts("deberta_v3 large"), ["deberta_", "v3", "large"]);
        assert_eq!(texts("a_model/with-it"), ["a_", "model/", "with-", "it"]);
        assert_eq!(texts("-31 to 32"), ["-31", "to", "32"]);
        assert_eq!(
            texts(&"é".repeat(25)),
            ["é".repeat(8), "é".repeat(8), "é".repeat(8), "é".to_owned()]
        );
        assert_eq!(texts("词汇词汇"), ["词", "汇", "词", "汇"]);
        assert_eq!(texts("Linguistic-biased ‡ x"), ["Linguistic-", "biased ‡", "x"]);
        assert_eq!(texts("‡ a"), ["‡", "a"]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        let size = Type { times: 8.0, computer_modern: 8.0 };
        let room = width("best constant", size);
        assert_eq!(lines("best constant", room, 0.0, size), ["best constant"]);
        assert_eq!(lines("best constant", room - 1.0, 0.0, size), ["best", "constant"]);
        assert_eq!(lines("active-passive", 1.0, 0.0, size), ["active-", "passive"]);
        assert_eq!(lines("", 1.0, 0.0, size), [""]);
    }
}
