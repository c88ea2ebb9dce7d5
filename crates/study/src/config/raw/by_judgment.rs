//! Something for each of several judgments in the YAML, such as the column of its probability.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use super::choice::Choice;

/// A mapping from judgments, each of which stands once, under whatever of its names.
#[derive(Debug)]
pub(in crate::config) struct ByJudgment(pub(in crate::config) Vec<(Judgment, String)>);

impl<'de> Deserialize<'de> for ByJudgment {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let named: BTreeMap<String, String> = BTreeMap::deserialize(value)?;
        let mut of: BTreeMap<Judgment, (String, String)> = BTreeMap::new();
        for (name, column) in named {
            let Choice(judgment) =
                serde_json::from_value(name.as_str().into()).map_err(D::Error::custom)?;
            if let Some((first, _)) = of.insert(judgment, (name.clone(), column)) {
                return Err(D::Error::custom(format!("`{first}` and `{name}` are the same label")));
            }
        }
        Ok(Self(of.into_iter().map(|(judgment, (_, column))| (judgment, column)).collect()))
    }
}

impl JsonSchema for ByJudgment {
    fn schema_name() -> Cow<'static, str> {
        "ByJudgment".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<Choice<Judgment>, String>::json_schema(generator)
    }
}
