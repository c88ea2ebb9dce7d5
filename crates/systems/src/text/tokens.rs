//! Tokens: words, numbers, acronyms and marks, with the place of each in the text.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::lists;

/// What a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters, or letters and digits: *acquired*, *B2B*, *Mr.*, *'s*, *n't*.
    Word,
    /// Capitals with or without full stops: *U.S.*, *NATO*.
    Acronym,
    /// A number in digits or in words, with its value.
    Number,
    /// Anything else that is no blank. `%`, `$`, `€` and `£` are words.
    Punctuation,
}

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// Where it stands in the text, in bytes.
    pub place: Range<usize>,
    /// What it is made of.
    pub kind: TokenKind,
    /// How it is compared with others: in lower case; clitics as the words that they stand for (*n't* is *not*), acronyms
    /// without full stops, numbers in digits, months in full, `%` as *percent* and `$` as *dollar*.
    pub normal: String,
    /// The value of a number: 2000000 of *2 million*, 3 of *third*.
    pub value: Option<f64>,
}

impl Token {
    /// The token as it is written.
    #[must_use]
    pub fn written<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.place.clone()).unwrap_or_default()
    }
}

/// Alternatives in the order in which they are tried: dates, acronyms, numbers, words, marks. A word ends at a hyphen, but
/// for one after a single letter (*e-mail*, *F-16*); an apostrophe in it stays, for its clitics are split off later.
const PATTERN: &str = r"(?x)
    [0-9]{4}-[0-9]{2}-[0-9]{2}
  | (?:\p{L}\.){2,}
  | [0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?:st|nd|rd|th|s)?
  | [0-9]+(?:\.[0-9]+)?(?:st|nd|rd|th|s)?
  | \p{L}-[\p{L}\p{N}]+
  | [\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*
  | ['’](?:s|re|ve|ll|d|m)\b
  | [^\s]";

static TOKENS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(PATTERN).ok());

/// Whether a token is a word without a content of its own, as *the*, *of*, *is* and *he*.
#[must_use]
pub fn is_stop_word(token: &Token) -> bool {
    lists::STOP_WORDS.contains(token.normal.as_str())
}

/// Whether a token denies: *not*, *never*, *without*, *deny*, *fail*.
#[must_use]
pub fn is_negation(token: &Token) -> bool {
    lists::NEGATION.contains(token.normal.as_str())
}

/// Whether a token says that something may be, should be, or is said to be: *might*, *allegedly*, *plan*.
#[must_use]
pub fn is_modal(token: &Token) -> bool {
    lists::MODALITY.contains(token.normal.as_str())
}

/// The tokens of a text, numbers in digits as such; numbers in words are put together by [`super::AnalysedText`].
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    first_tokens(text, usize::MAX)
}

/// So many tokens from the start of a text, or a few more; all where there are fewer.
pub(super) fn first_tokens(text: &str, most: usize) -> Vec<Token> {
    let Some(pattern) = TOKENS.as_ref() else { return Vec::new() };
    let mut found = Vec::new();
    for matched in pattern.find_iter(text) {
        if found.len() >= most {
            break;
        }
        let (written, place) = (matched.as_str(), matched.range());
        // Which alternative it was is told by its first and last letter: asking the expression takes ten times as long.
        let starts_with_letter = written.starts_with(char::is_alphabetic);
        if written.starts_with(|letter: char| letter.is_ascii_digit()) {
            if written.len() == 10 && written.as_bytes().get(4) == Some(&b'-') {
                date(text, place, &mut found);
            } else {
                found.push(number(text, place));
            }
        } else if starts_with_letter && written.ends_with('.') {
            let normal = written.replace('.', "").to_lowercase();
            found.push(Token { place, kind: TokenKind::Acronym, normal, value: None });
        } else if starts_with_letter || written.starts_with(char::is_numeric) {
            word(text, place, &mut found);
        } else {
            mark(text, place, &mut found);
        }
    }
    found
}

fn date(text: &str, place: Range<usize>, found: &mut Vec<Token>) {
    let (year, month, day) =
        (place.start..place.start + 4, place.start + 5..place.end - 3, place.end - 2..place.end);
    let name = text[month.clone()].parse().ok().and_then(|month: usize| lists::month_name(month));
    found.push(number(text, year));
    match name {
        Some(name) => found.push(Token {
            place: month,
            kind: TokenKind::Word,
            normal: name.to_owned(),
            value: None,
        }),
        None => found.push(number(text, month)),
    }
    found.push(number(text, day));
}

fn number(text: &str, place: Range<usize>) -> Token {
    let written = &text[place.clone()];
    let digits = written.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let value = digits.replace(',', "").parse().ok();
    let normal = value.map_or_else(|| written.to_lowercase(), digits_of);
    // "1990s" are years, not a year.
    let normal = if written.ends_with('s') { format!("{normal}s") } else { normal };
    Token { place, kind: TokenKind::Number, normal, value }
}

/// A value as it is compared: without trailing zeros or thousands separators.
pub(super) fn digits_of(value: f64) -> String {
    format!("{value}")
}

