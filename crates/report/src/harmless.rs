//! Text from data on a terminal.

/// The text without what moves a cursor, rings a bell or turns the direction of writing: each such
/// character becomes the replacement character.
#[must_use]
pub fn harmless(text: &str) -> String {
    let shown = |it: char| if it.is_control() || is_bidirectional(it) { '\u{fffd}' } else { it };
    text.chars().map(shown).collect()
}

/// The characters that turn the direction of the text around them.
fn is_bidirectional(character: char) -> bool {
    matches!(
        character,
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb\u{202e}c\u{9b}"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}");
        assert_eq!(harmless("é ⇎ 😀"), "é ⇎ 😀");
    }
}
