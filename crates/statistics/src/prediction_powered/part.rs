//! Some units, with the weights of those that are labelled.

use super::Sample;

/// Some units of a sample.
#[derive(Debug, Clone)]
pub struct Part {
    /// The units, ascending.
    pub(super) units: Vec<u32>,
    /// The place of each unit's cluster in `clusters`.
    pub(super) cluster: Vec<u32>,
    /// The clusters that have units here, ascending.
    pub(super) clusters: Vec<u32>,
    pub(super) labelled: Vec<LabelledUnit>,
    /// `1/p - 1` of each unit; nothing where the probabilities of unlabelled units are unknown, or all are equal.
    pub(super) variances: Option<Vec<f64>>,
    /// Whether labelled units stand in for all, whose probabilities are unknown.
    pub(super) stands_in: bool,
    /// The sum of the weights of labelled units.
    pub(super) total_weight: f64,
    effective: f64,
    labelled_clusters: usize,
}

/// A labelled unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelledUnit {
    /// Its number in the sample.
    pub(super) unit: u32,
    /// The place of its cluster in the part.
    pub(super) cluster: u32,
    /// One over its probability.
    pub(super) weight: f64,
}

impl Part {
    /// Some units, ascending, each once.
    #[must_use]
    pub fn new(sample: &Sample<'_>, units: Vec<u32>) -> Self {
        let of_unit = |unit: &u32| sample.clusters[*unit as usize];
        let mut clusters: Vec<u32> = units.iter().map(of_unit).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let place =
            |unit: &u32| clusters.partition_point(|cluster| *cluster < of_unit(unit)) as u32;
        let cluster: Vec<u32> = units.iter().map(place).collect();
        let is_labelled = |unit: &u32| sample.labelled[*unit as usize];
        let labels = units.iter().filter(|unit| is_labelled(unit)).count();
        let equal = units.len() as f64 / labels.max(1) as f64;
        let labelled: Vec<LabelledUnit> = units
            .iter()
            .zip(&cluster)
            .filter(|(unit, _)| is_labelled(unit))
            .map(|(unit, cluster)| LabelledUnit {
                unit: *unit,
                cluster: *cluster,
                weight: sample.chance(*unit).map_or(equal, |chance| 1.0 / chance),
            })
            .collect();
        let (variances, stands_in) = match sample.chances {
            super::Chances::Equal => (None, false),
            super::Chances::Known(_) => {
                let variance = |unit: &u32| sample.chance(*unit).map(|chance| 1.0 / chance - 1.0);
                let variances: Option<Vec<f64>> = units.iter().map(variance).collect();
                let unknown = variances.is_none();
                (variances, unknown)
            }
        };
        let mut by_cluster = vec![0.0; clusters.len()];
        for unit in &labelled {
            by_cluster[unit.cluster as usize] += unit.weight;
        }
        let sum: f64 = by_cluster.iter().sum();
        let total_weight = labelled.iter().map(|unit| unit.weight).sum();
        let squares: f64 = by_cluster.iter().map(|weight| weight * weight).sum();
        let effective = if labelled.is_empty() { 0.0 } else { sum * sum / squares };
        let labelled_clusters = by_cluster.iter().filter(|weight| **weight > 0.0).count();
        Self {
            units,
            cluster,
            clusters,
            labelled,
            variances,
            stands_in,
            total_weight,
            effective,
            labelled_clusters,
        }
    }

    /// How many units it has.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// How many of them are labelled.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.labelled.len()
    }

    /// The units, by their numbers in the sample.
    pub fn all(&self) -> impl Iterator<Item = u32> {
        self.units.iter().copied()
    }

    /// The labelled ones of them.
    pub fn labelled(&self) -> impl Iterator<Item = u32> {
        self.labelled.iter().map(|unit| unit.unit)
    }

    /// The clusters with a labelled unit.
    #[must_use]
    pub fn labelled_clusters(&self) -> usize {
        self.labelled_clusters
    }

    /// The effective number of labelled clusters: the square of the sum of their weights over the sum of the squares
    /// (Kish 1965); 0 without labels.
    #[must_use]
    pub fn effective(&self) -> f64 {
        self.effective
    }

    /// The largest weight of a single predictor, which is that of PPI++ over the share of unlabelled units; 0 where all are
    /// labelled.
    pub(super) fn most_weight(&self) -> f64 {
        match (self.labels(), self.units()) {
            (labels, units) if labels < units => 1.0 / (1.0 - labels as f64 / units as f64),
            _ => 0.0,
        }
    }

    /// The weighted mean over labelled units; not a number without labels.
    #[must_use]
    pub fn labelled_mean(&self, value: impl Fn(u32) -> f64) -> f64 {
        let sum: f64 = self.labelled.iter().map(|unit| unit.weight * value(unit.unit)).sum();
        sum / self.total_weight
    }

    /// The plain mean over all units.
    pub(super) fn mean(&self, value: impl Fn(u32) -> f64) -> f64 {
        self.units.iter().map(|unit| value(*unit)).sum::<f64>() / self.units.len() as f64
    }
}
