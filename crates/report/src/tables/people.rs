//! Agreement of annotators and accuracy of systems, slice by slice.

use phenom_dataset::Task;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::people::{AGREEMENT, AgreementRow};
use phenom_metrics::{Population, SliceKind};

use super::annotated::{Annotated, key, kind};
use crate::{Cell, Column, Pairs, Row, Table};

/// The most systems in one table.
const SIDE_BY_SIDE: usize = 8;

/// Agreement of annotators and accuracy of each system under the official key, in every slice.
pub(super) fn table(annotated: &Annotated<'_>, population: Population) -> Table {
    let results = annotated.results;
    let evaluation = results.evaluation;
    let task = match annotated.tasks().as_slice() {
        [Task::ThreeWay, ..] => evaluation.task,
        _ => Task::TwoWay,
    };
    let slices = annotated.rows.iter().filter(|row| {
        row.measure == AGREEMENT.key
            && row.task == task
            && row.population == population
            && row.keys.iter().all(String::is_empty)
    });
    let slices: Vec<&AgreementRow> = slices.collect();
    let mut columns = vec![
        Column::repeating("by"),
        Column::new("slice"),
        Column::new("annotated twice"),
        Column::new("agreement %"),
    ];
    let shown = evaluation.systems.iter().take(SIDE_BY_SIDE);
    columns.extend(shown.map(|system| Column::grouped("accuracy %", results.marked(system))));
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = annotated.slice_cells(row).to_vec();
        cells.push(Cell::count(row.support));
        cells.push(annotated.beside(row, task, &AGREEMENT));
        let slice = evaluation
            .slices
            .iter()
            .position(|slice| slice.kind == row.slice_kind && slice.name == row.slice);
        for system in evaluation.systems.iter().take(SIDE_BY_SIDE) {
            cells.push(slice.map_or(Cell::Empty, |at| {
                let pairs = Pairs::Slice(at);
                results.share(&system.name, population, pairs, &ACCURACY).without_interval()
            }));
        }
        Row { kind: kind(row, at.checked_sub(1).and_then(|above| slices.get(above))), cells }
    };
    let mut rows: Vec<Row> = slices.iter().enumerate().map(row).collect();
    let sliced = slices.iter().any(|row| row.slice_kind != SliceKind::All);
    if evaluation.systems.is_empty() || !sliced {
        rows.clear();
    }
    let mut notes = vec![format!(
        "Agreement of annotators, and accuracy of systems under the official key, both {}. If annotators disagree often \
         on a slice, low accuracy on it need not be an error of the systems.",
        task.name()
    )];
    notes.extend(annotated.brackets(&rows));
    if evaluation.systems.len() > SIDE_BY_SIDE {
        notes.push(format!(
            "Shown: the first {SIDE_BY_SIDE} of {} systems.",
            evaluation.systems.len()
        ));
    }
    let title =
        format!("Agreement of annotators and accuracy of systems on {} pairs", population.name());
    Table { key: key("people", population), title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, plain, shown};

    /// Of two pairs ann and bob agree on one; A follows ann, and B follows bob.
    fn scene() -> Scene {
        let pairs = "1 E lex:syn E E ann=E bob=E\n2 U lex:ant U E ann=U bob=E";
        Scene::new(plain(), &["A", "B"], pairs)
    }

    #[test]
    fn agreement_and_accuracies_are_in_one_row() {
        let scene = scene();
        let (results, people) = (scene.results(), scene.people());
        let table = table(&people.annotated(&results), Population::Original);
        let rows = shown(&table);
        assert_eq!(rows[0], "all | all pairs | 2 | 50.0 | 100.0 | 50.0");
        assert_eq!(
            rows[2..],
            [
                "phenomenon | lex:syn | 1 | 100.0 | 100.0 | 100.0",
                "phenomenon | lex:ant | 1 | 0.0 | 100.0 | 0.0",
            ]
        );
    }

    #[test]
    fn without_slices_there_are_no_rows() {
        let scene = Scene::new(plain(), &["A"], "1 E - E ann=E bob=E");
        let (results, people) = (scene.results(), scene.people());
        assert!(table(&people.annotated(&results), Population::Original).rows.is_empty());
    }
}
