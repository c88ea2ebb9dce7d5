//! How much of a difference erring annotators leave to be seen.

use crate::statistics::UncertaintyError;

/// The share of a true difference of accuracies that is left under a key made by one annotator, given
/// how often two annotators disagree.
///
/// # Formula
/// `sqrt(1 - e k / (k - 1))` for k labels: `sqrt(1 - 2e)` two-way, `sqrt(1 - 3e/2)` three-way, with e
/// the share of pairs on which two annotators disagree.
///
/// Assumptions: each pair has one true label; each annotator independently gives another one with
/// probability r, each of the k - 1 others alike; and errors do not depend on the answers of the
/// systems. A system with accuracy a is then right under the key with probability
/// `a (1 - r) + (1 - a) r / (k - 1)`, so that a difference shrinks by `1 - r k / (k - 1)`; and two
/// annotators disagree on `e = 2r - r^2 k / (k - 1)`, so that `1 - e k / (k - 1)` is the square of that.
/// The discordance of two systems is that observed under the key, and needs no correction. Where
/// annotators' opinions differ on purpose rather than by mistake there is no true label, and the figure
/// says how much of a difference survives the choice of annotator.
///
/// # Errors
/// [`UncertaintyError::OutOfRange`] below two labels, and for a disagreement that chance alone would not
/// exceed, `(k - 1) / k`.
///
/// # References
/// Voorhees 2008, section 2.2, on why three-way test sets must be larger; the derivation is ours.
pub fn attenuation(disagreement: f64, labels: usize) -> Result<f64, UncertaintyError> {
    let out = |what, value, from, to| UncertaintyError::OutOfRange { what, value, from, to };
    if labels < 2 {
        return Err(out("the number of labels", labels as f64, 2.0, f64::INFINITY));
    }
    let chance = (labels as f64 - 1.0) / labels as f64;
    if !(0.0..chance).contains(&disagreement) {
        return Err(out("the disagreement of annotators", disagreement, 0.0, chance));
    }
    Ok((1.0 - disagreement / chance).sqrt())
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::statistics::{Pilot, PooledClusters, mcnemar};

    /// Answers of two systems, a key by an erring annotator, and McNemar's test: the power is that
    /// which was planned for, two-way and three-way.
    #[test]
    fn plans_hold_in_a_simulation_with_annotators() {
        let mut random = Pcg64::seed_from_u64(1);
        for labels in [2usize, 3] {
            let (true_difference, disagreement) = (0.1, 0.15);
            let attenuated = true_difference * attenuation(disagreement, labels).unwrap();
            let k = labels as f64 / (labels as f64 - 1.0);
            // The rate of errors that gives the disagreement, e = 2r - k r^2.
            let error = (1.0 - (1.0 - k * disagreement).sqrt()) / k;
            // Truth is label 0. One system alone is right, the other alone, or both, or neither.
            let (only_first, either, both) = (0.2, 0.3, 0.5);
            let mut pair = || {
                let u: f64 = random.random();
                let first = u < only_first || (either..either + both).contains(&u);
                let second = (only_first..either + both).contains(&u);
                let mut answer = |right: bool| {
                    if right { 0 } else { random.random_range(1..labels) }
                };
                let (first, second) = (answer(first), answer(second));
                let mut annotator = || {
                    if random.random::<f64>() < error { random.random_range(1..labels) } else { 0 }
                };
                let (key, other) = (annotator(), annotator());
                (first == key, second == key, key != other)
            };
            let (mut disagree, mut discordant, mut difference) = (0.0, 0.0, 0.0);
            const MANY: usize = 200_000;
            for _ in 0..MANY {
                let (first, second, differ) = pair();
                disagree += f64::from(u8::from(differ));
                discordant += f64::from(u8::from(first != second));
                difference += f64::from(u8::from(first)) - f64::from(u8::from(second));
            }
            let share = |times: f64| times / MANY as f64;
            // Four standard errors.
            assert!((share(disagree) - disagreement).abs() < 0.0032);
            assert!((share(difference) - attenuated).abs() < 0.005, "{}", share(difference));
            let (differ, alike) = (discordant as u64, MANY as u64 - discordant as u64);
            let clusters = [([1, 1, 0, 1], differ / 2), ([0, 1, 1, 1], differ / 2)];
            let clusters = clusters.into_iter().chain([([1, 1, 1, 1], alike)]);
            let pilot = Pilot::new(&PooledClusters::new(4, clusters).unwrap(), 1).unwrap();
            let pairs = pilot.units_needed(attenuated, 0.05, 0.8).unwrap().expected;
            const TRIALS: usize = 1500;
            let told = (0..TRIALS).filter(|_| {
                let (mut one, mut other) = (0, 0);
                for _ in 0..pairs {
                    let (first, second, _) = pair();
                    one += u64::from(first && !second);
                    other += u64::from(second && !first);
                }
                mcnemar(one, other).mid_p <= 0.05
            });
            let power = told.count() as f64 / TRIALS as f64;
            assert!((power - 0.8).abs() < 0.045, "{labels} labels, {pairs} pairs: {power}");
        }
    }

    #[test]
    fn what_no_annotators_can_do_is_an_error() {
        assert!(attenuation(0.5, 2).is_err() && attenuation(0.1, 1).is_err());
        assert_eq!(attenuation(0.0, 3), Ok(1.0));
    }
}
