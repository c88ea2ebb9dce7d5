//! How many labels would shorten an interval.

use super::{FEWEST_LABELS, Mean, NotCorrected, Part, ROUNDING, Values};

/// What more labels would change of the variance of a corrected mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelsNeeded {
    /// How many units are labelled now.
    pub labels: usize,
    units: usize,
    /// The part of the variance that more labels make smaller.
    pub of_labels: f64,
    /// The part that they do not change: more units would.
    pub of_units: f64,
}

impl LabelsNeeded {
    /// What more labels would change of a mean in a part.
    ///
    /// # Errors
    /// [`NotCorrected::FewLabels`] below five effective labelled clusters.
    pub fn new(part: &Part, values: &Values, weights: &[f64]) -> Result<Self, NotCorrected> {
        if part.effective() < FEWEST_LABELS - ROUNDING {
            return Err(NotCorrected::FewLabels);
        }
        let mean = Mean::new(part, values, weights, part)?;
        let clusters = part.labelled_clusters() as f64;
        let scale = clusters / (clusters - 1.0);
        let all: f64 =
            scale * mean.influences().map(|influence| influence * influence).sum::<f64>();
        let of_labels: f64 =
            scale * mean.by_labels.iter().map(|influence| influence * influence).sum::<f64>();
        Ok(Self {
            labels: part.labels(),
            units: part.units(),
            of_labels,
            of_units: (all - of_labels).max(0.0),
        })
    }

    /// The labels in all with which the standard error is this share of what it is now; nothing if labels of all units do
    /// not suffice.
    #[must_use]
    pub fn for_share(&self, share: f64) -> Option<usize> {
        let room = share * share * (self.of_labels + self.of_units) - self.of_units;
        let needed = self.labels as f64 * self.of_labels / room;
        (room > 0.0 && needed <= self.units as f64).then(|| (needed - ROUNDING).ceil() as usize)
    }

    /// The share of what the standard error is now that is left with so many labels in all.
    #[must_use]
    pub fn share_with(&self, labels: usize) -> f64 {
        let of_labels = self.of_labels * self.labels as f64 / labels as f64;
        ((of_labels + self.of_units) / (self.of_labels + self.of_units)).sqrt()
    }

    /// The share that is left if all units are labelled.
    #[must_use]
    pub fn share_with_all(&self) -> f64 {
        self.share_with(self.units)
    }
}
