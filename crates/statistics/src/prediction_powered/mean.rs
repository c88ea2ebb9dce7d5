//! One corrected mean, or one share of what is in another.

use super::{FEWEST_LABELS, NotCorrected, PSEUDO_UNITS, Part, Values};

/// A mean over a part, by predictions of all units, corrected by what labels show of the predictions' errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Mean {
    /// The corrected mean.
    pub value: f64,
    /// The mean of what is predicted, by the weights of the predictors.
    pub predicted: f64,
    /// What each cluster of the part adds to the error, in the order of the part's clusters, by its labels.
    pub(super) by_labels: Vec<f64>,
    /// The same, by what is predicted of it.
    pub(super) by_predictions: Vec<f64>,
    /// The variance that is added, since labels that never differ from a predictor do not make it certain.
    pub(super) floor: f64,
    /// How many predictors have a weight.
    pub(super) predictors: usize,
}

impl Mean {
    /// The mean of some values in a part with a label, with the weights of the predictors; `wide`, from which the
    /// floor of its variance is taken, is the part itself or a wider one.
    ///
    /// # Formula
    /// `sum w (y - l'f) / sum w` over labelled units, plus the mean of `l'f` over all. With equal probabilities and a tuned
    /// weight it is PPI++'s estimate.
    ///
    /// # References
    /// Angelopoulos, Duchi and Zrnic 2023; Cassel, Särndal and Wretman 1976; Hájek 1971.
    ///
    /// # Errors
    /// [`NotCorrected::NoLabels`] if no unit of the part is labelled.
    pub fn new(
        part: &Part,
        values: &Values,
        weights: &[f64],
        wide: &Part,
    ) -> Result<Self, NotCorrected> {
        if part.labels() == 0 {
            return Err(NotCorrected::NoLabels);
        }
        let residual = part.labelled_mean(|unit| values.residual(unit, weights));
        let predicted = part.mean(|unit| values.predicted(unit, weights));
        let mut by_labels = vec![0.0; part.clusters.len()];
        let total = part.total_weight;
        for unit in &part.labelled {
            let off = values.residual(unit.unit, weights) - residual;
            by_labels[unit.cluster as usize] += unit.weight * off / total;
        }
        let mut by_predictions = vec![0.0; part.clusters.len()];
        for (unit, cluster) in part.units.iter().zip(&part.cluster) {
            let off = values.predicted(*unit, weights) - predicted;
            by_predictions[*cluster as usize] += off / part.units() as f64;
        }
        let variance = residual_variance(wide, values, weights, 1.0);
        Ok(Self {
            value: residual + predicted,
            predicted,
            by_labels,
            by_predictions,
            floor: floor(variance, part.effective()),
            predictors: weights.iter().filter(|weight| **weight != 0.0).count(),
        })
    }

    /// A mean over a part that is known without labels.
    #[must_use]
    pub fn known(part: &Part, value: impl Fn(u32) -> f64) -> Self {
        let mean = part.mean(&value);
        let mut by_predictions = vec![0.0; part.clusters.len()];
        for (unit, cluster) in part.units.iter().zip(&part.cluster) {
            by_predictions[*cluster as usize] += (value(*unit) - mean) / part.units() as f64;
        }
        Self {
            value: mean,
            predicted: mean,
            by_labels: vec![0.0; part.clusters.len()],
            by_predictions,
            floor: 0.0,
            predictors: 0,
        }
    }

    /// The share of the units in `divisor` that are in `dividend` too; both are values of 0 and 1, and have the same
    /// weights of predictors.
    ///
    /// # Errors
    /// [`NotCorrected::NoLabels`], [`NotCorrected::NoDivisor`], and [`NotCorrected::FewInDivisor`] below five effective
    /// labelled units in the divisor.
    pub fn share(
        part: &Part,
        [dividend, divisor]: [&Values; 2],
        weights: &[f64],
        wide: &Part,
    ) -> Result<Self, NotCorrected> {
        let above = Self::new(part, dividend, weights, part)?;
        let below = Self::new(part, divisor, weights, part)?;
        if below.value <= 0.0 {
            return Err(NotCorrected::NoDivisor);
        }
        let effective = part.effective() * below.value;
        if effective < FEWEST_LABELS {
            return Err(NotCorrected::FewInDivisor);
        }
        let ratio = above.value / below.value;
        let off = dividend.with(divisor, |dividend, divisor| dividend - ratio * divisor);
        let variance = residual_variance(wide, &off, weights, below.value);
        let both = |dividend: &[f64], divisor: &[f64]| {
            let pairs = dividend.iter().zip(divisor);
            pairs.map(|(dividend, divisor)| (dividend - ratio * divisor) / below.value).collect()
        };
        Ok(Self {
            value: ratio,
            predicted: above.predicted / below.predicted,
            by_labels: both(&above.by_labels, &below.by_labels),
            by_predictions: both(&above.by_predictions, &below.by_predictions),
            floor: floor(variance, effective),
            predictors: above.predictors,
        })
    }

    /// What each cluster adds to the error.
    pub(super) fn influences(&self) -> impl Iterator<Item = f64> {
        self.by_labels
            .iter()
            .zip(&self.by_predictions)
            .map(|(labels, predictions)| labels + predictions)
    }
}

/// The variance of pseudo-units among so many effective clusters.
pub(super) fn floor(residual_variance: f64, effective: f64) -> f64 {
    let units = effective + PSEUDO_UNITS;
    PSEUDO_UNITS * residual_variance / (units * units)
}

/// The variance of the residual of one effective unit of a part, itself with pseudo-units so that it is never 0; where only
/// a share of the units counts, of one of these.
pub(super) fn residual_variance(part: &Part, values: &Values, weights: &[f64], share: f64) -> f64 {
    let (mut sum, mut sum_of_squares) = (0.0, 0.0);
    for unit in &part.labelled {
        let residual = values.residual(unit.unit, weights);
        sum += unit.weight * residual;
        sum_of_squares += unit.weight * residual * residual;
    }
    let mean = sum / part.total_weight;
    let squares = (sum_of_squares / part.total_weight - mean * mean).max(0.0);
    let of_weights: f64 = weights.iter().map(|weight| weight * weight).sum();
    let effective = part.effective();
    (effective * squares + 1.0 + of_weights) / (effective * share + PSEUDO_UNITS)
}
