//! The Beta distributions that the shares of some groups may follow, weighted by their likelihood.

use crate::rising::Rising;

/// The likelihood of a Beta distribution. Only the counts that differ are looked at, and how often each
/// occurs.
pub(crate) struct Likelihood {
    right: Vec<(f64, f64)>,
    wrong: Vec<(f64, f64)>,
    units: Vec<(f64, f64)>,
    /// Right units and units of all groups.
    all: [f64; 2],
}

impl Likelihood {
    /// The likelihood for groups given by their right units and units.
    pub(crate) fn new(groups: &[[f64; 2]]) -> Self {
        let times = |of: &dyn Fn(&[f64; 2]) -> f64| -> Vec<(f64, f64)> {
            let mut counts: Vec<f64> = groups.iter().map(of).filter(|count| *count > 0.0).collect();
            counts.sort_unstable_by(f64::total_cmp);
            let alike = counts.chunk_by(|one, other| one == other);
            alike.map(|alike| (alike[0], alike.len() as f64)).collect()
        };
        let sum = |of: usize| groups.iter().map(|group| group[of]).sum();
        Self {
            right: times(&|[right, _]| *right),
            wrong: times(&|[right, units]| units - right),
            units: times(&|[_, units]| *units),
            all: [sum(0), sum(1)],
        }
    }

    /// Its logarithm; `of_units` is [`of_units`](Self::of_units), the same for every mean.
    fn ln(&self, prior: &Prior, of_units: f64) -> f64 {
        let Prior { mean: [right, wrong], concentration } = prior;
        sum(&self.right, right * concentration) + sum(&self.wrong, wrong * concentration) - of_units
    }

    fn of_units(&self, concentration: f64) -> f64 {
        sum(&self.units, concentration)
    }

    /// About the standard deviation of the log-odds of the mean, at an intra-class correlation.
    fn deviation(&self, correlation: f64) -> f64 {
        let effective: f64 = self
            .units
            .iter()
            .map(|(units, times)| times * units / (1.0 + (units - 1.0).max(0.0) * correlation))
            .sum();
        let share = self.share();
        (effective * share * (1.0 - share)).sqrt().recip()
    }

    /// About the mean.
    fn share(&self) -> f64 {
        (self.all[0] + 0.5) / (self.all[1] + 1.0)
    }
}

/// Counts in ascending order, with how often each occurs.
fn sum(counts: &[(f64, f64)], parameter: f64) -> f64 {
    let mut rising = Rising::of(parameter);
    counts.iter().map(|(count, times)| times * rising.ln(*count)).sum()
}

/// A Beta distribution.
#[derive(Clone, Copy)]
struct Prior {
    /// Its mean, and 1 less it.
    mean: [f64; 2],
    concentration: f64,
}

/// Beta distributions with their weights, which add up to 1.
pub(crate) struct Grid(Vec<(Prior, f64)>);

/// The logarithms of weights that are lower than the highest by more add nothing.
const NOTHING: f64 = 34.0;

/// All weights that are lower than the highest by more, together, add nothing.
const NOTHING_TOGETHER: f64 = 48.0;

/// 1 / (1 + exp(-x)) and 1 / (1 + exp(x)).
fn logistic(x: f64) -> [f64; 2] {
    [1.0 / (1.0 + (-x).exp()), 1.0 / (1.0 + x.exp())]
}

/// Points at the same distance, of which the first is the lowest.
#[derive(Clone, Copy)]
struct Points {
    first: f64,
    step: f64,
    number: usize,
}

impl Points {
    fn at(self, place: usize) -> f64 {
        self.first + place as f64 * self.step
    }
}

