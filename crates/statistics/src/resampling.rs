//! Resampling: number of draws, seed and threads, and the draw of clusters.

#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )
)]

use std::num::NonZeroUsize;

use rand::{RngExt, SeedableRng};
use rand_distr::{Binomial, Distribution};
use rand_pcg::Pcg64;

use crate::pooled::add;
use crate::threads::with_scratch;
use crate::{PooledClusters, UncertaintyError};

/// The settings of resampling. The same seed gives the same result to the last bit on any number of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// The number of resamples, from 1 to [`MOST`](Self::MOST).
    pub resamples: usize,
    /// The seed of the generator.
    pub seed: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

impl Default for Resampling {
    /// 10,000 resamples from seed 0 on one thread.
    fn default() -> Self {
        Self { resamples: 10_000, seed: 0, threads: NonZeroUsize::MIN }
    }
}

/// Some rows to fill, and which block of them they are.
type Block<'r> = (usize, &'r mut [Option<f64>]);

/// How many resamples share a stream of random numbers, and are drawn by one thread.
const BLOCK: usize = 128;

impl Resampling {
    /// The greatest number of resamples. It takes at most 72 MB of memory for each interval or test that is computed at the
    /// same time: 64 MB of drawn values and 8 MB of sorted ones.
    pub const MOST: usize = 1_000_000;

    /// How many values are held at once: statistics beyond these are computed on the same resamples drawn
    /// again, so that memory does not grow with resamples times statistics.
    const HELD: usize = 4 * Self::MOST;

    /// As many statistics as can be computed on the same resamples at once, at least one.
    pub(crate) fn at_once(&self) -> usize {
        Self::HELD.checked_div(self.resamples).unwrap_or(1).max(1)
    }

    /// An error if the number of resamples is out of range.
    pub(crate) fn check(&self) -> Result<(), UncertaintyError> {
        match self.resamples {
            1..=Self::MOST => Ok(()),
            outside => Err(UncertaintyError::Resamples(outside)),
        }
    }

    /// Draws all resamples; each fills a row of at most [`at_once`](Self::at_once) values. The rows stand
    /// one after the other, in an order that the threads do not change.
    pub(crate) fn rows<S>(
        &self,
        columns: usize,
        scratch: impl Fn() -> S + Sync,
        draw: impl Fn(&mut S, &mut Pcg64, &mut [Option<f64>]) + Sync,
    ) -> Result<Vec<Option<f64>>, UncertaintyError> {
        self.check()?;
        if columns == 0 {
            return Ok(Vec::new());
        }
        let cells = self.resamples.checked_mul(columns).filter(|cells| *cells <= Self::HELD);
        let mut rows = vec![None; cells.ok_or(UncertaintyError::Resamples(self.resamples))?];
        let blocks: Vec<Block<'_>> =
            rows.chunks_mut(BLOCK.saturating_mul(columns)).enumerate().collect();
        with_scratch(blocks, self.threads, scratch, |scratch, (number, block)| {
            let mut random = self.stream(number);
            for row in block.chunks_mut(columns) {
                draw(scratch, &mut random, row);
            }
        });
        Ok(rows)
    }

    /// The random numbers of one block: seeds are spread as SplitMix64 does it.
    fn stream(&self, block: usize) -> Pcg64 {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        Pcg64::seed_from_u64(self.seed.wrapping_add((block as u64).wrapping_mul(SPREAD)))
    }
}

/// Draws as many things as there are, with replacement: a multinomial draw over the different ones.
pub(crate) struct Draw {
    multiplicities: Vec<u64>,
    total: u64,
    /// Which one each thing is, where there are so few that they are drawn one by one.
    owners: Option<Vec<u32>>,
}

/// Drawing so many things one by one takes as long as one binomial draw.
const ONE_BY_ONE: u64 = 8;

impl Draw {
    /// From things of which there are so many of each.
    pub(crate) fn new(multiplicities: impl IntoIterator<Item = u64>) -> Self {
        let multiplicities: Vec<u64> = multiplicities.into_iter().collect();
        let total = multiplicities.iter().sum();
        let few = total <= ONE_BY_ONE.saturating_mul(multiplicities.len() as u64)
            && total < u64::from(u32::MAX);
        let owner = |(place, multiplicity): (u32, &u64)| {
            std::iter::repeat_n(place, usize::try_from(*multiplicity).unwrap_or(usize::MAX))
        };
        let owners = few.then(|| (0..).zip(&multiplicities).flat_map(owner).collect());
        Self { multiplicities, total, owners }
    }

