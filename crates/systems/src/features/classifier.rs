//! The engine that holds a feature model.

use std::sync::Arc;

use crate::edit_distance::Resources;
use crate::engines::EngineOption;
use crate::features::comparison::Comparison;
use crate::features::shipped::shipped;
use crate::features::{FeatureModel, ModelError, justification, vector};
use crate::model::Learner;
use crate::model::{Learnt, Model, UnusableModel};
use crate::wordnet::WordNet;
use crate::{Engine, Reply, TextPair};

/// The engine that weighs features of words.
pub const FEATURES: Learner = Learner {
    name: "features",
    summary: "logistic regression on 75 features: coverage of the hypothesis by words and WordNet, numbers, names, negation, modality, \
              order",
    reads_texts: true,
    compares_words: true,
    options: &[EngineOption::WordNet],
    training_steps: 0,
    train: |examples, resources, _| {
        Ok(FeatureModel::train(examples, resources.wordnet.as_deref())?.into())
    },
    shipped: Some(|task, _| shipped(task)),
    read: Model::read::<FeatureModel>,
};

/// The feature classifier.
#[derive(Debug, Clone)]
pub struct FeatureClassifier {
    model: FeatureModel,
    wordnet: Option<Arc<WordNet>>,
}

impl FeatureClassifier {
    /// A classifier with a model. A model that was trained without WordNet does not use it.
    ///
    /// # Errors
    /// Where the model needs WordNet and there is none, or does not fit this version.
    pub fn new(model: FeatureModel, wordnet: Option<Arc<WordNet>>) -> Result<Self, ModelError> {
        model.check()?;
        let wordnet = wordnet.filter(|_| model.wordnet);
        if model.wordnet && wordnet.is_none() {
            return Err(ModelError::NeedsWordNet);
        }
        Ok(Self { model, wordnet })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &FeatureModel {
        &self.model
    }
}

impl Engine for FeatureClassifier {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        let comparison = Comparison::new(pair, self.wordnet.as_deref());
        let values = vector::features(&comparison, &self.model.frequencies);
        let reply = Reply::likeliest(self.model.probabilities(&values));
        let reason = justification::justification(&self.model, pair, &comparison, &values, &reply);
        reply.because(reason)
    }
}

impl Learnt for FeatureModel {
    const LEARNER: &'static Learner = &FEATURES;

    fn engine(self, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel> {
        FeatureClassifier::new(self, resources.wordnet.clone())
            .map(|engine| Box::new(engine) as Box<dyn Engine>)
            .map_err(UnusableModel::unfit)
    }
}
