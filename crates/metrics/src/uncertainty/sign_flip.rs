//! The cluster sign-flip test of two systems.

use rand::Rng;
use rand_pcg::Pcg64;

use super::pooled::add;
use super::resampling::binomial;
use super::{PooledClusters, Resampling, Statistic, UncertaintyError};
use crate::Undefined;

/// What the sign-flip test says of two systems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignFlip {
    /// The measure of the first system minus that of the second.
    pub difference: f64,
    /// Two-sided: the probability, if the systems are exchangeable, of a difference at least as far
    /// from 0. Above 0.
    pub p: f64,
    /// The same with half the weight of the differences that are exactly as far: less conservative
    /// where few values are possible.
    pub mid_p: f64,
    /// Whether every assignment was enumerated. Otherwise the p-values are estimated from random
    /// ones, the observed one counted in (the `+1` rule).
    pub exact: bool,
    /// The clusters on which the systems differ: all others tell nothing.
    pub informative: u64,
    /// The assignments on which the measure of a system has no value. They are counted as extreme,
    /// which makes p too high rather than too low.
    pub undefined: usize,
}

/// Whether the statistic of a permutation test is divided by its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Studentised {
    /// It is: the test then holds for "equal values of the measure" too, as clusters become many.
    #[default]
    Yes,
    /// It is not: the test is of exchangeable systems only.
    No,
}

/// Enumerates this many assignments at most, and as many as there are resamples at least.
const ENUMERATED: usize = 1 << 14;

/// Statistics that are as near as this count as equal: rounding makes no difference.
const TIE: f64 = 1e-10;

/// The cluster sign-flip permutation test: swaps the answers of two systems in whole clusters, each
/// with probability 1/2, and sees how often the measures differ at least as much as they do.
///
/// The vectors of the clusters hold the counts of the first system and then those of the second; the
/// statistic is the measure of one system as a function of its half of the sums. Where the systems
/// differ on clusters with few distinct vectors, all assignments are enumerated, otherwise
/// `resampling` says how many are drawn. On independent pairs with accuracy it is McNemar's exact
/// test.
///
/// The null hypothesis is that the systems are *exchangeable on whole clusters*. That is more than
/// "both have the same CI": two systems of equal CI and different accuracy are not exchangeable. So
/// the difference is *studentised* by default, divided by its standard error on the same assignment, which makes
/// the test hold for "equal values of the measure" too as clusters become many. For a difference of
/// plain means over clusters it changes nothing.
///
/// # Formula
/// The standard error is that of the linearised measure f: with gradients by differences of one count,
/// `SE^2 = sum over clusters of (grad f(A) a - grad f(B) b)^2`, centred. `T = (f(A) - f(B)) / SE`;
/// `p = P(|T*| >= |T|)`, by `(1 + #) / (1 + resamples)` where drawn.
///
/// # Errors
/// [`UncertaintyError::NotPaired`] where the vectors have no halves, [`UncertaintyError::FewClusters`],
/// [`UncertaintyError::NoResamples`], and [`UncertaintyError::Undefined`] where the measure of either
/// system has no value.
///
/// # References
/// Noreen 1989; Phipson and Smyth 2010 (p is never 0); Janssen 1997 and Chung and Romano 2013
/// (studentised permutation tests).
pub fn sign_flip(
    clusters: &PooledClusters,
    measure: &Statistic<'_>,
    studentised: Studentised,
    resampling: &Resampling,
) -> Result<SignFlip, UncertaintyError> {
    if !clusters.width().is_multiple_of(2) {
        return Err(UncertaintyError::NotPaired(clusters.width()));
    }
    clusters.enough()?;
    if resampling.resamples == 0 {
        return Err(UncertaintyError::NoResamples);
    }
    let test = Test { measure, studentised, half: clusters.width() / 2 };
    let sums = clusters.sums();
    let (first, second) = sums.split_at(test.half);
    let difference = measure(first)? - measure(second)?;

    let flips = Flips::new(clusters, test.half);
    let as_observed: Vec<u64> = flips.cells.iter().map(|it| it.swapped).collect();
    let mut scratch = flips.scratch();
    let observed = test.statistic(&flips, &as_observed, &mut scratch)?.abs();
    let informative = flips.cells.iter().map(|cell| cell.clusters).sum();
    let found = |p: f64, mid_p: f64, exact, undefined| {
        let positive = |p: f64| p.clamp(f64::MIN_POSITIVE, 1.0);
        SignFlip {
            difference,
            p: positive(p),
            mid_p: positive(mid_p),
            exact,
            informative,
            undefined,
        }
    };
    if informative == 0 {
        return Ok(found(1.0, 1.0, true, 0));
    }
    // A statistic that has no value counts as the most extreme.
    let near = TIE * observed.max(1.0);
    let side = |value: f64| {
        if value > observed + near {
            1.0
        } else if value >= observed - near {
            0.5
        } else {
            0.0
        }
    };
    if flips.assignments().is_some_and(|it| it <= ENUMERATED.max(resampling.resamples)) {
        let (mut p, mut mid_p, mut undefined) = (0.0, 0.0, 0);
        flips.for_each(|swapped, probability| {
            let value = test.statistic(&flips, swapped, &mut scratch);
            undefined += usize::from(value.is_err());
            let share = side(value.map_or(f64::INFINITY, f64::abs));
            p += if share > 0.0 { probability } else { 0.0 };
            mid_p += share * probability;
        });
        return Ok(found(p, mid_p, true, undefined));
    }
    let start = || (flips.scratch(), vec![0; flips.cells.len()]);
    let drawn = resampling.rows(1, start, |(scratch, swapped), random, row| {
        for (times, cell) in swapped.iter_mut().zip(&flips.cells) {
            *times = heads(random, cell.clusters);
        }
        row[0] = test.statistic(&flips, swapped, scratch).ok().map(f64::abs);
    })?;
    let undefined = drawn.iter().filter(|it| it.is_none()).count();
    let sides = || drawn.iter().map(|value| side(value.unwrap_or(f64::INFINITY)));
    // The observed assignment is one of those possible, and a tie of itself.
    let (reached, half) = (sides().filter(|&it| it > 0.0).count() as f64, sides().sum::<f64>());
    let draws = drawn.len() as f64 + 1.0;
    Ok(found((reached + 1.0) / draws, (half + 0.5) / draws, false, undefined))
}

