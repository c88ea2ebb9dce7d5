//! The originals of a dataset as a run answers them.

use hashbrown::HashMap;
use phenom_dataset::{Dataset, Run};

use super::gold_under_rule::GoldUnderRule;
use super::original::{LeftOut, OriginalKind};

/// The kind of each original of a dataset as a run answers it, found in one pass for all that asks for it.
#[derive(Debug, Clone)]
pub struct AnsweredOriginals {
    /// Each kind, or reason for none, once.
    pub(super) kinds: Vec<Result<OriginalKind, LeftOut>>,
    /// For each original the number of its kind.
    pub(super) numbers: Vec<u32>,
}

impl AnsweredOriginals {
    /// Those of a run on a dataset.
    ///
    /// # Panics
    /// If gold is that of another dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, run: &Run, gold: &GoldUnderRule) -> Self {
        let (mut known, mut kinds) = (HashMap::new(), Vec::new());
        let number = |original: usize| {
            let kind = gold.original(dataset, run, original);
            *known.entry(kind).or_insert_with(|| {
                kinds.push(kind);
                kinds.len() as u32 - 1
            })
        };
        let numbers = dataset.originals().map(number).collect();
        Self { kinds, numbers }
    }

    /// The kind of an original, by its row.
    pub(crate) fn kind(&self, original: usize) -> Result<OriginalKind, LeftOut> {
        self.kinds[self.numbers[original] as usize]
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, CompositionRule, Missing, RunBuilder, Task};
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{dataset, pairs_and_answers, weighted_rule};

    proptest! {
        /// Each original is of the kind that it is by itself, or left out for the same reason.
        #[test]
        fn originals_are_what_each_is_alone(
            (pairs, answers) in pairs_and_answers(),
            missing in proptest::sample::select(vec![Missing::Skip, Missing::Wrong]),
            rule in proptest::sample::select(vec![CompositionRule::All, weighted_rule()]),
            lacking in 1..9usize,
        ) {
            let dataset = dataset(&pairs);
            let mut builder = RunBuilder::new(&dataset, "s", missing);
            for (row, answer) in answers.into_iter().enumerate() {
                if (row + 1) % lacking != 0 {
                    builder.add(row as u64 + 1, dataset.id(row), Answer::Judged(answer), None);
                }
            }
            let run = builder.finish().unwrap();
            let gold = GoldUnderRule::new(&dataset, &rule, Task::ThreeWay);
            let answered = AnsweredOriginals::new(&dataset, &run, &gold);
            for original in dataset.originals() {
                prop_assert_eq!(answered.kind(original), gold.original(&dataset, &run, original));
            }
        }
    }
}
