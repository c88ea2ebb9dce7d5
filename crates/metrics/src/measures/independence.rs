//! Could the answers be independent of gold?

use statrs::distribution::{ChiSquared, ContinuousCDF, Discrete, Hypergeometric};

use super::Measure;
use super::mutual_information::mutual_information;
use crate::{ContingencyTable, Undefined, Value};

/// The p-value of the test of independence.
pub const INDEPENDENCE_P_VALUE: Measure = Measure {
    key: "independence_p_value",
    name: "p-value of the test of independence",
    definition: "How probable a mutual information at least as high as this one is, if answers and \
                 gold are independent. It takes pairs for independent of each other, which \
                 monothematic pairs of one original are not.",
    formula: "the upper tail of chi-squared at G = 2 N ln2 I(G;L), with (rows - 1)(columns - 1) \
              degrees of freedom over the rows and columns that occur; where some expected count is \
              below 5 and the table is 2x2, exactly: the probability, given the margins, of all \
              tables whose I is at least as high",
    range: "above 0 to 1",
    undefined: "where gold or answers are constant; where some expected count is below 5 and the \
                table is larger than 2x2",
    source: "B09 section 5 (the measure tested); the test itself is standard (G-test)",
};

/// The least expected count for which the chi-squared approximation is trusted.
const LEAST_EXPECTED: f64 = 5.0;

/// The p-value of the test of independence of gold and answers.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table, [`Undefined::NothingToTest`] where gold or answers are
/// constant, [`Undefined::FewExpected`] where some expected count is below 5 in a table larger than
/// 2x2.
pub fn independence_p_value(table: &ContingencyTable) -> Value {
    let information = mutual_information(table)?;
    let rows: Vec<usize> = (0..table.labels()).filter(|&it| table.gold(it) > 0).collect();
    let columns: Vec<usize> = table.columns().filter(|&it| table.predicted(it) > 0).collect();
    if rows.len() < 2 || columns.len() < 2 {
        return Err(Undefined::NothingToTest);
    }
    let total = table.total() as f64;
    let expected =
        |row: usize, column: usize| table.gold(row) as f64 * table.predicted(column) as f64 / total;
    let least = rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
        .map(|(row, column)| expected(row, column))
        .fold(f64::INFINITY, f64::min);
    if least < LEAST_EXPECTED {
        return match (rows.as_slice(), columns.as_slice()) {
            ([row, _], [column, _]) => exact(table, *row, *column, information),
            _ => Err(Undefined::FewExpected),
        };
    }
    let freedom = ((rows.len() - 1) * (columns.len() - 1)) as f64;
    let statistic = 2.0 * total * std::f64::consts::LN_2 * information;
    let distribution = ChiSquared::new(freedom).map_err(|_| Undefined::NothingToTest)?;
    Ok(positive(distribution.sf(statistic)))
}

/// The probability, given the margins of a 2x2 table, of those tables that tell at least as much.
fn exact(table: &ContingencyTable, row: usize, column: usize, information: f64) -> Value {
    let (a, b, total) = (table.gold(row), table.predicted(column), table.total());
    let distribution = Hypergeometric::new(total, a, b).map_err(|_| Undefined::NothingToTest)?;
    let mut p = 0.0;
    for count in (a + b).saturating_sub(total)..=a.min(b) {
        let rows = [vec![count, a - count], vec![b - count, total + count - a - b]];
        let other = ContingencyTable::from_rows(&rows).ok_or(Undefined::NothingToTest)?;
        // Tables that tell as much count, whatever the rounding of the last digits.
        if mutual_information(&other)? >= information - 1e-12 {
            p += distribution.pmf(count);
        }
    }
    Ok(positive(p.min(1.0)))
}

/// A p-value is never 0, only too small to write down.
fn positive(p: f64) -> f64 {
    p.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(rows: &[&[u64]]) -> Value {
        let rows: Vec<Vec<u64>> = rows.iter().map(|row| row.to_vec()).collect();
        independence_p_value(&ContingencyTable::from_rows(&rows).unwrap())
    }

    #[test]
    fn the_g_test_as_scipy_has_it() {
        // scipy.stats.chi2_contingency([[20, 25, 5], [9, 18, 9], [6, 7, 16]], correction=False,
        //                              lambda_="log-likelihood").pvalue
        let ours = p(&[&[20, 25, 5], &[9, 18, 9], &[6, 7, 16]]).unwrap();
        assert!((ours - 0.000_465_480_609_250_455_5).abs() < 1e-12, "{ours}");
    }

    #[test]
    fn small_two_way_tables_are_exact_by_hand() {
        // Margins 4 and 4, 4 and 4: the tables have n = 0..=4 with probabilities 1, 16, 36, 16, 1
        // of 70, and as much information for n as for 4 - n.
        assert!((p(&[&[3, 1], &[1, 3]]).unwrap() - 34.0 / 70.0).abs() < 1e-12);
        assert!((p(&[&[4, 0], &[0, 4]]).unwrap() - 2.0 / 70.0).abs() < 1e-12);
        assert!((p(&[&[2, 2], &[2, 2]]).unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn each_undefined_case_has_its_reason() {
        assert_eq!(p(&[&[0, 0], &[0, 0]]), Err(Undefined::NoPairs));
        assert_eq!(p(&[&[3, 2], &[0, 0]]), Err(Undefined::NothingToTest));
        assert_eq!(p(&[&[1, 1, 0], &[0, 1, 1], &[1, 0, 1]]), Err(Undefined::FewExpected));
    }
}
