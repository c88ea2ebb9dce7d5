//! Accuracy of each system on each phenomenon, as a map.

use phenom_metrics::Undefined;
use phenom_metrics::measures::accuracy::ACCURACY;

use super::common::{interval, split};
use super::models::{PhenomenonCell, PhenomenonMap, PhenomenonRow};
use super::{Figure, Plot};
use crate::{Pairs, Results, SafeName};

/// The figure of an evaluation.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let population = results.evaluation.tagged();
    let (slices, said) = results.first_phenomena();
    let cell = |number: usize, slice: usize| {
        let system = &results.first_systems()[number].name;
        let score = results.score(system, population, Pairs::Slice(slice), &ACCURACY);
        PhenomenonCell {
            accuracy: score.map_or(Err(Undefined::NoPairs), |score| {
                let reason = || score.value.clone().err().unwrap_or(Undefined::NoPairs);
                results.counts(score).ok_or_else(reason)
            }),
            interval: score.and_then(interval),
            behind: results.behind(score).map(|pairs| pairs.on(&evaluation.slices[slice].name)),
        }
    };
    let row = |&slice: &usize| {
        let (category, name) = split(&results.slice(slice));
        let cells = (0..results.first_systems().len()).map(|number| cell(number, slice)).collect();
        PhenomenonRow { category, name, cells }
    };
    let map = PhenomenonMap {
        systems: results
            .first_systems()
            .iter()
            .map(|system| results.system(&system.name).to_owned())
            .collect(),
        phenomena: slices.iter().map(row).collect(),
    };
    let brackets = if evaluation.statistics.intervals {
        format!(", with {} confidence intervals in brackets", results.level())
    } else {
        String::new()
    };
    let first = format!(
        "Accuracy on {} pairs, correct/pairs{brackets}. Darker: more accurate.",
        population.name()
    );
    let figure = Figure::new(
        SafeName::new("phenomena"),
        "Accuracy by phenomenon and system",
        Plot::PhenomenonMap(map),
    );
    vec![figure.with_notes(results.figure_notes(first).into_iter().chain(said))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, two_systems};

    #[test]
    fn a_phenomenon_has_a_cell_for_each_system() {
        let scene = two_systems();
        let figure = &build(&scene.results())[0];
        let Ok(Plot::PhenomenonMap(map)) = &figure.plot else { panic!("{figure:?}") };
        assert_eq!(map.systems, ["A", "B"]);
        let negation = &map.phenomena[1];
        assert_eq!((negation.category.as_str(), negation.name.as_str()), ("arg", "neg"));
        let right: Vec<u64> = negation
            .cells
            .iter()
            .map(|cell| cell.accuracy.as_ref().unwrap().numerator.whole().unwrap())
            .collect();
        assert_eq!(right, [2, 1]);
    }

    #[test]
    fn without_phenomena_it_says_so() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        let plot = build(&scene.results()).remove(0).plot;
        assert_eq!(plot, Err("No pair is tagged with a phenomenon.".to_owned()));
    }
}
