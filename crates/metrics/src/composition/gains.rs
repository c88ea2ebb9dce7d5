//! What to fix next: what the composed accuracy would gain if the parts of a phenomenon were solved.

use phenom_dataset::{Answer, Dataset, Judgment, Run};

use super::answered::AnsweredOriginals;
use super::changes::{AccuracyChange, Changes};
use super::gold_under_rule::GoldUnderRule;
use super::original::is_gold;
use crate::counts::gold_for;
use crate::statistics::ConfidenceLevel;

/// What the composed accuracy would gain if all parts of one phenomenon were answered with their gold, and
/// all other answers stayed as they are.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedGain {
    /// The number of the phenomenon in [`Dataset::phenomena`].
    pub phenomenon: u32,
    /// The change over all originals that have parts and gold; it concerns those that have a part of the phenomenon. An
    /// original that would be wrong is right by chance, or its gold label breaks the rule.
    pub change: AccuracyChange,
}

/// The gain of every phenomenon that a part is tagged with, for the runs of one system: the highest first, equal
/// ones in the order of the data. A part without gold keeps its answer.
/// Each run comes with the originals as it answers them under this gold.
#[must_use]
pub fn solved_gains(
    dataset: &Dataset,
    runs: &[(&Run, &AnsweredOriginals)],
    gold: &GoldUnderRule,
    level: ConfidenceLevel,
) -> Vec<SolvedGain> {
    let mut all = Changes::new(dataset.phenomena().len());
    let mut phenomena = Vec::new();
    // The answers on the parts of an original, and what they are if they are solved.
    let mut answers: Vec<[Option<Judgment>; 2]> = Vec::new();
    // For each phenomenon of a cluster the originals that have it, and those that change.
    let mut changes: Vec<(u32, bool, bool)> = Vec::new();
    for cluster in dataset.clusters() {
        let mut now = [0; 2];
        for original in dataset.originals_of(cluster) {
            let parts = dataset.monothematic_of(original);
            for (run, answered) in runs {
                let Ok(kind) = answered.kind(original) else { continue };
                let right = kind.composed_right;
                now[usize::from(!right)] += 1;
                phenomena_of_parts(dataset, original, &mut phenomena);
                answers.clear();
                answers.extend(parts.clone().map(|part| {
                    let answer = run.answer(part);
                    let given = answer.single(gold.task);
                    [given, gold_for(dataset, part, answer).or(given)]
                }));
                for &phenomenon in &phenomena {
                    let after = with_solved(dataset, gold, original, &answers, phenomenon);
                    changes.push((phenomenon, right, after.unwrap_or(right)));
                }
            }
        }
        all.add(now, &mut changes);
    }
    let gain = |(phenomenon, change)| SolvedGain { phenomenon, change };
    let mut gains: Vec<SolvedGain> = all.each(level).map(gain).collect();
    let value =
        |gain: &SolvedGain| gain.change.change.as_ref().copied().unwrap_or(f64::NEG_INFINITY);
    gains.sort_by(|one, other| value(other).total_cmp(&value(one)));
    gains
}

/// Fills a buffer with the phenomena of an original's parts, each once.
fn phenomena_of_parts(dataset: &Dataset, original: usize, phenomena: &mut Vec<u32>) {
    let parts = dataset.monothematic_of(original);
    phenomena.clear();
    phenomena.extend(parts.flat_map(|part| dataset.tags(part)));
    phenomena.sort_unstable();
    phenomena.dedup();
}