    /// Fills in how often each of the different ones is drawn.
    #[allow(clippy::arithmetic_side_effects, reason = "a draw takes no more than is left")]
    pub(crate) fn times(&self, random: &mut Pcg64, drawn: &mut [u64]) {
        drawn.fill(0);
        if let Some(owners) = &self.owners {
            for _ in 0..owners.len() {
                drawn[owners[random.random_range(0..owners.len())] as usize] += 1;
            }
            return;
        }
        let (mut left, mut unseen) = (self.total, self.total);
        for (times, &multiplicity) in drawn.iter_mut().zip(&self.multiplicities) {
            *times = if multiplicity == unseen {
                left
            } else {
                binomial(random, left, multiplicity as f64 / unseen as f64)
            };
            left -= *times;
            unseen -= multiplicity;
            if left == 0 {
                break;
            }
        }
    }
}

/// Draws as many clusters as there are, with replacement.
pub(crate) struct ClusterDraw<'c> {
    clusters: &'c PooledClusters,
    draw: Draw,
}

impl<'c> ClusterDraw<'c> {
    pub(crate) fn new(clusters: &'c PooledClusters) -> Self {
        let draw = Draw::new(clusters.iter().map(|(_, multiplicity)| multiplicity));
        Self { clusters, draw }
    }

    /// How many counts [`Self::draw`] needs beside the sums.
    pub(crate) fn scratch(&self) -> Vec<u64> {
        vec![0; self.clusters.distinct()]
    }

    /// Fills the sums with those of a resample.
    pub(crate) fn draw(&self, random: &mut Pcg64, drawn: &mut [u64], sums: &mut [u64]) {
        self.draw.times(random, drawn);
        sums.fill(0);
        for ((counts, _), &times) in self.clusters.iter().zip(drawn.iter()) {
            if times > 0 {
                add(sums, counts, times);
            }
        }
    }
}

/// A binomial draw; the probability is one.
pub(crate) fn binomial(random: &mut Pcg64, trials: u64, probability: f64) -> u64 {
    Binomial::new(trials, probability).map_or(0, |binomial| binomial.sample(random)).min(trials)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means and variances of both ways of drawing are those of the multinomial distribution.
    #[test]
    fn draws_are_multinomial() {
        for scale in [1, 1000] {
            let clusters = PooledClusters::new(
                3,
                [([1, 0, 0], 5 * scale), ([0, 1, 0], 3 * scale), ([0, 0, 1], 2 * scale)],
            )
            .unwrap();
            let draw = ClusterDraw::new(&clusters);
            assert_eq!(draw.draw.owners.is_some(), scale == 1);
            let resampling = Resampling { resamples: 20_000, ..Resampling::default() };
            let rows = resampling
                .rows(
                    3,
                    || (draw.scratch(), vec![0; 3]),
                    |(drawn, sums), random, row| {
                        draw.draw(random, drawn, sums);
                        assert_eq!(sums.iter().sum::<u64>(), 10 * scale);
                        for (cell, &sum) in row.iter_mut().zip(sums.iter()) {
                            *cell = Some(sum as f64);
                        }
                    },
                )
                .unwrap();
            for (cell, share) in [0.5, 0.3, 0.2].into_iter().enumerate() {
                let values: Vec<f64> = rows.chunks(3).map(|row| row[cell].unwrap()).collect();
                let (n, draws) = (10.0 * scale as f64, values.len() as f64);
                let mean = values.iter().sum::<f64>() / draws;
                let variance =
                    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / draws;
                let expected = n * share * (1.0 - share);
                // Four standard errors of each.
                assert!((mean - n * share).abs() < 4.0 * (expected / draws).sqrt());
                assert!((variance / expected - 1.0).abs() < 4.0 * (2.0 / draws).sqrt());
            }
        }
    }

    #[test]
    fn no_resamples_is_an_error() {
        let none = Resampling { resamples: 0, ..Resampling::default() };
        assert_eq!(none.rows(1, || (), |(), _, _| ()), Err(UncertaintyError::Resamples(0)));
    }
}
