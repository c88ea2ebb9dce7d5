//! Intervals and comparisons of average precision and the confidence-weighted score. A ranking is no sum
//! over clusters, so every resample goes over all pairs.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::counts::TieGroup;
use crate::evaluation::StatisticsSettings;
use crate::measures::RankingSum;
use crate::rankings::Place;
use crate::seed::Seed;
use crate::statistics::{Interval, SignFlip};
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
fn resamples(settings: &StatisticsSettings, pairs: usize) -> usize {
    settings.resamples.min(PLACES / pairs.max(1)).max(1)
}

/// Clusters of the same pairs in two rankings: their numbers from 0, and how many there are. They are numbered
/// by what the rankings hold of them, so that draws do not depend on the order of the pairs or runs.
fn numbered(first: &[Place], second: &[Place]) -> (Vec<usize>, usize) {
    type Ranks = [(u64, bool); 2];
    let mut contents = std::collections::BTreeMap::<usize, Vec<Ranks>>::new();
    for (one, other) in first.iter().zip(second) {
        let mut ranks = [one, other].map(|place| (place.rank.to_bits(), place.marked));
        ranks.sort_unstable();
        contents.entry(one.cluster).or_default().push(ranks);
    }
    let mut clusters: Vec<(Vec<Ranks>, usize)> = contents
        .into_iter()
        .map(|(cluster, mut ranks)| {
            ranks.sort_unstable();
            (ranks, cluster)
        })
        .collect();
    clusters.sort();
    let numbers: std::collections::HashMap<usize, usize> =
        clusters.iter().enumerate().map(|(number, (_, cluster))| (*cluster, number)).collect();
    (first.iter().map(|place| numbers[&place.cluster]).collect(), clusters.len())
}

/// Clusters of places: their numbers from 0, and how many there are.
fn clusters(places: &[Place]) -> (Vec<usize>, usize) {
    let mut seen: Vec<usize> = places.iter().map(|place| place.cluster).collect();
    seen.sort_unstable();
    seen.dedup();
    let number = |place: &Place| seen.binary_search(&place.cluster).unwrap_or_default();
    (places.iter().map(number).collect(), seen.len())
}

/// How many clusters the pairs of a ranking come from.
pub(crate) fn cluster_count(places: &[Place]) -> u64 {
    clusters(places).1 as u64
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
    settings: &StatisticsSettings,
    seed: Seed,
) -> Option<Interval> {
    let (numbers, count) = clusters(places);
    if count < 2 {
        return None;
    }
    let mut random = Pcg64::seed_from_u64(seed.0);
    let values = (0..resamples(settings, places.len())).filter_map(|_| {
        let times = drawn(&mut random, count);
        weighted(measure, places, &numbers, &times).ok()
    });
    percentiles(values.collect(), settings, count)
}

fn percentiles(
    mut values: Vec<f64>,
    settings: &StatisticsSettings,
    clusters: usize,
) -> Option<Interval> {
    values.sort_unstable_by(f64::total_cmp);
    let level = settings.level.expanded(clusters as u64).value();
    let last = values.len().checked_sub(1)? as f64;
    let at = |p: f64| values[(p * last).round() as usize];
    Some(Interval { lower: at((1.0 - level) / 2.0), upper: at(f64::midpoint(1.0, level)) })
}

/// Whether two runs rank the same pairs.
pub(crate) fn of_same_pairs(first: &[Place], second: &[Place]) -> bool {
    let rows = |places: &[Place]| {
        let mut rows: Vec<usize> = places.iter().map(|place| place.row).collect();
        rows.sort_unstable();
        rows
    };
    rows(first) == rows(second)
}

