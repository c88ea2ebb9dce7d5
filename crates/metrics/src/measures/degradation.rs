//! What rewriting one answer to another does to the measures [B09, section 5.2].

use crate::measures::kappa::kappa;
use crate::measures::mutual_information::mutual_information;
use crate::{ContingencyTable, Value};

/// The measures of a table before and after every answer `from` is rewritten to `to`.
#[derive(Debug, Clone, PartialEq)]
pub struct Degradation {
    /// The label that is given up.
    pub from: usize,
    /// The label that takes its place.
    pub to: usize,
    /// Accuracy, in [0, 1].
    pub accuracy: [Value; 2],
    /// Cohen's kappa.
    pub kappa: [Value; 2],
    /// I(G;L), bits; it can only fall.
    pub mutual_information: [Value; 2],
}

/// A difference that is one, not rounding.
const REAL: f64 = 1e-12;

impl Degradation {
    /// Which of accuracy and kappa rise although information is lost: what this measure rewards and
    /// should not.
    #[must_use]
    pub fn rewarded(&self) -> Rewarded {
        let change = |[before, after]: &[Value; 2]| match (before, after) {
            (Ok(before), Ok(after)) => after - before,
            _ => 0.0,
        };
        let lost = change(&self.mutual_information) < -REAL;
        Rewarded {
            accuracy: lost && change(&self.accuracy) > REAL,
            kappa: lost && change(&self.kappa) > REAL,
        }
    }
}

/// The measures that rise where information is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rewarded {
    /// Whether accuracy rises.
    pub accuracy: bool,
    /// Whether kappa rises.
    pub kappa: bool,
}

/// Every rewriting of an answer that is given, in the order of the labels.
#[must_use]
pub fn degradations(table: &ContingencyTable) -> Vec<Degradation> {
    let given = (0..table.labels()).filter(|&from| table.predicted(from) > 0);
    let pairs = given.flat_map(|from| (0..table.labels()).map(move |to| (from, to)));
    pairs
        .filter(|(from, to)| from != to)
        .map(|(from, to)| {
            let after = table.conflated(from, to);
            let both = |measure: fn(&ContingencyTable) -> Value| [measure(table), measure(&after)];
            Degradation {
                from,
                to,
                accuracy: both(|table| table.correct().value()),
                kappa: both(kappa),
                mutual_information: both(mutual_information),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::counts::tables;

    #[test]
    fn bergmair_figure_2_is_the_one_that_both_reward() {
        let rows = [vec![20, 25, 5], vec![9, 18, 9], vec![1, 7, 6]];
        let table = ContingencyTable::from_rows(&rows).unwrap();
        let all = degradations(&table);
        assert_eq!(all.len(), 6);
        let of = |chosen: fn(Rewarded) -> bool| -> Vec<(usize, usize)> {
            all.iter().filter(|it| chosen(it.rewarded())).map(|it| (it.from, it.to)).collect()
        };
        // Unknown to entailment, the paper's. Contradiction to unknown raises the diagonal too, from
        // 44 to 20 + 27 = 47, but not kappa.
        assert_eq!(of(|it| it.accuracy && it.kappa), [(1, 0)]);
        assert_eq!(of(|it| it.accuracy), [(1, 0), (2, 1)]);
        let paper = all.iter().find(|it| (it.from, it.to) == (1, 0)).unwrap();
        let near = |[before, after]: &[Value; 2], wanted: [f64; 2]| {
            (before.clone().unwrap() - wanted[0]).abs() < 5e-5
                && (after.clone().unwrap() - wanted[1]).abs() < 5e-5
        };
        assert!(near(&paper.accuracy, [0.44, 0.51]));
        assert!(near(&paper.kappa, [0.1277, 0.1434]));
        assert!(near(&paper.mutual_information, [0.0836, 0.0574]));
    }

    proptest! {
        /// The data processing inequality.
        #[test]
        fn information_never_rises(table in tables()) {
            for it in degradations(&table) {
                let [before, after] = it.mutual_information.map(Result::unwrap);
                prop_assert!(after <= before + 1e-12);
            }
        }
    }
}
