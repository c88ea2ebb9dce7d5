//! Systems with several runs: mean, intervals, standard deviation.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::{Population, RunFigure};

use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

/// The measures of the table with their names; the tidy rows have every other measure, too.
const FIGURES: [(&str, Population, &Measure); 3] = [
    ("accuracy, original pairs", Population::Original, &ACCURACY),
    ("accuracy, monothematic pairs", Population::Monothematic, &ACCURACY),
    ("Correlation Index", Population::Decomposition, &CORRELATION_INDEX),
];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let mut rows = Vec::new();
    for system in evaluation.systems.iter().filter(|system| system.runs > 1) {
        for (name, population, measure) in FIGURES {
            let of = |figure| results.cell(&system.name, population, Pairs::Runs(figure), measure);
            if of(RunFigure::Mean) == Cell::Empty {
                continue;
            }
            let values: Vec<String> = (1..=system.runs)
                .map(|run| results.options.numbers.shown(&of(RunFigure::Run(run))))
                .collect();
            rows.push(Row {
                kind: RowKind::Body,
                cells: vec![
                    Cell::Text(results.marked(system)),
                    Cell::text(name),
                    Cell::count(system.runs as u64),
                    of(RunFigure::Mean),
                    of(RunFigure::MeanOnThesePairs),
                    of(RunFigure::StandardDeviation),
                    Cell::text(values.join(", ")),
                ],
            });
        }
    }
    let level = 100.0 * evaluation.statistics.level.value();
    let means = format!("mean [{level} % interval]");
    let columns = vec![
        Column::repeating("system"),
        Column::new("measure"),
        Column::new("runs"),
        Column::grouped(&means, "other runs, other pairs"),
        Column::grouped(&means, "other runs, these pairs"),
        Column::new("standard deviation"),
        Column::new("values"),
    ];
    let notes = vec![
        "Both intervals are of the mean over the runs of a system. The first allows for other runs on other pairs of \
         the same kind, and the second, by Student's t, for other runs on these pairs. The first contains the second. \
         Standard deviation: between the runs."
            .to_owned(),
    ];
    let title = "Means and intervals of systems with several runs".to_owned();
    vec![Table { key: SafeName::new("runs"), title, columns, rows, notes }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, shown};

    #[test]
    fn runs_of_one_system_have_their_mean_and_each_value() {
        let scene = Scene::new(plain(), &["A", "A", "B"], "1 E - E E U\n2 E - U E U");
        let table = &build(&scene.results())[0];
        let rows = shown(table);
        assert_eq!(rows.len(), 1);
        assert!(rows[0].starts_with("A | accuracy, original pairs | 2 | 75.0"), "{}", rows[0]);
        assert!(rows[0].ends_with(" | 50.0, 100.0"), "{}", rows[0]);
    }

    #[test]
    fn an_undefined_index_has_its_reason() {
        let pairs = "1 E - E E\n1.1 E lex:syn U U";
        let scene = Scene::new(plain(), &["A", "A"], pairs);
        let table = &build(&scene.results())[0];
        let index = &table.rows[2];
        assert_eq!(index.cells[1], Cell::text("Correlation Index"));
        assert!(matches!(index.cells[3], Cell::Undefined(_)), "{:?}", index.cells[3]);
    }
}
