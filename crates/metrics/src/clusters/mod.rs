//! Clusters: original pairs that belong together (where nothing says so, each for itself) with everything
//! that comes from them, pooled with those that look the same.

mod answered;
mod cluster;
mod composed;
mod from_table;
mod joint;
mod pairs_by_runs;
mod pass;
mod places;
mod pools;
mod relevance;
mod run_pools;
mod seen;
mod sets;
mod signature_pool;
mod table;
mod views;

pub(crate) use composed::{ComposedClusters, ComposedPools};
pub(crate) use from_table::TableClusters;
pub(crate) use joint::{JointClusters, JointOriginal};
pub(crate) use pairs_by_runs::pairs_by_runs;
pub(crate) use pools::{ClusterPools, Pooling};
pub(crate) use relevance::{PartWeightSums, RelevancePools, has_relevance};
pub(crate) use seen::MOST_HELD;
pub(crate) use sets::SetPools;
pub use table::{AnsweredPairs, ClusterAdder, ClusterRow, ClusterTable};
pub(crate) use views::{are_single, judgments_together, right_of};
