//! Mutual information between gold and answers, and what to hold it against.

use super::answer_moments::Moments;
use super::entropy::{answers, gold_entropy};
use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, OfPairs, Style,
    Test,
};
use crate::counts::{Answered, ContingencyTable};
use crate::statistics::Divergence;
use crate::undefined::{Undefined, Value};

/// I(G;L).
pub const MUTUAL_INFORMATION: Measure = Measure {
    key: "mutual_information",
    better: Better::Higher,
    name: "mutual information I(G;L)",
    definition: "How much information the predictions contain about the gold labels. Merging two predicted labels never \
                 raises it, but may raise accuracy and kappa.",
    formula: "I(G;L) = H(G) - H(G|L)",
    range: "0 to H(G) bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no pairs",
    source: "B09 section 5",
    style: Style::Bits,
    computation: Computation::Table(mutual_information),
    expected: Some(Expected::Answers(|answers| Ok(answers.mutual_information()))),
    interval: IntervalFrom::Divergence(|table, _| from_independence(table)),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};

/// I(G;L) / H(G).
pub const UNCERTAINTY_COEFFICIENT: Measure = Measure {
    key: "uncertainty_coefficient",
    better: Better::Higher,
    name: "uncertainty coefficient I/H(G)",
    definition: "Mutual information as a share of the gold entropy, so that slices and datasets of different difficulty \
                 can be compared.",
    formula: "I(G;L) / H(G)",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if there are no pairs, and if all pairs have the same gold label, as is usual for a phenomenon that \
                occurs with one label only",
    source: "B09 section 5",
    style: Style::Bits,
    computation: Computation::Table(uncertainty_coefficient),
    interval: IntervalFrom::Divergence(|table, _| {
        let of_information = from_independence(table);
        Divergence { full: 1.0, most: 1.0, bits: of_information.full, ..of_information }
    }),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};

/// E[I(G;L)].
pub const EXPECTED_MUTUAL_INFORMATION: Measure = Measure {
    key: "expected_mutual_information",
    better: Better::Neither,
    name: "expected mutual information E[I]",
    definition: "The expected mutual information on a slice of this size if predictions are independent of gold labels. \
                 On a small slice it is far from 0.",
    formula: "the mean of I(G;L) over all tables with the margins of this one, each as probable as under independence \
              (hypergeometric). For several runs that differ, that of a table with as many pairs as each run predicts \
              and their mean margins (between whole numbers, interpolated), times the sum over labels of V(l)/P(l) by \
              that of 1 - P(l), with V(l) the variance over pairs of the share of runs that predict l (n): 1 if runs \
              agree, and less the less they do",
    range: "0 to H(G) bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no pairs",
    source: "Not in the papers: Vinh, Epps and Bailey 2010 (adjusted mutual information)",
    style: Style::Bits,
    computation: Computation::Pairs(OfPairs {
        of_run: |table, _| expected_mutual_information(table),
        of_runs: runs_expected_mutual_information,
    }),
    interval: IntervalFrom::None("it is an expected value for these margins, not an estimate"),
    comparison: Comparison::None("neither a high nor a low value is better"),
    ..Measure::OF_SYSTEMS
};

/// I(G;L) - E[I(G;L)].
pub const CORRECTED_MUTUAL_INFORMATION: Measure = Measure {
    key: "corrected_mutual_information",
    better: Better::Higher,
    name: "chance-corrected mutual information",
    definition: "Mutual information minus its expected value on a slice of this size. At or below 0, the predictions \
                 are no more informative than expected by chance.",
    formula: "I(G;L) - E[I(G;L)]",
    range: "below 0 to H(G) bits",
    bounds: [f64::NEG_INFINITY, f64::INFINITY],
    undefined: "if there are no pairs",
    source: "Not in the papers: Vinh, Epps and Bailey 2010 (adjusted mutual information)",
    style: Style::SignedBits,
    computation: Computation::Pairs(OfPairs {
        of_run: |table, _| corrected_mutual_information(table),
        of_runs: |answered, labels| {
            let told = mutual_information(&together(answered, labels))?;
            Ok(told - runs_expected_mutual_information(answered, labels)?)
        },
    }),
    interval: IntervalFrom::SameAs(&MUTUAL_INFORMATION),
    comparison: Comparison::None("systems are compared by mutual information itself"),
    ..Measure::OF_SYSTEMS
};

