//! What an engine has learnt, as a file that people can read.

use phenom_dataset::Task;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::contradiction::{ContradictionAware, ContradictionError, ContradictionModel};
use crate::edit_distance::{
    EditDistance, EditDistanceError, EditDistanceModel, EditDistanceTraining, Resources,
};
use crate::features::{FeatureClassifier, FeatureModel, ModelError};
use crate::{Engine, Example, HypothesisOnly, IdfCoverage, Majority, TrainingError, WordOverlap};

/// What an engine has learnt, and from what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrainedModel {
    /// The version of the layout.
    pub format: Format,
    /// What it was trained on, in words.
    pub trained_on: String,
    /// What it learnt.
    pub model: Model,
}

/// The version of the layout of a model; there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Format;

impl From<Format> for u8 {
    fn from(_: Format) -> Self {
        1
    }
}

impl TryFrom<u8> for Format {
    type Error = String;

    fn try_from(version: u8) -> Result<Self, String> {
        match version {
            1 => Ok(Self),
            _ => Err(format!("this version of phenom reads models of format 1, not {version}")),
        }
    }
}

/// What each engine that learns has learnt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "engine", rename_all = "kebab-case")]
pub enum Model {
    /// Of [`Majority`].
    Majority(Majority),
    /// Of [`WordOverlap`].
    WordOverlap(WordOverlap),
    /// Of [`IdfCoverage`].
    IdfCoverage(IdfCoverage),
    /// Of [`HypothesisOnly`].
    HypothesisOnly(HypothesisOnly),
    /// Of [`FeatureClassifier`].
    Features(Box<FeatureModel>),
    /// Of [`EditDistance`].
    EditDistance(Box<EditDistanceModel>),
    /// Of [`ContradictionAware`].
    Contradiction(Box<ContradictionModel>),
}

/// An engine that learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learner {
    /// [`Majority`].
    Majority,
    /// [`WordOverlap`].
    WordOverlap,
    /// [`IdfCoverage`].
    IdfCoverage,
    /// [`HypothesisOnly`].
    HypothesisOnly,
    /// [`FeatureClassifier`].
    Features,
    /// [`EditDistance`].
    EditDistance,
    /// [`ContradictionAware`].
    Contradiction,
}

