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
    pub(crate) cells: Vec<Cell>,
    /// How many clusters are of each cell.
    counts: Vec<OfBlock>,
    /// Of the cells, what both systems have together, and what one has more than the other.
    together: Columns,
    apart: Columns,
    /// The clusters on which the systems do not differ, which have a share in the standard error: their
    /// counts, and how many there are.
    equal: Columns,
    equal_counts: Vec<OfBlock>,
    /// How many clusters there are.
    clusters: f64,
}

pub(crate) struct Cell {
    pub(crate) clusters: u64,
    /// In how many of them the first system has the higher half.
    pub(crate) swapped: u64,
}

/// Cells are in blocks of so many, whose numbers are added up side by side; the last one is filled up with zeros.
const BLOCK: usize = 8;

/// A number for each cell of a block.
pub(crate) type OfBlock = [f64; BLOCK];

fn in_blocks(numbers: &[f64]) -> Vec<OfBlock> {
    let block = |numbers: &[f64]| {
        let mut block = [0.0; BLOCK];
        block[..numbers.len()].copy_from_slice(numbers);
        block
    };
    numbers.chunks(BLOCK).map(block).collect()
}

/// Rows of whole numbers, one for each place: block by block, and in these place by place.
struct Columns {
    places: usize,
    numbers: Vec<OfBlock>,
}

impl Columns {
    /// From rows with a number for each of some places.
    fn new(rows: &[Vec<f64>], places: usize) -> Self {
        let number = |row: Option<&Vec<f64>>, place: usize| row.map_or(0.0, |row| row[place]);
        let numbers = rows.chunks(BLOCK).flat_map(|rows| {
            let of = move |place| std::array::from_fn(|row| number(rows.get(row), place));
            (0..places).map(of)
        });
        Self { places, numbers: numbers.collect() }
    }

    /// The numbers of a place, block by block.
    #[inline(always)]
    fn blocks_of(&self, place: usize) -> impl Iterator<Item = &OfBlock> {
        self.numbers.iter().skip(place).step_by(self.places)
    }

    /// Block by block, the numbers of each place.
    #[inline(always)]
    fn blocks(&self) -> std::slice::ChunksExact<'_, OfBlock> {
        self.numbers.chunks_exact(self.places.max(1))
    }
}

/// For each row of a block the sum of its numbers, each times the weight of its place.
#[inline(always)]
fn weighted(block: &[OfBlock], weights: &[f64]) -> OfBlock {
    let mut sums = [0.0; BLOCK];
    for (numbers, weight) in block.iter().zip(weights) {
        for row in 0..BLOCK {
            sums[row] += weight * numbers[row];
        }
    }
    sums
}

/// The sums of influences of clusters, and of their squares, row by row.
#[derive(Default)]
struct Sums {
    sums: OfBlock,
    squares: OfBlock,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, influences: OfBlock, clusters: OfBlock) {
        for row in 0..BLOCK {
            let of_row = clusters[row] * influences[row];
            self.sums[row] += of_row;
            self.squares[row] += of_row * influences[row];
        }
    }
}

impl Flips {
    pub(crate) fn new(clusters: &PooledClusters, half: usize) -> Self {
        let counted = |place: &usize| {
            clusters.iter().any(|(counts, _)| counts[*place] > 0 || counts[half + *place] > 0)
        };
        let places: Vec<usize> = (0..half).filter(counted).collect();
        let (mut totals, mut least) = (vec![0; half], vec![0; half]);
        let (mut equal, mut equal_clusters) = (Vec::new(), Vec::new());
        let mut cells = std::collections::BTreeMap::<(&[u32], &[u32]), (u64, u64)>::new();
        for (counts, multiplicity) in clusters.iter() {
            let (first, second) = counts.split_at(half);
            add(&mut totals, first, multiplicity);
            add(&mut totals, second, multiplicity);
            add(&mut least, first.min(second), multiplicity);
            if first == second {
                equal.push(places.iter().map(|place| f64::from(first[*place])).collect());
                equal_clusters.push(multiplicity as f64);
                continue;
            }
            let cell = cells.entry((first.min(second), first.max(second))).or_default();
            cell.0 += multiplicity;
            cell.1 += if first > second { multiplicity } else { 0 };
        }
        let rows = |of: fn(f64, f64) -> f64| {
            let row = |(lower, higher): &(&[u32], &[u32])| -> Vec<f64> {
                let number = |place: &usize| of(higher[*place].into(), lower[*place].into());
                places.iter().map(number).collect()
            };
            Columns::new(&cells.keys().map(row).collect::<Vec<_>>(), places.len())
        };
        Self {
            totals,
            least,
            counts: in_blocks(&cells.values().map(|cell| cell.0 as f64).collect::<Vec<_>>()),
            together: rows(|higher, lower| higher + lower),
            apart: rows(|higher, lower| higher - lower),
            equal: Columns::new(&equal, places.len()),
            equal_counts: in_blocks(&equal_clusters),
            clusters: clusters.clusters() as f64,
            cells: cells
                .into_values()
                .map(|(clusters, swapped)| Cell { clusters, swapped })
                .collect(),
            places,
        }
    }

