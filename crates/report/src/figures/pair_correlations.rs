//! The Correlation Index of every original pair [CM10, Figure 1].

use phenom_metrics::PAIR_ROWS;

use super::models::{CorrelationRow, PairCorrelations};
use super::{Figure, Plot};
use crate::{Results, SafeName};

/// How many dots of original pairs a figure shows at most, over all systems.
const DOTS: usize = 12_000;

/// The figure of an evaluation.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let title = "Correlation Index of each original pair";
    let key = SafeName::new("pair-correlations");
    if !evaluation.is_decomposed() {
        let reason = "No original pair has monothematic pairs, so no pair has a Correlation Index.";
        return vec![Figure::without_data(key, title, reason)];
    }
    let pairs = |system| evaluation.pair_correlations(system);
    let Some(each) = pairs(0).map(<[_]>::len) else {
        let reason = format!(
            "Single pairs are not known: there are more than {PAIR_ROWS} originals, or only counts are known."
        );
        return vec![Figure::without_data(key, title, reason)];
    };
    let systems = results.first_systems().len().min((DOTS / each.max(1)).max(1));
    let row = |number: usize| CorrelationRow {
        system: results.system(&evaluation.systems[number].name).to_owned(),
        place: number,
        judgment: None,
        pairs: pairs(number).unwrap_or_default().to_vec(),
    };
    let plot = PairCorrelations { rows: (0..systems).map(row).collect() };
    let first = "Each dot is an original pair on a logarithmic axis. At 1 the original and all parts are \
                 correct. Marked ends: 0 (original wrong), infinity (all parts wrong) and 0/0 (both)."
        .to_owned();
    let mut notes = results.figure_notes(first);
    if systems < results.first_systems().len() {
        notes.push(format!("Shown: the first {systems} systems, so that dots are visible."));
    }
    vec![Figure::new(key, title, Plot::PairCorrelations(plot)).with_notes(notes)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, two_systems};

    #[test]
    fn every_original_with_parts_is_a_dot_of_each_system() {
        let scene = two_systems();
        let figure = &build(&scene.results())[0];
        let Ok(Plot::PairCorrelations(plot)) = &figure.plot else { panic!("{figure:?}") };
        let values = |row: &CorrelationRow| -> Vec<_> {
            row.pairs.iter().map(|pair| (pair.id.clone(), pair.value.clone())).collect()
        };
        let dots = |first, second| vec![("1".to_owned(), Ok(first)), ("2".to_owned(), Ok(second))];
        assert_eq!(values(&plot.rows[0]), dots(1.0, 0.0));
        assert_eq!(values(&plot.rows[1]), dots(2.0, 2.0));
    }

    #[test]
    fn without_parts_it_says_so() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        let plot = build(&scene.results()).remove(0).plot;
        let reason = "No original pair has monothematic pairs, so no pair has a Correlation Index.";
        assert_eq!(plot, Err(reason.to_owned()));
    }
}
