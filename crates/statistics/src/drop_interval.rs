//! The interval of a difference of shares for non-inferiority: its lower end is compared with a margin.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::largest_drop::largest_drop_of_shares;
use crate::{ConfidenceLevel, Interval, SideBySide, normal};

/// The interval of the share of right units of the first system minus that of the second, for non-inferiority: its lower
/// end, with its sign changed, is the largest drop that the data do not exclude. Each side has half of the error. Each
/// run has two counts: right units and units. `None` if there are no units.
///
/// - Of independent units with one run of each system, both ends are exact ([`largest_drop`](crate::largest_drop())).
/// - Of units in clusters, or of several runs, the interval holds that of the test (`of_test`), if the test has one,
///   and the exact one of the effective number of units. So it stays wide if few clusters differ.
///
/// # Formula
/// Shares of lost and gained units come from what each cluster loses or gains on balance. The number of units is
/// `N / d (z/t)^2`: d is the variance of the difference between clusters by that of N independent units, at least 1; z
/// and t are quantiles of the normal and of Student's distribution, with one degree of freedom less than clusters in
/// which the systems differ. It is at least `m = N^2 / (sum of squared cluster sizes)`, and m if fewer than two
/// clusters differ. If no cluster has two units, it is N.
///
/// # References
/// Korn and Graubard 1998 (effective number); Kish 1965.
pub fn drop_interval(
    sides: &SideBySide<'_>,
    of_test: Option<Interval>,
    level: ConfidenceLevel,
) -> Option<Interval> {
    let changes = Changes::of(sides);
    if changes.units <= 0.0 {
        return None;
    }
    let [lost, gained] = [changes.lost, changes.gained].map(|count| count / changes.units);
    let effective = changes.effective_units(level);
    let drop = |shares| largest_drop_of_shares(shares, effective, level.tail());
    let exact = Interval { lower: -drop([lost, gained]), upper: drop([gained, lost]) };
    let is_exact = sides.runs() == [1, 1] && changes.squared_sizes <= changes.units;
    let of_test = of_test.filter(|_| !is_exact).unwrap_or(exact);
    Some(Interval { lower: exact.lower.min(of_test.lower), upper: exact.upper.max(of_test.upper) })
}

/// How units change from the second system to the first, by cluster. A unit counts once however many runs there are.
#[derive(Default)]
struct Changes {
    clusters: f64,
    units: f64,
    squared_sizes: f64,
    lost: f64,
    gained: f64,
    /// The clusters in which the systems differ.
    informative: f64,
    /// The squared distances of what each cluster loses from what it would lose at the overall difference.
    squared_residuals: f64,
}

impl Changes {
    fn of(sides: &SideBySide<'_>) -> Self {
        let times = sides.times_counted() as f64;
        let clusters = sides.halves().iter().map(|(counts, clusters)| {
            let [right, units, right_before] =
                [0, 1, 2].map(|at| f64::from(counts.get(at).copied().unwrap_or(0)) / times);
            (right_before - right, units, clusters as f64)
        });
        let clusters: Vec<(f64, f64, f64)> =
            clusters.filter(|(_, units, _)| *units > 0.0).collect();
        let mut changes = Self::default();
        for &(lost, units, times) in &clusters {
            changes.clusters += times;
            changes.units += times * units;
            changes.squared_sizes += times * units * units;
            changes.lost += times * lost.max(0.0);
            changes.gained += times * (-lost).max(0.0);
            changes.informative += if lost == 0.0 { 0.0 } else { times };
        }
        let difference = (changes.lost - changes.gained) / changes.units;
        for (lost, units, times) in clusters {
            changes.squared_residuals += times * (lost - difference * units).powi(2);
        }
        changes
    }

    fn effective_units(&self, level: ConfidenceLevel) -> f64 {
        if self.squared_sizes <= self.units {
            return self.units;
        }
        let fewest = self.units * self.units / self.squared_sizes;
        let Ok(student) = StudentsT::new(0.0, 1.0, self.informative - 1.0) else { return fewest };
        let net = self.lost - self.gained;
        let independent = self.lost + self.gained - net * net / self.units;
        let between = self.squared_residuals * self.clusters / (self.clusters - 1.0);
        if independent <= 0.0 {
            return fewest;
        }
        let design_effect = (between / independent).max(1.0);
        let upper = 1.0 - level.tail();
        let ratio = normal::quantile(upper) / student.inverse_cdf(upper);
        (self.units / design_effect * ratio * ratio).clamp(fewest, self.units)
    }
}
