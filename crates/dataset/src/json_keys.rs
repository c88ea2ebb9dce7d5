//! JSON in which no object has a key twice. serde_json takes the last of two values without a word.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use hashbrown::HashSet;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// The problem of a key that an object has twice.
pub(crate) fn stands_twice<E: Error>(key: &str) -> E {
    E::custom(format!("`{}` appears twice in the object", crate::wording::shown(key)))
}

/// Up to how many keys are compared with each other, which is faster than a set.
pub(crate) const FEW: usize = 32;

/// The keys of one object so far.
#[derive(Default)]
struct Keys<'k> {
    few: Vec<Cow<'k, str>>,
    many: HashSet<Cow<'k, str>>,
}

impl<'k> Keys<'k> {
    /// Adds a key; refuses one that is there.
    fn add<E: Error>(&mut self, key: Cow<'k, str>) -> Result<(), E> {
        if self.few.contains(&key) || self.many.contains(&key) {
            return Err(stands_twice(&key));
        }
        if self.few.len() < FEW {
            self.few.push(key);
        } else {
            self.many.insert(key);
        }
        Ok(())
    }
}

/// A string, borrowed from the line where it has no escapes.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        json.deserialize_str(TextVisitor)
    }
}

/// The value of a JSON text in which no object has a key twice.
///
/// # Errors
/// As `serde_json`, and if a key stands twice.
pub fn unambiguous_json(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str::<AnyValue>(text).map(|AnyValue(value)| value)
}

/// A value that nothing reads but the keys of its objects.
pub(crate) struct Unread;

impl<'de> Deserialize<'de> for Unread {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(Unread)
    }
}

impl<'de> Visitor<'de> for Unread {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(Self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(Self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(Self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(Self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(Self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(Self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys = Keys::default();
        while let Some(Text(key)) = map.next_key()? {
            keys.add(key)?;
            map.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// Any value.
pub(crate) struct AnyValue(pub(crate) Value);

impl<'de> Deserialize<'de> for AnyValue {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct ValueVisitor;
        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = AnyValue;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<AnyValue, E> {
                Ok(AnyValue(Value::Null))
            }

            fn visit_bool<E>(self, value: bool) -> Result<AnyValue, E> {
                Ok(AnyValue(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<AnyValue, E> {
                Ok(AnyValue(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<AnyValue, E> {
                Ok(AnyValue(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<AnyValue, E> {
                Ok(AnyValue(value.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<AnyValue, E> {
                Ok(AnyValue(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnyValue, A::Error> {
                let mut members = Vec::new();
                while let Some(AnyValue(member)) = list.next_element()? {
                    members.push(member);
                }
                Ok(AnyValue(Value::Array(members)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnyValue, A::Error> {
                let mut members = serde_json::Map::new();
                while let Some(Text(key)) = map.next_key()? {
                    if members.contains_key(key.as_ref()) {
                        return Err(stands_twice(&key));
                    }
                    let AnyValue(value) = map.next_value()?;
                    members.insert(key.into_owned(), value);
                }
                Ok(AnyValue(Value::Object(members)))
            }
        }
        json.deserialize_any(ValueVisitor)
    }
}

/// An object whose keys are data.
pub(crate) struct Map<K, V>(pub(crate) BTreeMap<K, V>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, K, V> Deserialize<'de> for Map<K, V>
where
    K: Deserialize<'de> + Ord + AsRef<str>,
    V: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct MapVisitor<K, V>(PhantomData<(K, V)>);
        impl<'de, K, V> Visitor<'de> for MapVisitor<K, V>
        where
            K: Deserialize<'de> + Ord + AsRef<str>,
            V: Deserialize<'de>,
        {
            type Value = Map<K, V>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map<K, V>, A::Error> {
                let mut members = BTreeMap::new();
                while let Some(key) = map.next_key::<K>()? {
                    if members.contains_key(&key) {
                        return Err(stands_twice(key.as_ref()));
                    }
                    members.insert(key, map.next_value()?);
                }
                Ok(Map(members))
            }
        }
        json.deserialize_map(MapVisitor(PhantomData))
    }
}

/// A struct that is written as an object: serde would also take a list for its fields in their order.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        json.deserialize_map(ObjectVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused<T: for<'de> Deserialize<'de>>(json: &str) -> Option<String> {
        serde_json::from_str::<T>(json).err().map(|error| error.to_string())
    }

    #[test]
    fn a_key_that_stands_twice_is_refused_at_any_depth() {
        let twice = r#"{"a": 1, "b": [{"c": {"d": 1, "\u0064": 2}}]}"#;
        let said = "`d` appears twice in the object at line 1 column 38";
        assert_eq!(refused::<Unread>(twice).as_deref(), Some(said));
        assert_eq!(refused::<AnyValue>(twice).as_deref(), Some(said));
        let once = r#"{"a": 1, "b": [{"a": {"d": 1.5e3, "e": null}}, {"a": "\u00e9"}], "c": -1}"#;
        assert_eq!(refused::<Unread>(once), None);
        let AnyValue(value) = serde_json::from_str(once).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(once).unwrap());
        assert!(refused::<Map<String, String>>(r#"{"x": "1", "x": "1"}"#).is_some());
        assert_eq!(refused::<Map<String, String>>(r#"{"x": "1", "y": "1"}"#), None);
    }

    #[test]
    fn many_keys_are_looked_up_and_not_compared() {
        let keys: Vec<String> = (0..100_000).map(|key| format!("\"{key}\": 0")).collect();
        assert_eq!(refused::<Unread>(&format!("{{{}}}", keys.join(", "))), None);
        for twice in [0, FEW - 1, FEW, 99_999] {
            let json = format!("{{{}, \"{twice}\": 1}}", keys.join(", "));
            assert!(
                refused::<Unread>(&json).is_some_and(|message| message.contains("appears twice"))
            );
        }
    }

    #[test]
    fn a_list_is_no_object() {
        #[derive(serde::Deserialize)]
        struct One {
            #[allow(dead_code, reason = "read by serde")]
            one: u8,
        }
        assert_eq!(refused::<One>("[1]"), None);
        assert!(
            refused::<Object<One>>("[1]").is_some_and(|message| message.contains("a JSON object"))
        );
        assert_eq!(refused::<Object<One>>("{\"one\": 1}"), None);
    }
}
