//! Which pairs people should read next.

use std::collections::BTreeMap;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::of_task::{OfTask, Who};
use super::{JudgedEvaluation, evaluation::counted};
use crate::counts::Population;
use crate::seed::Seed;
use crate::statistics::prediction_powered::Values;

/// What labels are to make more precise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelsFor {
    /// The accuracies of all systems on all pairs.
    Total,
    /// Their accuracies on phenomena, rare ones too.
    Phenomena,
    /// The difference of two systems, by their numbers.
    Difference(usize, usize),
}

/// The pairs to read next, and the probability with which each pair is read, now or before.
#[derive(Debug, Clone, PartialEq)]
pub struct NextLabels {
    /// The rows of the pairs to read, ascending.
    pub rows: Vec<usize>,
    /// By row.
    pub probabilities: Vec<f64>,
}

/// The pairs that kinds of pairs count as in the residuals of finer ones.
const BLEND: f64 = 4.0;

/// The share of the probabilities that is the same for all pairs, so that no pair is hardly ever read.
const UNIFORM: f64 = 0.1;

/// What a pair looks like before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    judges_differ: bool,
    systems_differ: bool,
    /// The rarest of its phenomena.
    phenomenon: Option<usize>,
}

impl JudgedEvaluation {
    /// Draws pairs that people have not read, the more likely the more they are expected to correct: by where judges or systems
    /// differ, and by phenomenon, as far as the labels show by now. A tenth of the probability is the same for all.
    ///
    /// Read at `p1` before and at `p2` now, a pair is read with the probability `1 - (1 - p1)(1 - p2)`, where `p2` does not
    /// depend on the label of the pair itself: else labels that correct much would weigh little. `phenomena` has the
    /// slices of phenomena of each row. Nothing if it is unknown how the pairs were chosen that people read.
    ///
    /// # References
    /// Zrnic and Candès 2024; Neyman 1934.
    #[must_use]
    pub fn next_labels(
        &self,
        count: usize,
        (goal, phenomena): (LabelsFor, &[Vec<usize>]),
        seed: Seed,
    ) -> Option<NextLabels> {
        if !self.is_correctable() {
            return None;
        }
        let own = &self.own;
        let pairs = own.table.pairs();
        let unread: Vec<usize> = (0..pairs).filter(|row| !own.table.is_read(*row)).collect();
        let mut sizes: Vec<usize> = Vec::new();
        for slice in phenomena.iter().flatten() {
            sizes.resize(sizes.len().max(slice + 1), 0);
            sizes[*slice] += 1;
        }
        let kinds: Vec<Kind> = (0..pairs)
            .map(|row| Kind {
                judges_differ: own.table.judges_differ(row),
                systems_differ: systems_differ(own, row),
                phenomenon: phenomena[row].iter().copied().min_by_key(|slice| sizes[*slice]),
            })
            .collect();
        let residuals = self.residuals(goal);
        let squares = Squares::new(own, &kinds, &residuals);
        let scaled_without = |left_out: Option<usize>| {
            let squares = squares.expected(left_out);
            let wanted: Vec<f64> = (0..pairs)
                .map(|row| match (goal, kinds[row].phenomenon) {
                    (LabelsFor::Phenomena, Some(slice)) => {
                        (squares[row] / sizes[slice] as f64).sqrt()
                    }
                    _ => squares[row].sqrt(),
                })
                .collect();
            let unread =
                (0..pairs).filter(|row| !own.table.is_read(*row) || left_out == Some(*row));
            scaled(&wanted, &unread.collect::<Vec<_>>(), count)
        };
        let mut now = scaled_without(None);
        // Had a pair that was read not been read, its label would not be known.
        let mut found = BTreeMap::new();
        for (row, kind, square) in &squares.read {
            let of_row = || scaled_without(Some(*row))[*row];
            now[*row] = *found.entry((*kind, square.to_bits())).or_insert_with(of_row);
        }
        let before = own.table.chances();
        let joined = |row: usize| 1.0 - (1.0 - before(row)) * (1.0 - now[row]);
        Some(NextLabels {
            rows: drawn(&now, unread, seed),
            probabilities: (0..pairs).map(joined).collect(),
        })
    }

    /// The values that labels are to correct, each with the weights of its judges.
    fn residuals(&self, goal: LabelsFor) -> Vec<Values> {
        let right = |system: usize| self.own.right(Who::System(system));
        match goal {
            LabelsFor::Difference(first, second) => vec![right(first).less(right(second))],
            LabelsFor::Total | LabelsFor::Phenomena => {
                (0..self.own.systems()).map(|system| right(system).clone()).collect()
            }
        }
    }
}

fn systems_differ(own: &OfTask, row: usize) -> bool {
    let rights = (0..own.systems()).map(|system| own.right(Who::System(system)));
    let mut predictions = rights.map(|right| right.predictions(row as u32));
    let Some(first) = predictions.next() else { return false };
    predictions.any(|other| other != first)
}

/// The squared residuals of the pairs that people read.
struct Squares<'k> {
    kinds: &'k [Kind],
    /// By row.
    read: Vec<(usize, Kind, f64)>,
    /// What is expected of a pair if none was read.
    prior: f64,
}

