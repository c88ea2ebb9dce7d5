//! Models as files that people can read: each names its engine.

use phenom_dataset::unambiguous_json;
use serde::de::Error;
use serde_json::Value;

use super::kinds::EngineKind;
use crate::model::{ModelFile, TrainedModel, UnusableModel};

impl TrainedModel {
    /// The model in a file.
    ///
    /// # Errors
    /// If the file is no JSON, or no model of an engine.
    pub fn from_json(json: &str) -> serde_json::Result<Self> {
        let ModelFile::<Value> { format: _, trained_on, model } =
            serde_json::from_value(unambiguous_json(json)?)?;
        let Value::Object(mut fields) = model else {
            return Err(Error::custom("`model` is not an object"));
        };
        let Some(Value::String(name)) = fields.remove("engine") else {
            return Err(Error::missing_field("engine"));
        };
        let Some(EngineKind::Learner(learner)) = EngineKind::named(&name) else {
            return Err(Error::custom(format!("no trainable engine has the name `{name}`")));
        };
        Ok(Self { trained_on, model: (learner.read)(Value::Object(fields))? })
    }

    /// A model that ships with the program.
    pub(crate) fn shipped(json: &str) -> Result<Self, UnusableModel> {
        Self::from_json(json).map_err(|error| UnusableModel::Damaged(error.to_string()))
    }
}
