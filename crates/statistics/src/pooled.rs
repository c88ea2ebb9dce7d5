//! Clusters, pooled by their counts.

use std::borrow::Cow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use crate::{DistinctClusters, UncertaintyError};

/// A statistic as a function of the counts summed over clusters, one sum for each count of a cluster. `None` if it has no
/// value on these sums, such as a ratio to 0.
pub type Statistic<'s> = dyn Fn(&[u64]) -> Option<f64> + Sync + 's;

/// Clusters, each a vector of counts of the same length, pooled with the number of clusters that have the same vector.
/// The [`Statistic`] decides what the counts mean. In a comparison of two systems, the first half of each vector belongs
/// to the first system and the second half to the second one, in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PooledClusters {
    width: usize,
    /// How often each unit is counted, at least 1.
    times: u64,
    /// The distinct vectors, one after the other.
    counts: Vec<u32>,
    multiplicities: Vec<u64>,
}

impl PooledClusters {
    /// Pools clusters of `width` counts, each with its number of occurrences. Clusters whose counts are all 0 are left
    /// out. The order of the clusters makes no difference.
    ///
    /// # Errors
    /// [`UncertaintyError::Width`] if a vector has another length.
    pub fn new<C: AsRef<[u32]>>(
        width: usize,
        clusters: impl IntoIterator<Item = (C, u64)>,
    ) -> Result<Self, UncertaintyError> {
        let mut distinct = DistinctClusters::default();
        for (counts, multiplicity) in clusters {
            let counts = counts.as_ref();
            if counts.len() != width {
                return Err(UncertaintyError::Width { expected: width, found: counts.len() });
            }
            distinct.add(counts, multiplicity);
        }
        Ok(Self::of_distinct(width, &distinct))
    }

    /// The same of distinct clusters, each of which must have `width` counts.
    #[must_use]
    pub fn of_distinct(width: usize, distinct: &DistinctClusters) -> Self {
        let mut counts = Vec::with_capacity(width * distinct.distinct());
        let mut multiplicities = Vec::with_capacity(distinct.distinct());
        // The most frequent first: a draw is then over before it comes to the rare ones.
        distinct.for_each_by_frequency(|of_one, multiplicity| {
            debug_assert_eq!(of_one.len(), width, "another width");
            counts.extend_from_slice(of_one);
            multiplicities.push(multiplicity);
        });
        Self { width, times: 1, counts, multiplicities }
    }

    /// No clusters, of vectors of `width` counts.
    #[must_use]
    pub fn empty(width: usize) -> Self {
        Self { width, times: 1, counts: Vec::new(), multiplicities: Vec::new() }
    }

    /// The same clusters with other counts, `width` of them, which `view` computes from those of a cluster. They are
    /// pooled anew: the fewer vectors differ, the faster is resampling.
    ///
    /// # Errors
    /// [`UncertaintyError::Width`] if `view` returns another number of counts than `width`.
    pub fn project<C: AsRef<[u32]>>(
        &self,
        width: usize,
        view: impl Fn(&[u32]) -> C,
    ) -> Result<Self, UncertaintyError> {
        let seen = self.iter().map(|(counts, multiplicity)| (view(counts), multiplicity));
        Ok(Self { times: self.times, ..Self::new(width, seen)? })
    }

    /// The same clusters, stating that each unit is counted `times` times: once for each run of a system.
    #[must_use]
    pub fn counted(self, times: u64) -> Self {
        Self { times, ..self }
    }

