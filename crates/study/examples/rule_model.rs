//! Trains the model of entailment rules that `phenom decompose` checks phenomena, labels and changes with, and measures
//! it on families of texts that it has not seen.
//!
//! ```sh
//! cargo run --release -p phenom-study --example rule_model -- datasets/monothematic-en/pairs.jsonl \
//!     > crates/study/data/rules.json
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool of the command line")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use phenom_annotate::shipped::INVENTORY;
use phenom_annotate::{Inventory, places};
use phenom_study::decomposition::meaning::{Bounds, RuleExample, RuleModel, RuleText};
use serde_json::Value;

/// How many parts the families are dealt to.
const PARTS: usize = 10;

/// A rule with what surrounds it.
#[derive(Debug, Clone, Default)]
struct Part {
    family: String,
    original: String,
    text: String,
    left: String,
    right: String,
    pattern: String,
    constraint: String,
    phenomenon: String,
    label: String,
}

impl Part {
    fn rule(&self) -> RuleText<'_> {
        let Self { text, left, right, pattern, constraint, .. } = self;
        RuleText { text, left, right, pattern, constraint }
    }

    fn example(&self) -> RuleExample<'_> {
        RuleExample { rule: self.rule(), phenomenon: &self.phenomenon, label: &self.label }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file of decomposed pairs")?;
    let parts = parts(&std::fs::read_to_string(&path)?)?;
    let double = double(&parts);
    let examples = examples_of_inventory()?;
    cross_validate(&parts, &double, &examples);
    let trained_on = format!(
        "{path} ({} parts, {} of two changes computed from them) and {} examples of the inventory",
        parts.len(),
        double.len(),
        examples.len()
    );
    let model = train(trained_on, parts.iter().chain(&examples), double.iter());
    println!("{}", serde_json::to_string(&model)?.replace("],\"", "],\n\""));
    Ok(())
}

fn train<'a>(
    trained_on: String,
    parts: impl Iterator<Item = &'a Part>,
    double: impl Iterator<Item = &'a Part>,
) -> RuleModel {
    let parts: Vec<RuleExample<'_>> = parts.map(Part::example).collect();
    let double: Vec<RuleText<'_>> = double.map(Part::rule).collect();
    RuleModel::train(trained_on, &parts, &double)
}

fn parts(lines: &str) -> Result<Vec<Part>, Box<dyn Error>> {
    let mut found = Vec::new();
    for line in lines.lines() {
        let original: Value = serde_json::from_str(line)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        for part in original["monothematic"].as_array().into_iter().flatten() {
            let rule = &part["rule"];
            found.push(Part {
                family: text(&original["cluster"]),
                original: text(&original["id"]),
                text: text(&original["text"]),
                left: text(&rule["left_hand_side"]),
                right: text(&rule["right_hand_side"]),
                pattern: text(&rule["pattern"]),
                constraint: text(&rule["constraint"]),
                phenomenon: text(&part["phenomena"][0]),
                label: text(&part["gold"]),
            });
        }
    }
    Ok(found)
}

/// The examples of the shipped inventory; its constraint is that of entailed ones.
fn examples_of_inventory() -> Result<Vec<Part>, Box<dyn Error>> {
    let inventory: Inventory = serde_yaml::from_str(INVENTORY)?;
    let mut found = Vec::new();
    let bracketed = |text: &str| {
        let (_, rest) = text.split_once('[')?;
        Some(rest.split_once(']')?.0.to_owned())
    };
    for entry in &inventory.phenomena {
        for example in &entry.examples {
            let text = example.text.as_ref().unwrap_or(&entry.text);
            let sides = bracketed(text).zip(bracketed(&example.hypothesis));
            let (left, right) = sides.ok_or("an example without brackets")?;
            let label = example.judgment.name().to_owned();
            let is_entailed = label == "entailment";
            found.push(Part {
                text: text.replace(['[', ']'], ""),
                left,
                right,
                pattern: entry.pattern.clone(),
                constraint: entry.constraint.clone().repeat(usize::from(is_entailed)),
                phenomenon: entry.phenomenon.clone(),
                label,
                ..Part::default()
            });
        }
    }
    Ok(found)
}

