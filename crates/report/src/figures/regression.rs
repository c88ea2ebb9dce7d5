//! Which phenomena go with right wholes: the coefficients of each system's regression.

use phenom_metrics::{Population, SliceKind, SolvedCoefficient, SolvedColumn, SolvedRegression};

use super::forest::{Difference, Forest};
use super::{Figure, Plot};
use crate::tables::regression::{SHOWN, by_solved, fitted};
use crate::{PairsBehind, Results, SafeName, Style};

/// So many systems have a figure; all are in the tidy file.
const SYSTEMS: usize = 6;

pub(super) fn build(results: &Results<'_>) -> Vec<Figure> {
    let title = "Which phenomena go with right wholes";
    let first = results.regressions.first();
    let known =
        results.regressions.iter().filter_map(|row| Some((row, row.regression.as_ref().ok()?)));
    let figures: Vec<Figure> = known
        .take(SYSTEMS)
        .enumerate()
        .map(|(number, (row, regression))| {
            let system = results.shown(&row.system);
            let key = match number {
                0 => SafeName::new("regression"),
                number => SafeName::new(&format!("regression-{}", number + 1)),
            };
            let title = format!("{title}: coefficients of a ridge logistic regression of {system}");
            let plot = Plot::Forest(forest(results, regression));
            Figure::new(key, title, plot).with_notes(notes(results, fitted(results, row)))
        })
        .collect();
    if !figures.is_empty() {
        return figures;
    }
    let reason = match first {
        Some(row) => fitted(results, row),
        None if results.evaluation.is_decomposed() => {
            "What goes with right wholes needs the pairs and their tags.".to_owned()
        }
        None => "No original pair has monothematic pairs.".to_owned(),
    };
    vec![Figure::without_data(SafeName::new("regression"), title, reason)]
}

fn forest(results: &Results<'_>, regression: &SolvedRegression) -> Forest {
    let row = |one: &SolvedCoefficient| Difference {
        category: results.slice_named(&SliceKind::Phenomenon, &one.phenomenon),
        name: one.column.name().to_owned(),
        pairs: one.originals,
        difference: one.coefficient.clone(),
        interval: one.interval.map(Into::into),
        verdict: None,
        // No question finds the originals with a phenomenon whose parts of it are all right.
        behind: (one.column == SolvedColumn::Present).then(|| {
            PairsBehind::counted(&[], Population::Original, one.originals).on(&one.phenomenon)
        }),
    };
    let shown = by_solved(regression).into_iter().take(SHOWN);
    Forest {
        first: "log-odds of a right whole".to_owned(),
        second: "log-odds of a wrong whole".to_owned(),
        measure: "log-odds".to_owned(),
        style: Style::Signed,
        rows: shown.flatten().map(row).collect(),
    }
}

fn notes(results: &Results<'_>, fitted: String) -> Vec<String> {
    vec![
        format!(
            "Present: by how much the log-odds of a right whole are higher where a part has the phenomenon; solved: by \
             how much more where all of these parts are right. The {SHOWN} phenomena at the most with the highest \
             coefficient of “solved”. Numbers are those of original pairs, bars {} intervals over clusters; all \
             coefficients are drawn towards 0.",
            results.level()
        ),
        fitted,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain};

    #[test]
    fn each_phenomenon_has_two_coefficients() {
        let pairs = "1 E - E U\n1.1 E lex:syn E U\n2 E - U U\n2.1 E lex:syn U U\n3 E - E U\n3.1 E arg:neg E U";
        let scene = Scene::new(plain(), &["A", "B"], pairs);
        let rows = scene.regressions();
        let figures = build(&scene.results().with_regressions(&rows));
        assert_eq!(figures.len(), 1);
        let Ok(Plot::Forest(forest)) = &figures[0].plot else { panic!("{figures:?}") };
        let drawn: Vec<_> = forest
            .rows
            .iter()
            .map(|row| (row.category.as_str(), row.name.as_str(), row.pairs))
            .collect();
        assert_eq!(
            drawn,
            [
                ("lex:syn", "present", 2),
                ("lex:syn", "solved", 1),
                ("arg:neg", "present", 1),
                ("arg:neg", "solved", 1),
            ]
        );
        let none = build(&scene.results().with_regressions(&rows[1..]));
        assert_eq!(
            none[0].plot,
            Err("B has no regression: all wholes are right, or none is.".to_owned())
        );
        let unknown = build(&scene.results());
        assert_eq!(
            unknown[0].plot,
            Err("What goes with right wholes needs the pairs and their tags.".to_owned())
        );
    }
}
