//! All tables with the same margins, where there are few.

use super::logarithms::{ln_factorial, times_log};

/// The margins of a table: how many pairs each gold judgment has, and how many get each answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margins<'m> {
    pub(super) golds: &'m [u64],
    pub(super) answers: &'m [u64],
}

/// Up to this number of pairs, the probability of a table is right to ten digits.
const MOST_PAIRS: u64 = 4096;

/// All of 10,000 tables take a quarter of a millisecond; drawing takes up to two.
const MOST_TABLES: u64 = 10_000;

impl Margins<'_> {
    /// The probability, if answers are shuffled over the pairs, of the tables whose sum over cells of n log2 n is at least as
    /// high as one. `None` if there may be too many tables, or there are too many pairs.
    pub(super) fn as_high(self, wanted: f64) -> Option<f64> {
        let total: u64 = self.golds.iter().sum();
        if total > MOST_PAIRS || self.bound() > MOST_TABLES {
            return None;
        }
        let of = |counts: &[u64]| counts.iter().map(|count| ln_factorial(*count)).sum::<f64>();
        let ways = of(self.golds) + of(self.answers) - ln_factorial(total);
        let mut all = All { golds: self.golds, left: self.answers.to_vec(), wanted, ways, p: 0.0 };
        all.rows(0, [0.0; 2]);
        Some(all.p)
    }

    /// A bound on the number of tables: all cells but those of the largest row and column decide a table, and each is at most
    /// the smaller of its margins.
    fn bound(self) -> u64 {
        let all_but_largest = |counts: &[u64]| {
            let mut counts = counts.to_vec();
            counts.sort_unstable();
            counts.pop();
            counts
        };
        let answers = all_but_largest(self.answers);
        let cells = all_but_largest(self.golds).into_iter();
        let cells = cells.flat_map(|gold| answers.iter().map(move |answer| gold.min(*answer) + 1));
        cells.fold(1, u64::saturating_mul)
    }
}

/// Goes through all tables, cell by cell, with the sums of n log2 n and of ln n! over the cells so far.
struct All<'m> {
    golds: &'m [u64],
    /// Of each answer, what the rows so far leave.
    left: Vec<u64>,
    wanted: f64,
    ways: f64,
    p: f64,
}

fn with([of_logs, of_factorials]: [f64; 2], count: u64) -> [f64; 2] {
    [of_logs + times_log(count), of_factorials + ln_factorial(count)]
}

impl All<'_> {
    /// All rows from one on.
    fn rows(&mut self, row: usize, sums: [f64; 2]) {
        if let [pairs, _, ..] = self.golds[row..] {
            return self.cells(row, 0, pairs, sums);
        }
        // The last row has what is left.
        let [of_logs, of_factorials] = self.left.iter().copied().fold(sums, with);
        if of_logs >= self.wanted {
            self.p += (self.ways - of_factorials).exp();
        }
    }

    /// All cells of a row from one on, which have `pairs` pairs together.
    fn cells(&mut self, row: usize, column: usize, pairs: u64, sums: [f64; 2]) {
        let Some((&here, others)) = self.left[column..].split_first() else {
            return self.rows(row + 1, sums);
        };
        let least = pairs.saturating_sub(others.iter().sum());
        for count in least..=here.min(pairs) {
            self.left[column] = here - count;
            self.cells(row, column + 1, pairs - count, with(sums, count));
        }
        self.left[column] = here;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn by_hand() {
        // Margins 2, 1, 1 and 2, 1, 1: of the 12 ways to give the answers to the pairs, 2 keep the first pairs together,
        // with a sum of 2 log2 2.
        let margins = Margins { golds: &[2, 1, 1], answers: &[2, 1, 1] };
        assert!((margins.as_high(2.0).unwrap() - 2.0 / 12.0).abs() < 1e-12);
        assert!((margins.as_high(0.0).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(margins.as_high(2.1), Some(0.0));
    }

    #[test]
    fn too_many() {
        assert_eq!(Margins { golds: &[90; 3], answers: &[90; 3] }.as_high(0.0), None);
        assert_eq!(Margins { golds: &[5000, 1], answers: &[5000, 1] }.as_high(0.0), None);
        assert!(Margins { golds: &[4095, 1], answers: &[4000, 96] }.as_high(0.0).is_some());
    }

    proptest! {
        #[test]
        fn all_tables_together_are_certain(
            golds in proptest::collection::vec(0_u64..4, 1..4),
            places in proptest::collection::vec(0_usize..4, 12),
        ) {
            let mut answers = vec![0; 4];
            let total: u64 = golds.iter().sum();
            places.iter().cycle().take(total as usize).for_each(|place| answers[*place] += 1);
            let margins = Margins { golds: &golds, answers: &answers };
            prop_assert!((margins.as_high(0.0).unwrap() - 1.0).abs() < 1e-10);
        }
    }
}
