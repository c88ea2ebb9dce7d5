//! Systems made of what other systems say.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;

use crate::engines::EngineOption;
use crate::logistic::{Coefficients, EXACTLY, Observations, fitted_near, softmax};
use crate::training::{self, TrainingError};
use crate::{Probabilities, Reply};

/// An engine that predicts from the judgments of other systems: everything that the program knows of it.
#[derive(Debug, Clone, Copy)]
pub struct Ensemble {
    /// Its name in configs.
    pub name: &'static str,
    /// What it does, as docs/systems.md says it.
    pub summary: &'static str,
    /// What a config can say of it.
    pub options: &'static [EngineOption],
    /// How it decides, as long as the config does not say otherwise.
    pub rule: EnsembleRule,
}

/// How the judgments of several systems become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnsembleRule {
    /// The judgment of most: [`vote`].
    Vote,
    /// By what was learnt on the other parts of the dataset.
    Stacked {
        /// Into how many parts the pairs are split to learn it.
        parts: usize,
    },
}

/// The engine that predicts what most systems predict.
pub const VOTE: Ensemble = Ensemble {
    name: "vote",
    summary: "predicts the label that most systems in `of` predict; in a tie, the label of the first",
    options: &[EngineOption::Of],
    rule: EnsembleRule::Vote,
};

/// The engine that learns which systems to believe.
pub const STACKED: Ensemble = Ensemble {
    name: "stacked",
    summary: "logistic regression on the predictions of the systems in `of`, with weights that shrink towards their \
        vote",
    options: &[EngineOption::Of, EngineOption::CrossValidated],
    rule: EnsembleRule::Stacked { parts: 10 },
};

/// The strength of the penalty on the distance of a stacked ensemble's weights from those of a vote.
const STRENGTH: f64 = 100.0;

/// What most of some systems say of a pair: of equally many, what the first of them says. Its confidence is the share of
/// the systems that say so; it abstains where none of them has a judgment.
#[must_use]
pub fn vote(opinions: &[Option<Judgment>]) -> Reply {
    let mut votes: BTreeMap<Judgment, usize> = BTreeMap::new();
    for judgment in opinions.iter().flatten() {
        *votes.entry(*judgment).or_default() += 1;
    }
    let most = votes.values().copied().max().unwrap_or_default();
    let wins = |judgment: &&Judgment| votes.get(judgment) == Some(&most);
    let Some(judgment) = opinions.iter().flatten().find(wins) else { return Reply::default() };
    #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
    let share = most as f64 / opinions.len() as f64;
    let said = format!("{most} of {} systems predict it", opinions.len());
    Reply { confidence: Some(share), ..Reply::judged(*judgment) }.because(said)
}

/// A logistic regression on the judgments of some systems, shrunk towards a vote of them. A feature stands for each judgment
/// of each system, so that a system that is correct only if it predicts *contradiction* is believed there alone.
///
/// The weights *w* have the least sum of log-losses + `STRENGTH` / 2 · Σ (*w* − *v*)². In the vote *v*, each judgment of a system
/// adds 1 to the log-odds of its label. The intercept costs nothing. So few pairs leave a vote whose labels are as frequent
/// as the gold labels, and many pairs decide whom to believe.
///
/// Weights that start from zero learn whom to believe from chance if pairs are few. Such a stack depends more on the gold
/// labels of other parts, so that its accuracy varies more from one dataset to the next: docs/systems.md has the simulation
/// that chose the strength.
///
/// # References
/// Wolpert 1992; Breiman 1996, *Stacked regressions*, on constraints for the weights of a stack.
#[derive(Debug, Clone)]
pub(crate) struct Stack {
    judgments: Vec<Judgment>,
    coefficients: Coefficients,
}

