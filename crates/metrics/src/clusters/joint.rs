//! Originals with what every run of every system makes of each and of its parts.

use hashbrown::HashMap;

use crate::composition::OriginalKind;

/// An original as the runs answer it: the run, by its number over all systems, and the kind. Runs that do not count are
/// absent.
pub(crate) type JointOriginal = Box<[(usize, OriginalKind)]>;

/// The originals of a cluster, sorted.
type JointCluster = Box<[JointOriginal]>;

/// The clusters of all decomposed originals, in which the kinds of all runs stay together original by original: what one
/// system does on the parts can be compared with what another does on the whole. Equal clusters are pooled.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct JointClusters {
    pooled: Vec<(JointCluster, u64)>,
}

impl JointClusters {
    /// Pools clusters, each of which is given with how many are like it.
    pub(super) fn new(clusters: impl Iterator<Item = (Vec<JointOriginal>, u64)>) -> Self {
        let mut pooled: HashMap<JointCluster, u64> = HashMap::new();
        for (mut originals, times) in clusters {
            originals.retain(|original| !original.is_empty());
            if !originals.is_empty() {
                originals.sort_unstable();
                *pooled.entry(originals.into()).or_default() += times;
            }
        }
        let mut pooled: Vec<(JointCluster, u64)> = pooled.into_iter().collect();
        pooled.sort_unstable();
        Self { pooled }
    }

    /// Each different cluster with how many are like it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[JointOriginal], u64)> {
        self.pooled.iter().map(|(originals, times)| (&**originals, *times))
    }
}
