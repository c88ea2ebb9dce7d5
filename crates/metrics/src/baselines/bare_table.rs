//! Baselines on a contingency table on its own, whose labels need be no judgments.

use crate::counts::ContingencyTable;
use crate::undefined::Undefined;

/// The expected accuracies, from 0 to 1, of answers that look at no pair.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedAccuracies {
    /// Of always giving one label, for each label.
    pub always: Vec<f64>,
    /// Of drawing each label with the same probability.
    pub uniform: f64,
    /// Of drawing each label as often as gold has it.
    pub from_gold: f64,
}

/// The baselines of a table.
///
/// # Errors
/// [`Undefined::NoPairs`] for a table without pairs.
pub fn expected_accuracies(table: &ContingencyTable) -> Result<ExpectedAccuracies, Undefined> {
    if table.total() == 0 {
        return Err(Undefined::NoPairs);
    }
    let labels = table.abstained();
    let total = table.total() as f64;
    let always: Vec<f64> = (0..labels).map(|label| table.gold(label) as f64 / total).collect();
    let from_gold = always.iter().map(|share| share * share).sum();
    Ok(ExpectedAccuracies { always, uniform: 1.0 / labels as f64, from_gold })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_accuracies_follow_from_the_shares_of_gold() {
        // B09 section 3: gold of .500, .360 and .140 in its Figure 2; .25 + .1296 + .0196 = .3992.
        let rows = [vec![20, 25, 5], vec![9, 18, 9], vec![1, 7, 6]];
        let table = ContingencyTable::from_rows(&rows).unwrap();
        let expected = expected_accuracies(&table).unwrap();
        assert_eq!(expected.always, [0.5, 0.36, 0.14]);
        assert!((expected.from_gold - 0.3992).abs() < 1e-12);
        assert!((expected.uniform - 1.0 / 3.0).abs() < 1e-12);
        let empty = ContingencyTable::from_rows(&[vec![0, 0], vec![0, 0]]).unwrap();
        assert_eq!(expected_accuracies(&empty), Err(Undefined::NoPairs));
    }
}
