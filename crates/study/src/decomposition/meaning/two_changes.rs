//! Whether a rule makes two changes.

use std::collections::BTreeMap;

use phenom_annotate::{Finding, FindingKind, Given, Originals, Rule, folded, places};

use super::model::{Bounds, RuleModel};
use super::rule_text;

/// By the shape of the change.
pub(super) fn by_model(model: &RuleModel, part: &Given, rule: &Rule, found: &mut Vec<Finding>) {
    let [phenomenon] = &part.phenomena[..] else { return };
    let margin = model.two_changes(&rule_text(part, rule), phenomenon);
    if margin.is_some_and(|margin| margin > Bounds::TWO_CHANGES) {
        let (left, right) = (&rule.left_hand_side, &rule.right_hand_side);
        let what = format!("are these two changes? “{left} → {right}”");
        found.push(Finding { kind: FindingKind::TwoChanges, pair: part.id.clone(), what });
    }
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
        let is_known = found
            .iter()
            .any(|finding| finding.kind == FindingKind::TwoChanges && finding.pair == part.id);
        if let Some((other, inner)) = contained.filter(|_| !is_known) {
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
    let [at] = places(left, &inner.left_hand_side)[..] else { return false };
    let has_result = !places(right, &inner.right_hand_side).is_empty();
    let is_longer = left.len() > inner.left_hand_side.len();
    let keeps_left = !places(right, &inner.left_hand_side).is_empty();
    if !has_result || !is_longer || keeps_left {
        return false;
    }
    let mut made = left.clone();
    made.replace_range(at..at + inner.left_hand_side.len(), &inner.right_hand_side);
    folded(&made) != folded(right)
}
