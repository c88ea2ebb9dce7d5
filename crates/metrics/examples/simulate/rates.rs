//! Rates over data sets with their Monte Carlo intervals, and the limits that they are held to.

use statrs::distribution::{Beta, ContinuousCDF, StudentsT};

/// The level of Monte Carlo intervals.
const LEVEL: f64 = 0.99;

/// A figure over many data sets, as a share, with its Monte Carlo interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

/// What a figure may be, as shares; it is beyond where its whole Monte Carlo interval is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Limit {
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Limit {
    pub(crate) const NONE: Self = Self { least: f64::NEG_INFINITY, most: f64::INFINITY };

    pub(crate) fn at_most(most: f64) -> Self {
        Self { most, ..Self::NONE }
    }

    pub(crate) fn at_least(least: f64) -> Self {
        Self { least, ..Self::NONE }
    }

    pub(crate) fn is_exceeded_by(self, estimate: Estimate) -> bool {
        estimate.lower > self.most || estimate.upper < self.least
    }
}

/// Of a number of data sets, those in which something happened, with the interval of Clopper and
/// Pearson (1934); nothing for no data sets.
pub(crate) fn rate(happened: u64, of: u64) -> Option<Estimate> {
    if of == 0 {
        return None;
    }
    let (yes, no) = (happened as f64, (of - happened) as f64);
    let tail = (1.0 - LEVEL) / 2.0;
    let quantile = |first: f64, second: f64, at: f64| {
        Beta::new(first, second).map_or(f64::NAN, |beta| beta.inverse_cdf(at))
    };
    let lower = if happened == 0 { 0.0 } else { quantile(yes, no + 1.0, tail) };
    let upper = if happened == of { 1.0 } else { quantile(yes + 1.0, no, 1.0 - tail) };
    Some(Estimate { value: yes / of as f64, lower, upper })
}

/// The mean of a figure from 0 to 1 over data sets, with Student's interval; where it is always 0 or always 1,
/// with that of a rate. Nothing for fewer than two data sets.
pub(crate) fn mean(values: &[f64]) -> Option<Estimate> {
    let count = values.len() as f64;
    if count < 2.0 {
        return None;
    }
    let value = values.iter().sum::<f64>() / count;
    if value == 0.0 || value == 1.0 {
        return rate(if value == 0.0 { 0 } else { values.len() as u64 }, values.len() as u64);
    }
    let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
    around(value, (squares / (count - 1.0) / count).sqrt(), count)
}

/// Student's interval of a share over so many data sets; nothing for fewer than two.
fn around(value: f64, error: f64, data_sets: f64) -> Option<Estimate> {
    let student = StudentsT::new(0.0, 1.0, data_sets - 1.0).ok()?;
    let reach = student.inverse_cdf(f64::midpoint(1.0, LEVEL)) * error;
    Some(Estimate { value, lower: value - reach, upper: value + reach })
}

/// A share of figures of which every data set has some, which depend on each other: data sets are what
/// is sampled. Sums of whole numbers, the same in whatever order data sets are added.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Share {
    data_sets: u64,
    happened: u64,
    of: u64,
    squares: [u64; 3],
}

impl Share {
    /// Adds a data set with some figures, in so many of which it happened.
    pub(crate) fn add(&mut self, happened: u64, of: u64) {
        self.data_sets += u64::from(of > 0);
        self.happened += happened;
        self.of += of;
        for (sum, product) in
            self.squares.iter_mut().zip([happened * happened, happened * of, of * of])
        {
            *sum += product;
        }
    }

    /// How many data sets have any of these figures.
    pub(crate) fn data_sets(&self) -> u64 {
        self.data_sets
    }

    /// The share, with the interval of a ratio of sums (Cochran 1977, section 6.3); where it happened
    /// always or never, that of so many data sets.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        if self.happened == 0 || self.happened == self.of {
            return rate(if self.happened == 0 { 0 } else { self.data_sets }, self.data_sets);
        }
        let value = self.happened as f64 / self.of as f64;
        let [happened, both, of] = self.squares.map(|sum| sum as f64);
        let residuals = (happened - 2.0 * value * both + value * value * of).max(0.0);
        let count = self.data_sets as f64;
        // Few data sets have small residuals around their own ratio.
        around(value, (residuals * count / (count - 1.0)).sqrt() / self.of as f64, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // scipy.stats.binomtest(7, 200).proportion_ci(0.99, "exact"), and of 0.
    #[test]
    fn rates_have_the_interval_of_scipy() {
        let seven = rate(7, 200).unwrap();
        assert!((seven.lower - 0.010289183813936635).abs() < 1e-9, "{seven:?}");
        assert!((seven.upper - 0.08351637307554179).abs() < 1e-9, "{seven:?}");
        let none = rate(0, 200).unwrap();
        assert_eq!(none.lower, 0.0);
        assert!((none.upper - 0.026143762983521286).abs() < 1e-9, "{none:?}");
    }

    #[test]
    fn a_limit_is_exceeded_by_a_whole_interval_only() {
        let limit = Limit { least: 0.035, most: 0.065 };
        let estimate = |lower, upper| Estimate { value: 0.5, lower, upper };
        assert!(!limit.is_exceeded_by(estimate(0.06, 0.09)));
        assert!(limit.is_exceeded_by(estimate(0.07, 0.09)));
        assert!(limit.is_exceeded_by(estimate(0.01, 0.03)));
    }

    /// Of two data sets, one of two and four of four: by hand, residuals of 2/3 around 5/6.
    #[test]
    fn a_share_varies_as_data_sets_do() {
        let mut share = Share::default();
        share.add(1, 2);
        share.add(4, 4);
        let found = share.estimate().unwrap();
        assert!((found.value - 5.0 / 6.0).abs() < 1e-12);
        // Two over one for few data sets; scipy.stats.t(1).ppf(0.995).
        let error = (2.0 * 2.0 * (2.0_f64 / 3.0).powi(2)).sqrt() / 6.0;
        assert!((found.upper - found.value - 63.65674 * error).abs() < 1e-4, "{found:?}");
    }
}
