//! The far end of a statistic's distribution under the null hypothesis, which gives p-values, and by inversion of the
//! test an interval.

/// The far end of the distribution of the size of a test statistic: sizes from the largest down, each with its probability.
/// The first may stand for larger ones, too, that no level of significance tells apart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tail {
    sizes: Vec<(f64, f64)>,
}

/// Lower than any level of significance: the largest sizes become one as long as they are together less probable.
const NEGLIGIBLE: f64 = 1e-20;

/// Sizes that differ by less are equal but for rounding.
pub(crate) const TIE: f64 = 1e-10;

impl Tail {
    /// The far end of a distribution over sizes, given in any order with their probabilities: as much of it
    /// as critical values up to a level of significance need. Sizes that differ by rounding only become
    /// one; an assignment without a value has an infinite size.
    #[must_use]
    pub(crate) fn new(sizes: impl IntoIterator<Item = (f64, f64)>, significance: f64) -> Self {
        let mut all: Vec<(f64, f64)> = sizes.into_iter().collect();
        all.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        let mut kept: Vec<(f64, f64)> = Vec::new();
        // The probability of sizes beyond the last one.
        let mut beyond = 0.0;
        for (size, probability) in all {
            match kept.last_mut() {
                Some(last) if are_tied(last.0, size) => last.1 += probability,
                Some(last) if beyond + last.1 < NEGLIGIBLE => *last = (size, last.1 + probability),
                // The first size that is not significant is the last one needed.
                Some(last) if beyond + last.1 / 2.0 > significance => break,
                last => {
                    beyond += last.map_or(0.0, |last| last.1);
                    kept.push((size, probability));
                }
            }
        }
        kept.shrink_to_fit();
        Self { sizes: kept }
    }

    /// The same on another scale that keeps the order of the sizes.
    #[must_use]
    pub(crate) fn map(mut self, scale: impl Fn(f64) -> f64) -> Self {
        self.sizes.iter_mut().for_each(|(size, _)| *size = scale(*size));
        self
    }

    /// The size above which a test by mid-p rejects at a level of significance: half-way between the smallest significant
    /// size and the next one. `None` if no size is significant, or only an infinite one.
    #[must_use]
    pub fn critical(&self, significance: f64) -> Option<f64> {
        let mut beyond = 0.0;
        let mut significant = None;
        for &(size, probability) in &self.sizes {
            if beyond + probability / 2.0 > significance {
                let smallest: f64 = significant?;
                return Some(f64::midpoint(smallest, size)).filter(|middle| middle.is_finite());
            }
            significant = Some(size);
            beyond += probability;
        }
        significant.filter(|size| size.is_finite())
    }
}

/// The probability of a size at least as far out as the observed one, and the same with half the weight of
/// sizes that are exactly as far (mid-p); both above 0.
pub(crate) fn p_values(sizes: impl IntoIterator<Item = (f64, f64)>, observed: f64) -> [f64; 2] {
    let (mut beyond, mut equal) = (0.0, 0.0);
    for (size, probability) in sizes {
        if are_tied(size, observed) {
            equal += probability;
        } else if size > observed {
            beyond += probability;
        }
    }
    [beyond + equal, beyond + equal / 2.0].map(|p: f64| p.clamp(f64::MIN_POSITIVE, 1.0))
}

/// Whether two sizes differ by rounding only.
fn are_tied(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= TIE * one.abs().min(other.abs()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes 3, 2, 1 and 0 with probabilities of 1, 2, 3 and 4 tenths.
    const SIZES: [(f64, f64); 4] = [(1.0, 0.3), (3.0, 0.1), (0.0, 0.4), (2.0, 0.2)];

    #[test]
    fn a_size_is_critical_where_the_test_by_mid_p_begins_to_reject() {
        let tail = Tail::new(SIZES, 0.5);
        // Mid-p by hand: 0.05 of size 3, 0.2 of size 2, 0.45 of size 1, 0.8 of size 0.
        assert_eq!(tail.critical(0.04), None);
        assert_eq!(tail.critical(0.05), Some(2.5));
        assert_eq!(tail.critical(0.19), Some(2.5));
        assert_eq!(tail.critical(0.2), Some(1.5));
        assert_eq!(tail.critical(0.5), Some(0.5));
        for (size, mid_p) in [(3.0, 0.05), (2.0, 0.2), (1.0, 0.45), (0.0, 0.8)] {
            let p: f64 = p_values(SIZES, size)[1];
            assert!((p - mid_p).abs() < 1e-12);
        }
    }

    #[test]
    fn no_more_is_kept_than_the_level_needs() {
        assert_eq!(Tail::new(SIZES, 0.04).sizes, [(3.0, 0.1)]);
        assert_eq!(Tail::new(SIZES, 0.1).sizes.len(), 2);
        assert_eq!(Tail::new(SIZES, 0.9).sizes.len(), 4);
    }

    /// A size is the absolute difference of heads and tails in 400 tosses.
    #[test]
    fn sizes_below_every_level_are_one_and_change_no_critical_size() {
        let sizes: Vec<(f64, f64)> =
            (0..=400).map(|heads| ((2.0 * heads as f64 - 400.0).abs(), binomial(heads))).collect();
        let tail = Tail::new(sizes.iter().copied(), 0.05);
        assert!((40..90).contains(&tail.sizes.len()), "{}", tail.sizes.len());
        assert!((tail.sizes.iter().map(|size| size.1).sum::<f64>() - 0.05).abs() < 0.02);
        for significance in [0.05, 1e-3, 1e-8, 1e-15] {
            // The smallest size with a mid-p at or below the level, and the next one.
            let is_rejected =
                |size: &f64| p_values(sizes.iter().copied(), *size)[1] <= significance;
            let rejected = (0..=200).map(|half| 2.0 * f64::from(half)).find(is_rejected).unwrap();
            assert_eq!(tail.critical(significance), Some(rejected - 1.0), "{significance}");
        }
    }

    fn binomial(heads: u64) -> f64 {
        crate::binomial::probability(400, heads)
    }

    #[test]
    fn sizes_that_differ_by_rounding_are_one_and_infinite_ones_decide_nothing() {
        let near = [(1.0, 0.5), (1.0 + 1e-13, 0.25), (0.0, 0.25)];
        assert_eq!(Tail::new(near, 0.9).sizes.len(), 2);
        assert_eq!(p_values(near, 1.0), [0.75, 0.375]);
        let infinite = [(f64::INFINITY, 0.04), (1.0, 0.96)];
        assert_eq!(Tail::new(infinite, 0.05).critical(0.05), None);
        assert_eq!(p_values(infinite, f64::INFINITY), [0.04, 0.02]);
    }
}
