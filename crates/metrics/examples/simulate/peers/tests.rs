//! The tests that others make of two systems' right answers. `benches/peers_tests.py` holds them to scipy,
//! statsmodels and sacreBLEU on the same data sets.

use rand::SeedableRng;
use rand_distr::Distribution;
use rand_pcg::Pcg64;
use statrs::distribution::{Binomial, ContinuousCDF, Discrete, DiscreteCDF, Normal, StudentsT};

use super::gee::gee;

/// Of an original: its pairs, and on how many of them the first and the second system are right, and
/// exactly one of both.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cluster {
    pub(crate) pairs: f64,
    pub(crate) right: [f64; 2],
    pub(crate) alone: [u64; 2],
}

/// The tests by name.
pub(crate) const NAMES: [&str; 6] = [
    "McNemar, exact",
    "McNemar, mid-p",
    "paired t-test",
    "sacreBLEU's paired bootstrap",
    "clustered standard error",
    "GEE",
];
/// The place of GEE among them.
pub(crate) const GEE: usize = 5;

/// How often sacreBLEU's test draws by default.
const DRAWS: usize = 1000;

/// The p-value of each test; 1 where it has none, since then nothing differs.
pub(crate) fn p_values(clusters: &[Cluster], seed: u64) -> [f64; NAMES.len()] {
    let alone = [0, 1].map(|system| clusters.iter().map(|one| one.alone[system]).sum::<u64>());
    let pairs: f64 = clusters.iter().map(|one| one.pairs).sum();
    [
        Some(mcnemar(alone)),
        Some(mcnemar_mid_p(alone)),
        t_test(alone, pairs),
        Some(paired_bootstrap(alone, pairs as u64, seed)),
        clustered(clusters, pairs),
        gee(clusters),
    ]
    .map(|p| p.unwrap_or(1.0).min(1.0))
}

fn mcnemar([first, second]: [u64; 2]) -> f64 {
    Binomial::new(0.5, first + second).map_or(1.0, |fair| 2.0 * fair.cdf(first.min(second)))
}

/// Half of the probability of what was observed is left out (Fagerland, Lydersen and Laake 2013).
fn mcnemar_mid_p([first, second]: [u64; 2]) -> f64 {
    if first == second {
        return 1.0;
    }
    Binomial::new(0.5, first + second)
        .map_or(1.0, |fair| 2.0 * fair.cdf(first.min(second)) - fair.pmf(first.min(second)))
}

fn t_test([first, second]: [u64; 2], pairs: f64) -> Option<f64> {
    let difference = (first as f64 - second as f64) / pairs;
    let squares = (first + second) as f64 / pairs - difference * difference;
    let t = difference.abs() / (squares / (pairs - 1.0)).sqrt();
    let student = StudentsT::new(0.0, 1.0, pairs - 1.0).ok()?;
    (squares > 0.0).then(|| 2.0 * student.sf(t))
}

/// How often the size of a resampled difference is above the mean size by more than the size observed
/// (sacreBLEU 2, `sacrebleu.significance._paired_bs_test`, as in Moses). Sizes vary less than differences
/// do, and p is too small.
fn paired_bootstrap([first, second]: [u64; 2], pairs: u64, seed: u64) -> f64 {
    let mut random = Pcg64::seed_from_u64(seed);
    // How many of a resample's pairs are right of the first system alone, and then of the second.
    let mut among = |pairs: u64, of: u64, all: u64| -> u64 {
        let share = of as f64 / all.max(1) as f64;
        rand_distr::Binomial::new(pairs, share).map_or(0, |binomial| binomial.sample(&mut random))
    };
    let mut drawn = || -> f64 {
        let of_first = among(pairs, first, pairs);
        let of_second = among(pairs - of_first, second, pairs - first);
        of_first.abs_diff(of_second) as f64
    };
    let drawn: Vec<f64> = (0..DRAWS).map(|_| drawn()).collect();
    let mean = drawn.iter().sum::<f64>() / DRAWS as f64;
    let difference = (first as f64 - second as f64).abs();
    let beyond = drawn.iter().filter(|drawn| *drawn - mean > difference).count();
    (beyond as f64 + 1.0) / (DRAWS as f64 + 1.0)
}

/// Least squares of right answers on the system, with a standard error over originals and its usual
/// correction for few of them.
fn clustered(clusters: &[Cluster], pairs: f64) -> Option<f64> {
    let mean =
        [0, 1].map(|system| clusters.iter().map(|one| one.right[system]).sum::<f64>() / pairs);
    let influence = |one: &Cluster| {
        let of = |system: usize| one.right[system] - one.pairs * mean[system];
        (of(0) - of(1)) / pairs
    };
    let count = clusters.len() as f64;
    let correction = count / (count - 1.0) * (2.0 * pairs - 1.0) / (2.0 * pairs - 2.0);
    let variance: f64 = correction * clusters.iter().map(|one| influence(one).powi(2)).sum::<f64>();
    let z = (mean[0] - mean[1]).abs() / variance.sqrt();
    (variance > 0.0).then(|| 2.0 * Normal::standard().sf(z))
}

#[cfg(test)]
mod unit {
    use super::*;

    // statsmodels 0.14: GEE(right, const + system, groups=original, Binomial(), Exchangeable()).fit(ctol=1e-12),
    // OLS(...).fit(cov_type="cluster", cov_kwds={"groups": original}, use_t=False), mcnemar(table, exact=True);
    // scipy 1: ttest_rel, and 2 binom(7, 0.5).cdf(2) - binom(7, 0.5).pmf(2). Pairs of right answers by original:
    // 10 11 | 00 | 11 10 00 | 10 | 01 11 | 11 10 | 10 00 11 | 01.
    #[test]
    fn p_values_are_those_of_statsmodels_and_scipy() {
        let cluster = |pairs: &[[u64; 2]]| {
            let sum = |of: fn(&[u64; 2]) -> u64| pairs.iter().map(of).sum::<u64>();
            Cluster {
                pairs: pairs.len() as f64,
                right: [sum(|pair| pair[0]) as f64, sum(|pair| pair[1]) as f64],
                alone: [sum(|pair| pair[0] * (1 - pair[1])), sum(|pair| pair[1] * (1 - pair[0]))],
            }
        };
        let clusters = [
            cluster(&[[1, 0], [1, 1]]),
            cluster(&[[0, 0]]),
            cluster(&[[1, 1], [1, 0], [0, 0]]),
            cluster(&[[1, 0]]),
            cluster(&[[0, 1], [1, 1]]),
            cluster(&[[1, 1], [1, 0]]),
            cluster(&[[1, 0], [0, 0], [1, 1]]),
            cluster(&[[0, 1]]),
        ];
        let found = p_values(&clusters, 1);
        let expected = [
            0.453125,
            0.2890625,
            0.2711490038316697,
            found[3],
            0.22298630645707096,
            0.195593113253814,
        ];
        for ((found, expected), name) in found.into_iter().zip(expected).zip(NAMES) {
            assert!((found - expected).abs() < 1e-8, "{name}: {found}, not {expected}");
        }
    }

    #[test]
    fn equal_answers_are_no_difference_but_for_sacrebleu() {
        let cluster = Cluster { pairs: 2.0, right: [1.0, 1.0], alone: [0, 0] };
        // "Having a zero difference should not be attributed to chance": no size is above none.
        let expected = [1.0, 1.0, 1.0, 1.0 / 1001.0, 1.0, 1.0];
        assert_eq!(p_values(&[cluster; 10], 1), expected);
    }
}
