//! The cluster sign-flip test of two systems.

use pulp::{Simd, WithSimd};
use rand_pcg::Pcg64;

use crate::flips::{Flips, OfBlock};
use crate::influence::value;
use crate::studentised::{Difference, Scratch, Studentised, Test};
use crate::tail::{Tail, p_values};
use crate::undefined::Undefined;
use crate::{ConfidenceLevel, Interval, PooledClusters, Resampling, Statistic, UncertaintyError};

/// The result of the sign-flip test of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct SignFlip {
    /// The statistic of the first system minus that of the second.
    pub difference: f64,
    /// The standard error of the difference between clusters; 1 if the test is not studentised.
    pub error: f64,
    /// The two-sided p-value, in (0, 1]: the probability of a difference at least as far from 0 if the systems are
    /// exchangeable.
    pub p: f64,
    /// The two-sided mid-p, in (0, 1]: differences exactly as far from 0 count half. It is less conservative if few values
    /// are possible.
    pub mid_p: f64,
    /// The number of assignments that were drawn to estimate p, without the observed one, which is added (the `+1` rule).
    /// `None` if the p-values are exact.
    pub drawn: Option<usize>,
    /// The number of clusters on which the systems differ. All other clusters carry no information.
    pub informative: u64,
    /// The effective number of clusters on which the systems differ: fewer if they differ by much more on some of them.
    pub effective: f64,
    /// The number of assignments on which the statistic of a system has no value. They count as extreme, so that p is too
    /// high rather than too low.
    pub undefined: usize,
    /// The far end of the distribution that p is taken from, in standard errors.
    pub tail: Tail,
}

impl SignFlip {
    /// The key of the method: `sign_flip_exact`, or `sign_flip_monte_carlo` if p is drawn.
    pub(crate) fn method(&self) -> &'static str {
        self.drawn.map_or("sign_flip_exact", |_| "sign_flip_monte_carlo")
    }

    /// The differences that the test does not reject at a level of significance: as many standard errors on both sides of
    /// the observed difference as are critical. It holds 0 if and only if the mid-p is above the level. `None` if no
    /// difference would be significant, or if the clusters do not vary.
    #[must_use]
    pub fn interval(&self, significance: f64) -> Option<Interval> {
        let reach = self.tail.critical(significance)? * self.error;
        let (lower, upper) = (self.difference - reach, self.difference + reach);
        (reach > 0.0).then_some(Interval { lower, upper })
    }
}

/// Enumerates this many assignments at most.
const ENUMERATED: usize = 1 << 14;

