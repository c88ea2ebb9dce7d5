//! Pairs that judges labelled and people read in part, with a known truth.

use phenom_dataset::{
    Answer, Dataset, DatasetBuilder, Judge, JudgedGold, Judgment, KeepTexts, PairRow, Phenomenon,
    Run,
};
use phenom_metrics::Origin;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::Failure;
use crate::reading::{Read, Reading};

pub(crate) const SYSTEMS: [&str; 2] = ["A", "B"];
const LABELS: [Judgment; 3] = [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];
const GOLD_SHARES: [f64; 3] = [0.5, 0.3, 0.2];
pub(crate) const PHENOMENON_SHARES: [f64; 8] = [0.3, 0.2, 0.14, 0.1, 0.08, 0.07, 0.06, 0.05];
const LARGEST_CLUSTER: usize = 5;

/// Log-odds of correct predictions: the standard deviation between phenomena, and the effect of gold.
const SYSTEM_PHENOMENA: f64 = 0.6;
const SYSTEM_GOLD: f64 = 0.3;
/// The same effect of gold on judges, and the share of the cluster effect that they have.
const JUDGE_GOLD: f64 = 0.6;
const JUDGE_CLUSTER: f64 = 0.5;

/// A model that labels all pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum JudgeModel {
    /// Correct with log-odds of `accuracy`, apart from effects. Where it would be wrong, it repeats A in a share `copies`.
    Errs { accuracy: f64, copies: f64 },
    /// Labels that do not depend on the pair.
    Chance,
    /// The labels of A.
    SystemA,
}

/// What data sets are drawn from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct World {
    pub(crate) name: &'static str,
    /// The log-odds of correct predictions of both systems, apart from effects.
    pub(crate) systems: f64,
    pub(crate) judges: Vec<JudgeModel>,
    /// The standard deviation of judges' log-odds between phenomena.
    pub(crate) judge_phenomena: f64,
    /// The standard deviation of the log-odds of all models between clusters.
    pub(crate) clusters: f64,
    pub(crate) reading: Reading,
}

/// A data set. Labels are places in [`LABELS`].
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    pub(crate) cluster: Vec<usize>,
    pub(crate) phenomenon: Vec<usize>,
    pub(crate) gold: Vec<usize>,
    pub(crate) answers: [Vec<usize>; 2],
    pub(crate) judges: Vec<Vec<usize>>,
    /// The true accuracy of either system in the population of these phenomena: overall, and by phenomenon.
    pub(crate) truth: f64,
    pub(crate) truths: [f64; 8],
}

/// Whose labels a dataset has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    /// Those of people and judges.
    Judged,
    /// Those of people alone.
    People,
    /// Those of the first judge, as if they were gold.
    Naive,
}

impl World {
    /// A data set. Worlds share what they draw for the same number, but for what differs between them.
    pub(crate) fn draw(&self, pairs: usize, number: u64) -> Drawn {
        let mut random = Pcg64::seed_from_u64(seed(number, 0, pairs));
        let of_phenomena: [f64; 8] =
            std::array::from_fn(|_| SYSTEM_PHENOMENA * normal(&mut random));
        let mut cluster = Vec::with_capacity(pairs);
        let mut effects = Vec::new();
        while cluster.len() < pairs {
            let size = random.random_range(1..=LARGEST_CLUSTER).min(pairs - cluster.len());
            cluster.extend(std::iter::repeat_n(effects.len(), size));
            effects.push(self.clusters * normal(&mut random));
        }
        let phenomenon: Vec<usize> =
            (0..pairs).map(|_| chosen(&PHENOMENON_SHARES, &mut random)).collect();
        let gold: Vec<usize> = (0..pairs).map(|_| chosen(&GOLD_SHARES, &mut random)).collect();
        let answers = [0, 1].map(|_| {
            let answer = |pair: usize| {
                let log_odds = self.systems
                    + of_phenomena[phenomenon[pair]]
                    + effects[cluster[pair]]
                    + of_gold(SYSTEM_GOLD, gold[pair]);
                answered(gold[pair], log_odds, &mut random)
            };
            (0..pairs).map(answer).collect::<Vec<_>>()
        });
        let judges = self.judges.iter().enumerate().map(|(judge, model)| {
            let mut random = Pcg64::seed_from_u64(seed(number, 1 + judge as u64, pairs));
            let of_phenomena: [f64; 8] =
                std::array::from_fn(|_| self.judge_phenomena * normal(&mut random));
            let label = |pair: usize| match *model {
                JudgeModel::Errs { accuracy, copies } => {
                    let log_odds = (accuracy / (1.0 - accuracy)).ln()
                        + of_phenomena[phenomenon[pair]]
                        + JUDGE_CLUSTER * effects[cluster[pair]]
                        + of_gold(JUDGE_GOLD, gold[pair]);
                    let label = answered(gold[pair], log_odds, &mut random);
                    let is_copied = random.random::<f64>() < copies;
                    if label != gold[pair] && is_copied { answers[0][pair] } else { label }
                }
                JudgeModel::Chance => chosen(&GOLD_SHARES, &mut random),
                JudgeModel::SystemA => answers[0][pair],
            };
            (0..pairs).map(label).collect()
        });
        let judges = judges.collect();
        let truths = of_phenomena.map(|effect| accuracy(self.systems + effect, self.clusters));
        let truth = truths.iter().zip(PHENOMENON_SHARES).map(|(truth, share)| truth * share).sum();
        Drawn { cluster, phenomenon, gold, answers, judges, truth, truths }
    }
}

