//! A threshold on a score, learnt on a development set.

use serde::Deserialize;

use super::{Extra, prediction_rows};
use crate::input::Input;
use crate::problem::ProblemKind;
use crate::problems::Problems;
use crate::unknown_ids::UnknownIds;
use crate::{Dataset, Judgment, PredictionSource};

/// What a threshold is to be best for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThresholdFor {
    /// The share of right answers.
    #[default]
    Accuracy,
    /// The mean of the shares of right answers on positive pairs and on others.
    BalancedAccuracy,
}

impl ThresholdFor {
    /// The words in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::BalancedAccuracy => "balanced accuracy",
        }
    }

    /// What a right answer on a pair that is not positive and on a positive one weighs, given the number of pairs of each kind.
    /// Pairs of one kind weigh the same.
    fn weights(self, [others, positives]: [u64; 2]) -> [u128; 2] {
        match self {
            Self::BalancedAccuracy if others > 0 && positives > 0 => {
                [positives.into(), others.into()]
            }
            Self::Accuracy | Self::BalancedAccuracy => [1, 1],
        }
    }
}

/// A learnt threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// The least score of a positive answer.
    pub value: f64,
    /// The development pairs that it judges right, and all that have a score and gold.
    pub right: u64,
    /// All of them.
    pub pairs: u64,
}

impl Threshold {
    /// The threshold that is best at telling scores into positive ones, at or above it, and others: midway between two
    /// neighbouring scores; of equally good ones the lowest. Without scores it is 0.
    #[must_use]
    pub fn learnt(mut scored: Vec<(f64, bool)>, best_for: ThresholdFor) -> Self {
        scored.sort_by(|a, b| a.0.total_cmp(&b.0));
        learn(&scored, best_for)
    }
}

/// Gathers the scores of a system on a development set.
#[derive(Debug)]
pub struct ThresholdLearner<'a> {
    dataset: &'a Dataset,
    positive: Judgment,
    /// The row of a pair, its score, and whether gold is the positive judgment.
    scored: Vec<(usize, f64, bool)>,
    problems: Problems,
}

impl<'a> ThresholdLearner<'a> {
    /// A learner that has seen nothing. Gold is positive where its two-way view agrees with that of
    /// the positive judgment.
    #[must_use]
    pub fn new(dataset: &'a Dataset, positive: Judgment) -> Self {
        Self { dataset, positive, scored: Vec::new(), problems: Problems::new() }
    }

    /// Reads the scores of one file, which messages call `file`.
    pub fn read(&mut self, source: &PredictionSource, column: &str, file: &str, input: Input) {
        let Self { dataset, positive, scored, problems } = self;
        let mut unknown = UnknownIds::default();
        let visit = |line, row: Result<(&str, f64), ProblemKind>| match row {
            Err(kind) => problems.push(file, Some(line), kind),
            Ok((id, score)) => match dataset.row(id) {
                None if source.columns.extra == Extra::Ignore || dataset.is_excluded(id) => {}
                None => unknown.add(line, id),
                Some(row) => {
                    if let Some(gold) = dataset.gold()[row] {
                        scored.push((row, score, gold.two_way() == positive.two_way()));
                    }
                }
            },
        };
        if let Err((line, kind)) =
            prediction_rows::scores(source, source.format, column, input, visit, file)
        {
            self.problems.push(file, line, kind);
        }
        let is_known = |id: &str| dataset.row(id).is_some();
        if let Some((line, kind)) = unknown.problem("prediction", is_known, dataset.ids()) {
            self.problems.push(file, Some(line), kind);
        }
    }

    /// The threshold that [`Threshold::learnt`] gives for the development pairs.
    ///
    /// # Errors
    /// All problems of the files; [`ProblemKind::NothingInIt`] where no pair has a score and gold.
    pub fn finish(self, file: &str, best_for: ThresholdFor) -> Result<Threshold, Problems> {
        let scored = self.scored(file)?;
        Ok(Threshold::learnt(without_rows(&scored), best_for))
    }

