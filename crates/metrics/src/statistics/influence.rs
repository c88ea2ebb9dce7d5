//! How a measure moves with single clusters: its linearisation.

use super::Statistic;

/// What one more of each count at some places adds to a measure; 0 where it then has no value.
pub(super) fn gradient(
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

/// The sum of influences of clusters, and of their squares.
#[derive(Clone, Copy, Default)]
pub(super) struct Moments {
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds so many clusters with an influence.
    pub(super) fn add(&mut self, influence: f64, clusters: f64) {
        self.sum += clusters * influence;
        self.squares += clusters * influence * influence;
    }

    /// The sums of two.
    pub(super) fn and(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    /// The squares about the mean of so many clusters.
    pub(super) fn centred(&self, clusters: f64) -> f64 {
        let centred = self.squares - self.sum * self.sum / clusters;
        // What is left of equal influences is rounding.
        if centred > 1e-12 * self.squares { centred } else { 0.0 }
    }
}
