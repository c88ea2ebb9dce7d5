//! The cluster sign-flip test of two systems.

use super::flips::{Flips, heads};
use super::studentised::{Scratch, Studentised, Test};
use super::{PooledClusters, Resampling, Statistic, UncertaintyError};

/// What the sign-flip test says of two systems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignFlip {
    /// The measure of the first system minus that of the second.
    pub difference: f64,
    /// Two-sided: the probability, if the systems are exchangeable, of a difference at least as far
    /// from 0. Above 0.
    pub p: f64,
    /// The same with half the weight of the differences that are exactly as far: less conservative
    /// where few values are possible.
    pub mid_p: f64,
    /// Whether every assignment was enumerated. Otherwise the p-values are estimated from random
    /// ones, the observed one counted in (the `+1` rule).
    pub exact: bool,
    /// The clusters on which the systems differ: all others tell nothing.
    pub informative: u64,
    /// The assignments on which the measure of a system has no value. They are counted as extreme,
    /// which makes p too high rather than too low.
    pub undefined: usize,
}

/// Enumerates this many assignments at most, and as many as there are resamples at least.
const ENUMERATED: usize = 1 << 14;

/// Statistics that are as near as this count as equal: rounding makes no difference.
const TIE: f64 = 1e-10;

/// The cluster sign-flip permutation test: swaps the answers of two systems in whole clusters, each
/// with probability 1/2, and sees how often the measures differ at least as much as they do.
///
/// The vectors of the clusters hold the counts of the first system and then those of the second; the
/// statistic is the measure of one system as a function of its half of the sums. Where the systems
/// differ on clusters with few distinct vectors, all assignments are enumerated, otherwise
/// `resampling` says how many are drawn. On independent pairs with accuracy it is McNemar's exact
/// test.
///
/// The null hypothesis is that the systems are *exchangeable on whole clusters*. That is more than
/// "both have the same CI": two systems of equal CI and different accuracy are not exchangeable. So
/// the difference is *studentised* by default, divided by its standard error on the same assignment, which makes
/// the test hold for "equal values of the measure" too as clusters become many. For a difference of
/// plain means over clusters it changes nothing.
///
/// # Formula
/// The standard error is that of the linearised measure f: with gradients by differences of one count,
/// `SE^2 = sum over clusters of (grad f(A) a - grad f(B) b)^2`, centred. `T = (f(A) - f(B)) / SE`;
/// `p = P(|T*| >= |T|)`, by `(1 + #) / (1 + resamples)` where drawn.
///
/// # Errors
/// [`UncertaintyError::NotPaired`] where the vectors have no halves, [`UncertaintyError::FewClusters`],
/// [`UncertaintyError::Resamples`], and [`UncertaintyError::Undefined`] where the measure of either
/// system has no value.
///
/// # References
/// Noreen 1989; Phipson and Smyth 2010 (p is never 0); Janssen 1997 and Chung and Romano 2013
/// (studentised permutation tests).
pub fn sign_flip(
    clusters: &PooledClusters,
    measure: &Statistic<'_>,
    studentised: Studentised,
    resampling: &Resampling,
) -> Result<SignFlip, UncertaintyError> {
    if !clusters.width().is_multiple_of(2) {
        return Err(UncertaintyError::NotPaired(clusters.width()));
    }
    clusters.enough()?;
    resampling.check()?;
    let test = Test { measure, studentised, half: clusters.width() / 2 };
    let sums = clusters.sums();
    let (first, second) = sums.split_at(test.half);
    let difference = measure(first)? - measure(second)?;

    let flips = Flips::new(clusters, test.half);
    let as_observed: Vec<u64> = flips.cells.iter().map(|cell| cell.swapped).collect();
    let mut scratch = Scratch::for_counts(test.half);
    let observed = test.statistic(&flips, &as_observed, &mut scratch)?.abs();
    let informative = flips.cells.iter().map(|cell| cell.clusters).sum();
    let found = |p: f64, mid_p: f64, exact, undefined| {
        let positive = |p: f64| p.clamp(f64::MIN_POSITIVE, 1.0);
        SignFlip {
            difference,
            p: positive(p),
            mid_p: positive(mid_p),
            exact,
            informative,
            undefined,
        }
    };
    if informative == 0 {
        return Ok(found(1.0, 1.0, true, 0));
    }
    // A statistic that has no value counts as the most extreme.
    let near = if observed.is_finite() { TIE * observed.max(1.0) } else { 0.0 };
    let side = |value: f64| {
        if value > observed + near {
            1.0
        } else if value >= observed - near {
            0.5
        } else {
            0.0
        }
    };
    if flips
        .assignments()
        .is_some_and(|assignments| assignments <= ENUMERATED.max(resampling.resamples))
    {
        let (mut p, mut mid_p, mut undefined) = (0.0, 0.0, 0);
        flips.for_each(|swapped, probability| {
            let value = test.statistic(&flips, swapped, &mut scratch);
            undefined += usize::from(value.is_err());
            let share = side(value.map_or(f64::INFINITY, f64::abs));
            p += if share > 0.0 { probability } else { 0.0 };
            mid_p += share * probability;
        });
        return Ok(found(p, mid_p, true, undefined));
    }
    let start = || (Scratch::for_counts(test.half), vec![0; flips.cells.len()]);
    let drawn = resampling.rows(1, start, |(scratch, swapped), random, row| {
        for (times, cell) in swapped.iter_mut().zip(&flips.cells) {
            *times = heads(random, cell.clusters);
        }
        row[0] = test.statistic(&flips, swapped, scratch).ok().map(f64::abs);
    })?;
    let undefined = drawn.iter().filter(|value| value.is_none()).count();
    let sides = || drawn.iter().map(|value| side(value.unwrap_or(f64::INFINITY)));
    // The observed assignment is one of those possible, and a tie of itself.
    let (reached, half) =
        (sides().filter(|&share| share > 0.0).count() as f64, sides().sum::<f64>());
    let draws = drawn.len() as f64 + 1.0;
    Ok(found((reached + 1.0) / draws, (half + 0.5) / draws, false, undefined))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use proptest::prelude::*;

    use super::*;
    use crate::statistics::mcnemar;
    use crate::statistics::testing::{accuracy, correlation};
    use crate::undefined::Undefined;

    /// Ten clusters: originals right, originals, monothematic pairs right, monothematic pairs, of the
    /// first and then of the second system.
    const TEN: [[u32; 8]; 10] = [
        [1, 1, 2, 3, 0, 1, 3, 3],
        [0, 1, 1, 2, 0, 1, 2, 2],
        [1, 1, 3, 3, 0, 1, 2, 3],
        [1, 1, 1, 1, 1, 1, 1, 1],
        [0, 1, 2, 4, 0, 1, 4, 4],
        [1, 1, 0, 2, 0, 1, 1, 2],
        [0, 1, 1, 1, 0, 1, 1, 1],
        [1, 1, 2, 2, 1, 1, 1, 2],
        [1, 1, 3, 4, 0, 1, 4, 4],
        [0, 1, 1, 3, 1, 1, 0, 3],
    ];

    fn pooled<const N: usize>(clusters: &[[u32; N]]) -> PooledClusters {
        PooledClusters::new(N, clusters.iter().map(|counts| (counts, 1))).unwrap()
    }

    fn exchanged(clusters: &PooledClusters) -> PooledClusters {
        let half = clusters.width() / 2;
        let view = |counts: &[u32]| [&counts[half..], &counts[..half]].concat();
        clusters.project(clusters.width(), view).unwrap()
    }

    #[test]
    fn the_difference_of_ci_as_scipy_has_it() {
        // a, b = TEN[:, :4], TEN[:, 4:]; x = numpy.vstack([a, b])
        // def ci(i): s = x[i].sum(0); return s[0] / s[1] / (s[2] / s[3])
        // r = scipy.stats.permutation_test(
        //     (numpy.arange(10), numpy.arange(10, 20)), lambda i, j: ci(i) - ci(j),
        //     permutation_type="samples", n_resamples=numpy.inf, vectorized=False)
        // d, t = abs(r.null_distribution), abs(r.statistic)
        // r.statistic, (d >= t - 1e-10).mean(), ((d > t + 1e-10) + .5 * (abs(d - t) <= 1e-10)).mean()
        let ours = sign_flip(&pooled(&TEN), &correlation, Studentised::No, &Resampling::default())
            .unwrap();
        assert!((ours.difference - 0.542_763_157_894_736_8).abs() < 1e-12);
        assert!((ours.p - 0.210_937_5).abs() < 1e-12 && (ours.mid_p - 0.171_875).abs() < 1e-12);
        assert!(ours.exact && ours.informative == 8 && ours.undefined == 0);
    }

    #[test]
    fn drawn_assignments_come_near_the_enumerated_ones() {
        // Fifteen times the clusters, of which nothing can be enumerated; and ten, drawn.
        let clusters = pooled(&TEN.repeat(15));
        for studentised in [Studentised::Yes, Studentised::No] {
            let small = sign_flip(&pooled(&TEN), &correlation, studentised, &Resampling::default());
            let many = Resampling { resamples: 20_000, ..Resampling::default() };
            let drawn = sign_flip(&clusters, &correlation, studentised, &many).unwrap();
            assert!(small.unwrap().exact && !drawn.exact);
            assert!(drawn.p > 0.0 && drawn.p < 0.001, "{drawn:?}");
        }
        // A difference of sums over 20 equal cells of different size: drawn and enumerated.
        let cells: Vec<[u32; 4]> = (0..20)
            .map(|number| [number % 3, 9, 1 + number % 5, 9])
            .chain([[5, 9, 0, 9], [7, 9, 1, 9]])
            .collect();
        let wide = Resampling { resamples: Resampling::MOST, ..Resampling::default() };
        let exact = sign_flip(&pooled(&cells), &accuracy, Studentised::No, &wide).unwrap();
        let few = Resampling { resamples: 50_000, ..Resampling::default() };
        let drawn = sign_flip(&pooled(&cells), &accuracy, Studentised::No, &few).unwrap();
        assert!(exact.exact && !drawn.exact, "{exact:?} {drawn:?}");
        assert!((exact.p - drawn.p).abs() < 0.01 && (exact.mid_p - drawn.mid_p).abs() < 0.01);
    }

    #[test]
    fn differences_all_alike_are_no_surer_than_coins() {
        // Six clusters, the first system right in each: 2 of 64 assignments, without any variance.
        let clusters = pooled(&[[1, 1, 0, 1]; 6]);
        for studentised in [Studentised::Yes, Studentised::No] {
            let ours =
                sign_flip(&clusters, &accuracy, studentised, &Resampling::default()).unwrap();
            assert!((ours.p - 2.0 / 64.0).abs() < 1e-12 && (ours.mid_p - 1.0 / 64.0).abs() < 1e-12);
        }
        let same = pooled(&[[1, 1, 1, 1]; 6]);
        let ours = sign_flip(&same, &accuracy, Studentised::Yes, &Resampling::default()).unwrap();
        assert_eq!((ours.p, ours.mid_p, ours.informative), (1.0, 1.0, 0));
    }

    #[test]
    fn what_cannot_be_tested() {
        let fails = |clusters: &PooledClusters, resamples| {
            let resampling = Resampling { resamples, ..Resampling::default() };
            sign_flip(clusters, &accuracy, Studentised::Yes, &resampling).err()
        };
        assert_eq!(fails(&pooled(&[[1, 1, 1]; 2]), 9), Some(UncertaintyError::NotPaired(3)));
        assert_eq!(fails(&pooled(&[[1, 1, 0, 1]]), 9), Some(UncertaintyError::FewClusters(1)));
        for resamples in [0, 1_000_001, usize::MAX] {
            let error = fails(&pooled(&[[1, 1, 0, 1]; 2]), resamples);
            assert_eq!(error, Some(UncertaintyError::Resamples(resamples)));
        }
        let no_pairs = Some(UncertaintyError::Undefined(Undefined::NoPairs));
        assert_eq!(
            fails(
                &pooled(&[[1, 0, 0, 1]; 2])
                    .project(4, |counts| [counts[0], 0, counts[2], 1])
                    .unwrap(),
                9
            ),
            no_pairs
        );
    }

    fn clusters(most: usize) -> impl Strategy<Value = PooledClusters> {
        let half = || (0u32..2, 0u32..4);
        let cluster = (half(), half(), 1u32..3).prop_map(|((o, m), (other, parts), more)| {
            let pairs = m.max(parts) + more;
            [o, 1, m, pairs, other, 1, parts, pairs]
        });
        proptest::collection::vec(cluster, 2..most).prop_map(|clusters| {
            PooledClusters::new(8, clusters.iter().map(|counts| (counts, 1))).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn on_independent_pairs_it_is_mcnemars_test(
            first in 0u64..300, second in 0u64..300, both in 2u64..300
        ) {
            let clusters = [([1, 1, 0, 1], first), ([0, 1, 1, 1], second), ([1, 1, 1, 1], both)];
            let clusters = PooledClusters::new(4, clusters).unwrap();
            let expected = mcnemar(first, second);
            for studentised in [Studentised::Yes, Studentised::No] {
                let ours =
                    sign_flip(&clusters, &accuracy, studentised, &Resampling::default()).unwrap();
                prop_assert!(ours.exact && ours.informative == first + second);
                prop_assert!((ours.p - expected.exact).abs() < 1e-9, "{:?} {:?}", ours, expected);
                prop_assert!((ours.mid_p - expected.mid_p).abs() < 1e-9, "{:?} {:?}", ours, expected);
            }
        }

        #[test]
        fn exchanging_the_systems_turns_the_sign_and_keeps_p(
            clusters in clusters(60), seed in any::<u64>(), threads in 1usize..4
        ) {
            let resampling = Resampling { resamples: 300, seed, ..Resampling::default() };
            let threads = NonZeroUsize::new(threads).unwrap();
            for studentised in [Studentised::Yes, Studentised::No] {
                let one = sign_flip(&clusters, &correlation, studentised, &resampling);
                let other = Resampling { threads, ..resampling };
                let other = sign_flip(&exchanged(&clusters), &correlation, studentised, &other);
                match (one, other) {
                    (Ok(one), Ok(other)) => {
                        prop_assert_eq!(one, SignFlip { difference: -other.difference, ..other });
                        prop_assert!(0.0 < one.mid_p && one.mid_p <= one.p && one.p <= 1.0);
                    }
                    (one, other) => prop_assert!(one.is_err() && other.is_err()),
                }
            }
        }
    }
}
