//! What a system says of a pair.

use crate::{Judgment, JudgmentSet, Several, Task};

/// What a system says of one pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A judgment.
    Judged(Judgment),
    /// Several judgments at once, which commit to none of them: wrong for whatever asks for one answer.
    Several(Several),
    /// The system has a row for the pair, with an empty answer. Counts as wrong.
    Abstained,
    /// The system has no row for the pair. What that means is for [`Missing`](crate::Missing).
    Missing,
}

impl Answer {
    /// How many different answers there are.
    pub const COUNT: usize = 6 + Several::ALL.len();
    /// The code of an abstention.
    pub const ABSTAINED: u8 = 4;
    /// The code of a missing answer.
    pub const MISSING: u8 = 5;

    /// The answer that a set of judgments is: an abstention where it is empty. Nothing for *not-entailment* with what
    /// it says already.
    #[must_use]
    pub fn of(judgments: JudgmentSet) -> Option<Self> {
        let mut members = judgments.judgments();
        match (members.next(), members.next()) {
            (None, _) => Some(Self::Abstained),
            (Some(judgment), None) => Some(Self::Judged(judgment)),
            (Some(_), Some(_)) => Several::of(judgments).map(Self::Several),
        }
    }

    /// The judgments of the answer; none of an abstention and of a missing answer.
    #[must_use]
    pub fn judgments(self) -> JudgmentSet {
        match self {
            Self::Judged(judgment) => JudgmentSet::default().with(judgment),
            Self::Several(several) => several.judgments(),
            Self::Abstained | Self::Missing => JudgmentSet::default(),
        }
    }

    /// The one judgment of the answer, if there is one: of several, that which they are under the task.
    #[must_use]
    #[inline]
    pub fn single(self, task: Task) -> Option<Judgment> {
        match self {
            Self::Judged(judgment) => Some(judgment),
            Self::Several(several) => several.single(task),
            Self::Abstained | Self::Missing => None,
        }
    }

    /// A dense code: the judgment's, or 4 for an abstention, 5 for a missing answer, from 6 on for several judgments.
    #[must_use]
    #[inline]
    pub fn code(self) -> u8 {
        match self {
            Self::Judged(judgment) => judgment.code(),
            Self::Several(several) => several as u8,
            Self::Abstained => Self::ABSTAINED,
            Self::Missing => Self::MISSING,
        }
    }

    /// The answer with the given [`code`](Self::code); any other code is a missing answer.
    #[must_use]
    #[inline]
    pub fn from_code(code: u8) -> Self {
        match Judgment::from_code(code) {
            Some(judgment) => Self::Judged(judgment),
            None if code == Self::ABSTAINED => Self::Abstained,
            None => {
                let several = Several::ALL.into_iter().find(|several| *several as u8 == code);
                several.map_or(Self::Missing, Self::Several)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lead_back() {
        for answer in Judgment::ALL.map(Answer::Judged) {
            assert_eq!(Answer::from_code(answer.code()), answer);
        }
        for answer in Several::ALL.map(Answer::Several) {
            assert_eq!(Answer::from_code(answer.code()), answer);
            assert_eq!(Answer::of(answer.judgments()), Some(answer));
            assert!(usize::from(answer.code()) < Answer::COUNT);
        }
        assert_eq!(Answer::from_code(Answer::Abstained.code()), Answer::Abstained);
        assert_eq!(Answer::from_code(Answer::Missing.code()), Answer::Missing);
    }
}
