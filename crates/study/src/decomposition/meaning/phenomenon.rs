//! Whether the phenomenon of a part fits its rule, by the model that comes with phenom.

use phenom_annotate::{Finding, FindingKind, Given, Rule};

use super::features::RuleText;
use super::model::{Bounds, RuleModel};

pub(super) fn find(model: &RuleModel, part: &Given, rule: &Rule, found: &mut Vec<Finding>) {
    let [phenomenon] = &part.phenomena[..] else { return };
    let text = RuleText::of(part, rule);
    let by_all = model.phenomenon_by_all(&text, phenomenon);
    let by_all = by_all.filter(|found| found.margin > Bounds::PHENOMENON_BY_ALL);
    let by_edit = || {
        model
            .phenomenon_by_edit(&text, phenomenon)
            .filter(|found| found.margin > Bounds::PHENOMENON_BY_EDIT)
    };
    if let Some(better) = by_all.or_else(by_edit) {
        found.push(Finding {
            kind: FindingKind::Phenomenon,
            pair: part.id.clone(),
            what: format!(
                "is this {phenomenon}? The rule “{} → {}” is more similar to rules of {}",
                rule.left_hand_side, rule.right_hand_side, better.best
            ),
        });
    }
}
