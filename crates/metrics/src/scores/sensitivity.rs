//! Whether a significant difference rests on a few clusters.

use super::compared::compared_in_accuracy;
use super::comparison_row::ComparisonRow;
use super::comparisons::sides;
use crate::evaluation::Evaluation;
use crate::measures::accuracy::ACCURACY;
use crate::statistics::{ComparedBy, PooledClusters, Resampling, SideBySide, compare};

/// At least so many clusters are left out before a verdict counts as resting on more than a few.
const FEW: u64 = 2;

/// A difference that is not significant without some clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sensitivity {
    /// How many clusters have to be left out, at least 1.
    pub without: u64,
    /// The clusters in which the predictions of the two systems differ.
    pub differing: u64,
}

/// The smallest number of clusters without which a significant difference in accuracy is not significant; `None` if it is
/// significant without the two clusters, and without the 2 % of clusters, that contribute most to it, or if it was not
/// significant. Clusters are left out one by one, the largest contribution first; the significance level of the row
/// stays fixed. `None` of judged gold, too.
#[must_use]
pub fn sensitivity(evaluation: &Evaluation, row: &ComparisonRow) -> Option<Sensitivity> {
    let is_asked =
        row.is_significant() && row.measure.key == ACCURACY.key && evaluation.judged.is_none();
    let pools = evaluation.pair_pools().filter(|_| is_asked)?;
    let compared = compared_in_accuracy(evaluation, pools, row)?;
    let found = sides(evaluation, pools, &compared)?;
    let direction = row.difference().ok()?.signum();
    let contribution = |counts: &[u32]| -> f64 {
        let right = |counts: &[u32]| counts.iter().step_by(2).map(|right| f64::from(*right)).sum();
        let (first, second) = counts.split_at(2 * found.runs[0]);
        let [first, second]: [f64; 2] = [right(first), right(second)];
        direction * (first / found.runs[0] as f64 - second / found.runs[1] as f64)
    };
    let mut clusters: Vec<(Vec<u32>, u64)> =
        found.clusters.iter().map(|(counts, times)| (counts.to_vec(), times)).collect();
    clusters.sort_by(|(a, _), (b, _)| contribution(b).total_cmp(&contribution(a)));
    let differs = |counts: &[u32]| contribution(counts).abs() > 1e-12;
    let differing = clusters.iter().filter(|(counts, _)| differs(counts)).map(|(_, times)| times);
    let differing: u64 = differing.sum();
    let settings = &evaluation.statistics;
    let resampling =
        Resampling { resamples: settings.resamples, ..settings.resampling(evaluation.seed) };
    for without in 1..=FEW.max(row.clusters / 50) {
        let (_, times) =
            clusters.iter_mut().find(|(counts, times)| *times > 0 && contribution(counts) > 0.0)?;
        *times -= 1;
        let width = 2 * (found.runs[0] + found.runs[1]);
        let left = clusters.iter().filter(|(_, times)| *times > 0);
        let left = left.map(|(counts, times)| (counts.clone(), *times));
        let left = PooledClusters::new(width, left).ok()?;
        let p = SideBySide::new(&left, found.runs).ok().and_then(|sides| {
            let by = ComparedBy::Share;
            let test = compare(&sides, by, settings.question, settings.level, &resampling).ok()?;
            test.has_enough_clusters(settings.level).then(|| test.p())
        });
        if p.is_none_or(|p| p > row.significance) {
            return Some(Sensitivity { without, differing });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment::*, Run};

    use super::*;
    use crate::evaluation::{Origin, Settings};
    use crate::scores::comparisons;
    use crate::testing::{Pair, dataset};

    /// Entailed originals on some of which `A` alone is correct.
    fn of(only_a: usize) -> Option<Sensitivity> {
        let pairs: Vec<Pair> =
            (0..40).map(|number| Pair::original(&number.to_string()).gold(Entailment)).collect();
        let run = |name: &str, wrong: usize| {
            let answer = |at| if at < wrong { Unknown } else { Entailment };
            let answers = (0..40).map(|at| Answer::Judged(answer(at)));
            (Run::from_answers(name, answers), Origin::Answers)
        };
        let runs = [run("A", 0), run("B", only_a)];
        let evaluation = Evaluation::new(&dataset(&pairs), &runs, &Settings::default());
        let rows = comparisons(&evaluation);
        let row =
            rows.iter().find(|row| row.system_b == "B" && row.measure.key == "accuracy").unwrap();
        sensitivity(&evaluation, row)
    }

    /// The level of the only primary comparison is .05 / 3; mid-p of n discordant pairs of one kind is 2**-n: 6 pairs are
    /// significant (.0156), 5 are not (.031).
    #[test]
    fn a_difference_rests_on_the_clusters_without_which_it_is_not_significant() {
        assert_eq!(of(5), None);
        assert_eq!(of(6), Some(Sensitivity { without: 1, differing: 6 }));
        assert_eq!(of(7), Some(Sensitivity { without: 2, differing: 7 }));
        assert_eq!(of(8), None);
    }
}
