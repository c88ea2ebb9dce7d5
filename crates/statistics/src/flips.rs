//! The assignments of the outcomes of two systems to each other, in whole clusters.

use rand::Rng;
use rand_pcg::Pcg64;

use crate::PooledClusters;
use crate::influence::Moments;
use crate::integer_sum::Terms;
use crate::pooled::add;
use crate::resampling::binomial;

/// How many of a number of fair coins show heads.
#[inline(always)]
fn heads(random: &mut Pcg64, coins: u64) -> f64 {
    if coins > 1024 {
        return binomial(random, coins, 0.5) as f64;
    }
    let (mut heads, mut left) = (0, coins);
    while left > 0 {
        let thrown = left.min(64);
        heads += (random.next_u64() & (u64::MAX >> (64 - thrown))).count_ones();
        left -= thrown;
    }
    f64::from(heads)
}

/// The clusters on which the systems differ. A vector and the same one with the systems exchanged are
/// one cell: under the null hypothesis they are the same.
pub(crate) struct Flips {
    /// The counts that are not 0 in all clusters, by their place in a half: all others are left out of what
    /// is below.
    pub(crate) places: Vec<usize>,
    /// The sums of both systems, of all clusters; and those of the first, where it has the lower half everywhere.
    totals: Vec<u64>,
    least: Vec<u64>,
    /// How many clusters are of each cell.
    pub(crate) cells: Vec<u64>,
    /// In how many of them the first system has the higher half: as all assignments, for the counts below.
    pub(crate) observed: Vec<OfBlock>,
    /// How many clusters are of each cell, and then of each kind on which the systems do not differ: these have a share in the
    /// standard error, too.
    counts: Vec<OfBlock>,
    /// Of the same, what both systems have together, and what one has more than the other: block by block, and in these place
    /// by place.
    together: Vec<OfBlock>,
    apart: Vec<OfBlock>,
    /// How many clusters there are.
    clusters: f64,
}

/// The number of cells in a block, whose numbers are summed at once; zeros complete the last block.
const BLOCK: usize = 8;

/// A number for each cell of a block.
pub(crate) type OfBlock = [f64; BLOCK];

/// The lower and the higher half of a cell, with how many clusters are of it and in how many the first system has the higher half.
type Kind<'k> = ([&'k [u32]; 2], (u64, u64));

/// For each cell of a block the sum of its numbers, each times the weight of its place.
#[inline(always)]
fn weighted(block: &[OfBlock], weights: &[f64]) -> OfBlock {
    let mut sums = [0.0; BLOCK];
    for (numbers, weight) in block.iter().zip(weights) {
        for cell in 0..BLOCK {
            sums[cell] += weight * numbers[cell];
        }
    }
    sums
}

impl Flips {
    pub(crate) fn new(clusters: &PooledClusters, half: usize) -> Self {
        let counted = |place: &usize| {
            clusters.iter().any(|(counts, _)| counts[*place] > 0 || counts[half + *place] > 0)
        };
        let places: Vec<usize> = (0..half).filter(counted).collect();
        let (mut totals, mut least) = (vec![0; half], vec![0; half]);
        let mut equal = Vec::new();
        let mut cells = std::collections::BTreeMap::<[&[u32]; 2], (u64, u64)>::new();
        for (counts, multiplicity) in clusters.iter() {
            let (first, second) = counts.split_at(half);
            add(&mut totals, first, multiplicity);
            add(&mut totals, second, multiplicity);
            add(&mut least, first.min(second), multiplicity);
            if first == second {
                equal.push(([first, second], (multiplicity, 0)));
                continue;
            }
            let cell = cells.entry([first.min(second), first.max(second)]).or_default();
            cell.0 += multiplicity;
            cell.1 += if first > second { multiplicity } else { 0 };
        }
        let number = cells.len();
        let kinds: Vec<Kind<'_>> = cells.into_iter().chain(equal).collect();
        let (mut counts, mut observed) = (Vec::new(), Vec::new());
        let (mut together, mut apart) = (Vec::new(), Vec::new());
        for kinds in kinds.chunks(BLOCK) {
            let of = |of: &dyn Fn(&Kind<'_>) -> f64| -> OfBlock {
                std::array::from_fn(|cell| kinds.get(cell).map_or(0.0, of))
            };
            counts.push(of(&|(_, clusters)| clusters.0 as f64));
            observed.push(of(&|(_, clusters)| clusters.1 as f64));
            for &place in &places {
                let [lower, higher] =
                    [0, 1].map(|half| of(&|(halves, _)| halves[half][place].into()));
                together.push(std::array::from_fn(|cell| higher[cell] + lower[cell]));
                apart.push(std::array::from_fn(|cell| higher[cell] - lower[cell]));
            }
        }
        let cells = kinds[..number].iter().map(|(_, kind)| kind.0).collect();
        let clusters = clusters.clusters() as f64;
        Self { places, totals, least, cells, observed, counts, together, apart, clusters }
    }

