//! The difference of the sizes of two values, from their difference and their sum.

use crate::Interval;

/// The range of `|x| - |y|` where `x - y` and `x + y` lie in two intervals.
///
/// `|x| - |y|` is the smaller of `|x - y|` and `|x + y|`, positive where these have the same sign.
pub(crate) fn difference_of_distances(difference: Interval, sum: Interval) -> Interval {
    let highest = |difference: Interval, sum: Interval| {
        let both_positive = difference.upper.min(sum.upper);
        let both_negative = (-difference.lower).min(-sum.lower);
        let most = both_positive.max(both_negative);
        if most >= 0.0 {
            return most;
        }
        // They have different signs throughout: at best, the smaller size.
        let smallest = |interval: Interval| interval.magnitude().lower;
        -smallest(difference).min(smallest(sum))
    };
    let turned = Interval { lower: -difference.upper, upper: -difference.lower };
    Interval { lower: -highest(turned, sum), upper: highest(difference, sum) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_range_of_a_difference_of_distances() {
        let range = |difference: (f64, f64), sum: (f64, f64)| {
            let interval = |(lower, upper)| Interval { lower, upper };
            let range = difference_of_distances(interval(difference), interval(sum));
            (range.lower, range.upper)
        };
        assert_eq!(range((1.0, 2.0), (3.0, 4.0)), (1.0, 2.0));
        assert_eq!(range((-2.0, -1.0), (3.0, 4.0)), (-2.0, -1.0));
        assert_eq!(range((-2.0, -1.0), (-1.5, -0.5)), (0.5, 1.5));
        assert_eq!(range((-1.0, 2.0), (3.0, 4.0)), (-1.0, 2.0));
        assert_eq!(range((-1.0, 2.0), (-0.5, 1.0)), (-1.0, 1.0));
    }

    proptest! {
        /// `|x| - |y|` lies in its range, and the range holds 0 where either interval does.
        #[test]
        fn the_range_holds_every_difference_of_distances(
            x in -3.0f64..3.0, y in -3.0f64..3.0, below in [0.0f64..2.0, 0.0..2.0],
            above in [0.0f64..2.0, 0.0..2.0]
        ) {
            let around = |value: f64, at: usize| {
                Interval { lower: value - below[at], upper: value + above[at] }
            };
            let (difference, sum) = (around(x - y, 0), around(x + y, 1));
            let range = difference_of_distances(difference, sum);
            let value = x.abs() - y.abs();
            prop_assert!(range.lower <= value + 1e-12 && value <= range.upper + 1e-12);
            let either = difference.contains(0.0) || sum.contains(0.0);
            prop_assert_eq!(either, range.contains(0.0));
        }
    }
}
