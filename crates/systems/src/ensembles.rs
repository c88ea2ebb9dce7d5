//! Systems made of what other systems say.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;

use crate::logistic::{EXACTLY, Observations, fitted, softmax};
use crate::training::{self, TrainingError};
use crate::{Probabilities, Reply};

/// The strength of the penalty on the weights of a stacked ensemble: scikit-learn's default.
const STRENGTH: f64 = 1.0;

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
    let said = format!("{most} of {} systems say so", opinions.len());
    Reply { confidence: Some(share), ..Reply::judged(*judgment) }.because(said)
}

/// What logistic regression makes of what some systems say of each pair. Pairs are split into parts, and those of one part
/// are answered by what was learnt on the others.
///
/// `opinions` are those of all systems, in their order, for each pair; `part_of` tells the part of each pair. A feature
/// stands for each judgment of each system, so that a system that is right where it says *contradiction* alone is
/// believed there alone. Pairs without gold teach nothing and are answered.
///
/// # Errors
/// Where the gold judgments outside of some part are not all that there are.
///
/// # References
/// Wolpert 1992.
pub fn stacked(
    opinions: &[Vec<Option<Judgment>>],
    gold: &[Option<Judgment>],
    part_of: &[usize],
) -> Result<Vec<Reply>, TrainingError> {
    let all: Vec<Judgment> = gold.iter().flatten().copied().collect();
    let judgments = training::judgments_of(&all)?;
    let rows: Vec<Vec<f64>> = opinions.iter().map(|opinions| features(opinions)).collect();
    let parts = part_of.iter().max().map_or(0, |last| last + 1);
    let mut replies = vec![Reply::default(); opinions.len()];
    for part in 0..parts {
        let inside: Vec<usize> = (0..rows.len()).filter(|row| part_of[*row] == part).collect();
        if inside.is_empty() {
            continue;
        }
        let outside = (0..rows.len()).filter(|row| part_of[*row] != part);
        let (learnt_from, classes): (Vec<Vec<f64>>, Vec<usize>) = outside
            .filter_map(|row| Some((rows[row].clone(), training::place_of(gold[row]?, &judgments))))
            .unzip();
        for (place, judgment) in judgments.iter().enumerate() {
            if !classes.contains(&place) {
                return Err(TrainingError::MissingJudgment { missing: *judgment });
            }
        }
        let class_count = judgments.len();
        let observations = Observations { rows: &learnt_from, classes: &classes, class_count };
        let coefficients = fitted(&observations, STRENGTH, None, EXACTLY);
        for row in inside {
            let probabilities = softmax(&coefficients.scores(&rows[row]));
            let probabilities = judgments.iter().copied().zip(probabilities).collect();
            replies[row] = Reply::likeliest(Probabilities(probabilities));
        }
    }
    Ok(replies)
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
    use Judgment::{Contradiction, Entailment, Unknown};

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
        assert_eq!(reply.justification.as_deref(), Some("2 of 3 systems say so"));
    }

    /// Of two systems the first is right on contradictions and on nothing else, the second on the rest: a vote of them is
    /// right on a part alone, and what is learnt knows whom to believe.
    #[test]
    fn what_is_learnt_knows_whom_to_believe() {
        let golds = [Entailment, Unknown, Contradiction];
        let gold: Vec<_> = (0..60).map(|number| Some(golds[number % 3])).collect();
        let opinion = |gold: &Option<Judgment>| match gold {
            Some(Contradiction) => vec![Some(Contradiction), Some(Unknown)],
            judgment => vec![Some(Entailment), *judgment],
        };
        let opinions: Vec<_> = gold.iter().map(opinion).collect();
        let part_of: Vec<usize> = (0..60).map(|number| number / 20).collect();
        let right = |replies: &[Reply]| {
            replies.iter().zip(&gold).filter(|(reply, gold)| reply.judgment == **gold).count()
        };
        let votes: Vec<Reply> = opinions.iter().map(|opinions| vote(opinions)).collect();
        assert_eq!(right(&votes), 40);
        assert_eq!(right(&stacked(&opinions, &gold, &part_of).unwrap()), 60);
    }

    /// What one system says means the opposite in one part: answered from the others, all of that part is wrong.
    #[test]
    fn a_part_is_answered_by_what_the_others_teach() {
        let gold: Vec<_> = (0..40).map(|number| Some([Entailment, Unknown][number % 2])).collect();
        let part_of: Vec<usize> = (0..40).map(|number| number / 10).collect();
        let opinions: Vec<_> = gold
            .iter()
            .zip(&part_of)
            .map(|(gold, part)| match (gold, part) {
                (Some(Entailment), 2) => vec![Some(Unknown)],
                (_, 2) => vec![Some(Entailment)],
                (gold, _) => vec![*gold],
            })
            .collect();
        let replies = stacked(&opinions, &gold, &part_of).unwrap();
        for (row, reply) in replies.iter().enumerate() {
            assert_eq!(reply.judgment == gold[row], part_of[row] != 2, "{row}");
        }
    }

    // from sklearn.linear_model import LogisticRegression
    // X = [[1,0],[1,0],[0,1],[0,1],[1,0],[0,1]]  # entailment, unknown
    // m = LogisticRegression(C=1, tol=1e-10).fit(X, [0,0,1,0,0,1]); m.predict_proba([[1,0],[0,1]])[:, 1]
    #[test]
    fn probabilities_are_those_of_scikit_learn() {
        let said = [Entailment, Entailment, Unknown, Unknown, Entailment, Unknown];
        let row = |judgment: Judgment| features(&[Some(judgment)]);
        let rows: Vec<_> = said.into_iter().map(row).collect();
        let observations =
            Observations { rows: &rows, classes: &[0, 0, 1, 0, 0, 1], class_count: 2 };
        let coefficients = fitted(&observations, STRENGTH, None, EXACTLY);
        let expected = [(Entailment, 0.203_250_549_9), (Unknown, 0.463_416_117_1)];
        for (judgment, expected) in expected {
            let found = softmax(&coefficients.scores(&row(judgment)))[1];
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn a_judgment_of_one_part_alone_cannot_be_learnt() {
        let gold = [Some(Entailment), Some(Unknown), Some(Entailment), Some(Entailment)];
        let opinions = vec![vec![Some(Entailment)]; 4];
        let error = stacked(&opinions, &gold, &[0, 0, 1, 1]).unwrap_err();
        assert_eq!(error, TrainingError::MissingJudgment { missing: Unknown });
    }
}
