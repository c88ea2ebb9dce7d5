//! Why the feature classifier judges as it does, in plain English.

use crate::features::comparison::Comparison;
use crate::features::coverage::Feature;
use crate::features::{FeatureModel, words};
use crate::{Reply, TextPair};

/// How many unmatched words are named, and how many features.
const MOST_WORDS: usize = 8;
const MOST_FEATURES: usize = 3;
/// Letters of a word that are shown.
const LONGEST_WORD: usize = 40;
/// A feature is named where it moved the score by at least this much.
const LEAST_SHARE: f64 = 0.02;

/// Which content words of the hypothesis are not covered, and which features spoke most for the answer.
pub(super) fn justification(
    model: &FeatureModel,
    pair: &TextPair<'_>,
    comparison: &Comparison,
    values: &[Feature],
    reply: &Reply,
) -> String {
    let all = comparison.content.len();
    let unmatched: Vec<String> = words::unmatched(comparison)
        .map(|(_, word)| comparison.hypothesis.tokens[word.token].written(pair.hypothesis))
        .map(|word| format!("\"{}\"", word.chars().take(LONGEST_WORD).collect::<String>()))
        .collect();
    let mut said = vec![format!("{} of {all} content words covered", all - unmatched.len())];
    if !unmatched.is_empty() {
        let mut named = unmatched.iter().take(MOST_WORDS).cloned().collect::<Vec<_>>().join(", ");
        if unmatched.len() > MOST_WORDS {
            named += &format!(" and {} more", unmatched.len() - MOST_WORDS);
        }
        said.push(format!("unmatched: {named}"));
    }
    let most = most_telling(model, values, reply);
    if !most.is_empty() {
        said.push(format!("counted most: {}", most.join(", ")));
    }
    said.join("; ")
}

/// The features that spoke most for the answer, each with whether its value is high or low.
fn most_telling(model: &FeatureModel, values: &[Feature], reply: &Reply) -> Vec<String> {
    let answer = model.judgments.iter().position(|judgment| Some(*judgment) == reply.judgment);
    let standardised = model.standardised(values);
    let weight = |feature: usize| -> f64 {
        let weights = &model.features[feature].weights;
        match (answer, weights.as_slice()) {
            // One row is the second of two judgments.
            (Some(0), [weight]) => -weight,
            (Some(_), [weight]) => *weight,
            (Some(answer), weights) => weights.get(answer).copied().unwrap_or_default(),
            (None, _) => 0.0,
        }
    };
    let mut shares: Vec<(f64, usize)> = standardised
        .iter()
        .enumerate()
        .map(|(feature, value)| (weight(feature) * value, feature))
        .filter(|(share, _)| *share >= LEAST_SHARE)
        .collect();
    shares.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let named = shares.iter().take(MOST_FEATURES).map(|(_, feature)| {
        let (name, value) = values[*feature];
        match (value, is_flag(name)) {
            (1.0, true) => name.to_owned(),
            (_, true) => format!("not: {name}"),
            _ => format!("{name} {}", if standardised[*feature] > 0.0 { "high" } else { "low" }),
        }
    });
    named.collect()
}

/// Whether a feature is 1 where its name is true of the pair, and 0 where not.
fn is_flag(name: &str) -> bool {
    name.contains(" is unmatched")
        || name.contains(" has a ")
        || name.starts_with("negation in")
        || name.starts_with("modality ")
        || name.starts_with("another number")
        || name.starts_with("speech in")
}
