//! What is done elsewhere: tests that take pairs for independent.

use phenom_metrics::statistics::{PooledClusters, Resampling, bootstrap, mcnemar};
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::world::Pair;

pub(crate) const NAMES: [&str; 5] = [
    "McNemar, exact",
    "McNemar, mid-p",
    "paired t-test",
    "paired bootstrap (sacreBLEU's p)",
    "paired bootstrap (95 % of wins)",
];

/// Which of them declare a difference at 5 % on the pairs of a kind.
pub(crate) fn rejections(dataset: &[Vec<Pair>], kind: usize, resampling: &Resampling) -> [bool; 5] {
    let (mut first, mut second, mut neither) = (0u64, 0u64, 0u64);
    for pair in dataset.iter().flatten().filter(|pair| pair.kind == kind) {
        match (pair.answers[0] == pair.gold, pair.answers[1] == pair.gold) {
            (true, false) => first += 1,
            (false, true) => second += 1,
            _ => neither += 1,
        }
    }
    let test = mcnemar(first, second);
    let pairs = (first + second + neither) as f64;
    let difference = (first as f64 - second as f64) / pairs;
    let variance = ((first + second) as f64 / pairs - difference * difference) / (pairs - 1.0);
    let t = difference.abs() / variance.sqrt();
    let student = StudentsT::new(0.0, 1.0, pairs - 1.0).expect("degrees of freedom");
    let t_test = variance > 0.0 && 2.0 * student.sf(t) <= 0.05;

    let pairs = [([1, 0, 1], first), ([0, 1, 1], second), ([0, 0, 1], neither)];
    let pairs = PooledClusters::new(3, pairs).expect("one length");
    let replicates = bootstrap(
        &pairs,
        &[&|sums| Ok((sums[0] as f64 - sums[1] as f64) / sums[2] as f64)],
        resampling,
    )
    .expect("enough pairs");
    let drawn = replicates[0].values();
    let count = drawn.len() as f64;
    let mean = drawn.iter().sum::<f64>() / count;
    // sacrebleu.significance: _compute_p_value(|bootstrap - mean|, |difference|)
    let beyond =
        drawn.iter().filter(|drawn| (*drawn - mean).abs() > difference.abs()).count() as f64;
    let sacrebleu = (beyond + 1.0) / (count + 1.0) <= 0.05;
    // Koehn 2004, compare-mt: one system wins on 95 % of the resamples.
    let wins = |sign: f64| drawn.iter().filter(|drawn| **drawn * sign > 0.0).count() as f64 / count;
    [
        test.exact <= 0.05,
        test.mid_p <= 0.05,
        t_test,
        sacrebleu,
        wins(1.0) >= 0.95 || wins(-1.0) >= 0.95,
    ]
}