/// The table of all answers of several runs.
fn together(answered: &[Answered<'_>], labels: usize) -> ContingencyTable {
    let mut table = ContingencyTable::new(labels);
    for Answered { gold, runs, pairs } in answered {
        for (answer, given) in runs.iter().enumerate() {
            table.add(*gold, answer, pairs * u64::from(*given));
        }
    }
    table
}

/// E[I] of several runs, which answer the same pairs.
///
/// # Errors
/// [`Undefined::NoPairs`] without pairs.
///
/// # References
/// Rao and Scott 1981 (the generalised design effect).
fn runs_expected_mutual_information(answered: &[Answered<'_>], labels: usize) -> Value {
    let Moments { pairs, mean, covariance } = Moments::of(answered)?;
    let answers: Vec<usize> = (0..mean.len()).filter(|answer| mean[*answer] > 0.0).collect();
    let independent: f64 = answers.iter().map(|answer| 1.0 - mean[*answer]).sum();
    if independent <= 0.0 {
        return Ok(0.0);
    }
    // The covariance is that with n - 1.
    let of_runs = (pairs - 1.0) / pairs;
    let varies =
        answers.iter().map(|answer| of_runs * covariance[*answer][*answer] / mean[*answer]);
    let design_effect = varies.sum::<f64>() / independent;
    let golds = (0..labels).map(|gold| {
        let here = answered.iter().filter(|answered| answered.gold == gold);
        here.map(|answered| answered.pairs).sum()
    });
    let golds: Vec<u64> = golds.collect();
    let total: u64 = golds.iter().sum();
    let mut expected = 0.0;
    for gold in golds {
        let cells = mean.iter().map(|share| expected_between(gold, share * total as f64, total));
        expected += cells.sum::<f64>();
    }
    Ok(design_effect * expected)
}

/// What one cell adds to the expectation if its margin of answers is no whole number: between the two next ones.
fn expected_between(gold: u64, given: f64, total: u64) -> f64 {
    // Whole numbers but for rounding are whole.
    let whole = (given + 1e-9).floor();
    let rest = (given - whole).max(0.0);
    let of = |given: f64| expected_cell(gold, given as u64, total);
    if rest > 0.0 { (1.0 - rest) * of(whole) + rest * of(whole + 1.0) } else { of(whole) }
}

/// I(G;L) as the divergence of the table from the product of its margins.
pub(super) fn from_independence(table: &ContingencyTable) -> Divergence {
    let judgments = (0..table.labels()).filter(|&gold| table.gold(gold) > 0).count() as u64;
    let freedom = judgments.saturating_sub(1) * answers(table).saturating_sub(1);
    let (full, most) = (gold_entropy(table).unwrap_or(0.0), (table.labels() as f64).log2());
    Divergence { units: table.total(), none: 0.0, full, most, freedom, bits: 1.0 }
}

/// I(G;L), in bits.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub fn mutual_information(table: &ContingencyTable) -> Value {
    // Summed cell by cell: the difference of two entropies loses digits where I is small.
    let total = table.total() as f64;
    if total == 0.0 {
        return Err(Undefined::NoPairs);
    }
    let mut information = 0.0;
    for gold in 0..table.labels() {
        let of_gold = table.gold(gold) as f64;
        for answer in table.columns() {
            let count = table.count(gold, answer) as f64;
            if count > 0.0 {
                let expected = of_gold * table.predicted(answer) as f64;
                information += count / total * (count * total / expected).log2();
            }
        }
    }
    Ok(information.max(0.0))
}

/// I(G;L) / H(G).
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table, [`Undefined::ConstantGold`] where H(G) = 0.
pub fn uncertainty_coefficient(table: &ContingencyTable) -> Value {
    match gold_entropy(table)? {
        0.0 => Err(Undefined::ConstantGold),
        entropy => Ok(mutual_information(table)? / entropy),
    }
}

/// E[I(G;L)] under independence with the table's margins, in bits; exact up to rounding.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub(crate) fn expected_mutual_information(table: &ContingencyTable) -> Value {
    let total = table.total();
    if total == 0 {
        return Err(Undefined::NoPairs);
    }
    let mut expected = 0.0;
    for gold in 0..table.labels() {
        for answer in table.columns() {
            expected += expected_cell(table.gold(gold), table.predicted(answer), total);
        }
    }
    Ok(expected)
}

