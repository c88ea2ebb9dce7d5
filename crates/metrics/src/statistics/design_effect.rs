//! How much the dependence within clusters matters.

use super::{PooledClusters, UncertaintyError};
use crate::undefined::Undefined;

/// What one cluster adds to a mean over pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cluster {
    /// The pairs.
    pub pairs: f64,
    /// The sum over the pairs of what is averaged: the right answers for an accuracy; for a
    /// difference of accuracies, the pairs on which the first system alone is right minus those on
    /// which the second alone is.
    pub sum: f64,
    /// The sum of its squares: the right answers for an accuracy; all discordant pairs for a
    /// difference.
    pub squares: f64,
}

/// The design effect of a mean over pairs: its variance under independent clusters, divided by that
/// under independent pairs. 1 where pairs of a cluster do not depend on each other; 2 says that twice
/// as many pairs are needed as a test on independent pairs would suggest. Below 1 where a cluster's
/// pairs make up for each other.
///
/// # Formula
/// `[K/(K-1) sum over K clusters of (s - m n)^2] / [N/(N-1) sum over N pairs of (x - m)^2]`, with n the
/// pairs of a cluster, s their sum of x, and m the mean of x over all pairs.
///
/// # Errors
/// [`UncertaintyError::FewClusters`], and [`Undefined::NothingToTest`] where all pairs are alike.
///
/// # References
/// Kish 1965, section 8.2.
pub fn design_effect(
    clusters: &PooledClusters,
    cluster: impl Fn(&[u32]) -> Cluster,
) -> Result<f64, UncertaintyError> {
    clusters.enough()?;
    let seen: Vec<(Cluster, f64)> =
        clusters.iter().map(|(counts, times)| (cluster(counts), times as f64)).collect();
    let total = |of: fn(&Cluster) -> f64| -> f64 {
        seen.iter().map(|(cluster, times)| of(cluster) * times).sum()
    };
    let (pairs, sum, squares) = (
        total(|cluster| cluster.pairs),
        total(|cluster| cluster.sum),
        total(|cluster| cluster.squares),
    );
    let mean = sum / pairs;
    let count = clusters.clusters() as f64;
    let between: f64 = seen
        .iter()
        .map(|(cluster, times)| times * (cluster.sum - mean * cluster.pairs).powi(2))
        .sum();
    let within = squares - sum * mean;
    if pairs < 2.0 || within <= squares.abs() * 1e-12 {
        return Err(Undefined::NothingToTest.into());
    }
    Ok(count / (count - 1.0) * between / (pairs / (pairs - 1.0) * within))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const N: usize>(clusters: [([u32; 2], u64); N]) -> Result<f64, UncertaintyError> {
        let clusters = PooledClusters::new(2, clusters).unwrap();
        design_effect(&clusters, |counts| {
            let (right, pairs) = (f64::from(counts[0]), f64::from(counts[1]));
            Cluster { pairs, sum: right, squares: right }
        })
    }

    #[test]
    fn by_hand() {
        // Single pairs: none. Pairs of copies: 40/39 * 40 against 80/79 * 20.
        assert!((of([([1, 1], 20), ([0, 1], 20)]).unwrap() - 1.0).abs() < 1e-12);
        let copies = of([([2, 2], 20), ([0, 2], 20)]).unwrap();
        assert!((copies - (40.0 / 39.0 * 40.0) / (80.0 / 79.0 * 20.0)).abs() < 1e-12);
        // One of two right everywhere: clusters do not vary at all.
        assert_eq!(of([([1, 2], 20)]), Ok(0.0));
        assert_eq!(of([([2, 2], 20)]), Err(Undefined::NothingToTest.into()));
        assert_eq!(of([([1, 2], 1)]), Err(UncertaintyError::FewClusters(1)));
    }
}
