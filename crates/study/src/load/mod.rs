//! Reads the files of a config, and takes the hash of each on the way.

mod annotated;
mod at_hand;
mod dataset;
mod disjoint;
mod drawn;
mod engines;
mod from_files;
mod given;
mod hashed;
mod justifications;
mod leakage;
mod learned;
mod learning;
mod notes;
mod outcomes;
mod outside;
mod own_parts;
mod pairs;
mod predicted;
mod replies;
mod systems;
mod tables;
mod threshold;

pub use annotated::{Sources, in_problems, sources};
pub use dataset::dataset;
pub use drawn::{drawn_pairs, drawn_sources};
pub use given::{Data, Reading, Systems};
pub use justifications::justifications;
pub use leakage::{Finding, Leakage, Moved, leakage};
pub use learning::model_of;
pub use notes::notes;
pub use outside::{Function, Questions};
pub use predicted::{Predicted, answered, estimates};
pub use replies::are_ranked;
pub use systems::{data, systems};
pub use tables::{CLUSTER_COLUMNS, COUNT_COLUMNS, clusters, counts};

pub(crate) use crate::hashes::{sha256, sha256_of};
