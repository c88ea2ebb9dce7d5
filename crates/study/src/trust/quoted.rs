//! Words of a config as a person can read them: nothing in them steers the terminal, and no blank is overlooked.

use std::path::Path;

/// So many characters of a word are shown.
const SHOWN: usize = 2_000;

/// A word in quotes, with what cannot be seen as an escape.
pub(super) fn word(word: &str) -> String {
    let length = word.chars().count();
    if length <= SHOWN {
        return format!("{word:?}");
    }
    let (start, end): (String, String) = (
        word.chars().take(SHOWN / 2).collect(),
        word.chars().skip(length.saturating_sub(SHOWN / 2)).collect(),
    );
    let between = length.saturating_sub(SHOWN);
    format!("{start:?}, {between} characters as in the config, and {end:?}")
}

/// The same of what is started or asked: a letter of another script that looks like a Latin one is an escape, too.
pub(super) fn exact(word: &str) -> String {
    let quoted = self::word(word);
    let escaped = |letter: char| match letter.is_ascii() {
        true => letter.to_string(),
        false => letter.escape_unicode().to_string(),
    };
    quoted.chars().map(escaped).collect()
}

/// A path, in quotes where that makes a difference.
pub(super) fn path(path: &Path) -> String {
    let quoted = format!("{path:?}");
    let plain = path.display().to_string();
    if quoted.len() == plain.len().saturating_add(2) && !plain.contains(' ') {
        plain
    } else {
        quoted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_an_escape() {
        assert_eq!(word("a b\u{1b}[2J\u{a0}\u{202e}\n"), r#""a b\u{1b}[2J\u{a0}\u{202e}\n""#);
        assert_eq!(word(r#"a "b" \"#), r#""a \"b\" \\""#);
        let long = word(&format!("{}; rm", "x".repeat(3_000)));
        assert!(long.contains("\", 1004 characters as in the config, and \"xx"), "{long}");
        assert!(long.ends_with("x; rm\""), "{long}");
        assert_eq!(exact("\u{440}ython3"), r#""\u{440}ython3""#);
        assert_eq!(path(Path::new("/a/b.csv")), "/a/b.csv");
        assert_eq!(path(Path::new("/a/b c")), "\"/a/b c\"");
        assert_eq!(path(Path::new("/a/\u{1b}[2J")), r#""/a/\u{1b}[2J""#);
    }
}
