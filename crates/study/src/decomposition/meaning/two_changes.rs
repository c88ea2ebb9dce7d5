//! Whether a rule makes two changes.

use std::collections::BTreeMap;

use phenom_annotate::{Finding, FindingKind, Given, Originals, Rule, folded, places};

use phenom_systems::wordnet::{RelationKind, WordNet};

use super::features::{Gap, RuleText, gaps, is_function_word};
use super::model::{Bounds, RuleModel};

/// By the shape of the change.
pub(super) fn by_model(model: &RuleModel, part: &Given, rule: &Rule, found: &mut Vec<Finding>) {
    let [phenomenon] = &part.phenomena[..] else { return };
    let margin = model.two_changes(&RuleText::of(part, rule), phenomenon);
    if margin.is_some_and(|margin| margin > Bounds::TWO_CHANGES) {
        let (left, right) = (&rule.left_hand_side, &rule.right_hand_side);
        let what = format!("are these two changes? “{left} → {right}”");
        found.push(Finding { kind: FindingKind::TwoChanges, pair: part.id.clone(), what });
    }
}

/// By `WordNet`: several words of the left-hand side each are related to the word in their place.
pub(super) fn by_words(part: &Given, rule: &Rule, wordnet: &WordNet, found: &mut Vec<Finding>) {
    let (left, right) = (&rule.left_hand_side, &rule.right_hand_side);
    let mut related = Vec::new();
    for Gap { removed, added, .. } in gaps(left, right) {
        let content = |words: &[String]| -> Vec<String> {
            words.iter().filter(|word| !is_function_word(word)).cloned().collect()
        };
        let (removed, added) = (content(&removed), content(&added));
        if removed.len() != added.len() {
            continue;
        }
        related.extend(removed.into_iter().zip(added).filter(|(one, other)| {
            let (one, other) = (wordnet.word(one), wordnet.word(other));
            let relations = [wordnet.relation(&one, &other), wordnet.relation(&other, &one)];
            relations.iter().flatten().any(|relation| relation.kind != RelationKind::SameLemma)
        }));
    }
    if let [(one, other), (third, fourth), ..] = &related[..]
        && !is_known(found, part)
    {
        let what = format!("are these two changes? “{one}” to “{other}”, “{third}” to “{fourth}”");
        found.push(Finding { kind: FindingKind::TwoChanges, pair: part.id.clone(), what });
    }
}

fn is_known(found: &[Finding], part: &Given) -> bool {
    found.iter().any(|finding| finding.kind == FindingKind::TwoChanges && finding.pair == part.id)
}

/// By the rules of other parts with the same text: a rule that makes the change of another one, and more.
pub(super) fn by_other_rules(originals: &Originals, found: &mut Vec<Finding>) {
    let mut of_text: BTreeMap<&str, Vec<(&Given, &Rule)>> = BTreeMap::new();
    for part in originals.all().iter().flat_map(|original| &original.given) {
        if let Some(rule) = &part.rule {
            of_text.entry(part.text.as_str()).or_default().push((part, rule));
        }
    }
    for (part, rule) in of_text.values().flatten() {
        let others = &of_text[part.text.as_str()];
        let contained =
            others.iter().find(|(other, inner)| other.id != part.id && contains(rule, inner));
        if let Some((other, inner)) = contained.filter(|_| !is_known(found, part)) {
            let what = format!(
                "are these two changes? The rule also makes the change of {}: “{} → {}”",
                other.id, inner.left_hand_side, inner.right_hand_side
            );
            found.push(Finding { kind: FindingKind::TwoChanges, pair: part.id.clone(), what });
        }
    }
}

/// Whether a rule makes the change of another one and a second one besides.
fn contains(rule: &Rule, inner: &Rule) -> bool {
    let (left, right) = (&rule.left_hand_side, &rule.right_hand_side);
    let [place] = &places(left, &inner.left_hand_side)[..] else { return false };
    let has_result = !places(right, &inner.right_hand_side).is_empty();
    let is_longer = left.len() > inner.left_hand_side.len();
    let keeps_left = !places(right, &inner.left_hand_side).is_empty();
    if !has_result || !is_longer || keeps_left {
        return false;
    }
    let mut made = left.clone();
    made.replace_range(place.clone(), &inner.right_hand_side);
    folded(&made) != folded(right)
}
