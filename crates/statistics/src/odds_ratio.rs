//! The odds ratio of two properties.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::cluster_sizes::ClusterSizes;
use crate::undefined::{Proportion, Undefined};
use crate::{ConfidenceLevel, Interval, NoInterval, PooledClusters, TwoByTwo, normal};

/// The odds ratio of two properties, above 0: the odds of the second property with the first, divided by its odds without
/// the first. If a count is 0, a half is added to each of the four counts: see [`is_corrected`].
///
/// # Formula
/// `a d / (b c)`, with a the units with both properties, b and c those with one alone, and d those with
/// neither.
///
/// # Errors
/// [`Undefined::NoUnits`] if there are no units; [`Undefined::Constant`] if all or no units have a property.
///
/// # References
/// Haldane 1956; Anscombe 1956.
pub fn odds_ratio(table: TwoByTwo) -> Result<f64, Undefined> {
    let [both, first, second, neither] = halved(table)?;
    Ok(both * neither / (first * second))
}

/// Whether the [`odds_ratio`] of a table adds a half to each count, because a count is 0.
#[must_use]
pub fn is_corrected(table: TwoByTwo) -> bool {
    table.counts().contains(&0)
}

/// The counts, with halves added if one of them is 0.
fn halved(table: TwoByTwo) -> Result<[f64; 4], Undefined> {
    if table.total() == 0 {
        return Err(Undefined::NoUnits);
    }
    let is_constant =
        |share: Proportion| share.numerator == 0 || share.numerator == share.denominator;
    if is_constant(table.first()) || is_constant(table.second()) {
        return Err(Undefined::Constant);
    }
    let half = if is_corrected(table) { 0.5 } else { 0.0 };
    Ok(table.counts().map(|count| count as f64 + half))
}

/// The interval of the odds ratio of units that may come in clusters. Each cluster has the four counts of [`TwoByTwo`].
///
/// # Formula
/// `exp(l +- q sqrt(d v))`, with a half added to each count in `l = ln (a d / (b c))` and `v = 1/a + 1/b + 1/c +
/// 1/d`; d is the design effect of l, 1 at the least: its linearised variance between clusters over that of
/// independent units; q is the normal quantile if no cluster has two units, otherwise that of Student's
/// distribution with `N^2 / (sum of squared cluster sizes) - 1` degrees of freedom.
///
/// # Errors
/// [`NoInterval::Constant`] if all or no units have a property; [`NoInterval::FewClusters`].
///
/// # References
/// Gart 1966; Agresti 1999.
pub fn odds_ratio_interval(
    clusters: &PooledClusters,
    level: ConfidenceLevel,
) -> Result<Interval, NoInterval> {
    let sums = clusters.sums();
    let table = TwoByTwo::from_counts(std::array::from_fn(|at| sums.get(at).copied().unwrap_or(0)));
    halved(table).map_err(|_| NoInterval::Constant)?;
    let sizes =
        ClusterSizes::new(clusters, |counts| counts.iter().map(|count| u64::from(*count)).sum());
    if !sizes.are_enough() {
        return Err(NoInterval::FewClusters);
    }
    let counted = clusters.times() as f64;
    let counts = table.counts().map(|count| count as f64 / counted + 0.5);
    let [both, first, second, neither] = counts;
    let centre = (both * neither / (first * second)).ln();
    let independent: f64 = counts.iter().map(|count| 1.0 / count).sum();
    let tail = 1.0 - level.tail();
    let (design_effect, quantile) = if sizes.largest <= 1 && counted <= 1.0 {
        (1.0, normal::quantile(tail))
    } else {
        let change = |of: &[u32]| -> f64 {
            let signed = [1.0, -1.0, -1.0, 1.0].iter().zip(of).zip(&counts);
            signed.map(|((sign, units), count)| sign * f64::from(*units) / counted / count).sum()
        };
        let between: f64 =
            clusters.iter().map(|(of, times)| times as f64 * change(of).powi(2)).sum();
        let single: f64 = counts.iter().map(|count| (count - 0.5) / (count * count)).sum();
        let number = sizes.clusters as f64;
        let student = StudentsT::new(0.0, 1.0, (sizes.effective() - 1.0).max(1.0));
        let quantile = student.map_err(|_| NoInterval::FewClusters)?.inverse_cdf(tail);
        ((number / (number - 1.0) * between / single).max(1.0), quantile)
    };
    let half = quantile * (design_effect * independent).sqrt();
    Ok(Interval { lower: (centre - half).exp(), upper: (centre + half).exp() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: [u64; 4], copies: u32) -> Result<Interval, NoInterval> {
        let cluster = |cell: usize| {
            let mut one = [0; 4];
            one[cell] = copies;
            (one, counts[cell])
        };
        let clusters = PooledClusters::new(4, (0..4).map(cluster)).unwrap();
        odds_ratio_interval(&clusters, ConfidenceLevel::NINETY_FIVE)
    }

    #[test]
    fn as_statsmodels_has_it() {
        // from statsmodels.stats.contingency_tables import Table2x2
        // Table2x2([[30, 10], [15, 25]]).oddsratio: 5.0; with a half in each cell
        // Table2x2([[30.5, 10.5], [15.5, 25.5]]).oddsratio_confint()
        assert_eq!(odds_ratio(TwoByTwo::from_counts([30, 10, 15, 25])), Ok(5.0));
        let ours = of([30, 10, 15, 25], 1).unwrap();
        assert!((ours.lower - LOWER).abs() < 1e-9 && (ours.upper - UPPER).abs() < 1e-9, "{ours:?}");
    }

    #[test]
    fn a_count_of_0_takes_halves() {
        let table = TwoByTwo::from_counts([12, 0, 3, 9]);
        assert!(is_corrected(table) && !is_corrected(TwoByTwo::from_counts([1; 4])));
        // 12.5 * 9.5 / (0.5 * 3.5)
        assert!((odds_ratio(table).unwrap() - 67.857_142_857_142_86).abs() < 1e-9);
        assert!(of([12, 0, 3, 9], 1).unwrap().contains(67.857));
        assert_eq!(odds_ratio(TwoByTwo::from_counts([3, 2, 0, 0])), Err(Undefined::Constant));
        assert_eq!(odds_ratio(TwoByTwo::default()), Err(Undefined::NoUnits));
        assert_eq!(of([30, 0, 20, 0], 1), Err(NoInterval::Constant));
        assert_eq!(of([3, 1, 2, 2], 1), Err(NoInterval::FewClusters));
    }

    #[test]
    fn copies_tell_no_more() {
        let (alone, twice) = (of([30, 10, 15, 25], 1).unwrap(), of([30, 10, 15, 25], 2).unwrap());
        let ratio = (twice.upper / twice.lower).ln() / (alone.upper / alone.lower).ln();
        assert!((0.97..1.06).contains(&ratio), "{ratio}");
    }

    const LOWER: f64 = 1.8601202468133113;
    const UPPER: f64 = 12.277134823311913;
}
