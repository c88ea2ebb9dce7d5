//! Means of small parts whose corrections are drawn to the average correction.

use super::mean::residual_variance;
use super::{Mean, Part, Values};
use crate::{Interval, normal};

/// The pseudo-units of the variance of a correction.
const PSEUDO_UNITS: f64 = 10.0;

/// The largest standard deviation of corrections between parts, and in how many steps it is tried.
const MOST_SPREAD: f64 = 0.5;
const STEPS: usize = 200;

/// A part with fewer labelled clusters says nothing of its own correction.
const FEWEST_CLUSTERS: usize = 2;

/// So many parts must say something of theirs.
const FEWEST_PARTS: usize = 3;

/// Means whose corrections are drawn to their average.
#[derive(Debug, Clone, PartialEq)]
pub struct Shrunken {
    /// The average correction.
    pub correction: f64,
    /// The standard deviation of corrections between parts.
    pub spread: f64,
    /// Each part, in order.
    pub parts: Vec<OfPart>,
}

/// The mean of one part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfPart {
    /// The mean. Few labels may put it outside of 0 to 1.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The weight of its own correction, from 0 to 1.
    pub own_weight: f64,
}

impl OfPart {
    /// Its interval at a level of significance, within 0 to 1. It holds on average over parts, and not for one that is
    /// unlike all others.
    #[must_use]
    pub fn interval(&self, significance: f64) -> Interval {
        let reach = normal::quantile(1.0 - significance / 2.0) * self.error;
        Interval { lower: self.value - reach, upper: self.value + reach }.within(0.0, 1.0)
    }
}

/// What a part shows of its own.
struct Own {
    predicted: f64,
    /// The variance of what is predicted, over clusters.
    predicted_variance: f64,
    correction: Option<Correction>,
}

struct Correction {
    value: f64,
    variance: f64,
    /// With what is predicted.
    covariance: f64,
}

/// The means of parts of a wider one, with the weights of predictors that are tuned in that; nothing if fewer than three parts
/// have two labelled clusters.
///
/// # Formula
/// Not the mean is shrunk, but its correction: `r ~ N(a, t^2)`, a flat, t uniform on (0, 0.5). The mean of what is predicted
/// is known from all units.
///
/// # References
/// Fay and Herriot 1979.
#[must_use]
pub fn shrunken(
    wide: &Part,
    parts: &[&Part],
    values: &Values,
    weights: &[f64],
) -> Option<Shrunken> {
    if wide.labels() == 0 {
        return None;
    }
    let variance = residual_variance(wide, values, weights, 1.0);
    let own: Vec<Own> =
        parts.iter().map(|part| of_part(part, wide, values, weights, variance)).collect();
    let corrections: Vec<&Correction> =
        own.iter().filter_map(|own| own.correction.as_ref()).collect();
    if corrections.len() < FEWEST_PARTS {
        return None;
    }
    let steps: Vec<Step> = (0..STEPS)
        .map(|step| Step::new(MOST_SPREAD * (step as f64 + 0.5) / STEPS as f64, &corrections))
        .collect();
    let most = steps.iter().map(|step| step.log_likelihood).fold(f64::NEG_INFINITY, f64::max);
    let likelihoods: Vec<f64> =
        steps.iter().map(|step| (step.log_likelihood - most).exp()).collect();
    let total: f64 = likelihoods.iter().sum();
    let averaged = |value: &dyn Fn(&Step) -> f64| -> f64 {
        let pairs = steps.iter().zip(&likelihoods);
        pairs.map(|(step, likelihood)| likelihood / total * value(step)).sum()
    };
    let of_part = |own: &Own| {
        let value = averaged(&|step| step.mean(own));
        let variance = averaged(&|step| {
            let off = step.mean(own) - value;
            step.variance(own) + off * off
        });
        let own_weight = averaged(&|step| step.weight(own));
        OfPart { value, error: variance.sqrt(), own_weight }
    };
    Some(Shrunken {
        correction: averaged(&|step| step.average),
        spread: averaged(&|step| step.spread),
        parts: own.iter().map(of_part).collect(),
    })
}

fn of_part(part: &Part, wide: &Part, values: &Values, weights: &[f64], variance: f64) -> Own {
    let own = match part.labelled_clusters() < FEWEST_CLUSTERS {
        true => None,
        false => Mean::new(part, values, weights, wide).ok(),
    };
    let Some(mean) = own else {
        let mean = Mean::known(part, |unit| values.predicted(unit, weights));
        let predicted_variance = squares(&mean.by_predictions);
        return Own { predicted: mean.predicted, predicted_variance, correction: None };
    };
    let clusters = part.labelled_clusters() as f64;
    let effective = part.effective();
    let own = clusters / (clusters - 1.0) * squares(&mean.by_labels) + mean.floor;
    let both = mean.by_labels.iter().zip(&mean.by_predictions);
    Own {
        predicted: mean.predicted,
        predicted_variance: squares(&mean.by_predictions),
        correction: Some(Correction {
            value: mean.value - mean.predicted,
            variance: (effective * effective * own + PSEUDO_UNITS * variance)
                / (effective + PSEUDO_UNITS)
                / effective,
            covariance: both.map(|(labels, predictions)| labels * predictions).sum(),
        }),
    }
}

fn squares(influences: &[f64]) -> f64 {
    influences.iter().map(|influence| influence * influence).sum()
}

/// What a standard deviation between parts comes to.
struct Step {
    spread: f64,
    average: f64,
    average_variance: f64,
    log_likelihood: f64,
}

impl Step {
    fn new(spread: f64, corrections: &[&Correction]) -> Self {
        let precision = |of: &Correction| 1.0 / (of.variance + spread * spread);
        let total: f64 = corrections.iter().map(|of| precision(of)).sum();
        let average_variance = 1.0 / total;
        let sum: f64 = corrections.iter().map(|of| precision(of) * of.value).sum();
        let average = sum * average_variance;
        let of_correction = |of: &&Correction| {
            let off = of.value - average;
            0.5 * precision(of).ln() - 0.5 * precision(of) * off * off
        };
        let sum: f64 = corrections.iter().map(of_correction).sum();
        let log_likelihood = sum + 0.5 * average_variance.ln();
        Self { spread, average, average_variance, log_likelihood }
    }

    fn weight(&self, own: &Own) -> f64 {
        let square = self.spread * self.spread;
        own.correction.as_ref().map_or(0.0, |of| square / (square + of.variance))
    }

    fn mean(&self, own: &Own) -> f64 {
        let weight = self.weight(own);
        let of_own = own.correction.as_ref().map_or(0.0, |of| weight * of.value);
        own.predicted + of_own + (1.0 - weight) * self.average
    }

    fn variance(&self, own: &Own) -> f64 {
        let weight = self.weight(own);
        let (of_own, covariance) = match &own.correction {
            Some(of) => (weight * of.variance, of.covariance),
            None => (self.spread * self.spread, 0.0),
        };
        let rest = (1.0 - weight) * (1.0 - weight) * self.average_variance;
        of_own + rest + (own.predicted_variance + 2.0 * weight * covariance).max(0.0)
    }
}
