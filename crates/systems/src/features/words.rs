//! Features of the words of the hypothesis: by class, by relation, and of those that nothing covers.

use crate::features::comparison::{Comparison, ContentWord};
use crate::features::coverage::{Feature, Measure, Places};
use crate::text::{TokenKind, WordClass};
use crate::wordnet::RelationKind;

/// What covers a word no further than this leaves it unmatched.
pub(super) const UNMATCHED: f64 = 0.5;

/// Content words of the hypothesis that nothing in the text covers well.
pub(super) fn unmatched(comparison: &Comparison) -> impl Iterator<Item = (usize, &ContentWord)> {
    let whole = comparison.whole();
    let words = comparison.content.iter().enumerate();
    words.filter(move |(_, word)| word.covered(&whole, false) <= UNMATCHED)
}

pub(super) fn add(
    comparison: &Comparison,
    rarities: &[f64],
    places: &Places,
    found: &mut Vec<Feature>,
) {
    by_class(comparison, places, found);
    by_relation(comparison, places, found);
    of_unmatched(comparison, rarities, found);
    lengths(comparison, found);
}

fn by_class(comparison: &Comparison, places: &Places, found: &mut Vec<Feature>) {
    macro_rules! names {
        ($coverage:literal, $words:literal) => {
            [
                concat!($coverage, $words),
                concat!($coverage, $words, " in the best window"),
                concat!("unmatched ", $words),
            ]
        };
    }
    const CLASSES: [(WordClass, [&str; 3]); 5] = [
        (WordClass::Noun, names!("related coverage of ", "nouns")),
        (WordClass::Verb, names!("related coverage of ", "verbs")),
        (WordClass::Adjective, names!("related coverage of ", "adjectives")),
        (WordClass::ProperNoun, names!("coverage of ", "names")),
        (WordClass::Number, names!("coverage of ", "numbers")),
    ];
    let plain = vec![1.0; comparison.content.len()];
    let measure = Measure { same_only: false, weights: &plain };
    for (class, [whole, window, count]) in CLASSES {
        let of_class = |word: &ContentWord| word.class == class;
        let words = &comparison.content;
        found.push((whole, measure.coverage(words, &comparison.whole(), of_class)));
        found.push((window, measure.coverage(words, &places.window, of_class)));
        let unmatched = unmatched(comparison).filter(|(_, word)| of_class(word)).count();
        found.push((count, number(unmatched)));
    }
}

fn by_relation(comparison: &Comparison, places: &Places, found: &mut Vec<Feature>) {
    const RELATIONS: [(&str, &[RelationKind]); 5] = [
        ("words covered by synonyms", &[RelationKind::Synonym]),
        ("words covered by derivation", &[RelationKind::Derivation]),
        ("words covered by hyponyms", &[RelationKind::Hypernym]),
        (
            "words covered by entailment, cause or likeness",
            &[RelationKind::Entailment, RelationKind::Cause, RelationKind::Similar],
        ),
        ("words covered by parts or wholes", &[RelationKind::Holonym, RelationKind::Meronym]),
    ];
    // The relation of the closest link of each word.
    let closest = |word: &ContentWord| {
        let mut best: Option<&crate::features::comparison::Link> = None;
        for link in &word.links {
            if best.is_none_or(|best| link.relatedness > best.relatedness) {
                best = Some(link);
            }
        }
        best.and_then(|link| link.relation)
    };
    let relations: Vec<_> = comparison.content.iter().filter_map(closest).collect();
    let words = number(comparison.content.len().max(1));
    for (name, kinds) in RELATIONS {
        let of_kind = relations.iter().filter(|relation| kinds.contains(relation)).count();
        found.push((name, number(of_kind) / words));
    }
    let is_opposed = |word: &ContentWord| {
        let within = word.links.iter().filter(|link| places.sentence.contains(&link.token));
        within.clone().any(|link| link.relation == Some(RelationKind::Antonym))
            && !within.clone().any(|link| link.relatedness > UNMATCHED)
    };
    let opposed = comparison.content.iter().filter(|word| is_opposed(word)).count();
    found.push(("words with an opposite in the best sentence", number(opposed)));
}

fn of_unmatched(comparison: &Comparison, rarities: &[f64], found: &mut Vec<Feature>) {
    let (mut count, mut sum, mut highest) = (0, 0.0, 0.0f64);
    for (place, _) in unmatched(comparison) {
        count += 1;
        sum += rarities[place];
        highest = highest.max(rarities[place]);
    }
    let all = comparison.content.len();
    found.push(("unmatched words", number(count)));
    found.push(("rarity of unmatched words", sum));
    found.push(("rarity of the rarest unmatched word", highest));
    found.push(("no word is unmatched", f64::from(u8::from(count == 0))));
    let is_unmatched = |place: Option<usize>| {
        let unmatched =
            place.is_some_and(|place| unmatched(comparison).any(|(one, _)| one == place));
        f64::from(u8::from(unmatched))
    };
    found.push(("the first content word is unmatched", is_unmatched((all > 0).then_some(0))));
    found.push(("the last content word is unmatched", is_unmatched(all.checked_sub(1))));
    let verb = comparison.content.iter().position(|word| word.class == WordClass::Verb);
    found.push(("the first verb is unmatched", is_unmatched(verb)));
}

fn lengths(comparison: &Comparison, found: &mut Vec<Feature>) {
    let words = |tokens: &[crate::text::Token]| {
        number(tokens.iter().filter(|token| token.kind != TokenKind::Punctuation).count())
    };
    let (text, hypothesis) = (words(&comparison.text.tokens), words(&comparison.hypothesis.tokens));
    found.push(("logarithm of the text's length", (1.0 + text).ln()));
    found.push(("logarithm of the hypothesis' length", (1.0 + hypothesis).ln()));
    found.push(("length of the hypothesis to the text", hypothesis / (1.0 + text)));
    found.push(("content words of the hypothesis", number(comparison.content.len())));
    found.push(("sentences of the text", number(comparison.text.sentences.len()).min(20.0)));
}

/// Counts of tokens are far below 2^53.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of tokens, of which there are few thousands"
)]
pub(super) fn number(count: usize) -> f64 {
    count as f64
}
