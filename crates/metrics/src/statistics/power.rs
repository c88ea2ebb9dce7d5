//! How many pairs would be enough, and what so many pairs can tell.
//!
//! Two systems are told apart by the pairs on which one alone is right (McNemar's test, by its mid-p).
//! With the *discordance* psi, the share of such pairs, and the difference d of the accuracies, the
//! first system alone is right on a share of (psi + d)/2 and the second alone on (psi - d)/2. Where
//! pairs come in clusters, the number of pairs is multiplied by the design effect.
//!
//! Annotators do not always agree, and each system is held to one opinion: [`attenuation`] says how
//! much of a true difference is left to be seen.

use super::{ConfidenceLevel, UncertaintyError, binomial, mcnemar, normal};

/// What is to be told, and how surely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The share of pairs on which one system alone is right, in [0, 1], under the key in use.
    pub discordance: f64,
    /// The probability of telling a difference that is there, in (0, 1); often 0.8.
    pub power: f64,
    /// The level of the test is 1 - this.
    pub level: ConfidenceLevel,
    /// How many dependent pairs tell as much as one independent pair, above 0; 1 for independent
    /// pairs. See [`design_effect`](super::design_effect).
    pub design_effect: f64,
}

impl Plan {
    fn check(&self) -> Result<(), UncertaintyError> {
        let within = |what, value: f64, from: f64, to: f64| {
            if (from..=to).contains(&value) {
                Ok(())
            } else {
                Err(UncertaintyError::OutOfRange { what, value, from, to })
            }
        };
        within("the discordance", self.discordance, 0.0, 1.0)?;
        within("the power", self.power, 0.01, 0.9999)?;
        within("the design effect", self.design_effect, 1e-3, 1e6)
    }
}

/// Up to so many independent pairs, power is computed exactly.
const EXACT_UP_TO: u64 = 600;

/// The pairs that are needed to tell a difference of accuracies of that size.
///
/// Where the difference is greater than the discordance, which cannot be, the discordance is taken to
/// be as great. Exact by the binomial distribution up to 600 independent pairs (the least number from
/// which on the power stays reached), by the normal approximation above.
///
/// # Formula
/// `n = (z(1 - alpha/2) sqrt(psi) + z(power) sqrt(psi - d^2))^2 / d^2`, times the design effect.
///
/// # Errors
/// [`UncertaintyError::OutOfRange`] for a difference outside (0, 1] and a plan that is none.
///
/// # References
/// Connor 1987 (approximation); Fagerland, Lydersen and Laake 2013 (mid-p).
pub fn pairs_needed(difference: f64, plan: &Plan) -> Result<u64, UncertaintyError> {
    plan.check()?;
    let size = difference.abs();
    if !(size > 0.0 && size <= 1.0) {
        let what = "the difference";
        return Err(UncertaintyError::OutOfRange { what, value: difference, from: 0.0, to: 1.0 });
    }
    let independent = independent_pairs(size, plan);
    Ok((independent * plan.design_effect).ceil() as u64)
}

fn independent_pairs(size: f64, plan: &Plan) -> f64 {
    let approximate = approximate_pairs(size, plan);
    if approximate > EXACT_UP_TO as f64 * 0.75 {
        return approximate;
    }
    // Power rises in a sawtooth: the last number that does not reach it counts.
    let most = EXACT_UP_TO.min(2 * approximate as u64 + 50);
    let table = Rejections::new(most, plan.discordance.max(size), size, plan.level);
    match (1..=most).rev().find(|&pairs| table.power(pairs) < plan.power) {
        Some(pairs) if pairs == most => approximate,
        short => short.unwrap_or(0) as f64 + 1.0,
    }
}

fn approximate_pairs(size: f64, plan: &Plan) -> f64 {
    let discordance = plan.discordance.max(size);
    let test = -normal::quantile(plan.level.tail()) * discordance.sqrt();
    let reach = normal::quantile(plan.power) * (discordance - size * size).max(0.0).sqrt();
    ((test + reach) / size).powi(2).ceil().max(1.0)
}

/// The smallest difference of accuracies that so many pairs can tell with the power of the plan; no
/// value where not even a difference of 1 could be told.
///
/// # Errors
/// As [`pairs_needed`].
pub fn smallest_difference(pairs: u64, plan: &Plan) -> Result<Option<f64>, UncertaintyError> {
    plan.check()?;
    let independent = pairs as f64 / plan.design_effect;
    let exact = independent <= EXACT_UP_TO as f64 * 0.75;
    let enough = |size: f64| {
        if exact {
            let pairs = independent.floor() as u64;
            let table = Rejections::new(pairs, plan.discordance.max(size), size, plan.level);
            table.power(pairs) >= plan.power
        } else {
            approximate_pairs(size, plan) <= independent
        }
    };
    if !enough(1.0) {
        return Ok(None);
    }
    let (mut lower, mut upper): (f64, f64) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(lower, upper);
        if enough(middle) {
            upper = middle;
        } else {
            lower = middle;
        }
    }
    Ok(Some(upper))
}

