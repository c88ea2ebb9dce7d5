//! Differences of two systems by phenomenon: a forest plot.

use std::collections::HashMap;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, SliceKind, Verdict};

use super::common::{LEAST_PAIRS, split};
use super::differences::pairing;
use super::models::{Difference, Forest};
use super::{Figure, Interval, Plot};
use crate::test_words::test;
use crate::{PairsBehind, Results, SafeName, Style};

impl Difference {
    /// The same with the second system's value first.
    fn reversed(self) -> Self {
        let interval = |ends: Interval| Interval { lower: -ends.upper, upper: -ends.lower };
        let verdict = |verdict| match verdict {
            Verdict::First => Verdict::Second,
            Verdict::Second => Verdict::First,
            Verdict::CannotTell => Verdict::CannotTell,
        };
        Self {
            // Zero has no sign.
            difference: self.difference.map(|difference| 0.0 - difference),
            interval: self.interval.map(interval),
            verdict: self.verdict.map(verdict),
            ..self
        }
    }
}

/// A figure for each two systems of an evaluation that are compared.
pub(crate) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let title = "Differences in accuracy by phenomenon";
    let pairs = pairing(results);
    let reason = if !evaluation.has_phenomena() {
        Some("No pair is tagged with a phenomenon.")
    } else if evaluation.systems.len() < 2 {
        Some("There is only one system.")
    } else if pairs.systems.is_empty() {
        Some("The systems were not compared.")
    } else {
        None
    };
    if let Some(reason) = reason {
        return vec![Figure::without_data(SafeName::new("differences"), title, reason)];
    }
    let population = results.evaluation.tagged();
    let (slices, said) = results.first_phenomena();
    let figure = |(index, (first, second)): (usize, &(&str, &str))| {
        let (shown, other) = (results.shown(first), results.shown(second));
        let systems: Option<Vec<usize>> =
            [*first, *second].into_iter().map(|name| results.number(name)).collect();
        let of_pair: HashMap<&str, &ComparisonRow> = results
            .comparisons
            .iter()
            .filter(|row| {
                let of_both = [row.system_a.as_str(), row.system_b.as_str()];
                (of_both == [*first, *second] || of_both == [*second, *first])
                    && row.population == population
                    && row.slice.kind == SliceKind::Phenomenon
                    && row.measure.key == ACCURACY.key
            })
            .map(|row| (row.slice.name.as_str(), row))
            .collect();
        let row = |slice: &usize| {
            let row = of_pair.get(evaluation.slices[*slice].name.as_str())?;
            let (category, name) = split(&results.slice(*slice));
            let difference = Difference {
                category,
                name,
                pairs: row.pairs,
                difference: row.difference(),
                interval: row
                    .adjusted_interval()
                    .filter(|_| row.pairs >= LEAST_PAIRS)
                    .map(Into::into),
                verdict: Some(row.verdict),
                behind: systems.as_deref().map(|both| {
                    PairsBehind::counted(both, population, row.pairs).on(&row.slice.name)
                }),
            };
            Some(if row.system_a == **first { difference } else { difference.reversed() })
        };
        let forest = Forest {
            first: shown.to_owned(),
            second: other.to_owned(),
            measure: "accuracy".to_owned(),
            style: Style::SignedPercent,
            rows: slices.iter().filter_map(row).collect(),
        };
        let mut notes = vec![format!(
            "Exploratory. Accuracy of {shown} minus accuracy of {other} on {} pairs, with adjusted {} intervals for \
             phenomena with at least {LEAST_PAIRS} pairs. Filled marks: significant ({}, false discovery rate over all \
             exploratory comparisons).",
            population.name(),
            results.level(),
            test(evaluation)
        )];
        notes.extend(said.clone());
        notes.extend(pairs.said.clone());
        let title = format!("Difference in accuracy between {shown} and {other}, by phenomenon");
        Figure::new(
            SafeName::new(&format!("differences-{}", index + 1)),
            title,
            Plot::Forest(forest),
        )
        .with_notes(notes)
    };
    pairs.systems.iter().enumerate().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use phenom_metrics::{Compared, Value};

    use super::*;
    use crate::Differences;
    use crate::testing::{Scene, plain, told_apart};

    /// What the first row of a figure says.
    fn first_row(figure: &Figure) -> (String, u64, Value, Option<Verdict>) {
        let Ok(Plot::Forest(forest)) = &figure.plot else { panic!("{figure:?}") };
        let row = &forest.rows[0];
        let between = format!("{} {} {}", forest.first, forest.second, row.name);
        (between, row.pairs, row.difference.clone(), row.verdict)
    }

    fn between(figures: &[Figure]) -> Vec<String> {
        figures.iter().map(|figure| first_row(figure).0).collect()
    }

    #[test]
    fn a_difference_has_the_verdict_of_its_comparison() {
        let mut scene = told_apart(&["A", "B", "C"]);
        scene.options.differences = Some(Differences::All);
        let figures = build(&scene.results());
        let said =
            |text: &str, difference, verdict| (text.to_owned(), 12, Ok(difference), Some(verdict));
        assert_eq!(first_row(&figures[0]), said("A B syn", 1.0, Verdict::First));
        assert_eq!(first_row(&figures[1]), said("A C syn", 0.0, Verdict::CannotTell));
        assert_eq!(first_row(&figures[2]), said("B C syn", -1.0, Verdict::Second));
    }

    #[test]
    fn systems_are_drawn_against_the_best_whichever_of_the_two_was_compared_with_the_other() {
        let scene = told_apart(&["B", "A", "C", "D", "G!"]);
        let figures = build(&scene.results());
        assert_eq!(between(&figures), ["B A syn", "C A syn", "D A syn"]);
        // The comparison is that of B with A; that of C is of A with C.
        assert_eq!(first_row(&figures[0]).3, Some(Verdict::Second));
        let note = figures[0].notes.last().unwrap();
        assert!(
            note.starts_with("Shown: comparisons with the most accurate system, A (3 of 6"),
            "{note}"
        );
        let reversed = told_apart(&["A", "B"]);
        let figures = build(&reversed.results());
        assert_eq!(
            first_row(&figures[0]),
            ("B A syn".to_owned(), 12, Ok(-1.0), Some(Verdict::Second))
        );
    }

    #[test]
    fn systems_are_drawn_against_the_baseline_of_the_comparisons() {
        let mut scene = told_apart(&["A", "B", "C"]);
        scene.options.differences = Some(Differences::Baseline);
        scene.evaluation.statistics.compare = Compared::Against(1);
        // The comparisons are those of all; of these, the ones with B are drawn.
        assert_eq!(between(&build(&scene.results())), ["A B syn", "C B syn"]);
    }

    #[test]
    fn what_is_not_compared_says_so() {
        let scene = Scene::new(plain(), &["A", "B"], "1 E lex:syn E E");
        let plot = build(&scene.results()).remove(0).plot;
        assert_eq!(plot, Err("The systems were not compared.".to_owned()));
    }
}
