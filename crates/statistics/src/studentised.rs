//! The statistic of the sign-flip test on one assignment: a difference, by its standard error.

use crate::Statistic;
use crate::flips::{Flips, OfBlock};
use crate::influence::gradient;
use crate::rounding::ROUNDING;

/// Whether the statistic of a permutation test is divided by its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Studentised {
    /// It is divided: the test also holds for equal values of the statistic, as the number of clusters grows.
    #[default]
    Yes,
    /// It is not divided: the null hypothesis is that the systems are exchangeable, and no less.
    No,
}

/// Room for what is computed of one assignment.
#[derive(Default)]
pub(crate) struct Scratch {
    first: Vec<u64>,
    second: Vec<u64>,
    gradients: [Vec<f64>; 2],
}

impl Scratch {
    pub(crate) fn for_counts(half: usize) -> Self {
        Self { first: vec![0; half], second: vec![0; half], ..Self::default() }
    }
}

/// A difference on one assignment.
pub(crate) struct Difference {
    pub(crate) value: f64,
    /// Its standard error; 1 where it is not studentised.
    pub(crate) error: f64,
}

impl Difference {
    /// How many standard errors it is from 0; infinitely many if the clusters do not vary. A difference that is
    /// rounding is 0.
    pub(crate) fn size(&self) -> f64 {
        match (self.error > 0.0, self.value.abs() <= ROUNDING) {
            (true, _) => (self.value / self.error).abs(),
            (false, true) => 0.0,
            (false, false) => f64::INFINITY,
        }
    }
}

/// The statistic of the sign-flip test.
pub(crate) struct Test<'t> {
    pub(crate) measure: &'t Statistic<'t>,
    pub(crate) studentised: Studentised,
    pub(crate) half: usize,
}

impl Test<'_> {
    /// The statistic where so many clusters of each cell give the first system the higher half.
    #[inline(always)]
    pub(crate) fn statistic(
        &self,
        flips: &Flips,
        swapped: &[OfBlock],
        scratch: &mut Scratch,
    ) -> Option<Difference> {
        let Scratch { first, second, gradients: [less, plus] } = scratch;
        flips.assign(swapped, [first, second]);
        let (one, other) = ((self.measure)(first)?, (self.measure)(second)?);
        let value = one - other;
        if self.studentised == Studentised::No {
            return Some(Difference { value, error: 1.0 });
        }
        gradient(self.measure, first, flips.places.iter().copied(), one, less);
        gradient(self.measure, second, flips.places.iter().copied(), other, plus);
        for (one, other) in less.iter_mut().zip(plus.iter_mut()) {
            (*one, *other) = ((*one - *other) / 2.0, (*one + *other) / 2.0);
        }
        Some(Difference { value, error: flips.standard_error(swapped, less, plus) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two systems with the same table have the same information, summed in another order: 5.6e-17 is no difference.
    #[test]
    fn a_difference_that_is_rounding_has_no_size_where_clusters_do_not_vary() {
        let size = |value, error| Difference { value, error }.size();
        assert!(size(5.6e-17, 0.0) == 0.0);
        assert!(size(0.0, 0.0) == 0.0);
        assert!(size(1e-3, 0.0).is_infinite());
        assert!(size(-3.0, 2.0) == 1.5);
    }
}
