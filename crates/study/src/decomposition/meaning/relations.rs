//! Constraints that name a lexical relation, against WordNet.

use phenom_annotate::{Finding, FindingKind, Given, Rule};
use phenom_systems::wordnet::{PartOfSpeech, RelationKind, Word, WordNet};

use super::features::{folded_words, is_function_word, surplus};

/// How many constraints name a lexical relation between words, and how many of these WordNet knows the words of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct WordNetChecks {
    pub(crate) named: usize,
    pub(crate) checked: usize,
}

impl WordNetChecks {
    pub(super) fn add(&mut self, other: Self) {
        self.named += other.named;
        self.checked += other.checked;
    }
}

/// A relation from the words of the left-hand side to those of the right-hand side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Synonyms,
    Hypernym,
    Hyponym,
    Opposite,
}

/// The relation that a constraint names first; `hypernym(y, x)` is `hyponym(x, y)`. A constraint that restricts the
/// relation (*only if x is misread*) states something else.
fn named(constraint: &str) -> Option<Named> {
    let lower = constraint.trim().to_lowercase();
    let (name, rest) = lower.split_once('(')?;
    let is_reversed = rest.trim_start().starts_with('y');
    if folded_words(rest).iter().any(|word| ["only", "but", "not", "if"].contains(&word.as_str())) {
        return None;
    }
    match (name.trim().trim_end_matches('s'), is_reversed) {
        ("synonym", _) => Some(Named::Synonyms),
        ("hypernym" | "kind_of" | "is_a", false) | ("hyponym", true) => Some(Named::Hypernym),
        ("hyponym", false) | ("hypernym" | "kind_of" | "is_a", true) => Some(Named::Hyponym),
        ("opposite" | "antonym", _) => Some(Named::Opposite),
        _ => None,
    }
}

/// The words of one side that the other has not, without function words; `None` if there are none or more than three.
fn content(words: &[String], others: &[String]) -> Option<Vec<String>> {
    let mut kept = surplus(words, others);
    kept.retain(|word| !is_function_word(word));
    (1..=3).contains(&kept.len()).then_some(kept)
}

/// The phrase in WordNet, or its last word.
fn looked_up(wordnet: &WordNet, words: &[String]) -> Option<(String, Word)> {
    let phrases = [words.join(" "), words.last().cloned().unwrap_or_default()];
    phrases
        .into_iter()
        .map(|phrase| (phrase.clone(), wordnet.word(&phrase)))
        .find(|(_, word)| word.is_known())
}

/// Whether WordNet has the relation, the reverse of it, another one, or none.
pub(super) fn find(
    part: &Given,
    rule: &Rule,
    wordnet: Option<&WordNet>,
    found: &mut Vec<Finding>,
) -> WordNetChecks {
    let mut checks = WordNetChecks::default();
    let (left, right) = (folded_words(&rule.left_hand_side), folded_words(&rule.right_hand_side));
    let sides = content(&left, &right).zip(content(&right, &left));
    let Some((named, (left, right))) = named(&rule.constraint).zip(sides) else { return checks };
    checks.named = 1;
    let Some(wordnet) = wordnet else { return checks };
    let known = looked_up(wordnet, &left).zip(looked_up(wordnet, &right));
    let Some(((left, one), (right, other))) = known else { return checks };
    checks.checked = 1;
    if let Some(fact) = contradicted(wordnet, named, (&left, &one), (&right, &other)) {
        let what = format!("is `{}` correct? In WordNet {fact}", rule.constraint);
        found.push(Finding { kind: FindingKind::Relation, pair: part.id.clone(), what });
    }
    checks
}

/// Whether a word is a noun more often than anything else.
fn is_noun(wordnet: &WordNet, word: &str) -> bool {
    let common = |part| wordnet.commonness(word, part);
    let noun = common(PartOfSpeech::Noun);
    noun.1 > 0 && PartOfSpeech::ALL.into_iter().all(|part| common(part) <= noun)
}

/// What WordNet has instead of a relation, if it has something else.
fn contradicted(
    wordnet: &WordNet,
    named: Named,
    (left, one): (&str, &Word),
    (right, other): (&str, &Word),
) -> Option<String> {
    use RelationKind::{Antonym, Synonym};
    let relations = [wordnet.relation(one, other), wordnet.relation(other, one)];
    let has = |kind| relations.iter().flatten().any(|relation| relation.kind == kind);
    let (up, down) = (wordnet.is_kind_of(one, other), wordnet.is_kind_of(other, one));
    let are_nouns = is_noun(wordnet, left) && is_noun(wordnet, right);
    let is_kind_of = |narrow: &str, broad: &str| format!("“{narrow}” is a kind of “{broad}”");
    let are = |what: &str| format!("“{left}” and “{right}” are {what}");
    let names_kind = matches!(named, Named::Hypernym | Named::Hyponym);
    match named {
        _ if has(Synonym) => (named == Named::Opposite && !has(Antonym)).then(|| are("synonyms")),
        Named::Hypernym if down && !up => Some(is_kind_of(right, left)),
        Named::Hyponym if up && !down => Some(is_kind_of(left, right)),
        Named::Hypernym | Named::Hyponym | Named::Synonyms if has(Antonym) => {
            Some(are("opposites"))
        }
        Named::Synonyms | Named::Opposite if up && are_nouns => Some(is_kind_of(left, right)),
        Named::Synonyms | Named::Opposite if down && are_nouns => Some(is_kind_of(right, left)),
        _ if names_kind && are_nouns && !up && !down => {
            let are_near = relations.iter().any(Option::is_some) || wordnet.are_sisters(one, other);
            (!are_near).then(|| are("not related"))
        }
        _ => None,
    }
}
