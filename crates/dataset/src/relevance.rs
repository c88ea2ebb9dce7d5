//! How relevant phenomena are: what their monothematic pairs weigh in the accuracy on parts.

use std::collections::BTreeMap;

use thiserror::Error;

/// How much phenomena weigh.
#[derive(Debug, Clone, PartialEq)]
pub enum Relevance {
    /// Each as much as there are original pairs that have a part of it; parts without a phenomenon weigh nothing.
    Frequency,
    /// What is said of phenomena and categories.
    Given(GivenWeights),
}

/// Weights by the path of a phenomenon, or by a category: a phenomenon without a weight of its own has that of its
/// category, and what neither names weighs 1.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenWeights(BTreeMap<String, u32>);

impl std::fmt::Display for Relevance {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Frequency => formatter.write_str(
                "each phenomenon is weighted by the number of original pairs with a part that has it",
            ),
            Self::Given(GivenWeights(weights)) => {
                for (name, units) in weights {
                    write!(formatter, "{name} weighs {}, ", f64::from(*units) / f64::from(UNITS))?;
                }
                formatter.write_str("and the weight of others is 1")
            }
        }
    }
}

/// Why a number is no weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a weight is a number from 0 to 1000 with at most two decimals")]
pub struct WeightError;

/// So many units are a weight of 1.
const UNITS: u32 = 100;
const MOST: f64 = 1000.0;

impl GivenWeights {
    /// Weights of phenomena and categories.
    ///
    /// # Errors
    /// For each that is none, its name.
    pub fn new(weights: impl IntoIterator<Item = (String, f64)>) -> Result<Self, Vec<String>> {
        let (mut known, mut wrong) = (BTreeMap::new(), Vec::new());
        for (name, weight) in weights {
            match units(weight) {
                Ok(units) => _ = known.insert(name, units),
                Err(WeightError) => wrong.push(name),
            }
        }
        if wrong.is_empty() { Ok(Self(known)) } else { Err(wrong) }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The weight of a phenomenon, in units.
    pub(crate) fn of(&self, path: &str, category: &str) -> u32 {
        self.0.get(path).or_else(|| self.0.get(category)).copied().unwrap_or(UNITS)
    }
}

fn units(weight: f64) -> Result<u32, WeightError> {
    let units = (weight * f64::from(UNITS)).round();
    let whole = (units / f64::from(UNITS) - weight).abs() < 1e-9;
    if (0.0..=MOST).contains(&weight) && whole { Ok(units as u32) } else { Err(WeightError) }
}

/// What the monothematic pairs of a dataset weigh, as whole numbers without a common divisor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartWeights {
    of_phenomena: Vec<u32>,
    untagged: u32,
}

impl PartWeights {
    /// By the numbers of the phenomena; nothing where all weigh 0, parts without a phenomenon too.
    pub(crate) fn new(of_phenomena: Vec<u32>, untagged: u32) -> Option<Self> {
        let all = of_phenomena.iter().copied().chain([untagged]);
        let divisor = all.fold(0, common_divisor);
        let scaled = |weight: u32| weight.checked_div(divisor);
        let of_phenomena = of_phenomena.into_iter().map(scaled).collect::<Option<_>>()?;
        Some(Self { of_phenomena, untagged: scaled(untagged)? })
    }

    /// By what is given; what is not named weighs 1.
    pub(crate) fn given<'p>(
        weights: &GivenWeights,
        phenomena: impl Iterator<Item = (&'p str, &'p str)>,
    ) -> Option<Self> {
        let of_phenomena = phenomena.map(|(path, category)| weights.of(path, category)).collect();
        Self::new(of_phenomena, UNITS)
    }

    /// What a pair weighs that is tagged so: as much as the weightiest of its phenomena.
    pub(crate) fn of(&self, tags: &[u32]) -> u32 {
        let weights = tags.iter().filter_map(|tag| self.of_phenomena.get(*tag as usize));
        weights.max().copied().unwrap_or(self.untagged)
    }
}

fn common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(weights: &[(&str, f64)]) -> Result<GivenWeights, Vec<String>> {
        GivenWeights::new(weights.iter().map(|(name, weight)| ((*name).to_owned(), *weight)))
    }

    #[test]
    fn a_phenomenon_has_its_own_weight_or_that_of_its_category() {
        let weights = given(&[("syntactic", 0.5), ("syntactic:negation", 3.0)]).unwrap();
        let phenomena =
            [("syntactic:negation", "syntactic"), ("syntactic:list", "syntactic"), ("x:y", "x")];
        let weights = PartWeights::given(&weights, phenomena.into_iter()).unwrap();
        // 3, 0.5 and 1 are 6, 1 and 2.
        assert_eq!(
            [&[0][..], &[1], &[2], &[], &[1, 2, 0]].map(|tags| weights.of(tags)),
            [6, 1, 2, 2, 6]
        );
    }

    #[test]
    fn what_is_no_weight_is_named() {
        let wrong =
            given(&[("a", -1.0), ("b", 0.125), ("c", f64::NAN), ("d", 1000.01), ("e", 0.29)]);
        assert_eq!(wrong, Err(["a", "b", "c", "d"].map(str::to_owned).to_vec()));
        assert_eq!(PartWeights::new(vec![0, 0], 0), None);
    }
}
