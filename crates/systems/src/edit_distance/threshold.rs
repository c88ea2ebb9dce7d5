//! From which distance on a text is taken not to entail its hypothesis.

use serde::{Deserialize, Serialize};

/// The penalty on the slope, small: it keeps the slope finite where one distance parts all examples.
const PENALTY: f64 = 1e-3;

/// A threshold of distances, and how sure a distance beyond or before it makes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Threshold {
    /// Distances up to this one are taken for entailment.
    pub distance: f64,
    /// The slope of the logistic function that gives the probability of entailment, .5 at the threshold; 0 or more.
    pub slope: f64,
}

impl Threshold {
    /// The probability of entailment at a distance: 1 / (1 + exp(-slope (threshold - distance))).
    #[must_use]
    pub fn probability(&self, distance: f64) -> f64 {
        1.0 / (1.0 + (-self.slope * (self.distance - distance)).exp())
    }

    /// Learns from distances and whether the text entails the hypothesis, by logistic regression: the threshold is where
    /// entailment is as likely as not.
    ///
    /// A threshold that judges most examples right jumps with a few of them, and does worse on others. Where entailed
    /// pairs are no closer than the others, all are judged as the more frequent ones are, with probability .5.
    pub(super) fn learn(distances: &[(f64, bool)]) -> Self {
        let line = LogisticLine::fitted(distances);
        if line.slope < 0.0 {
            return Self { distance: -line.intercept / line.slope, slope: -line.slope };
        }
        let entailed = distances.iter().filter(|(_, entailed)| *entailed).count();
        let furthest = distances.iter().map(|(distance, _)| *distance).fold(1.0, f64::max);
        Self { distance: if 2 * entailed >= distances.len() { furthest } else { -1.0 }, slope: 0.0 }
    }

    /// How many of them the threshold judges right.
    pub(super) fn right(&self, distances: &[(f64, bool)]) -> usize {
        let right = |(distance, entails): &&(f64, bool)| (*distance <= self.distance) == *entails;
        distances.iter().filter(right).count()
    }

    /// The sum of the logarithms of the probabilities that it gives to what is the case.
    pub(super) fn log_likelihood(&self, distances: &[(f64, bool)]) -> f64 {
        /// No single answer may outweigh all others.
        const LEAST: f64 = 1e-6;
        let of_one = |(distance, entailed): &(f64, bool)| {
            let probability = self.probability(*distance);
            (if *entailed { probability } else { 1.0 - probability }).max(LEAST).ln()
        };
        distances.iter().map(of_one).sum()
    }
}

/// The logarithm of the odds of entailment as a line of the distance.
#[derive(Debug, Clone, Copy, Default)]
struct LogisticLine {
    intercept: f64,
    slope: f64,
}

impl LogisticLine {
    /// The likeliest line under the penalty, by Newton's method with shortened steps. The regression of many features
    /// takes a hundred times as long for this one, and a swarm fits thousands of lines.
    fn fitted(distances: &[(f64, bool)]) -> Self {
        let mut line = Self::default();
        let mut loss = line.loss(distances);
        for _ in 0..50 {
            let step = line.step(distances);
            let mut length = 1.0;
            let next = loop {
                let next = Self {
                    intercept: line.intercept + length * step.intercept,
                    slope: line.slope + length * step.slope,
                };
                let lower = next.loss(distances);
                if lower < loss {
                    loss = lower;
                    break Some(next);
                }
                length /= 2.0;
                if length < 1e-6 {
                    break None;
                }
            };
            // Nothing lower ahead: what is left is rounding.
            let Some(next) = next else { break };
            line = next;
            if step.slope.abs() + step.intercept.abs() < 1e-9 {
                break;
            }
        }
        line
    }

    fn log_odds(self, distance: f64) -> f64 {
        self.intercept + self.slope * distance
    }

