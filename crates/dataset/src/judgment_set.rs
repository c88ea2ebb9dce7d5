//! Several judgments at once: gold that is a set, and answers that are.

use crate::{Judgment, Task};

/// A set of judgments, which may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JudgmentSet(u8);

impl JudgmentSet {
    /// The judgments of the set, in the order of the tables.
    pub fn judgments(self) -> impl Iterator<Item = Judgment> {
        Judgment::ALL.into_iter().filter(move |judgment| self.has(*judgment))
    }

    /// Whether a judgment is in the set.
    #[must_use]
    pub fn has(self, judgment: Judgment) -> bool {
        self.0 & (1 << judgment.code()) != 0
    }

    /// The set with one more judgment.
    #[must_use]
    pub fn with(self, judgment: Judgment) -> Self {
        Self(self.0 | (1 << judgment.code()))
    }

    /// How many judgments there are in the set.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The judgments that are in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The set as a task sees it: under the two-way one *unknown* and *contradiction* are *not-entailment*.
    #[must_use]
    pub fn under(self, task: Task) -> Self {
        match task {
            Task::TwoWay | Task::Outcome => self.judgments().map(Judgment::two_way).collect(),
            Task::ThreeWay => self,
        }
    }
}

impl FromIterator<Judgment> for JudgmentSet {
    fn from_iter<I: IntoIterator<Item = Judgment>>(judgments: I) -> Self {
        judgments.into_iter().fold(Self::default(), Self::with)
    }
}

/// An answer of several judgments. *Not-entailment* says *unknown or contradiction* already and stands with neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Several {
    /// Entailment and unknown.
    EntailmentUnknown = 6,
    /// Entailment and contradiction.
    EntailmentContradiction = 7,
    /// Unknown and contradiction.
    UnknownContradiction = 8,
    /// All three of the three-way task.
    AllThree = 9,
    /// Both of the two-way task.
    EntailmentNotEntailment = 10,
}

impl Several {
    /// Every one, in the order of the codes.
    pub const ALL: [Self; 5] = [
        Self::EntailmentUnknown,
        Self::EntailmentContradiction,
        Self::UnknownContradiction,
        Self::AllThree,
        Self::EntailmentNotEntailment,
    ];

    /// The word in files and tables: the judgments with `|` between them.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EntailmentUnknown => "entailment|unknown",
            Self::EntailmentContradiction => "entailment|contradiction",
            Self::UnknownContradiction => "unknown|contradiction",
            Self::AllThree => "entailment|unknown|contradiction",
            Self::EntailmentNotEntailment => "entailment|not-entailment",
        }
    }

    /// The judgments.
    #[must_use]
    pub fn judgments(self) -> JudgmentSet {
        use Judgment::{Contradiction, Entailment, NotEntailment, Unknown};
        let judgments: &[Judgment] = match self {
            Self::EntailmentUnknown => &[Entailment, Unknown],
            Self::EntailmentContradiction => &[Entailment, Contradiction],
            Self::UnknownContradiction => &[Unknown, Contradiction],
            Self::AllThree => &[Entailment, Unknown, Contradiction],
            Self::EntailmentNotEntailment => &[Entailment, NotEntailment],
        };
        judgments.iter().copied().collect()
    }

    /// The answer of these judgments; nothing where they are fewer than two, or *not-entailment* with what it says
    /// already.
    #[must_use]
    pub fn of(judgments: JudgmentSet) -> Option<Self> {
        Self::ALL.into_iter().find(|several| several.judgments() == judgments)
    }

    /// The one judgment that the answer is under a task: *unknown* and *contradiction* are both *not-entailment*
    /// under the two-way one. Nothing where it holds several there, too.
    #[must_use]
    pub fn single(self, task: Task) -> Option<Judgment> {
        (self == Self::UnknownContradiction && task == Task::TwoWay)
            .then_some(Judgment::NotEntailment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_judgments_and_lead_to_them() {
        for several in Several::ALL {
            let names: Vec<&str> = several.judgments().judgments().map(Judgment::name).collect();
            assert_eq!(several.name(), names.join("|"));
            assert_eq!(Several::of(several.judgments()), Some(several));
        }
        let one = JudgmentSet::default().with(Judgment::Unknown);
        assert_eq!(Several::of(one), None);
        assert_eq!(Several::of(one.with(Judgment::NotEntailment)), None);
    }

    #[test]
    fn two_negative_judgments_are_one_under_the_two_way_task() {
        for several in Several::ALL {
            let seen = several.judgments().under(Task::TwoWay);
            assert_eq!(several.single(Task::TwoWay).is_some(), seen.len() == 1, "{several:?}");
            assert_eq!(several.single(Task::ThreeWay), None);
            assert_eq!(several.judgments().under(Task::ThreeWay), several.judgments());
        }
    }
}
