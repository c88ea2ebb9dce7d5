//! Accuracies of phenomena, shrunken towards those of their category.

use crate::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;
use crate::uncertainty::{IntervalMethod, NoPrior, empirical_bayes};
use crate::{
    Evaluation, Population, Proportion, Score, ScoreInterval, SliceKind, SystemCounts, Undefined,
};

/// A row for each phenomenon of each category.
pub(crate) fn shrunken(
    evaluation: &Evaluation,
    system: &SystemCounts,
    population: Population,
) -> Vec<Score> {
    let level = evaluation.inference.level;
    let mut rows = Vec::new();
    for (_, phenomena) in evaluation.phenomena_by_category() {
        let right: Vec<Proportion> = phenomena
            .iter()
            .map(|&slice| {
                let all = phenom_dataset::Judgment::ALL;
                system.accuracy(population, slice, &all).unwrap_or_default()
            })
            .collect();
        let fitted = empirical_bayes(&right, level);
        for (index, &slice) in phenomena.iter().enumerate() {
            if right[index].denominator == 0 {
                continue;
            }
            let estimate = match &fitted {
                Ok(fitted) => Ok(fitted.estimates[index]),
                Err(NoPrior::FewPhenomena) => Err(Undefined::FewPhenomena),
                Err(NoPrior::Constant) => Err(Undefined::ConstantAccuracy),
            };
            rows.push(Score {
                system: system.name.clone(),
                population,
                slice_kind: SliceKind::Phenomenon,
                slice: evaluation.slices[slice].name.clone(),
                measure: SHRUNKEN_ACCURACY.key,
                value: estimate.clone().map(|(value, _)| value),
                proportion: None,
                support: right[index].denominator,
                interval: estimate.ok().filter(|_| evaluation.inference.intervals).map(
                    |(_, interval)| ScoreInterval {
                        interval,
                        level,
                        method: IntervalMethod::EmpiricalBayes,
                    },
                ),
            });
        }
    }
    rows
}