/// How probable a rejection is for each number of discordant pairs.
struct Rejections {
    discordance: f64,
    given: Vec<f64>,
}

impl Rejections {
    fn new(most: u64, discordance: f64, size: f64, level: ConfidenceLevel) -> Self {
        let first = f64::midpoint(1.0, size / discordance.max(f64::MIN_POSITIVE)).min(1.0);
        let mut given = vec![0.0];
        // The largest number of discordant pairs for the weaker side that is significant.
        let mut critical: Option<u64> = None;
        for discordant in 1..=most {
            let next = critical.map_or(0, |largest| largest + 1);
            if 2 * next < discordant
                && mcnemar(next, discordant - next).mid_p <= level.significance()
            {
                critical = Some(next);
            }
            given.push(critical.map_or(0.0, |critical| {
                binomial::expectation(discordant, first, |successes| {
                    f64::from(u8::from(successes <= critical || successes >= discordant - critical))
                })
            }));
        }
        Self { discordance, given }
    }

    fn power(&self, pairs: u64) -> f64 {
        let given = |discordant: u64| self.given.get(discordant as usize).copied().unwrap_or(1.0);
        binomial::expectation(pairs, self.discordance, given)
    }
}

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
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    const PLAN: Plan = Plan {
        discordance: 0.3,
        power: 0.8,
        level: ConfidenceLevel::NINETY_FIVE,
        design_effect: 1.0,
    };

    #[test]
    fn the_approximation_by_hand() {
        // (1.959964 sqrt(.3) + .841621 sqrt(.3 - .0025))^2 / .0025 = 939.4..
        assert_eq!(pairs_needed(0.05, &PLAN), Ok(940));
        assert_eq!(pairs_needed(-0.05, &Plan { design_effect: 1.5, ..PLAN }), Ok(1410));
    }

    #[test]
    fn exact_power_as_scipy_has_it() {
        // mid = lambda b, m: (1 - binom.pmf(b, m, .5) / 2 if 2 * b == m else
        //   2 * binom.cdf(min(b, m - b), m, .5) - binom.pmf(b, m, .5))
        // sum(binom.pmf(m, n, psi) * binom.pmf(b, m, (psi + d) / 2 / psi)
        //     for m in range(1, n + 1) for b in range(m + 1) if mid(b, m) <= .05)
        for (pairs, difference, discordance, expected) in [
            (50, 0.2, 0.3, 0.774272989632485),
            (90, 0.1, 0.25, 0.4661053329717535),
            (30, 0.0, 0.3, 0.04036375762903864),
        ] {
            let ours = Rejections::new(pairs, discordance, difference, PLAN.level).power(pairs);
            assert!((ours - expected).abs() < 1e-10, "{ours}");
        }
    }

    #[test]
    fn the_smallest_difference_is_what_the_pairs_are_needed_for() {
        for pairs in [30, 90, 400, 2_000, 100_000] {
            let smallest = smallest_difference(pairs, &PLAN).unwrap().unwrap();
            let needed = pairs_needed(smallest, &PLAN).unwrap();
            assert!(
                (needed as f64 / pairs as f64 - 1.0).abs() < 0.1,
                "{pairs}: {smallest} {needed}"
            );
        }
        assert_eq!(smallest_difference(4, &PLAN), Ok(None));
        let clustered = Plan { design_effect: 2.0, ..PLAN };
        assert_eq!(smallest_difference(2_000, &clustered), smallest_difference(1_000, &PLAN));
    }

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
            let plan = Plan { discordance: share(discordant), ..PLAN };
            let pairs = pairs_needed(attenuated, &plan).unwrap();
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
    fn what_is_no_plan_is_an_error() {
        assert!(pairs_needed(0.0, &PLAN).is_err() && pairs_needed(f64::NAN, &PLAN).is_err());
        assert!(pairs_needed(0.1, &Plan { discordance: 1.2, ..PLAN }).is_err());
        assert!(pairs_needed(0.1, &Plan { power: 1.0, ..PLAN }).is_err());
        assert!(smallest_difference(90, &Plan { design_effect: 0.0, ..PLAN }).is_err());
        assert!(attenuation(0.5, 2).is_err() && attenuation(0.1, 1).is_err());
        assert_eq!(attenuation(0.0, 3), Ok(1.0));
    }

    proptest! {
        #[test]
        fn smaller_differences_and_more_discordance_need_more_pairs(
            size in 0.02f64..0.3, more in 1.05f64..2.0, discordance in 0.3f64..0.5
        ) {
            let plan = Plan { discordance, ..PLAN };
            let needed = pairs_needed(size, &plan).unwrap();
            // The exact numbers move in steps.
            prop_assert!(pairs_needed(size / more, &plan).unwrap() + 8 >= needed);
            let wider = Plan { discordance: discordance * more, ..PLAN };
            prop_assert!(pairs_needed(size, &wider).unwrap() + 8 >= needed);
        }
    }
}
