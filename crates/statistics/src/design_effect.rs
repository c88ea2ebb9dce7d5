//! The design effect of clusters.

use crate::undefined::Undefined;
use crate::{PooledClusters, UncertaintyError};

/// The contribution of one cluster to a mean over units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cluster {
    /// The number of units.
    pub units: f64,
    /// The sum of the averaged values over the units: for a share, the right units; for a difference of shares, the units
    /// on which the first system alone is right minus the units on which the second alone is right.
    pub sum: f64,
    /// The sum of the squared values over the units: for a share, the right units; for a difference of shares, all
    /// discordant units.
    pub squares: f64,
}

/// The design effect of a mean over units: its variance if clusters are independent, divided by its variance if units are
/// independent. It is 1 if the units of a cluster do not depend on each other. At 2, twice as many units are needed as a
/// test on independent units suggests. It is below 1 if the units of a cluster balance each other. `cluster` returns the
/// contribution of a cluster with these counts.
///
/// # Formula
/// `[K/(K-1) sum over K clusters of (s - m n)^2] / [N/(N-1) sum over N units of (x - m)^2]`, with n the
/// units of a cluster, s their sum of x, and m the mean of x over all units.
///
/// # Errors
/// [`UncertaintyError::FewClusters`] if there are fewer than two clusters; [`Undefined::Constant`] if all units are alike.
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
    let (units, sum, squares) = (
        total(|cluster| cluster.units),
        total(|cluster| cluster.sum),
        total(|cluster| cluster.squares),
    );
    let mean = sum / units;
    let count = clusters.clusters() as f64;
    let between: f64 = seen
        .iter()
        .map(|(cluster, times)| times * (cluster.sum - mean * cluster.units).powi(2))
        .sum();
    let within = squares - sum * mean;
    if units < 2.0 || within <= squares.abs() * 1e-12 {
        return Err(Undefined::Constant.into());
    }
    Ok(count / (count - 1.0) * between / (units / (units - 1.0) * within))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const N: usize>(clusters: [([u32; 2], u64); N]) -> Result<f64, UncertaintyError> {
        let clusters = PooledClusters::new(2, clusters).unwrap();
        design_effect(&clusters, |counts| {
            let (right, units) = (f64::from(counts[0]), f64::from(counts[1]));
            Cluster { units, sum: right, squares: right }
        })
    }

    #[test]
    fn by_hand() {
        // Single units: none. Units of copies: 40/39 * 40 against 80/79 * 20.
        assert!((of([([1, 1], 20), ([0, 1], 20)]).unwrap() - 1.0).abs() < 1e-12);
        let copies = of([([2, 2], 20), ([0, 2], 20)]).unwrap();
        assert!((copies - (40.0 / 39.0 * 40.0) / (80.0 / 79.0 * 20.0)).abs() < 1e-12);
        // One of two right everywhere: clusters do not vary at all.
        assert_eq!(of([([1, 2], 20)]), Ok(0.0));
        assert_eq!(of([([2, 2], 20)]), Err(Undefined::Constant.into()));
        assert_eq!(of([([1, 2], 1)]), Err(UncertaintyError::FewClusters(1)));
    }
}
