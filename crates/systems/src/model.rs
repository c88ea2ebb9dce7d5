//! An engine that learns, and what it has learnt.

use std::any::Any;
use std::fmt;

use phenom_dataset::Task;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error as Failure;

use crate::edit_distance::Resources;
use crate::engines::EngineOption;
use crate::{Engine, Example, TrainingError};

/// What an engine has learnt, and from what.
#[derive(Debug)]
pub struct TrainedModel {
    /// What it was trained on, in words.
    pub trained_on: String,
    /// What it learnt.
    pub model: Model,
}

/// A model file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ModelFile<M> {
    pub(crate) format: Format,
    pub(crate) trained_on: String,
    pub(crate) model: M,
}

/// What was learnt as a model file has it: beside the engine's name.
#[derive(Serialize)]
struct Named<'a, L> {
    engine: &'static str,
    #[serde(flatten)]
    learnt: &'a L,
}

impl TrainedModel {
    /// The model as a file.
    ///
    /// # Errors
    /// If it has a number that JSON does not have.
    pub fn to_json(&self) -> serde_json::Result<String> {
        self.model.0.to_json(&self.trained_on)
    }
}

/// The version of the layout of a model; there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Format;

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

/// The model that is shipped for a task, with what is known of words.
type Shipped = fn(Task, &Resources) -> Result<TrainedModel, UnusableModel>;

/// An engine that learns: everything that the program knows of it. What it has learnt is of a type that implements
/// [`Learnt`](crate::Learnt), which makes the engine that answers.
#[derive(Debug, Clone, Copy)]
pub struct Learner {
    /// Its name in configs and model files.
    pub name: &'static str,
    /// What it does, as docs/systems.md says it.
    pub summary: &'static str,
    /// Whether it reads texts or hypotheses.
    pub reads_texts: bool,
    /// Whether it compares each word of a text with each word of its hypothesis, and so only the first words of
    /// long ones.
    pub compares_words: bool,
    /// What a config can say of it besides what it learns from.
    pub options: &'static [EngineOption],
    /// How often training reports that it is a step further; 0 if it takes no time.
    pub training_steps: usize,
    /// Learns from examples, with what is known of words, and reports each step.
    pub(crate) train: Train,
    /// The model that it has without training for a task, if there is one.
    pub(crate) shipped: Option<Shipped>,
    /// Reads what it has learnt from a model file: [`Model::read`] for its type.
    pub(crate) read: fn(Value) -> serde_json::Result<Model>,
}

