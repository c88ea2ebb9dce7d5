//! How often units were given each combination of labels.

use std::collections::BTreeMap;

use crate::measures::{Better, Measure, Style};
use crate::undefined::{Proportion, Undefined};

/// Observed agreement of two judgments of one unit.
pub const AGREEMENT: Measure = Measure {
    key: "agreement",
    better: Better::Higher,
    name: "agreement",
    definition: "The share of equal labels among all pairs of labels that two annotators gave to one unit. With two-way \
                 labels, unknown and contradiction are equal.",
    formula: "A = sum_u sum_k n_uk (n_uk - 1) / sum_u n_u (n_u - 1), with n_uk the annotators who gave label k to unit \
              u, n_u all who labelled it",
    range: "0 to 1",
    undefined: "if no unit has labels of two annotators",
    source: "V08 section 2.2",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// The largest possible change of accuracy.
pub const DISAGREEMENT: Measure = Measure {
    key: "disagreement",
    better: Better::Higher,
    name: "largest possible change of accuracy",
    definition: "The share of units on which two annotators differ: no accuracy can change by more if another \
                 annotator's labels become the gold labels.",
    formula: "pairs on which annotators differ / pairs",
    range: "0 to 1",
    undefined: "if there are no pairs",
    source: "V08 section 2.2",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// Count vectors (how many annotators gave each label to a unit), each with the number of units that
/// have it. The size is that of the distinct vectors, not of the units.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LabelCounts {
    labels: usize,
    units: BTreeMap<Box<[u32]>, u64>,
}

impl LabelCounts {
    /// No units yet, for a number of labels.
    #[must_use]
    pub fn new(labels: usize) -> Self {
        Self { labels, units: BTreeMap::new() }
    }

    /// Adds units that share a count vector: `counts[k]` annotators gave label `k`. A unit that nobody
    /// judged has a vector of zeros. Labels that the vector lacks count 0, those past
    /// [`labels`](Self::labels) are none and are left out.
    pub fn add(&mut self, counts: &[u32], units: u64) {
        if units == 0 {
            return;
        }
        if counts.len() == self.labels
            && let Some(known) = self.units.get_mut(counts)
        {
            *known += units;
            return;
        }
        let vector = (0..self.labels).map(|label| counts.get(label).copied().unwrap_or(0));
        *self.units.entry(vector.collect()).or_default() += units;
    }

    /// Number of labels.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// Number of units, those that nobody judged among them.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units.values().sum()
    }

    /// Number of units that at least two annotators judged.
    #[must_use]
    pub fn shared(&self) -> u64 {
        self.vectors().filter(|(counts, _)| total(counts) > 1).map(|(_, units)| units).sum()
    }

    /// Each distinct count vector with its number of units, in the order of the vectors.
    pub fn vectors(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.units.iter().map(|(counts, units)| (&**counts, *units))
    }

    /// The pairs of judgments of one unit that are the same, among all of them: for two annotators
    /// their percentage agreement over the units that both judged, for more the agreement of all pairs
    /// of them, weighted by the units that they share.
    ///
    /// # Errors
    /// [`Undefined::NothingShared`] where no unit was judged twice.
    pub fn agreement(&self) -> Result<Proportion, Undefined> {
        let pairs = |count: u64| count.saturating_mul(count.saturating_sub(1)) / 2;
        let mut agreement = Proportion::default();
        for (counts, units) in self.vectors() {
            let same: u64 = counts.iter().map(|count| pairs(u64::from(*count))).sum();
            let add = |sum: u64, pairs: u64| sum.saturating_add(pairs.saturating_mul(units));
            agreement.numerator = add(agreement.numerator, same);
            agreement.denominator = add(agreement.denominator, pairs(total(counts)));
        }
        if agreement.denominator == 0 {
            return Err(Undefined::NothingShared);
        }
        Ok(agreement)
    }

    /// The units on which annotators differ, among all units: the largest possible change of accuracy
    /// by another choice of annotator [V08, section 2.2].
    #[must_use]
    pub fn disagreement(&self) -> Proportion {
        let differ = |counts: &[u32]| counts.iter().filter(|count| **count > 0).count() > 1;
        let differing = self.vectors().filter(|(counts, _)| differ(counts));
        Proportion { numerator: differing.map(|(_, units)| units).sum(), denominator: self.units() }
    }
}

/// How many annotators judged a unit.
pub(super) fn total(counts: &[u32]) -> u64 {
    counts.iter().map(|count| u64::from(*count)).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Units of two to four labels, given up to three times each, gaps included.
    pub(crate) fn label_counts() -> impl Strategy<Value = LabelCounts> {
        (2usize..5).prop_flat_map(|labels| {
            let vector = proptest::collection::vec(0u32..4, labels);
            proptest::collection::vec((vector, 1u64..5), 0..12).prop_map(move |units| {
                let mut counts = LabelCounts::new(labels);
                units.iter().for_each(|(vector, units)| counts.add(vector, *units));
                counts
            })
        })
    }

    /// The annotators of V08, table 3: entailment, unknown, contradiction.
    pub(crate) fn voorhees_table_3() -> LabelCounts {
        let mut units = LabelCounts::new(3);
        for (counts, pairs) in [
            ([2, 0, 0], 381),
            ([1, 1, 0], 82),
            ([0, 2, 0], 217),
            ([1, 0, 1], 11),
            ([0, 1, 1], 43),
            ([0, 0, 2], 66),
        ] {
            units.add(&counts, pairs);
        }
        units
    }

    #[test]
    fn agreement_of_voorhees_table_3() {
        // Three-way agreement .83 = 664/800, and 136 pairs on which the annotators differ.
        let units = voorhees_table_3();
        assert_eq!(units.agreement(), Ok(Proportion { numerator: 664, denominator: 800 }));
        assert_eq!(units.disagreement(), Proportion { numerator: 136, denominator: 800 });
    }

    #[test]
    fn gaps_are_no_disagreement() {
        let mut units = LabelCounts::new(2);
        units.add(&[1, 0], 3);
        units.add(&[0, 0], 2);
        assert_eq!(units.agreement(), Err(Undefined::NothingShared));
        assert_eq!(units.disagreement(), Proportion { numerator: 0, denominator: 5 });
        units.add(&[2, 1], 1);
        assert_eq!(units.agreement(), Ok(Proportion { numerator: 1, denominator: 3 }));
        assert_eq!((units.units(), units.shared()), (6, 1));
    }

    proptest! {
        #[test]
        fn counting_twice_over_changes_no_share(units in label_counts()) {
            let mut doubled = LabelCounts::new(units.labels());
            units.vectors().for_each(|(counts, times)| doubled.add(counts, 2 * times));
            prop_assert_eq!(doubled.units(), 2 * units.units());
            let share = |labels: &LabelCounts| labels.agreement().and_then(Proportion::value);
            prop_assert_eq!(share(&doubled), share(&units));
        }
    }
}