    /// The assignment in which no cluster gives the first system the higher half: as all assignments, how many clusters of
    /// each cell do so.
    pub(crate) fn none_swapped(&self) -> Vec<OfBlock> {
        vec![[0.0; BLOCK]; self.counts.len()]
    }

    /// The assignment of the data.
    pub(crate) fn as_observed(&self) -> Vec<OfBlock> {
        in_blocks(&self.cells.iter().map(|cell| cell.swapped as f64).collect::<Vec<_>>())
    }

    /// Draws an assignment.
    #[inline(always)]
    pub(crate) fn draw(&self, random: &mut Pcg64, swapped: &mut [OfBlock]) {
        for (times, cell) in swapped.as_flattened_mut().iter_mut().zip(&self.cells) {
            *times = heads(random, cell.clusters);
        }
    }

    /// Fills the sums of both systems on an assignment.
    #[inline(always)]
    pub(crate) fn assign(&self, swapped: &[OfBlock], [first, second]: [&mut [u64]; 2]) {
        for (number, &place) in self.places.iter().enumerate() {
            let mut sums = [0.0; BLOCK];
            for (times, apart) in swapped.iter().zip(self.apart.blocks_of(number)) {
                for row in 0..BLOCK {
                    sums[row] += times[row] * apart[row];
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
        let mut sums = Sums::default();
        let blocks = self.together.blocks().zip(self.apart.blocks());
        for ((swapped, counts), (together, apart)) in swapped.iter().zip(&self.counts).zip(blocks) {
            let (together, apart) = (weighted(together, less), weighted(apart, plus));
            sums.add(std::array::from_fn(|row| together[row] + apart[row]), *swapped);
            let left = std::array::from_fn(|row| counts[row] - swapped[row]);
            sums.add(std::array::from_fn(|row| together[row] - apart[row]), left);
        }
        for (block, counts) in self.equal.blocks().zip(&self.equal_counts) {
            sums.add(weighted(block, less).map(|half| 2.0 * half), *counts);
        }
        let moments =
            Moments { sum: sums.sums.iter().sum(), squares: sums.squares.iter().sum() };
        moments.centred(self.clusters).sqrt()
    }

    /// The differences of two shares, as terms of a sum of integers: the counts of a half are how many
    /// units are right and how many there are. `None` if the systems have different units.
    pub(crate) fn integer_terms(&self) -> Option<Vec<Terms>> {
        let column = |of: usize| {
            let at = self.places.iter().position(|place| *place == of);
            at.map(|at| self.apart.blocks_of(at).flatten())
        };
        if column(1)?.any(|units| *units != 0.0) {
            return None;
        }
        let mut counts = std::collections::BTreeMap::<u64, u64>::new();
        // Without a right unit the systems differ nowhere.
        for (right, cell) in column(0).into_iter().flatten().zip(&self.cells) {
            *counts.entry(right.abs() as u64).or_default() += cell.clusters;
        }
        Some(counts.into_iter().map(|(size, count)| Terms { size, count }).collect())
    }

    /// The number of different assignments of the systems; `None` if it is too large to count.
    pub(crate) fn assignments(&self) -> Option<usize> {
        self.cells.iter().try_fold(1usize, |product, cell| {
            product.checked_mul(usize::try_from(cell.clusters).ok()?.checked_add(1)?)
        })
    }

    /// Visits all assignments with their probabilities.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[OfBlock], f64)) {
        let chances: Vec<Vec<f64>> = self
            .cells
            .iter()
            .map(|cell| {
                let chance = |times| crate::binomial::probability(cell.clusters, times);
                (0..=cell.clusters).map(chance).collect()
            })
            .collect();
        let mut swapped = self.none_swapped();
        loop {
            let times = swapped.as_flattened().iter();
            let probability = times.zip(&chances).map(|(&times, of)| of[times as usize]).product();
            visit(&swapped, probability);
            // Counts on, as an odometer does.
            let swapped = swapped.as_flattened_mut();
            let counts = self.counts.as_flattened();
            let Some(place) = swapped.iter().zip(counts).position(|(times, count)| times < count)
            else {
                return;
            };
            swapped[place] += 1.0;
            swapped[..place].fill(0.0);
        }
    }
}
