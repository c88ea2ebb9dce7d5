//! Probabilities that mean what they say.

use crate::logistic::softmax;

/// The bins of the expected calibration error.
const BINS: usize = 10;

/// By what scores are multiplied so that their probabilities fit best: the least log-loss, between a tenth and ten, to
/// four digits (temperature scaling, Guo et al. 2017). It changes no answer.
pub(super) fn sharpness(scores: &[Vec<f64>], classes: &[usize]) -> f64 {
    let loss = |logarithm: f64| {
        let factor = logarithm.exp();
        let pairs = scores.iter().zip(classes);
        let losses = pairs.map(|(scores, class)| -scaled(scores, factor)[*class].max(1e-300).ln());
        losses.sum::<f64>()
    };
    // The loss is convex in the factor, so it has one least value also in its logarithm.
    let golden = (5.0f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.1f64.ln(), 10.0f64.ln());
    while high - low > 1e-4 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss(left) <= loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    low.midpoint(high).exp()
}

/// The probabilities of scores that are multiplied by a factor.
pub(super) fn scaled(scores: &[f64], factor: f64) -> Vec<f64> {
    softmax(&scores.iter().map(|score| score * factor).collect::<Vec<f64>>())
}

/// The expected calibration error of the likeliest answers: by how much their probability and the share of them that are
/// right differ, in ten bins of equal width by probability, weighed by the pairs in each.
pub(super) fn calibration_error(probabilities: &[Vec<f64>], classes: &[usize]) -> f64 {
    let mut bins = [(0.0, 0.0); BINS];
    for (probabilities, class) in probabilities.iter().zip(classes) {
        let mut best = 0;
        for (place, probability) in probabilities.iter().enumerate() {
            if *probability > probabilities[best] {
                best = place;
            }
        }
        let highest = probabilities[best];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
        let bin = ((highest * 10.0) as usize).min(BINS - 1);
        bins[bin].0 += highest;
        bins[bin].1 += f64::from(u8::from(best == *class));
    }
    let differences: f64 = bins.iter().map(|(expected, right)| (expected - right).abs()).sum();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 pairs")]
    let pairs = classes.len().max(1) as f64;
    differences / pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_the_weighted_gap_of_the_bins() {
        // Bin 0.6 to 0.7: twice 0.65, one right: gap |1.3 - 1|. Bin 0.9 to 1: 0.95, right: gap 0.05.
        let probabilities = vec![vec![0.65, 0.35], vec![0.35, 0.65], vec![0.05, 0.95]];
        let error = calibration_error(&probabilities, &[0, 0, 1]);
        assert!((error - 0.35 / 3.0).abs() < 1e-12);
        assert_eq!(calibration_error(&[], &[]), 0.0);
    }

    #[test]
    fn sharpness_undoes_overconfidence() {
        // Three of four are right, and the scores say so when they are divided by 4: ln(3) for 3 to 1.
        let scores = vec![vec![4.0 * 3.0f64.ln(), 0.0]; 4];
        let factor = sharpness(&scores, &[0, 0, 0, 1]);
        assert!((factor - 0.25).abs() < 1e-3, "{factor}");
        assert!((scaled(&scores[0], factor)[0] - 0.75).abs() < 1e-3);
    }
}
