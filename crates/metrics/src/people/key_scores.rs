//! Every system under every answer key: does a ranking survive another annotator's opinion?

use phenom_dataset::{Answer, Dataset, Judgment, Run, Several, Task};

use super::agreement_rows::tasks;
use super::{AnswerKey, KeyGold, answer_keys, kendall_tau, key_gold, swapped};
use crate::counts::{Population, SliceKind};
use crate::evaluation::{Compared, Evaluation, Origin, Settings};
use crate::measures::entropy::entropy;
use crate::scores::{Score, scores};
use crate::undefined::{Proportion, Undefined, Value};

/// Up to how many annotators each is an answer key.
pub const MOST_KEYED: usize = 50;

/// Every system under one answer key.
#[derive(Debug)]
pub struct KeyScores {
    /// Whose judgments are gold.
    pub key: AnswerKey,
    /// The key's word in files.
    pub name: String,
    /// Pairs without gold because of a tie, because annotators disagree, and because nobody said what
    /// the key needs.
    pub without: [u64; 3],
    /// Whether it has gold for just the same original and monothematic pairs as the first key.
    complete: [bool; 2],
    /// The systems counted under it, without intervals.
    pub evaluation: Evaluation,
    /// Every measure of every system.
    pub scores: Vec<Score>,
}

impl KeyScores {
    /// Whether the key has gold for just the same pairs of a population as the first key.
    #[must_use]
    pub fn is_complete(&self, population: Population) -> bool {
        let [original, monothematic] = self.complete;
        match population {
            Population::Original => original,
            Population::Monothematic => monothematic,
            Population::Decomposition => original && monothematic,
        }
    }

    /// The pairs of a population by their judgment under the key, in the order of the task's.
    #[must_use]
    pub fn judgments(&self, population: Population) -> Vec<u64> {
        let gold = self.evaluation.gold(population, 0);
        let two_way = self.evaluation.task == Task::TwoWay;
        let same = |a: Judgment, b: Judgment| a == b || (two_way && a.two_way() == b.two_way());
        let of = |judgment: Judgment| {
            let alike = Judgment::ALL.into_iter().filter(|other| same(*other, judgment));
            alike.map(|other| gold.gold(other)).sum()
        };
        self.evaluation.task.judgments().iter().map(|judgment| of(*judgment)).collect()
    }

    /// H(G) under the key, in bits.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where no pair has gold.
    pub fn gold_entropy(&self, population: Population) -> Value {
        entropy(self.judgments(population).into_iter())
    }

    /// The accuracy of a system, by number, over all pairs of a population.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where none has gold.
    pub fn accuracy(&self, system: usize, population: Population) -> Result<Proportion, Undefined> {
        let system = self.evaluation.systems.get(system).ok_or(Undefined::NoPairs)?;
        system.accuracy(population, 0, &Judgment::ALL)
    }
}

/// Two keys' rankings of the systems by accuracy.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyComparison {
    /// The numbers of the keys.
    pub keys: [usize; 2],
    /// The pairs that the accuracies are of.
    pub population: Population,
    /// Kendall's tau-b.
    pub tau: Value,
    /// The systems, two by two, that swap.
    pub swapped: Vec<(usize, usize)>,
    /// How many systems both rank.
    pub systems: u64,
}

/// The systems under every key of a dataset.
#[derive(Debug)]
pub struct Keys {
    /// The task under which all of them are scored: two-way where any gold or answer is.
    pub task: Task,
    /// The keys, the official one first where there is one.
    pub keys: Vec<KeyScores>,
    /// The numbers of the systems that are ranked: those that do not read gold.
    pub ranked: Vec<usize>,
    /// Every two keys.
    pub comparisons: Vec<KeyComparison>,
}

