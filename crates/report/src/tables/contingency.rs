//! Gold labels against predicted labels [B09, Figure 2; V08, Table 1].

use phenom_dataset::{Judgment, Task};
use phenom_metrics::{Population, SystemCounts};

use super::{POOLED_NOTE, notes_on_systems};
use crate::{Cell, Column, PairCount, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    // Outcomes have no labels.
    if results.evaluation.task == Task::Outcome {
        return Vec::new();
    }
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let labels = evaluation.task.judgments();
    let counted = |system: &SystemCounts| system.table(population, 0, &Judgment::ALL);
    let pooled = evaluation.pooled().filter(|_| results.options.pool);
    let of_system = |system| (results.marked(system), counted(system), system.runs);
    let mut tables: Vec<_> = evaluation.systems.iter().map(of_system).collect();
    // Pooled answers are counted one by one.
    tables.extend(pooled.as_ref().map(|pooled| (results.pooled_name(), counted(pooled), 1)));
    let abstains = tables.iter().any(|(_, table, _)| {
        table.as_ref().is_ok_and(|table| table.predicted(table.abstained()) > 0)
    });
    let answers = if abstains { labels.len() + 1 } else { labels.len() };
    let mut columns = vec![Column::repeating("system"), Column::new("gold label")];
    let answer_name =
        |answer: usize| labels.get(answer).map_or("no answer", |judgment| judgment.name());
    columns
        .extend((0..answers).map(|answer| Column::grouped("predicted label", answer_name(answer))));
    columns.push(Column::new("total"));
    let mut rows = Vec::new();
    for (system, table, runs) in &tables {
        let pairs = |sum| Cell::count(PairCount::over_runs(sum, *runs));
        let row = |kind, gold: &str, count: &dyn Fn(usize) -> Cell, total: Cell| Row {
            kind,
            cells: [Cell::text(system), Cell::text(gold)]
                .into_iter()
                .chain((0..answers).map(count))
                .chain([total])
                .collect(),
        };
        let table = match table {
            Ok(table) => table,
            Err(reason) => {
                let undefined = Cell::Undefined(reason.clone());
                rows.push(row(RowKind::First, "", &|_| undefined.clone(), undefined.clone()));
                continue;
            }
        };
        for (gold, judgment) in labels.iter().enumerate() {
            let kind = if gold == 0 { RowKind::First } else { RowKind::Body };
            let count = |answer| pairs(table.count(gold, answer));
            rows.push(row(kind, judgment.name(), &count, pairs(table.gold(gold))));
        }
        let count = |answer| pairs(table.predicted(answer));
        rows.push(row(RowKind::Body, "total", &count, pairs(table.total())));
    }
    let mut notes = vec![format!(
        "Number of {} pairs: gold labels in rows, predicted labels in columns, {}.",
        population.name(),
        evaluation.task
    )];
    if results.options.pool {
        notes.push(POOLED_NOTE.to_owned());
    }
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = format!("Gold and predicted labels of {name} pairs");
    Table { key: SafeName::new(&format!("contingency-{name}")), title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, columns, plain, shown, two_systems};

    #[test]
    fn gold_stands_in_rows_and_answers_in_columns() {
        let scene = two_systems();
        let table = &build(&scene.results())[1];
        let heads = "system | gold label | predicted label: entailment | predicted label: unknown | predicted label: contradiction | \
             total";
        assert_eq!(columns(table), heads);
        let a = ["A | entailment | 2 | 1 | 0 | 3", "A | unknown | 0 | 1 | 0 | 1"];
        assert_eq!(shown(table)[..2], a);
        assert_eq!(shown(table)[3], "A | total | 2 | 2 | 0 | 4");
    }

    #[test]
    fn answers_that_are_withheld_have_a_column() {
        let scene = Scene::new(plain(), &["A"], "1 E - ?");
        let table = &build(&scene.results())[0];
        assert!(columns(table).ends_with("predicted label: no answer | total"));
        assert_eq!(shown(table)[0], "A | entailment | 0 | 0 | 0 | 1 | 1");
    }
}