    /// What one system has more than the other at a place, by its number.
    #[inline(always)]
    fn apart_at(&self, number: usize) -> impl Iterator<Item = &OfBlock> {
        self.apart.iter().skip(number).step_by(self.places.len())
    }

    /// Draws an assignment.
    #[inline(always)]
    pub(crate) fn draw(&self, random: &mut Pcg64, swapped: &mut [OfBlock]) {
        for (times, clusters) in swapped.as_flattened_mut().iter_mut().zip(&self.cells) {
            *times = heads(random, *clusters);
        }
    }

    /// Fills the sums of both systems on an assignment.
    #[inline(always)]
    pub(crate) fn assign(&self, swapped: &[OfBlock], [first, second]: [&mut [u64]; 2]) {
        for (number, &place) in self.places.iter().enumerate() {
            let mut sums = [0.0; BLOCK];
            for (times, apart) in swapped.iter().zip(self.apart_at(number)) {
                for cell in 0..BLOCK {
                    sums[cell] += times[cell] * apart[cell];
                }
            }
            // Whole numbers below 2^53, whose sum is exact in any order.
            let more = sums.iter().sum::<f64>() as i64;
            first[place] = self.least[place].wrapping_add_signed(more);
            second[place] = self.totals[place] - first[place];
        }
    }

    /// The standard error of the difference on an assignment, clusters being independent. Of the gradients of both systems,
    /// at the places, `less` is half of their difference, and `plus` half of their sum.
    ///
    /// With gradients f and g, a cluster of counts a and b has the influence `f a - g b`, which is half of
    /// `(f - g)(a + b) + (f + g)(a - b)`, and with the systems exchanged half of `(f - g)(a + b) - (f + g)(a - b)`.
    #[inline(always)]
    pub(crate) fn standard_error(&self, swapped: &[OfBlock], less: &[f64], plus: &[f64]) -> f64 {
        let (mut sums, mut squares) = ([0.0; BLOCK], [0.0; BLOCK]);
        let [together, apart] =
            [&self.together, &self.apart].map(|all| all.chunks_exact(self.places.len().max(1)));
        let blocks = together.zip(apart).zip(swapped.iter().zip(&self.counts));
        for ((together, apart), (swapped, counts)) in blocks {
            let (together, apart) = (weighted(together, less), weighted(apart, plus));
            for cell in 0..BLOCK {
                let (one, other) = (together[cell] + apart[cell], together[cell] - apart[cell]);
                let of_one = swapped[cell] * one;
                let of_other = (counts[cell] - swapped[cell]) * other;
                sums[cell] += of_one + of_other;
                squares[cell] += of_one * one + of_other * other;
            }
        }
        let moments = Moments { sum: sums.iter().sum(), squares: squares.iter().sum() };
        moments.centred(self.clusters).sqrt()
    }

    /// The differences of two shares, as terms of a sum of integers: the counts of a half are how many
    /// units are right and how many there are. `None` if the systems have different units.
    pub(crate) fn integer_terms(&self) -> Option<Vec<Terms>> {
        let column = |of: usize| {
            let at = self.places.iter().position(|place| *place == of);
            at.map(|at| self.apart_at(at).flatten())
        };
        if column(1)?.any(|units| *units != 0.0) {
            return None;
        }
        let mut counts = std::collections::BTreeMap::<u64, u64>::new();
        // Without a right unit the systems differ nowhere.
        for (right, clusters) in column(0).into_iter().flatten().zip(&self.cells) {
            *counts.entry(right.abs() as u64).or_default() += clusters;
        }
        Some(counts.into_iter().map(|(size, count)| Terms { size, count }).collect())
    }

    /// The number of different assignments of the systems; `None` if it is too large to count.
    pub(crate) fn assignments(&self) -> Option<usize> {
        self.cells.iter().try_fold(1usize, |product, clusters| {
            product.checked_mul(usize::try_from(*clusters).ok()?.checked_add(1)?)
        })
    }

    /// Visits all assignments with their probabilities: opposite ones, in each of which the systems are exchanged on all clusters
    /// of the other, as far from the first and from the last.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&mut [OfBlock], f64)) {
        let chances: Vec<Vec<f64>> = self
            .cells
            .iter()
            .map(|&clusters| {
                let chance = |times| crate::binomial::probability(clusters, times);
                (0..=clusters).map(chance).collect()
            })
            .collect();
        let mut swapped = vec![[0.0; BLOCK]; self.observed.len()];
        loop {
            let times = swapped.as_flattened().iter();
            let probability = times.zip(&chances).map(|(&times, of)| of[times as usize]).product();
            visit(&mut swapped, probability);
            // Counts on, as an odometer does.
            let swapped = swapped.as_flattened_mut();
            let mut cells = swapped.iter().zip(&self.cells);
            let Some(place) = cells.position(|(times, clusters)| *times < *clusters as f64) else {
                return;
            };
            swapped[place] += 1.0;
            swapped[..place].fill(0.0);
        }
    }
}
