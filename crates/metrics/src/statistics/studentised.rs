//! The statistic of the sign-flip test on one assignment: a difference, by its standard error.

use super::Statistic;
use super::flips::Flips;
use super::pooled::add;
use crate::undefined::Undefined;

/// Whether the statistic of a permutation test is divided by its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Studentised {
    /// It is: the test then holds for "equal values of the measure" too, as clusters become many.
    #[default]
    Yes,
    /// It is not: the test is of exchangeable systems only.
    No,
}

/// Room for the counts of one assignment.
pub(super) struct Scratch {
    first: Vec<u64>,
    second: Vec<u64>,
    gradients: [Vec<f64>; 2],
}

impl Scratch {
    pub(super) fn for_counts(half: usize) -> Self {
        let gradient = || vec![0.0; half];
        Self { first: vec![0; half], second: vec![0; half], gradients: [gradient(), gradient()] }
    }
}

/// The statistic of the sign-flip test.
pub(super) struct Test<'t> {
    pub(super) measure: &'t Statistic<'t>,
    pub(super) studentised: Studentised,
    pub(super) half: usize,
}

impl Test<'_> {
    /// The statistic where so many clusters of each cell give the first system the higher half.
    pub(super) fn statistic(
        &self,
        flips: &Flips,
        swapped: &[u64],
        scratch: &mut Scratch,
    ) -> Result<f64, Undefined> {
        let Scratch { first, second, gradients } = scratch;
        first.copy_from_slice(&flips.base);
        second.copy_from_slice(&flips.base);
        for (cell, &times) in flips.cells.iter().zip(swapped) {
            add(first, &cell.higher, times);
            add(second, &cell.lower, times);
            add(first, &cell.lower, cell.clusters - times);
            add(second, &cell.higher, cell.clusters - times);
        }
        let (one, other) = ((self.measure)(first)?, (self.measure)(second)?);
        let difference = one - other;
        if self.studentised == Studentised::No {
            return Ok(difference);
        }
        self.gradient(first, one, &mut gradients[0]);
        self.gradient(second, other, &mut gradients[1]);
        let error = self.standard_error(flips, swapped, gradients);
        Ok(match (error > 0.0, difference == 0.0) {
            (true, _) => difference / error,
            (false, true) => 0.0,
            (false, false) => f64::INFINITY.copysign(difference),
        })
    }

    /// What one more of each count adds to the measure; 0 where it then has no value.
    fn gradient(&self, sums: &mut [u64], value: f64, gradient: &mut [f64]) {
        for place in 0..self.half {
            sums[place] += 1;
            gradient[place] = (self.measure)(sums).map_or(0.0, |more| more - value);
            sums[place] -= 1;
        }
    }

    /// The standard error of the difference, clusters being independent.
    fn standard_error(&self, flips: &Flips, swapped: &[u64], gradients: &[Vec<f64>; 2]) -> f64 {
        let dot = |gradient: &[f64], counts: &[u32]| -> f64 {
            gradient.iter().zip(counts).map(|(slope, &count)| slope * f64::from(count)).sum()
        };
        let [one, other] = gradients;
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        let mut take = |influence: f64, clusters: u64| {
            let clusters = clusters as f64;
            count += clusters;
            sum += clusters * influence;
            squares += clusters * influence * influence;
        };
        for (cell, &times) in flips.cells.iter().zip(swapped) {
            take(dot(one, &cell.higher) - dot(other, &cell.lower), times);
            take(dot(one, &cell.lower) - dot(other, &cell.higher), cell.clusters - times);
        }
        for (counts, clusters) in &flips.equal {
            take(dot(one, counts) - dot(other, counts), *clusters);
        }
        (squares - sum * sum / count).max(0.0).sqrt()
    }
}
