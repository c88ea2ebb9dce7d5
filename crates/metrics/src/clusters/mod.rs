//! Clusters: original pairs that belong together (where nothing says so, each for itself) with everything
//! that comes from them, pooled with those that look the same.

mod answered;
mod cluster;
mod composed;
mod from_table;
mod pass;
mod pools;
mod relevance;
mod runs;
mod sets;
mod slice_clusters;
mod table;
mod views;

pub(crate) use composed::ComposedClusters;
pub(crate) use from_table::TableClusters;
pub(crate) use pools::{ClusterPools, Pooling};
pub(crate) use relevance::{PartWeightSums, RelevancePools, has_relevance};
pub(crate) use runs::runs_side_by_side;
pub(crate) use sets::SetPools;
pub(crate) use slice_clusters::SliceClusters;
pub use table::{AnsweredPairs, ClusterAdder, ClusterRow, clusters};
pub(crate) use views::{are_single, judgments_together, right, right_of};