impl Grid {
    /// The distributions that have a weight: at points that are evenly spread in the log-odds of the intra-class
    /// correlation, and for each of them in those of the mean. On that scale what is integrated falls off on both sides, so
    /// that sums over such points are integrals but for the last digits.
    pub(crate) fn new(likelihood: &Likelihood) -> Self {
        /// Fewer points than these with a weight are too far apart.
        const ENOUGH: usize = 28;
        const FINER: usize = 48;
        /// So are fewer points than these near the peak, which may be narrow beside its tails.
        const ENOUGH_NEAR: usize = 9;
        // Of a function with poles at a distance d from the real numbers, a sum over such points is the integral but for
        // about exp(-2 pi d / step); d is at least pi / 2 here.
        let mut points = Points { first: -24.15, step: 0.35, number: 139 };
        loop {
            let of_points: Vec<Means<'_>> = (0..points.number)
                .map(|place| Means::of_correlation(likelihood, points.at(place)))
                .collect();
            let logs: Vec<f64> = of_points.iter().map(Means::highest).collect();
            let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let above = |less: f64| move |log: &f64| *log > highest - less;
            let matters = above(NOTHING);
            let first = logs.iter().position(matters).unwrap_or(0);
            let last = logs.iter().rposition(matters).unwrap_or(0);
            let near = logs.iter().filter(|log| above(2.0)(log)).count();
            if (last - first < ENOUGH || near < ENOUGH_NEAR) && points.step > 1e-6 {
                let (lower, upper) =
                    (points.at(first) - points.step, points.at(last) + points.step);
                let steps = if last - first < ENOUGH { FINER } else { 2 * (last - first + 2) };
                let step = (upper - lower) / steps as f64;
                points = Points { first: lower, step, number: steps + 1 };
                continue;
            }
            let weighed =
                of_points.iter().zip(&logs).filter(|(_, log)| above(NOTHING_TOGETHER)(log));
            let weighed = weighed.flat_map(|(means, _)| means.that_matter(highest));
            let weighed = weighed.map(|(prior, log)| (prior, (log - highest).exp()));
            let mut weighed: Vec<(Prior, f64)> =
                weighed.filter(|(_, weight)| *weight > 0.0).collect();
            let total: f64 = weighed.iter().map(|(_, weight)| weight).sum();
            weighed.iter_mut().for_each(|(_, weight)| *weight /= total);
            return Self(weighed);
        }
    }

    /// The mean of the means.
    pub(crate) fn mean(&self) -> f64 {
        self.0.iter().map(|(prior, weight)| weight * prior.mean[0]).sum()
    }

    /// Mean and variance of the share of a group with these right units and units.
    pub(crate) fn posterior(&self, [right, units]: [f64; 2]) -> [f64; 2] {
        let (mut mean, mut square) = (0.0, 0.0);
        for (prior, weight) in &self.0 {
            let alpha = right + prior.mean[0] * prior.concentration;
            let all = units + prior.concentration;
            mean += weight * alpha / all;
            square += weight * alpha / all * ((alpha + 1.0) / (all + 1.0));
        }
        [mean, square - mean * mean]
    }
}

/// The distributions with an intra-class correlation, whose means are steps away from about the likeliest one.
struct Means<'l> {
    likelihood: &'l Likelihood,
    concentration: f64,
    of_units: f64,
    /// The logarithm of the derivative of the scale of the correlation.
    of_scale: f64,
    centre: f64,
    step: f64,
}

impl<'l> Means<'l> {
    /// Fewer steps than these are taken to a side.
    const MOST: u32 = 4_000;

    /// Those of a correlation with these log-odds.
    fn of_correlation(likelihood: &'l Likelihood, log_odds: f64) -> Self {
        let correlation = logistic(log_odds);
        let concentration = (-log_odds).exp();
        let share = likelihood.share();
        Self {
            likelihood,
            concentration,
            of_units: likelihood.of_units(concentration),
            of_scale: correlation[0].ln() + correlation[1].ln(),
            centre: (share / (1.0 - share)).ln(),
            step: (0.6 * likelihood.deviation(correlation[0])).min(0.3),
        }
    }

    /// A distribution, with the logarithm of its weight.
    fn at(&self, steps: f64) -> (Prior, f64) {
        let mean = logistic(self.centre + steps * self.step);
        let prior = Prior { mean, concentration: self.concentration };
        // Both uniform beforehand, and so with the derivatives of both scales; and with the distance of the points.
        let uniform = self.of_scale + mean[0].ln() + mean[1].ln() + self.step.ln();
        (prior, self.likelihood.ln(&prior, self.of_units) + uniform)
    }

    /// The logarithm of the highest weight. It has one peak: as a function of the mean it is concave.
    fn highest(&self) -> f64 {
        let mut highest = self.at(0.0).1;
        for side in [-1.0, 1.0] {
            for steps in 1..Self::MOST {
                let log = self.at(side * f64::from(steps)).1;
                if log > highest {
                    highest = log;
                } else {
                    break;
                }
            }
        }
        highest
    }

    /// The distributions outwards from the middle, as long as they matter beside those of this and of all correlations.
    fn that_matter(&self, highest_of_all: f64) -> Vec<(Prior, f64)> {
        let mut found = vec![self.at(0.0)];
        let middle = found[0].1;
        let mut highest = middle;
        for side in [-1.0, 1.0] {
            let mut before = middle;
            for steps in 1..Self::MOST {
                let (prior, log) = self.at(side * f64::from(steps));
                highest = highest.max(log);
                let may_matter = log >= before || log > highest_of_all - NOTHING_TOGETHER;
                if !(may_matter && log > highest - NOTHING) {
                    break;
                }
                before = log;
                found.push((prior, log));
            }
        }
        found
    }
}
