//! Rules that add or drop a negation and nothing else.

use phenom_annotate::{Finding, FindingKind, Given, Rule};
use phenom_dataset::Judgment;

use super::features::{NEGATION, folded_words, stem, surplus};

pub(super) fn find(part: &Given, rule: &Rule, label: Judgment, found: &mut Vec<Finding>) {
    if label != Judgment::Entailment {
        return;
    }
    let (left, right) = (folded_words(&rule.left_hand_side), folded_words(&rule.right_hand_side));
    let is_negation = |word: &String| NEGATION.contains(&word.as_str());
    let count = |words: &[String]| words.iter().filter(|word| is_negation(word)).count();
    if count(&left) % 2 == count(&right) % 2 {
        return;
    }
    let (removed, added) = (surplus(&left, &right), surplus(&right, &left));
    // Forms of one verb are no change of their own: *did not carry*, *carried*.
    let is_change = |word: &String, others: &[String]| {
        !is_negation(word)
            && !UNIMPORTANT.contains(&word.as_str())
            && others.iter().all(|other| stem(other) != stem(word))
    };
    let changes = removed.iter().any(|word| is_change(word, &added))
        || added.iter().any(|word| is_change(word, &removed));
    if !changes {
        let (left, right) = (&rule.left_hand_side, &rule.right_hand_side);
        let what = format!("is this entailment? “{left} → {right}” changes a negation alone");
        found.push(Finding { kind: FindingKind::Label, pair: part.id.clone(), what });
    }
}

/// Auxiliaries and articles, which come and go with a negation.
const UNIMPORTANT: [&str; 17] = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "will", "would", "can",
    "could", "a", "an", "the",
];
