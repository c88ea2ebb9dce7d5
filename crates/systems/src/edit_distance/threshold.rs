//! From which distance on a text is taken not to entail its hypothesis.

use serde::{Deserialize, Serialize};

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

    /// Learns from distances and whether the text entails the hypothesis: the threshold that judges most of them
    /// right, of equally good ones the middle one, and the slope by which they are likeliest.
    pub(super) fn learn(distances: &[(f64, bool)]) -> Self {
        let distance = best_cut(distances);
        Self { distance, slope: likeliest_slope(distance, distances) }
    }

    /// Learns both at once, by logistic regression.
    pub(super) fn likeliest(distances: &[(f64, bool)]) -> Self {
        let (mut a, mut b) = (0.0_f64, 0.0_f64);
        for _ in 0..30 {
            let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
            for (d, e) in distances {
                let p = 1.0 / (1.0 + (-(a - b * d)).exp());
                let r = f64::from(u8::from(*e)) - p;
                let w = p * (1.0 - p);
                ga += r;
                gb -= r * d;
                haa += w;
                hab -= w * d;
                hbb += w * d * d;
            }
            let det = haa * hbb - hab * hab;
            if det.abs() < 1e-12 {
                break;
            }
            a += (hbb * ga - hab * gb) / det;
            b += (haa * gb - hab * ga) / det;
        }
        Self { distance: if b > 0.0 { a / b } else { 0.5 }, slope: b.max(0.0) }
    }

    /// How many of them the threshold judges right.
    pub(super) fn right(&self, distances: &[(f64, bool)]) -> usize {
        let right = |(distance, entails): &&(f64, bool)| (*distance <= self.distance) == *entails;
        distances.iter().filter(right).count()
    }
}

/// The cut that judges most distances right, half way between two of them; of equally good ones the middle one.
pub(super) fn best_cut(distances: &[(f64, bool)]) -> f64 {
    let mut sorted = distances.to_vec();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return 0.5 };
    // Before all, nothing is entailed; then one after the other is.
    let mut right = sorted.iter().filter(|(_, entails)| !entails).count();
    let mut best = right;
    let mut cuts = vec![first.0 - 1e-6];
    for (place, (distance, entails)) in sorted.iter().enumerate() {
        right = if *entails { right + 1 } else { right - 1 };
        let next = sorted.get(place + 1).map_or(last.0 + 2e-6, |(next, _)| *next);
        if next == *distance || right < best {
            continue;
        }
        if right > best {
            cuts.clear();
            best = right;
        }
        cuts.push(f64::midpoint(*distance, next));
    }
    cuts[cuts.len() / 2]
}

/// The slope at which the answers are likeliest, from 0 to [`STEEPEST`]: where the derivative of the log-likelihood,
/// which falls throughout, is 0.
fn likeliest_slope(threshold: f64, distances: &[(f64, bool)]) -> f64 {
    /// A tenth of a distance of 1 beyond the threshold then makes a probability of .9999.
    const STEEPEST: f64 = 100.0;
    let derivative = |slope: f64| -> f64 {
        let of_one = |(distance, entails): &(f64, bool)| {
            let probability = Threshold { distance: threshold, slope }.probability(*distance);
            (threshold - distance) * (f64::from(u8::from(*entails)) - probability)
        };
        distances.iter().map(of_one).sum()
    };
    if derivative(0.0) <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, STEEPEST);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if derivative(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_cut_lies_half_way_between_what_it_parts() {
        let distances = [(0.1, true), (0.2, true), (0.4, false), (0.9, false)];
        assert!((best_cut(&distances) - 0.3).abs() < 1e-12);
        // All to one side: before the first, after the last.
        assert!(best_cut(&[(0.1, false), (0.2, false)]) < 0.1);
        assert!(best_cut(&[(0.1, true), (0.2, true)]) > 0.2);
        // No cut stands between equal distances.
        assert!(best_cut(&[(0.5, true), (0.5, false), (0.5, true)]) > 0.5);
        assert_eq!(best_cut(&[]), 0.5);
    }

    // scikit-learn 1.9.1: LogisticRegression(fit_intercept=False, penalty=None, tol=1e-10, max_iter=10000).fit([[.2], [.1], [-.1], [-.3],
    // [.05], [-.05]], [1, 1, 0, 0, 0, 1]).coef_
    #[test]
    fn the_slope_is_that_of_a_logistic_regression() {
        let beyond =
            [(0.2, true), (0.1, true), (-0.1, false), (-0.3, false), (0.05, false), (-0.05, true)];
        let distances = beyond.map(|(before, entails)| (0.4 - before, entails));
        assert!((likeliest_slope(0.4, &distances) - SLOPE).abs() < 1e-4);
        let wrong = distances.map(|(distance, entails)| (distance, !entails));
        assert_eq!(likeliest_slope(0.4, &wrong), 0.0);
        let apart = [(0.1, true), (0.9, false)];
        assert!(likeliest_slope(0.5, &apart) <= 100.0);
    }
    const SLOPE: f64 = 12.657_600;

    #[test]
    fn probabilities_are_even_at_the_threshold() {
        let threshold = Threshold { distance: 0.4, slope: 10.0 };
        assert_eq!(threshold.probability(0.4), 0.5);
        // 1 / (1 + e^-2), by hand.
        assert!((threshold.probability(0.2) - 0.880_797).abs() < 1e-6);
        assert!((threshold.probability(0.6) - 0.119_203).abs() < 1e-6);
        assert_eq!(threshold.probability(1e6), 0.0);
    }

    proptest! {
        #[test]
        fn no_cut_judges_more_right(
            distances in prop::collection::vec((0_u8..20, any::<bool>()), 1..30)
        ) {
            let distances: Vec<(f64, bool)> =
                distances.into_iter().map(|(distance, entails)| (f64::from(distance), entails)).collect();
            let right = |distance| Threshold { distance, slope: 0.0 }.right(&distances);
            let most = (-1..21).map(|cut| right(f64::from(cut) + 0.5)).max();
            prop_assert_eq!(Some(right(best_cut(&distances))), most);
        }
    }
}
