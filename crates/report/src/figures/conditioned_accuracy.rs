//! Accuracy by gold label, with the accuracy on all pairs [V08, Figure 1].

use phenom_metrics::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY};
use phenom_metrics::{Population, Score, SystemCounts, Undefined};

use super::models::{ConditionedAccuracy, ConditionedSystem};
use super::{Figure, Plot};
use crate::{Pairs, Results, SafeName};

/// A figure for each population of an evaluation.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let labels = evaluation.task.judgments();
    let figure = |population: Population| {
        let system = |system: &SystemCounts| {
            let score = |pairs, measure| results.score(&system.name, population, pairs, measure);
            let value = |score: Option<&Score>| {
                score.map_or(Err(Undefined::NoPairs), |score| score.value.clone())
            };
            let by_gold = labels.iter().map(|label| {
                let pairs = results.label(&system.name, population, *label);
                let score = score(pairs, &CONDITIONED_ACCURACY);
                (value(score), results.behind(score).map(|pairs| pairs.with_gold(*label)))
            });
            let (conditioned, behind) = by_gold.unzip();
            ConditionedSystem {
                name: results.system(&system.name).to_owned(),
                overall: value(score(Pairs::All, &ACCURACY)),
                conditioned,
                behind,
            }
        };
        let plot = ConditionedAccuracy {
            judgments: labels.to_vec(),
            systems: results.first_systems().iter().map(system).collect(),
        };
        let name = population.name();
        let first = format!(
            "Bars: accuracy on {name} pairs by gold label, {}. Line and number: accuracy on all {name} pairs.",
            evaluation.task
        );
        let title = format!("Accuracy on {name} pairs by gold label, and on all pairs");
        Figure::new(
            SafeName::new(&format!("conditioned-{name}")),
            title,
            Plot::ConditionedAccuracy(plot),
        )
        .with_notes(results.figure_notes(first))
    };
    results.populations().iter().map(|population| figure(*population)).collect()
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Task;

    use super::*;
    use crate::testing::two_systems;

    #[test]
    fn a_system_has_a_bar_for_each_judgment_and_a_line_over_all() {
        let scene = two_systems();
        let figure = &build(&scene.results())[0];
        let Ok(Plot::ConditionedAccuracy(plot)) = &figure.plot else { panic!("{figure:?}") };
        assert_eq!(plot.judgments, Task::ThreeWay.judgments());
        assert_eq!((plot.systems[0].name.as_str(), &plot.systems[0].overall), ("A", &Ok(0.5)));
        assert_eq!(plot.systems[0].conditioned, [Ok(1.0), Ok(0.0), Err(Undefined::NoPairs)]);
    }
}
