//! The ranking of a run on one population, and its measures.

use serde::Deserialize;

use crate::measures::{Computation, Figure, Measure, RankedBy, RankingFacts};
use crate::undefined::Value;

/// What the pairs weigh in weighted mutual information.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// By their rank in the confidence ranking.
    Ranks,
    /// What the dataset says.
    Given,
}

/// The measures of the rankings of one run, slice by slice.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RankingValues {
    pub(super) measures: Vec<&'static Measure>,
    /// For each measure its value in each slice.
    pub(super) of_measures: Vec<Vec<Value>>,
}

/// The rankings of one run on the original or on the monothematic pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationRankings {
    pub(super) values: RankingValues,
    pub(super) facts: RankingFacts,
    /// AP after entailment and contradiction are swapped in gold and answers.
    pub negated_average_precision: Value,
    /// The pairs in the order of the entailment ranking, for resampling; where there are not too many.
    pub(super) by_entailment: Option<Vec<Place>>,
    /// The same in the order of the confidence ranking.
    pub(super) by_confidence: Option<Vec<Place>>,
}

/// A pair in its place in a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub(crate) row: usize,
    /// The cluster that it is in.
    pub(crate) cluster: usize,
    /// Its rank from 1; tied pairs share their mean rank.
    pub(crate) rank: f64,
    /// Whether it counts: entailed in gold, or rightly answered.
    pub(crate) marked: bool,
}

/// Up to how many pairs rankings are resampled: each resample goes over all of them.
pub(super) const RESAMPLED_PAIRS: usize = 20_000;

impl PopulationRankings {
    /// A measure in a slice; nothing where it is none of a ranking, or was not wanted.
    #[must_use]
    pub fn figure(&self, measure: &Measure, slice: usize) -> Option<Figure> {
        if let Computation::RankingFacts(of) = measure.computation {
            return (slice == 0).then(|| of(&self.facts));
        }
        self.value(measure, slice).cloned().map(Figure::from)
    }

    /// The same of a measure that is a sum over the ranking.
    #[must_use]
    pub(crate) fn value(&self, measure: &Measure, slice: usize) -> Option<&Value> {
        let place = self.values.measures.iter().position(|other| *other == measure)?;
        self.values.of_measures[place].get(slice)
    }

    /// The pairs in their order, for resampling; nothing where there are too many of them.
    pub(crate) fn places(&self, by: RankedBy) -> Option<&[Place]> {
        match by {
            RankedBy::Entailment => self.by_entailment.as_deref(),
            RankedBy::Confidence => self.by_confidence.as_deref(),
        }
    }
}

/// Whether a measure is one of a ranking.
#[must_use]
pub fn is_of_ranking(measure: &Measure) -> bool {
    let is_sum = matches!(measure.computation, Computation::Ranking(..) | Computation::Weighted(_));
    is_sum || matches!(measure.computation, Computation::RankingFacts(_))
}