impl Stack {
    /// Learns from the judgments of all systems, in their order, on pairs with these gold labels.
    ///
    /// # Errors
    /// If there are no pairs, no pair is entailed, or all are.
    pub(crate) fn train(
        opinions: &[Vec<Option<Judgment>>],
        gold: &[Judgment],
    ) -> Result<Self, TrainingError> {
        let judgments = training::judgments_of(gold)?;
        let rows: Vec<Vec<f64>> = opinions.iter().map(|opinions| features(opinions)).collect();
        let classes: Vec<usize> =
            gold.iter().map(|gold| training::place_of(*gold, &judgments)).collect();
        let class_count = judgments.len();
        let observations = Observations { rows: &rows, classes: &classes, class_count };
        let vote = vote_weights(&judgments, opinions.first().map_or(0, Vec::len));
        let coefficients = fitted_near(&observations, STRENGTH, &vote, &vote, EXACTLY);
        Ok(Self { judgments, coefficients })
    }

    /// The most likely label of a pair, given the judgments of all systems.
    pub(crate) fn reply(&self, opinions: &[Option<Judgment>]) -> Reply {
        let probabilities = softmax(&self.coefficients.scores(&features(opinions)));
        let probabilities = self.judgments.iter().copied().zip(probabilities).collect();
        Reply::likeliest(Probabilities(probabilities))
    }
}

/// The weights of a vote of some systems between labels: 1 for each label that a judgment supports.
fn vote_weights(labels: &[Judgment], systems: usize) -> Coefficients {
    let weights = |label: &Judgment| {
        let weight = |judgment| f64::from(u8::from(supports(judgment, *label, labels)));
        let of_system = Judgment::ALL.map(weight);
        let mut weights = of_system.repeat(systems);
        weights.push(0.0);
        weights
    };
    let rows: Vec<Vec<f64>> = labels.iter().map(weights).collect();
    match rows.as_slice() {
        // Of two classes only the second has coefficients.
        [first, second] => {
            let differences = second.iter().zip(first).map(|(second, first)| second - first);
            Coefficients(vec![differences.collect()])
        }
        _ => Coefficients(rows),
    }
}

/// Whether a judgment is a vote for one of some labels. A judgment that is not among them supports those that agree with it
/// two-way: *unknown* supports *not-entailment*, and *not-entailment* supports *unknown* and *contradiction*.
fn supports(judgment: Judgment, label: Judgment, labels: &[Judgment]) -> bool {
    if labels.contains(&judgment) {
        judgment == label
    } else {
        judgment.two_way() == label.two_way()
    }
}

