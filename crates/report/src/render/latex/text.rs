//! Text that means nothing to LaTeX, of a length that it can set.

use std::borrow::Cow;

use super::pieces::{Piece, pieces};
use super::type_width::is_number;

/// Names over several columns are cut at that many characters.
pub(super) const GROUP: usize = 40;
/// Cells, names of columns and captions are cut at that many, or a table were higher than TeX can count.
pub(super) const LONGEST: usize = 400;

/// The beginning of a text that is longer than that, with an ellipsis.
pub(super) fn cut(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Words of more characters, with those that stand as numbers, may be broken after every few.
const BREAK: usize = 24;

/// About how many characters a word takes when it is set.
fn set_length(word: &str) -> usize {
    word.chars().map(|character| if is_number(character) { 8 } else { 1 }).sum()
}

/// Text that means nothing to LaTeX. A character that pdflatex does not know is written as its
/// number.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let breaks = set_length(word) > BREAK;
        for (at, character) in word.chars().enumerate() {
            if breaks && at > 0 && (at % 8 == 0 || is_number(character)) {
                escaped.push_str("\\hspace{0pt}");
            }
            escape(character, &mut escaped);
        }
    }
    escaped
}

/// The same, with room for an end of a line between its pieces.
pub(super) fn folding(text: &str) -> String {
    let mut folding = String::with_capacity(text.len());
    let mut before: Option<Piece<'_>> = None;
    for piece in pieces(text) {
        match before {
            Some(Piece { blank: true, .. }) => folding.push(' '),
            Some(Piece { blank: false, .. }) => folding.push_str("\\hspace{0pt}"),
            None => {}
        }
        folding.push_str(&unbroken(piece.text).replace(' ', "~"));
        before = Some(piece);
    }
    folding
}

/// The same in one line.
pub(super) fn unbroken(text: &str) -> String {
    let mut unbroken = String::with_capacity(text.len());
    for character in text.chars() {
        escape(character, &mut unbroken);
    }
    unbroken
}

/// The text of a figure, or of several: LaTeX sets a hyphen shorter than a minus sign.
pub(super) fn figures(text: &str) -> String {
    let mut figures = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let of_number = letters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '.');
        match letter {
            '-' if of_number && !before.is_alphanumeric() => figures.push_str("$-$"),
            _ => escape(letter, &mut figures),
        }
        before = letter;
    }
    figures
}

fn escape(character: char, escaped: &mut String) {
    match character {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
            escaped.push('\\');
            escaped.push(character);
        }
        '\\' => escaped.push_str("\\textbackslash{}"),
        '~' => escaped.push_str("\\textasciitilde{}"),
        '^' => escaped.push_str("\\textasciicircum{}"),
        '<' => escaped.push_str("\\textless{}"),
        '>' => escaped.push_str("\\textgreater{}"),
        '|' => escaped.push_str("\\textbar{}"),
        '"' if opens_a_quotation(escaped) => escaped.push_str("``"),
        '"' => escaped.push_str("''"),
        // In brackets, or a `\\` before it would take it for its optional argument.
        '[' => escaped.push_str("{[}"),
        '–' => escaped.push_str("--"),
        '—' => escaped.push_str("---"),
        '‘' => escaped.push('`'),
        '’' => escaped.push('\''),
        '“' => escaped.push_str("``"),
        '”' => escaped.push_str("''"),
        '…' => escaped.push_str("\\dots{}"),
        '≈' => escaped.push_str("$\\approx$"),
        '≤' => escaped.push_str("$\\leq$"),
        '≥' => escaped.push_str("$\\geq$"),
        'α' => escaped.push_str("$\\alpha$"),
        '▼' => escaped.push_str("$\\downarrow$"),
        '°' => escaped.push_str("$^{\\circ}$"),
        '†' => escaped.push_str("\\textdagger{}"),
        '‡' => escaped.push_str("\\textdaggerdbl{}"),
        '\u{a0}' => escaped.push('~'),
        blank if blank.is_whitespace() => escaped.push(' '),
        // Letters that pdflatex has in no font that it loads by itself.
        'Ħ' | 'ħ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'Ŧ' | 'ŧ' | 'ſ' => {
            escaped.push_str(&format!("{{[}}U+{:04X}]", u32::from(character)));
        }
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{17f}' => escaped.push(character),
        other => escaped.push_str(&format!("{{[}}U+{:04X}]", u32::from(other))),
    }
}

/// Whether a quotation mark at the end of a text is an opening one: at the start of a word.
fn opens_a_quotation(before: &str) -> bool {
    before.chars().next_back().is_none_or(|last| last.is_whitespace() || "([~/".contains(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_open_and_close() {
        assert_eq!(escaped("on \"a b\" (\"c\")"), "on ``a b'' (``c'')");
        assert_eq!(unbroken("p ≤ .05, α ≥ 1"), "p $\\leq$ .05, $\\alpha$ $\\geq$ 1");
    }

    #[test]
    fn text_is_no_markup() {
        assert_eq!(
            escaped(r"50% of a_b & \input{x}"),
            r"50\% of a\_b \& \textbackslash{}input\{x\}"
        );
        assert_eq!(escaped("Bär 😀"), "Bär {[}U+1F600]");
        assert_eq!(escaped("a\u{1b} \u{7f} \u{202e}"), "a{[}U+001B] {[}U+007F] {[}U+202E]");
        assert_eq!(escaped("a\tb\r\n\u{b}\u{85}\u{2028}c"), "a b     c");
    }

    #[test]
    fn a_name_as_long_as_a_text_is_cut() {
        assert_eq!(cut(&"é".repeat(401), LONGEST), "é".repeat(400) + "…");
        assert_eq!(cut("short", LONGEST), "short");
    }

    #[test]
    fn a_minus_sign_is_as_long_as_a_plus_sign() {
        assert_eq!(figures("-1.7 [-38.3, +35.0]"), "$-$1.7 {[}$-$38.3, +35.0]");
        assert_eq!(figures("0.00–2.90, two-way, 1e-9"), "0.00--2.90, two-way, 1e-9");
    }

    #[test]
    fn a_folded_text_ends_lines_between_its_pieces() {
        assert_eq!(folding("a b-c_d/e f%"), r"a b-\hspace{0pt}c\_\hspace{0pt}d/\hspace{0pt}e f\%");
    }

    #[test]
    fn a_long_word_may_be_broken() {
        assert!(!escaped("decompositionality").contains("hspace"));
        assert_eq!(escaped(&"x".repeat(25)).matches("\\hspace{0pt}").count(), 3);
    }
}
