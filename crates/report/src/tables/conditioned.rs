//! Accuracy conditioned on the gold label and on the predicted label [B09, section 3; V08, Table 1].

use phenom_metrics::Population;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{CONDITIONED_ACCURACY, MEAN_CONDITIONED_ACCURACY};
use phenom_metrics::measures::entropy::{CONDITIONAL_ENTROPY, ENTROPY_GIVEN_ANSWER};
use phenom_metrics::measures::f1::{F1, MACRO_F1};
use phenom_metrics::measures::precision::{MEAN_PRECISION, PRECISION};

use super::{BASELINE_NOTE, POOLED_NOTE, notes_on_systems};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let columns = vec![
        Column::repeating("system"),
        Column::new("label"),
        Column::new("A'(g)"),
        Column::new("precision"),
        Column::new("F1"),
        Column::new("H(G|L=l)"),
    ];
    let mut rows = Vec::new();
    for (shown, system) in super::shown_systems(results) {
        rows.extend(block(results, population, &shown, &system));
    }
    let mut notes = vec![
        format!(
            "A'(g): accuracy on the pairs with the gold label of the row (recall). Precision: accuracy on the pairs with \
         this predicted label. Both {} (correct/pairs). H(G|L=l): entropy in bits of the gold labels of pairs with this \
         predicted label. Mean: unweighted over the labels; of H, weighted by the predictions, which is H(G|L).",
            results.options.numbers.unit()
        ),
        BASELINE_NOTE.to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    if results.options.pool {
        notes.push(POOLED_NOTE.to_owned());
    }
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = format!("Accuracy on {name} pairs by gold label and by predicted label");
    Table { key: SafeName::new(&format!("conditioned-{name}")), title, columns, rows, notes }
}

/// The rows of one system or baseline: as it is shown, and as the rows name it.
fn block(results: &Results<'_>, population: Population, shown: &str, system: &str) -> Vec<Row> {
    let row = |kind, judgment: &str, pairs, measures: [&Measure; 4]| Row {
        kind,
        cells: [Cell::text(shown), Cell::text(judgment)]
            .into_iter()
            .chain(measures.map(|measure| results.cell(system, population, pairs, measure)))
            .collect(),
    };
    let task = results.evaluation.task;
    let of_one = [&CONDITIONED_ACCURACY, &PRECISION, &F1, &ENTROPY_GIVEN_ANSWER];
    let mut rows: Vec<Row> = Vec::new();
    for &judgment in task.judgments() {
        let pairs = results.label(system, population, judgment);
        let kind = if rows.is_empty() { RowKind::First } else { RowKind::Body };
        rows.push(row(kind, judgment.name(), pairs, of_one));
    }
    let mean = [&MEAN_CONDITIONED_ACCURACY, &MEAN_PRECISION, &MACRO_F1, &CONDITIONAL_ENTROPY];
    rows.push(row(RowKind::Body, "mean", Pairs::All, mean));
    rows
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Task;
    use phenom_metrics::Settings;

    use super::*;
    use crate::testing::{Scene, plain, shown, two_systems};

    #[test]
    fn a_judgment_has_its_recall_its_precision_and_what_is_left_uncertain() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[1]);
        assert_eq!(rows[0], "A | entailment | 66.7 (2/3) | 100.0 (2/2) | 80.0 | 0.0000");
        assert_eq!(rows[1], "A | unknown | 100.0 (1/1) | 50.0 (1/2) | 66.7 | 1.0000");
    }

    #[test]
    fn the_mean_follows_the_judgments() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[1]);
        assert_eq!(rows[3], "A | mean | 83.3 | 75.0 | 73.3 | 0.5000");
    }

    #[test]
    fn a_judgment_that_gold_never_holds_is_undefined() {
        let scene = two_systems();
        assert_eq!(shown(&build(&scene.results())[0])[2], "A | contradiction | – | – | – | –");
    }

    #[test]
    fn two_way_the_pairs_of_both_negative_judgments_are_one_label() {
        let settings = Settings { task: Some(Task::TwoWay), ..plain() };
        let scene = Scene::new(settings, &["A"], "1 E - E\n2 U - C\n3 C - E");
        let rows = shown(&build(&scene.results())[0]);
        assert!(
            rows[1].starts_with("A | not-entailment | 50.0 (1/2) | 100.0 (1/1) |"),
            "{}",
            rows[1]
        );
    }
}
