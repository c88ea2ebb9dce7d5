//! What all engines that learn share: which judgments examples tell apart, folds, and what can be wrong with examples.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::Example;

/// Why nothing could be learnt from examples.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TrainingError {
    /// There are none.
    #[error("there are no examples to learn from; name a file of pairs with gold labels")]
    NoExamples,
    /// None of them has this gold judgment.
    #[error(
        "no example has the gold label {missing}; a system learns only from examples of each label"
    )]
    MissingJudgment {
        /// The judgment that is missing.
        missing: Judgment,
    },
    /// Those that are parsed cannot be told apart.
    #[error(
        "all {parsed} examples with a parse {kind} entailed; parse examples of both kinds, or leave the parses out"
    )]
    ParsedOneKind {
        /// How many are parsed.
        parsed: usize,
        /// `are` or `are not`.
        kind: &'static str,
    },
    /// They are too few to choose settings by cross-validation.
    #[error(
        "the examples with gold label {judgment} come from {groups} group(s) (pairs with one original or text); \
         cross-validation needs at least {least}"
    )]
    TooFewGroups {
        /// The judgment with too few.
        judgment: Judgment,
        /// In how many groups it occurs.
        groups: usize,
        /// How many are needed.
        least: usize,
    },
}

/// The judgments that a model learns to tell apart from these examples, in the order of the tables: entailment and the
/// others that their gold has; two-way where gold mixes `not-entailment` with finer judgments.
///
/// # Errors
/// Where there are no examples, none is entailment, or all are.
pub fn judgments(examples: &[Example<'_>]) -> Result<Vec<Judgment>, TrainingError> {
    let gold: Vec<Judgment> = examples.iter().map(|example| example.gold).collect();
    judgments_of(&gold)
}

/// The same of the gold judgments alone.
pub(crate) fn judgments_of(gold: &[Judgment]) -> Result<Vec<Judgment>, TrainingError> {
    if gold.is_empty() {
        return Err(TrainingError::NoExamples);
    }
    let has = |judgment| gold.contains(&judgment);
    if !has(Judgment::Entailment) {
        return Err(TrainingError::MissingJudgment { missing: Judgment::Entailment });
    }
    if has(Judgment::NotEntailment) {
        return Ok(vec![Judgment::Entailment, Judgment::NotEntailment]);
    }
    let found: Vec<Judgment> =
        Judgment::ALL.into_iter().filter(|judgment| has(*judgment)).collect();
    if found.len() == 1 {
        return Err(TrainingError::MissingJudgment { missing: Judgment::NotEntailment });
    }
    Ok(found)
}

/// The place of a gold judgment among those that are told apart: finer ones are *not-entailment* where only that is.
pub(crate) fn place_of(gold: Judgment, judgments: &[Judgment]) -> usize {
    let place = |wanted| judgments.iter().position(|judgment| *judgment == wanted);
    place(gold).or_else(|| place(gold.two_way())).unwrap_or_default()
}

/// The fold of each example: groups stay together, and folds have nearly as many groups each. The seed shuffles the
/// groups.
#[must_use]
pub fn folds(examples: &[Example<'_>], count: usize, seed: u64) -> Vec<usize> {
    let mut fold_of: BTreeMap<usize, usize> =
        examples.iter().map(|example| (example.group, 0)).collect();
    let mut order: Vec<usize> = fold_of.keys().copied().collect();
    order.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
    for (number, group) in order.into_iter().enumerate() {
        fold_of.insert(group, number % count.max(1));
    }
    let fold = |example: &Example<'_>| fold_of.get(&example.group).copied().unwrap_or_default();
    examples.iter().map(fold).collect()
}

/// Whether each judgment occurs in enough groups for every training part of so many folds to have it.
pub(crate) fn check_groups(
    examples: &[Example<'_>],
    judgments: &[Judgment],
    least: usize,
) -> Result<(), TrainingError> {
    for (place, judgment) in judgments.iter().enumerate() {
        let of_judgment =
            examples.iter().filter(|example| place_of(example.gold, judgments) == place);
        let mut groups: Vec<usize> = of_judgment.map(|example| example.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let groups = groups.len();
        if groups < least {
            return Err(TrainingError::TooFewGroups { judgment: *judgment, groups, least });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextPair;

    fn examples(gold: &[(Judgment, usize)]) -> Vec<Example<'static>> {
        let pair = TextPair { id: "", text: "", hypothesis: "" };
        gold.iter().map(|(gold, group)| Example { pair, gold: *gold, group: *group }).collect()
    }

    #[test]
    fn judgments_are_those_of_the_gold() {
        use Judgment::{Contradiction, Entailment, NotEntailment, Unknown};
        let of = |gold: &[Judgment]| {
            let gold: Vec<_> = gold.iter().map(|judgment| (*judgment, 0)).collect();
            judgments(&examples(&gold))
        };
        assert_eq!(of(&[Unknown, Entailment]), Ok(vec![Entailment, Unknown]));
        assert_eq!(
            of(&[Contradiction, Unknown, Entailment]),
            Ok(vec![Entailment, Unknown, Contradiction])
        );
        let two_way = vec![Entailment, NotEntailment];
        assert_eq!(of(&[NotEntailment, Unknown, Entailment]), Ok(two_way.clone()));
        assert_eq!(place_of(Contradiction, &two_way), 1);
        assert_eq!(of(&[]), Err(TrainingError::NoExamples));
        assert_eq!(of(&[Unknown]), Err(TrainingError::MissingJudgment { missing: Entailment }));
        assert_eq!(
            of(&[Entailment]),
            Err(TrainingError::MissingJudgment { missing: NotEntailment })
        );
    }

    #[test]
    fn groups_stay_together_in_folds_of_equal_size() {
        let gold: Vec<_> = (0..40).map(|number| (Judgment::Entailment, number / 2)).collect();
        let examples = examples(&gold);
        let folds_of_them = folds(&examples, 5, 1);
        for pair in folds_of_them.chunks(2) {
            assert_eq!(pair[0], pair[1]);
        }
        for fold in 0..5 {
            assert_eq!(folds_of_them.iter().filter(|found| **found == fold).count(), 8);
        }
        assert_eq!(folds_of_them, folds(&examples, 5, 1));
        assert_ne!(folds_of_them, folds(&examples, 5, 2));
    }

    #[test]
    fn too_few_groups_are_refused() {
        let gold = [(Judgment::Entailment, 1), (Judgment::Entailment, 1), (Judgment::Unknown, 2)];
        let error = check_groups(&examples(&gold), &[Judgment::Entailment, Judgment::Unknown], 2);
        let groups =
            TrainingError::TooFewGroups { judgment: Judgment::Entailment, groups: 1, least: 2 };
        assert_eq!(error, Err(groups));
    }
}
