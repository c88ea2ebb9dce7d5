//! Clusters: original pairs that belong together (where nothing says so, each for itself) with everything
//! that comes from them, pooled with those that look the same.

mod cluster;
mod composed;
mod pass;
mod pools;
mod runs;
mod signatures;
mod slice_clusters;
mod views;

pub(crate) use composed::ComposedClusters;
pub(crate) use pools::ClusterPools;
pub(crate) use runs::runs_side_by_side;
pub use signatures::{ClusterRow, clusters};
pub(crate) use slice_clusters::SliceClusters;
pub(crate) use views::{are_single, judgments_together, right, right_of};
