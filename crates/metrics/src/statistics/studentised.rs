//! The statistic of the sign-flip test on one assignment: a difference, by its standard error.

use super::Statistic;
use super::flips::Flips;
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
        let gradient = || Vec::with_capacity(half);
        Self { first: vec![0; half], second: vec![0; half], gradients: [gradient(), gradient()] }
    }
}

/// A difference on one assignment.
pub(super) struct Difference {
    pub(super) value: f64,
    /// Its standard error; 1 where it is not studentised.
    pub(super) error: f64,
}

impl Difference {
    /// How many standard errors it is from 0; infinitely many where the clusters do not vary.
    pub(super) fn size(&self) -> f64 {
        match (self.error > 0.0, self.value == 0.0) {
            (true, _) => (self.value / self.error).abs(),
            (false, true) => 0.0,
            (false, false) => f64::INFINITY,
        }
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
    ) -> Result<Difference, Undefined> {
        let Scratch { first, second, gradients } = scratch;
        flips.assign(swapped, first, second);
        let (one, other) = ((self.measure)(first)?, (self.measure)(second)?);
        let value = one - other;
        if self.studentised == Studentised::No {
            return Ok(Difference { value, error: 1.0 });
        }
        self.gradient(&flips.places, first, one, &mut gradients[0]);
        self.gradient(&flips.places, second, other, &mut gradients[1]);
        let error = self.standard_error(flips, swapped, gradients);
        Ok(Difference { value, error })
    }

    /// What one more of each count that occurs adds to the measure; 0 where it then has no value.
    fn gradient(&self, places: &[usize], sums: &mut [u64], value: f64, gradient: &mut Vec<f64>) {
        gradient.clear();
        for &place in places {
            sums[place] += 1;
            gradient.push((self.measure)(sums).map_or(0.0, |more| more - value));
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
        // What is left of equal influences is rounding.
        let centred = squares - sum * sum / count;
        if centred > 1e-12 * squares { centred.sqrt() } else { 0.0 }
    }
}
