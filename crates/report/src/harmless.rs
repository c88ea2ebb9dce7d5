//! Text from data, without what steers a terminal or a reader.

/// The text without what moves a cursor, rings a bell or turns the direction of writing: each such
/// character becomes the replacement character. The end of a line and a tab become a blank.
#[must_use]
pub fn harmless(text: &str) -> String {
    let shown = |character: char| match character {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        steering if steers(steering) => '\u{fffd}',
        other => other,
    };
    text.chars().map(shown).collect()
}

/// Whether a character does something to what stands around it, rather than being shown: the control
/// characters of ASCII and Latin-1, and those that embed, override or isolate a direction of writing, by which a
/// line can be made to read as another. The marks that only say on which side a blank or a comma
/// belongs (U+200E, U+200F, U+061C) are part of ordinary Arabic and Hebrew.
pub(crate) fn steers(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb\u{202e}c\u{9b}"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}");
        assert_eq!(harmless("\u{0}\u{7f}\u{85}\u{2067}"), "\u{fffd}".repeat(4));
        assert_eq!(harmless("one\ttwo\nthree"), "one two three");
        assert_eq!(harmless("é ⇎ 😀 \u{5d0}\u{200f},"), "é ⇎ 😀 \u{5d0}\u{200f},");
    }
}
