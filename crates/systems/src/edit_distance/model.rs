//! What the engine has learnt, as a readable file.

use phenom_dataset::Judgment;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::costs::Costs;
use super::costs::Normalisation;
use super::frequencies::DocumentFrequencies;
use super::prepared::Prepared;
use super::script::Edit;
use super::threshold::Threshold;
use super::tokens::{token_distance, token_script};
use super::tree::{tree_distance, tree_script};

/// A learnt edit distance: costs, and the threshold up to which a text entails its hypothesis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EditDistanceModel {
    /// How many examples of each judgment it was trained on.
    pub examples: ExampleCounts,
    /// Whether relations between words came from WordNet; then the engine needs it too.
    pub wordnet: bool,
    /// The seed of the search for costs.
    pub seed: u64,
    /// What edits cost.
    pub costs: Costs,
    /// The threshold of pairs that are compared as words, and as trees where a parse of one is missing or too large.
    pub tokens: Learnt,
    /// The threshold of pairs that are compared as trees; nothing where none was parsed in training.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trees: Option<Learnt>,
    /// In how many texts words occur; nothing where costs do not depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_frequencies: Option<DocumentFrequencies>,
}

/// A learnt threshold, and how well it does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Learnt {
    /// The threshold.
    pub threshold: Threshold,
    /// The share of examples that are judged right, two-way, by thresholds learnt without them. The costs were
    /// chosen by this very figure where a swarm looked for them: then it promises too much.
    pub cross_validated_accuracy: f64,
}

/// Examples by judgment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExampleCounts {
    /// Those that are entailed.
    pub entailment: u32,
    /// Those that are neither entailed nor contradicted.
    pub unknown: u32,
    /// Those that are contradicted.
    pub contradiction: u32,
    /// Those that are not entailed, in two-way gold.
    pub not_entailment: u32,
}

impl ExampleCounts {
    /// Counts judgments.
    pub(super) fn of(judgments: impl Iterator<Item = Judgment>) -> Self {
        let mut counts = Self::default();
        for judgment in judgments {
            *match judgment {
                Judgment::Entailment => &mut counts.entailment,
                Judgment::Unknown => &mut counts.unknown,
                Judgment::Contradiction => &mut counts.contradiction,
                Judgment::NotEntailment => &mut counts.not_entailment,
            } += 1;
        }
        counts
    }

    /// Whether the gold tells *unknown* from *contradiction*.
    pub(super) fn are_three_way(&self) -> bool {
        self.not_entailment == 0
    }
}

/// Why an engine cannot be made of a model.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum EditDistanceError {
    /// A figure that is none, or negative.
    #[error("the model's {name} cannot be {figure}: it must be a number of 0 or more")]
    Figure {
        /// What it is.
        name: &'static str,
        /// What it says.
        figure: f64,
    },
    /// No counts of words, where costs depend on them.
    #[error(
        "the model's costs depend on word rarity (idf-exponent), and it has no document-frequencies"
    )]
    NoFrequencies,
    /// A model with WordNet, and none given.
    #[error(
        "the model was trained with WordNet and needs it; name its folder, or use a model trained without it"
    )]
    NeedsWordNet,
    /// WordNet given to a model without: its threshold would mean nothing.
    #[error(
        "the model was trained without WordNet, and its threshold is valid only without it; leave WordNet out, or train \
         with it"
    )]
    WithoutWordNet,
    /// Parses given to a model that has seen none.
    #[error(
        "the model was trained without parses and has no threshold for trees; leave the parses out, or train with \
         parses"
    )]
    WithoutTrees,
}

impl EditDistanceModel {
    /// Whether the model can be used.
    ///
    /// # Errors
    /// Figures that no cost or threshold can be.
    pub fn check(&self) -> Result<(), EditDistanceError> {
        if let Some((name, figure)) = self.costs.unusable() {
            return Err(EditDistanceError::Figure { name, figure });
        }
        if self.costs.idf_exponent > 0.0 && self.document_frequencies.is_none() {
            return Err(EditDistanceError::NoFrequencies);
        }
        for learnt in [Some(self.tokens), self.trees].into_iter().flatten() {
            let Threshold { distance, slope } = learnt.threshold;
            if !slope.is_finite() || slope < 0.0 {
                return Err(EditDistanceError::Figure { name: "slope", figure: slope });
            }
            if !distance.is_finite() {
                return Err(EditDistanceError::Figure { name: "threshold", figure: distance });
            }
        }
        Ok(())
    }
}

/// Whether words were compared in their order, or as trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    Tokens,
    Trees,
}

/// The distance of a pair, from 0 for the same words: the cost of the cheapest edits, as a share. 0 where the whole
/// costs nothing, as with a hypothesis without words. As trees where there are some of a size that can be compared.
pub(super) fn distance(
    prepared: &Prepared,
    costs: &Costs,
    frequencies: &DocumentFrequencies,
) -> (f64, Compared) {
    let priced = prepared.priced(costs, frequencies);
    let sizes = (prepared.text.len(), prepared.hypothesis.len());
    let as_trees = prepared.trees.as_ref();
    let as_trees =
        as_trees.and_then(|(text, hypothesis)| tree_distance(text, hypothesis, &priced).ok());
    let (cost, compared) = match as_trees {
        Some(cost) => (cost, Compared::Trees),
        None => (token_distance(sizes.0, sizes.1, &priced, &priced.rewrites), Compared::Tokens),
    };
    (share(cost, costs.normalisation, &priced.insertions, &priced.deletions), compared)
}

/// The edits of the cheapest way in the order of [`distance`]; nothing where the pair is too long to trace it back.
pub(super) fn script(
    prepared: &Prepared,
    costs: &Costs,
    frequencies: &DocumentFrequencies,
    compared: Compared,
) -> Option<Vec<Edit>> {
    let priced = prepared.priced(costs, frequencies);
    match (compared, &prepared.trees) {
        (Compared::Trees, Some((text, hypothesis))) => {
            tree_script(text, hypothesis, &priced).ok().map(|(_, edits)| edits)
        }
        _ => {
            let sizes = (prepared.text.len(), prepared.hypothesis.len());
            token_script(sizes.0, sizes.1, &priced, &priced.rewrites).map(|(_, edits)| edits)
        }
    }
}

fn share(cost: f64, normalisation: Normalisation, insertions: &[f64], deletions: &[f64]) -> f64 {
    let inserted: f64 = insertions.iter().sum();
    let whole = match normalisation {
        Normalisation::Insertion => inserted,
        Normalisation::InsertionAndDeletion => inserted + deletions.iter().sum::<f64>(),
    };
    // What is written and deleted costs more than nothing only where some figure is above 0.
    if whole > 0.0 { cost / whole } else { 0.0 }
}
