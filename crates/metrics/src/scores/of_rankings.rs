//! Intervals and comparisons of average precision and the confidence-weighted score. A ranking is no sum
//! over clusters, so every resample goes over all pairs.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::counts::TieGroup;
use crate::evaluation::StatisticsSettings;
use crate::measures::RankingSum;
use crate::rankings::Place;
use crate::seed::Seed;
use crate::statistics::Interval;
use crate::undefined::Value;

/// Starts the sum of a measure of a ranking.
type Start = fn() -> Box<dyn RankingSum>;

/// The measure of tie groups that follow each other.
fn sum(start: Start, groups: impl Iterator<Item = TieGroup>) -> Value {
    let mut sum = start();
    groups.for_each(|group| sum.add(group));
    sum.value()
}

/// Up to how many places are gone over in all.
const PLACES: usize = 40_000_000;

/// The resamples that so many pairs allow.
fn resamples(statistics: &StatisticsSettings, pairs: usize) -> usize {
    statistics.resamples.min(PLACES / pairs.max(1)).max(1)
}

/// Clusters of places: their numbers from 0, and how many there are.
fn clusters(places: &[Place]) -> (Vec<usize>, usize) {
    let mut seen: Vec<usize> = places.iter().map(|place| place.cluster).collect();
    seen.sort_unstable();
    seen.dedup();
    let number = |place: &Place| seen.binary_search(&place.cluster).unwrap_or_default();
    (places.iter().map(number).collect(), seen.len())
}

/// How often each cluster is drawn in a resample.
fn drawn(random: &mut Pcg64, clusters: usize) -> Vec<u64> {
    let mut times = vec![0; clusters];
    for _ in 0..clusters {
        times[random.random_range(0..clusters)] += 1;
    }
    times
}

/// The measure where each cluster counts so often.
fn weighted(measure: Start, places: &[Place], numbers: &[usize], times: &[u64]) -> Value {
    let mut at = 0;
    let groups = places.chunk_by(|a, b| a.rank == b.rank).map(|group| {
        let mut tied = TieGroup { pairs: 0, marked: 0 };
        for place in group {
            let times = times[numbers[at]];
            at += 1;
            tied.pairs += times;
            tied.marked += if place.marked { times } else { 0 };
        }
        tied
    });
    sum(measure, groups.filter(|group| group.pairs > 0))
}

/// The percentile interval of a measure of a ranking, by bootstrap over clusters at the expanded level.
pub(crate) fn interval(
    measure: Start,
    places: &[Place],
    statistics: &StatisticsSettings,
    seed: Seed,
) -> Option<Interval> {
    let (numbers, count) = clusters(places);
    if count < 2 {
        return None;
    }
    let mut random = Pcg64::seed_from_u64(seed.0);
    let values = (0..resamples(statistics, places.len())).filter_map(|_| {
        let times = drawn(&mut random, count);
        weighted(measure, places, &numbers, &times).ok()
    });
    percentiles(values.collect(), statistics, count)
}

fn percentiles(
    mut values: Vec<f64>,
    statistics: &StatisticsSettings,
    clusters: usize,
) -> Option<Interval> {
    values.sort_unstable_by(f64::total_cmp);
    let level = statistics.level.expanded(clusters as u64).value();
    let last = values.len().checked_sub(1)? as f64;
    let at = |p: f64| values[(p * last).round() as usize];
    Some(Interval { lower: at((1.0 - level) / 2.0), upper: at(f64::midpoint(1.0, level)) })
}

/// Two runs by a measure of their rankings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RankingComparison {
    pub(crate) interval: Option<Interval>,
    pub(crate) p: f64,
    pub(crate) clusters: u64,
}

