//! One original with its parts, as a run answers them.

use phenom_dataset::{Answer, Composed, CompositionRule, Dataset, Judgment, Missing, Run, Task};

use crate::counts::gold_for;

/// A decomposed original under a rule of composition, as a run answers it and its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComposedOriginal {
    /// The row of the original.
    pub original: usize,
    /// What is counted of it.
    pub kind: OriginalKind,
}

/// All that composition measures need of a [`ComposedOriginal`]: those of one kind are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OriginalKind {
    /// The gold judgment of the whole; of a set, the one that is answered, or else the first.
    pub gold: Judgment,
    /// The number of parts, all of the original's.
    pub parts: u32,
    /// The answer on the whole, as the task tells it; nothing for an abstention, or for a missing answer
    /// that counts as wrong.
    pub direct: Option<Judgment>,
    /// Whether it is right.
    pub whole_right: bool,
    /// What the rule makes of the answers on the parts; nothing where it depends on parts without one.
    pub composed: Option<Judgment>,
    /// Whether that is right: gold of the whole.
    pub composed_right: bool,
    /// How many of the parts are right; nothing where a part has no gold.
    pub parts_right: Option<PartsRight>,
}

impl OriginalKind {
    /// Whether the answers on all parts are right; nothing where a part has no gold.
    #[must_use]
    pub fn all_parts_right(&self) -> Option<bool> {
        self.parts_right.map(|right| right == PartsRight::All)
    }
}

/// How many parts of an original are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartsRight {
    /// None of them.
    None,
    /// Some are right, and some are wrong.
    Some,
    /// All of them.
    All,
}

/// Why an original is no [`ComposedOriginal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// It has no parts, or none that counts under the rule.
    NoParts,
    /// It has no gold judgment of its own.
    NoGold,
    /// Its gold label is not the label that the rule makes of gold of its parts: what a system does on its parts says
    /// nothing of it.
    BreaksRule,
    /// The run does not answer it or one of its parts, and its missing answers are left out.
    NotAnswered,
}

/// An original with all of its parts, as a run answers them.
///
/// A missing answer that counts as wrong is no judgment, as an abstention is: the answers on the other parts
/// decide the whole, or nothing does and the composed answer is wrong. Where missing answers are left out, so
/// is every original of which one is missing, so that all composition measures are about the same originals.
///
/// # Errors
/// Why the original does not count.
pub fn composed_original(
    dataset: &Dataset,
    run: &Run,
    rule: &CompositionRule,
    task: Task,
    original: usize,
) -> Result<ComposedOriginal, LeftOut> {
    let gold_and_answer = |row: usize| {
        let answer = run.answer(row);
        (gold_for(dataset, row, answer), answer)
    };
    let of_composed = |composed| gold_for(dataset, original, Answer::Judged(composed));
    let parts = dataset.monothematic_of(original).map(|row| {
        let (gold, answer) = gold_and_answer(row);
        AnsweredPart { gold, answer, weight: dataset.weight(row) }
    });
    let kind = kind(rule, task, run.missing(), (gold_and_answer(original), of_composed), parts)?;
    Ok(ComposedOriginal { original, kind })
}

/// Whether an original has parts that count, and its gold label is what the rule makes of gold of these, as far as that
/// can be told.
pub(crate) fn follows_rule(
    dataset: &Dataset,
    (rule, task): (&CompositionRule, Task),
    original: usize,
) -> bool {
    let of_composed = |composed| gold_for(dataset, original, Answer::Judged(composed));
    match dataset.compose(original, (rule, task), |part| dataset.gold()[part]) {
        Composed::Judged(composed) => is_gold(task, composed, of_composed),
        Composed::Open(_) => true,
        Composed::NoParts => false,
    }
}

/// Whether what the rule makes is gold of the whole.
fn is_gold(
    task: Task,
    composed: Judgment,
    of_composed: impl Fn(Judgment) -> Option<Judgment>,
) -> bool {
    of_composed(composed).is_some_and(|gold| agrees(task, gold, Some(composed)))
}

/// A part of an original with its gold label and answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnsweredPart {
    pub(crate) gold: Option<Judgment>,
    pub(crate) answer: Answer,
    pub(crate) weight: f64,
}

