//! Entailment systems that can be run: pairs in, answers out.
//!
//! The first step of the methodology of Cabrio & Magnini 2010 is to run a system on the original and on the
//! monothematic pairs. A [`System`] takes [`TextPair`]s and hands over a [`Reply`] for each; an [`Engine`] is a
//! system that looks at one pair at a time. What an engine has learnt is a model, a readable file.
//!
//! Nothing here knows YAML, configs or reports; it depends on `phenom-dataset` alone.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop"))]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

mod baselines;
mod by_parts;
pub mod command;
pub mod conllu;
pub mod contradiction;
mod cross_validation;
pub mod edit_distance;
#[cfg(feature = "endpoint")]
pub mod endpoint;
mod engine;
mod engines;
mod ensembles;
mod excerpt;
pub mod features;
mod groups;
mod logistic;
#[cfg(test)]
mod long_texts;
mod model;
mod opaque_ids;
mod reply;
mod store;
pub mod swarm;
mod system;
#[cfg(test)]
mod testing;
pub mod text;
mod text_pair;
pub mod training;
pub mod wordnet;

pub use baselines::{
    CONSTANT, Constant, HYPOTHESIS_ONLY, HypothesisOnly, IDF_COVERAGE, IdfCoverage,
    LearntThreshold, MAJORITY, Majority, RANDOM, Random, WORD_OVERLAP, WordOverlap,
};
pub use by_parts::{PartReply, compose_replies};
pub use cross_validation::{CrossValidation, HeldOut, Learns, Member, Replies};
pub use engine::Engine;
pub use engines::{
    ENGINES, EngineKind, EngineOption, MissingSetting, Settings, Untrained, UntrainedEngine,
};
pub use ensembles::{Ensemble, EnsembleRule, STACKED, VOTE, vote};
pub use groups::Groups;
pub use model::{Learner, Learnt, Model, TrainedModel, UnusableModel};
pub use opaque_ids::{Blind, OpaqueIds};
pub use reply::{Probabilities, Reply};
pub use store::{AllAnswered, Progress, Store, StoreError, StoredReplies, Use, answer_all};
pub use system::{Answered, System, SystemError};
pub use text_pair::{Example, TextPair};
pub use training::TrainingError;