    /// How often each unit is counted: 1, or the number of runs if the counts of several runs are added up.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.times
    }

    /// If more than 1,000 vectors differ, the same clusters gathered at random into 500 blocks of nearly the same number
    /// of clusters; otherwise the clusters themselves. The time of resampling grows with the number of different
    /// vectors. Blocks are as independent as clusters are, and exchanging two systems in a block exchanges them in its
    /// clusters. 500 blocks give the standard error to about 3 %. The blocks are the same in each call.
    #[must_use]
    pub fn blocked(&self) -> Cow<'_, Self> {
        const MANY: usize = 1_000;
        const BLOCKS: u64 = 500;
        if self.distinct() <= MANY {
            return Cow::Borrowed(self);
        }
        let mut clusters: Vec<u32> = Vec::new();
        for (vector, times) in (0..).zip(&self.multiplicities) {
            clusters.extend(std::iter::repeat_n(vector, usize::try_from(*times).unwrap_or(0)));
        }
        clusters.shuffle(&mut Pcg64::seed_from_u64(BLOCKS));
        let count = clusters.len() as u64;
        let mut counts = vec![0; self.width * BLOCKS as usize];
        for (place, vector) in (0..).zip(&clusters) {
            let block = (place * BLOCKS / count) as usize;
            let sums = &mut counts[block * self.width..][..self.width];
            let vector = &self.counts[*vector as usize * self.width..][..self.width];
            for (sum, count) in sums.iter_mut().zip(vector) {
                *sum += count;
            }
        }
        let multiplicities = vec![1; BLOCKS as usize];
        Cow::Owned(Self { width: self.width, times: self.times, counts, multiplicities })
    }

    /// The number of counts of each cluster.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of clusters.
    #[must_use]
    pub fn clusters(&self) -> u64 {
        self.multiplicities.iter().sum()
    }

    /// The number of different vectors.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.multiplicities.len()
    }

    /// The different vectors, each with its number of clusters, the most frequent first.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.counts.chunks_exact(self.width.max(1)).zip(self.multiplicities.iter().copied())
    }

    /// The counts summed over all clusters: what a [`Statistic`] is computed from.
    #[must_use]
    pub fn sums(&self) -> Vec<u64> {
        let mut sums = vec![0; self.width];
        for (counts, multiplicity) in self.iter() {
            add(&mut sums, counts, multiplicity);
        }
        sums
    }

    /// An error if there are fewer than two clusters.
    pub(crate) fn enough(&self) -> Result<(), UncertaintyError> {
        match self.clusters() {
            few @ (0 | 1) => Err(UncertaintyError::FewClusters(few)),
            _ => Ok(()),
        }
    }
}

/// Adds a number of equal clusters to sums.
pub(crate) fn add(sums: &mut [u64], counts: &[u32], clusters: u64) {
    for (sum, &count) in sums.iter_mut().zip(counts) {
        *sum += u64::from(count) * clusters;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_different_clusters_are_gathered_into_blocks() {
        let clusters = (0..3_000u32).map(|number| ([number, 1], u64::from(number % 3)));
        let pooled = PooledClusters::new(2, clusters).unwrap();
        let blocks = pooled.blocked();
        assert_eq!((blocks.distinct(), blocks.clusters()), (500, 500));
        assert_eq!(blocks.sums(), pooled.sums());
        // 3,000 clusters in 500 blocks: 6 each.
        assert!(blocks.iter().all(|(counts, _)| counts[1] == 6));
        // The standard error of the mean of the first count, either way; the resamples of both differ.
        let error = |clusters: &PooledClusters| {
            let resampling = crate::Resampling::default();
            let mean: &Statistic<'_> = &|sums| Some(sums[0] as f64 / sums[1] as f64);
            let replicates = crate::bootstrap(clusters, &[mean], &resampling).unwrap();
            let values = replicates[0].values();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.iter().map(|value| (value - mean).powi(2)).sum::<f64>().sqrt()
        };
        let ratio = error(&blocks) / error(&pooled);
        assert!((ratio - 1.0).abs() < 0.12, "{ratio}");
        let few = PooledClusters::new(2, [([0, 1], 900), ([1, 1], 700)]).unwrap();
        assert_eq!(*few.blocked(), few);
    }

    #[test]
    fn equal_clusters_are_pooled_and_empty_ones_left_out() {
        let clusters = [([0, 1], 1), ([2, 1], 2), ([0, 0], 9), ([0, 1], 3)];
        let pooled = PooledClusters::new(2, clusters).unwrap();
        let seen: Vec<(&[u32], u64)> = pooled.iter().collect();
        assert_eq!(seen, [(&[0, 1][..], 4), (&[2, 1][..], 2)]);
        assert_eq!((pooled.clusters(), pooled.sums()), (6, vec![4, 6]));
        let sums = pooled.project(1, |counts| [counts[1]]).unwrap();
        assert_eq!((sums.distinct(), sums.clusters()), (1, 6));
        let wrong = PooledClusters::new(3, clusters);
        assert_eq!(wrong, Err(UncertaintyError::Width { expected: 3, found: 2 }));
    }
}
