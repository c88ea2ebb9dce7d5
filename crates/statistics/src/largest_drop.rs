//! The largest drop of a share that the outcomes of two systems on the same units do not exclude.

use statrs::function::gamma::ln_gamma;

use crate::normal;

/// The bound takes a larger number of units for this one, with the same shares of lost and gained units. Its distance
/// from the observed drop is then below 0.25 points if up to one of four units changes.
const MOST_UNITS: u64 = 200_000;

/// The share of gained units is taken at this number of places times the square root of the number of units: less than
/// half a standard deviation apart.
const STEPS: f64 = 8.0;

/// The fewest places.
const FEWEST_STEPS: f64 = 400.0;

/// The number of places that are taken first.
const STRIDE: u32 = 16;

/// How far the limit may be rounded up.
const TOLERANCE: f64 = 1e-8;

/// The least drop that a limit is looked for at.
const LEAST: f64 = -1.0 + 1e-9;

/// The share of the error that the bound uses. The rest covers the values between those of the grid.
const USED: f64 = 0.999;

/// Probabilities beyond this many standard deviations are left out; what they add up to is below 1e-9.
const DEVIATIONS: f64 = 6.5;

/// In place of a probability of 1, whose odds are infinite.
const ALMOST_ONE: f64 = 1.0 - 1e-12;

/// Smaller probabilities are left out.
const NEGLIGIBLE: f64 = 1e-100;

/// The exact upper confidence limit of the drop of a share of right units: the share of units that a new system loses less the
/// share that it gains. `lost` units are those on which the old system alone is right, `gained` those on which the new
/// one alone is; both are among `units` independent units. A drop above the limit is observed as such with a
/// probability of at most `error`, whatever the share of units that change. The limit is -1 to 1, rises with `lost`
/// and falls with `gained`. 1 if there are no units.
///
/// # Formula
/// Buehler's limit: the largest d with `sup over g of P(R; d + g, g) >= error`. P is trinomial: a unit is lost with
/// probability d + g and gained with probability g, the nuisance parameter. R holds the observed counts and all
/// counts that show as small a drop or a smaller one: those with no higher upper score limit. The score is Tango's,
/// `(lost - gained - n d) / sqrt(n (2 q + d (1 - d)))` with q the maximum-likelihood estimate of g at d. R holds with
/// any counts those with fewer lost or more gained units, so the supremum falls with d, and bisection finds the limit.
///
/// # References
/// Buehler 1957; Tango 1998 (score); Chan and Zhang 1999 (exact limits of differences ordered by scores); Hsueh, Liu
/// and Chen 2001 (exact tests of paired shares).
#[must_use]
pub fn largest_drop(lost: u64, gained: u64, units: u64, error: f64) -> f64 {
    if units > MOST_UNITS {
        let shares = [lost, gained].map(|count| count as f64 / units as f64);
        return largest_drop_of_shares(shares, MOST_UNITS as f64, error);
    }
    if lost >= units {
        return 1.0;
    }
    let gained = gained.min(units - lost);
    let region = Region::new(lost, gained, units, error);
    let error = USED * error;
    let coarse = (STEPS * (units as f64).sqrt()).max(FEWEST_STEPS) as u32 / STRIDE;
    let steps = coarse * STRIDE;
    // Closer together near both ends.
    let place = |step: u32| {
        (f64::from(step) / f64::from(steps) * std::f64::consts::FRAC_PI_2).sin().powi(2)
    };
    // A few first, so that not many others are above the limit known so far.
    let few = (0..=steps).step_by(coarse.max(1) as usize);
    few.chain(0..=steps)
        .fold(LEAST, |limit, step| region.limit_above(limit, place(step), error).unwrap_or(limit))
}

