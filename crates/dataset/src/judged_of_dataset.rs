//! The judged gold of a dataset, and the labels of its judges.

use crate::judged::JudgedGold;
use crate::{Dataset, Judgment};

impl Dataset {
    /// Who labelled the pairs, if people read some of them and judges labelled all; `None` if the gold labels are not
    /// judged gold. People's labels are [`gold`](Self::gold).
    #[must_use]
    pub fn judged(&self) -> Option<&JudgedGold> {
        self.judged.as_ref()
    }

    /// Of judged outcomes: keeps the rows on which people scored the answers of every system, `is_scored`, as those that people
    /// read. Before, all rows count as read.
    pub fn read_by_people(&mut self, is_scored: impl Fn(usize) -> bool) {
        for (row, gold) in self.gold.iter_mut().enumerate() {
            *gold = gold.filter(|_| is_scored(row));
        }
    }

    /// The label that a judge gave to each row, by the judge's place in [`JudgedGold::judges`]; `None` for a pair that the
    /// judge did not label, and in all rows if there is no such judge.
    #[must_use]
    pub fn labels_of_judge(&self, judge: usize) -> Vec<Option<Judgment>> {
        let mut labels = vec![None; self.len()];
        let judge = self.judged().and_then(|judged| judged.judges.get(judge));
        let Some(number) = judge.and_then(|judge| self.annotators.find(&judge.name)) else {
            return labels;
        };
        for (arrival, annotator, judgment) in &self.annotations {
            let row = self.rows.get(*arrival as usize).filter(|_| *annotator == number);
            if let Some(label) = row.and_then(|row| labels.get_mut(*row as usize)) {
                *label = Some(*judgment);
            }
        }
        labels
    }
}
