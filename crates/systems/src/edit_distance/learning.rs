//! How costs and thresholds are learnt.

use std::ops::RangeInclusive;

use phenom_dataset::Judgment;
use rayon::prelude::*;

use super::costs::{ByClass, Costs};
use super::frequencies::DocumentFrequencies;
use super::model::{EditDistanceModel, ExampleCounts, Learnt, distance};
use super::prepared::{Prepared, Resources, WordCache};
use super::threshold::Threshold;
use crate::Example;
use crate::swarm::{SwarmOptions, SwarmState, maximise};
use crate::text::WordClass;
use crate::training::{TrainingError, folds};

/// How the costs are looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EditDistanceTraining {
    /// The costs to start from, and to keep where nothing is looked for.
    pub costs: Costs,
    /// Which costs are looked for.
    pub searched: Searched,
    /// How long the swarm looks; no moves keep the best of the first places.
    pub swarm: SwarmOptions,
    /// Into how many parts the examples are split to see how well costs do.
    pub folds: usize,
    /// What is maximised.
    pub objective: Objective,
}

/// How often the particles move.
pub(super) const MOVES: usize = 15;

impl Default for EditDistanceTraining {
    /// What did as well as any in cross-validation on the development sets of RTE-1, 2, 3 and 5, with the fewest
    /// costs to look for.
    fn default() -> Self {
        Self {
            costs: Costs::default(),
            searched: Searched { insertion: true, deletion: false, substitution: false, idf: true },
            swarm: SwarmOptions { particles: 20, moves: MOVES, seed: 1 },
            folds: 5,
            objective: Objective::Likelihood,
        }
    }
}

/// By what costs are chosen, on examples that their thresholds were learnt without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// The share of examples that are judged right, two-way.
    Accuracy,
    /// The mean logarithm of the probability that is given to what is the case. It tells costs apart that judge
    /// equally many right, and depends less on a few examples.
    Likelihood,
}

/// Which costs the swarm looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// The costs of insertion by class.
    pub insertion: bool,
    /// The costs of deletion by class.
    pub deletion: bool,
    /// The shares of substitutions by relation.
    pub substitution: bool,
    /// The exponent of the inverse document frequency.
    pub idf: bool,
}

impl Searched {
    /// Nothing: the costs are kept as they are.
    pub const NOTHING: Self =
        Self { insertion: false, deletion: false, substitution: false, idf: false };

    /// The bounds of what is looked for, in the order of [`Self::costs`].
    fn bounds(self) -> Vec<RangeInclusive<f64>> {
        let mut bounds = Vec::new();
        if self.insertion {
            bounds.extend(vec![0.0..=2.0; WordClass::ALL.len()]);
        }
        if self.deletion {
            bounds.extend(vec![0.0..=0.5; WordClass::ALL.len()]);
        }
        if self.substitution {
            bounds.extend(vec![0.0..=1.0; 9]);
        }
        if self.idf {
            bounds.push(0.0..=2.0);
        }
        bounds
    }

    /// The figures that stand for costs.
    fn place(self, costs: &Costs) -> Vec<f64> {
        let mut costs = *costs;
        let mut place = Vec::new();
        self.each(&mut costs, |figure| place.push(*figure));
        place
    }

    /// Costs with figures in their places.
    fn costs(self, start: &Costs, place: &[f64]) -> Costs {
        let mut costs = *start;
        let mut figures = place.iter();
        self.each(&mut costs, |figure| {
            if let Some(found) = figures.next() {
                *figure = *found;
            }
        });
        costs
    }

    fn each(self, costs: &mut Costs, mut act: impl FnMut(&mut f64)) {
        let mut by_class = |figures: &mut ByClass| {
            for class in WordClass::ALL {
                act(figures.of_mut(class));
            }
        };
        if self.insertion {
            by_class(&mut costs.insertion);
        }
        if self.deletion {
            by_class(&mut costs.deletion);
        }
        if self.substitution {
            let shares = &mut costs.substitution;
            act(&mut shares.same_lemma);
            act(&mut shares.synonym);
            act(&mut shares.derivation);
            act(&mut shares.hypernym);
            act(&mut shares.entailment);
            act(&mut shares.similar);
            act(&mut shares.part_or_whole);
            act(&mut shares.antonym);
            act(&mut shares.unrelated);
        }
        if self.idf {
            act(&mut costs.idf_exponent);
        }
    }
}

