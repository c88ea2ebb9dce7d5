//! Whole analyses, of plain and of hostile texts.

use proptest::prelude::*;

use crate::text::{AnalysedText, TokenKind, WordClass};
use crate::wordnet::tests::installed;

fn classes(text: &str) -> Vec<(String, WordClass)> {
    let analysed = AnalysedText::new(text, installed());
    let normals = analysed.tokens.into_iter().map(|token| token.normal);
    normals.zip(analysed.classes).collect()
}

#[test]
fn word_classes_follow_index_and_context() {
    if installed().is_none() {
        return;
    }
    use WordClass::{Adjective, Adverb, FunctionWord, Noun, Number, ProperNoun, Punctuation, Verb};
    for (text, expected) in [
        (
            "Boeing quickly acquired the small company in March 1999.",
            &[
                ProperNoun,
                Adverb,
                Verb,
                FunctionWord,
                Adjective,
                Noun,
                FunctionWord,
                ProperNoun,
                Number,
                Punctuation,
            ][..],
        ),
        ("They run the run.", &[FunctionWord, Verb, FunctionWord, Noun, Punctuation]),
        ("The U.S. and NATO left", &[FunctionWord, ProperNoun, FunctionWord, ProperNoun, Verb]),
    ] {
        let found: Vec<WordClass> = classes(text).into_iter().map(|(_, class)| class).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn without_wordnet_endings_decide() {
    let analysed = AnalysedText::new("The famous dog was quickly attacked", None);
    use WordClass::{Adjective, Adverb, FunctionWord, Noun, Verb};
    assert_eq!(analysed.classes, [FunctionWord, Adjective, Noun, FunctionWord, Adverb, Verb]);
}

#[test]
fn hostile_texts_are_analysed_in_the_end() {
    for text in [
        "a".repeat(1 << 20),
        "one ".repeat(1 << 15),
        "hundred and ".repeat(1 << 14),
        ".".repeat(1 << 16),
        "A. ".repeat(1 << 14),
        "(\"'".repeat(1 << 14),
        "\"".repeat(1 << 16) + " A",
        "\0".repeat(1 << 10),
        "9".repeat(1 << 16),
        "1,000".repeat(1 << 12),
        "don't".repeat(1 << 14),
        "👩‍👩‍👧".repeat(1 << 10),
    ] {
        let analysed = AnalysedText::new(&text, installed());
        assert_eq!(analysed.tokens.len(), analysed.classes.len());
    }
}

proptest! {
    #[test]
    fn tokens_lie_in_order_and_sentences_hold_them_all(text in "(\\PC|[.!?'’ \n]|n't|Mr\\.|two|million|-){0,60}") {
        let analysed = AnalysedText::new(&text, None);
        let mut end = 0;
        for token in &analysed.tokens {
            prop_assert!(token.place.start >= end && token.place.end > token.place.start);
            prop_assert!(text.get(token.place.clone()).is_some());
            prop_assert!(token.value.is_none() || token.kind == TokenKind::Number);
            end = token.place.end;
        }
        let mut next = 0;
        for sentence in &analysed.sentences {
            prop_assert_eq!(sentence.start, next);
            prop_assert!(sentence.end > sentence.start);
            next = sentence.end;
        }
        prop_assert_eq!(next, analysed.tokens.len());
    }
}
