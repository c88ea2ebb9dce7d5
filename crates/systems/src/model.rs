//! What an engine has learnt, as a file that people can read.

use phenom_dataset::Task;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::contradiction::{ContradictionAware, ContradictionError, ContradictionModel};
use crate::edit_distance::{
    self, EditDistance, EditDistanceError, EditDistanceModel, EditDistanceTraining, Resources,
};
use crate::features::{self, FeatureClassifier, FeatureModel, ModelError};
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
    /// A number that no training gives.
    #[error(
        "`{key}` of the model is {number}, and each number of a model is from -1e9 to 1e9: the file is damaged, or was \
         changed; train it anew"
    )]
    Number {
        /// Where it is in the file.
        key: String,
        /// The number.
        number: f64,
    },
    /// A shipped file that is no model.
    #[error("the model cannot be read: {0}")]
    Damaged(String),
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

    /// Whether the engine looks at texts or hypotheses; what is most frequent is so without them.
    #[must_use]
    pub fn reads_texts(self) -> bool {
        !matches!(self, Self::Majority)
    }

    /// Whether the engine compares each word of a text with each of its hypothesis, and so only the first words of
    /// long ones.
    #[must_use]
    pub fn compares_words(self) -> bool {
        matches!(self, Self::Features | Self::EditDistance | Self::Contradiction)
    }

    /// Whether the engine compares trees where pairs are parsed.
    #[must_use]
    pub fn uses_trees(self) -> bool {
        matches!(self, Self::EditDistance)
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
        let json = match self {
            Self::Features => features::shipped(task),
            Self::EditDistance => edit_distance::shipped(resources.wordnet.is_some()),
            Self::Contradiction => {
                let model = Model::Contradiction(Box::new(ContradictionModel::untrained(task)));
                let trained_on = "nothing: its rules decide".to_owned();
                return Ok(Some(TrainedModel { format: Format, trained_on, model }));
            }
            Self::Majority | Self::WordOverlap | Self::IdfCoverage | Self::HypothesisOnly => {
                return Ok(None);
            }
        };
        let read = serde_json::from_str(json);
        read.map(Some).map_err(|error| UnusableModel::Damaged(error.to_string()))
    }

    /// How often training tells that it has come a step further: 0 where it takes no time.
    #[must_use]
    pub fn training_steps(self) -> usize {
        match self {
            // The first places of the swarm are looked at before it moves.
            Self::EditDistance => EditDistanceTraining::default().swarm.moves + 1,
            _ => 0,
        }
    }

    /// Learns from examples, with what may be known of words besides. `step` is called [`Self::training_steps`] times.
    ///
    /// # Errors
    /// Where the examples do not hold what the engine has to tell apart.
    pub fn train(
        self,
        examples: &[Example<'_>],
        resources: &Resources,
        step: &(dyn Fn() + Sync),
    ) -> Result<Model, TrainingError> {
        Ok(match self {
            Self::Majority => Model::Majority(Majority::train(examples)?),
            Self::WordOverlap => Model::WordOverlap(WordOverlap::train(examples)?),
            Self::IdfCoverage => Model::IdfCoverage(IdfCoverage::train(examples)?),
            Self::HypothesisOnly => Model::HypothesisOnly(HypothesisOnly::train(examples)?),
            Self::Features => {
                let wordnet = resources.wordnet.as_deref();
                Model::Features(Box::new(FeatureModel::train(examples, wordnet)?))
            }
            Self::EditDistance => {
                let training = EditDistanceTraining::default();
                let model = EditDistanceModel::train(examples, resources, &training, |_| step())?;
                Model::EditDistance(Box::new(model))
            }
            Self::Contradiction => {
                let model = ContradictionModel::train(examples, resources.wordnet.as_deref())?;
                Model::Contradiction(Box::new(model))
            }
        })
    }
}

/// No number of a model is larger: sums and products of some hundreds of them stay far from what a number can hold.
const LARGEST: f64 = 1e9;