/// Scores every system under every key, and compares the rankings. Keys without a single gold judgment
/// are left out, and single annotators where there are more than [`MOST_KEYED`]. The task is that of
/// `settings`, or two-way where the official gold, an annotator or a system says *not-entailment*.
#[must_use]
pub fn key_scores(dataset: &Dataset, runs: &[(Run, Origin)], settings: &Settings) -> Keys {
    let single = dataset.annotators().count() <= MOST_KEYED;
    let keys = answer_keys(dataset).into_iter();
    let keys = keys.filter(|key| single || !matches!(key, AnswerKey::Annotator(_)));
    let golds: Vec<(AnswerKey, KeyGold)> = keys
        .map(|key| (key, key_gold(dataset, key)))
        .filter(|(_, gold)| gold.judgments.iter().any(|pairs| *pairs > 0))
        .collect();
    let mut settings = *settings;
    settings.statistics.intervals = false;
    settings.statistics.compare = Compared::None;
    let two_way = Judgment::NotEntailment.code();
    let both = Answer::Several(Several::EntailmentNotEntailment).code();
    let any_two_way = tasks(dataset) == [Task::TwoWay]
        || golds.iter().any(|(_, gold)| gold.judgments[usize::from(two_way)] > 0)
        || runs.iter().any(|(run, _)| {
            let codes = run.codes();
            codes.contains(&two_way) || codes.contains(&both)
        });
    if any_two_way {
        settings.task = Some(Task::TwoWay);
    }
    let first: Vec<bool> = golds
        .first()
        .map_or_else(Vec::new, |(_, of_first)| of_first.gold.iter().map(Option::is_some).collect());
    let made: Vec<KeyScores> = golds
        .into_iter()
        .map(|(key, gold)| {
            let evaluation = match key {
                AnswerKey::Official => Evaluation::new(dataset, runs, &settings),
                _ => Evaluation::new(&dataset.with_gold(&gold.gold), runs, &settings),
            };
            let mut scores = scores(&evaluation, false);
            // What is about one original is no figure of a key.
            scores.retain(|score| score.slice_kind != SliceKind::Pair);
            KeyScores {
                key,
                name: key.name(dataset),
                without: [gold.ties, gold.disagreements, gold.not_judged],
                complete: [dataset.originals(), dataset.monothematic()]
                    .map(|mut rows| rows.all(|row| gold.gold[row].is_some() == first[row])),
                evaluation,
                scores,
            }
        })
        .collect();
    let systems = made.first().map_or(&[][..], |key| &key.evaluation.systems);
    let answers =
        |(_, system): &(usize, &crate::evaluation::SystemCounts)| system.origin == Origin::Answers;
    let ranked = systems.iter().enumerate().filter(answers).map(|(number, _)| number).collect();
    let task = made.first().map_or(Task::ThreeWay, |key| key.evaluation.task);
    let mut keys = Keys { task, keys: made, ranked, comparisons: Vec::new() };
    keys.comparisons = keys.compared();
    keys
}

impl Keys {
    /// The populations that any key has gold for.
    #[must_use]
    pub fn populations(&self) -> Vec<Population> {
        let has = |population: &Population| {
            self.keys.iter().any(|key| key.evaluation.gold(*population, 0).pairs() > 0)
        };
        [Population::Original, Population::Monothematic].into_iter().filter(has).collect()
    }

    fn compared(&self) -> Vec<KeyComparison> {
        let mut compared = Vec::new();
        for population in self.populations() {
            for first in 0..self.keys.len() {
                for second in first + 1..self.keys.len() {
                    compared.push(self.comparison_of([first, second], population));
                }
            }
        }
        compared
    }

    fn comparison_of(&self, keys: [usize; 2], population: Population) -> KeyComparison {
        let accuracy = |key: usize, system| {
            self.keys[key].accuracy(system, population).and_then(Proportion::value).ok()
        };
        let both = |system: &usize| {
            Some((*system, (accuracy(keys[0], *system)?, accuracy(keys[1], *system)?)))
        };
        let (systems, accuracies): (Vec<usize>, Vec<(f64, f64)>) =
            self.ranked.iter().filter_map(both).unzip();
        let swaps = swapped(&accuracies).into_iter();
        KeyComparison {
            keys,
            population,
            tau: kendall_tau(&accuracies),
            swapped: swaps.map(|(a, b)| (systems[a], systems[b])).collect(),
            systems: systems.len() as u64,
        }
    }

