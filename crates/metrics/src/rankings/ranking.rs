//! The ranking of a system on one population, and its measures.

use serde::Deserialize;

use super::clusters::RankedClusters;
use crate::measures::{Computation, Figure, Measure, RankingFacts};
use crate::undefined::{Undefined, Value};

/// What the pairs weigh in weighted mutual information.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// By their rank in the confidence ranking.
    Ranks,
    /// What the dataset says.
    Given,
}

/// The measures of the rankings of a system, slice by slice.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RankingValues {
    pub(super) measures: Vec<&'static Measure>,
    /// For each measure its value in each slice.
    pub(super) of_measures: Vec<Vec<Value>>,
}

/// The rankings of a system on the original or on the monothematic pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationRankings {
    pub(super) values: RankingValues,
    pub(super) facts: RankingFacts,
    /// AP after entailment and contradiction are swapped in gold and answers.
    pub negated_average_precision: Value,
    /// The clusters of the pairs, if intervals or comparisons are wanted.
    pub(super) clusters: Option<RankedClusters>,
}

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

    /// The clusters of the pairs, if intervals or comparisons are wanted.
    pub(crate) fn clusters(&self) -> Option<&RankedClusters> {
        self.clusters.as_ref()
    }

    /// The rankings of several runs as those of one system: its values are the means of the values of its runs.
    pub(super) fn together(runs: Vec<Self>) -> Option<Self> {
        let count = runs.len();
        // Runs that rank alike are one, but in the clusters, which hold each.
        let are_alike = runs.windows(2).all(|runs| runs[0] == runs[1]);
        let first = runs.first().cloned().filter(|_| are_alike);
        let mut together = runs.into_iter().reduce(|all, run| Self {
            values: all.values.plus(&run.values),
            facts: all.facts,
            negated_average_precision: sum(
                &all.negated_average_precision,
                &run.negated_average_precision,
            ),
            clusters: all.clusters.zip(run.clusters).map(|(all, run)| all.and(run)),
        })?;
        if let Some(first) = first {
            return Some(Self { clusters: together.clusters, ..first });
        }
        if count > 1 {
            let sums = together.values.of_measures.iter_mut().flatten();
            for sum in sums.chain([&mut together.negated_average_precision]) {
                *sum = sum.clone().map(|sum| sum / count as f64);
            }
            together.values.without_weighted();
            together.facts = RankingFacts {
                tied_by_entailment: Err(Undefined::SeveralRuns),
                tied_by_confidence: Err(Undefined::SeveralRuns),
                soundness: Err(Undefined::SeveralRuns),
            };
        }
        Some(together)
    }
}

impl RankingValues {
    fn plus(&self, other: &Self) -> Self {
        let pairs = self.of_measures.iter().zip(&other.of_measures);
        let sums =
            pairs.map(|(one, other)| one.iter().zip(other).map(|(a, b)| sum(a, b)).collect());
        Self { measures: self.measures.clone(), of_measures: sums.collect() }
    }

    /// Weighted tables are those of one run.
    fn without_weighted(&mut self) {
        for (measure, values) in self.measures.iter().zip(&mut self.of_measures) {
            if matches!(measure.computation, Computation::Weighted(_)) {
                values.fill(Err(Undefined::SeveralRuns));
            }
        }
    }
}

fn sum(one: &Value, other: &Value) -> Value {
    Ok(one.clone()? + other.clone()?)
}

/// Whether a measure is one of a ranking, or of the probabilities that a ranking is made of.
#[must_use]
pub fn is_of_ranking(measure: &Measure) -> bool {
    let is_weighted = matches!(measure.computation, Computation::Weighted(_));
    measure.has_influences()
        || is_weighted
        || matches!(measure.computation, Computation::RankingFacts(_))
}
