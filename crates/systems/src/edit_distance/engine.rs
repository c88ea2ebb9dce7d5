//! The engine.

use phenom_dataset::Judgment;

use super::frequencies::DocumentFrequencies;
use super::justification::justification;
use super::learning::{EditDistanceTraining, MOVES};
use super::model::{Compared, EditDistanceError, EditDistanceModel, distance, script};
use super::prepared::{Prepared, Resources, WordCache};
use super::shipped::shipped;
use crate::engines::EngineOption;
use crate::model::Learner;
use crate::model::{Learnt, Model, UnusableModel};
use crate::{Engine, Probabilities, Reply, TextPair};

/// The engine that edits the text into the hypothesis.
pub const EDIT_DISTANCE: Learner = Learner {
    name: "edit-distance",
    summary: "after EDITS: the cost of editing the text into the hypothesis, by words, with costs by word class and \
        relation",
    reads_texts: true,
    compares_words: true,
    options: &[EngineOption::WordNet, EngineOption::Rules, EngineOption::Trees],
    // The first places of the swarm are looked at before it moves.
    training_steps: MOVES + 1,
    train: |examples, resources, step| {
        let training = EditDistanceTraining::default();
        Ok(EditDistanceModel::train(examples, resources, &training, |_| step())?.into())
    },
    shipped: Some(|_, resources| shipped(resources.wordnet.is_some())),
    read: Model::read::<EditDistanceModel>,
};

/// Judges by the edit distance from text to hypothesis.
///
/// Confidence is the probability of the judgment, by the logistic function that training fits to distances; the
/// justification is the edit script. Contradiction is not told: where the model was trained on three-way gold, what is
/// not entailed is answered as *unknown*, and the probability of contradiction is its share among the examples that
/// are not entailed.
#[derive(Debug)]
pub struct EditDistance {
    model: EditDistanceModel,
    resources: Resources,
    frequencies: DocumentFrequencies,
    cache: WordCache,
}

impl EditDistance {
    /// Makes an engine of what was learnt.
    ///
    /// # Errors
    /// A model that cannot be used, or resources other than it was trained with; rules may be given to any.
    pub fn new(
        mut model: EditDistanceModel,
        resources: Resources,
    ) -> Result<Self, EditDistanceError> {
        model.check()?;
        match (model.wordnet, resources.wordnet.is_some()) {
            (true, false) => return Err(EditDistanceError::NeedsWordNet),
            (false, true) => return Err(EditDistanceError::WithoutWordNet),
            _ => {}
        }
        if resources.trees.is_some() && model.trees.is_none() {
            return Err(EditDistanceError::WithoutTrees);
        }
        let frequencies = model.document_frequencies.take().unwrap_or_default();
        Ok(Self { model, resources, frequencies, cache: WordCache::default() })
    }

    fn probabilities(&self, entailment: f64) -> Probabilities {
        let counts = &self.model.examples;
        let rest = 1.0 - entailment;
        if !counts.are_three_way() {
            return Probabilities(vec![
                (Judgment::Entailment, entailment),
                (Judgment::NotEntailment, rest),
            ]);
        }
        let contradicted = f64::from(counts.contradiction);
        let not_entailed = contradicted + f64::from(counts.unknown);
        let contradiction =
            if not_entailed > 0.0 { rest * contradicted / not_entailed } else { 0.0 };
        Probabilities(vec![
            (Judgment::Entailment, entailment),
            (Judgment::Unknown, rest - contradiction),
            (Judgment::Contradiction, contradiction),
        ])
    }
}

impl Engine for EditDistance {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        let prepared = Prepared::new(pair, &self.resources, &self.cache);
        let (costs, frequencies) = (&self.model.costs, &self.frequencies);
        let (distance, compared) = distance(&prepared, costs, frequencies);
        let learnt = match (compared, self.model.trees) {
            (Compared::Trees, Some(learnt)) => learnt,
            _ => self.model.tokens,
        };
        let entailment = learnt.threshold.probability(distance);
        let is_entailed = distance <= learnt.threshold.distance;
        let not_entailed = match self.model.examples.are_three_way() {
            true => Judgment::Unknown,
            false => Judgment::NotEntailment,
        };
        let edits = script(&prepared, costs, frequencies, compared);
        Reply {
            judgment: Some(if is_entailed { Judgment::Entailment } else { not_entailed }),
            confidence: Some(if is_entailed { entailment } else { 1.0 - entailment }),
            probabilities: Some(self.probabilities(entailment)),
            justification: Some(justification(
                &prepared,
                edits.as_deref(),
                compared,
                distance,
                learnt.threshold.distance,
            )),
        }
    }
}

impl Learnt for EditDistanceModel {
    const LEARNER: &'static Learner = &EDIT_DISTANCE;

    fn engine(self, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel> {
        let wordnet = resources.wordnet.clone().filter(|_| self.wordnet);
        EditDistance::new(self, Resources { wordnet, ..resources.clone() })
            .map(|engine| Box::new(engine) as Box<dyn Engine>)
            .map_err(UnusableModel::unfit)
    }

    fn knows_trees(&self) -> bool {
        self.trees.is_some()
    }
}
