//! Datasets with known truth: originals with monothematic pairs, and the answers of systems.

use phenom_metrics::statistics::PooledClusters;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Poisson, StandardNormal};
use rand_pcg::Pcg64;
use statrs::distribution::{ContinuousCDF, Normal};

/// Entailment, unknown, contradiction.
pub(crate) const LABELS: usize = 3;
/// A table of gold and answers.
const TABLE: usize = LABELS * LABELS;
/// A system's counts of a cluster: the table of the original, then that of its monothematic pairs.
pub(crate) const COUNTS: usize = 2 * TABLE;
/// How gold falls among originals and among monothematic pairs.
pub(crate) const GOLD: [[f64; LABELS]; 2] = [[0.5, 0.25, 0.25], [0.6, 0.15, 0.25]];
/// Two systems' answers to a pair correlate, as latent normals, this much.
const BETWEEN_SYSTEMS: f64 = 0.5;
/// Every original has one monothematic pair, and as many more on average.
const MORE_PARTS: f64 = 1.8;

/// How often a system is right: on originals and on monothematic pairs, with positive and with
/// negative gold.
#[derive(Clone, Copy)]
pub(crate) struct System(pub(crate) [[f64; 2]; 2]);

impl System {
    /// How often it is right on originals (0) or monothematic pairs (1) with a gold label.
    pub(crate) fn right(&self, kind: usize, gold: usize) -> f64 {
        self.0[kind][usize::from(gold > 0)]
    }

    /// The probability of each gold and answer, in parts of a million: the truth, as sums of counts.
    pub(crate) fn truth(&self) -> Vec<u64> {
        let mut cells = Vec::new();
        for (kind, shares) in GOLD.iter().enumerate() {
            for (gold, share) in shares.iter().enumerate() {
                let right = self.right(kind, gold);
                for answer in 0..LABELS {
                    let given = if answer == gold { right } else { (1.0 - right) / 2.0 };
                    cells.push((share * given * 1e6).round() as u64);
                }
            }
        }
        cells
    }
}

/// A pair of a cluster: originals have kind 0, monothematic pairs kind 1.
pub(crate) struct Pair {
    pub(crate) kind: usize,
    pub(crate) gold: usize,
    pub(crate) phenomenon: usize,
    /// The answer of each system.
    pub(crate) answers: Vec<usize>,
}

pub(crate) struct World {
    pub(crate) originals: usize,
    /// The correlation of the latent normals of two pairs of one cluster.
    pub(crate) intraclass: f64,
    pub(crate) systems: Vec<System>,
    pub(crate) phenomena: usize,
}

impl World {
    /// The clusters of one dataset.
    pub(crate) fn dataset(&self, seed: u64) -> Vec<Vec<Pair>> {
        let mut random = Pcg64::seed_from_u64(seed);
        (0..self.originals).map(|_| self.cluster(&mut random)).collect()
    }

    fn cluster(&self, random: &mut Pcg64) -> Vec<Pair> {
        let parts = Poisson::new(MORE_PARTS).map_or(0.0, |poisson| poisson.sample(random)) as usize;
        let shared = self.latent(random);
        (0..parts + 2).map(|place| self.pair(usize::from(place > 0), &shared, random)).collect()
    }

    /// A normal for each system, correlated between them.
    fn latent(&self, random: &mut Pcg64) -> Vec<f64> {
        let common: f64 = StandardNormal.sample(random);
        let mut own = || -> f64 { StandardNormal.sample(random) };
        let mix = |own: f64| BETWEEN_SYSTEMS.sqrt() * common + (1.0 - BETWEEN_SYSTEMS).sqrt() * own;
        self.systems.iter().map(|_| mix(own())).collect()
    }

    fn pair(&self, kind: usize, shared: &[f64], random: &mut Pcg64) -> Pair {
        let u: f64 = random.random();
        let [first, second, _] = GOLD[kind];
        let gold = usize::from(u >= first) + usize::from(u >= first + second);
        let phenomenon = random.random_range(0..self.phenomena);
        let own = self.latent(random);
        let answers =
            self.systems.iter().zip(shared.iter().zip(own)).map(|(system, (shared, own))| {
                let latent = self.intraclass.sqrt() * shared + (1.0 - self.intraclass).sqrt() * own;
                let right = Normal::standard().cdf(latent) < system.right(kind, gold);
                if right { gold } else { (gold + random.random_range(1..LABELS)) % LABELS }
            });
        Pair { kind, gold, phenomenon, answers: answers.collect() }
    }
}

/// The counts of two systems on each cluster, side by side.
pub(crate) fn paired(dataset: &[Vec<Pair>], systems: [usize; 2]) -> PooledClusters {
    let clusters = dataset.iter().map(|cluster| {
        let mut counts = [0u32; 2 * COUNTS];
        for pair in cluster {
            for (half, &system) in systems.iter().enumerate() {
                let cell = pair.kind * TABLE + pair.gold * LABELS + pair.answers[system];
                counts[half * COUNTS + cell] += 1;
            }
        }
        (counts, 1)
    });
    PooledClusters::new(2 * COUNTS, clusters).expect("all vectors have one length")
}
