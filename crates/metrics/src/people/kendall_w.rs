//! Kendall's coefficient of concordance.

use super::mid_ranks;
use crate::measures::{Better, Measure, Style};
use crate::undefined::{Undefined, Value};

/// Kendall's W.
pub const KENDALL_W: Measure = Measure {
    key: "kendall_w",
    better: Better::Higher,
    name: "Kendall's W",
    definition: "How similarly several judges rank the runs: the variance of the runs' rank sums as a share of the \
                 variance if all judges ranked alike, corrected for ties.",
    formula: "W = (12 sum_i R_i^2 - 3 m^2 n (n + 1)^2) / (m^2 n (n^2 - 1) - m sum_j T_j), with m \
              judges, n runs, R_i the sum of run i's ranks, T_j = sum over the ties of judge j of \
              t^3 - t",
    range: "0 to 1; 1 if all judges rank alike",
    undefined: "with one judge, if there are fewer than two runs, if every judge ties all runs, and if a judge ranks \
                other runs",
    source: "Not in the papers: Kendall and Babington Smith 1939; V08 section 3.2 compares judges",
    style: Style::Bits,
    ..Measure::OF_PEOPLE
};

/// Kendall's W of the judges' scores: for each judge one score a run, higher is better.
///
/// # Errors
/// [`Undefined::OneAnnotator`], [`Undefined::TooFewRanked`], [`Undefined::AllTied`], and
/// [`Undefined::UnequalRankings`] where the judges scored different numbers of runs.
pub fn kendall_w(judges: &[Vec<f64>]) -> Value {
    let [first, others @ ..] = judges else { return Err(Undefined::NothingShared) };
    if others.is_empty() {
        return Err(Undefined::OneAnnotator);
    }
    let items = first.len();
    if others.iter().any(|scores| scores.len() != items) {
        return Err(Undefined::UnequalRankings);
    }
    if items < 2 {
        return Err(Undefined::TooFewRanked);
    }
    let mut sums = vec![0.0; items];
    let mut ties = 0.0;
    for scores in judges {
        let mut ranks = mid_ranks(scores);
        sums.iter_mut().zip(&ranks).for_each(|(sum, rank)| *sum += rank);
        ranks.sort_by(f64::total_cmp);
        let size = |tied: &[f64]| tied.len() as f64;
        ties +=
            ranks.chunk_by(|a, b| a == b).map(|tied| size(tied).powi(3) - size(tied)).sum::<f64>();
    }
    let (m, n) = (judges.len() as f64, items as f64);
    let most = m * m * n * (n * n - 1.0) - m * ties;
    if most <= 0.0 {
        return Err(Undefined::AllTied);
    }
    let squares: f64 = sums.iter().map(|sum| sum * sum).sum();
    Ok((12.0 * squares - 3.0 * m * m * n * (n + 1.0).powi(2)) / most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn by_hand() {
        // Ranks 1 2 3, 1 3 2: R = 2, 5, 5, sum of squares 54;
        // (12 54 - 3 4 3 16) / (4 3 8) = (648 - 576) / 96 = 0.75.
        let judges = [vec![9.0, 5.0, 1.0], vec![9.0, 1.0, 5.0]];
        assert!((kendall_w(&judges).unwrap() - 0.75).abs() < 1e-12);
    }

    // chi2 = scipy.stats.friedmanchisquare(*[-scores[:, run] for run in range(6)]).statistic;
    // chi2 / (6 * 5), with the scores below (V08 figure 2, understandability, judges in rows)
    #[test]
    fn ties_are_corrected_for_as_in_scipy() {
        let judges = [
            [4, 4, 3, 3, 3, 2],
            [4, 3, 4, 4, 4, 4],
            [5, 5, 4, 4, 4, 3],
            [4, 5, 2, 5, 5, 3],
            [5, 5, 1, 4, 4, 2],
            [3, 3, 2, 2, 2, 1],
        ];
        let judges = judges.map(|scores| scores.map(f64::from).to_vec());
        assert!((kendall_w(&judges).unwrap() - 0.4921104536489151).abs() < 1e-12);
    }

    #[test]
    fn no_concordance() {
        assert_eq!(kendall_w(&[]), Err(Undefined::NothingShared));
        assert_eq!(kendall_w(&[vec![1.0, 2.0]]), Err(Undefined::OneAnnotator));
        assert_eq!(kendall_w(&[vec![1.0], vec![2.0]]), Err(Undefined::TooFewRanked));
        assert_eq!(kendall_w(&[vec![1.0; 2], vec![2.0; 2]]), Err(Undefined::AllTied));
        assert_eq!(kendall_w(&[vec![1.0; 2], vec![2.0]]), Err(Undefined::UnequalRankings));
    }

    proptest! {
        #[test]
        fn w_is_1_for_equal_judges_and_blind_to_their_order(judges in proptest::collection::vec(proptest::collection::vec(0u8..5, 4), 2..6)) {
            let judges: Vec<Vec<f64>> =
                judges.iter().map(|ranks| ranks.iter().copied().map(f64::from).collect()).collect();
            let reversed: Vec<_> = judges.iter().rev().cloned().collect();
            if let Ok(w) = kendall_w(&judges) {
                prop_assert!((-1e-12..=1.0 + 1e-12).contains(&w));
                prop_assert!((w - kendall_w(&reversed).unwrap()).abs() < 1e-12);
            }
            if let Ok(w) = kendall_w(&[judges[0].clone(), judges[0].clone()]) {
                prop_assert!((w - 1.0).abs() < 1e-12);
            }
        }
    }
}
