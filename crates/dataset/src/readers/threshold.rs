//! A threshold on a score, learnt on a development set.

use super::{Extra, prediction_rows};
use crate::input::Input;
use crate::problem::ProblemKind;
use crate::problems::Problems;
use crate::unknown_ids::UnknownIds;
use crate::{Dataset, Judgment, PredictionSource};

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
    /// The threshold at which the most scores are told right into positive ones, at or above it, and others: midway
    /// between two neighbouring scores; of equally good ones the lowest. Without scores it is 0.
    #[must_use]
    pub fn learnt(mut scored: Vec<(f64, bool)>) -> Self {
        scored.sort_by(|a, b| a.0.total_cmp(&b.0));
        learn(&scored)
    }
}

/// Gathers the scores of a system on a development set.
#[derive(Debug)]
pub struct ThresholdLearner<'a> {
    dataset: &'a Dataset,
    positive: Judgment,
    /// Score, and whether gold is the positive judgment.
    scored: Vec<(f64, bool)>,
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
                        scored.push((score, gold.two_way() == positive.two_way()));
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
        if let Some((line, kind)) = unknown.problem("answer", is_known, dataset.ids()) {
            self.problems.push(file, Some(line), kind);
        }
    }

    /// The threshold at which the most development pairs are judged right, positive at or above it:
    /// midway between two neighbouring scores; of equally good ones the lowest.
    ///
    /// # Errors
    /// All problems of the files; [`ProblemKind::NothingInIt`] where no pair has a score and gold.
    pub fn finish(mut self, file: &str) -> Result<Threshold, Problems> {
        if self.problems.is_empty() && self.scored.is_empty() {
            let wanted = "score of a pair with gold";
            self.problems.push(file, None, ProblemKind::NothingInIt { wanted });
        }
        let Self { scored, problems, .. } = self;
        problems.or(Threshold::learnt(scored))
    }
}

/// The best threshold for scores in ascending order.
fn learn(scored: &[(f64, bool)]) -> Threshold {
    let pairs = scored.len() as u64;
    // Below all scores every answer is positive.
    let mut right = scored.iter().filter(|(_, positive)| *positive).count() as u64;
    let lowest = scored.first().map_or(0.0, |(score, _)| *score);
    let mut best = Threshold { value: lowest, right, pairs };
    let mut at = 0;
    while at < scored.len() {
        let score = scored[at].0;
        while at < scored.len() && scored[at].0 == score {
            // Above this score, its pairs are negative.
            if scored[at].1 {
                right -= 1
            } else {
                right += 1
            }
            at += 1;
        }
        let value = match scored.get(at) {
            Some((next, _)) => score + (next - score) / 2.0,
            None => score.next_up(),
        };
        if right > best.right {
            best = Threshold { value, right, pairs };
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
        let learnt = learn(&scored);
        assert_eq!((learnt.right, learnt.pairs), (4, 5));
        assert!((learnt.value - 0.3).abs() < 1e-12);
        let all_positive = learn(&[(0.3, true), (0.4, true)]);
        assert_eq!((all_positive.value, all_positive.right), (0.3, 2));
        let all_negative = learn(&[(0.3, false), (0.4, false)]);
        assert!(all_negative.value > 0.4);
        assert_eq!(all_negative.right, 2);
    }
}
