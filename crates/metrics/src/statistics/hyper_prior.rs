//! The Beta distributions that the accuracies of some phenomena may follow, weighed by how well they
//! explain them.

use std::collections::BTreeMap;

use super::rising::Rising;
use crate::undefined::Proportion;

/// The likelihood of a Beta distribution. Only the counts that differ are looked at, and how often each
/// occurs.
pub(super) struct Likelihood {
    right: Vec<(u64, f64)>,
    wrong: Vec<(u64, f64)>,
    pairs: Vec<(u64, f64)>,
}

impl Likelihood {
    pub(super) fn new(phenomena: &[Proportion]) -> Self {
        let times = |of: &dyn Fn(&Proportion) -> u64| -> Vec<(u64, f64)> {
            let mut times: BTreeMap<u64, f64> = BTreeMap::new();
            for count in phenomena.iter().map(of).filter(|count| *count > 0) {
                *times.entry(count).or_default() += 1.0;
            }
            times.into_iter().collect()
        };
        Self {
            right: times(&|share| share.numerator),
            wrong: times(&|share| share.denominator - share.numerator),
            pairs: times(&|share| share.denominator),
        }
    }

    fn of_pairs(&self, concentration: f64) -> f64 {
        sum(&self.pairs, concentration)
    }

    fn of_answers(&self, mean: f64, concentration: f64) -> f64 {
        sum(&self.right, mean * concentration) + sum(&self.wrong, (1.0 - mean) * concentration)
    }
}

/// Counts in ascending order, with how often each occurs.
fn sum(counts: &[(u64, f64)], parameter: f64) -> f64 {
    let mut rising = Rising::of(parameter);
    counts.iter().map(|(count, times)| times * rising.ln(*count)).sum()
}

/// Beta distributions with their weights, which add up to 1.
pub(super) struct Grid(Vec<Weighed>);

/// A Beta distribution and its weight.
struct Weighed {
    mean: f64,
    concentration: f64,
    weight: f64,
}

/// As many means, and as many intra-class correlations, are looked at.
const STEPS: usize = 24;

/// A range that is divided into [`STEPS`] cells.
#[derive(Clone, Copy)]
struct Range {
    from: f64,
    to: f64,
}

impl Range {
    const WHOLE: Self = Self { from: 0.0, to: 1.0 };

    fn cell(self) -> f64 {
        (self.to - self.from) / STEPS as f64
    }

    fn middle(self, step: usize) -> f64 {
        self.from + self.cell() * (step as f64 + 0.5)
    }

    /// From one cell before the first to one after the last.
    fn around(self, first: usize, last: usize) -> Self {
        let from = self.from + self.cell() * (first as f64 - 1.0);
        let to = self.from + self.cell() * (last as f64 + 2.0);
        Self { from: from.max(0.0), to: to.min(1.0) }
    }
}

impl Grid {
    /// The distributions that have a weight: a grid over all of them, and finer ones over the part
    /// that the one before found to matter.
    pub(super) fn new(likelihood: &Likelihood) -> Self {
        /// Cells of a lower share of the highest weight are left out of a finer grid.
        const MATTERS: f64 = 1e-4;
        /// Each grid is up to eight times as fine as the one before.
        const GRIDS: usize = 12;
        let (mut means, mut correlations) = (Range::WHOLE, Range::WHOLE);
        let mut logs = logarithms(likelihood, means, correlations);
        for _ in 1..GRIDS {
            let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let matters = |(place, log): (usize, &f64)| {
                (log - highest > MATTERS.ln()).then_some((place / STEPS, place % STEPS))
            };
            let (mut first, mut last) = ((STEPS, STEPS), (0, 0));
            for (mean, correlation) in logs.iter().enumerate().filter_map(matters) {
                first = (first.0.min(mean), first.1.min(correlation));
                last = (last.0.max(mean), last.1.max(correlation));
            }
            let half = |first: usize, last: usize| last + 3 > first + STEPS / 2;
            if half(first.0, last.0) && half(first.1, last.1) {
                break;
            }
            means = means.around(first.0, last.0);
            correlations = correlations.around(first.1, last.1);
            logs = logarithms(likelihood, means, correlations);
        }
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |log: &f64| (log - highest).exp();
        let total: f64 = logs.iter().map(weight).sum();
        let weighed = logs.iter().enumerate().map(|(place, log)| Weighed {
            mean: means.middle(place / STEPS),
            concentration: concentration(correlations.middle(place % STEPS)),
            weight: weight(log) / total,
        });
        Self(weighed.filter(|weighed| weighed.weight > 1e-9).collect())
    }

    /// The mean of the means.
    pub(super) fn mean(&self) -> f64 {
        self.0.iter().map(|prior| prior.weight * prior.mean).sum()
    }

    /// Mean and variance of the accuracy of a phenomenon with so many right and wrong answers.
    pub(super) fn posterior(&self, right: u64, wrong: u64) -> [f64; 2] {
        let (right, wrong) = (right as f64, wrong as f64);
        let (mut mean, mut square) = (0.0, 0.0);
        for prior in &self.0 {
            let alpha = right + prior.mean * prior.concentration;
            let all = right + wrong + prior.concentration;
            mean += prior.weight * alpha / all;
            square += prior.weight * alpha / all * ((alpha + 1.0) / (all + 1.0));
        }
        [mean, square - mean * mean]
    }
}

/// The concentration of a Beta distribution with an intra-class correlation.
fn concentration(correlation: f64) -> f64 {
    1.0 / correlation - 1.0
}

/// The logarithms of the weights of a grid, all correlations of the first mean first.
fn logarithms(likelihood: &Likelihood, means: Range, correlations: Range) -> Vec<f64> {
    let concentrations: Vec<(f64, f64)> = (0..STEPS)
        .map(|step| concentration(correlations.middle(step)))
        .map(|concentration| (concentration, likelihood.of_pairs(concentration)))
        .collect();
    (0..STEPS)
        .flat_map(|step| {
            let mean = means.middle(step);
            concentrations.iter().map(move |(concentration, of_pairs)| {
                likelihood.of_answers(mean, *concentration) - of_pairs
            })
        })
        .collect()
}
