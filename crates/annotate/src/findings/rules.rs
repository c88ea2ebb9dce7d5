//! Rules, chains and composition.

use phenom_dataset::{CompositionRule, Judgment};

use super::{Finding, FindingKind, Looked};
use crate::chain::{Link, Step, chain};
use crate::event::Check;
use crate::inventory::Inventory;
use crate::originals::{Given, Original, Originals, UNSUPPORTED};
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
    for unsettled in &originals.unsettled {
        add(found, FindingKind::Unsettled, &unsettled.pair, unsettled.said.clone());
    }
    for original in originals.all() {
        let parts = &original.given;
        looked.exceptions += usize::from(!original.exceptions.is_empty());
        if parts.is_empty() {
            continue;
        }
        looked.decomposed += 1;
        looked.parts += parts.len();
        looked.rules += parts.iter().filter(|part| part.rule.is_some()).count();
        for (number, part) in parts.iter().enumerate() {
            of_part(original, number, inventory, found);
            for phenomenon in part.phenomena.iter().filter(|path| *path != UNSUPPORTED) {
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
    if part.is_unsupported() {
        return of_unsupported(original, part, found);
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
    let candidate = Candidate { phenomenon: known.map_or("", String::as_str), rule };
    let checked = check(&part.text, &original.hypothesis, &candidate, &[]);
    match &checked.applied {
        Err(error) => {
            let kind = match error {
                RuleError::NoLeftHandSide | RuleError::NotInText(_) | RuleError::Places { .. } => {
                    FindingKind::NotInText
                }
                RuleError::Several { .. } => FindingKind::AppliesTwice,
                RuleError::ChangesNothing | RuleError::DeletesAll => FindingKind::ChangesNothing,
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
        if *remark != Remark::GivesTheWhole {
            add(found, FindingKind::Wording, &part.id, remark.to_string());
        }
    }
}

/// An unsupported part has a hypothesis, and names the words of H that nothing in T bears on.
fn of_unsupported(original: &Original, part: &Given, found: &mut Vec<Finding>) {
    let named = part.rule.as_ref().map_or("", |rule| rule.right_hand_side.as_str());
    let at = part.rule.as_ref().map_or(&[][..], |rule| &rule.at);
    if crate::rule::found(&original.hypothesis, named, at).is_err() {
        let what = format!("an unsupported part names words of H, and “{named}” are none");
        add(found, FindingKind::WithoutRule, &part.id, what);
    }
}

/// Whether the original has a chain, which is checked; one that is excused from this check may miss H.
fn of_chain(original: &Original, found: &mut Vec<Finding>) -> bool {
    let rules = original.given.iter().map(|part| part.rule.as_ref());
    let Some(rules) = rules.collect::<Option<Vec<_>>>() else { return false };
    let on: Vec<Option<usize>> = original.given.iter().map(|part| original.base(part)).collect();
    let is_on = |(part, on): (&Given, &Option<usize>)| part.text == original.text || on.is_some();
    if !original.given.iter().zip(&on).all(is_on) {
        if !original.exceptions.contains_key(&Check::Chain) {
            let what = "the text of a part is neither T nor the hypothesis of another part";
            add(found, FindingKind::Chain, &original.id, what.to_owned());
        }
        return true;
    }
    let links: Vec<Link<'_>> = rules
        .iter()
        .zip(&original.given)
        .zip(&on)
        .map(|((rule, part), on)| Link { rule, on: *on, unsupported: part.is_unsupported() })
        .collect();
    let followed = chain(&original.text, &links, &original.hypothesis);
    if followed.reach.is_some() || original.exceptions.contains_key(&Check::Chain) {
        return true;
    }
    let broken = followed.steps.iter().zip(&original.given).find_map(|(step, part)| {
        let gone = || format!("another rule changes words of the left-hand side of {}", part.id);
        (*step == Step::Gone).then(gone)
    });
    let what = match broken {
        Some(broken) => broken,
        None => {
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
    let parts = original.given.iter().map(|part| (part.gold, part.weight));
    let composed = rule.compose_weighted(parts, originals.task).judgment();
    let (Some(gold), Some(composed)) = (original.gold, composed) else { return };
    let of_parts = |part: &Given| part.gold.map_or("none", Judgment::name);
    match (gold == composed, original.exceptions.contains_key(&Check::Composition)) {
        (false, false) => {
            let parts: Vec<&str> = original.given.iter().map(of_parts).collect();
            let what = format!("{gold}, but the parts compose to {composed}: {}", parts.join(", "));
            add(found, FindingKind::Composition, &original.id, what);
        }
        (true, true) => {
            let what = format!("{gold}, equal to the composed label");
            add(found, FindingKind::NoException, &original.id, what);
        }
        _ => {}
    }
}
