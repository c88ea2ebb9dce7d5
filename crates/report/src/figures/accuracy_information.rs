//! Accuracy against mutual information [B09, section 5].

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::{Baseline, Origin, Population, Score, SystemCounts, Undefined};

use super::common::interval;
use super::models::{AccuracyInformation, Point, PointKind};
use super::{Figure, Plot};
use crate::tables::baseline_name;
use crate::{Pairs, Results, SafeName};

/// A figure for each population of an evaluation.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let figure = |population: Population| {
        let point = |name: String, kind, system: &str| {
            let score = |measure| results.score(system, population, Pairs::All, measure);
            let value = |score: Option<&Score>| {
                score.map_or(Err(Undefined::NoPairs), |score| score.value.clone())
            };
            let (accuracy, information) = (score(&ACCURACY), score(&MUTUAL_INFORMATION));
            Point {
                name,
                kind,
                accuracy: value(accuracy),
                accuracy_interval: accuracy.and_then(interval),
                information: value(information),
                information_interval: information.and_then(interval),
                behind: results.behind(accuracy),
            }
        };
        let system = |system: &SystemCounts| {
            let kind = match system.origin {
                Origin::Answers => PointKind::System,
                Origin::ReadsGold => PointKind::Reference,
            };
            point(results.system(&system.name).to_owned(), kind, &system.name)
        };
        let baseline = |baseline: Baseline| {
            let name = baseline_name(baseline).trim_end_matches(" †").to_owned();
            point(name, PointKind::Baseline, &baseline.name())
        };
        let baselines = results.baselines().into_iter().map(baseline).collect();
        let points = results.first_systems().iter().map(system).chain(joined(baselines)).collect();
        let name = population.name();
        let lines = if evaluation.statistics.intervals {
            format!("; lines are {} confidence intervals", results.level())
        } else {
            String::new()
        };
        let first = format!(
            "Systems and baselines on {name} pairs, {} labels{lines}. Baselines are independent of the pair, so that their mutual \
             information is 0.",
            evaluation.task
        );
        let title = format!("Accuracy and mutual information of systems on {name} pairs");
        let plot = Plot::AccuracyInformation(AccuracyInformation { points });
        Figure::new(SafeName::new(&format!("information-{name}")), title, plot)
            .with_notes(results.figure_notes(first))
    };
    results.populations().iter().map(|population| figure(*population)).collect()
}

/// Baselines with equal values as one point.
fn joined(baselines: Vec<Point>) -> Vec<Point> {
    let all = baselines.len();
    let mut joined: Vec<(Point, usize)> = Vec::new();
    for baseline in baselines {
        let same = |point: &Point| {
            point.accuracy == baseline.accuracy && point.information == baseline.information
        };
        match joined.iter_mut().find(|(point, _)| same(point)) {
            Some((point, count)) => {
                *count += 1;
                point.name = match *count == all {
                    true => format!("all {all} baselines"),
                    false => format!("{}, {}", point.name, baseline.name),
                };
            }
            None => joined.push((baseline, 1)),
        }
    }
    joined.into_iter().map(|(point, _)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain};

    #[test]
    fn baselines_at_one_place_are_one_point() {
        let point = |name: &str, accuracy: f64| Point {
            name: name.to_owned(),
            kind: PointKind::Baseline,
            accuracy: Ok(accuracy),
            accuracy_interval: None,
            information: Ok(0.0),
            information_interval: None,
            behind: None,
        };
        let names = |points: Vec<Point>| -> Vec<String> {
            joined(points).into_iter().map(|point| point.name).collect()
        };
        let points = vec![point("a", 0.5), point("b", 0.2), point("c", 0.5)];
        assert_eq!(names(points), ["a, c", "b"]);
        assert_eq!(names(vec![point("a", 0.5), point("b", 0.5)]), ["all 2 baselines"]);
    }

    #[test]
    fn a_system_stands_at_its_accuracy_and_its_information() {
        let scene = Scene::new(plain(), &["A", "G!"], "1 E - E E\n2 U - U U\n3 U - E U\n4 E - U E");
        let figure = &build(&scene.results())[0];
        let Ok(Plot::AccuracyInformation(plot)) = &figure.plot else { panic!("{figure:?}") };
        let place = |point: &Point| (point.kind, point.accuracy.clone(), point.information.clone());
        assert_eq!(place(&plot.points[0]), (PointKind::System, Ok(0.5), Ok(0.0)));
        assert_eq!(place(&plot.points[1]), (PointKind::Reference, Ok(1.0), Ok(1.0)));
        assert_eq!(plot.points[2].kind, PointKind::Baseline);
        assert_eq!(plot.points[2].name, "always entailment, always unknown, random from gold");
    }
}