impl<'k> Squares<'k> {
    fn new(own: &OfTask, kinds: &'k [Kind], values: &[Values]) -> Self {
        let of = |population: Population| own.slice(0, counted(population));
        let weights = of(Population::Original).or_else(|| of(Population::Monothematic));
        let weights: &[f64] = weights.map_or(&[], |all| &all.of_right);
        let square = |row: usize| -> f64 {
            let of_values = |values: &Values| {
                let unit = row as u32;
                let predictions = values.predictions(unit).iter().zip(weights);
                let predicted: f64 = predictions.map(|(f, weight)| f * weight).sum();
                (values.label(unit) - predicted).powi(2)
            };
            values.iter().map(of_values).sum::<f64>() / values.len().max(1) as f64
        };
        let read = (0..kinds.len())
            .filter(|row| own.table.is_read(*row))
            .map(|row| (row, kinds[row], square(row)))
            .collect();
        let of_weights: f64 = weights.iter().map(|weight| weight * weight).sum();
        Self { kinds, read, prior: (1.0 + of_weights) / BLEND }
    }

    /// The squared residual that is expected of each pair, by its kind: of the kind, of pairs on which judges and systems
    /// differ alike, and of all, the finer the more pairs of it were read. One pair may be left out.
    fn expected(&self, left_out: Option<usize>) -> Vec<f64> {
        let mean = |holds: &dyn Fn(&Kind) -> bool, wider: f64| {
            let (mut sum, mut count) = (BLEND * wider, BLEND);
            for (row, kind, square) in &self.read {
                if holds(kind) && left_out != Some(*row) {
                    sum += square;
                    count += 1.0;
                }
            }
            sum / count
        };
        let all = mean(&|_| true, self.prior);
        let mut found: BTreeMap<Kind, f64> = BTreeMap::new();
        let mut expected = |kind: &Kind| {
            *found.entry(*kind).or_insert_with(|| {
                let alike = |other: &Kind| {
                    (other.judges_differ, other.systems_differ)
                        == (kind.judges_differ, kind.systems_differ)
                };
                let of_alike = mean(&alike, all);
                match kind.phenomenon {
                    Some(_) => mean(&|other| other == kind, of_alike),
                    None => of_alike,
                }
            })
        };
        self.kinds.iter().map(&mut expected).collect()
    }
}

/// Probabilities proportional to what is wanted, mixed with equal ones, at most 1, that add up to a number over some rows.
fn scaled(wanted: &[f64], unread: &[usize], count: usize) -> Vec<f64> {
    let mean = wanted.iter().sum::<f64>() / wanted.len().max(1) as f64;
    let mixed: Vec<f64> = wanted
        .iter()
        .map(|wanted| if mean > 0.0 { (1.0 - UNIFORM) * wanted / mean + UNIFORM } else { 1.0 })
        .collect();
    if count >= unread.len() {
        return vec![1.0; wanted.len()];
    }
    let mut factor = 0.0;
    // Each round, what is full gives to the rest.
    for _ in 0..100 {
        let is_full = |row: &&usize| factor * mixed[**row] >= 1.0;
        let full = unread.iter().filter(is_full).count() as f64;
        let rest: f64 = unread.iter().filter(|row| !is_full(row)).map(|row| mixed[*row]).sum();
        let next = (count as f64 - full) / rest;
        if rest <= 0.0 || (next - factor).abs() <= 1e-12 * factor {
            break;
        }
        factor = next;
    }
    mixed.iter().map(|mixed| (factor * mixed).min(1.0)).collect()
}

/// A systematic sample in a random order: as many rows as the probabilities add up to, each with its own.
fn drawn(probabilities: &[f64], mut rows: Vec<usize>, seed: Seed) -> Vec<usize> {
    let mut random = Pcg64::seed_from_u64(seed.0);
    rows.shuffle(&mut random);
    let mut next: f64 = random.random();
    let mut sum = 0.0;
    let mut chosen = Vec::new();
    for row in rows {
        sum += probabilities[row];
        if sum > next {
            chosen.push(row);
            next += 1.0;
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_and_none_is_far_below_the_mean() {
        let wanted: Vec<f64> = (0..100).map(|row| f64::from(row % 10)).collect();
        let unread: Vec<usize> = (0..100).collect();
        let found = scaled(&wanted, &unread, 30);
        assert!((found.iter().sum::<f64>() - 30.0).abs() < 1e-9, "{found:?}");
        assert!(found.iter().all(|p| (0.03 - 1e-9..=1.0).contains(p)), "{found:?}");
        assert_eq!(scaled(&wanted, &unread, 100), vec![1.0; 100]);
    }

    #[test]
    fn as_many_are_drawn_as_probabilities_add_up_to_each_with_its_own() {
        let probabilities: Vec<f64> =
            (0..50).map(|row| if row < 10 { 0.9 } else { 0.15 }).collect();
        let mut times = [0; 50];
        for seed in 0..4000 {
            let rows = drawn(&probabilities, (0..50).collect(), Seed(seed));
            assert!((rows.len() as f64 - 15.0).abs() <= 1.0, "{}", rows.len());
            rows.into_iter().for_each(|row| times[row] += 1);
        }
        for (times, probability) in times.iter().zip(&probabilities) {
            // Five standard errors of a share of 4,000.
            let error = (probability * (1.0 - probability) / 4000.0).sqrt();
            assert!((f64::from(*times) / 4000.0 - probability).abs() < 5.0 * error, "{times}");
        }
    }
}
