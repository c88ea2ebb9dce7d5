//! Could the answers be independent of gold?

use rand::SeedableRng;
use rand_pcg::Pcg64;
use statrs::distribution::{ChiSquared, ContinuousCDF, Discrete, Hypergeometric};

use super::answer_moments::{Moments, means};
use super::drawn_table::drawn_table;
use super::logarithms::times_log;
use super::margins::Margins;
use super::mutual_information::mutual_information;
use super::{Better, Comparison, Computation, IntervalFrom, Measure, OfPairs, Style};
use crate::counts::{Answered, ContingencyTable};
use crate::seed::Seed;
use crate::undefined::{Undefined, Value};

/// The p-value of the test of independence.
pub const INDEPENDENCE_P_VALUE: Measure = Measure {
    key: "independence_p_value",
    better: Better::Neither,
    name: "p-value of the test of independence",
    definition: "The probability of a mutual information at least as high as this one, if predictions and gold labels \
                 are independent. The test assumes that pairs are independent of each other, which monothematic pairs \
                 of one original are not.",
    formula: "the upper tail of chi-squared at G = 2 N ln2 I(G;L), with (rows - 1)(columns - 1) degrees of freedom over \
              the rows and columns that occur; if some expected count is below 5, a permutation test, which is exact \
              given the margins: the probability of all tables with these margins whose I is at least as high. Of a table \
              larger than 2x2 with more than 4,096 pairs, or if these tables may be more than 10,000 (the product of the \
              smaller margin of each cell plus 1, without the largest row and column), tables are drawn with the config's \
              seed, until 20 drawn tables have an I at least as high or 9,999 are drawn (Besag and Clifford 1991). For \
              several runs that differ, gold labels are shuffled over the pairs, each of which keeps the predictions of all runs: the upper tail of chi-squared at the sum over gold of \
              n_g (m_g - m)' S^-1 (m_g - m), with m the mean over pairs of the shares of runs that predict each label, \
              m_g that over the n_g pairs of a gold label, and S their covariance matrix over all pairs (n - 1), with \
              (rows - 1) rank(S) degrees of freedom",
    range: "above 0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if there are no pairs, and if gold labels or predictions are constant",
    source: "B09 section 5 (the measure tested); the test itself is standard (G-test)",
    style: Style::Probability,
    computation: Computation::Pairs(OfPairs {
        of_run: independence_p_value,
        of_runs: runs_independence_p_value,
    }),
    interval: IntervalFrom::None("a p-value is not an estimate"),
    comparison: Comparison::None("a p-value does not measure how good a system is"),
    ..Measure::OF_SYSTEMS
};

/// The least expected count for which the chi-squared approximation is trusted.
const LEAST_EXPECTED: f64 = 5.0;

/// The p-value of the test of independence of gold and answers.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table, [`Undefined::NothingToTest`] where gold or answers are
/// constant.
pub(crate) fn independence_p_value(table: &ContingencyTable, seed: Seed) -> Value {
    let information = mutual_information(table)?;
    let occurs = |count: &u64| *count > 0;
    let golds = (0..table.labels()).map(|label| table.gold(label));
    let golds: Vec<u64> = golds.filter(occurs).collect();
    let answers = table.columns().map(|label| table.predicted(label));
    let answers: Vec<u64> = answers.filter(occurs).collect();
    if golds.len() < 2 || answers.len() < 2 {
        return Err(Undefined::NothingToTest);
    }
    let total = table.total();
    let least = |counts: &[u64]| counts.iter().min().map_or(0.0, |least| *least as f64);
    if least(&golds) * least(&answers) / (total as f64) < LEAST_EXPECTED {
        return match (golds.as_slice(), answers.as_slice()) {
            (&[gold, _], &[answer, _]) => exact(total, gold, answer, information),
            _ => permutation(Margins { golds: &golds, answers: &answers }, information, seed),
        };
    }
    let freedom = ((golds.len() - 1) * (answers.len() - 1)) as f64;
    let statistic = 2.0 * total as f64 * std::f64::consts::LN_2 * information;
    let distribution = ChiSquared::new(freedom).map_err(|_| Undefined::NothingToTest)?;
    Ok(positive(distribution.sf(statistic)))
}

