//! What a measure sees of the kinds of originals.

use phenom_dataset::{Judgment, Task};

use super::agreement::AgreementTable;
use super::original::OriginalKind;
use super::strata::Strata;

/// Which counts a measure is a function of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// The solved table: all parts right, against the whole right. Originals that have a part without gold
    /// do not count.
    Solved,
    /// The direct answer right, against the composed one right.
    Right,
    /// The composed answer against the direct one.
    Agreement,
    /// The solved table of each stratum, one after the other.
    Strata,
}

/// The place of a count by two properties: both, the first alone, the second alone, neither.
pub(crate) fn cell(first: bool, second: bool) -> usize {
    2 * usize::from(!first) + usize::from(!second)
}

/// Counts of originals with one of some gold judgments.
#[derive(Debug, Clone)]
pub(crate) struct View<'g> {
    seen: Seen,
    gold: &'g [Judgment],
    task: Task,
    strata: Strata,
}

impl<'g> View<'g> {
    /// The counts that a measure is a function of; `kinds` are all originals of the slice, of which the
    /// strata are made, as so many runs answer them.
    pub(crate) fn new<'k>(
        seen: Seen,
        gold: &'g [Judgment],
        task: Task,
        kinds: impl Iterator<Item = (&'k OriginalKind, u64)>,
        runs: u64,
    ) -> Self {
        let strata = match seen {
            Seen::Strata => Strata::new(kinds.filter(|(kind, _)| gold.contains(&kind.gold)), runs),
            _ => Strata::default(),
        };
        Self { seen, gold, task, strata }
    }

    /// How many counts there are.
    pub(crate) fn width(&self) -> usize {
        match self.seen {
            Seen::Solved | Seen::Right => 4,
            Seen::Agreement => AgreementTable::width(self.task),
            Seen::Strata => 4 * self.strata.len().max(1),
        }
    }

    /// The count that an original adds 1 to; nothing where it does not count.
    pub(crate) fn place(&self, kind: &OriginalKind) -> Option<usize> {
        if !self.gold.contains(&kind.gold) {
            return None;
        }
        let solved = kind.all_parts_right().map(|right| cell(right, kind.whole_right));
        match self.seen {
            Seen::Solved => solved,
            Seen::Right => Some(cell(kind.whole_right, kind.composed_right)),
            Seen::Agreement => Some(AgreementTable::place(self.task, kind)),
            Seen::Strata => Some(4 * self.strata.place(kind)? + solved?),
        }
    }

    /// The counts of some originals.
    pub(crate) fn counts<'k>(
        &self,
        kinds: impl Iterator<Item = (&'k OriginalKind, u64)>,
    ) -> Vec<u64> {
        let mut counts = vec![0; self.width()];
        for (kind, originals) in kinds {
            if let Some(place) = self.place(kind) {
                counts[place] += originals;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Contradiction, Entailment};

    use super::super::original::PartsRight::{self, All};
    use super::*;
    use crate::testing::kind;

    #[test]
    fn each_view_counts_what_it_says() {
        let of = |gold, whole_right, composed_right, parts_right| OriginalKind {
            gold,
            whole_right,
            composed_right,
            parts_right,
            ..kind()
        };
        let kinds = [
            (of(Entailment, true, false, Some(All)), 20),
            (of(Entailment, false, true, None), 3),
            (of(Contradiction, false, true, Some(All)), 11),
            (of(Contradiction, true, true, Some(PartsRight::Some)), 5),
        ];
        let all = || kinds.iter().map(|(kind, originals)| (kind, *originals));
        let seen =
            |seen, gold: &[Judgment]| View::new(seen, gold, Task::TwoWay, all(), 1).counts(all());
        assert_eq!(seen(Seen::Solved, &Judgment::ALL), [20, 11, 5, 0]);
        assert_eq!(seen(Seen::Right, &Judgment::ALL), [5, 20, 14, 0]);
        assert_eq!(seen(Seen::Right, &[Entailment]), [0, 20, 3, 0]);
        // Entailment, and contradiction, of one part each.
        assert_eq!(seen(Seen::Strata, &Judgment::ALL), [20, 0, 0, 0, 0, 11, 5, 0]);
        assert_eq!(seen(Seen::Strata, &[Contradiction]), [0, 11, 5, 0]);
        assert_eq!(seen(Seen::Agreement, &Judgment::ALL), [39, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
}
