//! Originals that are alike in the gold judgment of the whole and in the number of parts.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;

use super::original::OriginalKind;

/// The strata within which wholes and parts are held against each other: gold moves both together, and *all
/// parts right* is rarer with every part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Strata {
    /// The gold judgment and the highest number of parts of each, ascending.
    ends: Vec<(Judgment, u32)>,
}

/// The fewest originals of a stratum, where others of its gold judgment can be merged with it.
const FEWEST: u64 = 10;

impl Strata {
    /// The strata of some originals. Neighbouring numbers of parts are merged, from the lowest on, until ten
    /// originals are together; a rest of fewer joins the stratum before it. An original counts once for each of
    /// so many runs.
    pub(crate) fn new<'k>(kinds: impl Iterator<Item = (&'k OriginalKind, u64)>, runs: u64) -> Self {
        let mut sizes: BTreeMap<(Judgment, u32), u64> = BTreeMap::new();
        for (kind, originals) in kinds.filter(|(kind, _)| kind.parts_right.is_some()) {
            *sizes.entry((kind.gold, kind.parts)).or_default() += originals;
        }
        let sizes = sizes.into_iter().map(|((gold, parts), originals)| (gold, parts, originals));
        let fewest = FEWEST * runs;
        let from_below = merged(sizes, |before, _| before < fewest);
        let with_rest = merged(from_below.into_iter(), |_, rest| rest < fewest);
        Self { ends: with_rest.into_iter().map(|(gold, parts, _)| (gold, parts)).collect() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The stratum of an original; nothing where one of its parts has no gold.
    pub(crate) fn place(&self, kind: &OriginalKind) -> Option<usize> {
        kind.parts_right?;
        let place = self.ends.partition_point(|end| *end < (kind.gold, kind.parts));
        let (gold, _) = self.ends.get(place)?;
        (*gold == kind.gold).then_some(place)
    }
}

/// Each with the one before it, where both are of one gold judgment and their originals ask for it.
fn merged(
    strata: impl Iterator<Item = (Judgment, u32, u64)>,
    are_few: impl Fn(u64, u64) -> bool,
) -> Vec<(Judgment, u32, u64)> {
    let mut merged: Vec<(Judgment, u32, u64)> = Vec::new();
    for (gold, parts, originals) in strata {
        match merged.last_mut() {
            Some((of, end, before)) if *of == gold && are_few(*before, originals) => {
                *end = parts;
                *before += originals;
            }
            _ => merged.push((gold, parts, originals)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Contradiction, Entailment};

    use super::*;
    use crate::testing::kind;

    fn of(sizes: &[(Judgment, u32, u64)]) -> Strata {
        let kinds: Vec<_> = sizes
            .iter()
            .map(|(gold, parts, originals)| {
                (OriginalKind { gold: *gold, parts: *parts, ..kind() }, *originals)
            })
            .collect();
        // Two runs count each original twice.
        let of_runs = Strata::new(kinds.iter().map(|(kind, originals)| (kind, 2 * originals)), 2);
        let strata = Strata::new(kinds.iter().map(|(kind, originals)| (kind, *originals)), 1);
        assert_eq!(strata, of_runs);
        strata
    }

    #[test]
    fn sparse_numbers_of_parts_are_merged_within_a_judgment() {
        let strata = of(&[
            (Entailment, 1, 4),
            (Entailment, 2, 7),
            (Entailment, 3, 30),
            (Entailment, 5, 9),
            (Contradiction, 2, 3),
        ]);
        assert_eq!(strata.ends, [(Entailment, 2), (Entailment, 5), (Contradiction, 2)]);
        let place = |gold, parts| strata.place(&OriginalKind { gold, parts, ..kind() });
        assert_eq!(
            [1, 2, 3, 4, 5].map(|parts| place(Entailment, parts)),
            [0, 0, 1, 1, 1].map(Some)
        );
        assert_eq!(place(Contradiction, 1), Some(2));
        assert_eq!(place(Entailment, 6), None);
        assert_eq!(strata.place(&OriginalKind { parts_right: None, ..kind() }), None);
    }
}