/// Rules that make the changes of two parts of one original at once.
fn double(parts: &[Part]) -> Vec<Part> {
    const MOST_WORDS: usize = 25;
    let mut found = Vec::new();
    for first in parts {
        for second in parts.iter().filter(|part| part.original == first.original) {
            let at = |part: &Part| places(&first.text, &part.left).first().cloned();
            let Some((before, behind)) = at(first).zip(at(second)) else { continue };
            if before.end > behind.start {
                continue;
            }
            let left = &first.text[before.start..behind.end];
            if left.split(' ').count() > MOST_WORDS {
                continue;
            }
            let between = &first.text[before.end..behind.start];
            let right = format!("{}{between}{}", first.right, second.right);
            found.push(Part { left: left.to_owned(), right, ..first.clone() });
            found.push(Part {
                left: left.to_owned(),
                right: found.last().map(|part: &Part| part.right.clone()).unwrap_or_default(),
                text: first.text.clone(),
                ..second.clone()
            });
        }
    }
    found
}

/// A check by a margin, with the margin that it needs to ask.
type Check = (&'static str, f64, fn(&RuleModel, &Part, &str) -> Option<f64>);

const CHECKS: [Check; 4] = [
    (
        "phenomenon, by change, pattern and constraint",
        Bounds::PHENOMENON_BY_ALL,
        |model, part, tag| Some(model.phenomenon_by_all(&part.rule(), tag)?.margin),
    ),
    ("phenomenon, by the change alone", Bounds::PHENOMENON_BY_EDIT, |model, part, tag| {
        Some(model.phenomenon_by_edit(&part.rule(), tag)?.margin)
    }),
    ("two changes", Bounds::TWO_CHANGES, |model, part, tag| model.two_changes(&part.rule(), tag)),
    ("label, by the constraint", Bounds::LABEL, |model, part, label| {
        Some(model.label_by_constraint(&part.constraint, label)?.margin)
    }),
];

/// Prints how often each check asks of right parts of families that the model has not seen, and how often of wrong ones:
/// with each other phenomenon or label, and with two changes.
fn cross_validate(parts: &[Part], double: &[Part], examples: &[Part]) {
    let sorted: BTreeSet<&str> = parts.iter().map(|part| part.family.as_str()).collect();
    let fold_of: BTreeMap<&str, usize> =
        sorted.iter().enumerate().map(|(number, family)| (*family, number % PARTS)).collect();
    let is_of = |part: &Part, fold: usize| fold_of[part.family.as_str()] == fold;
    let phenomena: BTreeSet<&str> = parts.iter().map(|part| part.phenomenon.as_str()).collect();
    let labels = BTreeSet::from(["entailment", "contradiction", "unknown"]);
    let mut counts = [[0usize; 4]; CHECKS.len()];
    let mut any = 0;
    for fold in 0..PARTS {
        let model = train(
            String::new(),
            parts.iter().filter(|part| !is_of(part, fold)).chain(examples),
            double.iter().filter(|part| !is_of(part, fold)),
        );
        for part in parts.iter().filter(|part| is_of(part, fold)) {
            let mut asks = false;
            for ((name, bound, margin), counts) in CHECKS.iter().zip(&mut counts) {
                let is_of_label = name.starts_with("label");
                let (right, all) = match is_of_label {
                    true => (&part.label, &labels),
                    false => (&part.phenomenon, &phenomena),
                };
                let mut count = |class: &str, at: usize| {
                    let asked = margin(&model, part, class).is_some_and(|margin| margin > *bound);
                    counts[at] += usize::from(asked);
                    counts[at + 1] += 1;
                    asked
                };
                asks |= count(right, 0);
                if *name != "two changes" {
                    all.iter().filter(|class| *class != right).for_each(|class| {
                        count(class, 2);
                    });
                }
            }
            any += usize::from(asks);
        }
        let (_, bound, margin) = CHECKS[2];
        for part in double.iter().filter(|part| is_of(part, fold)) {
            let margin = margin(&model, part, &part.phenomenon);
            counts[2][2] += usize::from(margin.is_some_and(|margin| margin > bound));
            counts[2][3] += 1;
        }
    }
    let share = |some: usize, all: usize| 100.0 * some as f64 / all as f64;
    for ((name, ..), [alarms, right, found, wrong]) in CHECKS.iter().zip(counts) {
        eprintln!(
            "{name}: {:.1} % false alarms ({alarms} of {right}), {:.1} % of errors found ({found} of {wrong})",
            share(alarms, right),
            share(found, wrong)
        );
    }
    eprintln!(
        "any of them: {:.1} % false alarms ({any} of {})",
        share(any, parts.len()),
        parts.len()
    );
}
