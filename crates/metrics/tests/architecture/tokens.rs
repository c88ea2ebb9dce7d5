//! Rust text as words and signs, as far as imports and lengths need it.

use std::ops::{Range, RangeInclusive};

/// A piece of Rust text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// `::`.
    Path,
    /// A quoted text or character.
    Quoted,
    /// Any other character that is no space.
    Sign(char),
}

/// The tokens of a text without its comments.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    placed_tokens(text).into_iter().map(|(token, _)| token).collect()
}

/// The tokens of a text without its comments, each with the lines that it is on, from 1.
pub(crate) fn placed_tokens(text: &str) -> Vec<(Token, RangeInclusive<usize>)> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (token, length) = if rest.starts_with("//") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(length) = quoted(rest) {
            (Some(Token::Quoted), length)
        } else if rest.starts_with("::") {
            (Some(Token::Path), 2)
        } else if first.is_alphanumeric() || first == '_' {
            let end = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let length = rest.find(end).unwrap_or(rest.len());
            (Some(Token::Word(rest[..length].to_owned())), length)
        } else {
            let token = (!first.is_whitespace()).then_some(Token::Sign(first));
            (token, first.len_utf8())
        };
        let end = line + rest[..length].matches('\n').count();
        tokens.extend(token.map(|token| (token, line..=end)));
        (rest, line) = (&rest[length..], end);
    }
    tokens
}

/// The length of a quoted text or character that the text begins with.
pub(crate) fn quoted(text: &str) -> Option<usize> {
    if let Some(raw) = text.strip_prefix('r') {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(marks));
            let begin = 1 + marks + 1;
            return Some(begin + text[begin..].find(&end)? + end.len());
        }
        return None;
    }
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            _ if letter == quote => return Some(at + 1),
            // A lifetime.
            _ if quote == '\'' && at > 1 && !text[1..].starts_with('\\') => return None,
            _ => {}
        }
    }
    None
}

/// The code without what stands behind `#[cfg(test)]`, and the names of the modules among that which
/// have files of their own.
pub(crate) fn without_tests(code: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (tests, modules) = test_places(code);
    let is_test = |at: usize| tests.iter().any(|places| places.contains(&at));
    let kept = code.iter().enumerate().filter(|(at, _)| !is_test(*at));
    (kept.map(|(_, token)| token.clone()).collect(), modules)
}

/// The places of what stands behind `#[cfg(test)]`, and the names of the modules among that which have files of their own.
pub(crate) fn test_places(code: &[Token]) -> (Vec<Range<usize>>, Vec<String>) {
    let mark = tokens("#[cfg(test)]");
    let (mut places, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < code.len() {
        if !code[at..].starts_with(&mark) {
            at += 1;
            continue;
        }
        let (first, begin) = (at, at + mark.len());
        let mut depth = 0;
        at = begin;
        // To the end of the item: `;`, or the brace that closes it.
        while at < code.len() {
            match code[at] {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => depth -= 1,
                _ => {}
            }
            at += 1;
            let ends_use = code[at - 1] == Token::Sign(';');
            if depth == 0
                && (ends_use || (code[at - 1] == Token::Sign('}') && !is_use(&code[begin..at])))
            {
                break;
            }
        }
        places.push(first..at);
        if let [.., Token::Word(module), Token::Word(name), Token::Sign(';')] = &code[begin..at]
            && module == "mod"
        {
            modules.push(name.clone());
        }
    }
    (places, modules)
}

fn is_use(item: &[Token]) -> bool {
    item.iter().take(5).any(|token| *token == Token::Word("use".to_owned()))
}