type Train = fn(&[Example<'_>], &Resources, &(dyn Fn() + Sync)) -> Result<Model, TrainingError>;

impl Learner {
    /// Whether a config can give it an option.
    #[must_use]
    pub fn takes(&self, option: EngineOption) -> bool {
        let learns_from =
            [EngineOption::LearnOn, EngineOption::CrossValidated, EngineOption::Model];
        learns_from.contains(&option) || self.options.contains(&option)
    }

    /// Whether it predicts without training: by a shipped model, or by rules.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        self.shipped.is_some()
    }

    /// The model that it has without training for a task; `None` if it has none.
    ///
    /// # Errors
    /// If the program was built with a damaged model; a test checks all of them.
    pub fn shipped(
        &self,
        task: Task,
        resources: &Resources,
    ) -> Result<Option<TrainedModel>, UnusableModel> {
        self.shipped.map(|shipped| shipped(task, resources)).transpose()
    }

    /// Learns from examples, with what is known of words besides. `step` is called [`Self::training_steps`] times.
    ///
    /// # Errors
    /// If the examples do not have the judgments that the engine has to tell apart.
    pub fn train(
        &self,
        examples: &[Example<'_>],
        resources: &Resources,
        step: &(dyn Fn() + Sync),
    ) -> Result<Model, TrainingError> {
        (self.train)(examples, resources, step)
    }
}

impl PartialEq for Learner {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Learner {}

/// What an engine learns: a value of this type is a model, and makes the engine that answers.
pub trait Learnt:
    fmt::Debug + Serialize + DeserializeOwned + Send + Sync + Sized + 'static
{
    /// The engine.
    const LEARNER: &'static Learner;

    /// The engine that answers with what was learnt.
    ///
    /// # Errors
    /// If the model is of another version, or was trained with what is not there.
    fn engine(self, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel>;

    /// Whether it was learnt with parses, so that pairs with parses are compared as trees.
    fn knows_trees(&self) -> bool {
        false
    }
}

/// What one of the engines has learnt.
#[derive(Debug)]
pub struct Model(Box<dyn AnyLearnt>);

/// [`Learnt`], whichever type it is.
trait AnyLearnt: fmt::Debug + Any + Send + Sync {
    fn learner(&self) -> &'static Learner;
    fn knows_trees(&self) -> bool;
    fn engine(self: Box<Self>, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel>;
    fn to_value(&self) -> serde_json::Result<Value>;
    fn to_json(&self, trained_on: &str) -> serde_json::Result<String>;
}

impl<L: Learnt> AnyLearnt for L {
    fn learner(&self) -> &'static Learner {
        L::LEARNER
    }

    fn knows_trees(&self) -> bool {
        Learnt::knows_trees(self)
    }

    fn engine(self: Box<Self>, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel> {
        Learnt::engine(*self, resources)
    }

    fn to_value(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }

    fn to_json(&self, trained_on: &str) -> serde_json::Result<String> {
        let model = Named { engine: L::LEARNER.name, learnt: self };
        let trained_on = trained_on.to_owned();
        serde_json::to_string_pretty(&ModelFile { format: Format, trained_on, model })
    }
}

impl<L: Learnt> From<L> for Model {
    fn from(learnt: L) -> Self {
        Self(Box::new(learnt))
    }
}

/// Why a model cannot answer.
#[derive(Debug, Failure)]
pub enum UnusableModel {
    /// The engine cannot use it.
    #[error(transparent)]
    Unfit(Box<dyn std::error::Error + Send + Sync>),
    /// A number that no training gives.
    #[error(
        "`{key}` of the model is {number}, but each number of a model is from -1e9 to 1e9: the file is damaged or was \
         changed; train the model again"
    )]
    Number {
        /// Where it is in the file.
        key: String,
        /// The number.
        number: f64,
    },
    /// A shipped file that is no model.
    #[error("cannot read the model: {0}")]
    Damaged(String),
}

impl UnusableModel {
    /// One that its engine refuses.
    pub(crate) fn unfit(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Unfit(Box::new(error))
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
    /// What an engine has learnt, from the fields of a model file without the engine's name.
    pub(crate) fn read<L: Learnt>(fields: Value) -> serde_json::Result<Self> {
        serde_json::from_value::<L>(fields).map(Self::from)
    }

    /// Fails unless each number is one that training could give.
    fn check_numbers(&self) -> Result<(), UnusableModel> {
        let value = self.0.to_value().map_err(|error| UnusableModel::Damaged(error.to_string()))?;
        match too_large(&value, "model") {
            Some((key, number)) => Err(UnusableModel::Number { key, number }),
            None => Ok(()),
        }
    }

    /// The engine whose model it is.
    #[must_use]
    pub fn learner(&self) -> &'static Learner {
        self.0.learner()
    }

    /// What was learnt, if it is of a type.
    #[must_use]
    pub fn learnt<L: Learnt>(self) -> Option<L> {
        let learnt: Box<dyn Any> = self.0;
        learnt.downcast().ok().map(|learnt| *learnt)
    }

    /// Whether the model was trained with parses, so that pairs with parses are compared as trees.
    #[must_use]
    pub fn knows_trees(&self) -> bool {
        self.0.knows_trees()
    }

    /// The engine that answers with what was learnt.
    ///
    /// # Errors
    /// If the model is of another version, was trained with what is not there, or has a number that no training gives.
    pub fn engine(self, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel> {
        self.check_numbers()?;
        self.0.engine(resources)
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment;

    use super::*;
    use crate::ENGINES;
    use crate::EngineKind;
    use crate::testing::examples;

    /// The models that ship, for each task and with or without WordNet.
    const SHIPPED: [&str; 4] = [
        include_str!("../models/features.json"),
        include_str!("../models/features-three-way.json"),
        include_str!("../models/edit-distance.json"),
        include_str!("../models/edit-distance-without-wordnet.json"),
    ];

    /// What each engine learns from a few pairs.
    fn trained() -> Vec<TrainedModel> {
        let pairs = [
            ("the cat sat", "the cat", Judgment::Entailment),
            ("the dog sat", "the cow", Judgment::NotEntailment),
        ]
        .repeat(10);
        let learners = ENGINES.iter().filter_map(|engine| match engine {
            EngineKind::Learner(learner) => Some(*learner),
            _ => None,
        });
        let train = |learner: &'static Learner| {
            let model = learner.train(&examples(&pairs), &Resources::default(), &|| ()).unwrap();
            assert_eq!(model.learner(), learner);
            TrainedModel { trained_on: "two pairs".to_owned(), model }
        };
        learners.map(train).collect()
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        for trained in trained() {
            let (text, learner) = (trained.to_json().unwrap(), trained.model.learner());
            assert!(text.contains(&format!("\"engine\": \"{}\"", learner.name)), "{text}");
            let read = TrainedModel::from_json(&text).unwrap();
            assert_eq!(read.to_json().unwrap(), text);
            assert_eq!(read.model.learner(), learner);
            let other = text.replace("\"format\": 1", "\"format\": 2");
            let error = TrainedModel::from_json(&other).unwrap_err();
            assert!(error.to_string().contains("format 1, not 2"), "{error}");
            let other = text.replace("\"engine\"", "\"engines\"");
            let error = TrainedModel::from_json(&other).unwrap_err();
            assert!(error.to_string().contains("missing field `engine`"), "{error}");
            let other = text.replace(&format!("\"{}\"", learner.name), "\"vote\"");
            let error = TrainedModel::from_json(&other).unwrap_err();
            assert!(error.to_string().contains("no trainable engine"), "{error}");
            let twice = text.replace("\"trained-on\"", "\"trained-on\": \"a\", \"trained-on\"");
            assert!(TrainedModel::from_json(&twice).is_err());
        }
        // Shipped models are an example of what `phenom train` writes.
        for shipped in SHIPPED {
            let read = TrainedModel::from_json(shipped).unwrap();
            assert_eq!(read.to_json().unwrap() + "\n", shipped);
        }
    }

    #[test]
    fn a_number_that_no_training_gives_is_refused_with_its_key() {
        let trained: Vec<String> =
            trained().iter().map(|trained| trained.to_json().unwrap()).collect();
        for json in SHIPPED.into_iter().chain(trained.iter().map(String::as_str)) {
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
                    let Ok(model) = TrainedModel::from_json(&bad.to_string()) else { continue };
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
}
