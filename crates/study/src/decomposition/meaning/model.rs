//! A naive Bayes classifier on named features, and the model of entailment rules that comes with phenom.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::features::{Features, RuleText, of_constraint};

/// What is added to every count.
const SMOOTHING: f64 = 0.3;

/// How often examples of each class have each feature: a multinomial naive Bayes classifier.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NaiveBayes {
    /// The classes.
    classes: Vec<String>,
    /// How many examples each class has.
    examples: Vec<u32>,
    /// How many features the examples of each class have in all.
    totals: Vec<u32>,
    /// How many examples of a class have a feature: numbers of classes with counts.
    features: BTreeMap<String, Vec<(usize, u32)>>,
}

impl NaiveBayes {
    /// Counts the features that occur at least this number of times.
    pub(crate) fn train<'a>(
        examples: impl Iterator<Item = (&'a str, Features)>,
        fewest: u32,
    ) -> Self {
        let mut all = BTreeMap::new();
        for (class, features) in examples {
            let (number, counts): &mut (u32, BTreeMap<String, u32>) = all.entry(class).or_default();
            *number += 1;
            features.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        }
        let mut model = Self::default();
        for (class, (number, counts)) in all {
            for (feature, count) in counts {
                model.features.entry(feature).or_default().push((model.classes.len(), count));
            }
            model.classes.push(class.to_owned());
            model.examples.push(number);
        }
        let number = |counts: &[(usize, u32)]| counts.iter().map(|(_, count)| count).sum::<u32>();
        model.features.retain(|_, counts| number(counts) >= fewest);
        model.totals = vec![0; model.classes.len()];
        for (class, count) in model.features.values().flatten() {
            model.totals[*class] += count;
        }
        model
    }

    /// The classes with the logarithms of their joint probabilities with some features.
    pub(crate) fn scores(&self, features: &Features) -> Vec<(&str, f64)> {
        let smoothed = SMOOTHING * self.features.len() as f64;
        let all: u32 = self.examples.iter().sum();
        let mut scores: Vec<f64> =
            self.examples.iter().map(|number| (f64::from(*number) / f64::from(all)).ln()).collect();
        for counts in features.iter().filter_map(|name| self.features.get(name)) {
            for (class, (score, total)) in scores.iter_mut().zip(&self.totals).enumerate() {
                let count =
                    counts.iter().find(|(of, _)| *of == class).map_or(0, |(_, count)| *count);
                *score += ((f64::from(count) + SMOOTHING) / (f64::from(*total) + smoothed)).ln();
            }
        }
        self.classes.iter().map(String::as_str).zip(scores).collect()
    }

    /// The class with the highest score.
    pub(crate) fn predict(&self, features: &Features) -> Option<&str> {
        let best = self.scores(features).into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(class, _)| class)
    }
}

/// A rule with its phenomenon and gold label, from which the model learns.
#[derive(Debug, Clone, Copy)]
pub struct RuleExample<'a> {
    /// The rule.
    pub rule: RuleText<'a>,
    /// The path of its phenomenon.
    pub phenomenon: &'a str,
    /// The name of the gold label.
    pub label: &'a str,
}

/// The class of rules that make two changes.
const TWO_CHANGES: &str = "two changes";

/// What rules of each phenomenon look like, what constraints belong to each label, and what two changes look like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleModel {
    /// The pairs from which it learnt.
    pub trained_on: String,
    /// Phenomena, and two changes, by features of the change.
    edits: NaiveBayes,
    /// Phenomena by the words of pattern and constraint.
    wording: NaiveBayes,
    /// Labels by the words of the constraint.
    labels: NaiveBayes,
}

/// The margins above which `phenom decompose` asks a question. Each leaves about 2 % false alarms on parts of families that
/// the model has not seen.
#[derive(Debug)]
pub struct Bounds;

impl Bounds {
    /// For phenomena, by change, pattern and constraint.
    pub const PHENOMENON_BY_ALL: f64 = 11.0;
    /// For phenomena, by the change alone.
    pub const PHENOMENON_BY_EDIT: f64 = 24.0;
    /// For two changes against one.
    pub const TWO_CHANGES: f64 = 12.0;
    /// For labels, by the constraint.
    pub const LABEL: f64 = 4.0;
}

