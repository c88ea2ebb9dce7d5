//! Accuracy on monothematic pairs against accuracy on the originals that they come from: the slope from the origin to
//! a system is its Correlation Index [CM10].

use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::{
    Baseline, Origin, Population, ReadingQuestion, Score, SystemCounts, Undefined,
};

use super::common::interval;
use super::models::{PartsWholes, PartsWholesPoint};
use super::{Figure, Plot, PointKind};
use crate::tables::baseline_name;
use crate::task_words::{strata_in_words, task_in_words};
use crate::{Pairs, Results, SafeName};

/// The figure of an evaluation.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let title = "Accuracy on monothematic pairs (parts) and on original pairs";
    let key = SafeName::new("parts-wholes");
    if !evaluation.is_decomposed() {
        let reason = "No original pair has monothematic pairs.";
        return vec![Figure::without_data(key, title, reason)];
    }
    let system = |system: &SystemCounts| {
        let kind = match system.origin {
            Origin::Answers => PointKind::System,
            Origin::ReadsGold => PointKind::Reference,
        };
        point(results, results.system(&system.name).to_owned(), kind, &system.name)
    };
    let baseline = |baseline: Baseline| {
        let name = baseline_name(baseline).trim_end_matches(" †").to_owned();
        point(results, name, PointKind::Baseline, &baseline.name())
    };
    let systems = results.first_systems().iter().map(system);
    let points: Vec<PartsWholesPoint> =
        systems.chain(results.baselines().into_iter().map(baseline)).collect();
    let plot = PartsWholes {
        originals: evaluation.gold(Population::Decomposition, 0).pairs(),
        monothematic: evaluation.gold(Population::Monothematic, 0).pairs(),
        points,
    };
    let mut notes = results.figure_notes(said(results, &plot));
    notes.extend(plot.points.iter().any(|point| point.reading.is_some()).then(|| {
        format!(
            "A verdict under a name: whether the system is correct on an original more often if all its parts are correct, among \
             originals with {} (adjusted test). A CI alone does not show this.",
            strata_in_words(results.evaluation.task)
        )
    }));
    vec![Figure::new(key, title, Plot::PartsWholes(plot)).with_notes(notes)]
}

fn said(results: &Results<'_>, plot: &PartsWholes) -> String {
    let crosses = if plot
        .points
        .iter()
        .any(|point| point.parts_interval.is_some() || point.whole_interval.is_some())
    {
        format!(". Crosses: {} confidence intervals", results.level())
    } else {
        String::new()
    };
    let squares = match results.has_labels() {
        true => " Squares: expected values of baselines.",
        false => "",
    };
    format!(
        "Accuracy on {} monothematic pairs (parts) and on their {} original pairs, {}{crosses}. Each line from the origin \
         is one Correlation Index (CI); at 1 both accuracies are equal.{squares}",
        plot.monothematic,
        plot.originals,
        task_in_words(results.evaluation.task)
    )
}

fn point(results: &Results<'_>, name: String, kind: PointKind, system: &str) -> PartsWholesPoint {
    let value =
        |score: Option<&Score>| score.map_or(Err(Undefined::NoPairs), |score| score.value.clone());
    let score = |population, measure| results.score(system, population, Pairs::All, measure);
    let parts = score(Population::Monothematic, &ACCURACY);
    let whole = score(Population::Decomposition, &WHOLE_ACCURACY);
    let mut readings = results.readings.iter().filter(|row| row.system == system);
    let reading = readings.find(|row| row.question == ReadingQuestion::CarryingOver);
    PartsWholesPoint {
        name,
        kind,
        parts: value(parts),
        parts_interval: parts.and_then(interval),
        whole: value(whole),
        whole_interval: whole.and_then(interval),
        index: value(score(Population::Decomposition, &CORRELATION_INDEX)),
        reading: reading.map(|row| row.reading),
        behind: results.behind(whole),
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::{Reading, readings};

    use super::*;
    use crate::testing::{Scene, compared, plain, two_systems};

    #[test]
    fn a_system_stands_at_its_accuracy_on_parts_and_on_wholes() {
        let scene = two_systems();
        let figure = &build(&scene.results())[0];
        let Ok(Plot::PartsWholes(plot)) = &figure.plot else { panic!("{figure:?}") };
        assert_eq!((plot.originals, plot.monothematic), (2, 4));
        // A: 1 of 2 originals and 3 of 4 monothematic pairs, CI (1/2) / (3/4); B: 2 of 2 and 2 of 4.
        let place = |point: &PartsWholesPoint| (point.parts.clone(), point.whole.clone());
        assert_eq!(place(&plot.points[0]), (Ok(0.75), Ok(0.5)));
        assert_eq!(place(&plot.points[1]), (Ok(0.5), Ok(1.0)));
        assert!((plot.points[0].index.clone().unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(plot.points[2].kind, PointKind::Baseline);
        assert!(plot.points.iter().all(|point| point.reading.is_none()));
    }

    #[test]
    fn what_is_said_of_a_system_stands_at_its_point() {
        let scene = Scene::new(compared(), &["A", "G!"], "1 E - E E\n1.1 E lex:syn E E");
        let rows = readings(&scene.evaluation, &scene.comparisons);
        let figure = &build(&scene.results().with_readings(&rows))[0];
        let Ok(Plot::PartsWholes(plot)) = &figure.plot else { panic!("{figure:?}") };
        assert_eq!(plot.points[0].reading, Some(Reading::CannotTell));
        assert_eq!(plot.points[1].kind, PointKind::Reference);
        assert!(figure.notes.last().unwrap().starts_with("A verdict under a name"));
    }

    #[test]
    fn without_parts_it_says_so() {
        let scene = Scene::new(plain(), &["A"], "1 E - E");
        let plot = build(&scene.results()).remove(0).plot;
        assert_eq!(plot, Err("No original pair has monothematic pairs.".to_owned()));
    }
}
