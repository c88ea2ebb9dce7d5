//! The linearisation of a statistic: how it changes with single clusters.

use crate::Statistic;
use crate::undefined::Undefined;

/// The value of a statistic, or the error that it has none.
pub(crate) fn value(statistic: &Statistic<'_>, sums: &[u64]) -> Result<f64, Undefined> {
    statistic(sums).ok_or(Undefined::NoValue)
}

/// The change of a statistic by one more of each count at some places; 0 if it then has no value.
pub(crate) fn gradient(
    measure: &Statistic<'_>,
    sums: &mut [u64],
    places: impl IntoIterator<Item = usize>,
    value: f64,
    into: &mut Vec<f64>,
) {
    into.clear();
    into.extend(places.into_iter().map(|place| {
        sums[place] += 1;
        let slope = measure(sums).map_or(0.0, |more| more - value);
        sums[place] -= 1;
        slope
    }));
}

/// The derivatives of a statistic that does not change if all counts are multiplied: the counts are multiplied up first, so
/// that one more and one less are small changes. 0 for counts that are 0, which no cluster has.
pub(crate) fn derivatives(measure: &Statistic<'_>, sums: &[u64]) -> Vec<f64> {
    /// Up to about this sum. The error of these differences is about a hundred-millionth of a hundredth, as is rounding.
    const FINE: u64 = 100_000;
    let times = FINE.div_ceil(sums.iter().sum::<u64>().max(1));
    let mut fine: Vec<u64> = sums.iter().map(|sum| sum.saturating_mul(times)).collect();
    let mut of_place = |place: usize| {
        let Some(less) = fine[place].checked_sub(1) else { return 0.0 };
        let mut at = |count: u64| {
            fine[place] = count;
            measure(&fine)
        };
        let (lower, upper) = (at(less), at(less + 2));
        fine[place] = less + 1;
        lower.zip(upper).map_or(0.0, |(lower, upper)| (upper - lower) / 2.0 * times as f64)
    };
    (0..sums.len()).map(&mut of_place).collect()
}

/// The sum of influences of clusters, and of their squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Moments {
    pub(crate) sum: f64,
    pub(crate) squares: f64,
}

impl Moments {
    /// Adds `clusters` clusters with an influence.
    pub(crate) fn add(&mut self, influence: f64, clusters: f64) {
        self.sum += clusters * influence;
        self.squares += clusters * influence * influence;
    }

    /// The squares about the mean over `clusters` clusters.
    pub(crate) fn centred(&self, clusters: f64) -> f64 {
        let centred = self.squares - self.sum * self.sum / clusters;
        // What is left of equal influences is rounding.
        if centred > 1e-12 * self.squares { centred } else { 0.0 }
    }
}
