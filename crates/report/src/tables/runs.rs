//! Systems with several runs: mean, spread, interval.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::{Population, RunFigure};

use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

/// What the table is about; the tidy rows have every other measure too.
const FIGURES: [(Population, &Measure); 3] = [
    (Population::Original, &ACCURACY),
    (Population::Monothematic, &ACCURACY),
    (Population::Decomposition, &CORRELATION_INDEX),
];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let mut rows = Vec::new();
    for system in evaluation.systems.iter().filter(|system| system.runs > 1) {
        for (population, measure) in FIGURES {
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
                    Cell::text(format!("{}, {}", measure.key, population.name())),
                    Cell::count(system.runs as u64),
                    of(RunFigure::Mean),
                    of(RunFigure::StandardDeviation),
                    of(RunFigure::MeanOnThesePairs),
                    Cell::text(values.join(", ")),
                ],
            });
        }
    }
    let names = [
        "system",
        "figure",
        "runs",
        "mean [other runs and pairs]",
        "standard deviation",
        "mean [other runs, these pairs]",
        "values",
    ];
    let notes = vec![format!(
        "The mean over the runs of a system, with the {} % interval (Student's t) for the mean with other \
         seeds on other pairs of the same kind, and with other seeds on these pairs; the standard \
         deviation is that between the runs.",
        100.0 * evaluation.statistics.level.value()
    )];
    let title = "Systems with several runs".to_owned();
    let columns = names.map(Column::new).to_vec();
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
        assert!(rows[0].starts_with("A | accuracy, original | 2 | 75.0"), "{}", rows[0]);
        assert!(rows[0].ends_with(" | 50.0, 100.0"), "{}", rows[0]);
    }

    #[test]
    fn an_index_that_no_run_has_says_why() {
        let pairs = "1 E - E E\n1.1 E lex:syn U U";
        let scene = Scene::new(plain(), &["A", "A"], pairs);
        let table = &build(&scene.results())[0];
        let index = &table.rows[2];
        assert_eq!(index.cells[1], Cell::text("correlation_index, decomposition"));
        assert!(matches!(index.cells[3], Cell::Undefined(_)), "{:?}", index.cells[3]);
    }
}
