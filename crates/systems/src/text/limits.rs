//! How much of a text is compared with how much of a hypothesis.

use super::AnalysedText;
use super::tokens::first_tokens;
use crate::TextPair;
use crate::wordnet::WordNet;

/// How many tokens (words, numbers and punctuation marks) of a text engines compare; what follows is not looked at. Far
/// more than a text of an entailment task has, and a bound on the time that any pair takes.
pub const MOST_IN_TEXT: usize = 4096;

/// The same of a hypothesis.
pub const MOST_IN_HYPOTHESIS: usize = 256;

/// Whether engines that compare words with words leave out the end of a text or hypothesis.
#[must_use]
pub fn is_longer_than_compared(pair: &TextPair<'_>) -> bool {
    // A token has a letter at least, so that few texts need to be taken apart.
    let has_more = |text: &str, most| text.len() > most && AnalysedText::first(text, None, most).1;
    has_more(pair.text, MOST_IN_TEXT) || has_more(pair.hypothesis, MOST_IN_HYPOTHESIS)
}

impl AnalysedText {
    /// The first so many tokens of a text, analysed; and whether there are more.
    pub(crate) fn first(text: &str, wordnet: Option<&WordNet>, most: usize) -> (Self, bool) {
        /// No more tokens become one: *three hundred and forty-two thousand five hundred and one*.
        const TOGETHER: usize = 16;
        let tokens = first_tokens(text, most.saturating_mul(TOGETHER));
        let mut analysed = Self::of_tokens(text, tokens, wordnet);
        let is_cut = analysed.cut_after(most);
        (analysed, is_cut)
    }

    /// Leaves out what follows so many tokens, and says whether anything does.
    fn cut_after(&mut self, most: usize) -> bool {
        if self.tokens.len() <= most {
            return false;
        }
        self.tokens.truncate(most);
        self.classes.truncate(most);
        self.sentences.retain(|sentence| sentence.start < most);
        if let Some(last) = self.sentences.last_mut() {
            last.end = last.end.min(most);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_text_keeps_its_first_tokens_and_their_sentences() {
        let text = "It rains. It snows. It thaws.";
        assert_eq!(AnalysedText::first(text, None, 9), (AnalysedText::new(text, None), false));
        let (analysed, is_cut) = AnalysedText::first(text, None, 4);
        assert!(is_cut);
        assert_eq!(analysed.tokens.len(), 4);
        assert_eq!(analysed.classes.len(), 4);
        assert_eq!(analysed.sentences, [0..3, 3..4]);
    }

    #[test]
    fn a_pair_is_too_long_by_its_tokens_and_not_by_its_letters() {
        let is_long = |text: &str, hypothesis: &str| {
            is_longer_than_compared(&TextPair { id: "1", text, hypothesis })
        };
        assert!(!is_long(&"a ".repeat(MOST_IN_TEXT), &"a ".repeat(MOST_IN_HYPOTHESIS)));
        assert!(is_long(&"a ".repeat(MOST_IN_TEXT + 1), "a"));
        assert!(is_long("a", &"a ".repeat(MOST_IN_HYPOTHESIS + 1)));
        assert!(!is_long(&"a".repeat(1 << 19), &"a".repeat(1 << 19)));
    }
}
