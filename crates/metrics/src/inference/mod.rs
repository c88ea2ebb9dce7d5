//! Intervals and comparisons of the figures of an evaluation: [`uncertainty`](crate::uncertainty)
//! applied to the clusters of its slices.

mod cluster_pools;
mod comparisons;
mod expected_time;
mod intervals;
mod of_rankings;
mod seeds;
mod shrunken;
mod views;

use std::num::NonZeroUsize;

use crate::uncertainty::{ConfidenceLevel, Correction, Resampling};
pub(crate) use cluster_pools::{ClusterPools, runs_side_by_side};
pub use comparisons::{Compared, ComparisonRow, Outcome, comparisons};
pub use expected_time::expected_time;
pub use intervals::ScoreInterval;
pub(crate) use intervals::{Group, attach};
pub use seeds::{RunsRow, over_seeds};
pub(crate) use shrunken::shrunken;

/// How sure one is to be, and how it is found out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inference {
    /// Whether figures get intervals.
    pub intervals: bool,
    /// The level of intervals; tests are made at 1 less this.
    pub level: ConfidenceLevel,
    /// How many resamples are drawn for each interval and each test, from 1 to [`Resampling::MOST`].
    pub resamples: usize,
    /// How p-values are adjusted within a family.
    pub correction: Correction,
    /// Which systems are held against each other.
    pub compare: Compared,
    /// Whether systems that answer different pairs are compared on those that all of them answer.
    pub common_pairs: bool,
    /// How many threads draw; the results do not depend on it.
    pub threads: NonZeroUsize,
}

impl Default for Inference {
    fn default() -> Self {
        Self {
            intervals: true,
            level: ConfidenceLevel::NINETY_FIVE,
            resamples: 2_000,
            correction: Correction::Holm,
            compare: Compared::All,
            common_pairs: false,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }
}

impl Inference {
    /// The draws of one interval or test: each on one thread, with many side by side.
    pub(crate) fn resampling(&self, seed: crate::Seed) -> Resampling {
        Resampling { resamples: self.resamples, seed: seed.0, threads: NonZeroUsize::MIN }
    }
}

/// Does every piece of work on some threads; results come in the order of the work.
pub(crate) fn side_by_side<W: Sync, R: Send>(
    work: &[W],
    threads: NonZeroUsize,
    one: impl Fn(&W) -> R + Sync,
) -> Vec<R> {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(work.len()));
    let run = || {
        let mut mine = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = work.get(at) else { break };
            mine.push((at, one(piece)));
        }
        if let Ok(mut done) = done.lock() {
            done.append(&mut mine);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get().min(work.len().max(1)) {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Run};
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{dataset, pairs_and_answers};
    use crate::{Evaluation, Origin, Seed, Settings, scores};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// The same seed gives the same intervals and comparisons, whatever the number of threads;
        /// every interval stands in the range that its ends have.
        #[test]
        fn threads_change_nothing((pairs, answers) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |name, answers: Vec<_>| {
                (Run::from_answers(name, answers.into_iter().map(Answer::Judged)), Origin::Answers)
            };
            let runs = [run("a", answers), run("b", turned)];
            let of = |threads: usize, seed| {
                let inference = Inference {
                    resamples: 200,
                    threads: NonZeroUsize::new(threads).unwrap(),
                    ..Inference::default()
                };
                let settings = Settings { inference, seed: Seed(seed), ..Settings::default() };
                let evaluation = Evaluation::new(&dataset, &runs, &settings);
                (scores(&evaluation, false), comparisons(&evaluation))
            };
            let (scored, compared) = of(1, 1);
            prop_assert_eq!(&(scored.clone(), compared.clone()), &of(3, 1));
            for score in &scored {
                if let Some(interval) = score.interval {
                    prop_assert!(interval.interval.lower <= interval.interval.upper);
                }
            }
            for row in &compared {
                prop_assert!(row.p.is_none_or(|p| p > 0.0 && p <= 1.0));
                prop_assert!(row.p_adjusted >= row.p);
            }
        }
    }
}