/// One where a system has a judgment, for each system and judgment.
fn features(opinions: &[Option<Judgment>]) -> Vec<f64> {
    let of_system = |opinion: &Option<Judgment>| {
        Judgment::ALL.map(|judgment| f64::from(u8::from(*opinion == Some(judgment))))
    };
    opinions.iter().flat_map(of_system).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judgment::{Contradiction, Entailment, NotEntailment, Unknown};

    #[test]
    fn a_vote_is_what_most_say_and_of_equally_many_the_first() {
        let judged = |opinions: &[Option<Judgment>]| vote(opinions).judgment;
        let (yes, no, open) = (Some(Entailment), Some(Contradiction), Some(Unknown));
        assert_eq!(judged(&[no, yes, yes]), yes);
        assert_eq!(judged(&[no, yes, None]), no);
        assert_eq!(judged(&[yes, no, open]), yes);
        assert_eq!(judged(&[None, None]), None);
        let reply = vote(&[no, yes, yes]);
        assert_eq!(reply.confidence, Some(2.0 / 3.0));
        assert_eq!(reply.justification.as_deref(), Some("2 of 3 systems predict it"));
    }

    /// Of two systems the first is correct on contradictions and on nothing else, the second on the rest: a vote is correct on
    /// two thirds, and the stack learns from many pairs whom to believe.
    #[test]
    fn many_pairs_teach_a_stack_whom_to_believe() {
        let golds = [Entailment, Unknown, Contradiction];
        let gold: Vec<_> = (0..1200).map(|number| golds[number % 3]).collect();
        let opinion = |gold: &Judgment| match gold {
            Contradiction => vec![Some(Contradiction), Some(Unknown)],
            judgment => vec![Some(Entailment), Some(*judgment)],
        };
        let opinions: Vec<_> = gold.iter().map(opinion).collect();
        let stack = Stack::train(&opinions, &gold).unwrap();
        let correct = |predict: &dyn Fn(&[Option<Judgment>]) -> Reply| {
            let pairs = opinions.iter().zip(&gold);
            pairs.filter(|(said, gold)| predict(said).judgment == Some(**gold)).count()
        };
        assert_eq!(correct(&vote), 800);
        assert_eq!(correct(&|said| stack.reply(said)), 1200);
    }

    /// Of three systems the first is correct on each of 12 pairs, and the others are wrong.
    #[test]
    fn few_pairs_leave_a_stack_a_vote() {
        let gold = [Entailment, NotEntailment].repeat(6);
        let opinion = |gold: &Judgment| match gold {
            Entailment => vec![Some(Entailment), Some(NotEntailment), Some(NotEntailment)],
            _ => vec![Some(NotEntailment), Some(Entailment), Some(Entailment)],
        };
        let opinions: Vec<_> = gold.iter().map(opinion).collect();
        let stack = Stack::train(&opinions, &gold).unwrap();
        let labels = [Some(Entailment), Some(NotEntailment)];
        for first in labels {
            for second in labels {
                for third in labels {
                    let opinions = [first, second, third];
                    assert_eq!(stack.reply(&opinions).judgment, vote(&opinions).judgment);
                }
            }
        }
    }

    // import numpy as np; from scipy.optimize import minimize
    // X = np.array([[1,0],[1,0],[0,1],[0,1],[1,0],[0,1]]); y = np.array([0,0,1,0,0,1])  # entailment, unknown
    // s = lambda w, x: x @ w[:2] + w[2]
    // f = lambda w: np.sum(np.logaddexp(0, s(w, X)) - y * s(w, X)) + 50 * np.sum((w[:2] - [-1, 1]) ** 2)
    // w = minimize(f, [0, 0, 0], tol=1e-12).x; [1 / (1 + np.exp(-s(w, np.array(x)))) for x in ([1, 0], [0, 1])]
    #[test]
    fn probabilities_are_those_of_scipy() {
        let gold = [Entailment, Entailment, Unknown, Entailment, Entailment, Unknown];
        let said = [Entailment, Entailment, Unknown, Unknown, Entailment, Unknown];
        let opinions = said.map(|judgment| vec![Some(judgment)]).to_vec();
        let stack = Stack::train(&opinions, &gold).unwrap();
        for (judgment, expected) in [(Entailment, 0.133_124_0), (Unknown, 0.533_542_7)] {
            let Probabilities(found) = stack.reply(&[Some(judgment)]).probabilities.unwrap();
            assert_eq!(found[1].0, Unknown);
            assert!((found[1].1 - expected).abs() < 1e-6, "{found:?} {expected}");
        }
    }

    #[test]
    fn a_judgment_that_is_no_label_supports_the_labels_that_agree_two_way() {
        let three_way = [Entailment, Unknown, Contradiction];
        let supported = |judgment, labels: &[Judgment]| -> Vec<Judgment> {
            labels.iter().copied().filter(|label| supports(judgment, *label, labels)).collect()
        };
        assert_eq!(supported(NotEntailment, &three_way), [Unknown, Contradiction]);
        assert_eq!(supported(Unknown, &three_way), [Unknown]);
        assert_eq!(supported(Contradiction, &[Entailment, NotEntailment]), [NotEntailment]);
        assert_eq!(supported(Contradiction, &[Entailment, Unknown]), [Unknown]);
    }

    #[test]
    fn a_stack_needs_two_labels() {
        let opinions = vec![vec![Some(Entailment)]; 2];
        let error = Stack::train(&opinions, &[Unknown, Unknown]).unwrap_err();
        assert_eq!(error, TrainingError::MissingJudgment { missing: Entailment });
        assert_eq!(Stack::train(&[], &[]).unwrap_err(), TrainingError::NoExamples);
    }
}
