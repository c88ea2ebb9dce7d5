//! A smooth function of corrected means, with its standard error and its interval.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{FEWEST_LABELS, Mean, NotCorrected, Part, ROUNDING};
use crate::Interval;

/// The scale on which an interval is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// That of the value.
    Plain,
    /// The logarithm, for ratios without an upper end.
    Log,
}

/// A corrected value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corrected {
    /// The value. Few labels and a strong correction may put it outside of its range, where sums stay sums.
    pub value: f64,
    /// The standard error over clusters.
    pub error: f64,
    /// The standard error of intervals and tests, with pseudo-units, so that it is never 0.
    pub floored_error: f64,
    /// The degrees of freedom of Student's t.
    pub freedom: f64,
    range: [f64; 2],
    scale: Scale,
}

impl Corrected {
    /// Whether the value is outside of its range.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        !(self.range[0]..=self.range[1]).contains(&self.value)
    }

    /// The interval that a test at a level of significance agrees with, within the range of the value.
    #[must_use]
    pub fn interval(&self, significance: f64) -> Option<Interval> {
        let reach = self.student()?.inverse_cdf(1.0 - significance / 2.0) * self.floored_error;
        let (lower, upper) = match self.scale {
            Scale::Log if self.value > 0.0 => {
                let factor = (reach / self.value).exp();
                (self.value / factor, self.value * factor)
            }
            _ => (self.value - reach, self.value + reach),
        };
        reach.is_finite().then(|| Interval { lower, upper }.within(self.range[0], self.range[1]))
    }

    /// The two-sided p-value of the null hypothesis that the true value is 0.
    #[must_use]
    pub fn p(&self) -> Option<f64> {
        let size = self.value.abs() / self.floored_error;
        Some((2.0 * self.student()?.cdf(-size)).clamp(f64::MIN_POSITIVE, 1.0))
    }

    fn student(&self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.freedom).ok()
    }
}

/// A mean in a function of several: where it was taken, and the derivative of the function.
#[derive(Debug, Clone, Copy)]
pub struct Share<'m> {
    /// The part.
    pub part: &'m Part,
    /// The mean.
    pub mean: &'m Mean,
    /// The derivative of the function by it.
    pub gradient: f64,
}

/// A function of means, by the delta method: its value, its means with their derivatives, and its range. Means of several
/// parts may share clusters.
///
/// # Errors
/// [`NotCorrected::FewLabels`] below five effective labelled clusters in some part, or without a degree of freedom.
pub fn combined(
    value: f64,
    shares: &[Share<'_>],
    (scale, range): (Scale, [f64; 2]),
) -> Result<Corrected, NotCorrected> {
    let parts = || shares.iter().map(|share| share.part);
    let effective = parts().map(Part::effective).fold(f64::INFINITY, f64::min);
    let clusters = parts().map(Part::labelled_clusters).min().unwrap_or(0) as f64;
    let predictors = shares.iter().map(|share| share.mean.predictors).max().unwrap_or(0);
    let freedom = effective - predictors.max(1) as f64;
    if effective < FEWEST_LABELS - ROUNDING || freedom < 1.0 {
        return Err(NotCorrected::FewLabels);
    }
    let variance = clusters / (clusters - 1.0) * squares(shares);
    let of_means = shares.iter().map(|share| share.gradient * share.gradient * share.mean.floor);
    let floor: f64 = of_means.sum();
    Ok(Corrected {
        value,
        error: variance.sqrt(),
        floored_error: (variance + floor).sqrt(),
        freedom,
        range,
        scale,
    })
}

/// The sum over clusters of the square of what each adds to the error.
fn squares(shares: &[Share<'_>]) -> f64 {
    let mut all: Vec<(u32, f64)> = Vec::new();
    for share in shares {
        let influences = share.mean.influences().map(|influence| share.gradient * influence);
        match all.is_empty() {
            true => all.extend(share.part.clusters.iter().copied().zip(influences)),
            false => {
                let more: Vec<(u32, f64)> =
                    share.part.clusters.iter().copied().zip(influences).collect();
                all = merged(&all, &more);
            }
        }
    }
    all.iter().map(|(_, influence)| influence * influence).sum()
}

/// The sums by cluster of two lists in the order of clusters.
fn merged(some: &[(u32, f64)], more: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let (mut some, mut more) = (some.iter().peekable(), more.iter().peekable());
    let mut all = Vec::with_capacity(some.len().max(more.len()));
    loop {
        let order = match (some.peek(), more.peek()) {
            (Some(one), Some(other)) => one.0.cmp(&other.0),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return all,
        };
        let one = if order.is_le() { some.next() } else { None };
        let other = if order.is_ge() { more.next() } else { None };
        let cluster = one.or(other).map_or(0, |of| of.0);
        let influence = one.map_or(0.0, |of| of.1) + other.map_or(0.0, |of| of.1);
        all.push((cluster, influence));
    }
}
