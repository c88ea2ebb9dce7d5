//! Rules, chains and composition.

use phenom_dataset::{CompositionRule, Judgment};

use super::{Finding, FindingKind, Looked};
use crate::chain::{Link, Step, chain, working_order};
use crate::inventory::Inventory;
use crate::originals::{Given, Original, Originals};
use crate::part::{Candidate, Remark, check};
use crate::rule::RuleError;
use crate::words::folded;

pub(super) fn find(
    originals: &Originals,
    inventory: &Inventory,
    rule: &CompositionRule,
    found: &mut Vec<Finding>,
) -> Looked {
    let mut looked = Looked::default();
    for original in originals.all() {
        let parts = &original.given;
        looked.exceptions += usize::from(original.exception.is_some());
        if parts.is_empty() {
            continue;
        }
        looked.decomposed += 1;
        looked.parts += parts.len();
        looked.rules += parts.iter().filter(|part| part.rule.is_some()).count();
        for (number, part) in parts.iter().enumerate() {
            of_part(original, number, inventory, found);
            for phenomenon in &part.phenomena {
                if inventory.entry(phenomenon).is_none() {
                    let nearest = inventory.nearest(phenomenon);
                    let nearest =
                        nearest.map_or(String::new(), |near| format!("; did you mean {near}?"));
                    add(
                        found,
                        FindingKind::UnknownPhenomenon,
                        &part.id,
                        format!("{phenomenon}{nearest}"),
                    );
                }
            }
        }
        looked.chains += usize::from(of_chain(original, found));
        of_composition(original, originals, rule, found);
    }
    looked
}

fn add(found: &mut Vec<Finding>, kind: FindingKind, pair: &str, what: String) {
    found.push(Finding { kind, pair: pair.to_owned(), what });
}

fn of_part(original: &Original, number: usize, inventory: &Inventory, found: &mut Vec<Finding>) {
    let part = &original.given[number];
    let same = original.given[..number]
        .iter()
        .find(|other| folded(&other.hypothesis) == folded(&part.hypothesis));
    if let Some(other) = same {
        add(
            found,
            FindingKind::SameHypothesis,
            &part.id,
            format!("the hypothesis of {}", other.id),
        );
    }
    let Some(rule) = &part.rule else {
        if folded(&part.hypothesis) == folded(&part.text) {
            add(found, FindingKind::IsText, &part.id, part.hypothesis.clone());
        }
        add(
            found,
            FindingKind::WithoutRule,
            &part.id,
            "left- or right-hand side is missing".to_owned(),
        );
        return;
    };
    let known = part.phenomena.iter().find(|path| inventory.entry(path).is_some());
    let candidate = Candidate {
        phenomenon: known.map_or("", String::as_str),
        left: &rule.left_hand_side,
        right: &rule.right_hand_side,
        constraint: &rule.constraint,
    };
    let checked = check(&part.text, &original.hypothesis, &candidate, &[]);
    match &checked.applied {
        Err(error) => {
            let kind = match error {
                RuleError::NoLeftHandSide | RuleError::NotInText(_) => FindingKind::NotInText,
                RuleError::Several { .. } => FindingKind::AppliesTwice,
                RuleError::ChangesNothing => FindingKind::ChangesNothing,
            };
            add(found, kind, &part.id, error.to_string());
        }
        Ok(made) if !part.hypothesis.is_empty() && made.hypothesis != part.hypothesis => {
            let what = format!("result of the rule: {}", made.hypothesis);
            add(found, FindingKind::OtherHypothesis, &part.id, what);
        }
        Ok(_) => {}
    }
    for remark in &checked.remarks {
        if !matches!(remark, Remark::SharesWords(_) | Remark::GivesTheWhole) {
            add(found, FindingKind::Wording, &part.id, remark.to_string());
        }
    }
}

/// Whether the original has a chain, which is checked; one that is marked as an exception may miss H.
fn of_chain(original: &Original, found: &mut Vec<Finding>) -> bool {
    let rules = original.given.iter().map(|part| part.rule.as_ref());
    let Some(rules) = rules.collect::<Option<Vec<_>>>() else { return false };
    let same_text = original.given.iter().all(|part| part.text == original.text);
    if !same_text {
        return false;
    }
    let links: Vec<Link<'_>> = rules
        .iter()
        .map(|rule| Link { left: &rule.left_hand_side, right: &rule.right_hand_side })
        .collect();
    let followed = chain(&original.text, &links, &original.hypothesis);
    if followed.reach.is_some() || original.exception.is_some() {
        return true;
    }
    let broken = followed.steps.iter().zip(&original.given).find_map(|(step, part)| match step {
        Step::Gone => Some(format!("an earlier rule removed the left-hand side of {}", part.id)),
        Step::Several(times) => {
            Some(format!("earlier rules leave the left-hand side of {} {times} times", part.id))
        }
        Step::Applied(..) => None,
    });
    let order = working_order(&original.text, &links, &original.hypothesis);
    let what = match (order, broken) {
        (Some(order), _) => {
            let ids: Vec<&str> = order.iter().map(|&at| original.given[at].id.as_str()).collect();
            format!("an order that works: {}", ids.join(", "))
        }
        (None, Some(broken)) => broken,
        (None, None) => {
            let said = |words: &[String], what: &str| match words {
                [] => None,
                words => Some(format!("{what} {}", words.join(" "))),
            };
            let both =
                [said(&followed.missing, "missing words:"), said(&followed.extra, "extra words:")];
            let both: Vec<String> = both.into_iter().flatten().collect();
            if both.is_empty() {
                "the words are in another order".to_owned()
            } else {
                both.join("; ")
            }
        }
    };
    add(found, FindingKind::Chain, &original.id, what);
    true
}

fn of_composition(
    original: &Original,
    originals: &Originals,
    rule: &CompositionRule,
    found: &mut Vec<Finding>,
) {
    let parts = original.given.iter().map(|part| part.gold);
    let composed = rule.compose(parts, originals.task).judgment();
    let (Some(gold), Some(composed)) = (original.gold, composed) else { return };
    let of_parts = |part: &Given| part.gold.map_or("none", Judgment::name);
    match (gold == composed, &original.exception) {
        (false, None) => {
            let parts: Vec<&str> = original.given.iter().map(of_parts).collect();
            let what = format!("{gold}, but the parts compose to {composed}: {}", parts.join(", "));
            add(found, FindingKind::Composition, &original.id, what);
        }
        (true, Some(_)) => {
            let reached = of_chain_alone(original);
            if reached {
                let what = format!("{gold}, equal to the composed label");
                add(found, FindingKind::NoException, &original.id, what);
            }
        }
        _ => {}
    }
}

/// Whether an exception's chain reaches H, so that nothing about it is exceptional.
fn of_chain_alone(original: &Original) -> bool {
    let mut found = Vec::new();
    of_chain(&Original { exception: None, ..original.clone() }, &mut found) && found.is_empty()
}
