//! The pairs that people read.

use phenom_dataset::Chosen;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::world::{Drawn, World, seed};

/// How the pairs are drawn that people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Random,
    WholeClusters,
    /// Pairs on which the first judge contradicts A or B are three times as likely as others.
    ThreeToOne,
}

/// The pairs that people read.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) is_read: Vec<bool>,
    pub(crate) chosen: Chosen,
    /// The probability of each pair, under [`Chosen::Probability`].
    pub(crate) probabilities: Option<Vec<f64>>,
}

impl World {
    /// The pairs of a data set that people read, about a share of all.
    pub(crate) fn read(&self, drawn: &Drawn, share: f64, number: u64) -> Read {
        let pairs = drawn.gold.len();
        let mut random = Pcg64::seed_from_u64(seed(number, 100, pairs));
        match self.reading {
            Reading::Random => {
                let count = (share * pairs as f64).round() as usize;
                Read::random(&drawn.order(number), count)
            }
            Reading::WholeClusters => {
                let clusters = 1 + drawn.cluster.last().copied().unwrap_or(0);
                let mut order: Vec<usize> = (0..clusters).collect();
                order.shuffle(&mut random);
                order.truncate(((share * clusters as f64).round() as usize).max(1));
                let is_read = drawn.cluster.iter().map(|cluster| order.contains(cluster)).collect();
                Read { is_read, chosen: Chosen::WholeClusters, probabilities: None }
            }
            Reading::ThreeToOne => {
                let of_pair = |pair: usize| {
                    let judge = drawn.judges[0][pair];
                    let is_contradicted = drawn.answers.iter().any(|of| of[pair] != judge);
                    if is_contradicted { 3.0 } else { 1.0 }
                };
                let wanted: Vec<f64> = (0..pairs).map(of_pair).collect();
                let factor = share * pairs as f64 / wanted.iter().sum::<f64>();
                let of_wanted = |wanted: &f64| (factor * wanted).min(1.0);
                let probabilities: Vec<f64> = wanted.iter().map(of_wanted).collect();
                let mut is_drawn = |probability: &f64| random.random::<f64>() < *probability;
                let is_read = probabilities.iter().map(&mut is_drawn).collect();
                Read { is_read, chosen: Chosen::Probability, probabilities: Some(probabilities) }
            }
        }
    }
}

impl Read {
    /// So many pairs, the first of an order.
    pub(crate) fn random(order: &[usize], count: usize) -> Self {
        let mut is_read = vec![false; order.len()];
        order.iter().take(count).for_each(|pair| is_read[*pair] = true);
        Self { is_read, chosen: Chosen::Random, probabilities: None }
    }
}

impl Drawn {
    /// The pairs in a random order.
    pub(crate) fn order(&self, number: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.gold.len()).collect();
        order.shuffle(&mut Pcg64::seed_from_u64(seed(number, 101, self.gold.len())));
        order
    }
}