    /// How much a system's accuracy changes at the most among the keys that have gold for just the same
    /// pairs as the first one: right answers gained, of all pairs that it is scored on.
    ///
    /// # Errors
    /// [`Undefined::OneKey`] where there is no other such key.
    pub fn observed_change(
        &self,
        system: usize,
        population: Population,
    ) -> Result<Proportion, Undefined> {
        let complete = self.keys.iter().filter(|key| key.is_complete(population));
        let accuracies = complete.filter_map(|key| key.accuracy(system, population).ok());
        let accuracies: Vec<Proportion> =
            accuracies.filter(|accuracy| accuracy.denominator > 0).collect();
        let right = || accuracies.iter().map(|accuracy| accuracy.numerator);
        match (accuracies.as_slice(), right().min(), right().max()) {
            ([first, _, ..], Some(least), Some(most)) => {
                Ok(Proportion { numerator: most - least, denominator: first.denominator })
            }
            _ => Err(Undefined::OneKey),
        }
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{
        Answer, DatasetBuilder,
        Judgment::{Contradiction, Entailment, NotEntailment, Unknown},
        KeepTexts, PairRow,
    };

    use super::*;

    /// Official gold, and what annotators said.
    type Pair<'a> = (Option<Judgment>, &'a [(&'a str, Judgment)]);

    fn annotated(pairs: &[Pair<'_>]) -> Dataset {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for (number, (gold, annotations)) in pairs.iter().enumerate() {
            let id = number.to_string();
            builder.add(&PairRow { id: &id, gold: *gold, annotations, ..PairRow::default() });
        }
        builder.finish().unwrap()
    }

    fn run(name: &str, answers: &[Judgment]) -> (Run, Origin) {
        let answers = answers.iter().map(|judgment| Answer::Judged(*judgment));
        (Run::from_answers(name, answers), Origin::Answers)
    }

    #[test]
    fn two_annotators_turn_two_systems_round() {
        // By gold S has 2 of 3 and T 1; by ann S has 1 and T 3; bob left a pair out.
        let dataset = annotated(&[
            (Some(Entailment), &[("ann", Unknown), ("bob", Entailment)]),
            (Some(Unknown), &[("ann", Unknown), ("bob", Unknown)]),
            (Some(Contradiction), &[("ann", Unknown)]),
        ]);
        let runs =
            [run("S", &[Entailment, Unknown, Unknown]), run("T", &[Unknown, Unknown, Unknown])];
        let keys = key_scores(&dataset, &runs, &Settings::default());
        let names: Vec<&str> = keys.keys.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "official",
                "annotator:ann",
                "annotator:bob",
                "majority",
                "unanimous",
                "unknown-on-disagreement"
            ]
        );
        let complete: Vec<bool> =
            keys.keys.iter().map(|key| key.is_complete(Population::Original)).collect();
        assert_eq!(complete, [true, true, false, false, false, true]);
        let between = &keys.comparisons[0];
        assert_eq!((between.keys, between.tau.clone()), ([0, 1], Ok(-1.0)));
        assert_eq!(between.swapped, [(0, 1)]);
        // S: 2/3 by gold, 2/3 by ann, 2/3 by unknown-on-disagreement; T: 1/3 and 3/3.
        let change = |system| keys.observed_change(system, Population::Original).unwrap();
        assert_eq!(change(0), Proportion { numerator: 0, denominator: 3 });
        assert_eq!(change(1), Proportion { numerator: 2, denominator: 3 });
        assert_eq!(keys.keys[2].judgments(Population::Original), [1, 1, 0]);
        assert_eq!(keys.keys[2].gold_entropy(Population::Original), Ok(1.0));
    }

    #[test]
    fn one_two_way_judgment_makes_all_keys_two_way() {
        let dataset = annotated(&[
            (Some(Entailment), &[("ann", Entailment)]),
            (Some(Contradiction), &[("ann", NotEntailment)]),
        ]);
        let keys = key_scores(&dataset, &[run("S", &[Entailment, Unknown])], &Settings::default());
        assert_eq!(keys.task, Task::TwoWay);
        assert!(keys.keys.iter().all(|key| key.evaluation.task == Task::TwoWay));
        let right = Proportion { numerator: 2, denominator: 2 };
        assert_eq!(keys.keys[0].accuracy(0, Population::Original), Ok(right));
        assert_eq!(keys.comparisons[0].tau, Err(Undefined::TooFewRanked));
    }

    #[test]
    fn a_dataset_without_official_gold_has_the_annotators_keys() {
        let dataset = annotated(&[(None, &[("ann", Entailment)]), (None, &[])]);
        let keys = key_scores(&dataset, &[run("S", &[Entailment, Unknown])], &Settings::default());
        let names: Vec<&str> = keys.keys.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(names, ["annotator:ann", "majority", "unknown-on-disagreement"]);
        assert!(keys.keys.iter().all(|key| key.is_complete(Population::Original)));
    }
}