/// How much higher the score of another class is than that of the given one, as a logarithm; 0 if none is higher.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin<'a> {
    /// The class with the highest score.
    pub best: &'a str,
    /// Its score less that of the given class.
    pub margin: f64,
}

/// The margin of one class; `None` if the model does not know it.
fn margin<'a>(scores: &[(&'a str, f64)], class: &str) -> Option<Margin<'a>> {
    let (_, given) = scores.iter().find(|(name, _)| *name == class)?;
    let (best, highest) = scores.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some(Margin { best, margin: highest - given })
}

impl RuleModel {
    /// The model that comes with phenom.
    pub(super) fn shipped() -> Result<Self, String> {
        serde_json::from_str(include_str!("../../../data/rules.json"))
            .map_err(|error| format!("the model of rules that comes with phenom: {error}"))
    }

    /// Learns from rules that make one change, and from some that make two.
    #[must_use]
    pub fn train(trained_on: String, rules: &[RuleExample<'_>], double: &[RuleText<'_>]) -> Self {
        const FEWEST: u32 = 2;
        let single = rules.iter().map(|example| (example.phenomenon, example.rule.edit()));
        let double = double.iter().map(|rule| (TWO_CHANGES, rule.edit()));
        let worded = |example: &&RuleExample<'_>| !example.rule.constraint.is_empty();
        let wording = rules.iter().filter(worded);
        let labels = wording.clone();
        Self {
            trained_on,
            edits: NaiveBayes::train(single.chain(double), FEWEST),
            wording: NaiveBayes::train(
                wording.map(|example| (example.phenomenon, example.rule.wording())),
                FEWEST,
            ),
            labels: NaiveBayes::train(
                labels.map(|example| (example.label, of_constraint(example.rule.constraint))),
                FEWEST,
            ),
        }
    }

    /// The phenomena with their scores by the change alone.
    fn by_edit(&self, edit: &Features) -> Vec<(&str, f64)> {
        let mut scores = self.edits.scores(edit);
        scores.retain(|(class, _)| *class != TWO_CHANGES);
        scores
    }

    /// How well a phenomenon fits the change alone.
    #[must_use]
    pub fn phenomenon_by_edit(&self, rule: &RuleText<'_>, phenomenon: &str) -> Option<Margin<'_>> {
        margin(&self.by_edit(&rule.edit()), phenomenon)
    }

    /// How well a phenomenon fits the change, the pattern and the constraint; `None` if there is no pattern and no
    /// constraint.
    #[must_use]
    pub fn phenomenon_by_all(&self, rule: &RuleText<'_>, phenomenon: &str) -> Option<Margin<'_>> {
        let wording = rule.wording();
        if wording.is_empty() {
            return None;
        }
        let mut scores = self.by_edit(&rule.edit());
        let words: BTreeMap<&str, f64> = self.wording.scores(&wording).into_iter().collect();
        for (class, score) in &mut scores {
            *score += words.get(class).copied().unwrap_or(f64::NEG_INFINITY);
        }
        margin(&scores, phenomenon)
    }

    /// How much better two changes fit than one of a phenomenon, as a logarithm; `None` if one change of any phenomenon fits
    /// better than two.
    #[must_use]
    pub fn two_changes(&self, rule: &RuleText<'_>, phenomenon: &str) -> Option<f64> {
        let scores = self.edits.scores(&rule.edit());
        let of =
            |class: &str| scores.iter().find(|(name, _)| *name == class).map(|(_, score)| *score);
        let singles = scores.iter().filter(|(class, _)| *class != TWO_CHANGES);
        let best = singles.map(|(_, score)| *score).max_by(f64::total_cmp)?;
        let two = of(TWO_CHANGES).filter(|two| *two > best)?;
        Some(two - of(phenomenon).unwrap_or(best))
    }

    /// How well a label fits the constraint.
    #[must_use]
    pub fn label_by_constraint(&self, constraint: &str, label: &str) -> Option<Margin<'_>> {
        let features = of_constraint(constraint);
        margin(&self.labels.scores(&features), label).filter(|_| !features.is_empty())
    }
}