/// Compares two runs that rank the same pairs by the sign-flip test that swaps, for whole clusters, the
/// ranks that the runs give to their pairs; with up to so many draws. Nothing where the runs rank different
/// pairs, a measure has no value, or there are fewer than two clusters.
pub(crate) fn compare(
    measure: Start,
    [first, second]: [&[Place]; 2],
    draws: usize,
    settings: &StatisticsSettings,
    seed: Seed,
) -> Option<SignFlip> {
    let sorted = |places: &[Place]| {
        let mut sorted = places.to_vec();
        sorted.sort_unstable_by_key(|place| place.row);
        sorted
    };
    let (by_row, other) = (sorted(first), sorted(second));
    // A cluster that one of them has no pair of would have no number.
    if !of_same_pairs(first, second) {
        return None;
    }
    let (numbers, count) = numbered(&by_row, &other);
    if count < 2 {
        return None;
    }
    let draws = draws.min(PLACES / (2 * by_row.len()).max(1)).max(1);
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
    let difference = once(&mut first.to_vec()).ok()? - once(&mut second.to_vec()).ok()?;
    let mut random = Pcg64::seed_from_u64(seed.0);
    let mut undefined = 0;
    let mut sizes = vec![difference.abs()];
    for _ in 0..draws {
        let swapped: Vec<bool> = (0..count).map(|_| random.random()).collect();
        let mut one = by_row.clone();
        let mut two = other.clone();
        for (at, cluster) in numbers.iter().enumerate() {
            if swapped[*cluster] {
                std::mem::swap(&mut one[at], &mut two[at]);
            }
        }
        sizes.push(match (once(&mut one), once(&mut two)) {
            (Ok(one), Ok(two)) => (one - two).abs(),
            _ => {
                undefined += 1;
                f64::INFINITY
            }
        });
    }
    // The clusters that the runs rank differently.
    let mut informative: Vec<usize> = (0..by_row.len())
        .filter(|at| (by_row[*at].rank, by_row[*at].marked) != (other[*at].rank, other[*at].marked))
        .map(|at| numbers[at])
        .collect();
    informative.sort_unstable();
    informative.dedup();
    let squares = sizes.iter().filter(|size| size.is_finite()).map(|size| size * size);
    let error = (squares.sum::<f64>() / sizes.len() as f64).sqrt();
    let of_draw = 1.0 / sizes.len() as f64;
    let in_errors = |size: &f64| (if error > 0.0 { size / error } else { 0.0 }, of_draw);
    let observed = in_errors(&difference.abs()).0;
    Some(SignFlip::drawn(
        [difference, error],
        observed,
        sizes.iter().map(in_errors).collect(),
        [informative.len() as u64, undefined],
        settings.level,
    ))
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
        let settings = StatisticsSettings::default();
        let of = || interval(AP, &places, &settings, Seed(1)).unwrap();
        let value =
            sum(AP, marks.iter().map(|mark| TieGroup { pairs: 1, marked: u64::from(*mark) }))
                .unwrap();
        assert!(of().contains(value), "{:?} {value}", of());
        assert_eq!(of(), of());
        assert!(interval(AP, &places[..1], &settings, Seed(1)).is_none());
    }

    #[test]
    fn rankings_of_different_pairs_are_not_compared() {
        let all = places(&[true, false, true, false]);
        let settings = StatisticsSettings::default();
        for (one, other) in [(&all[..], &all[..3]), (&all[1..], &all[..3]), (&all[..], &[])] {
            for pair in [[one, other], [other, one]] {
                assert!(compare(AP, pair, 100, &settings, Seed(1)).is_none());
            }
        }
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
        let settings = StatisticsSettings::default();
        let of = |pair| compare(AP, pair, 2_000, &settings, Seed(1)).unwrap();
        let told = of([&good, &bad]);
        assert!(told.mid_p < 0.01 && told.interval(0.05).unwrap().lower > 0.0, "{told:?}");
        let same = of([&good, &good]);
        assert!((same.p - 1.0).abs() < 1e-9 && same.informative == 0);
        let turned = of([&bad, &good]);
        assert_eq!((turned.mid_p, turned.difference), (told.mid_p, -told.difference));
    }
}