    /// The negative log-likelihood and the penalty.
    fn loss(self, distances: &[(f64, bool)]) -> f64 {
        let of_one = |(distance, entailed): &(f64, bool)| {
            let odds = self.log_odds(*distance);
            let against = if *entailed { -odds } else { odds };
            // ln(1 + e^x), without overflow.
            against.max(0.0) + (-against.abs()).exp().ln_1p()
        };
        distances.iter().map(of_one).sum::<f64>() + PENALTY / 2.0 * self.slope * self.slope
    }

    /// Newton's step.
    fn step(self, distances: &[(f64, bool)]) -> Self {
        let (mut by_intercept, mut by_slope) = (0.0, -PENALTY * self.slope);
        let (mut both, mut intercepts, mut slopes) = (0.0, 0.0, PENALTY);
        for (distance, entailed) in distances {
            let probability = 1.0 / (1.0 + (-self.log_odds(*distance)).exp());
            let rest = f64::from(u8::from(*entailed)) - probability;
            let weight = probability * (1.0 - probability);
            by_intercept += rest;
            by_slope += rest * distance;
            intercepts += weight;
            both += weight * distance;
            slopes += weight * distance * distance;
        }
        let determinant = intercepts * slopes - both * both;
        if determinant <= 0.0 {
            return Self::default();
        }
        Self {
            intercept: (slopes * by_intercept - both * by_slope) / determinant,
            slope: (intercepts * by_slope - both * by_intercept) / determinant,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THRESHOLD: f64 = 0.405_624;
    const SLOPE: f64 = 11.471_947;
    const DISTANCES: [(f64, bool); 6] =
        [(0.2, true), (0.3, true), (0.5, false), (0.7, false), (0.35, false), (0.45, true)];

    // scikit-learn 1.9.1: m = LogisticRegression(C=1000, tol=1e-10, max_iter=10000).fit([[.2], [.3], [.5], [.7], [.35],
    // [.45]], [1, 1, 0, 0, 0, 1]); -m.intercept_ / m.coef_, -m.coef_
    #[test]
    fn is_that_of_a_logistic_regression() {
        let threshold = Threshold::learn(&DISTANCES);
        assert!((threshold.distance - THRESHOLD).abs() < 1e-4, "{threshold:?}");
        assert!((threshold.slope - SLOPE).abs() < 1e-3, "{threshold:?}");
    }

    #[test]
    fn probabilities_are_even_at_the_threshold() {
        let threshold = Threshold { distance: 0.4, slope: 10.0 };
        assert_eq!(threshold.probability(0.4), 0.5);
        // 1 / (1 + e^-2), by hand.
        assert!((threshold.probability(0.2) - 0.880_797).abs() < 1e-6);
        assert!((threshold.probability(0.6) - 0.119_203).abs() < 1e-6);
        assert_eq!(threshold.probability(1e6), 0.0);
        // 2 ln .880797, by hand.
        let likely = threshold.log_likelihood(&[(0.2, true), (0.6, false)]);
        assert!((likely + 0.253_856).abs() < 1e-6);
        assert_eq!(threshold.right(&[(0.2, true), (0.4, true), (0.4, false), (0.6, false)]), 3);
    }

    #[test]
    fn distances_that_tell_nothing_leave_the_more_frequent_judgment() {
        let mostly = [(0.2, false), (0.6, true), (0.7, true)];
        assert_eq!(Threshold::learn(&mostly).right(&mostly), 2);
        let rarely = [(0.2, false), (0.3, false), (0.7, true)];
        assert_eq!(Threshold::learn(&rarely).right(&rarely), 2);
        let alike = [(0.5, true), (0.5, false), (0.5, false)];
        assert_eq!(Threshold::learn(&alike).right(&alike), 2);
    }

    #[test]
    fn distances_that_tell_all_have_a_finite_slope() {
        let apart = [(0.1, true), (0.2, true), (0.8, false), (0.9, false)];
        let threshold = Threshold::learn(&apart);
        assert!((threshold.distance - 0.5).abs() < 1e-3 && threshold.slope.is_finite());
        assert_eq!(threshold.right(&apart), 4);
    }
}
