//! Differences of two systems, phenomenon by phenomenon: a forest plot.

use std::collections::HashMap;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Family, Population, SliceKind, Value, Verdict};

use super::list::split;
use super::{Figure, Interval, Plot};
use crate::{Results, SafeName, Style};

/// What two systems differ in.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    /// The system whose value comes first in the difference.
    pub first: String,
    /// The system whose value is subtracted.
    pub second: String,
    /// The measure that is compared, as it stands under the axis.
    pub measure: String,
    /// How a difference is rounded.
    pub style: Style,
    /// The rows; those of one category stand together.
    pub rows: Vec<Difference>,
}

/// The difference of two systems on one phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The phenomenon's category; empty for none.
    pub category: String,
    /// The phenomenon's name within the category.
    pub name: String,
    /// The number of pairs behind the difference.
    pub pairs: u64,
    /// The first system's value less the second's.
    pub difference: Value,
    /// Its confidence interval, where there is one.
    pub interval: Option<Interval>,
    /// What can be told of the first system against the second; nothing where nothing was tested.
    pub verdict: Option<Verdict>,
}

impl Forest {
    pub(crate) fn lack(&self) -> Option<&'static str> {
        if self.rows.is_empty() {
            return Some("There is nothing to compare the two systems on.");
        }
        let undefined = self.rows.iter().all(|row| row.difference.is_err());
        undefined.then_some("The two systems have no difference that is defined.")
    }
}

/// How many pairs of systems have a figure of their differences.
const PAIRS: usize = 6;

/// The pairs of systems whose differences are shown: all, or where these are too many, those with the
/// most accurate system that does not read gold.
fn pairs_shown<'a>(results: &Results<'a>) -> (Vec<(&'a str, &'a str)>, usize) {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for row in between_systems(results) {
        let pair = (row.system_a.as_str(), row.system_b.as_str());
        if pairs.last() != Some(&pair) && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let all = pairs.len();
    if all > PAIRS
        && let Some(best) = results.best_system(Population::Original)
    {
        let with_best = |pair: &&(&str, &str)| pair.0 == best.name || pair.1 == best.name;
        let of_best: Vec<_> = pairs.iter().filter(with_best).copied().collect();
        if !of_best.is_empty() {
            pairs = of_best;
        }
    }
    pairs.truncate(PAIRS);
    (pairs, all)
}

/// The comparisons of two systems, and not of a system with a constant answer.
fn between_systems<'a>(results: &Results<'a>) -> impl Iterator<Item = &'a ComparisonRow> {
    results.comparisons.iter().filter(|row| row.family != Family::Constants)
}

/// A figure for each two systems of an evaluation that are compared.
pub(super) fn build(results: &Results<'_>) -> Vec<Figure> {
    let evaluation = results.evaluation;
    let title = "Differences of systems on each phenomenon";
    let reason = if !evaluation.has_phenomena() {
        Some("No pair is tagged with a phenomenon.")
    } else if evaluation.systems.len() < 2 {
        Some("There is one system, and nothing to compare it with.")
    } else if between_systems(results).next().is_none() {
        Some("The systems were not compared.")
    } else {
        None
    };
    if let Some(reason) = reason {
        return vec![Figure::without_data(SafeName::new("differences"), title, reason)];
    }
    let population = results.tagged();
    let (slices, said) = results.first_phenomena();
    let (pairs, all) = pairs_shown(results);
    let figure = |(index, (first, second)): (usize, &(&str, &str))| {
        let (shown, other) = (results.shown(first), results.shown(second));
        let of_pair: HashMap<&str, &ComparisonRow> = results
            .comparisons
            .iter()
            .filter(|row| {
                row.system_a == *first
                    && row.system_b == *second
                    && row.population == population
                    && row.slice_kind == SliceKind::Phenomenon
                    && row.measure == ACCURACY.key
            })
            .map(|row| (row.slice.as_str(), row))
            .collect();
        let row = |slice: &usize| {
            let row = of_pair.get(evaluation.slices[*slice].name.as_str())?;
            let (category, name) = split(&results.slice(*slice));
            Some(Difference {
                category,
                name,
                pairs: row.pairs,
                difference: row.difference.clone(),
                interval: row.adjusted_interval.map(Into::into),
                verdict: Some(row.verdict),
            })
        };
        let forest = Forest {
            first: shown.to_owned(),
            second: other.to_owned(),
            measure: "accuracy".to_owned(),
            style: Style::SignedPercent,
            rows: slices.iter().filter_map(row).collect(),
        };
        let mut notes = vec![format!(
            "Exploratory. Accuracy of {shown} less that of {other} on the {} pairs of each phenomenon, with \
             intervals at the level that the correction leaves ({}). Filled marks: the difference can be \
             told (cluster sign-flip test; false discovery rate over all exploratory comparisons of the \
             report).",
            population.name(),
            results.level()
        )];
        notes.extend(said.clone());
        if all > pairs.len() {
            notes.push(format!(
                "{} of the {all} pairs of systems have a figure; all are in comparisons.csv.",
                pairs.len()
            ));
        }
        let title = format!("{shown} against {other} on each phenomenon");
        Figure::new(
            SafeName::new(&format!("differences-{}", index + 1)),
            title,
            Plot::Forest(forest),
        )
        .with_notes(notes)
    };
    pairs.iter().enumerate().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, told_apart};

    #[test]
    fn a_difference_has_the_verdict_of_its_comparison() {
        let scene = told_apart(&["A", "B", "C"]);
        let figures = build(&scene.results());
        let of = |figure: &Figure| match &figure.plot {
            Ok(Plot::Forest(forest)) => {
                let row = &forest.rows[0];
                let between = format!("{} {}", forest.first, forest.second);
                (between, row.name.clone(), row.pairs, row.difference.clone(), row.verdict)
            }
            other => panic!("{other:?}"),
        };
        let syn = "syn".to_owned();
        let cannot_tell = Some(Verdict::CannotTell);
        assert_eq!(
            of(&figures[0]),
            ("A B".to_owned(), syn.clone(), 12, Ok(1.0), Some(Verdict::First))
        );
        assert_eq!(of(&figures[1]), ("A C".to_owned(), syn.clone(), 12, Ok(0.0), cannot_tell));
        assert_eq!(of(&figures[2]), ("B C".to_owned(), syn, 12, Ok(-1.0), Some(Verdict::Second)));
    }

    #[test]
    fn of_many_systems_those_with_the_best_are_shown() {
        let scene = told_apart(&["B", "A", "C", "D", "X"]);
        let figures = build(&scene.results());
        assert!(figures.len() == 4 && figures.iter().all(|figure| {
            matches!(&figure.plot, Ok(Plot::Forest(forest)) if forest.first == "A" || forest.second == "A")
        }));
        assert!(figures[0].notes.last().unwrap().starts_with("4 of the 10 pairs of systems"));
    }

    #[test]
    fn what_is_not_compared_says_so() {
        let scene = Scene::new(plain(), &["A", "B"], "1 E lex:syn E E");
        let plot = build(&scene.results()).remove(0).plot;
        assert_eq!(plot, Err("The systems were not compared.".to_owned()));
    }
}
