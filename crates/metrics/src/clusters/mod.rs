//! Clusters: an original pair with everything that comes from it, pooled with those that look the same.

mod pools;
mod signatures;
mod views;

pub(crate) use pools::{ClusterPools, SliceClusters, runs_side_by_side};
pub use signatures::{ClusterRow, clusters};
pub(crate) use views::{are_single, right, right_share};