fn word(text: &str, place: Range<usize>, found: &mut Vec<Token>) {
    let written = &text[place.clone()];
    let lower = written.to_lowercase().replace('’', "'");
    let mut push = |place: Range<usize>, kind, normal: &str| {
        found.push(Token { place, kind, normal: normal.to_owned(), value: None });
    };
    // Clitics are told by the written form, of which the apostrophe may take three bytes.
    let clitic = lists::CLITICS.iter().find(|(clitic, _)| {
        lower.ends_with(clitic) && lower.len() > clitic.len() && lower != "o'm"
    });
    if let Some((clitic, stands_for)) = clitic {
        let letters = clitic.chars().count();
        let start = written.char_indices().rev().nth(letters - 1).map_or(0, |(start, _)| start);
        let split = place.start + start;
        let host = &lower[..lower.len() - clitic.len()];
        let host = match (host, *clitic) {
            ("wo", "n't") => "will",
            ("ca", "n't") => "can",
            ("sha", "n't") => "shall",
            _ => host,
        };
        push(place.start..split, kind_of(&text[place.start..split]), host);
        push(split..place.end, TokenKind::Word, stands_for);
        return;
    }
    if lower == "cannot" && written.len() == 6 {
        push(place.start..place.start + 3, TokenKind::Word, "can");
        push(place.start + 3..place.end, TokenKind::Word, "not");
        return;
    }
    // The full stop of an abbreviation belongs to it.
    let is_followed_by_stop = text[place.end..].starts_with('.');
    let end = if is_followed_by_stop && lists::is_abbreviation(&lower) {
        place.end + 1
    } else {
        place.end
    };
    let normal = lists::month_in_full(&lower).unwrap_or(&lower);
    push(place.start..end, kind_of(written), normal);
}

fn kind_of(written: &str) -> TokenKind {
    let mut letters = written.chars();
    let are_capitals = letters.by_ref().all(|letter| letter.is_uppercase());
    if are_capitals && written.chars().nth(1).is_some() {
        TokenKind::Acronym
    } else {
        TokenKind::Word
    }
}

fn mark(text: &str, place: Range<usize>, found: &mut Vec<Token>) {
    let written = &text[place.clone()];
    // The full stop after an abbreviation is part of it already.
    if written == "." && found.last().is_some_and(|last| last.place.end == place.end) {
        return;
    }
    let lower = written.to_lowercase().replace('’', "'");
    let clitic = lists::CLITICS.iter().find(|(clitic, _)| *clitic == lower);
    let word = clitic.map(|(_, stands_for)| *stands_for).or(match written {
        "%" => Some("percent"),
        "$" => Some("dollar"),
        "€" => Some("euro"),
        "£" => Some("pound"),
        "&" => Some("and"),
        _ => None,
    });
    let (kind, normal) = match word {
        Some(word) => (TokenKind::Word, word.to_owned()),
        None => (TokenKind::Punctuation, lower),
    };
    found.push(Token { place, kind, normal, value: None });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normals(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.normal).collect()
    }

    #[test]
    fn words_numbers_and_marks_are_told_apart() {
        assert_eq!(
            normals("It cost $1,000.50, or 3.5%."),
            ["it", "cost", "dollar", "1000.5", ",", "or", "3.5", "percent", "."]
        );
        assert_eq!(
            normals("a 35-year-old e-mail on an F-16"),
            ["a", "35", "-", "year", "-", "old", "e-mail", "on", "an", "f-16"]
        );
        assert_eq!(
            normals("the 21st, in the 1990s, B2B"),
            ["the", "21", ",", "in", "the", "1990s", ",", "b2b"]
        );
    }

    #[test]
    fn clitics_are_words_of_their_own() {
        assert_eq!(
            normals("didn't won’t can't cannot"),
            ["did", "not", "will", "not", "can", "not", "can", "not"]
        );
        assert_eq!(
            normals("Boeing's they’re O'Brien's"),
            ["boeing", "'s", "they", "are", "o'brien", "'s"]
        );
        let text = "We won’t.";
        let written: Vec<_> = tokens(text).iter().map(|token| token.written(text)).collect();
        assert_eq!(written, ["We", "wo", "n’t", "."]);
    }

    #[test]
    fn acronyms_and_abbreviations_keep_their_full_stops() {
        let text = "Mr. Ng of the U.S. joined NATO in Jan. 2001.";
        let written: Vec<_> = tokens(text).iter().map(|token| token.written(text)).collect();
        assert_eq!(
            written,
            ["Mr.", "Ng", "of", "the", "U.S.", "joined", "NATO", "in", "Jan.", "2001", "."]
        );
        assert_eq!(normals(text)[4], "us");
        assert_eq!(normals(text)[8], "january");
        assert_eq!(tokens(text)[6].kind, TokenKind::Acronym);
    }

    #[test]
    fn dates_are_their_parts() {
        assert_eq!(normals("2001-03-18"), ["2001", "march", "18"]);
        assert_eq!(normals("2001-13-18"), ["2001", "13", "18"]);
    }

    #[test]
    fn odd_texts_have_tokens_too() {
        assert!(tokens("").is_empty());
        assert!(tokens(" \n\t ").is_empty());
        assert_eq!(normals("\0😀ß"), ["\0", "😀", "ß"]);
        assert_eq!(tokens(&"a".repeat(1 << 20)).len(), 1);
        assert_eq!(tokens(&"'".repeat(1 << 16)).len(), 1 << 16);
        let many_digits = "9".repeat(400);
        assert_eq!(tokens(&many_digits).len(), 1);
    }
}
