//! Base forms of inflected words: exceptions first, then endings are detached (morphy(7WN)).

use crate::wordnet::{PartOfSpeech, WordNet};

/// Endings and what stands in their place in the base form.
fn detachments(part: PartOfSpeech) -> &'static [(&'static str, &'static str)] {
    match part {
        PartOfSpeech::Noun => &[
            ("s", ""),
            ("ses", "s"),
            ("xes", "x"),
            ("zes", "z"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("men", "man"),
            ("ies", "y"),
        ],
        PartOfSpeech::Verb => &[
            ("s", ""),
            ("ies", "y"),
            ("es", "e"),
            ("es", ""),
            ("ed", "e"),
            ("ed", ""),
            ("ing", "e"),
            ("ing", ""),
        ],
        PartOfSpeech::Adjective => &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
        PartOfSpeech::Adverb => &[],
    }
}

/// The base forms of a word that WordNet has as this part of speech, that which the word itself is first. The word is
/// in lower case, with `_` for blanks.
pub(super) fn base_forms(wordnet: &WordNet, word: &str, part: PartOfSpeech) -> Vec<u32> {
    let mut found = Vec::new();
    let mut add = |form: &str| {
        if let Some(lemma) = wordnet.lemma(form)
            && !wordnet.senses(lemma, part).is_empty()
            && !found.contains(&lemma)
        {
            found.push(lemma);
        }
    };
    add(word);
    let mut is_exception = false;
    for form in wordnet.exceptions(word, part) {
        is_exception = true;
        add(form);
    }
    if is_exception {
        return found;
    }
    // "boxesful" is "boxful"; "glass" and "is" are no plurals.
    let (stem, rest) = match word.strip_suffix("ful") {
        Some(stem) if part == PartOfSpeech::Noun => (stem, "ful"),
        _ => (word, ""),
    };
    if part == PartOfSpeech::Noun && (stem.ends_with("ss") || stem.chars().count() <= 2) {
        return found;
    }
    for (ending, replacement) in detachments(part) {
        if let Some(kept) = stem.strip_suffix(ending).filter(|kept| !kept.is_empty()) {
            add(&format!("{kept}{replacement}{rest}"));
        }
    }
    found
}