impl Drawn {
    /// The share of its pairs that the first judge labels correctly.
    pub(crate) fn judge_accuracy(&self) -> f64 {
        shared(&self.judges[0], &self.gold)
    }

    /// The shares of its pairs on which systems are correct.
    pub(crate) fn shares_correct(&self) -> [f64; 2] {
        self.answers.each_ref().map(|answers| shared(answers, &self.gold))
    }

    pub(crate) fn dataset(
        &self,
        read: &Read,
        labels: Labels,
    ) -> Result<(Dataset, Vec<(Run, Origin)>), Failure> {
        let names = ["first", "second", "third"];
        let judges = if labels == Labels::Judged { self.judges.len() } else { 0 };
        let names = &names[..judges];
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        if labels != Labels::Naive {
            let judge = |name: &&str| Judge { name: (*name).to_owned(), also: None };
            let judges = names.iter().map(judge).collect();
            builder.expect_judged_gold(JudgedGold::new(read.chosen, true, judges));
        }
        let phenomena: Vec<Phenomenon> = (0..PHENOMENON_SHARES.len())
            .map(|number| Phenomenon::parse(&format!("p:{number}")))
            .collect::<Result<_, _>>()?;
        for pair in 0..self.gold.len() {
            let (id, cluster) = (pair.to_string(), self.cluster[pair].to_string());
            let annotations: Vec<(&str, Judgment)> = names
                .iter()
                .zip(&self.judges)
                .map(|(name, labels)| (*name, LABELS[labels[pair]]))
                .collect();
            let gold = match labels {
                Labels::Naive => Some(self.judges[0][pair]),
                _ => read.is_read[pair].then_some(self.gold[pair]),
            };
            builder.add(&PairRow {
                id: &id,
                cluster: Some(&cluster),
                gold: gold.map(|gold| LABELS[gold]),
                annotations: &annotations,
                phenomena: &phenomena[self.phenomenon[pair]..][..1],
                probability: read.probabilities.as_ref().map(|probabilities| probabilities[pair]),
                ..PairRow::default()
            });
        }
        let run = |(name, answers): (&str, &Vec<usize>)| {
            let answers = answers.iter().map(|answer| Answer::Judged(LABELS[*answer]));
            (Run::from_answers(name, answers), Origin::Answers)
        };
        let runs = SYSTEMS.into_iter().zip(&self.answers).map(run).collect();
        Ok((builder.finish()?, runs))
    }
}

fn shared(some: &[usize], others: &[usize]) -> f64 {
    let same = some.iter().zip(others).filter(|(one, other)| one == other).count();
    same as f64 / some.len() as f64
}

/// A seed of its own for each data set, number of pairs and purpose.
pub(crate) fn seed(number: u64, purpose: u64, pairs: usize) -> u64 {
    (number * 1_000 + purpose) * 10_000 + pairs as u64
}

fn of_gold(effect: f64, gold: usize) -> f64 {
    if gold == 0 { effect } else { -effect }
}

fn answered(gold: usize, log_odds: f64, random: &mut Pcg64) -> usize {
    let is_right = random.random::<f64>() < logistic(log_odds);
    let wrong = random.random_range(1..LABELS.len());
    if is_right { gold } else { (gold + wrong) % LABELS.len() }
}

/// The accuracy of a system over gold labels and clusters, by the trapezoid rule over the cluster effect.
fn accuracy(log_odds: f64, clusters: f64) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for step in -160..=160_i32 {
        let effect = f64::from(step) / 20.0;
        let density = (-effect * effect / 2.0).exp();
        for (gold, share) in GOLD_SHARES.iter().enumerate() {
            let log_odds = log_odds + clusters * effect + of_gold(SYSTEM_GOLD, gold);
            sum += density * share * logistic(log_odds);
        }
        total += density;
    }
    sum / total
}

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// A place in a list of shares that add up to 1.
fn chosen(shares: &[f64], random: &mut Pcg64) -> usize {
    let mut left = random.random::<f64>();
    let is_it = |share: &f64| {
        left -= share;
        left < 0.0
    };
    shares.iter().position(is_it).unwrap_or(shares.len() - 1)
}

fn normal(random: &mut Pcg64) -> f64 {
    random.sample(rand_distr::StandardNormal)
}
