//! Where sentences end.

use std::ops::Range;

use crate::text::{Token, TokenKind};

/// The tokens of each sentence. One ends at `.`, `!`, `?` (and quotes or brackets that close after it) before something
/// that can begin a sentence, at an empty line, and with an acronym or abbreviation only before a capitalised function
/// word (*... in the U.S. The ...*).
pub(super) fn sentences(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        let Some(next) = tokens.get(at + 1) else { break };
        if ends_before(text, tokens, at, next) {
            found.push(start..at + 1);
            start = at + 1;
        }
    }
    if start < tokens.len() {
        found.push(start..tokens.len());
    }
    found
}

fn ends_before(text: &str, tokens: &[Token], at: usize, next: &Token) -> bool {
    let between = text.get(tokens[at].place.end..next.place.start).unwrap_or_default();
    if between.matches('\n').take(2).count() == 2 {
        return true;
    }
    if between.is_empty() {
        return false;
    }
    // Closing quotes and brackets belong to the sentence that they close; only a few are looked back over.
    let closes = |token: &Token| matches!(token.normal.as_str(), "\"" | "”" | "'" | ")" | "]");
    let mut last = at;
    while last > 0 && at - last < 3 && closes(&tokens[last]) {
        last -= 1;
    }
    let last = &tokens[last];
    match last.normal.as_str() {
        "!" | "?" | "…" => true,
        "." => can_begin(text, next),
        _ => {
            let has_stop = last.kind != TokenKind::Punctuation && last.written(text).ends_with('.');
            has_stop && begins_with_capital(text, next) && super::is_stop_word(next)
        }
    }
}

fn begins_with_capital(text: &str, token: &Token) -> bool {
    token.written(text).starts_with(char::is_uppercase)
}

fn can_begin(text: &str, next: &Token) -> bool {
    match next.kind {
        TokenKind::Punctuation => true,
        _ => !next.written(text).starts_with(char::is_lowercase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens;

    fn split(text: &str) -> Vec<&str> {
        let tokens = tokens(text);
        let sentences = sentences(text, &tokens);
        let place = |tokens: &[Token]| tokens[0].place.start..tokens[tokens.len() - 1].place.end;
        sentences.into_iter().map(|sentence| &text[place(&tokens[sentence])]).collect()
    }

    #[test]
    fn sentences_end_at_full_stops_that_belong_to_no_word() {
        assert_eq!(split("He left. She stayed! Why?"), ["He left.", "She stayed!", "Why?"]);
        assert_eq!(split("Mr. Smith of Boeing Co. left. J. K. Rowling wrote it.").len(), 2);
        assert_eq!(split("It cost 3.5 dollars. (Or more.) Then it rose.").len(), 3);
        assert_eq!(split("He said \"No.\" Then he left."), ["He said \"No.\"", "Then he left."]);
        assert_eq!(split("In the U.S. Army. In the U.S. The army is large.").len(), 3);
        assert_eq!(split("A headline\n\nA text"), ["A headline", "A text"]);
        assert_eq!(split("no end"), ["no end"]);
        assert!(split("").is_empty());
    }
}
