//! What the rule of composition makes of gold, found once for all runs, and originals as runs answer them.

use phenom_dataset::{Answer, CompositionRule, Dataset, Run, Task};

use super::original::{AnsweredPart, LeftOut, OriginalKind, by_gold, kind};
use crate::counts::gold_for;

/// For each original of a dataset, whether gold and the rule of composition let it count.
#[derive(Debug, Clone)]
pub struct GoldUnderRule {
    pub(super) rule: CompositionRule,
    pub(super) task: Task,
    /// By the first gold label of each part.
    by_gold: Vec<Result<(), LeftOut>>,
    /// The originals, ascending, with parts that have several gold labels: what a run answers decides which one counts.
    by_answers: Vec<usize>,
}

impl GoldUnderRule {
    /// That of a dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, rule: &CompositionRule, task: Task) -> Self {
        let of_original = |original: usize| {
            let of_composed = |composed| gold_for(dataset, original, Answer::Judged(composed));
            let parts = dataset.monothematic_of(original);
            let golds = parts.map(|part| (dataset.gold()[part], dataset.weight(part)));
            by_gold((rule, task), (dataset.gold()[original], of_composed), golds)
        };
        let by_gold = dataset.originals().map(of_original).collect();
        let varies = |original: &usize| {
            dataset.monothematic_of(*original).any(|part| !dataset.also_gold(part).is_empty())
        };
        let by_answers = dataset.originals().filter(varies).collect();
        Self { rule: *rule, task, by_gold, by_answers }
    }

    /// Whether an original has gold and parts that count, and its gold label is what the rule makes of the first gold label of
    /// each of these. An original that parts without gold leave open counts.
    pub(crate) fn counts(&self, original: usize) -> bool {
        self.by_gold[original].is_ok()
    }

    /// An original, by its row, with all of its parts, as a run answers them.
    ///
    /// A missing answer that counts as wrong is no judgment, as an abstention is: the answers on the other parts
    /// decide the whole, or nothing does and the composed answer is wrong. Where missing answers are left out, so
    /// is every original of which one is missing, so that all composition measures are about the same originals.
    ///
    /// # Errors
    /// Why the original does not count.
    ///
    /// # Panics
    /// If the dataset is not the one of [`new`](Self::new).
    pub(super) fn original(
        &self,
        dataset: &Dataset,
        run: &Run,
        original: usize,
    ) -> Result<OriginalKind, LeftOut> {
        let gold_and_answer = |row: usize| {
            let answer = run.answer(row);
            (gold_for(dataset, row, answer), answer)
        };
        let of_composed = |composed| gold_for(dataset, original, Answer::Judged(composed));
        let parts = dataset.monothematic_of(original).map(|row| {
            let (gold, answer) = gold_and_answer(row);
            AnsweredPart { gold, answer, weight: dataset.weight(row) }
        });
        let whole = (gold_and_answer(original), of_composed);
        let under = (&self.rule, self.task);
        let golds = parts.clone().map(|part| (part.gold, part.weight));
        match self.by_answers.binary_search(&original) {
            Ok(_) => by_gold(under, (whole.0.0, of_composed), golds)?,
            Err(_) => self.by_gold[original]?,
        }
        kind(under, run.missing(), whole, parts)
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::*;
    use phenom_dataset::{DatasetBuilder, Judgment, KeepTexts, Missing, PairRow, RunBuilder};

    use super::super::original::PartsRight;
    use super::*;
    use crate::testing::{Pair, dataset, weighted_rule};

    const RULE: CompositionRule = CompositionRule::All;

    /// An original with two parts: gold of all three, and the answers; `None` for no gold.
    fn of(gold: [Option<Judgment>; 3], answers: [Answer; 3]) -> Result<OriginalKind, LeftOut> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for (id, gold) in ["o", "a", "b"].into_iter().zip(gold) {
            let origin = Some("o").filter(|origin| *origin != id);
            builder.add(&PairRow { id, origin, gold, ..PairRow::default() });
        }
        let dataset = builder.finish().unwrap();
        let run = Run::from_answers("s", answers);
        GoldUnderRule::new(&dataset, &RULE, Task::ThreeWay).original(&dataset, &run, 0)
    }

    #[test]
    fn an_original_with_its_parts() {
        let judged = Answer::Judged;
        let gold = [Some(Contradiction), Some(Entailment), Some(Contradiction)];
        let found = of(gold, [judged(Unknown), judged(Entailment), judged(Contradiction)]);
        let kind = OriginalKind {
            gold: Contradiction,
            parts: 2,
            direct: Some(Unknown),
            whole_right: false,
            composed: Some(Contradiction),
            composed_right: true,
            parts_right: Some(PartsRight::All),
        };
        assert_eq!(found, Ok(kind));
        // One contradicted part decides, whatever is abstained from; and one without gold is neither.
        let found = of(gold, [Answer::Abstained, Answer::Abstained, judged(Contradiction)]);
        let kind = OriginalKind { direct: None, parts_right: Some(PartsRight::Some), ..kind };
        assert_eq!(found, Ok(kind));
        let found = of(
            [Some(Entailment), None, Some(Entailment)],
            [judged(Entailment), judged(Entailment), Answer::Missing],
        );
        let kind = found.unwrap();
        assert_eq!((kind.composed, kind.composed_right, kind.parts_right), (None, false, None));
        assert!(kind.whole_right);
        assert_eq!(of([None; 3], [judged(Entailment); 3]), Err(LeftOut::NoGold));
    }

    /// Two parts, of which the first has the gold labels entailment and unknown: the one that a run agrees with counts.
    #[test]
    fn a_part_may_have_several_gold_labels() {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for (id, origin, also_gold) in
            [("o", None, &[][..]), ("a", Some("o"), &[Unknown]), ("b", Some("o"), &[])]
        {
            let gold = Some(Entailment);
            builder.add(&PairRow { id, origin, gold, also_gold, ..PairRow::default() });
        }
        let dataset = builder.finish().unwrap();
        let gold = GoldUnderRule::new(&dataset, &RULE, Task::ThreeWay);
        let composed_right = |answer: Judgment| {
            let answers = [Entailment, answer, Entailment].map(Answer::Judged);
            let run = Run::from_answers("s", answers);
            gold.original(&dataset, &run, 0).map(|kind| kind.composed_right)
        };
        assert_eq!(composed_right(Entailment), Ok(true));
        assert_eq!(composed_right(Unknown), Err(LeftOut::BreaksRule));
        assert_eq!(composed_right(Contradiction), Ok(false));
        // The sizes of originals do not depend on runs.
        assert!(gold.counts(0));
    }

    /// The parts weigh 3, 1 and 0, and six tenths of the weight are asked for.
    #[test]
    fn parts_of_an_original_have_weights() {
        let dataset = dataset(&[
            Pair::original("o"),
            Pair::of("a", "o").weight(3.0),
            Pair::of("b", "o").gold(Unknown).weight(1.0),
            Pair::of("c", "o").gold(Unknown).weight(0.0),
            Pair::original("p"),
            Pair::of("d", "p").weight(0.0),
        ]);
        let kind = |answers: [Judgment; 4], rule: &CompositionRule| {
            let all = answers.into_iter().chain([Entailment; 2]);
            // Originals come first.
            let mut all: Vec<Answer> = all.map(Answer::Judged).collect();
            all.insert(1, Answer::Judged(Entailment));
            all.pop();
            let run = Run::from_answers("s", all);
            let gold = GoldUnderRule::new(&dataset, rule, Task::TwoWay);
            gold.original(&dataset, &run, 0)
        };
        let rule = weighted_rule();
        let found = kind([Entailment, Entailment, Unknown, Unknown], &rule).unwrap();
        assert_eq!((found.composed, found.composed_right), (Some(Entailment), true));
        assert_eq!(found.parts_right, Some(PartsRight::All));
        let found = kind([Entailment, Unknown, Entailment, Entailment], &rule).unwrap();
        assert_eq!((found.composed, found.composed_right), (Some(NotEntailment), false));
        // Gold of its parts is not what the other rules ask for.
        let found = kind([Entailment; 4], &CompositionRule::All);
        assert_eq!(found, Err(LeftOut::BreaksRule));
        let run = Run::from_answers("s", [Answer::Judged(Entailment); 6]);
        let gold = GoldUnderRule::new(&dataset, &rule, Task::TwoWay);
        assert_eq!(gold.original(&dataset, &run, 1), Err(LeftOut::NoParts));
        assert_eq!([0, 1].map(|original| gold.counts(original)), [true, false]);
    }

    #[test]
    fn originals_are_left_out_where_missing_answers_are() {
        let dataset = dataset(&[Pair::original("o"), Pair::of("a", "o"), Pair::original("p")]);
        let mut builder = RunBuilder::new(&dataset, "s", Missing::Skip);
        builder.add(1, "o", Answer::Judged(Entailment), None);
        let run = builder.finish().unwrap();
        let gold = GoldUnderRule::new(&dataset, &RULE, Task::TwoWay);
        let of = |original| gold.original(&dataset, &run, original);
        assert_eq!(of(dataset.row("o").unwrap()), Err(LeftOut::NotAnswered));
        assert_eq!(of(dataset.row("p").unwrap()), Err(LeftOut::NoParts));
    }
}