/// The same of several runs, none of which is all that there is: the exact mean and covariance of the answers to the pairs of
/// each gold judgment, if gold is shuffled over the pairs.
///
/// # Errors
/// As [`independence_p_value`].
///
/// # References
/// Landis, Heyman and Koch 1978 (mean scores of dependent answers).
fn runs_independence_p_value(answered: &[Answered<'_>], labels: usize) -> Value {
    let Moments { pairs, mean, covariance } = Moments::of(answered)?;
    let inverse = inverse(&covariance);
    let golds: Vec<(f64, Vec<f64>)> = (0..labels)
        .filter_map(|gold| {
            let here = answered.iter().filter(|answered| answered.gold == gold);
            let (pairs, mean) = means(here)?;
            Some((pairs, mean))
        })
        .collect();
    if golds.len() < 2 || inverse.is_empty() || pairs < 2.0 {
        return Err(Undefined::NothingToTest);
    }
    let mut statistic = 0.0;
    for (pairs, of_gold) in &golds {
        let apart = |answer: usize| of_gold[answer] - mean[answer];
        for (row, of_row) in &inverse {
            for ((column, _), value) in inverse.iter().zip(of_row) {
                statistic += pairs * apart(*row) * value * apart(*column);
            }
        }
    }
    let freedom = ((golds.len() - 1) * inverse.len()) as f64;
    let distribution = ChiSquared::new(freedom).map_err(|_| Undefined::NothingToTest)?;
    Ok(positive(distribution.sf(statistic)))
}

/// The inverse of the largest part of a covariance matrix that has one, each row with its place in the matrix.
fn inverse(matrix: &[Vec<f64>]) -> Vec<(usize, Vec<f64>)> {
    /// What is left of a variance that others explain, but for rounding.
    const NOTHING: f64 = 1e-9;
    // Rows are taken as long as those before do not explain them: Gauss and Jordan.
    let width = matrix.len();
    let mut left: Vec<Vec<f64>> = (0..width)
        .map(|row| {
            let unit = (0..width).map(|column| f64::from(u8::from(row == column)));
            matrix[row].iter().copied().chain(unit).collect()
        })
        .collect();
    let mut taken = Vec::new();
    for at in 0..width {
        if left[at][at] <= NOTHING * matrix[at][at].max(NOTHING) {
            continue;
        }
        taken.push(at);
        let pivot = left[at][at];
        left[at].iter_mut().for_each(|value| *value /= pivot);
        let row = left[at].clone();
        for other in (0..width).filter(|other| *other != at) {
            let factor = left[other][at];
            left[other].iter_mut().zip(&row).for_each(|(value, of)| *value -= factor * of);
        }
    }
    let of = |row: &usize| {
        let columns = taken.iter().map(|column| left[*row][width + column]);
        (*row, columns.collect())
    };
    taken.iter().map(of).collect()
}

/// The probability, given the margins of a 2x2 table, of those tables that tell at least as much.
fn exact(total: u64, a: u64, b: u64, information: f64) -> Value {
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

/// How many drawn tables that tell at least as much end the drawing.
const ENOUGH: u32 = 20;
/// How many tables are drawn at the most.
const DRAWS: u32 = 9_999;

/// The probability of tables that tell at least as much if answers are shuffled over the pairs: of all tables where they are
/// few, or the share of those drawn.
fn permutation(margins: Margins<'_>, information: f64, seed: Seed) -> Value {
    // I = (sum over cells - sums over margins + N log N) / N, and only the cells change.
    let sum = |counts: &[u64]| counts.iter().map(|count| times_log(*count)).sum::<f64>();
    let total: u64 = margins.golds.iter().sum();
    let constant = times_log(total) - sum(margins.golds) - sum(margins.answers);
    let wanted = total as f64 * (information - 1e-12) - constant;
    let Some(p) = margins.as_high(wanted) else { return drawn(margins, wanted, seed) };
    Ok(positive(p.min(1.0)))
}

/// The share of tables, drawn as if answers were shuffled over the pairs, whose sum over cells of n log2 n is at least as high
/// as one.
fn drawn(margins: Margins<'_>, wanted: f64, seed: Seed) -> Value {
    let mut random = Pcg64::seed_from_u64(seed.0);
    let (mut as_high, mut left) = (0, Vec::new());
    for draw in 1..=DRAWS {
        let mut cells = 0.0;
        drawn_table(&mut random, margins, &mut left, |count| cells += times_log(count))?;
        as_high += u32::from(cells >= wanted);
        if as_high == ENOUGH {
            return Ok(f64::from(as_high) / f64::from(draw));
        }
    }
    Ok(f64::from(as_high + 1) / f64::from(DRAWS + 1))
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
        independence_p_value(&ContingencyTable::from_rows(&rows).unwrap(), Seed(1))
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
    fn larger_tables_with_small_counts_are_exact_too() {
        // Margins 2, 2, 2 and 2, 2, 2: of the 90 ways to give the answers to the pairs, 6 are a
        // perfect match or a perfect mix-up, which tell the most.
        let ours = p(&[&[2, 0, 0], &[0, 2, 0], &[0, 0, 2]]).unwrap();
        assert!((ours - 6.0 / 90.0).abs() < 1e-12, "{ours}");
        // A table of counts as expected: every other one tells at least as much.
        let ours = p(&[&[1, 1, 1], &[1, 1, 1], &[1, 1, 1]]).unwrap();
        assert!((ours - 1.0).abs() < 1e-12, "{ours}");
        // The sum of fractions.Fraction over all 220 tables with these margins, each by its factorials.
        let ours = p(&[&[9, 2, 1], &[2, 4, 0], &[1, 1, 2]]).unwrap();
        assert!((ours - 2748.0 / 29393.0).abs() < 1e-12, "{ours}");
    }

    /// What is drawn comes near to what is exact: of 20 hits, all but one in 10^5 lie within four standard errors.
    #[test]
    fn tables_are_drawn_as_they_are_enumerated() {
        let margins = Margins { golds: &[12, 6, 4], answers: &[12, 7, 3] };
        for wanted in [34.0, 38.0, 42.0, 46.0] {
            let exact = margins.as_high(wanted).unwrap();
            let ours = drawn(margins, wanted, Seed(1)).unwrap();
            let error = exact / f64::from(ENOUGH).sqrt() + (exact / f64::from(DRAWS)).sqrt();
            assert!(0.001 < exact && exact < 1.0, "{exact}");
            assert!((ours - exact).abs() < 4.0 * error, "{ours} {exact}");
        }
    }

    /// Ten thousand times the counts, and the same number of steps: what is drawn takes as long for a table
    /// of any size.
    #[test]
    fn counts_of_any_size() {
        for scale in [1, 10_000_000] {
            let many = [30_000 * scale, 30_000 * scale, 30_000 * scale];
            let ours = p(&[&many, &[1, 2, 3], &[many[0], 5, 7]]).unwrap();
            assert!((ours - 1e-4).abs() < 1e-12, "{ours}");
        }
    }

    #[test]
    fn each_undefined_case_has_its_reason() {
        assert_eq!(p(&[&[0, 0], &[0, 0]]), Err(Undefined::NoPairs));
        assert_eq!(p(&[&[3, 2], &[0, 0]]), Err(Undefined::NothingToTest));
    }
}
