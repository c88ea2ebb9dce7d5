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

/// How many vectors are computed on at once.
pub(super) const LANES: usize = 4;

/// A number of each of the vectors that are computed on at once.
pub(super) type Lanes = [f64; LANES];

/// The first numbers, and 0 in the place of those that lack.
pub(super) fn lanes(mut numbers: impl Iterator<Item = f64>) -> Lanes {
    std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
}

/// Vectors of counts side by side: of the first few the counts place by place, then of the next few.
fn side_by_side(vectors: &[&[u32]], places: usize) -> Vec<Lanes> {
    let few = vectors.chunks(LANES);
    few.flat_map(|few| {
        (0..places).map(|place| lanes(few.iter().map(|counts| f64::from(counts[place]))))
    })
    .collect()
}

fn few_by_few(numbers: impl Iterator<Item = u64>) -> Vec<Lanes> {
    let numbers: Vec<f64> = numbers.map(|number| number as f64).collect();
    numbers.chunks(LANES).map(|few| lanes(few.iter().copied())).collect()
}

/// The clusters on which the systems differ. A vector and the same one with the systems exchanged are
/// one cell: under the null hypothesis they are the same.
pub(super) struct Flips {
    /// The counts that are not 0 in all clusters, by their place in a half: all others are left out of the
    /// vectors below.
    pub(super) places: Vec<usize>,
    pub(super) cells: Vec<Cell>,
    /// Of the cells, side by side, the lower half, the higher half and the number of clusters.
    pub(super) lower: Vec<Lanes>,
    pub(super) higher: Vec<Lanes>,
    pub(super) clusters: Vec<Lanes>,
    /// The clusters on which the systems do not differ, side by side, and how many there are of each: they
    /// have a share in the standard error.
    pub(super) equal: Vec<Lanes>,
    pub(super) equal_clusters: Vec<Lanes>,
    /// How many clusters there are in all.
    pub(super) count: f64,
    /// The sums, of all counts, of a system that has the lower half of every cell, and of both systems.
    least: Vec<u64>,
    together: Vec<u64>,
}

pub(super) struct Cell {
    lower: Vec<u32>,
    higher: Vec<u32>,
    pub(super) clusters: u64,
    /// In how many of them the first system has the higher half.
    swapped: u64,
}

impl Flips {
    pub(super) fn new(clusters: &PooledClusters, half: usize) -> Self {
        let counted = |place: &usize| {
            clusters.iter().any(|(counts, _)| counts[*place] > 0 || counts[half + *place] > 0)
        };
        let places: Vec<usize> = (0..half).filter(counted).collect();
        let kept = |counts: &[u32]| places.iter().map(|place| counts[*place]).collect::<Vec<u32>>();
        let (mut least, mut together) = (vec![0; half], vec![0; half]);
        let mut equal = Vec::new();
        let mut cells = std::collections::BTreeMap::<(&[u32], &[u32]), (u64, u64)>::new();
        for (counts, multiplicity) in clusters.iter() {
            let (first, second) = counts.split_at(half);
            let (lower, higher) = (first.min(second), first.max(second));
            add(&mut least, lower, multiplicity);
            add(&mut together, lower, multiplicity);
            add(&mut together, higher, multiplicity);
            if first == second {
                equal.push((kept(first), multiplicity));
                continue;
            }
            let cell = cells.entry((lower, higher)).or_default();
            cell.0 += multiplicity;
            cell.1 += if first > second { multiplicity } else { 0 };
        }
        let cells: Vec<Cell> = cells
            .into_iter()
            .map(|((lower, higher), (clusters, swapped))| Cell {
                lower: kept(lower),
                higher: kept(higher),
                clusters,
                swapped,
            })
            .collect();
        let halves = |of: fn(&Cell) -> &[u32]| {
            side_by_side(&cells.iter().map(of).collect::<Vec<_>>(), places.len())
        };
        let vectors: Vec<&[u32]> = equal.iter().map(|(counts, _)| counts.as_slice()).collect();
        Self {
            lower: halves(|cell| &cell.lower),
            higher: halves(|cell| &cell.higher),
            clusters: few_by_few(cells.iter().map(|cell| cell.clusters)),
            equal: side_by_side(&vectors, places.len()),
            equal_clusters: few_by_few(equal.iter().map(|(_, clusters)| *clusters)),
            count: clusters.clusters() as f64,
            least,
            together,
            cells,
            places,
        }
    }

    /// Fills the sums of both systems where so many clusters of each cell give the first one the higher half.
    pub(super) fn assign(
        &self,
        swapped: &[u64],
        gained: &mut Vec<Lanes>,
        [first, second]: [&mut Vec<u64>; 2],
    ) {
        gained.clear();
        gained.resize(self.places.len(), [0.0; LANES]);
        let places = self.places.len().max(1);
        let halves = self.lower.chunks_exact(places).zip(self.higher.chunks_exact(places));
        for ((lower, higher), swapped) in halves.zip(swapped.chunks(LANES)) {
            let times = lanes(swapped.iter().map(|&times| times as f64));
            for (gained, (lower, higher)) in gained.iter_mut().zip(lower.iter().zip(higher)) {
                for lane in 0..LANES {
                    gained[lane] += (higher[lane] - lower[lane]) * times[lane];
                }
            }
        }
        first.copy_from_slice(&self.least);
        for (&place, gained) in self.places.iter().zip(&*gained) {
            // Whole numbers, which a float holds exactly.
            let gained = gained.iter().sum::<f64>() as i64;
            first[place] = first[place].saturating_add_signed(gained);
        }
        for ((second, together), first) in second.iter_mut().zip(&self.together).zip(&*first) {
            *second = together - first;
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
