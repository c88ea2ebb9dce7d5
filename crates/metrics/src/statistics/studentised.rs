//! The statistic of the sign-flip test on one assignment: a difference, by its standard error.

use super::Statistic;
use super::flips::{Flips, LANES, Lanes, lanes};
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
    gained: Vec<Lanes>,
    gradients: [Vec<f64>; 2],
}

impl Scratch {
    pub(super) fn for_counts(half: usize) -> Self {
        let gradient = || Vec::with_capacity(half);
        Self {
            first: vec![0; half],
            second: vec![0; half],
            gained: Vec::with_capacity(half),
            gradients: [gradient(), gradient()],
        }
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
        let Scratch { first, second, gained, gradients } = scratch;
        flips.assign(swapped, gained, [first, second]);
        let (one, other) = ((self.measure)(first)?, (self.measure)(second)?);
        let value = one - other;
        if self.studentised == Studentised::No {
            return Ok(Difference { value, error: 1.0 });
        }
        self.gradient(&flips.places, first, one, &mut gradients[0]);
        self.gradient(&flips.places, second, other, &mut gradients[1]);
        let error = standard_error(flips, swapped, gradients);
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
}

/// The standard error of the difference, clusters being independent.
fn standard_error(flips: &Flips, swapped: &[u64], gradients: &[Vec<f64>; 2]) -> f64 {
    let [one, other] = gradients;
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut take = |influence: f64, clusters: f64| {
        sum += clusters * influence;
        squares += clusters * influence * influence;
    };
    let places = flips.places.len().max(1);
    let halves = flips.lower.chunks_exact(places).zip(flips.higher.chunks_exact(places));
    for (((lower, higher), clusters), swapped) in
        halves.zip(&flips.clusters).zip(swapped.chunks(LANES))
    {
        let mut dots = [[0.0; LANES]; 4];
        for ((one, other), (lower, higher)) in one.iter().zip(other).zip(lower.iter().zip(higher)) {
            for lane in 0..LANES {
                dots[0][lane] += one * higher[lane];
                dots[1][lane] += other * lower[lane];
                dots[2][lane] += one * lower[lane];
                dots[3][lane] += other * higher[lane];
            }
        }
        let times = lanes(swapped.iter().map(|&times| times as f64));
        for lane in 0..LANES {
            take(dots[0][lane] - dots[1][lane], times[lane]);
            take(dots[2][lane] - dots[3][lane], clusters[lane] - times[lane]);
        }
    }
    for (counts, clusters) in flips.equal.chunks_exact(places).zip(&flips.equal_clusters) {
        let mut dots = [[0.0; LANES]; 2];
        for ((one, other), counts) in one.iter().zip(other).zip(counts) {
            for lane in 0..LANES {
                dots[0][lane] += one * counts[lane];
                dots[1][lane] += other * counts[lane];
            }
        }
        for lane in 0..LANES {
            take(dots[0][lane] - dots[1][lane], clusters[lane]);
        }
    }
    // What is left of equal influences is rounding.
    let centred = squares - sum * sum / flips.count;
    if centred > 1e-12 * squares { centred.sqrt() } else { 0.0 }
}
