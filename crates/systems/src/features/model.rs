//! What the feature classifier learns, as a readable file.

use std::collections::BTreeSet;

use phenom_dataset::Judgment;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::features::coverage::Feature;
use crate::features::{Frequencies, vector};
use crate::logistic::{Coefficients, fits, rows};

/// A trained feature classifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FeatureModel {
    /// Whether it was trained with WordNet: it works then only with WordNet.
    pub wordnet: bool,
    /// What it tells apart.
    pub judgments: Vec<Judgment>,
    /// The strength of the L2 penalty, chosen by cross-validation.
    pub l2_strength: f64,
    /// By what scores are multiplied before they are probabilities, so that these fit the cross-validated answers best.
    pub sharpness: f64,
    /// What cross-validation on the training examples said.
    pub cross_validation: CrossValidation,
    /// A constant for each judgment; of two judgments, for the second only.
    pub intercepts: Vec<f64>,
    /// The features with their weights.
    pub features: Vec<FeatureWeight>,
    /// How frequent words are.
    pub frequencies: Frequencies,
}

/// A feature's weight. Its value is standardised first: less the mean, over the deviation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FeatureWeight {
    /// The feature.
    pub name: String,
    /// Its mean over the examples.
    pub mean: f64,
    /// Its standard deviation over them; 0 where it has one value, and counts nothing.
    pub deviation: f64,
    /// How much one deviation adds to the score of each judgment; of two judgments, of the second only.
    pub weights: Vec<f64>,
}

/// Figures of the cross-validation by which the penalty was chosen; a little too good, for they are of the best penalty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CrossValidation {
    /// How many folds.
    pub folds: usize,
    /// How many examples.
    pub examples: usize,
    /// The share of right answers.
    pub accuracy: f64,
    /// The mean of minus the logarithm of the gold judgment's probability, in nats.
    pub log_loss: f64,
    /// The expected calibration error, of ten bins by the probability of the answer, with the sharpness learnt on the
    /// other folds.
    pub calibration_error: f64,
}

/// Why a model cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModelError {
    /// It needs WordNet.
    #[error(
        "the model was trained with WordNet, and phenom finds no WordNet here: name its folder (Debian's package \
         wordnet-base puts it into /usr/share/wordnet), set PHENOM_WORDNET, or train a model without it"
    )]
    NeedsWordNet,
    /// It is not one of this version.
    #[error("the model {0}: it is damaged or from another version of phenom; train it again")]
    Unfit(String),
}

impl ModelError {
    /// Refuses labels if there are fewer than two, or if one is repeated.
    pub(crate) fn refuse_labels(judgments: &[Judgment]) -> Result<(), Self> {
        let different: BTreeSet<&Judgment> = judgments.iter().collect();
        match different.len() < 2 || different.len() != judgments.len() {
            true => Err(Self::Unfit("has fewer than two labels".to_owned())),
            false => Ok(()),
        }
    }
}

impl FeatureModel {
    /// Whether the model fits this version of the program.
    pub(super) fn check(&self) -> Result<(), ModelError> {
        let unfit = |what: &str| Err(ModelError::Unfit(what.to_owned()));
        ModelError::refuse_labels(&self.judgments)?;
        let rows = rows(self.judgments.len());
        let names = self.features.iter().map(|feature| feature.name.as_str());
        if !names.eq(vector::names()) {
            return unfit("has other features than the program, or in another order");
        }
        let all_fit = self.features.iter().all(|one| fits(&one.weights, rows));
        if !fits(&self.intercepts, rows) || !all_fit {
            return unfit(&format!(
                "has not exactly {rows} finite weights a feature and intercepts"
            ));
        }
        let is_scale = |feature: &FeatureWeight| {
            feature.mean.is_finite() && (0.0..f64::INFINITY).contains(&feature.deviation)
        };
        if !self.features.iter().all(is_scale) {
            return unfit(
                "has a mean that is not finite, or a deviation that is negative or not finite",
            );
        }
        if !(self.sharpness.is_finite() && self.sharpness > 0.0) {
            return unfit("has a sharpness that is not above 0");
        }
        Ok(())
    }

    /// The values of features as the weights expect them.
    pub(super) fn standardised(&self, values: &[Feature]) -> Vec<f64> {
        let pairs = self.features.iter().zip(values);
        pairs
            .map(|(feature, (_, value))| standardised(*value, feature.mean, feature.deviation))
            .collect()
    }

    /// The weights as rows with the intercept last.
    pub(super) fn coefficients(&self) -> Coefficients {
        let row = |row: usize| {
            let weights = self.features.iter().map(|feature| feature.weights[row]);
            weights.chain([self.intercepts[row]]).collect()
        };
        Coefficients((0..rows(self.judgments.len())).map(row).collect())
    }
}

/// The furthest from the mean that a value counts, in deviations: no text may have more to say than that.
const FURTHEST: f64 = 4.0;

/// A value less its mean over its deviation.
pub(super) fn standardised(value: f64, mean: f64, deviation: f64) -> f64 {
    if deviation > 0.0 { ((value - mean) / deviation).clamp(-FURTHEST, FURTHEST) } else { 0.0 }
}
