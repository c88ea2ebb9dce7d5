//! One original with its parts, as a run answers them.

use phenom_dataset::{Answer, CompositionRule, Judgment, Missing, Task};

use super::composed_gold::left_out_by_gold;

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
    (rule, task): (&CompositionRule, Task),
    missing: Missing,
    ((gold, answer), of_composed): (
        (Option<Judgment>, Answer),
        impl Fn(Judgment) -> Option<Judgment>,
    ),
    parts: impl Iterator<Item = AnsweredPart> + Clone,
) -> Result<OriginalKind, LeftOut> {
    let golds = parts.clone().map(|part| (part.gold, part.weight));
    match left_out_by_gold((rule, task), (gold, &of_composed), golds) {
        Some(reason) => Err(reason),
        None => kind_of_answers((rule, task), missing, ((gold, answer), of_composed), parts),
    }
}

/// The same where gold is known to leave nothing out.
pub(super) fn kind_of_answers(
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
