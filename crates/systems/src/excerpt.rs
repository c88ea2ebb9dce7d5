//! The start of what others say, for messages.

/// A text as a message shows it: without blanks around it, and of a long one so many characters.
pub(crate) fn excerpt(text: &str, characters: usize) -> String {
    let text = text.trim();
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{} ...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(excerpt(" äöü\n", 3), "äöü");
        assert_eq!(excerpt("äöüß", 3), "äöü ...");
    }
}
