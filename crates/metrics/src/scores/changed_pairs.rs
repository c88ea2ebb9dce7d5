//! The pairs that a new system judges otherwise than an old one.

use phenom_dataset::{Answer, Dataset, Missing, Outcome, Run, Task};

use crate::evaluation::right_units;

/// What becomes of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The old system judges it right, and the new one does not.
    Broken,
    /// The new system judges it right, and the old one does not.
    Mended,
}

/// A pair on which the share of correct runs differs between two systems; of single runs, one on which one system
/// alone is correct. Of outcomes with scores, a pair on which the mean score of the runs differs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangedPair {
    /// The pair's row in the dataset.
    pub row: usize,
    /// Which system is correct in the larger share of its runs.
    pub change: Change,
    /// The difference of the shares, above 0 and at most 1; 1 for single runs. Mended pairs less broken ones, each
    /// counted by this share, are the difference of the accuracies in pairs.
    pub share: f64,
}

/// The pairs that change from the runs of an old system to those of a new one, in the order of the dataset. Pairs that
/// any of these runs or any of `others` leaves out do not count.
#[must_use]
pub fn changed_pairs(
    dataset: &Dataset,
    [old, new]: [&[&Run]; 2],
    others: &[&Run],
    task: Task,
) -> Vec<ChangedPair> {
    let right = |row: usize, runs: &[&Run]| -> Option<usize> {
        let mut right = 0;
        for run in runs {
            right += right_units(dataset, row, run, task)?;
        }
        Some(right)
    };
    let left_out = |row: usize| {
        let skips =
            |run: &&Run| run.missing() == Missing::Skip && run.answer(row) == Answer::Missing;
        others.iter().any(skips)
    };
    let changed = |row: usize| {
        let (before, after) = (right(row, old)? * new.len(), right(row, new)? * old.len());
        let change = match after.cmp(&before) {
            std::cmp::Ordering::Less => Change::Broken,
            std::cmp::Ordering::Greater => Change::Mended,
            std::cmp::Ordering::Equal => return None,
        };
        let most = old.len() * new.len() * Outcome::UNIT as usize;
        let share = after.abs_diff(before) as f64 / most as f64;
        (!left_out(row)).then_some(ChangedPair { row, change, share })
    };
    (0..dataset.len()).filter_map(changed).collect()
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Judgment::*, RunBuilder};

    use super::*;
    use crate::evaluation::{Compared, Evaluation, Origin, Settings, StatisticsSettings};
    use crate::scores::gate;
    use crate::testing::{Pair, dataset};

    /// Mended less broken pairs of some runs, and the difference of the accuracies in pairs. Each run is a word: a
    /// letter for each pair, `+` for correct, `-` for wrong, and a blank for a missing answer, which is skipped.
    fn sums(old: &[&str], new: &[&str]) -> [f64; 4] {
        let pairs = old[0].len();
        let pairs: Vec<Pair> = (0..pairs).map(|row| Pair::original(&row.to_string())).collect();
        let dataset = dataset(&pairs);
        let run = |system: &str, word: &str| {
            let mut builder = RunBuilder::new(&dataset, system, Missing::Skip);
            for (row, letter) in word.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
                let answer = if letter == '+' { Entailment } else { Unknown };
                builder.add(1, dataset.id(row), Answer::Judged(answer), None);
            }
            builder.finish().unwrap()
        };
        let [old, new] = [("old", old), ("new", new)].map(|(system, words)| -> Vec<Run> {
            words.iter().map(|word| run(system, word)).collect()
        });
        let [old_runs, new_runs] = [&old, &new].map(|runs| runs.iter().collect::<Vec<_>>());
        let changed = changed_pairs(&dataset, [&old_runs, &new_runs], &[], Task::ThreeWay);
        let sum = |change: Change| -> f64 {
            changed.iter().filter(|pair| pair.change == change).map(|pair| pair.share).sum()
        };
        let statistics = StatisticsSettings {
            compare: Compared::All,
            common_pairs: true,
            intervals: false,
            ..StatisticsSettings::default()
        };
        let settings = Settings { statistics, ..Settings::default() };
        let runs: Vec<(Run, Origin)> =
            new.into_iter().chain(old).map(|run| (run, Origin::Answers)).collect();
        let row =
            gate(&Evaluation::new(&dataset, &runs, &settings), &[], None).remove(0).comparison;
        let [broken, mended] = [sum(Change::Broken), sum(Change::Mended)];
        [broken, mended, mended - broken, row.difference().unwrap() * row.pairs as f64]
    }

    #[test]
    fn mended_less_broken_pairs_are_the_difference() {
        for (old, new, [broken, mended]) in [
            // Pair by pair, old and new: 1 and 0; 0 and 1; 1 and 1; 0 and 0.
            (vec!["+-+-"], vec!["-++-"], [1.0, 1.0]),
            // Thirds: 3 and 2; 1 and 3; 0 and 0; 2 and 1.
            (vec!["++-+", "+--+", "+---"], vec!["++-+", "++--", "-+--"], [2.0 / 3.0, 2.0 / 3.0]),
            // Fifths against one run: 4 and 5; 3 and 0; 0 and 0; 1 and 5.
            (vec!["++-+", "++--", "++--", "+---", "----"], vec!["+--+"], [0.6, 1.0]),
            // The second run of the old system has no answer to the first pair, which does not count.
            (vec!["+--+", " +-+"], vec!["---+", "-+--"], [0.5, 0.0]),
        ] {
            let found = sums(&old, &new);
            let expected = [broken, mended, mended - broken, mended - broken];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{old:?} {new:?}: {found} {expected}");
            }
        }
    }
}
