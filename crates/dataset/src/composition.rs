//! The rule by which judgments on the parts of a pair make a judgment on the whole.

mod table;
#[cfg(test)]
mod tests;

pub use table::CompositionTable;
use thiserror::Error;

use crate::{Judgment, Task};

/// The rule that a decomposition assumes: what the judgments on the monothematic pairs of an original say of
/// the original.
///
/// All but the table ask for a number k of parts, of n: the whole is entailed where k parts or more are;
/// contradicted where so many parts are contradicted that fewer than k are left; unknown otherwise. Of
/// two-way judgments: entailed, or not. The order of the parts matters to a table alone.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum CompositionRule {
    /// All parts: k = n. One contradicted part contradicts the whole.
    #[default]
    All,
    /// Some part: k = 1. The whole is contradicted where all parts are.
    Any,
    /// A share t of the parts at least: k is the least whole number that is t n or more.
    Fraction(PartsShare),
    /// A table, from the judgment of the parts so far and that of the next part to that of both.
    Table(CompositionTable),
}

/// A share of parts, above 0 and up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartsShare(f64);

impl PartsShare {
    /// A share of parts.
    ///
    /// # Errors
    /// [`CompositionError::Share`] for a number that does not lie above 0 and up to 1.
    pub fn new(share: f64) -> Result<Self, CompositionError> {
        if share > 0.0 && share <= 1.0 {
            Ok(Self(share))
        } else {
            Err(CompositionError::Share(share))
        }
    }

    /// The number, above 0 and up to 1.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }

    /// The least number of so many parts that is such a share of them.
    fn of(self, parts: usize) -> usize {
        /// `0.55 * 20` is a little more than 11 in binary fractions.
        const ROUNDING: f64 = 1e-9;
        (self.0 * parts as f64 - ROUNDING).ceil().max(1.0) as usize
    }
}

/// Why there is no such rule.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CompositionError {
    /// A share of parts outside its range.
    #[error("a fraction of parts must be above 0 and at most 1, and {0} is not")]
    Share(f64),
    /// A table that tells *not-entailment* and also *unknown* or *contradiction*.
    #[error(
        "a composition table is two-way or three-way: it cannot contain `not-entailment` and also `unknown` or \
         `contradiction`"
    )]
    MixedJudgments,
    /// A combination that a table has twice.
    #[error("the composition table contains `{0}, {1}` twice")]
    Repeated(Judgment, Judgment),
    /// Combinations that a table does not have.
    #[error("the composition table lacks these combinations: {}", combinations(.0))]
    Incomplete(Vec<(Judgment, Judgment)>),
}

fn combinations(missing: &[(Judgment, Judgment)]) -> String {
    let named: Vec<String> =
        missing.iter().map(|(so_far, next)| format!("`{so_far}, {next}`")).collect();
    named.join("; ")
}

/// What the judgments on the parts make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Composed {
    /// A judgment of the task: whatever the parts without a judgment are, they do not change it.
    Judged(Judgment),
    /// It depends on parts that have no judgment: their places, from 0, ascending. Under the three-way
    /// task *not-entailment* is no judgment: it may be *unknown* or *contradiction*. No place is named
    /// where all parts are known and a two-way table does not tell which of the two they make.
    Open(Vec<usize>),
    /// There are no parts.
    NoParts,
}

impl Composed {
    /// The judgment, where there is one.
    #[must_use]
    pub fn judgment(&self) -> Option<Judgment> {
        match self {
            Self::Judged(judgment) => Some(*judgment),
            Self::Open(_) | Self::NoParts => None,
        }
    }
}

impl CompositionRule {
    /// What judgments on the parts, in the order of the data, make of the whole under a task. A part may
    /// have no judgment: no gold, or no answer.
    #[must_use]
    pub fn compose(
        &self,
        parts: impl IntoIterator<Item = Option<Judgment>>,
        task: Task,
    ) -> Composed {
        match self {
            Self::All => by_number(parts, task, |parts| parts),
            Self::Any => by_number(parts, task, |_| 1),
            Self::Fraction(share) => by_number(parts, task, |parts| share.of(parts)),
            Self::Table(table) => table.compose(parts, task),
        }
    }

    /// Whether the order of the parts matters.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        matches!(self, Self::Table(_))
    }
}

/// The rule in words, as reports state it.
impl std::fmt::Display for CompositionRule {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fraction(share) if share.value() >= 1.0 => Self::All.fmt(formatter),
            Self::All => formatter.write_str("an original is entailed if all of its parts are"),
            Self::Any => formatter.write_str("an original is entailed if one of its parts is"),
            Self::Fraction(share) => write!(
                formatter,
                "an original is entailed if at least {} % of its parts are",
                (1e4 * share.value()).round() / 100.0
            ),
            Self::Table(_) => {
                formatter.write_str("a table composes the labels of the parts, one by one")
            }
        }
    }
}

/// What parts make of which so many must be entailed.
fn by_number(
    parts: impl IntoIterator<Item = Option<Judgment>>,
    task: Task,
    needed: impl Fn(usize) -> usize,
) -> Composed {
    let (mut all, mut entailed, mut contradicted) = (0, 0, 0);
    // Parts that may be anything, and those that may be unknown or contradicted.
    let (mut missing, mut negative) = (0, 0);
    let mut open = Vec::new();
    for part in parts {
        match part {
            None => missing += 1,
            Some(Judgment::Entailment) => entailed += 1,
            Some(Judgment::Contradiction) => contradicted += 1,
            Some(Judgment::Unknown) => {}
            Some(Judgment::NotEntailment) => negative += 1,
        }
        let is_coarse = part == Some(Judgment::NotEntailment) && task == Task::ThreeWay;
        if part.is_none() || is_coarse {
            open.push(all);
        }
        all += 1;
    }
    if all == 0 {
        return Composed::NoParts;
    }
    let needed = needed(all);
    if entailed >= needed {
        return Composed::Judged(Judgment::Entailment);
    }
    let never_entailed = entailed + missing < needed;
    let never_contradicted = all - contradicted - missing - negative >= needed;
    match task {
        Task::TwoWay | Task::Outcome if never_entailed => Composed::Judged(Judgment::NotEntailment),
        Task::ThreeWay if all - contradicted < needed => Composed::Judged(Judgment::Contradiction),
        Task::ThreeWay if never_entailed && never_contradicted => {
            Composed::Judged(Judgment::Unknown)
        }
        _ => Composed::Open(open),
    }
}