/// The kind of an original by gold and answer of the whole, the gold that a composed answer is held against,
/// and its parts.
pub(crate) fn kind(
    rule: &CompositionRule,
    task: Task,
    missing: Missing,
    ((gold, answer), of_composed): (
        (Option<Judgment>, Answer),
        impl Fn(Judgment) -> Option<Judgment>,
    ),
    parts: impl Iterator<Item = AnsweredPart> + Clone,
) -> Result<OriginalKind, LeftOut> {
    let of_gold = rule.compose_weighted(parts.clone().map(|part| (part.gold, part.weight)), task);
    if of_gold == Composed::NoParts {
        return Err(LeftOut::NoParts);
    }
    let gold = gold.ok_or(LeftOut::NoGold)?;
    let is_gold = |composed| is_gold(task, composed, &of_composed);
    if of_gold.judgment().is_some_and(|composed| !is_gold(composed)) {
        return Err(LeftOut::BreaksRule);
    }
    let mut answers = parts.clone().map(|part| part.answer).chain([answer]);
    if missing == Missing::Skip && answers.any(|answer| answer == Answer::Missing) {
        return Err(LeftOut::NotAnswered);
    }
    let (mut right_parts, mut number) = (Some(0u32), 0u32);
    for AnsweredPart { gold, answer, .. } in parts.clone() {
        let right = gold.map(|gold| agrees(task, gold, answer.single(task)));
        right_parts = right_parts.zip(right).map(|(before, right)| before + u32::from(right));
        number = number.saturating_add(1);
    }
    let parts_right = right_parts.map(|right| match right {
        0 => PartsRight::None,
        all if all == number => PartsRight::All,
        _ => PartsRight::Some,
    });
    let answers = parts.map(|part| (part.answer.single(task), part.weight));
    let composed = rule.compose_weighted(answers, task).judgment();
    let composed_right = composed.is_some_and(is_gold);
    let direct = answer.single(task).and_then(|judgment| {
        task.column(judgment).and_then(|column| task.judgments().get(column)).copied()
    });
    let whole_right = agrees(task, gold, direct);
    Ok(OriginalKind {
        gold,
        parts: number,
        direct,
        whole_right,
        composed,
        composed_right,
        parts_right,
    })
}

pub(super) fn agrees(task: Task, gold: Judgment, answer: Option<Judgment>) -> bool {
    answer.is_some_and(|answer| task.column(answer) == task.column(gold))
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::*;
    use phenom_dataset::{DatasetBuilder, KeepTexts, PairRow, RunBuilder};

    use super::*;
    use crate::testing::{Pair, dataset, weighted_rule};

    const RULE: CompositionRule = CompositionRule::All;

    /// An original with two parts: gold of all three, and the answers; `None` for no gold.
    fn of(gold: [Option<Judgment>; 3], answers: [Answer; 3]) -> Result<ComposedOriginal, LeftOut> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for (id, gold) in ["o", "a", "b"].into_iter().zip(gold) {
            let origin = Some("o").filter(|origin| *origin != id);
            builder.add(&PairRow { id, origin, gold, ..PairRow::default() });
        }
        let dataset = builder.finish().unwrap();
        let run = Run::from_answers("s", answers);
        composed_original(&dataset, &run, &RULE, Task::ThreeWay, 0)
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
        assert_eq!(found, Ok(ComposedOriginal { original: 0, kind }));
        // One contradicted part decides, whatever is abstained from; and one without gold is neither.
        let found = of(gold, [Answer::Abstained, Answer::Abstained, judged(Contradiction)]);
        let kind = OriginalKind { direct: None, parts_right: Some(PartsRight::Some), ..kind };
        assert_eq!(found, Ok(ComposedOriginal { original: 0, kind }));
        let found = of(
            [Some(Entailment), None, Some(Entailment)],
            [judged(Entailment), judged(Entailment), Answer::Missing],
        );
        let kind = found.unwrap().kind;
        assert_eq!((kind.composed, kind.composed_right, kind.parts_right), (None, false, None));
        assert!(kind.whole_right);
        assert_eq!(of([None; 3], [judged(Entailment); 3]), Err(LeftOut::NoGold));
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
            composed_original(&dataset, &run, rule, Task::TwoWay, 0).map(|found| found.kind)
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
        let without_weight = composed_original(&dataset, &run, &rule, Task::TwoWay, 1);
        assert_eq!(without_weight, Err(LeftOut::NoParts));
        assert!(follows_rule(&dataset, (&rule, Task::TwoWay), 0));
        assert!(!follows_rule(&dataset, (&rule, Task::TwoWay), 1));
    }

    #[test]
    fn originals_are_left_out_where_missing_answers_are() {
        let dataset = dataset(&[Pair::original("o"), Pair::of("a", "o"), Pair::original("p")]);
        let mut builder = RunBuilder::new(&dataset, "s", Missing::Skip);
        builder.add(1, "o", Answer::Judged(Entailment), None);
        let run = builder.finish().unwrap();
        let of = |original| composed_original(&dataset, &run, &RULE, Task::TwoWay, original);
        assert_eq!(of(dataset.row("o").unwrap()), Err(LeftOut::NotAnswered));
        assert_eq!(of(dataset.row("p").unwrap()), Err(LeftOut::NoParts));
    }
}