/// The cluster sign-flip permutation test: it exchanges the outcomes of two systems in whole clusters, each with
/// probability 1/2, and counts how often the statistics then differ at least as much as they do.
///
/// The vectors of the clusters hold the counts of the first system and then those of the second; `measure` is the
/// statistic of one system as a function of its half of the sums. If the systems differ on clusters with few different
/// vectors, all assignments are enumerated (at most 16,384); otherwise `resampling` gives the number of draws. The result
/// keeps as much of the distribution as intervals at `level` and at higher levels need.
///
/// The null hypothesis is that the systems are *exchangeable on whole clusters*. That is more than equality of the
/// statistic: two systems with an equal ratio of two shares and different shares are not exchangeable. So the difference
/// is *studentised* by default, that is, divided by its standard error on the same assignment. The test then also holds
/// for equal values of the statistic as the number of clusters grows. It changes nothing for a difference of plain means
/// over clusters.
///
/// # Formula
/// The standard error is that of the linearised statistic f: with gradients by differences of one count,
/// `SE^2 = sum over clusters of (grad f(A) a - grad f(B) b)^2`, centred. `T = (f(A) - f(B)) / SE`;
/// `p = P(|T*| >= |T|)`, by `(1 + #) / (1 + resamples)` if drawn.
///
/// # Errors
/// [`UncertaintyError::NotPaired`] if the number of counts is odd; [`UncertaintyError::FewClusters`] if there are fewer
/// than two clusters; [`UncertaintyError::Resamples`] if the number of resamples is out of range;
/// [`UncertaintyError::Undefined`] if the statistic of a system has no value.
///
/// # References
/// Noreen 1989; Phipson and Smyth 2010 (p is never 0); Janssen 1997 and Chung and Romano 2013
/// (studentised permutation tests).
pub fn sign_flip(
    clusters: &PooledClusters,
    measure: &Statistic<'_>,
    studentised: Studentised,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<SignFlip, UncertaintyError> {
    let (test, flips, observed) = observe(clusters, measure, studentised, resampling)?;
    if observed.informative == 0 {
        return Ok(observed);
    }
    let size = Difference { value: observed.difference, error: observed.error }.size();
    let enumerable = flips.assignments().filter(|assignments| *assignments <= ENUMERATED);
    let (sizes, drawn): (Vec<(Option<f64>, f64)>, _) = if let Some(assignments) = enumerable {
        (enumerated(&test, &flips, assignments), None)
    } else {
        let start = || (Scratch::for_counts(test.half), flips.observed.clone());
        let arch = pulp::Arch::new();
        let drawn = resampling.rows(1, start, |(scratch, swapped), random, row| {
            let random = Some(random);
            row[0] = arch.dispatch(Size { test: &test, flips: &flips, random, swapped, scratch });
        })?;
        // The observed assignment is one of those possible.
        let of_draw = 1.0 / (drawn.len() as f64 + 1.0);
        let sizes = drawn.iter().copied().chain([Some(size)]);
        (sizes.map(|size| (size, of_draw)).collect(), Some(drawn.len()))
    };
    let undefined = sizes.iter().filter(|(size, _)| size.is_none()).count();
    // A statistic that has no value counts as the most extreme.
    let extreme =
        |(size, probability): (Option<f64>, f64)| (size.unwrap_or(f64::INFINITY), probability);
    let sizes: Vec<(f64, f64)> = sizes.into_iter().map(extreme).collect();
    let [p, mid_p] = p_values(sizes.iter().copied(), size);
    let tail = Tail::new(sizes, level.significance());
    Ok(SignFlip { p, mid_p, drawn, undefined, tail, ..observed })
}

/// The size of the statistic on each of all assignments, with its probability. On opposite assignments the statistic has
/// opposite signs, and its size is computed once for both.
fn enumerated(test: &Test<'_>, flips: &Flips, assignments: usize) -> Vec<(Option<f64>, f64)> {
    let (arch, mut room) = (pulp::Arch::new(), Scratch::for_counts(test.half));
    let mut sizes: Vec<(Option<f64>, f64)> = Vec::with_capacity(assignments);
    flips.for_each(|swapped, probability| {
        let size = match sizes.get(assignments - 1 - sizes.len()) {
            Some((of_opposite, _)) => *of_opposite,
            None => arch.dispatch(Size { test, flips, random: None, swapped, scratch: &mut room }),
        };
        sizes.push((size, probability));
    });
    sizes
}

/// The size of the statistic on an assignment, for the instructions that the processor has.
struct Size<'d> {
    test: &'d Test<'d>,
    flips: &'d Flips,
    /// The random numbers by which it is drawn, if it is not given.
    random: Option<&'d mut Pcg64>,
    swapped: &'d mut [OfBlock],
    scratch: &'d mut Scratch,
}

impl WithSimd for Size<'_> {
    type Output = Option<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Option<f64> {
        let Self { test, flips, random, swapped, scratch } = self;
        if let Some(random) = random {
            flips.draw(random, swapped);
        }
        test.statistic(flips, swapped, scratch).map(|difference| difference.size())
    }
}

