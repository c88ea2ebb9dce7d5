//! Resampling of counts, whose cost does not grow with the number of pairs: the two goals of the
//! project, on one core.
//!
//! `cargo bench -p phenom-metrics --bench resampling`; the peers beside it: `peers_resampling.py`.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::hint::black_box;

use phenom_metrics::measures::correlation_index::correlation_index;
use phenom_metrics::measures::kappa::kappa;
use phenom_metrics::measures::mutual_information::mutual_information;
use phenom_metrics::statistics::{
    ConfidenceLevel, PooledClusters, Resampling, Statistic, Studentised, bootstrap, sign_flip,
};
use phenom_metrics::{ContingencyTable, Proportion};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;
const ORIGINALS: usize = 1_000_000;

fn main() {
    divan::main();
}

fn table(sums: &[u64]) -> ContingencyTable {
    ContingencyTable::from_cells(3, sums).unwrap()
}

fn proportion(sums: &[u64]) -> Proportion {
    Proportion { numerator: sums[0], denominator: sums[1] }
}

fn ci(sums: &[u64]) -> Option<f64> {
    correlation_index(&[proportion(sums), proportion(&sums[2..])], &[]).ok()
}

/// CI of all pairs, from those of the positive and of the negative ones.
fn ci_of_all(sums: &[u64]) -> Option<f64> {
    ci(&[0, 1, 2, 3].map(|at| sums[at] + sums[at + 4]))
}

fn di_signed(sums: &[u64]) -> Option<f64> {
    Some(ci(sums)? - ci(&sums[4..])?)
}

/// A million answers: four systems on 35 phenomena, three-way, a pair a cluster.
fn strata() -> Vec<PooledClusters> {
    let mut random = Pcg64::seed_from_u64(1);
    let cell = |place: usize| {
        let mut counts = [0; 9];
        counts[place] = 1;
        counts
    };
    (0..4 * 35)
        .map(|_| {
            let cells = (0..9).map(|place| (cell(place), random.random_range(2_000..6_000)));
            PooledClusters::new(9, cells).unwrap()
        })
        .collect()
}

/// A million originals with 2.8 monothematic pairs each on average: right answers and pairs, of
/// originals and of monothematic pairs, positive and then negative; of two systems.
fn decomposed() -> PooledClusters {
    let mut random = Pcg64::seed_from_u64(2);
    let clusters = (0..ORIGINALS).map(|_| {
        let mut counts = [0u32; 16];
        let parts = 1 + (0..9).filter(|_| random.random::<f64>() < 0.2).count();
        for place in 0..=parts {
            let side = usize::from(random.random::<f64>() < 0.4) * 4;
            for half in [0, 8] {
                let at = half + side + if place == 0 { 0 } else { 2 };
                counts[at] += u32::from(random.random::<f64>() < 0.7);
                counts[at + 1] += 1;
            }
        }
        (counts, 1)
    });
    PooledClusters::new(16, clusters).unwrap()
}

/// 10,000 resamples of accuracy, kappa and I in 140 strata.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn measures_of_four_systems_on_35_phenomena(bencher: divan::Bencher<'_, '_>) {
    let strata = strata();
    let statistics: [&Statistic<'_>; 3] =
        [&|sums| table(sums).correct().value().ok(), &|sums| kappa(&table(sums)).ok(), &|sums| {
            mutual_information(&table(sums)).ok()
        }];
    bencher.bench_local(|| {
        for clusters in &strata {
            for replicates in bootstrap(clusters, &statistics, &Resampling::default()).unwrap() {
                black_box(replicates.interval(LEVEL));
            }
        }
    });
}

/// 10,000 cluster resamples of CI and DI of one system.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn ci_and_di_of_a_million_originals(bencher: divan::Bencher<'_, '_>) {
    let clusters = decomposed().project(8, |counts| counts[..8].to_vec()).unwrap();
    bencher.bench_local(|| {
        let statistics: [&Statistic<'_>; 2] = [&ci_of_all, &di_signed];
        for replicates in bootstrap(&clusters, &statistics, &Resampling::default()).unwrap() {
            black_box(replicates.interval(LEVEL));
        }
    });
}

/// 10,000 assignments of the sign-flip test of CI on the same originals.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn sign_flip_of_ci_of_a_million_originals(bencher: divan::Bencher<'_, '_>) {
    let clusters = decomposed();
    let view = |counts: &[u32]| {
        let half = |half: usize| [0, 1, 2, 3].map(|at| counts[half + at] + counts[half + at + 4]);
        [half(0), half(8)].concat()
    };
    let clusters = clusters.project(8, view).unwrap();
    bencher.bench_local(|| {
        black_box(
            sign_flip(
                &clusters,
                &ci,
                Studentised::Yes,
                ConfidenceLevel::NINETY_FIVE,
                &Resampling::default(),
            )
            .unwrap(),
        )
    });
}

/// Pooling a million clusters, once a slice.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn pooling_a_million_clusters(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(decomposed().distinct()));
}
