//! How the values of one or two systems move with single clusters, run by run.

use crate::cluster_sizes::ClusterSizes;
use crate::fisher::freedom;
use crate::influence::Moments;
use crate::{Combination, Linearised, NoInterval, RunSpread};

/// The influences of clusters on the values of the runs of one or two systems.
pub struct RunInfluences {
    /// The value of each system: the mean of the values of its runs.
    pub(crate) values: Vec<f64>,
    /// Of each system, the value on each of its runs.
    of_runs: Vec<Vec<f64>>,
    /// How many runs each system has.
    pub(crate) runs: Vec<usize>,
    /// Cluster by cluster, the influence on the value of each run: the runs of the first system, then those
    /// of the second.
    influences: Vec<f64>,
    /// How many clusters there are.
    clusters: f64,
    /// Their effective number.
    effective: f64,
}

/// The value of a statistic on one run, with the influences of clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct OfRun {
    /// The value of the statistic.
    pub value: f64,
    /// For each cluster the linearised change of the value by this cluster. They add up to 0.
    pub influences: Vec<f64>,
}

impl RunInfluences {
    /// The influences of one or two systems, each given by its runs. `sizes` has the number of units of each cluster;
    /// clusters without a unit are left out.
    ///
    /// # Errors
    /// [`NoInterval::FewClusters`] if there are fewer than ten clusters, or nearly all units are in a few of them.
    pub fn of_systems(systems: &[&[OfRun]], sizes: &[u64]) -> Result<Self, NoInterval> {
        let counted = ClusterSizes::of(sizes.iter().map(|units| (*units, 1)), 1);
        if !counted.are_enough() {
            return Err(NoInterval::FewClusters);
        }
        let with_units = sizes.iter().enumerate().filter(|(_, units)| **units > 0);
        let influences = with_units.flat_map(|(cluster, _)| {
            systems.iter().copied().flatten().map(move |run| run.influences[cluster])
        });
        let of_system = |runs: &[OfRun]| runs.iter().map(|run| run.value).collect::<Vec<f64>>();
        let of_runs: Vec<Vec<f64>> = systems.iter().copied().map(of_system).collect();
        let mean = |values: &Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        Ok(Self {
            values: of_runs.iter().map(mean).collect(),
            of_runs,
            runs: systems.iter().map(|runs| runs.len()).collect(),
            influences: influences.collect(),
            clusters: counted.clusters as f64,
            effective: counted.effective(),
        })
    }

    /// The combination of the values of two systems with its standard error between clusters. A single system has its own
    /// value as the combination.
    ///
    /// # Formula
    /// With the influence u of each of K clusters, that on the mean over the runs, `SE^2 = K/(K-1) sum (u - mean u)^2`; the
    /// degrees of freedom are the effective number of clusters - 1, or fewer if the variance depends on a few clusters.
    #[must_use]
    pub fn linearised(&self, combination: Combination) -> Linearised {
        let signs = [1.0, combination.sign()];
        let (mut moments, mut squares, mut fourths) = (Moments::default(), 0.0, 0.0);
        for of_cluster in self.by_cluster() {
            let means =
                of_cluster.iter().map(|of_runs| of_runs.iter().sum::<f64>() / of_runs.len() as f64);
            let influence: f64 = means.zip(signs).map(|(mean, sign)| sign * mean).sum();
            moments.add(influence, 1.0);
            squares += influence.powi(2);
            fourths += influence.powi(4);
        }
        let variance = self.clusters / (self.clusters - 1.0) * moments.centred(self.clusters);
        Linearised {
            estimate: self.values.iter().zip(signs).map(|(value, sign)| sign * value).sum(),
            error: variance.sqrt(),
            freedom: freedom(self.effective, [self.clusters, squares, fourths]),
        }
    }

    /// How the value of each system varies between its runs; `None` for one run, or for runs that do not vary.
    #[must_use]
    pub fn spreads(&self) -> Vec<Option<RunSpread>> {
        let spread = |(system, values): (usize, &Vec<f64>)| {
            let runs = values.len() as f64;
            let mut single = vec![Moments::default(); values.len()];
            for of_cluster in self.by_cluster() {
                let mean = of_cluster[system].iter().sum::<f64>() / runs;
                for (moments, influence) in single.iter_mut().zip(of_cluster[system]) {
                    moments.add(influence - mean, 1.0);
                }
            }
            let centred: f64 = single.iter().map(|moments| moments.centred(self.clusters)).sum();
            let of_clusters = self.clusters / (self.clusters - 1.0) * centred / (runs - 1.0);
            let vary = centred > 0.0 || values.iter().any(|value| *value != values[0]);
            (values.len() > 1 && vary).then(|| RunSpread::new(values, of_clusters))
        };
        self.of_runs.iter().enumerate().map(spread).collect()
    }

    /// Of each cluster the influences on the runs of each system.
    fn by_cluster(&self) -> impl Iterator<Item = Vec<&[f64]>> {
        let width: usize = self.runs.iter().sum();
        self.influences.chunks_exact(width.max(1)).map(|mut rest| {
            let of_system = |runs: &usize| {
                let (of_runs, others) = rest.split_at(*runs);
                rest = others;
                of_runs
            };
            self.runs.iter().map(of_system).collect()
        })
    }
}
