//! Contingency tables of pairs that do not all weigh the same.

use crate::undefined::{Undefined, Value};

/// Weight of gold judgments (rows) against answers (columns), with one more column for abstentions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WeightedTable {
    labels: usize,
    cells: Vec<f64>,
}

impl WeightedTable {
    /// A table of zeros for a number of labels.
    #[must_use]
    pub(crate) fn new(labels: usize) -> Self {
        Self { labels, cells: vec![0.0; labels * (labels + 1)] }
    }

    /// Adds weight to a cell.
    pub(crate) fn add(&mut self, gold: usize, answer: usize, weight: f64) {
        self.cells[gold * (self.labels + 1) + answer] += weight;
    }

    fn total(&self) -> f64 {
        self.cells.iter().sum()
    }

    fn gold(&self, gold: usize) -> f64 {
        self.cells[gold * (self.labels + 1)..][..=self.labels].iter().sum()
    }

    fn predicted(&self, answer: usize) -> f64 {
        (0..self.labels).map(|gold| self.cells[gold * (self.labels + 1) + answer]).sum()
    }

    /// H(G) under the weights, in bits.
    ///
    /// # Errors
    /// [`Undefined::NoWeight`] where all weigh nothing.
    pub(crate) fn gold_entropy(&self) -> Value {
        let total = self.positive_total()?;
        let shares = (0..self.labels).map(|gold| self.gold(gold) / total);
        Ok(shares
            .filter(|share| *share > 0.0)
            .map(|share| -share * share.log2())
            .sum::<f64>()
            .max(0.0))
    }

    /// I(G;L) under the weights, in bits.
    ///
    /// # Errors
    /// [`Undefined::NoWeight`] where all weigh nothing.
    pub(crate) fn mutual_information(&self) -> Value {
        let total = self.positive_total()?;
        let mut information = 0.0;
        for gold in 0..self.labels {
            for answer in 0..=self.labels {
                let weight = self.cells[gold * (self.labels + 1) + answer];
                if weight > 0.0 {
                    let expected = self.gold(gold) * self.predicted(answer);
                    information += weight / total * (weight * total / expected).log2();
                }
            }
        }
        Ok(information.max(0.0))
    }

    fn positive_total(&self) -> Value {
        let total = self.total();
        if total > 0.0 { Ok(total) } else { Err(Undefined::NoWeight) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::counts::tables;
    use crate::measures::entropy::gold_entropy;
    use crate::measures::mutual_information::mutual_information;

    proptest! {
        /// The same weight for every pair changes nothing.
        #[test]
        fn uniform_weights_give_the_unweighted_values(table in tables(), weight in 0.01f64..10.0) {
            prop_assume!(table.total() > 0);
            let mut weighted = WeightedTable::new(table.labels());
            for gold in 0..table.labels() {
                for answer in table.columns() {
                    weighted.add(gold, answer, weight * table.count(gold, answer) as f64);
                }
            }
            let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
            prop_assert!(near(
                weighted.mutual_information().unwrap(),
                mutual_information(&table).unwrap()
            ));
            prop_assert!(near(weighted.gold_entropy().unwrap(), gold_entropy(&table).unwrap()));
        }
    }

    #[test]
    fn where_all_weigh_nothing_there_is_no_value() {
        assert_eq!(WeightedTable::new(2).gold_entropy(), Err(Undefined::NoWeight));
        assert_eq!(WeightedTable::new(2).mutual_information(), Err(Undefined::NoWeight));
    }
}
