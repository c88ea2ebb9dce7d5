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
    let start: String = word.chars().take(SHOWN).collect();
    format!(
        "{start:?} and {} more characters: read them in the config",
        length.saturating_sub(SHOWN)
    )
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
        assert!(
            word(&"x".repeat(3_000))
                .ends_with("\" and 1000 more characters: read them in the config")
        );
        assert_eq!(path(Path::new("/a/b.csv")), "/a/b.csv");
        assert_eq!(path(Path::new("/a/b c")), "\"/a/b c\"");
        assert_eq!(path(Path::new("/a/\u{1b}[2J")), r#""/a/\u{1b}[2J""#);
    }
}