/// Why a model cannot answer.
#[derive(Debug, Error)]
pub enum UnusableModel {
    /// One of the feature classifier.
    #[error(transparent)]
    Features(#[from] ModelError),
    /// One of the edit distance.
    #[error(transparent)]
    EditDistance(#[from] EditDistanceError),
    /// One of the contradiction-aware engine.
    #[error(transparent)]
    Contradiction(#[from] ContradictionError),
}

impl Learner {
    /// The engine's name in configs and models.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Majority => "majority",
            Self::WordOverlap => "word-overlap",
            Self::IdfCoverage => "idf-coverage",
            Self::HypothesisOnly => "hypothesis-only",
            Self::Features => "features",
            Self::EditDistance => "edit-distance",
            Self::Contradiction => "contradiction",
        }
    }

    /// Whether the engine knows relations between words from WordNet.
    #[must_use]
    pub fn uses_wordnet(self) -> bool {
        matches!(self, Self::Features | Self::EditDistance | Self::Contradiction)
    }

    /// Whether the engine answers without training: by a model that is shipped, or by rules.
    #[must_use]
    pub fn is_shipped(self) -> bool {
        matches!(self, Self::Features | Self::EditDistance | Self::Contradiction)
    }

    /// What the engine learnt before: the model that is shipped for a task, if there is one. Those of two engines were
    /// trained on the development sets of RTE, and say on which; the contradiction-aware engine has rules.
    ///
    /// # Errors
    /// Where the program was built with a model that is none; a test holds it to that.
    pub fn shipped(
        self,
        task: Task,
        resources: &Resources,
    ) -> Result<Option<TrainedModel>, UnusableModel> {
        let (model, trained_on) = match self {
            Self::Features => {
                let model = FeatureModel::shipped(task)?;
                let trained_on = model.trained_on.clone();
                (Model::Features(Box::new(model)), trained_on)
            }
            Self::EditDistance => {
                let model = EditDistanceModel::shipped(resources.wordnet.is_some())?;
                let trained_on = model.trained_on.clone();
                (Model::EditDistance(Box::new(model)), trained_on)
            }
            Self::Contradiction => {
                let model = ContradictionModel::untrained(task);
                (Model::Contradiction(Box::new(model)), "nothing (its rules decide)".to_owned())
            }
            Self::Majority | Self::WordOverlap | Self::IdfCoverage | Self::HypothesisOnly => {
                return Ok(None);
            }
        };
        Ok(Some(TrainedModel { format: Format, trained_on, model }))
    }

    /// Learns from examples, with what may be known of words besides; `trained_on` says in words what they are.
    ///
    /// # Errors
    /// Where the examples do not hold what the engine has to tell apart.
    pub fn train(
        self,
        examples: &[Example<'_>],
        resources: &Resources,
        trained_on: &str,
    ) -> Result<Model, TrainingError> {
        Ok(match self {
            Self::Majority => Model::Majority(Majority::train(examples)?),
            Self::WordOverlap => Model::WordOverlap(WordOverlap::train(examples)?),
            Self::IdfCoverage => Model::IdfCoverage(IdfCoverage::train(examples)?),
            Self::HypothesisOnly => Model::HypothesisOnly(HypothesisOnly::train(examples)?),
            Self::Features => {
                let wordnet = resources.wordnet.as_deref();
                let model = FeatureModel::train(examples, wordnet)?;
                Model::Features(Box::new(FeatureModel {
                    trained_on: trained_on.to_owned(),
                    ..model
                }))
            }
            Self::EditDistance => {
                let training = EditDistanceTraining::default();
                let model =
                    EditDistanceModel::train(examples, resources, &training, trained_on, |_| {})?;
                Model::EditDistance(Box::new(model))
            }
            Self::Contradiction => {
                let model = ContradictionModel::train(examples, resources.wordnet.as_deref())?;
                Model::Contradiction(Box::new(model))
            }
        })
    }
}

impl Model {
    /// Whose model it is.
    #[must_use]
    pub fn learner(&self) -> Learner {
        match self {
            Self::Majority(_) => Learner::Majority,
            Self::WordOverlap(_) => Learner::WordOverlap,
            Self::IdfCoverage(_) => Learner::IdfCoverage,
            Self::HypothesisOnly(_) => Learner::HypothesisOnly,
            Self::Features(_) => Learner::Features,
            Self::EditDistance(_) => Learner::EditDistance,
            Self::Contradiction(_) => Learner::Contradiction,
        }
    }

    /// The engine that answers with what was learnt.
    ///
    /// # Errors
    /// Where the model is of another version, or was trained with what is not there.
    pub fn engine(
        self,
        resources: &Resources,
    ) -> Result<Box<dyn Engine + Send + Sync>, UnusableModel> {
        Ok(match self {
            Self::Majority(model) => Box::new(model),
            Self::WordOverlap(model) => Box::new(model),
            Self::IdfCoverage(model) => Box::new(model),
            Self::HypothesisOnly(model) => Box::new(model),
            Self::Features(model) => {
                Box::new(FeatureClassifier::new(*model, resources.wordnet.clone())?)
            }
            Self::EditDistance(model) => {
                let wordnet = resources.wordnet.clone().filter(|_| model.wordnet);
                Box::new(EditDistance::new(*model, Resources { wordnet, ..resources.clone() })?)
            }
            Self::Contradiction(model) => {
                Box::new(ContradictionAware::new(*model, resources.wordnet.clone())?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment;

    use super::*;
    use crate::testing::examples;

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let pairs = [
            ("the cat sat", "the cat", Judgment::Entailment),
            ("the dog sat", "the cow", Judgment::NotEntailment),
        ];
        let learners = [
            Learner::Majority,
            Learner::WordOverlap,
            Learner::IdfCoverage,
            Learner::HypothesisOnly,
        ];
        for learner in learners {
            let model =
                learner.train(&examples(&pairs), &Resources::default(), "two pairs").unwrap();
            let trained =
                TrainedModel { format: Format, trained_on: "two pairs".to_owned(), model };
            let text = serde_json::to_string_pretty(&trained).unwrap();
            assert!(text.contains(&format!("\"engine\": \"{}\"", learner.name())), "{text}");
            let read: TrainedModel = serde_json::from_str(&text).unwrap();
            assert_eq!(read, trained);
            assert_eq!(read.model.learner(), learner);
            let other = text.replace("\"format\": 1", "\"format\": 2");
            let error = serde_json::from_str::<TrainedModel>(&other).unwrap_err();
            assert!(error.to_string().contains("format 1, not 2"), "{error}");
        }
    }
}
