//! How many clusters there are, and how unequal they are.

use super::PooledClusters;

/// The fewest clusters that an interval of a function of several shares is made from.
pub const FEWEST_CLUSTERS: u64 = 10;

/// The pairs of clusters; of a system with several runs, which all answer them, each pair once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusterSizes {
    /// The clusters with a pair.
    pub clusters: u64,
    /// The pairs of all of them.
    pub pairs: u64,
    /// The pairs of the largest.
    pub largest: u64,
    /// The sum of the squares of their pairs.
    pub squares: f64,
}

impl ClusterSizes {
    /// Those of some clusters, of which `pairs` gives how many pairs are counted in each.
    pub fn new(clusters: &PooledClusters, pairs: impl Fn(&[u32]) -> u64) -> Self {
        Self::of(clusters.iter().map(|(counts, times)| (pairs(counts), times)), clusters.times())
    }

    /// Those of clusters in which some number of pairs is counted, with how many clusters are alike; each pair is counted
    /// `counted` times.
    pub(super) fn of(clusters: impl Iterator<Item = (u64, u64)>, counted: u64) -> Self {
        let mut sizes = Self { clusters: 0, pairs: 0, largest: 0, squares: 0.0 };
        for (here, times) in clusters {
            sizes.clusters += if here > 0 { times } else { 0 };
            sizes.pairs += here * times;
            sizes.largest = sizes.largest.max(here.div_ceil(counted));
            sizes.squares += times as f64 * (here as f64 / counted as f64).powi(2);
        }
        // Where not every run is scored on every pair, the mean over the runs.
        sizes.pairs = sizes.pairs.div_ceil(counted);
        sizes
    }

    /// As many clusters of equal size as would tell as much, were all pairs of a cluster alike: the
    /// square of the pairs by the sum of the squares of the sizes.
    ///
    /// # References
    /// Kish 1965.
    #[must_use]
    pub fn effective(&self) -> f64 {
        if self.squares > 0.0 { (self.pairs as f64).powi(2) / self.squares } else { 0.0 }
    }

    /// Whether there are [`FEWEST_CLUSTERS`], and they tell as much as half as many equal ones.
    pub(super) fn are_enough(&self) -> bool {
        self.clusters >= FEWEST_CLUSTERS && self.effective() >= FEWEST_CLUSTERS as f64 / 2.0
    }

    /// Whether one cluster has more than half of the pairs, so that the figures of the slice are those
    /// of this cluster before all. A cluster of fewer than [`FEWEST_CLUSTERS`] pairs dominates nothing:
    /// a slice so small is seen to be.
    #[must_use]
    pub fn is_dominated(&self) -> bool {
        self.clusters > 1 && self.largest >= FEWEST_CLUSTERS && self.largest > self.pairs / 2
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
        assert_eq!((sizes.clusters, sizes.pairs, sizes.largest, sizes.squares), (10, 16, 4, 40.0));
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
