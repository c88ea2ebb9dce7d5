//! Features of what one side says and the other does not: numbers, names, negation, modality.

use std::ops::Range;

use crate::features::comparison::Comparison;
use crate::features::coverage::{Feature, Places};
use crate::features::words::{number, unmatched};
use crate::text::{Token, TokenKind, WordClass, is_modal, is_negation};

pub(super) fn add(comparison: &Comparison, places: &Places, found: &mut Vec<Feature>) {
    let text = &comparison.text.tokens;
    let hypothesis = &comparison.hypothesis.tokens;
    let in_sentence = &text[places.sentence.clone()];
    let around = &text[widened(&places.window, text.len())];

    let negated = |tokens: &[Token]| tokens.iter().any(is_negation);
    found.push(("negation in the hypothesis only", flag(negated(hypothesis) && !negated(around))));
    found.push(("negation in the text only", flag(!negated(hypothesis) && negated(around))));
    found.push(("negation in both", flag(negated(hypothesis) && negated(around))));
    let modal = |tokens: &[Token]| tokens.iter().any(is_modal);
    found.push(("modality in the hypothesis only", flag(modal(hypothesis) && !modal(in_sentence))));
    found.push(("modality in the text only", flag(!modal(hypothesis) && modal(in_sentence))));
    found.push(("modality near the covered words only", flag(!modal(hypothesis) && modal(around))));

    let of_class = |class: WordClass| unmatched(comparison).any(|(_, word)| word.class == class);
    let has_numbers = |tokens: &[Token]| tokens.iter().any(|token| token.kind == TokenKind::Number);
    let other_number = of_class(WordClass::Number) && has_numbers(in_sentence);
    found.push(("another number in the best sentence", flag(other_number)));
    found.push(("numbers of the hypothesis", number(count(comparison, WordClass::Number))));
    found.push(("names of the hypothesis", number(count(comparison, WordClass::ProperNoun))));
    found.push(("a name is unmatched", flag(of_class(WordClass::ProperNoun))));
    let acronyms =
        unmatched(comparison).filter(|(_, word)| hypothesis[word.token].kind == TokenKind::Acronym);
    found.push(("unmatched acronyms", number(acronyms.count())));
    let is_copula = |token: &Token| matches!(token.normal.as_str(), "is" | "are" | "was" | "were");
    found.push(("the hypothesis has a form of be", flag(hypothesis.iter().any(is_copula))));
    let speaks =
        |token: &Token| matches!(token.normal.as_str(), "said" | "says" | "according" | "told");
    found.push(("speech in the best sentence", flag(in_sentence.iter().any(speaks))));
}

/// A window with the five tokens before it.
fn widened(window: &Range<usize>, end: usize) -> Range<usize> {
    window.start.saturating_sub(5)..window.end.min(end)
}

fn count(comparison: &Comparison, class: WordClass) -> usize {
    comparison.content.iter().filter(|word| word.class == class).count()
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