/// [`largest_drop`] of shares among an effective number of units: counts are rounded towards a larger drop.
#[must_use]
pub(crate) fn largest_drop_of_shares([lost, gained]: [f64; 2], units: f64, error: f64) -> f64 {
    /// Counts that are this close to a whole number are that number.
    const ROUNDING: f64 = 1e-9;
    let units = (units.min(MOST_UNITS as f64) + ROUNDING).floor().max(0.0);
    let lost = (lost * units - ROUNDING).ceil().clamp(0.0, units);
    let gained = (gained * units + ROUNDING).floor().clamp(0.0, units - lost);
    largest_drop(lost as u64, gained as u64, units as u64, error)
}

/// The counts that show no larger drop than the observed ones.
struct Region {
    units: u64,
    /// For each number of gained units, one more than the most lost units in the region; 0 if there are none.
    below: Vec<u64>,
}

impl Region {
    fn new(lost: u64, gained: u64, units: u64, error: f64) -> Self {
        let critical = normal::quantile(error);
        // The upper score limit.
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if score(lost, gained, units, middle) > critical {
                low = middle;
            } else {
                high = middle;
            }
        }
        let observed = score(lost, gained, units, high).max(critical) + 1e-9;
        let mut below = Vec::with_capacity(units as usize + 1);
        let mut most = 0;
        for gained in 0..=units {
            let is_inside = |lost: u64| score(lost, gained, units, high) <= observed;
            while most + gained <= units && is_inside(most) {
                most += 1;
            }
            below.push(most.min(units - gained + 1));
        }
        Self { units, below }
    }

    /// The drop at which the region has a probability of `error`, rounded up; `None` if it is no larger than `limit`.
    /// `place` says where the share of gained units lies between the least and the greatest that a drop allows.
    fn limit_above(&self, limit: f64, place: f64, error: f64) -> Option<f64> {
        let exceeds = |drop: f64| {
            let (least, greatest) = ((-drop).max(0.0), (1.0 - drop) / 2.0);
            let gain = least + (greatest - least) * place;
            drop < 1.0 && self.probability(drop + gain, gain) > error
        };
        if !exceeds(limit) {
            return None;
        }
        let (mut low, mut width) = (limit, 1e-6);
        while exceeds(low + width) {
            low += width;
            width *= 4.0;
        }
        let mut high = low + width;
        while high - low > TOLERANCE {
            let middle = f64::midpoint(low, high);
            if exceeds(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high.min(1.0))
    }

    /// The probability of the region if a unit is lost with probability `loss` and gained with probability `gain`.
    fn probability(&self, loss: f64, gain: f64) -> f64 {
        let units = self.units as f64;
        // Of a unit that is not gained.
        let (rest, loss) = (1.0 - gain, (loss / (1.0 - gain)).min(ALMOST_ONE));
        let reach = DEVIATIONS * (units * gain * rest).sqrt() + DEVIATIONS;
        let first = (units * gain - reach).max(0.0) as u64;
        let last = ((units * gain + reach) as u64).min(self.units);
        // The most lost units, if so many are gained.
        let lost_at = |gained: u64| {
            let most = self.below[gained as usize].checked_sub(1)?;
            Some(Binomial::at(self.units - gained, loss, most))
        };
        let is_negligible =
            |gained: u64| lost_at(gained).is_none_or(|lost| lost.at_most < NEGLIGIBLE);
        let Some(first) = first_other(first, last, is_negligible) else { return 0.0 };
        let Some(mut lost) = lost_at(first) else { return 0.0 };
        let mut gained = Binomial::at(self.units, gain, first);
        let mut sum = gained.probability * lost.at_most;
        for count in first + 1..=last {
            gained.raise();
            lost.remove_trial();
            while lost.successes + 1 < self.below[count as usize] {
                lost.raise();
            }
            sum += gained.probability * lost.at_most;
        }
        sum
    }
}

