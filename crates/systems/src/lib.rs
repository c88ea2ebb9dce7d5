//! Entailment systems that can be run: pairs in, answers out.
//!
//! The first step of the methodology of Cabrio & Magnini 2010 is to run a system on the original and on the
//! monothematic pairs. A [`System`] takes [`TextPair`]s and hands over a [`Reply`] for each; an [`Engine`] is a
//! system that looks at one pair at a time. What an engine has learnt is a model, a readable file.
//!
//! Nothing here knows YAML, configs or reports; it depends on `phenom-dataset` alone.

pub mod conllu;
pub mod edit_distance;
mod engine;
pub mod features;
mod logistic;
mod reply;
pub mod swarm;
mod system;
pub mod text;
mod text_pair;
pub mod training;
pub mod wordnet;

pub use engine::Engine;
pub use reply::{Probabilities, Reply};
pub use system::{Answered, System, SystemError};
pub use text_pair::{Example, TextPair};
