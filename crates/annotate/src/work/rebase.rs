//! Rules on the result of a part move along when that part is changed.

use std::collections::HashSet;

use super::Part;
use crate::event::wording;
use crate::rule::{Rule, apply};
use crate::words::{shared, words};

/// Applies the rules on a changed part, and those on these, to what it makes now. A rule whose words are gone stays as
/// it was: its check fails.
pub(super) fn rebase(parts: &mut [Part], changed: &str) {
    let mut changed = vec![changed.to_owned()];
    // Each part moves once, though they be on each other in a circle.
    let mut seen: HashSet<String> = changed.iter().cloned().collect();
    loop {
        let mut next = Vec::new();
        for base in changed {
            let Some(text) = hypothesis(parts, &base) else { continue };
            for part in parts.iter_mut() {
                let is_on = part.on.as_deref() == Some(&base) && part.text != text;
                if is_on && !seen.contains(&part.id) && move_to(part, &text) {
                    seen.insert(part.id.clone());
                    next.push(part.id.clone());
                }
            }
        }
        if next.is_empty() {
            return;
        }
        changed = next;
    }
}

fn hypothesis(parts: &[Part], id: &str) -> Option<String> {
    parts.iter().find(|part| part.id == id).map(|part| part.hypothesis.clone())
}

fn move_to(part: &mut Part, text: &str) -> bool {
    let rule = moved(&part.rule, &part.text, text);
    let Ok(made) = apply(text, &rule) else { return false };
    text.clone_into(&mut part.text);
    part.rule = rule;
    part.hypothesis = made.hypothesis;
    part.wording = wording(&part.text, &part.hypothesis);
    true
}

/// The rule with the numbers that its words have in the new text.
fn moved(rule: &Rule, before: &str, after: &str) -> Rule {
    if rule.at.is_empty() {
        return rule.clone();
    }
    let pairs = shared(&words(before), &words(after));
    let to = |at: &usize| pairs.iter().find(|(old, _)| old == at).map(|(_, new)| *new);
    // Without a number the words are looked for.
    let at = rule.at.iter().map(to).collect::<Option<Vec<usize>>>().unwrap_or_default();
    Rule { at, ..rule.clone() }
}
