//! Values as templates take them.

use minijinja::Value;

/// A text that is markup already.
pub(super) fn safe(text: String) -> Value {
    Value::from_safe_string(text)
}

/// What the template reads of a value.
pub(super) fn serialized<T: serde::Serialize + Send + Sync + 'static>(value: T) -> Value {
    Value::from(minijinja::value::Serde(value))
}
