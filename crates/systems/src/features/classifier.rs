//! The engine that holds a feature model.

use std::sync::Arc;

use crate::features::comparison::Comparison;
use crate::features::{FeatureModel, ModelError, justification, vector};
use crate::wordnet::WordNet;
use crate::{Engine, Reply, TextPair};

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
