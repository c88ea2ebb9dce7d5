//! Learning a feature model.

use crate::features::calibration::{calibration_error, scaled, sharpness};
use crate::features::comparison::Comparison;
use crate::features::coverage::Feature;
use crate::features::model::{CrossValidation, FeatureWeight, standardised};
use crate::features::{FeatureModel, Frequencies, vector};
use crate::logistic::{Coefficients, EXACTLY, Observations, ROUGHLY, fitted};
use crate::training::{self, TrainingError};
use crate::wordnet::WordNet;
use crate::{Example, Probabilities};

/// The strengths that are tried, from the strongest on.
const STRENGTHS: [f64; 6] = [3000.0, 1000.0, 300.0, 100.0, 30.0, 10.0];
const FOLDS: usize = 5;
/// The folds of [`cross_validated`].
const OUTER_FOLDS: usize = 10;
/// Groups of examples are shuffled into folds from this seed, so that the same examples give the same model.
const SEED: u64 = 1;

impl FeatureModel {
    /// Learns weights from examples, with WordNet or without. The strength of the penalty is that with the least
    /// cross-validated log-loss; groups of examples stay in one fold.
    ///
    /// # Errors
    /// Where there are no examples, all have one judgment, or a judgment occurs in too few groups for folds.
    pub fn train(
        examples: &[Example<'_>],
        wordnet: Option<&WordNet>,
    ) -> Result<Self, TrainingError> {
        let comparisons = compared(examples, wordnet);
        let comparisons: Vec<&Comparison> = comparisons.iter().collect();
        learn(examples, &comparisons, wordnet.is_some())
    }
}

/// The probabilities that models give examples which they were not trained on: for each fold, one is learnt from the
/// others, with all that learning chooses. Groups of examples stay together; the seed shuffles them.
///
/// # Errors
/// As of [`FeatureModel::train`].
pub fn cross_validated(
    examples: &[Example<'_>],
    wordnet: Option<&WordNet>,
    seed: u64,
) -> Result<Vec<Probabilities>, TrainingError> {
    let all = compared(examples, wordnet);
    let folds = training::folds(examples, OUTER_FOLDS, seed);
    let mut found = vec![Probabilities(Vec::new()); examples.len()];
    for fold in 0..OUTER_FOLDS {
        let others = (0..examples.len()).filter(|number| folds[*number] != fold);
        let (trained_on, comparisons): (Vec<_>, Vec<_>) =
            others.map(|number| (examples[number], &all[number])).unzip();
        let model = learn(&trained_on, &comparisons, wordnet.is_some())?;
        for number in (0..examples.len()).filter(|number| folds[*number] == fold) {
            found[number] =
                model.probabilities(&vector::features(&all[number], &model.frequencies));
        }
    }
    Ok(found)
}

impl FeatureModel {
    /// The probabilities of a pair with these features.
    pub(super) fn probabilities(&self, values: &[Feature]) -> Probabilities {
        let scores = self.coefficients().scores(&self.standardised(values));
        let probabilities = scaled(&scores, self.sharpness);
        Probabilities(self.judgments.iter().copied().zip(probabilities).collect())
    }
}

fn compared(examples: &[Example<'_>], wordnet: Option<&WordNet>) -> Vec<Comparison> {
    examples.iter().map(|example| Comparison::new(&example.pair, wordnet)).collect()
}

fn learn(
    examples: &[Example<'_>],
    comparisons: &[&Comparison],
    with_wordnet: bool,
) -> Result<FeatureModel, TrainingError> {
    let judgments = training::judgments(examples)?;
    training::check_groups(examples, &judgments, 2)?;
    let place = |example: &Example<'_>| training::place_of(example.gold, &judgments);
    let classes: Vec<usize> = examples.iter().map(place).collect();
    let frequencies = Frequencies::learnt(comparisons.iter().copied());
    let values: Vec<Vec<f64>> = comparisons
        .iter()
        .map(|comparison| {
            let features = vector::features(comparison, &frequencies);
            features.into_iter().map(|(_, value)| value).collect()
        })
        .collect();
    let scales = scales(&values);
    let rows: Vec<Vec<f64>> = values.iter().map(|row| scaled_row(row, &scales)).collect();

    let folds = training::folds(examples, FOLDS, SEED);
    let tried = out_of_fold(&rows, &classes, judgments.len(), &folds);
    // Strengths stand from the strongest on, and of equal ones the first is taken.
    let losses: Vec<f64> = tried.iter().map(|scores| log_loss(scores, &classes, |_| 1.0)).collect();
    let mut best = 0;
    for (number, loss) in losses.iter().enumerate() {
        if *loss < losses[best] {
            best = number;
        }
    }
    let (strength, scores) = (STRENGTHS[best], &tried[best]);
    let cross_validation = figures(scores, &classes, &folds);
    let observations =
        Observations { rows: &rows, classes: &classes, class_count: judgments.len() };
    let coefficients = fitted(&observations, strength, None, EXACTLY);
    Ok(FeatureModel {
        wordnet: with_wordnet,
        judgments,
        l2_strength: strength,
        sharpness: rounded(sharpness(scores, &classes)),
        cross_validation,
        intercepts: coefficients.0.iter().map(|row| rounded(row[scales.len()])).collect(),
        features: vector::names()
            .into_iter()
            .zip(scales)
            .enumerate()
            .map(|(number, (name, (mean, deviation)))| FeatureWeight {
                name: name.to_owned(),
                mean: rounded(mean),
                deviation: rounded(deviation),
                weights: coefficients.0.iter().map(|row| rounded(row[number])).collect(),
            })
            .collect(),
        frequencies,
    })
}

/// To nine significant digits, and to zero below 10^-12: numbers that a reader of JSON gives back as they were written.
fn rounded(number: f64) -> f64 {
    if number.abs() < 1e-12 { 0.0 } else { format!("{number:.8e}").parse().unwrap_or(number) }
}

/// Mean and standard deviation of each feature.
fn scales(values: &[Vec<f64>]) -> Vec<(f64, f64)> {
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 examples")]
    let count = values.len() as f64;
    let width = values.first().map_or(0, Vec::len);
    let scale = |feature: usize| {
        let mean = values.iter().map(|row| row[feature]).sum::<f64>() / count;
        let squares = values.iter().map(|row| (row[feature] - mean).powi(2)).sum::<f64>();
        let deviation = (squares / count).sqrt();
        // What differs by rounding only has one value.
        (mean, if deviation > 1e-9 { deviation } else { 0.0 })
    };
    (0..width).map(scale).collect()
}

fn scaled_row(row: &[f64], scales: &[(f64, f64)]) -> Vec<f64> {
    let pairs = row.iter().zip(scales);
    pairs.map(|(value, (mean, deviation))| standardised(*value, *mean, *deviation)).collect()
}

/// The scores of each example by a model of the other folds, for each strength.
fn out_of_fold(
    rows: &[Vec<f64>],
    classes: &[usize],
    class_count: usize,
    folds: &[usize],
) -> Vec<Vec<Vec<f64>>> {
    let mut scores = vec![vec![vec![0.0; class_count]; rows.len()]; STRENGTHS.len()];
    for fold in 0..FOLDS {
        let others = (0..rows.len()).filter(|number| folds[*number] != fold);
        let (their_rows, their_classes): (Vec<Vec<f64>>, Vec<usize>) =
            others.map(|number| (rows[number].clone(), classes[number])).unzip();
        let observations = Observations { rows: &their_rows, classes: &their_classes, class_count };
        let mut start: Option<Coefficients> = None;
        for (strength, scores) in STRENGTHS.iter().zip(&mut scores) {
            let coefficients = fitted(&observations, *strength, start.as_ref(), ROUGHLY);
            for number in (0..rows.len()).filter(|number| folds[*number] == fold) {
                scores[number] = coefficients.scores(&rows[number]);
            }
            start = Some(coefficients);
        }
    }
    scores
}

/// The mean log-loss of scores, each sharpened by the factor of its example.
fn log_loss(scores: &[Vec<f64>], classes: &[usize], factor: impl Fn(usize) -> f64) -> f64 {
    let losses = scores.iter().zip(classes).enumerate().map(|(number, (scores, class))| {
        -scaled(scores, factor(number))[*class].max(f64::MIN_POSITIVE).ln()
    });
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 examples")]
    let count = classes.len() as f64;
    losses.sum::<f64>() / count
}

fn figures(scores: &[Vec<f64>], classes: &[usize], folds: &[usize]) -> CrossValidation {
    let factors: Vec<f64> = (0..FOLDS)
        .map(|fold| {
            let others = (0..classes.len()).filter(|number| folds[*number] != fold);
            let (scores, classes): (Vec<_>, Vec<_>) =
                others.map(|number| (scores[number].clone(), classes[number])).unzip();
            sharpness(&scores, &classes)
        })
        .collect();
    let sharpened: Vec<Vec<f64>> =
        scores.iter().zip(folds).map(|(scores, fold)| scaled(scores, factors[*fold])).collect();
    let is_right = |(probabilities, class): (&Vec<f64>, &usize)| {
        probabilities
            .iter()
            .enumerate()
            .all(|(place, probability)| place == *class || *probability < probabilities[*class])
    };
    let right = sharpened.iter().zip(classes).filter(|pair| is_right(*pair)).count();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 examples")]
    let accuracy = right as f64 / classes.len() as f64;
    CrossValidation {
        folds: FOLDS,
        examples: classes.len(),
        accuracy: rounded(accuracy),
        log_loss: rounded(log_loss(scores, classes, |number| factors[folds[number]])),
        calibration_error: rounded(calibration_error(&sharpened, classes)),
    }
}