/// The studentised test of [blocks](PooledClusters::blocked) of clusters, which do not depend on which system
/// comes first.
///
/// # Errors
/// As [`sign_flip`].
pub(crate) fn sign_flip_of_blocks(
    halves: &PooledClusters,
    measure: &Statistic<'_>,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<SignFlip, UncertaintyError> {
    let sums = halves.sums();
    let (first, second) = sums.split_at(halves.width() / 2);
    if first >= second {
        return sign_flip(&halves.blocked(), measure, Studentised::Yes, level, resampling);
    }
    let exchanged = halves.project(halves.width(), |counts| {
        let (first, second) = counts.split_at(counts.len() / 2);
        [second, first].concat()
    })?;
    let flipped = sign_flip(&exchanged.blocked(), measure, Studentised::Yes, level, resampling)?;
    Ok(SignFlip { difference: -flipped.difference, ..flipped })
}

/// The difference with its standard error, before anything is assigned.
pub(crate) fn observe<'m>(
    clusters: &PooledClusters,
    measure: &'m Statistic<'m>,
    studentised: Studentised,
    resampling: &Resampling,
) -> Result<(Test<'m>, Flips, SignFlip), UncertaintyError> {
    if !clusters.width().is_multiple_of(2) {
        return Err(UncertaintyError::NotPaired(clusters.width()));
    }
    clusters.enough()?;
    resampling.check()?;
    let test = Test { measure, studentised, half: clusters.width() / 2 };
    let sums = clusters.sums();
    let (first, second) = sums.split_at(test.half);
    let difference = value(measure, first)? - value(measure, second)?;
    let flips = Flips::new(clusters, test.half);
    let mut scratch = Scratch::for_counts(test.half);
    let observed_statistic = test.statistic(&flips, &flips.observed, &mut scratch);
    let error = observed_statistic.ok_or(Undefined::NoValue)?.error;
    let informative = flips.cells.iter().sum();
    let observed = SignFlip {
        difference,
        error,
        p: 1.0,
        mid_p: 1.0,
        drawn: None,
        informative,
        effective: informative as f64,
        undefined: 0,
        tail: Tail::default(),
    };
    Ok((test, flips, observed))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use proptest::prelude::*;
    use rand::SeedableRng;

    use super::*;
    use crate::mcnemar;
    use crate::sign_flip_of_shares;
    use crate::testing::{accuracy, correlation};

    /// Ten clusters: right units and units of the first kind, then of the second kind, of the
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

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

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
        let ours =
            sign_flip(&pooled(&TEN), &correlation, Studentised::No, LEVEL, &Resampling::default())
                .unwrap();
        assert!((ours.difference - 0.542_763_157_894_736_8).abs() < 1e-12);
        assert!((ours.p - 0.210_937_5).abs() < 1e-12 && (ours.mid_p - 0.171_875).abs() < 1e-12);
        assert!(ours.drawn.is_none() && ours.informative == 8 && ours.undefined == 0);
    }

    #[test]
    fn drawn_assignments_come_near_the_enumerated_ones() {
        // Fifteen times the clusters, of which nothing can be enumerated; and ten, drawn.
        let clusters = pooled(&TEN.repeat(15));
        for studentised in [Studentised::Yes, Studentised::No] {
            let small =
                sign_flip(&pooled(&TEN), &correlation, studentised, LEVEL, &Resampling::default());
            let many = Resampling { resamples: 20_000, ..Resampling::default() };
            let drawn = sign_flip(&clusters, &correlation, studentised, LEVEL, &many).unwrap();
            assert!(small.unwrap().drawn.is_none() && drawn.drawn == Some(20_000));
            assert!(drawn.p > 0.0 && drawn.p < 0.001, "{drawn:?}");
        }
    }

    /// Clusters of the same sizes for both systems.
    fn uneven() -> PooledClusters {
        let cells: Vec<[u32; 4]> = (0..20)
            .map(|number| [number % 3, 9, 1 + number % 5, 9])
            .chain([[5, 9, 0, 9], [7, 9, 1, 9]])
            .collect();
        pooled(&cells)
    }

    #[test]
    fn shares_of_the_same_units_are_tested_exactly() {
        let few = Resampling { resamples: 100_000, ..Resampling::default() };
        let exact = sign_flip_of_shares(&uneven(), LEVEL, &few).unwrap();
        let drawn = sign_flip(&uneven(), &accuracy, Studentised::No, LEVEL, &few).unwrap();
        assert_eq!((exact.drawn, drawn.drawn), (None, Some(100_000)));
        assert!((exact.p - drawn.p).abs() < 0.006 && (exact.mid_p - drawn.mid_p).abs() < 0.006);
        let all = sign_flip(&uneven(), &accuracy, Studentised::Yes, LEVEL, &few).unwrap();
        assert!((exact.error - all.error).abs() < 1e-12 && exact.difference == all.difference);
        let (one, other) = (exact.interval(0.05).unwrap(), all.interval(0.05).unwrap());
        assert!((one.lower - other.lower).abs() < 0.02 && (one.upper - other.upper).abs() < 0.02);
    }

    #[test]
    fn shares_of_different_units_are_drawn() {
        let clusters: Vec<[u32; 4]> = (0..30).map(|at| [at % 3, 4, at % 4, 3 + at % 2]).collect();
        let ours = sign_flip_of_shares(&pooled(&clusters), LEVEL, &Resampling::default());
        assert_eq!(ours.unwrap().drawn, Some(10_000));
    }

    #[test]
    fn differences_all_alike_are_no_surer_than_coins() {
        // Six clusters, the first system right in each: 2 of 64 assignments, without any variance.
        let clusters = pooled(&[[1, 1, 0, 1]; 6]);
        for studentised in [Studentised::Yes, Studentised::No] {
            let ours = sign_flip(&clusters, &accuracy, studentised, LEVEL, &Resampling::default())
                .unwrap();
            assert!((ours.p - 2.0 / 64.0).abs() < 1e-12 && (ours.mid_p - 1.0 / 64.0).abs() < 1e-12);
        }
        let same = pooled(&[[1, 1, 1, 1]; 6]);
        let ours =
            sign_flip(&same, &accuracy, Studentised::Yes, LEVEL, &Resampling::default()).unwrap();
        assert_eq!((ours.p, ours.mid_p, ours.informative), (1.0, 1.0, 0));
        assert_eq!(ours.interval(0.05), None);
    }

    #[test]
    fn the_instructions_of_a_processor_change_no_bit() {
        let clusters = pooled(&TEN.repeat(15));
        let resampling = Resampling::default();
        let (test, flips, _) =
            observe(&clusters, &correlation, Studentised::Yes, &resampling).unwrap();
        let [mut random, mut again] = [(); 2].map(|()| Pcg64::seed_from_u64(7));
        let [mut swapped, mut scratch] = [flips.observed.clone(), flips.observed.clone()];
        let mut rooms = [(); 2].map(|()| Scratch::for_counts(test.half));
        for _ in 0..200 {
            let [one, other] = &mut rooms;
            flips.draw(&mut again, &mut scratch);
            let plain = test.statistic(&flips, &scratch, one).map(|value| value.size());
            let (random, swapped) = (Some(&mut random), &mut swapped);
            let drawn = Size { test: &test, flips: &flips, random, swapped, scratch: other };
            assert!(plain.is_some() && pulp::Arch::new().dispatch(drawn) == plain);
        }
    }

    #[test]
    fn opposite_assignments_are_equally_far_from_zero() {
        let (clusters, resampling) = (pooled(&TEN), Resampling::default());
        for studentised in [Studentised::Yes, Studentised::No] {
            let (test, flips, _) =
                observe(&clusters, &correlation, studentised, &resampling).unwrap();
            let mut room = Scratch::for_counts(test.half);
            let mut sizes = Vec::new();
            flips.for_each(|swapped, probability| {
                let size = test.statistic(&flips, swapped, &mut room).map(|value| value.size());
                sizes.push((size, probability));
            });
            assert_eq!(enumerated(&test, &flips, sizes.len()), sizes);
        }
    }

    #[test]
    fn what_cannot_be_tested() {
        let fails = |clusters: &PooledClusters, resamples| {
            let resampling = Resampling { resamples, ..Resampling::default() };
            sign_flip(clusters, &accuracy, Studentised::Yes, LEVEL, &resampling).err()
        };
        assert_eq!(fails(&pooled(&[[1, 1, 1]; 2]), 9), Some(UncertaintyError::NotPaired(3)));
        assert_eq!(fails(&pooled(&[[1, 1, 0, 1]]), 9), Some(UncertaintyError::FewClusters(1)));
        for resamples in [0, 1_000_001, usize::MAX] {
            let error = fails(&pooled(&[[1, 1, 0, 1]; 2]), resamples);
            assert_eq!(error, Some(UncertaintyError::Resamples(resamples)));
        }
        let no_units = Some(UncertaintyError::Undefined(Undefined::NoValue));
        assert_eq!(
            fails(
                &pooled(&[[1, 0, 0, 1]; 2])
                    .project(4, |counts| [counts[0], 0, counts[2], 1])
                    .unwrap(),
                9
            ),
            no_units
        );
    }

    fn clusters(most: usize) -> impl Strategy<Value = PooledClusters> {
        let half = || (0u32..2, 0u32..4);
        let cluster = (half(), half(), 1u32..3).prop_map(|((o, m), (other, n), more)| {
            let units = m.max(n) + more;
            [o, 1, m, units, other, 1, n, units]
        });
        proptest::collection::vec(cluster, 2..most).prop_map(|clusters| {
            PooledClusters::new(8, clusters.iter().map(|counts| (counts, 1))).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn on_independent_units_it_is_mcnemars_test(
            first in 0u64..300, second in 0u64..300, both in 2u64..300
        ) {
            let clusters = [([1, 1, 0, 1], first), ([0, 1, 1, 1], second), ([1, 1, 1, 1], both)];
            let clusters = PooledClusters::new(4, clusters).unwrap();
            let expected = mcnemar(first, second);
            let shares = sign_flip_of_shares(&clusters, LEVEL, &Resampling::default()).unwrap();
            prop_assert!((shares.p - expected.exact).abs() < 1e-9, "{:?} {:?}", shares, expected);
            prop_assert!((shares.mid_p - expected.mid_p).abs() < 1e-9, "{:?} {:?}", shares, expected);
            for studentised in [Studentised::Yes, Studentised::No] {
                let ours =
                    sign_flip(&clusters, &accuracy, studentised, LEVEL, &Resampling::default()).unwrap();
                prop_assert!(ours.drawn.is_none() && ours.informative == first + second);
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
                let one = sign_flip(&clusters, &correlation, studentised, LEVEL, &resampling);
                let other = Resampling { threads, ..resampling };
                let other = sign_flip(&exchanged(&clusters), &correlation, studentised, LEVEL, &other);
                match (one, other) {
                    (Ok(one), Ok(other)) => {
                        for significance in [0.001, 0.01, 0.03, 0.05] {
                            if let Some(interval) = one.interval(significance) {
                                let holds = interval.contains(0.0);
                                prop_assert_eq!(holds, one.mid_p > significance, "{:?}", interval);
                            }
                        }
                        let exactly = |test: &SignFlip| {
                            (test.mid_p, test.drawn, test.informative, test.undefined)
                        };
                        prop_assert_eq!(exactly(&one), exactly(&other));
                        prop_assert!((one.difference + other.difference).abs() < 1e-12);
                        prop_assert!((one.error - other.error).abs() < 1e-12);
                        prop_assert!(0.0 < one.mid_p && one.mid_p <= one.p && one.p <= 1.0);
                    }
                    (one, other) => prop_assert!(one.is_err() && other.is_err()),
                }
            }
        }
    }
}
