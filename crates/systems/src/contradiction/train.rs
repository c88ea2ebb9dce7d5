//! Learning the weights of signals.

use phenom_dataset::Judgment;

use crate::Example;
use crate::contradiction::evidence::Evidence;
use crate::contradiction::model::{ContradictionModel, SignalWeight, SignalWeights, names, values};
use crate::contradiction::rules::Rules;
use crate::logistic::{EXACTLY, Observations, ROUGHLY, fitted, softmax};
use crate::training::{self, TrainingError};
use crate::wordnet::WordNet;

/// The strengths that are tried, from the strongest on.
const STRENGTHS: [f64; 6] = [100.0, 30.0, 10.0, 3.0, 1.0, 0.3];
const FOLDS: usize = 5;
/// Groups of examples are shuffled into folds from this seed, so that the same examples give the same model.
const SEED: u64 = 1;

impl ContradictionModel {
    /// Learns the weight of each signal from examples, with WordNet or without. The strength of the penalty is that with
    /// the least cross-validated log-loss; groups of examples stay in one fold.
    ///
    /// # Errors
    /// Where there are no examples, all have one judgment, or a judgment occurs in too few groups for folds.
    pub fn train(
        examples: &[Example<'_>],
        wordnet: Option<&WordNet>,
    ) -> Result<Self, TrainingError> {
        let judgments = training::judgments(examples)?;
        training::check_groups(examples, &judgments, 2)?;
        let rules = Rules::shipped().ok();
        let rows: Vec<Vec<f64>> = examples
            .iter()
            .map(|example| {
                let evidence = Evidence::new(&example.pair, wordnet);
                values(&evidence, rules.as_ref().and_then(|rules| rules.deciding(&evidence)))
            })
            .collect();
        let place = |example: &Example<'_>| training::place_of(example.gold, &judgments);
        let classes: Vec<usize> = examples.iter().map(place).collect();
        let folds = training::folds(examples, FOLDS, SEED);
        let mut best = (f64::INFINITY, STRENGTHS[0]);
        for strength in STRENGTHS {
            let loss = loss_of_other_folds(&rows, &classes, judgments.len(), &folds, strength);
            if loss < best.0 {
                best = (loss, strength);
            }
        }
        Ok(learnt(judgments, &rows, &classes, best.1, wordnet.is_some()))
    }
}

fn learnt(
    judgments: Vec<Judgment>,
    rows: &[Vec<f64>],
    classes: &[usize],
    strength: f64,
    wordnet: bool,
) -> ContradictionModel {
    let class_count = judgments.len();
    let coefficients =
        fitted(&Observations { rows, classes, class_count }, strength, None, EXACTLY);
    let of = |place: usize| coefficients.0.iter().map(|row| rounded(row[place])).collect();
    let names = names();
    let weights = SignalWeights {
        wordnet,
        l2_strength: strength,
        intercepts: of(names.len()),
        signals: names
            .iter()
            .enumerate()
            .map(|(place, name)| SignalWeight { name: (*name).to_owned(), weights: of(place) })
            .collect(),
    };
    ContradictionModel { judgments, weights: Some(weights) }
}

/// To nine significant digits, and to zero below 10^-12.
fn rounded(number: f64) -> f64 {
    if number.abs() < 1e-12 { 0.0 } else { format!("{number:.8e}").parse().unwrap_or(number) }
}

/// The sum of the log-losses of examples by models of the other folds.
fn loss_of_other_folds(
    rows: &[Vec<f64>],
    classes: &[usize],
    class_count: usize,
    folds: &[usize],
    strength: f64,
) -> f64 {
    let mut loss = 0.0;
    for fold in 0..FOLDS {
        let others = (0..rows.len()).filter(|number| folds[*number] != fold);
        let (their_rows, their_classes): (Vec<Vec<f64>>, Vec<usize>) =
            others.map(|number| (rows[number].clone(), classes[number])).unzip();
        let observations = Observations { rows: &their_rows, classes: &their_classes, class_count };
        let coefficients = fitted(&observations, strength, None, ROUGHLY);
        for number in (0..rows.len()).filter(|number| folds[*number] == fold) {
            let probabilities = softmax(&coefficients.scores(&rows[number]));
            loss -= probabilities[classes[number]].max(f64::MIN_POSITIVE).ln();
        }
    }
    loss
}
