//! Clusters: an original pair with everything that comes from it, pooled with those that look the same.

mod pools;
mod signatures;
mod views;

pub(crate) use pools::{ClusterPools, runs_side_by_side, OF_A_RUN};
pub use signatures::{ClusterRow, clusters};
pub(crate) use views::{are_single, right, right_share};
