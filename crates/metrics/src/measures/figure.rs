//! What a measure comes to.

use crate::undefined::{Proportion, Undefined, Value};

/// A value with the two counts that it is made of, where it is a share of pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The unrounded value, or why there is none.
    pub value: Value,
    /// The two counts.
    pub proportion: Option<Proportion>,
}

impl From<Value> for Figure {
    fn from(value: Value) -> Self {
        Self { value, proportion: None }
    }
}

impl From<Result<Proportion, Undefined>> for Figure {
    fn from(proportion: Result<Proportion, Undefined>) -> Self {
        let value = proportion.clone().and_then(Proportion::value);
        Self { value, proportion: proportion.ok() }
    }
}
