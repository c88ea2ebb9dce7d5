//! The assignments of two systems to each other's answers, in whole clusters.

use rand::Rng;
use rand_pcg::Pcg64;

use super::PooledClusters;
use super::integer_sum::Terms;
use super::pooled::add;
use super::resampling::binomial;

/// How many of a number of fair coins show heads.
pub(super) fn heads(random: &mut Pcg64, coins: u64) -> u64 {
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
pub(super) struct Flips {
    /// The counts that are not 0 in all clusters, by their place in a half: all others are left out of the
    /// vectors below.
    pub(super) places: Vec<usize>,
    /// The sums of the clusters on which the systems do not differ, of all counts.
    pub(super) base: Vec<u64>,
    /// Those clusters themselves, which have a share in the standard error.
    pub(super) equal: Vec<(Vec<u32>, u64)>,
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    pub(super) lower: Vec<u32>,
    pub(super) higher: Vec<u32>,
    pub(super) clusters: u64,
    /// In how many of them the first system has the higher half.
    pub(super) swapped: u64,
}

impl Flips {
    pub(super) fn new(clusters: &PooledClusters, half: usize) -> Self {
        let counted = |place: &usize| {
            clusters.iter().any(|(counts, _)| counts[*place] > 0 || counts[half + *place] > 0)
        };
        let places: Vec<usize> = (0..half).filter(counted).collect();
        let kept = |counts: &[u32]| places.iter().map(|place| counts[*place]).collect::<Vec<u32>>();
        let mut base = vec![0; half];
        let mut equal = Vec::new();
        let mut cells = std::collections::BTreeMap::<(&[u32], &[u32]), (u64, u64)>::new();
        for (counts, multiplicity) in clusters.iter() {
            let (first, second) = counts.split_at(half);
            if first == second {
                add(&mut base, first, multiplicity);
                equal.push((kept(first), multiplicity));
                continue;
            }
            let cell = cells.entry((first.min(second), first.max(second))).or_default();
            cell.0 += multiplicity;
            cell.1 += if first > second { multiplicity } else { 0 };
        }
        let cells = cells
            .into_iter()
            .map(|((lower, higher), (clusters, swapped))| Cell {
                lower: kept(lower),
                higher: kept(higher),
                clusters,
                swapped,
            })
            .collect();
        Self { base, equal, cells, places }
    }

    /// Fills the sums of both systems where so many clusters of each cell give the first one the higher half.
    pub(super) fn assign(&self, swapped: &[u64], first: &mut [u64], second: &mut [u64]) {
        first.copy_from_slice(&self.base);
        second.copy_from_slice(&self.base);
        for (cell, &times) in self.cells.iter().zip(swapped) {
            let rest = cell.clusters - times;
            for (&place, (&lower, &higher)) in
                self.places.iter().zip(cell.lower.iter().zip(&cell.higher))
            {
                let (lower, higher) = (u64::from(lower), u64::from(higher));
                first[place] += higher * times + lower * rest;
                second[place] += lower * times + higher * rest;
            }
        }
    }

    /// The assignment of the data.
    pub(super) fn as_observed(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.swapped).collect()
    }

    /// The differences of two shares, as terms of a sum of integers: the counts of a half are how many
    /// pairs are right and how many there are. Nothing where the systems are scored on different pairs.
    pub(super) fn integer_terms(&self) -> Option<Vec<Terms>> {
        let mut counts = std::collections::BTreeMap::<u64, u64>::new();
        for cell in &self.cells {
            let ([higher, of_higher], [lower, of_lower]) = (&cell.higher[..], &cell.lower[..])
            else {
                return None;
            };
            if of_higher != of_lower {
                return None;
            }
            *counts.entry(u64::from(higher.abs_diff(*lower))).or_default() += cell.clusters;
        }
        Some(counts.into_iter().map(|(size, count)| Terms { size, count }).collect())
    }

    /// How many assignments of the systems differ; nothing where they cannot be counted.
    pub(super) fn assignments(&self) -> Option<usize> {
        self.cells.iter().try_fold(1usize, |product, cell| {
            product.checked_mul(usize::try_from(cell.clusters).ok()?.checked_add(1)?)
        })
    }

    /// Visits all assignments with their probabilities.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[u64], f64)) {
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
