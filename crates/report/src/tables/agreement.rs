//! Agreement of annotators, and the scores of systems under each answer key [V08, section 2.2].

use phenom_dataset::Task;
use phenom_metrics::Population;
use phenom_metrics::people::{AGREEMENT, AgreementRow, FLEISS_KAPPA, KRIPPENDORFF_ALPHA};

use super::annotated::{Annotated, POPULATIONS, key, kind};
use super::{annotators, decomposition, distributions, key_tables, people};
use crate::{Cell, Column, Row, Table};

/// The tables of an annotated dataset; those that have nothing to show are absent.
#[must_use]
pub fn agreement_tables(annotated: &Annotated<'_>) -> Vec<Table> {
    let mut tables = vec![decomposition::table(annotated)];
    for population in POPULATIONS {
        tables.push(slices(annotated, population));
        tables.push(annotators::agreement(annotated, population));
        tables.extend(annotators::judgments(annotated, population));
        tables.push(people::table(annotated, population));
    }
    tables.extend(key_tables::tables(annotated));
    tables.push(distributions::table(annotated));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

const COEFFICIENTS: &str = "Fleiss' kappa and Krippendorff's alpha (nominal) are 1 if all annotators agree and 0 if they agree as \
     often as random labels. Pairs with one annotation do not change them.";

/// Agreement of all annotators in every slice.
fn slices(annotated: &Annotated<'_>, population: Population) -> Table {
    let tasks = annotated.tasks();
    let finest = tasks.first().copied().unwrap_or(Task::ThreeWay);
    let of_all = annotated.rows.iter().filter(|row| {
        row.measure == AGREEMENT.key
            && row.task == finest
            && row.population == population
            && row.keys.iter().all(String::is_empty)
    });
    let of_all: Vec<&AgreementRow> = of_all.collect();
    let mut columns =
        vec![Column::repeating("by"), Column::new("slice"), Column::new("annotated twice")];
    columns.extend(tasks.iter().map(|task| Column::grouped("agreement %", task.name())));
    columns.push(Column::new("Fleiss' kappa"));
    columns.push(Column::new("alpha"));
    let row = |(at, row): (usize, &&AgreementRow)| {
        let mut cells = annotated.slice_cells(row).to_vec();
        cells.push(Cell::count(row.support));
        cells.extend(tasks.iter().map(|task| annotated.beside(row, *task, &AGREEMENT)));
        cells.push(annotated.beside(row, finest, &FLEISS_KAPPA));
        cells.push(annotated.beside(row, finest, &KRIPPENDORFF_ALPHA));
        Row { kind: kind(row, at.checked_sub(1).and_then(|above| of_all.get(above))), cells }
    };
    let rows: Vec<Row> = of_all.iter().enumerate().map(row).collect();
    let mut notes = vec![
        format!(
            "Agreement: the share of equal annotations among all pairs of annotations of one pair, on the {} pairs with \
             at least two annotators. With two-way labels, unknown and contradiction are equal. The coefficients are \
             {}.",
            population.name(),
            finest.name(),
        ),
        COEFFICIENTS.to_owned(),
    ];
    notes.extend(annotated.brackets(&rows));
    let title = format!("Agreement of annotators on {} pairs", population.name());
    Table { key: key("agreement", population), title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use crate::testing::{shown, table_on_two_annotators};

    #[test]
    fn agreement_stands_slice_by_slice() {
        let rows = shown(&table_on_two_annotators("agreement"));
        assert!(rows[0].starts_with("all | all pairs | 2 | 50.0"), "{}", rows[0]);
        assert!(rows[2].starts_with("phenomenon | lex:syn | 1 | 100.0"), "{}", rows[2]);
        assert!(rows[3].starts_with("phenomenon | lex:ant | 1 | 0.0"), "{}", rows[3]);
    }
}
