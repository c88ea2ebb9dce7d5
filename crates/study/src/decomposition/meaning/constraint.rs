//! Whether the constraint of a rule and the gold label can both be right.

use std::sync::LazyLock;

use phenom_annotate::{Finding, FindingKind, Given, Rule};
use phenom_dataset::Judgment;

use super::features::{NEGATION, folded_words};
use super::model::{Bounds, RuleModel};
use crate::headed_words::HeadedWords;

/// The labels that a constraint leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Allows {
    /// Both sides mean the same: *synonyms(x, y)*.
    Entailment,
    /// One side implies the other: *hypernym(x, y)*; which one decides between entailment and unknown.
    NoContradiction,
    /// The sides exclude each other, or differ: *opposite(x, y)*, *different_values(x, y)*.
    NoEntailment,
    /// The sides exclude each other: *excludes(x, y)*.
    Contradiction,
    /// Neither follows nor is excluded: *left_open(x)*.
    Unknown,
}

impl Allows {
    fn allows(self, label: Judgment) -> bool {
        use Judgment::{Contradiction, Entailment, Unknown};
        match self {
            Self::Entailment => label == Entailment,
            Self::NoContradiction => label != Contradiction,
            Self::NoEntailment => label != Entailment,
            Self::Contradiction => !matches!(label, Entailment | Unknown),
            Self::Unknown => !matches!(label, Entailment | Contradiction),
        }
    }

    fn in_words(self) -> &'static str {
        match self {
            Self::Entailment => "allows entailment only",
            Self::NoContradiction => "does not allow contradiction",
            Self::NoEntailment => "does not allow entailment",
            Self::Contradiction => "allows contradiction only",
            Self::Unknown => "allows unknown only",
        }
    }
}

/// Those of `data/constraint-names.txt`, by what they allow.
static NAMES: LazyLock<HeadedWords> =
    LazyLock::new(|| HeadedWords::new(include_str!("../../../data/constraint-names.txt")));

/// What a constraint that is nothing but `name(…)` allows, by its name.
fn by_name(constraint: &str) -> Option<Allows> {
    let (name, rest) = constraint.trim().split_once('(')?;
    let is_plain =
        rest.strip_suffix(')').is_some_and(|inner| !inner.contains(['(', ')', ':', ';']));
    if !is_plain {
        return None;
    }
    let lower = name.trim().to_lowercase().replace([' ', '-'], "_");
    let name = match lower.strip_suffix('s') {
        Some(kept) if !lower.ends_with("ss") && !lower.ends_with("stands") => kept,
        _ => lower.as_str(),
    };
    let is_in = |of: &str| NAMES.below(of).iter().any(|known| *known == name || *known == lower);
    let starts = |beginnings: &[&str]| beginnings.iter().any(|first| name.starts_with(first));
    if is_in("equivalent") || starts(&["same_"]) {
        Some(Allows::Entailment)
    } else if is_in("one-way") {
        Some(Allows::NoContradiction)
    } else if is_in("excluding") || starts(&["different_", "other_", "wrong_"]) {
        Some(Allows::NoEntailment)
    } else if name == "exclude" || name == "contradict" {
        Some(Allows::Contradiction)
    } else if lower == "implies" || lower == "entails" {
        Some(Allows::Entailment)
    } else if is_in("open") || lower.ends_with("left_open") {
        Some(Allows::Unknown)
    } else {
        None
    }
}

/// What the words of a constraint allow: *P excludes Q*, *arithmetic: only some of what is Q(n) is Q'(m)*.
fn by_words(constraint: &str) -> Option<Allows> {
    let words = folded_words(constraint);
    let has = |word: &str| words.iter().any(|other| other == word);
    let is_arithmetic = has("arithmetic");
    let denies = NEGATION.iter().any(|word| has(word)) || has("but") || has("only") || has("if");
    match () {
        () if is_arithmetic && (has("whatever") || has("everything")) && !denies => {
            Some(Allows::Entailment)
        }
        () if is_arithmetic && has("nothing") && !has("only") => Some(Allows::Contradiction),
        () if is_arithmetic && has("some") && has("only") => Some(Allows::Unknown),
        () if denies || has("open") && (has("implies") || has("excludes")) => None,
        () if has("implies") && !has("excludes") => Some(Allows::Entailment),
        () if has("excludes") && !has("implies") => Some(Allows::Contradiction),
        () => None,
    }
}