/// Compares two runs that rank the same pairs: the interval of the difference by paired bootstrap, and
/// the p-value (mid-p) of a sign-flip test that swaps, for whole clusters, the ranks that the runs give
/// to their pairs; nothing where the runs rank different pairs or there are fewer than two clusters.
pub(crate) fn compare(
    measure: Start,
    [first, second]: [&[Place]; 2],
    statistics: &StatisticsSettings,
    seed: Seed,
) -> Option<RankingComparison> {
    let sorted = |places: &[Place]| {
        let mut sorted = places.to_vec();
        sorted.sort_unstable_by_key(|place| place.row);
        sorted
    };
    let (by_row, other) = (sorted(first), sorted(second));
    let same =
        by_row.len() == other.len() && by_row.iter().zip(&other).all(|(a, b)| a.row == b.row);
    let (numbers, count) = clusters(&by_row);
    if !same || count < 2 {
        return None;
    }
    let draws = resamples(statistics, 2 * by_row.len());
    let (of_first, of_second) = (clusters(first).0, clusters(second).0);
    let mut random = Pcg64::seed_from_u64(seed.0);
    let differences = (0..draws).filter_map(|_| {
        let times = drawn(&mut random, count);
        let one = weighted(measure, first, &of_first, &times).ok()?;
        Some(one - weighted(measure, second, &of_second, &times).ok()?)
    });
    let interval = percentiles(differences.collect(), statistics, count);
    let once = |places: &mut Vec<Place>| {
        places.sort_unstable_by(|a, b| a.rank.total_cmp(&b.rank));
        let groups = places.chunk_by(|a, b| a.rank == b.rank);
        sum(
            measure,
            groups.map(|group| TieGroup {
                pairs: group.len() as u64,
                marked: group.iter().filter(|place| place.marked).count() as u64,
            }),
        )
    };
    let observed = (once(&mut first.to_vec()).ok()? - once(&mut second.to_vec()).ok()?).abs();
    const TIE: f64 = 1e-12;
    let (mut beyond, mut equal) = (0.0, 1.0);
    for _ in 0..draws {
        let swapped: Vec<bool> = (0..count).map(|_| random.random()).collect();
        let mut one = by_row.clone();
        let mut two = other.clone();
        for (at, cluster) in numbers.iter().enumerate() {
            if swapped[*cluster] {
                std::mem::swap(&mut one[at], &mut two[at]);
            }
        }
        let difference = match (once(&mut one), once(&mut two)) {
            (Ok(one), Ok(two)) => (one - two).abs(),
            _ => f64::INFINITY,
        };
        if difference > observed + TIE {
            beyond += 1.0;
        } else if difference >= observed - TIE {
            equal += 1.0;
        }
    }
    // Runs that rank alike differ in nothing.
    let alike = observed <= TIE;
    let p = if alike { 1.0 } else { (beyond + equal / 2.0) / (draws as f64 + 1.0) };
    Some(RankingComparison { interval, p: p.clamp(f64::MIN_POSITIVE, 1.0), clusters: count as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::average_precision::AveragePrecision;

    const AP: Start = || Box::<AveragePrecision>::default();

    fn places(marks: &[bool]) -> Vec<Place> {
        let place = |(row, marked): (usize, &bool)| Place {
            row,
            cluster: row,
            rank: row as f64 + 1.0,
            marked: *marked,
        };
        marks.iter().enumerate().map(place).collect()
    }

    #[test]
    fn an_interval_holds_its_value_and_is_the_same_every_time() {
        let marks: Vec<bool> = (0..100).map(|place| place % 3 == 0 || place < 20).collect();
        let places = places(&marks);
        let statistics = StatisticsSettings::default();
        let of = || interval(AP, &places, &statistics, Seed(1)).unwrap();
        let value =
            sum(AP, marks.iter().map(|mark| TieGroup { pairs: 1, marked: u64::from(*mark) }))
                .unwrap();
        assert!(of().contains(value), "{:?} {value}", of());
        assert_eq!(of(), of());
        assert!(interval(AP, &places[..1], &statistics, Seed(1)).is_none());
    }

    #[test]
    fn a_good_and_a_bad_ranking_differ_and_a_ranking_does_not_differ_from_itself() {
        // The first ranks the 30 positive pairs first, the second last.
        let good = places(&(0..60).map(|place| place < 30).collect::<Vec<_>>());
        let mut bad = good.clone();
        for place in &mut bad {
            place.rank = 61.0 - place.rank;
        }
        bad.reverse();
        let statistics = StatisticsSettings::default();
        let of = |pair| compare(AP, pair, &statistics, Seed(1)).unwrap();
        let told = of([&good, &bad]);
        assert!(told.p < 0.01 && told.interval.unwrap().lower > 0.0, "{told:?}");
        let same = of([&good, &good]);
        assert_eq!(same.p, 1.0);
    }
}
