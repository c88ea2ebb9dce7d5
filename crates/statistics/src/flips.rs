//! The assignments of the outcomes of two systems to each other, in whole clusters.

use rand::Rng;
use rand_pcg::Pcg64;

use crate::PooledClusters;
use crate::integer_sum::Terms;
use crate::pooled::add;
use crate::resampling::binomial;

/// How many of a number of fair coins show heads.
pub(crate) fn heads(random: &mut Pcg64, coins: u64) -> u64 {
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
pub(crate) struct Flips {
    /// The counts that are not 0 in all clusters, by their place in a half: all others are left out of what
    /// is below.
    pub(crate) places: Vec<usize>,
    /// The sums of both systems, of all clusters.
    totals: Vec<u64>,
    pub(crate) cells: Vec<Cell>,
    /// Of the cells, what both systems have together, and what one has more than the other.
    pub(crate) together: Columns,
    pub(crate) apart: Columns,
    /// The clusters on which the systems do not differ, which have a share in the standard error: their
    /// counts, and how many there are.
    pub(crate) equal: Columns,
    pub(crate) equal_clusters: Vec<u64>,
}

pub(crate) struct Cell {
    pub(crate) clusters: u64,
    /// In how many of them the first system has the higher half.
    pub(crate) swapped: u64,
}

/// Rows of whole numbers, one for each place, as floats: in blocks of rows, and in these place by place, so that the rows of a
/// block are added up side by side.
pub(crate) struct Columns {
    places: usize,
    numbers: Vec<f64>,
}

/// How many rows are in a block; the last one is filled up with zeros.
const BLOCK: usize = 8;

impl Columns {
    /// From rows with a number for each of some places.
    fn new(rows: &[Vec<f64>], places: usize) -> Self {
        let number = |row: Option<&Vec<f64>>, place: usize| row.map_or(0.0, |row| row[place]);
        let block = |rows: &[Vec<f64>]| -> Vec<f64> {
            let places = 0..places;
            places.flat_map(|at| (0..BLOCK).map(move |row| number(rows.get(row), at))).collect()
        };
        Self { places, numbers: rows.chunks(BLOCK).flat_map(block).collect() }
    }

    /// The numbers of a place, block by block.
    fn blocks_of(&self, place: usize) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(BLOCK).skip(place).step_by(self.places)
    }

    /// For each row the sum of its numbers, each times the weight of its place; for those that fill up a block, 0.
    pub(crate) fn weighted(&self, weights: &[f64], sums: &mut Vec<f64>) {
        sums.clear();
        for block in self.numbers.chunks_exact(BLOCK * self.places.max(1)) {
            let mut of_rows = [0.0; BLOCK];
            for (numbers, weight) in block.chunks_exact(BLOCK).zip(weights) {
                for (sum, number) in of_rows.iter_mut().zip(numbers) {
                    *sum += weight * number;
                }
            }
            sums.extend(of_rows);
        }
    }
}

impl Flips {
    pub(crate) fn new(clusters: &PooledClusters, half: usize) -> Self {
        let counted = |place: &usize| {
            clusters.iter().any(|(counts, _)| counts[*place] > 0 || counts[half + *place] > 0)
        };
        let places: Vec<usize> = (0..half).filter(counted).collect();
        let mut totals = vec![0; half];
        let (mut equal, mut equal_clusters) = (Vec::new(), Vec::new());
        let mut cells = std::collections::BTreeMap::<(&[u32], &[u32]), (u64, u64)>::new();
        for (counts, multiplicity) in clusters.iter() {
            let (first, second) = counts.split_at(half);
            add(&mut totals, first, multiplicity);
            add(&mut totals, second, multiplicity);
            if first == second {
                equal.push(places.iter().map(|place| f64::from(first[*place])).collect());
                equal_clusters.push(multiplicity);
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
            together: rows(|higher, lower| higher + lower),
            apart: rows(|higher, lower| higher - lower),
            equal: Columns::new(&equal, places.len()),
            equal_clusters,
            cells: cells
                .into_values()
                .map(|(clusters, swapped)| Cell { clusters, swapped })
                .collect(),
            places,
        }
    }

    /// Fills the sums of both systems where so many clusters of each cell give the first one the higher half.
    /// `more` is room for a number of each cell, and then holds how many clusters more do so than do not.
    pub(crate) fn assign(
        &self,
        swapped: &[u64],
        more: &mut Vec<f64>,
        [first, second]: [&mut [u64]; 2],
    ) {
        more.clear();
        let of_cell = |(cell, &times): (&Cell, &u64)| 2.0 * times as f64 - cell.clusters as f64;
        more.extend(self.cells.iter().zip(swapped).map(of_cell));
        more.resize(self.cells.len().next_multiple_of(BLOCK), 0.0);
        for (number, &place) in self.places.iter().enumerate() {
            let mut sums = [0.0; BLOCK];
            for (more, apart) in more.chunks_exact(BLOCK).zip(self.apart.blocks_of(number)) {
                for (sum, (more, apart)) in sums.iter_mut().zip(more.iter().zip(apart)) {
                    *sum += more * apart;
                }
            }
            // Whole numbers below 2^53, whose sum is exact in any order.
            let difference = sums.iter().sum::<f64>() as i64;
            let total = self.totals[place];
            first[place] = total.wrapping_add_signed(difference) / 2;
            second[place] = total - first[place];
        }
    }

    /// The assignment of the data.
    pub(crate) fn as_observed(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.swapped).collect()
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
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u64], f64)) {
        let chances: Vec<Vec<f64>> = self
            .cells
            .iter()
            .map(|cell| {
                let chance = |times| crate::binomial::probability(cell.clusters, times);
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