    /// A threshold for each part, learnt on the pairs of the other ones. `part_of` has the part of each row.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish).
    pub fn by_parts(
        self,
        file: &str,
        best_for: ThresholdFor,
        (part_of, parts): (&[usize], usize),
    ) -> Result<Vec<Threshold>, Problems> {
        let scored = self.scored(file)?;
        let of_part = |part: usize| {
            let others = scored.iter().filter(|(row, ..)| part_of.get(*row) != Some(&part));
            let others: Vec<_> = others.copied().collect();
            Threshold::learnt(without_rows(&others), best_for)
        };
        Ok((0..parts).map(of_part).collect())
    }

    fn scored(mut self, file: &str) -> Result<Vec<(usize, f64, bool)>, Problems> {
        if self.problems.is_empty() && self.scored.is_empty() {
            let wanted = "score of a pair with gold";
            self.problems.push(file, None, ProblemKind::NothingInIt { wanted });
        }
        let Self { scored, problems, .. } = self;
        problems.or(scored)
    }
}

fn without_rows(scored: &[(usize, f64, bool)]) -> Vec<(f64, bool)> {
    scored.iter().map(|(_, score, positive)| (*score, *positive)).collect()
}

/// The best threshold for scores in ascending order.
fn learn(scored: &[(f64, bool)], best_for: ThresholdFor) -> Threshold {
    let pairs = scored.len() as u64;
    let positives = scored.iter().filter(|(_, positive)| *positive).count() as u64;
    let [of_other, of_positive] = best_for.weights([pairs - positives, positives]);
    let lowest = scored.first().map_or(0.0, |(score, _)| *score);
    // Below all scores every answer is positive.
    let (mut right, mut worth) = (positives, u128::from(positives) * of_positive);
    let mut best = Threshold { value: lowest, right, pairs };
    let mut most = worth;
    let mut at = 0;
    while at < scored.len() {
        let score = scored[at].0;
        while at < scored.len() && scored[at].0 == score {
            // Above this score, its pairs are negative.
            if scored[at].1 {
                right -= 1;
                worth -= of_positive;
            } else {
                right += 1;
                worth += of_other;
            }
            at += 1;
        }
        let value = match scored.get(at) {
            Some((next, _)) => score + (next - score) / 2.0,
            None => score.next_up(),
        };
        if worth > most {
            best = Threshold { value, right, pairs };
            most = worth;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_judges_the_most_pairs_right() {
        let scored = [(0.1, false), (0.2, false), (0.4, true), (0.5, false), (0.9, true)];
        let learnt = learn(&scored, ThresholdFor::Accuracy);
        assert_eq!((learnt.right, learnt.pairs), (4, 5));
        assert!((learnt.value - 0.3).abs() < 1e-12);
        let all_positive = learn(&[(0.3, true), (0.4, true)], ThresholdFor::BalancedAccuracy);
        assert_eq!((all_positive.value, all_positive.right), (0.3, 2));
        let all_negative = learn(&[(0.3, false), (0.4, false)], ThresholdFor::Accuracy);
        assert!(all_negative.value > 0.4);
        assert_eq!(all_negative.right, 2);
    }

    // import numpy as np; from sklearn.metrics import accuracy_score, balanced_accuracy_score
    // s, y = np.array([.1, .2, .3, .4, .5, .6]), np.array([1, 0, 1, 0, 1, 1])
    // [(t, accuracy_score(y, s >= t), balanced_accuracy_score(y, s >= t)) for t in (0, .15, .25, .35, .45, .55, .65)]
    #[test]
    fn balanced_accuracy_weighs_the_rarer_kind_more() {
        let scored =
            [(0.1, true), (0.2, false), (0.3, true), (0.4, false), (0.5, true), (0.6, true)];
        let learnt = learn(&scored, ThresholdFor::Accuracy);
        assert_eq!((learnt.value, learnt.right), (0.1, 4));
        let learnt = learn(&scored, ThresholdFor::BalancedAccuracy);
        assert!((learnt.value - 0.45).abs() < 1e-12);
        assert_eq!(learnt.right, 4);
    }
}
