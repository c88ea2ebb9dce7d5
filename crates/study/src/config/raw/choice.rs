//! One of a few words in the YAML: the variants of an enum, as serde spells them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

/// A variant of an enum that the evaluation itself uses. The schema lists the variants that serde knows, so that
/// the words are in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub(in crate::config) struct Choice<T>(pub(in crate::config) T);

impl<T: DeserializeOwned> JsonSchema for Choice<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Raw{}", enum_of::<T>().0).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": choices::<T>() })
    }
}

/// The words for the variants of an enum.
pub fn choices<T: DeserializeOwned>() -> &'static [&'static str] {
    enum_of::<T>().1
}

/// The name and the variants of an enum, as its `Deserialize` gives them.
fn enum_of<T: DeserializeOwned>() -> (&'static str, &'static [&'static str]) {
    let mut asked = Asked::default();
    // There is no value to be read: this asks for one, to hear of what enum.
    let _ = T::deserialize(&mut asked);
    (asked.name, asked.variants)
}

/// Keeps what a `Deserialize` of an enum asks for.
#[derive(Default)]
struct Asked {
    name: &'static str,
    variants: &'static [&'static str],
}

impl<'de> Deserializer<'de> for &mut Asked {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("expected one of the possible values"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        (self.name, self.variants) = (name, variants);
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Task;

    use super::*;

    #[test]
    fn the_schema_lists_what_serde_reads() {
        let schema = Choice::<Task>::json_schema(&mut SchemaGenerator::default()).to_value();
        assert_eq!(
            schema,
            serde_json::json!({"type": "string", "enum": ["two-way", "three-way", "outcome"]})
        );
        assert_eq!(Choice::<Task>::schema_name(), "RawTask");
        for word in choices::<Task>() {
            assert!(serde_json::from_value::<Choice<Task>>((*word).into()).is_ok(), "{word}");
        }
        assert!(serde_json::from_value::<Choice<Task>>("four-way".into()).is_err());
    }
}
