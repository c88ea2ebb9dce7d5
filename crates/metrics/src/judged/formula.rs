//! A value as a smooth function of means over judged pairs.

use super::NotCorrected;
use crate::statistics::prediction_powered::{Corrected, Mean, Part, Scale, Share, combined};

/// A value, the means that it is made of with its derivatives by them, and its range.
#[derive(Debug, Clone)]
pub(crate) struct Formula<'j> {
    pub(crate) value: f64,
    terms: Vec<Term<'j>>,
    scale: Scale,
    range: [f64; 2],
}

#[derive(Debug, Clone)]
struct Term<'j> {
    part: &'j Part,
    mean: Mean,
    gradient: f64,
}

impl<'j> Formula<'j> {
    /// A mean itself.
    pub(super) fn of(part: &'j Part, mean: Mean, range: [f64; 2]) -> Self {
        let value = mean.value;
        let terms = vec![Term { part, mean, gradient: 1.0 }];
        Self { value, terms, scale: Scale::Plain, range }
    }

    /// The same value on another scale and in another range.
    pub(super) fn on(self, scale: Scale, range: [f64; 2]) -> Self {
        Self { scale, range, ..self }
    }

    /// A function of two values, with its derivatives by them.
    pub(super) fn and(self, other: Self, value: f64, gradients: [f64; 2]) -> Self {
        let scaled = |terms: Vec<Term<'j>>, by: f64| {
            terms.into_iter().map(move |term| Term { gradient: by * term.gradient, ..term })
        };
        let terms = scaled(self.terms, gradients[0]).chain(scaled(other.terms, gradients[1]));
        Self { value, terms: terms.collect(), ..self }
    }

    /// The one less the other, in any range.
    pub(crate) fn less(self, other: Self) -> Self {
        let value = self.value - other.value;
        self.and(other, value, [1.0, -1.0]).on(Scale::Plain, [f64::NEG_INFINITY, f64::INFINITY])
    }

    /// The one and the other, less a number, in any range.
    pub(crate) fn plus_less(self, other: Self, number: f64) -> Self {
        let value = self.value + other.value - number;
        self.and(other, value, [1.0, 1.0]).on(Scale::Plain, [f64::NEG_INFINITY, f64::INFINITY])
    }

    /// The first divided by the second, which is above 0.
    pub(super) fn over(self, divisor: Self) -> Result<Self, NotCorrected> {
        let below = divisor.value;
        if below <= 0.0 {
            return Err(NotCorrected::NoDivisor);
        }
        let ratio = self.value / below;
        Ok(self
            .and(divisor, ratio, [1.0 / below, -ratio / below])
            .on(Scale::Log, [0.0, f64::INFINITY]))
    }

    /// The value with its standard error and its interval.
    pub(crate) fn corrected(&self) -> Result<Corrected, NotCorrected> {
        let shares: Vec<Share<'_>> = self
            .terms
            .iter()
            .map(|term| Share { part: term.part, mean: &term.mean, gradient: term.gradient })
            .collect();
        combined(self.value, &shares, (self.scale, self.range))
    }
}
