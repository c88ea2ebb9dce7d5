//! How long comparisons will take.

use std::time::Duration;

use super::compared::drawn_on;
use crate::evaluation::Evaluation;
use crate::statistics::PooledClusters;

/// What a draw of one distinct vector takes, in nanoseconds, by `benches/resampling.rs`; and what a
/// statistic of the sums takes.
const DRAW: f64 = 40.0;
const STATISTIC: f64 = 150.0;

/// About how long [`comparisons`](crate::comparisons()) will take for their
/// intervals and tests: right to a factor of two or three, depending on the machine. Rankings
/// draw nothing.
#[must_use]
pub fn expected_time(evaluation: &Evaluation) -> Duration {
    let statistics = &evaluation.statistics;
    let mut nanoseconds = 0.0;
    if let Some(pools) = evaluation.pair_pools().filter(|pools| !pools.pairs.is_empty()) {
        for alike in drawn_on(evaluation).chunk_by(|one, next| one == next) {
            let (slice, population) = alike[0];
            // A permutation, with the gradients for its standard error. Other pairs of systems have about as many different
            // clusters as the first one.
            let of_pair = 2.0 * of_resample(&pools.of_pair(slice, 0, population), 2.0);
            nanoseconds += (pools.pairs.len() * alike.len()) as f64 * of_pair;
        }
    }
    let threads = statistics.threads.get() as f64;
    let nanoseconds = nanoseconds * statistics.resamples as f64 / threads;
    Duration::try_from_secs_f64(nanoseconds / 1e9).unwrap_or(Duration::MAX)
}

/// What a resample of clusters and its statistics take, in nanoseconds.
fn of_resample(clusters: &PooledClusters, statistics: f64) -> f64 {
    if clusters.clusters() < 2 {
        return 0.0;
    }
    DRAW * clusters.blocked().distinct() as f64 + STATISTIC * statistics
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment, Run};

    use super::*;
    use crate::evaluation::{Compared, Origin, Settings, StatisticsSettings};
    use crate::testing::{Pair, dataset};

    #[test]
    fn it_grows_with_resamples_and_is_nothing_where_none_are_drawn() {
        let pairs: Vec<Pair> = (0..20).map(|at| Pair::original(&at.to_string())).collect();
        let dataset = dataset(&pairs);
        let run = |name, of: fn(usize) -> Judgment| {
            let answers = (0..pairs.len()).map(|at| Answer::Judged(of(at)));
            (Run::from_answers(name, answers), Origin::Answers)
        };
        let other = |at| if at % 3 == 0 { Judgment::Unknown } else { Judgment::Entailment };
        let runs = [run("a", |_| Judgment::Entailment), run("b", other)];
        let of = |statistics| {
            let settings = Settings { statistics, ..Settings::default() };
            expected_time(&Evaluation::new(&dataset, &runs, &settings)).as_secs_f64()
        };
        let few = of(StatisticsSettings { resamples: 1_000, ..StatisticsSettings::default() });
        let many = of(StatisticsSettings { resamples: 1_000_000, ..StatisticsSettings::default() });
        assert!(few > 0.0 && (many / few - 1_000.0).abs() < 1.0, "{few} {many}");
        let none = StatisticsSettings {
            intervals: false,
            compare: Compared::None,
            ..StatisticsSettings::default()
        };
        assert_eq!(of(none), 0.0);
    }
}