impl EditDistanceModel {
    /// Learns costs by a particle swarm, and thresholds, from examples.
    ///
    /// Costs are chosen by how well they do on examples whose threshold is learnt without them and those of their
    /// group. Where examples are parsed, the costs are those that do best for trees.
    ///
    /// # Errors
    /// No examples, or none of a judgment that must be told apart: entailment, and what is not entailed.
    pub fn train(
        examples: &[Example<'_>],
        resources: &Resources,
        training: &EditDistanceTraining,
        progress: impl FnMut(&SwarmState),
    ) -> Result<Self, TrainingError> {
        let counts = ExampleCounts::of(examples.iter().map(|example| example.gold));
        check(&counts)?;
        let cache = WordCache::default();
        let prepare = |with: &Resources| -> Vec<Prepared> {
            examples.par_iter().map(|example| Prepared::new(&example.pair, with, &cache)).collect()
        };
        let as_tokens = prepare(&Resources { trees: None, ..resources.clone() });
        let frequencies = frequencies(&as_tokens);
        let as_tokens = Seen::new(examples, as_tokens, training);
        let as_trees = resources.trees.is_some().then(|| {
            let mut seen = Seen::new(examples, prepare(resources), training);
            seen.keep_parsed();
            seen
        });
        let as_trees = as_trees.filter(|seen| !seen.prepared.is_empty());
        if let Some(seen) = &as_trees {
            let entailed = seen.entailed.iter().filter(|entailed| **entailed).count();
            let parsed = seen.entailed.len();
            if entailed == 0 || entailed == parsed {
                let kind = if entailed == 0 { "are not" } else { "are" };
                return Err(TrainingError::ParsedOneKind { parsed, kind });
            }
        }
        let seen = as_trees.as_ref().unwrap_or(&as_tokens);
        let searched = training.searched;
        let objective = |place: &[f64]| {
            let costs = searched.costs(&training.costs, place);
            seen.value(&costs, &frequencies, training)
        };
        let start = [searched.place(&training.costs)];
        let found = maximise(&searched.bounds(), &start, training.swarm, objective, progress);
        let found: Vec<f64> = found.best.iter().map(|figure| rounded(*figure)).collect();
        let costs = searched.costs(&training.costs, &found);
        Ok(Self {
            examples: counts,
            wordnet: resources.wordnet.is_some(),
            seed: training.swarm.seed,
            costs,
            tokens: as_tokens.learn(&costs, &frequencies),
            trees: as_trees.map(|seen| seen.learn(&costs, &frequencies)),
            document_frequencies: (costs.idf_exponent > 0.0).then_some(frequencies),
        })
    }
}

fn check(counts: &ExampleCounts) -> Result<(), TrainingError> {
    if *counts == ExampleCounts::default() {
        return Err(TrainingError::NoExamples);
    }
    if counts.entailment == 0 {
        return Err(TrainingError::MissingJudgment { missing: Judgment::Entailment });
    }
    match (counts.not_entailment, counts.unknown, counts.contradiction) {
        (0, 0, 0) => Err(TrainingError::MissingJudgment { missing: Judgment::NotEntailment }),
        // What is not entailed is answered as unknown.
        (0, 0, _) => Err(TrainingError::MissingJudgment { missing: Judgment::Unknown }),
        _ => Ok(()),
    }
}

/// Words of texts and of hypotheses; a text that stands in several pairs counts in each.
fn frequencies(prepared: &[Prepared]) -> DocumentFrequencies {
    let texts = prepared.iter().flat_map(|pair| [true, false].map(|side| pair.vocabulary(side)));
    DocumentFrequencies::count(texts)
}

/// Distances, and whether the text entails the hypothesis.
type Distances = Vec<(f64, bool)>;

/// Examples with their folds.
struct Seen {
    prepared: Vec<Prepared>,
    entailed: Vec<bool>,
    fold_of: Vec<usize>,
    folds: usize,
}

impl Seen {
    fn new(
        examples: &[Example<'_>],
        prepared: Vec<Prepared>,
        training: &EditDistanceTraining,
    ) -> Self {
        let entailed = examples.iter().map(|example| example.gold == Judgment::Entailment);
        let fold_of = folds(examples, training.folds.max(2), training.swarm.seed);
        Self { prepared, entailed: entailed.collect(), fold_of, folds: training.folds.max(2) }
    }

    /// Drops what is not parsed.
    fn keep_parsed(&mut self) {
        let parsed: Vec<bool> = self.prepared.iter().map(|pair| pair.trees.is_some()).collect();
        let mut keep = parsed.iter();
        self.prepared.retain(|_| keep.next() == Some(&true));
        let mut keep = parsed.iter();
        self.entailed.retain(|_| keep.next() == Some(&true));
        let mut keep = parsed.iter();
        self.fold_of.retain(|_| keep.next() == Some(&true));
    }

    fn distances(&self, costs: &Costs, frequencies: &DocumentFrequencies) -> Distances {
        let distances = self.prepared.iter().zip(&self.entailed);
        distances
            .map(|(pair, entailed)| (distance(pair, costs, frequencies).0, *entailed))
            .collect()
    }

    /// How well costs do on examples that their thresholds were learnt without.
    fn value(
        &self,
        costs: &Costs,
        frequencies: &DocumentFrequencies,
        training: &EditDistanceTraining,
    ) -> f64 {
        let distances = self.distances(costs, frequencies);
        let of_fold = |fold| {
            let (learnt_from, tested) = self.parted(&distances, fold);
            let threshold = Threshold::learn(&learnt_from);
            match training.objective {
                Objective::Accuracy => threshold.right(&tested) as f64,
                Objective::Likelihood => threshold.log_likelihood(&tested),
            }
        };
        (0..self.folds).map(of_fold).sum::<f64>() / distances.len() as f64
    }

    /// The distances outside a fold, and those in it.
    fn parted(&self, distances: &[(f64, bool)], fold: usize) -> (Distances, Distances) {
        let with_fold = || distances.iter().zip(&self.fold_of);
        let outside = with_fold().filter(|(_, other)| **other != fold).map(|(one, _)| *one);
        let within = with_fold().filter(|(_, other)| **other == fold).map(|(one, _)| *one);
        (outside.collect(), within.collect())
    }

    fn learn(&self, costs: &Costs, frequencies: &DocumentFrequencies) -> Learnt {
        let distances = self.distances(costs, frequencies);
        let right = (0..self.folds).map(|fold| {
            let (learnt_from, tested) = self.parted(&distances, fold);
            Threshold::learn(&learnt_from).right(&tested)
        });
        let right: usize = right.sum();
        let threshold = Threshold::learn(&distances);
        Learnt {
            threshold: Threshold {
                distance: rounded(threshold.distance),
                slope: rounded(threshold.slope),
            },
            cross_validated_accuracy: rounded(right as f64 / distances.len() as f64),
        }
    }
}

/// A figure with six decimals: people can read it, and a file gives it back as it was.
fn rounded(figure: f64) -> f64 {
    (figure * 1e6).round() / 1e6
}
