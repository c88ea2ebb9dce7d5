//! The number of clusters and their sizes.

use crate::PooledClusters;

/// The fewest clusters from which an interval of a function of several shares is computed.
pub const FEWEST_CLUSTERS: u64 = 10;

/// The sizes of clusters in units. Each unit counts once, also if several runs count it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusterSizes {
    /// The number of clusters with at least one unit.
    pub clusters: u64,
    /// The number of units of all clusters.
    pub units: u64,
    /// The number of units of the largest cluster.
    pub largest: u64,
    /// The sum of the squared sizes of the clusters.
    pub squares: f64,
}

impl ClusterSizes {
    /// The sizes of pooled clusters; `units` returns how many units the counts of a cluster count, over all runs.
    pub fn new(clusters: &PooledClusters, units: impl Fn(&[u32]) -> u64) -> Self {
        Self::of(clusters.iter().map(|(counts, times)| (units(counts), times)), clusters.times())
    }

    /// The sizes of clusters given by their counted units and the number of clusters that are alike; each unit is counted
    /// `counted` times.
    pub(crate) fn of(clusters: impl Iterator<Item = (u64, u64)>, counted: u64) -> Self {
        let mut sizes = Self { clusters: 0, units: 0, largest: 0, squares: 0.0 };
        for (here, times) in clusters {
            sizes.clusters += if here > 0 { times } else { 0 };
            sizes.units += here * times;
            sizes.largest = sizes.largest.max(here.div_ceil(counted));
            sizes.squares += times as f64 * (here as f64 / counted as f64).powi(2);
        }
        // If not every run has every unit, the mean over the runs.
        sizes.units = sizes.units.div_ceil(counted);
        sizes
    }

    /// The effective number of clusters: the number of clusters of equal size that carry as much information if all units
    /// of a cluster are alike. It is the square of the number of units, divided by the sum of the squared sizes; 0 if there
    /// are no units.
    ///
    /// # References
    /// Kish 1965.
    #[must_use]
    pub fn effective(&self) -> f64 {
        if self.squares > 0.0 { (self.units as f64).powi(2) / self.squares } else { 0.0 }
    }

    /// Whether there are [`FEWEST_CLUSTERS`], with an [effective](Self::effective) number of at least half of that.
    pub(crate) fn are_enough(&self) -> bool {
        self.clusters >= FEWEST_CLUSTERS && self.effective() >= FEWEST_CLUSTERS as f64 / 2.0
    }

    /// Whether one of several clusters has more than half of the units and at least [`FEWEST_CLUSTERS`] units, so that
    /// every statistic mainly describes this cluster.
    #[must_use]
    pub fn is_dominated(&self) -> bool {
        self.clusters > 1 && self.largest >= FEWEST_CLUSTERS && self.largest > self.units / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const N: usize>(counts: [([u32; 1], u64); N]) -> ClusterSizes {
        let clusters = PooledClusters::new(1, counts).unwrap();
        ClusterSizes::new(&clusters, |counts| counts[0].into())
    }

    #[test]
    fn by_hand() {
        let sizes = of([([1], 8), ([4], 2)]);
        assert_eq!((sizes.clusters, sizes.units, sizes.largest, sizes.squares), (10, 16, 4, 40.0));
        assert!((sizes.effective() - 6.4).abs() < 1e-12 && sizes.are_enough());
        assert!(!of([([1], 9)]).are_enough() && of([([1], 10)]).are_enough());
    }

    #[test]
    fn one_cluster_that_dominates() {
        let sizes = of([([5_000], 1), ([1], 20)]);
        assert!(sizes.is_dominated() && !sizes.are_enough());
        assert!(!of([([5_000], 2)]).is_dominated() && !of([([5_000], 1)]).is_dominated());
        assert!(!of([([3], 1), ([1], 2)]).is_dominated());
        assert!(of([([11], 1), ([1], 10)]).is_dominated());
    }
}
