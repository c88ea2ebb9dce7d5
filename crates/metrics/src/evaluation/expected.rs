//! What baselines are expected to get.

use phenom_dataset::Judgment;

use super::Evaluation;
use crate::baselines::Baseline;
use crate::counts::{ExpectedAnswers, Population, TieGroup, WholeAndParts};
use crate::measures::{Computation, Expected, Measure};
use crate::undefined::{Undefined, Value};

impl Evaluation {
    /// What a baseline is expected to answer on the pairs of a slice with one of the given gold
    /// judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where there is none.
    pub(crate) fn baseline(
        &self,
        baseline: Baseline,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<ExpectedAnswers, Undefined> {
        let there = self.gold(population, slice).with_gold(gold);
        // The answers on decomposed originals are those on originals: a baseline is one, by whatever it is
        // measured.
        let answered = match population {
            Population::Decomposition => Population::Original,
            population => population,
        };
        baseline.expected(self.task, &there, self.gold(answered, 0))
    }

    /// The constant answer that is right most often on a population, the first of several.
    pub(crate) fn best_constant(&self, population: Population) -> Option<Judgment> {
        let expected = |baseline: Baseline| {
            let Baseline::Constant(judgment) = baseline else { return None };
            let answers = self.baseline(baseline, population, 0, &Judgment::ALL).ok()?;
            Some((judgment, answers.accuracy()))
        };
        let known = Baseline::all(self.task).into_iter().filter_map(expected);
        let best = known.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(judgment, _)| judgment)
    }

    /// The expected value of a measure under a baseline; nothing for a measure that has none.
    #[must_use]
    pub fn expected(
        &self,
        measure: &Measure,
        baseline: Baseline,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Option<Value> {
        Some(match measure.expected? {
            Expected::Answers(value) => {
                self.baseline(baseline, population, slice, gold).and_then(|answers| value(&answers))
            }
            Expected::AnyOrder => self.any_order(measure, population, slice, gold),
            Expected::Itself => {
                let accuracies = ExpectedAccuracies { evaluation: self, baseline, slice };
                match measure.computation {
                    Computation::WholeAndParts(value) => value(&accuracies, gold),
                    _ => accuracies.whole(gold),
                }
            }
        })
    }

    /// A measure of a ranking in which all pairs are tied: the mean over all their orders.
    fn any_order(
        &self,
        measure: &Measure,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Value {
        let Computation::Ranking(_, start, _) = measure.computation else {
            return Err(Undefined::NoRanking);
        };
        let counts = self.gold(population, slice).with_gold(gold);
        let mut sum = start();
        if counts.pairs() > 0 {
            let marked = counts.gold(Judgment::Entailment);
            sum.add(TieGroup { pairs: counts.pairs(), marked });
        }
        sum.value()
    }
}

/// A baseline's expected accuracies in a slice.
struct ExpectedAccuracies<'e> {
    evaluation: &'e Evaluation,
    baseline: Baseline,
    slice: usize,
}

impl ExpectedAccuracies<'_> {
    fn of(&self, population: Population, gold: &[Judgment]) -> Value {
        if self.evaluation.gold(Population::Decomposition, self.slice).all_pairs() == 0 {
            return Err(Undefined::NotDecomposed);
        }
        let answers = self.evaluation.baseline(self.baseline, population, self.slice, gold)?;
        Ok(answers.accuracy())
    }
}

impl WholeAndParts for ExpectedAccuracies<'_> {
    fn whole(&self, gold: &[Judgment]) -> Value {
        self.of(Population::Decomposition, gold)
    }

    fn parts(&self, gold: &[Judgment]) -> Value {
        self.of(Population::Monothematic, gold)
    }
}
