//! Systems held against each other by measures of their rankings.

use super::comparison_row::{ComparisonRow, Verdict};
use super::of_rankings;
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::measures::Computation;

/// The rankings of two systems on all pairs.
pub(super) fn compared_rankings(
    evaluation: &Evaluation,
    (first, second): (usize, usize),
) -> Vec<ComparisonRow> {
    let (one, other) = (&evaluation.systems[first], &evaluation.systems[second]);
    let (Ok(of_one), Ok(of_other)) = (one.rankings(), other.rankings()) else { return Vec::new() };
    let mut rows = Vec::new();
    for population in [Population::Original, Population::Monothematic] {
        let (Some(ours), Some(theirs)) = (of_one.of(population), of_other.of(population)) else {
            continue;
        };
        let measures = evaluation.wanted.measures();
        for measure in measures.filter(|measure| evaluation.wanted.compares(measure)) {
            let Computation::Ranking(by, start) = measure.computation else { continue };
            let places = [ours.places(by), theirs.places(by)];
            let values = [ours.value(measure, 0), theirs.value(measure, 0)];
            let ([Some(first_places), Some(second_places)], [Some(value), Some(other_value)]) =
                (places, values)
            else {
                continue;
            };
            let compared = of_rankings::compare(
                start,
                [first_places, second_places],
                &evaluation.statistics,
                evaluation.seed,
            );
            let Some(compared) = compared else { continue };
            let values = [value.clone(), other_value.clone()];
            let difference =
                values[0].clone().and_then(|first_value| Ok(first_value - values[1].clone()?));
            rows.push(ComparisonRow {
                system_a: one.name.clone(),
                system_b: other.name.clone(),
                population,
                slice_kind: SliceKind::All,
                slice: String::new(),
                measure: measure.key,
                pairs: first_places.len() as u64,
                p: difference.is_ok().then_some(compared.p),
                p_adjusted: None,
                verdict: Verdict::CannotTell { needed: None },
                method: "ranking_sign_flip",
                discordant: None,
                clusters: compared.clusters,
                design_effect: None,
                interval: compared.interval,
                values,
                difference,
            });
        }
    }
    rows
}
