//! The feature classifier: how far the text covers the hypothesis, what is left over, and logistic regression on it.
//!
//! Shallow features of tokens, with WordNet's relations where there is one (`vector.rs` and the files beside it), each
//! with a name in plain English that the model and the justifications use.

mod calibration;
mod classifier;
mod comparison;
mod coverage;
mod frequencies;
mod justification;
mod mismatch;
mod model;
mod order;
mod shipped;
#[cfg(test)]
mod tests;
mod train;
mod vector;
mod words;

pub use classifier::{FEATURES, FeatureClassifier};
pub use frequencies::Frequencies;
pub use model::{CrossValidation, FeatureModel, FeatureWeight, ModelError};
pub use train::cross_validated;