fn names_opposites(constraint: &str) -> bool {
    ["opposite", "antonym", "complement"].iter().any(|name| constraint.trim().starts_with(name))
}

pub(super) fn find(
    model: &RuleModel,
    part: &Given,
    rule: &Rule,
    label: Judgment,
    found: &mut Vec<Finding>,
) {
    let negates = |side: &str| {
        folded_words(side)
            .iter()
            .any(|word| NEGATION.contains(&word.as_str()) || word.starts_with("un"))
    };
    let has_negation = || negates(&rule.left_hand_side) || negates(&rule.right_hand_side);
    let constraint = rule.constraint.as_str();
    let allows = by_name(constraint).or_else(|| by_words(constraint));
    let allows = allows.filter(|allows| *allows != Allows::NoEntailment || !has_negation());
    let mut add = |kind, what| found.push(Finding { kind, pair: part.id.clone(), what });
    match allows {
        Some(allows) if !allows.allows(label) => {
            let what = format!("{label}, but `{constraint}` {}", allows.in_words());
            add(FindingKind::Constraint, what);
        }
        // *opposite(wrong, right): not wrong is right*: the negation makes up for the relation.
        _ if has_negation() && label == Judgment::Entailment && names_opposites(constraint) => {}
        _ => {
            let better = model.label_by_constraint(constraint, label.name());
            if let Some(better) = better.filter(|found| found.margin > Bounds::LABEL) {
                let what = format!(
                    "is this {label}? `{constraint}` is more similar to constraints of {}",
                    better.best
                );
                add(FindingKind::Label, what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_small_letters_below_four_headings() {
        for (heading, number) in
            [("equivalent", 17), ("one-way", 22), ("excluding", 20), ("open", 7)]
        {
            let names = NAMES.below(heading);
            let bare = |name: &&str| {
                name.chars().all(|letter| letter == '_' || letter.is_ascii_lowercase())
            };
            assert!(names.iter().all(bare));
            assert_eq!(names.len(), number, "{heading}");
        }
        assert_eq!(NAMES.headings().count(), 4);
    }

    #[test]
    fn names_and_words_of_constraints_leave_labels() {
        for (constraint, expected) in [
            ("synonyms(x, y)", Some(Allows::Entailment)),
            ("same_value(x, y)", Some(Allows::Entailment)),
            ("synonyms(x, y) only if x is misread", None),
            ("hypernym(x, y)", Some(Allows::NoContradiction)),
            ("stands_for(x, y)", Some(Allows::NoContradiction)),
            ("holonym(x, y)", Some(Allows::NoContradiction)),
            ("different_values(x, y)", Some(Allows::NoEntailment)),
            ("opposite(x, y)", Some(Allows::NoEntailment)),
            ("antonyms(x, y)", Some(Allows::NoEntailment)),
            ("knowledge: being y implies z", Some(Allows::Entailment)),
            ("P excludes Q: who teaches knows", Some(Allows::Contradiction)),
            ("arithmetic: nothing that is Q(n) is Q'(m)", Some(Allows::Contradiction)),
            ("arithmetic: only some of what is Q(n) is Q'(m)", Some(Allows::Unknown)),
            ("attitude_left_open(x)", Some(Allows::Unknown)),
            ("knowledge: brothers belong to one family", None),
            ("", None),
        ] {
            assert_eq!(
                by_name(constraint).or_else(|| by_words(constraint)),
                expected,
                "{constraint}"
            );
        }
    }
}