/// The first number in a value that is larger than any that training gives, and the keys that lead to it.
fn too_large(value: &Value, key: &str) -> Option<(String, f64)> {
    match value {
        Value::Number(number) => {
            let number = number.as_f64()?;
            (number.abs() > LARGEST).then(|| (key.to_owned(), number))
        }
        Value::Array(members) => {
            let mut numbered = members.iter().enumerate();
            numbered.find_map(|(at, member)| too_large(member, &format!("{key}[{at}]")))
        }
        Value::Object(members) => {
            members.iter().find_map(|(name, member)| too_large(member, &format!("{key}.{name}")))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

impl Model {
    /// Fails unless each number is one that training could give.
    fn check_numbers(&self) -> Result<(), UnusableModel> {
        let value = serde_json::to_value(self)
            .map_err(|error| UnusableModel::Damaged(error.to_string()))?;
        match too_large(&value, "model") {
            Some((key, number)) => Err(UnusableModel::Number { key, number }),
            None => Ok(()),
        }
    }

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

    /// Whether the model was trained with parses, so that pairs that have some are compared as trees.
    #[must_use]
    pub fn knows_trees(&self) -> bool {
        matches!(self, Self::EditDistance(model) if model.trees.is_some())
    }

    /// The engine that answers with what was learnt.
    ///
    /// # Errors
    /// Where the model is of another version, was trained with what is not there, or has a number that no training gives.
    pub fn engine(
        self,
        resources: &Resources,
    ) -> Result<Box<dyn Engine + Send + Sync>, UnusableModel> {
        self.check_numbers()?;
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
            let model = learner.train(&examples(&pairs), &Resources::default(), &|| ()).unwrap();
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

    #[test]
    fn a_number_that_no_training_gives_is_refused_with_its_key() {
        let models = [
            features::shipped(Task::TwoWay),
            features::shipped(Task::ThreeWay),
            edit_distance::shipped(false),
        ];
        let examples = [
            ("the cat sat", "the cat", Judgment::Entailment),
            ("the dog sat", "the cow", Judgment::NotEntailment),
        ];
        let learners = [Learner::WordOverlap, Learner::IdfCoverage, Learner::HypothesisOnly];
        let trained = learners.map(|learner| {
            let examples = crate::testing::examples(&examples);
            let model = learner.train(&examples, &Resources::default(), &|| ()).unwrap();
            let trained = TrainedModel { format: Format, trained_on: String::new(), model };
            serde_json::to_string(&trained).unwrap()
        });
        for json in models.into_iter().chain(trained.iter().map(String::as_str)) {
            let good: Value = serde_json::from_str(json).unwrap();
            let mut places = Vec::new();
            numbers(&good["model"], "/model", &mut places);
            assert!(!places.is_empty());
            // Of thousands of words some are enough.
            for place in places.iter().step_by(places.len().div_ceil(60)) {
                for number in [1e308, -1e308, 2e9] {
                    let mut bad = good.clone();
                    *bad.pointer_mut(place).unwrap() = number.into();
                    // A count is no fraction, and is refused as it is read.
                    let Ok(model) = serde_json::from_value::<TrainedModel>(bad) else { continue };
                    match model.model.engine(&Resources::default()).err() {
                        Some(UnusableModel::Number { key, number: found }) => {
                            assert_eq!(found, number);
                            let last = place.rsplit('/').next().unwrap();
                            assert!(key.contains(last), "{key}: {place}");
                        }
                        other => panic!("{place} was {number}: {other:?}"),
                    }
                }
            }
        }
    }

    /// The places of all numbers in a value.
    fn numbers(value: &Value, place: &str, found: &mut Vec<String>) {
        match value {
            Value::Number(_) => found.push(place.to_owned()),
            Value::Array(all) => {
                all.iter()
                    .enumerate()
                    .for_each(|(at, one)| numbers(one, &format!("{place}/{at}"), found));
            }
            Value::Object(all) => all.iter().for_each(|(key, one)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                numbers(one, &format!("{place}/{key}"), found);
            }),
            _ => {}
        }
    }

    /// As `phenom train` writes models, so that whoever looks for an example of one finds it.
    #[test]
    fn shipped_models_stand_as_they_are_written() {
        let shipped = [
            features::shipped(Task::TwoWay),
            features::shipped(Task::ThreeWay),
            edit_distance::shipped(false),
            edit_distance::shipped(true),
        ];
        for json in shipped {
            let read: TrainedModel = serde_json::from_str(json).unwrap();
            assert!(serde_json::to_string_pretty(&read).unwrap() + "\n" == json);
        }
    }
}