/// The first number from `first` to `last` of which something is not so, if it is so of none after it.
fn first_other(first: u64, last: u64, is_so: impl Fn(u64) -> bool) -> Option<u64> {
    if !is_so(first) {
        return Some(first);
    }
    if is_so(last) {
        return None;
    }
    let (mut low, mut high) = (first, last);
    while low < high {
        let middle = u64::midpoint(low, high);
        if is_so(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Some(high)
}

/// Tango's score statistic for a drop of this size.
fn score(lost: u64, gained: u64, units: u64, drop: f64) -> f64 {
    let [lost, gained, units] = [lost, gained, units].map(|count| count as f64);
    let linear = (2.0 * units - lost + gained) * drop - lost - gained;
    let constant = -gained * drop * (1.0 - drop);
    let root = (linear * linear - 8.0 * units * constant).max(0.0).sqrt();
    // Whichever form of the solution does not cancel.
    let gain = match linear > 0.0 {
        true => -2.0 * constant / (linear + root),
        false => (root - linear) / (4.0 * units),
    };
    let gain = gain.max(-drop).max(0.0);
    let variance = units * (2.0 * gain + drop * (1.0 - drop));
    let excess = lost - gained - units * drop;
    if variance > 0.0 {
        excess / variance.sqrt()
    } else if excess == 0.0 {
        0.0
    } else {
        excess.signum() * f64::INFINITY
    }
}

/// A binomial distribution at one number of successes.
struct Binomial {
    trials: u64,
    success: f64,
    successes: u64,
    /// P(X = successes).
    probability: f64,
    /// P(X <= successes).
    at_most: f64,
}

impl Binomial {
    fn at(trials: u64, success: f64, successes: u64) -> Self {
        let [all, some] = [trials, successes].map(|count| count as f64);
        let of = |count: f64, chance: f64| if count > 0.0 { count * chance.ln() } else { 0.0 };
        let ways = ln_gamma(all + 1.0) - ln_gamma(some + 1.0) - ln_gamma(all - some + 1.0);
        let probability = (ways + of(some, success) + of(all - some, 1.0 - success)).exp();
        let odds = success / (1.0 - success);
        // The nearer tail, summed outwards until nothing is added.
        let (mut term, mut sum, mut at) = (probability, 0.0, some);
        let is_low = some < all * success;
        while term > sum * 1e-17 {
            if is_low {
                sum += term;
                term *= at / ((all - at + 1.0) * odds);
                at -= 1.0;
            } else {
                term *= (all - at) / (at + 1.0) * odds;
                sum += term;
                at += 1.0;
            }
        }
        let at_most = if is_low { sum } else { 1.0 - sum };
        Self { trials, success, successes, probability, at_most }
    }

    /// One more success.
    fn raise(&mut self) {
        let left = (self.trials - self.successes) as f64;
        self.successes += 1;
        self.probability *= left / self.successes as f64 * (self.success / (1.0 - self.success));
        self.at_most += self.probability;
    }

    /// One trial less.
    fn remove_trial(&mut self) {
        let trials = self.trials as f64;
        let failures = trials - self.successes as f64;
        self.probability *= failures / (trials * (1.0 - self.success));
        self.at_most += self.success * self.probability;
        self.trials -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ERROR: f64 = 0.025;

    #[test]
    fn as_an_enumeration_in_scipy_has_it() {
        // Another implementation: the score with a numeric maximum (scipy.optimize.minimize_scalar), the region by
        // enumeration, its probability with scipy.stats.binom.pmf(k, n, g) * binom.cdf(most, n - k, l / (1 - g)), and
        // g at 401 places between its ends, numpy.sin(numpy.linspace(0, numpy.pi / 2, 401)) ** 2. Ours uses .999 of the
        // error.
        for ([lost, gained, units], expected) in [
            ([0, 0, 20], 0.184_377_07),
            ([2, 1, 20], 0.291_859_40),
            ([4, 0, 30], 0.313_489_52),
            ([5, 9, 30], 0.122_880_30),
        ] {
            let ours = largest_drop(lost, gained, units, ERROR / USED);
            assert!((ours - expected).abs() < 2e-5, "{lost} {gained} {units}: {ours}");
        }
    }

    #[test]
    fn without_a_change_only_the_number_of_units_matters() {
        // One unit that is not lost: 1 - d >= .025, and the bound uses .999 of that.
        assert!((largest_drop(0, 0, 1, ERROR) - 0.975_025).abs() < 1e-6);
        assert_eq!([largest_drop(7, 0, 7, ERROR), largest_drop(0, 0, 0, ERROR)], [1.0, 1.0]);
        let drops = [10, 100, 1_000, 10_000].map(|units| largest_drop(0, 0, units, ERROR));
        assert!(drops.is_sorted_by(|more, less| more > less), "{drops:?}");
        // Never below what lost units alone exclude, 1 - .025^(1/n).
        assert!(drops[1] > 0.036_216 && drops[1] < 0.046);
    }

    #[test]
    fn it_rises_with_lost_and_falls_with_gained_units() {
        let units = 30;
        let drop = |lost, gained| largest_drop(lost, gained, units, ERROR);
        for lost in 0..units {
            for gained in 0..units - lost {
                let here = drop(lost, gained);
                assert!(here >= (lost as f64 - gained as f64) / units as f64);
                assert!(drop(lost + 1, gained) >= here - 2.0 * TOLERANCE, "{lost} {gained}");
                assert!(drop(lost, gained + 1) <= here + 2.0 * TOLERANCE, "{lost} {gained}");
            }
        }
    }

    /// ln n! for each n up to a number.
    fn ln_factorials(most: u64) -> Vec<f64> {
        (0..=most).map(|n| ln_gamma(n as f64 + 1.0)).collect()
    }

    /// All counts of which the largest drop is within a margin, added up at 500 values of the nuisance parameter.
    #[test]
    fn a_system_that_is_worse_by_the_margin_passes_in_a_fortieth_of_cases_at_most() {
        for (units, margin) in [(20u64, 0.1), (50, 0.05), (50, 0.1), (100, 0.05), (100, 0.1)] {
            let ln_factorial = ln_factorials(units);
            let mut passing = Vec::new();
            let mut fewest_lost = 0;
            for gained in 0..=units {
                let passes = |lost| {
                    lost + gained <= units && largest_drop(lost, gained, units, ERROR) <= margin
                };
                while passes(fewest_lost) {
                    fewest_lost += 1;
                }
                passing.extend((0..fewest_lost.min(units + 1 - gained)).map(|lost| (lost, gained)));
            }
            for step in 0..=500 {
                let gain = (1.0 - margin) / 2.0 * (f64::from(step) / 500.0).powi(2);
                let [loss, same] = [gain + margin, 1.0 - margin - 2.0 * gain];
                let power = |count: u64, share: f64| match count {
                    0 => 0.0,
                    count => count as f64 * share.ln(),
                };
                let probability = |(lost, gained): &(u64, u64)| {
                    let rest = units - lost - gained;
                    let ways = [*lost, *gained, rest].map(|count| ln_factorial[count as usize]);
                    let ways = ln_factorial[units as usize] - ways.iter().sum::<f64>();
                    (ways + power(*lost, loss) + power(*gained, gain) + power(rest, same)).exp()
                };
                let passes: f64 = passing.iter().map(probability).sum();
                assert!(passes <= ERROR, "{units} units, {margin}, {gain}: {passes}");
            }
        }
    }

    /// More units than the bound takes are no step.
    #[test]
    fn very_many_units_are_bounded_by_fewer() {
        let fewer = largest_drop(300, 250, MOST_UNITS, ERROR);
        assert_eq!(largest_drop(900, 750, 3 * MOST_UNITS, ERROR), fewer);
        assert!(largest_drop_of_shares([0.0, 0.0], 0.5, ERROR) >= 1.0);
    }
}
