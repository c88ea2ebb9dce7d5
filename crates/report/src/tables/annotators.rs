//! Annotators two by two: their agreement and their labels [V08, Tables 2 and 3].

use phenom_dataset::Task;
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::people::{
    AGREEMENT, AgreementRow, AnnotatorTable, AnswerKey, MOST_KEYED, MOST_PAIRED,
};
use phenom_metrics::{Population, SliceKind};

use super::annotated::{Annotated, key, short};
use crate::{Cell, Column, Row, RowKind, SafeName, Table};

/// Every two annotators on all pairs, and each with the official gold [V08, Tables 2 and 3].
pub(super) fn agreement(annotated: &Annotated<'_>, population: Population) -> Table {
    let tasks = annotated.tasks();
    let finest = tasks.first().copied().unwrap_or(Task::ThreeWay);
    let of_two = annotated.rows.iter().filter(|row| {
        row.measure == AGREEMENT.key
            && row.task == finest
            && row.population == population
            && row.slice_kind == SliceKind::All
            && !row.keys[1].is_empty()
    });
    let of_two: Vec<&AgreementRow> = of_two.collect();
    let mut columns =
        vec![Column::repeating("labels of"), Column::new("and"), Column::new("both annotated")];
    columns.extend(tasks.iter().map(|task| Column::grouped("agreement %", task.name())));
    columns.extend(tasks.iter().map(|task| Column::grouped("Cohen's kappa", task.name())));
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = row.keys.each_ref().map(|name| Cell::text(short(name))).to_vec();
        // Two who judged two-way have rows two-way only: the task with the most pairs says how many both judged.
        let shared = annotated.rows.iter().filter(|other| {
            (other.population, &other.slice_kind, &other.keys)
                == (row.population, &row.slice_kind, &row.keys)
        });
        cells.push(Cell::count(shared.map(|other| other.support).max().unwrap_or(0)));
        cells.extend(tasks.iter().map(|task| annotated.beside(row, *task, &AGREEMENT)));
        cells.extend(tasks.iter().map(|task| annotated.beside(row, *task, &KAPPA)));
        let same = at.checked_sub(1).is_some_and(|above| of_two[above].keys[0] == row.keys[0]);
        Row { kind: if same { RowKind::Body } else { RowKind::First }, cells }
    };
    let rows: Vec<Row> = of_two.iter().enumerate().map(row).collect();
    let mut notes = vec![
        "Kappa: agreement beyond that expected by chance, as a share of the largest possible."
            .to_owned(),
    ];
    if of_two.iter().any(|row| row.keys[0] == AnswerKey::OFFICIAL) {
        notes.insert(0, "The official gold labels count as one more annotator.".to_owned());
    }
    notes.extend(annotated.brackets(&rows));
    let title = format!("Agreement of every two annotators on {} pairs", population.name());
    Table { key: key("annotators", population), title, columns, rows, notes }
}

/// The labels of every two annotators [V08, Tables 2 and 3]: a table for each task that any two share.
pub(super) fn judgments(annotated: &Annotated<'_>, population: Population) -> Vec<Table> {
    let mut tables = Vec::new();
    for task in [Task::ThreeWay, Task::TwoWay] {
        let of_task =
            |table: &&AnnotatorTable| table.population == population && table.task == task;
        let of_task: Vec<&AnnotatorTable> = annotated.tables.iter().filter(of_task).collect();
        let labels = task.judgments();
        let mut columns = vec![
            Column::repeating("labels of"),
            Column::repeating("and"),
            Column::new("label of the first"),
        ];
        columns.extend(
            labels.iter().map(|label| Column::grouped("label of the second", label.name())),
        );
        columns.push(Column::new("total"));
        let rows = of_task.iter().flat_map(|two| {
            labels.iter().enumerate().map(move |(said, judgment)| {
                let mut cells = two.keys.each_ref().map(|name| Cell::text(short(name))).to_vec();
                cells.push(Cell::text(judgment.name()));
                cells.extend(
                    (0..labels.len()).map(|other| Cell::count(two.table.count(said, other))),
                );
                cells.push(Cell::count(two.table.gold(said)));
                Row { kind: if said == 0 { RowKind::First } else { RowKind::Body }, cells }
            })
        });
        let rows = rows.collect();
        let all = key("annotator-judgments", population);
        let name = match task {
            Task::ThreeWay => all,
            Task::TwoWay | Task::Outcome => SafeName::new(&format!("{all}-two-way")),
        };
        tables.push(Table {
            key: name,
            title: format!(
                "Labels of every two annotators for {} pairs, {}",
                population.name(),
                task.name()
            ),
            columns,
            rows,
            notes: vec![
                "Pairs that both annotated; the labels of the first annotator are in rows."
                    .to_owned(),
            ],
        });
    }
    tables
}

/// What a report notes if there are too many annotators for rows of their own.
#[must_use]
pub fn notes_on_annotators(annotators: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if annotators > MOST_PAIRED {
        notes.push(format!(
            "Pairs of annotators have their own rows up to {MOST_PAIRED} annotators; there are {annotators}. No action \
             needed."
        ));
    }
    if annotators > MOST_KEYED {
        notes.push(format!(
            "Each annotator is an answer key up to {MOST_KEYED} annotators; there are {annotators}. No action needed."
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{shown, table_on_two_annotators};

    #[test]
    fn the_official_gold_counts_as_one_more_annotator() {
        let rows = shown(&table_on_two_annotators("annotators"));
        assert!(rows[0].starts_with("official | ann | 2 | 100.0"), "{}", rows[0]);
        assert!(rows[1].starts_with("official | bob | 2 | 50.0"), "{}", rows[1]);
        assert!(rows[2].starts_with("ann | bob | 2 | 50.0"), "{}", rows[2]);
    }

    #[test]
    fn labels_of_two_annotators_are_counted_with_the_first_in_rows() {
        let rows = shown(&table_on_two_annotators("annotator-judgments"));
        assert_eq!(
            rows[6..8],
            ["ann | bob | entailment | 1 | 0 | 0 | 1", "ann | bob | unknown | 1 | 0 | 0 | 1"]
        );
    }

    #[test]
    fn too_many_annotators_are_noted() {
        assert_eq!(notes_on_annotators(MOST_PAIRED), Vec::<String>::new());
        assert_eq!(notes_on_annotators(MOST_PAIRED + 1).len(), 1);
        assert_eq!(notes_on_annotators(MOST_KEYED + 1).len(), 2);
    }
}