/// How many of a number of fair coins show heads.
fn heads(random: &mut Pcg64, coins: u64) -> u64 {
    match coins {
        0..=63 => u64::from((random.next_u64() & ((1 << coins) - 1)).count_ones()),
        64..=1024 => {
            let whole: u64 =
                (0..coins / 64).map(|_| u64::from(random.next_u64().count_ones())).sum();
            whole + if coins.is_multiple_of(64) { 0 } else { heads(random, coins % 64) }
        }
        _ => binomial(random, coins, 0.5),
    }
}

/// The clusters on which the systems differ. A vector and the same one with the systems exchanged are
/// one cell: under the null hypothesis they are the same.
struct Flips {
    half: usize,
    /// The sums of the clusters on which the systems do not differ.
    base: Vec<u64>,
    /// Those clusters themselves, which have a share in the standard error.
    equal: Vec<(Vec<u32>, u64)>,
    cells: Vec<Cell>,
}

struct Cell {
    lower: Vec<u32>,
    higher: Vec<u32>,
    clusters: u64,
    /// In how many of them the first system has the higher half.
    swapped: u64,
}

struct Scratch {
    first: Vec<u64>,
    second: Vec<u64>,
    gradients: [Vec<f64>; 2],
}

impl Flips {
    fn new(clusters: &PooledClusters, half: usize) -> Self {
        let mut flips = Self { half, base: vec![0; half], equal: Vec::new(), cells: Vec::new() };
        let mut cells = std::collections::BTreeMap::<(&[u32], &[u32]), (u64, u64)>::new();
        for (counts, multiplicity) in clusters.iter() {
            let (first, second) = counts.split_at(half);
            if first == second {
                add(&mut flips.base, first, multiplicity);
                flips.equal.push((first.to_vec(), multiplicity));
                continue;
            }
            let cell = cells.entry((first.min(second), first.max(second))).or_default();
            cell.0 += multiplicity;
            cell.1 += if first > second { multiplicity } else { 0 };
        }
        flips.cells = cells
            .into_iter()
            .map(|((lower, higher), (clusters, swapped))| Cell {
                lower: lower.to_vec(),
                higher: higher.to_vec(),
                clusters,
                swapped,
            })
            .collect();
        flips
    }

    fn scratch(&self) -> Scratch {
        let gradient = || vec![0.0; self.half];
        Scratch {
            first: vec![0; self.half],
            second: vec![0; self.half],
            gradients: [gradient(), gradient()],
        }
    }

    /// How many assignments of the systems differ; nothing where they cannot be counted.
    fn assignments(&self) -> Option<usize> {
        self.cells.iter().try_fold(1usize, |product, cell| {
            product.checked_mul(usize::try_from(cell.clusters).ok()?.checked_add(1)?)
        })
    }

    /// Visits all assignments with their probabilities.
    fn for_each(&self, mut visit: impl FnMut(&[u64], f64)) {
        let chances: Vec<Vec<f64>> = self
            .cells
            .iter()
            .map(|cell| {
                let chance = |times| super::binomial::probability(cell.clusters, times);
                (0..=cell.clusters).map(chance).collect()
            })
            .collect();
        let mut swapped = vec![0; self.cells.len()];
        loop {
            let probability =
                swapped.iter().zip(&chances).map(|(&times, of)| of[times as usize]).product();
            visit(&swapped, probability);
            // Counts on, as an odometer does.
            let Some(place) =
                swapped.iter().zip(&self.cells).position(|(&times, cell)| times < cell.clusters)
            else {
                return;
            };
            swapped[place] += 1;
            swapped[..place].fill(0);
        }
    }
}

struct Test<'t> {
    measure: &'t Statistic<'t>,
    studentised: Studentised,
    half: usize,
}

impl Test<'_> {
    /// The statistic where so many clusters of each cell give the first system the higher half.
    fn statistic(
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