/// What one cell adds to the expectation: the mean of `n/N log2(n N / (a b))` over the
/// hypergeometric distribution of its count `n`, given its margins `a` and `b` and the total `N`.
fn expected_cell(a: u64, b: u64, total: u64) -> f64 {
    let (lowest, highest) = ((a + b).saturating_sub(total), a.min(b));
    if highest == 0 {
        return 0.0;
    }
    let (a_real, b_real, n_real) = (a as f64, b as f64, total as f64);
    let term = |count: f64| match count {
        0.0 => 0.0,
        count => count / n_real * (count * n_real / (a_real * b_real)).log2(),
    };
    // Probabilities relative to that of the mode, by their ratios from one count to the next: no
    // factorial is needed, and nothing overflows.
    let mode =
        (((a + 1) as f64 * (b + 1) as f64 / (total + 2) as f64) as u64).clamp(lowest, highest);
    // Counts a quarter of a standard deviation apart give the same mean as all counts. The error of this trapezoidal rule is
    // below the precision of a double, because the weights fall off like those of a normal distribution.
    let sd = (a_real * b_real * (n_real - a_real) * (n_real - b_real) / n_real.powi(3)).sqrt();
    let stride = ((sd / 4.0) as u64).max(1);
    let ratio_up = |count: f64| {
        (a_real - count) * (b_real - count)
            / ((count + 1.0) * (n_real - a_real - b_real + count + 1.0))
    };
    // What is this improbable adds nothing that a double can hold.
    const NEGLIGIBLE: f64 = 1e-30;
    let up = |from: u64| -> f64 { (from..from + stride).map(|at| ratio_up(at as f64)).product() };
    let (mut mass, mut sum) = (1.0, term(mode as f64));
    let (mut weight, mut count) = (1.0, mode);
    while count + stride <= highest && weight >= NEGLIGIBLE {
        weight *= up(count);
        count += stride;
        mass += weight;
        sum += weight * term(count as f64);
    }
    (weight, count) = (1.0, mode);
    while count >= lowest + stride && weight >= NEGLIGIBLE {
        count -= stride;
        weight /= up(count);
        mass += weight;
        sum += weight * term(count as f64);
    }
    sum / mass
}