/// Whether the composed answer is right if the parts of a phenomenon are answered with their gold; nothing where they are
/// already, so that nothing changes. Of each part the answer, and what it is if it is solved.
fn with_solved(
    dataset: &Dataset,
    gold: &GoldUnderRule,
    original: usize,
    answers: &[[Option<Judgment>; 2]],
    phenomenon: u32,
) -> Option<bool> {
    let parts = dataset.monothematic_of(original);
    let is_solved = |part: usize| dataset.tags(part).contains(&phenomenon);
    let changes = |(part, [given, solved]): (usize, &[_; 2])| given != solved && is_solved(part);
    if !parts.clone().zip(answers).any(changes) {
        return None;
    }
    let judgment = |part: usize| answers[part - parts.start][usize::from(is_solved(part))];
    let composed = dataset.compose(original, (&gold.rule, gold.task), judgment).judgment();
    let of_composed = |composed| gold_for(dataset, original, Answer::Judged(composed));
    Some(composed.is_some_and(|composed| is_gold(gold.task, composed, of_composed)))
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Entailment, Unknown};
    use phenom_dataset::{CompositionRule, Task};
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{Pair, clustered, dataset, pairs_and_answers, weighted_rule};

    fn gains_of(dataset: &Dataset, run: &Run, gold: &GoldUnderRule) -> Vec<SolvedGain> {
        let answered = AnsweredOriginals::new(dataset, run, gold);
        solved_gains(dataset, &[(run, &answered)], gold, ConfidenceLevel::NINETY_FIVE)
    }

    #[test]
    fn solving_the_parts_of_a_phenomenon_by_hand() {
        let part = |id: &str, tag: &str| Pair::of(id, &id[..1]).tags(&[tag]);
        let dataset = dataset(&[
            // Wrong by x alone.
            Pair::original("a"),
            part("a.x", "p:x"),
            part("a.y", "p:y"),
            // Wrong by both.
            Pair::original("b"),
            part("b.x", "p:x"),
            part("b.y", "p:y"),
            // Right by wrong answers to both, of which that to x alone would be enough.
            Pair::original("c").gold(Unknown),
            part("c.x", "p:x"),
            part("c.y", "p:y").gold(Unknown),
            // Right, without either.
            Pair::original("d"),
            part("d.z", "p:z"),
        ]);
        let wrong = ["a.x", "b.x", "b.y", "c.x"];
        let answers = (0..dataset.len()).map(|row| {
            let is_wrong = wrong.contains(&dataset.id(row));
            Answer::Judged(if is_wrong { Unknown } else { Entailment })
        });
        let run = Run::from_answers("s", answers);
        let gold = GoldUnderRule::new(&dataset, &CompositionRule::All, Task::ThreeWay);
        let gains = gains_of(&dataset, &run, &gold);
        let found: Vec<_> = gains
            .iter()
            .map(|gain| {
                let path = dataset.phenomena()[gain.phenomenon as usize].path();
                let change = &gain.change;
                (path, change.originals, change.gained, change.lost, change.change.clone())
            })
            .collect();
        assert_eq!(
            found,
            [("p:x", 3, 1, 1, Ok(0.0)), ("p:y", 3, 0, 0, Ok(0.0)), ("p:z", 1, 0, 0, Ok(0.0)),]
        );
        assert!(gains[0].change.interval.unwrap().contains(0.0));
    }

    /// Two systems of parts that weigh 3 and 1, of which six tenths are asked for.
    #[test]
    fn solving_a_heavy_part_gains_more() {
        let dataset = dataset(&[
            Pair::original("a"),
            Pair::of("a.x", "a").tags(&["p:x"]).weight(3.0),
            Pair::of("a.y", "a").tags(&["p:y"]).weight(1.0),
        ]);
        let judged = [Entailment, Unknown, Unknown].map(Answer::Judged);
        let run = Run::from_answers("s", judged);
        let gold = GoldUnderRule::new(&dataset, &weighted_rule(), Task::TwoWay);
        let gains = gains_of(&dataset, &run, &gold);
        let found: Vec<_> = gains
            .iter()
            .map(|gain| (dataset.phenomena()[gain.phenomenon as usize].path(), gain.change.gained))
            .collect();
        assert_eq!(found, [("p:x", 1), ("p:y", 0)]);
    }

    proptest! {
        /// The gain is what answering the parts with gold and composing anew makes of the accuracy.
        #[test]
        fn the_gain_is_that_of_other_answers(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            let dataset = dataset(&clustered(&pairs, clusters));
            let gold = GoldUnderRule::new(&dataset, &CompositionRule::All, Task::ThreeWay);
            let accuracy = |run: &Run| {
                let found = dataset
                    .originals()
                    .filter_map(|original| gold.original(&dataset, run, original).ok());
                let right: Vec<bool> = found.map(|kind| kind.composed_right).collect();
                right.iter().filter(|right| **right).count() as f64 / right.len() as f64
            };
            let run = Run::from_answers("s", answers.iter().copied().map(Answer::Judged));
            let gains = gains_of(&dataset, &run, &gold);
            for pair in gains.windows(2) {
                prop_assert!(pair[0].change.change.clone().unwrap() >= pair[1].change.change.clone().unwrap());
            }
            for gain in gains {
                let solved = answers.iter().enumerate().map(|(row, answer)| {
                    let is_solved = dataset.monothematic().contains(&row)
                        && dataset.tags(row).contains(&gain.phenomenon);
                    Answer::Judged(if is_solved { dataset.gold()[row].unwrap() } else { *answer })
                });
                let difference = accuracy(&Run::from_answers("s", solved)) - accuracy(&run);
                let value = gain.change.change.unwrap();
                prop_assert!((value - difference).abs() < 1e-12);
                prop_assert!(gain.change.interval.is_some_and(|interval| interval.contains(value)));
            }
        }
    }
}
