//! One original with its parts, as a run answers them.

use phenom_dataset::{Answer, Composed, CompositionRule, Judgment, Missing, Task};

/// All that composition measures need of a decomposed original under a rule of composition, as a run answers it and its
/// parts: those of one kind are counted together.
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

/// Why an original is of no [`OriginalKind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// A part of an original with its gold label and answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnsweredPart {
    pub(crate) gold: Option<Judgment>,
    pub(crate) answer: Answer,
    pub(crate) weight: f64,
}

/// Whether gold lets an original count, or why not: by gold of the whole, the gold that a composed judgment is held against,
/// and gold of the parts with their weights.
pub(crate) fn by_gold(
    (rule, task): (&CompositionRule, Task),
    (gold, of_composed): (Option<Judgment>, impl Fn(Judgment) -> Option<Judgment>),
    parts: impl Iterator<Item = (Option<Judgment>, f64)>,
) -> Result<(), LeftOut> {
    match rule.compose_weighted(parts, task) {
        Composed::NoParts => Err(LeftOut::NoParts),
        _ if gold.is_none() => Err(LeftOut::NoGold),
        Composed::Judged(one) if !is_gold(task, one, of_composed) => Err(LeftOut::BreaksRule),
        Composed::Judged(_) | Composed::Open(_) => Ok(()),
    }
}

/// The kind of an original that gold lets count, by gold and answer of the whole, the gold that a composed answer is
/// held against, and its parts.
pub(crate) fn kind(
    (rule, task): (&CompositionRule, Task),
    missing: Missing,
    ((gold, answer), of_composed): (
        (Option<Judgment>, Answer),
        impl Fn(Judgment) -> Option<Judgment>,
    ),
    parts: impl Iterator<Item = AnsweredPart> + Clone,
) -> Result<OriginalKind, LeftOut> {
    let gold = gold.ok_or(LeftOut::NoGold)?;
    let mut answers = parts.clone().map(|part| part.answer).chain([answer]);
    if missing == Missing::Skip && answers.any(|answer| answer == Answer::Missing) {
        return Err(LeftOut::NotAnswered);
    }
    let number = parts.clone().count() as u32;
    let is_right = |AnsweredPart { gold, answer, .. }: AnsweredPart| {
        Some(u32::from(agrees(task, gold?, answer.single(task))))
    };
    let right_parts: Option<u32> = parts.clone().map(is_right).sum();
    let parts_right = right_parts.map(|right| match right {
        0 => PartsRight::None,
        all if all == number => PartsRight::All,
        _ => PartsRight::Some,
    });
    let answers = parts.map(|part| (part.answer.single(task), part.weight));
    let composed = rule.compose_weighted(answers, task).judgment();
    let composed_right = composed.is_some_and(|composed| is_gold(task, composed, &of_composed));
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

/// Whether what the rule makes is gold of the whole.
pub(super) fn is_gold(
    task: Task,
    composed: Judgment,
    of_composed: impl Fn(Judgment) -> Option<Judgment>,
) -> bool {
    of_composed(composed).is_some_and(|gold| agrees(task, gold, Some(composed)))
}

pub(super) fn agrees(task: Task, gold: Judgment, answer: Option<Judgment>) -> bool {
    answer.is_some_and(|answer| task.column(answer) == task.column(gold))
}