/// I(G;L) above what chance gives, in bits.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table.
pub(crate) fn corrected_mutual_information(table: &ContingencyTable) -> Value {
    Ok(mutual_information(table)? - expected_mutual_information(table)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// 2.4 and 2.4 summed in another order are tied, and 2.9999999999 is 3 and has no rest.
    #[test]
    fn margins_between_whole_numbers_lie_between_theirs() {
        let at = |given: f64| expected_between(4, given, 10);
        assert_eq!(at(3.0), expected_cell(4, 3, 10));
        assert!((at(3.25) - (0.75 * at(3.0) + 0.25 * at(4.0))).abs() < 1e-15);
        assert!((at(2.999_999_999_9) - at(3.0)).abs() < 1e-9);
    }
    use crate::counts::tables;
    use crate::measures::entropy::{conditional_entropy, predicted_entropy};

    fn table(rows: &[&[u64]]) -> ContingencyTable {
        ContingencyTable::from_rows(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>())
            .unwrap()
    }

    #[test]
    fn bergmair_figure_2_and_its_degraded_version() {
        let original = table(&[&[20, 25, 5], &[9, 18, 9], &[1, 7, 6]]);
        assert!((mutual_information(&original).unwrap() - 0.0836).abs() < 5e-5);
        // Every answer "unknown" rewritten to "entailment". The paper prints 0.0262, which is the
        // loss; what remains is 0.0574.
        let degraded = table(&[&[45, 0, 5], &[27, 0, 9], &[8, 0, 6]]);
        assert!((mutual_information(&degraded).unwrap() - 0.0574).abs() < 5e-5);
    }

    #[test]
    fn expectation_as_scikit_learn_has_it() {
        // from sklearn.metrics.cluster import expected_mutual_information, contingency_matrix
        // from math import log
        // t = numpy.array([[20, 25, 5], [9, 18, 9], [1, 7, 6]])
        // expected_mutual_information(scipy.sparse.csr_matrix(t), t.sum()) / log(2)
        let original = table(&[&[20, 25, 5], &[9, 18, 9], &[1, 7, 6]]);
        let ours = expected_mutual_information(&original).unwrap();
        assert!((ours - 0.030_436_419_920_058_383).abs() < 1e-12, "{ours}");
        // t = numpy.array([[25, 5], [20, 10]])
        let pilot = table(&[&[25, 5], &[20, 10]]);
        let ours = expected_mutual_information(&pilot).unwrap();
        assert!((ours - 0.012_489_043_188_912_887).abs() < 1e-12, "{ours}");
    }

    /// Over every 23rd, every second and every count. The expected values are sums over all counts with 40 digits, by mpmath:
    /// `sum(w * c / N * log(c * N / (a * b), 2)) / sum(w)`, with w relative to that of the mode.
    #[test]
    fn expectation_of_large_tables_is_that_over_all_counts() {
        for (rows, exact) in [
            ([[90_000, 60_000], [30_000, 20_000]], 3.606_778_846_843_954e-6),
            ([[150, 1_350], [99_850, 898_650]], 7.221_627_916_636_085e-7),
            ([[300_000, 200], [300, 1]], 1.681_751_221_384_831_5e-6),
        ] {
            let ours = expected_mutual_information(&table(&[&rows[0], &rows[1]])).unwrap();
            assert!((ours / exact - 1.0).abs() < 1e-8, "{rows:?}: {ours}");
        }
    }

    #[test]
    fn constant_gold_has_information_0_and_no_coefficient() {
        let constant = table(&[&[3, 2], &[0, 0]]);
        assert_eq!(mutual_information(&constant), Ok(0.0));
        assert_eq!(expected_mutual_information(&constant), Ok(0.0));
        assert_eq!(uncertainty_coefficient(&constant), Err(Undefined::ConstantGold));
        assert_eq!(mutual_information(&table(&[&[0, 0], &[0, 0]])), Err(Undefined::NoPairs));
    }

    proptest! {
        /// The data processing inequality: rewriting an answer to another loses information.
        #[test]
        fn rewriting_an_answer_never_raises_it(table in tables()) {
            let before = mutual_information(&table);
            for from in 0..table.labels() {
                for to in 0..table.labels() {
                    if let (Ok(before), Ok(after)) = (&before, mutual_information(&table.conflated(from, to))) {
                        prop_assert!(after <= before + 1e-12);
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn information_is_symmetric_and_between_0_and_either_entropy(table in tables()) {
            prop_assume!(table.total() > 0);
            let information = mutual_information(&table).unwrap();
            let bound = gold_entropy(&table).unwrap().min(predicted_entropy(&table).unwrap());
            prop_assert!((0.0..=bound + 1e-12).contains(&information));
            let difference = gold_entropy(&table).unwrap() - conditional_entropy(&table).unwrap();
            prop_assert!((information - difference).abs() < 1e-12);
            let labels = 0..table.labels();
            let swapped: Vec<Vec<u64>> = labels
                .clone()
                .map(|answer| labels.clone().map(|gold| table.count(gold, answer)).collect())
                .collect();
            let swapped = ContingencyTable::from_rows(&swapped).unwrap();
            prop_assert!((information - mutual_information(&swapped).unwrap()).abs() < 1e-12);
            let expected = expected_mutual_information(&table).unwrap();
            prop_assert!((-1e-12..=bound + 1e-12).contains(&expected));
        }

        /// The data processing inequality [B09, section 5.2].
        #[test]
        fn rewriting_one_answer_to_another_never_raises_information(
            table in tables(), from in 0usize..4, to in 0usize..4
        ) {
            prop_assume!(table.total() > 0 && from < table.labels() && to < table.labels() && from != to);
            let rows: Vec<Vec<u64>> = (0..table.labels())
                .map(|gold| {
                    let mut row: Vec<u64> = (0..table.labels()).map(|label| table.count(gold, label)).collect();
                    row[to] += std::mem::take(&mut row[from]);
                    row
                })
                .collect();
            let degraded = ContingencyTable::from_rows(&rows).unwrap();
            let (before, after) =
                (mutual_information(&table).unwrap(), mutual_information(&degraded).unwrap());
            prop_assert!(after <= before + 1e-12, "{before} rose to {after}");
        }
    }
}
