//! How far annotators agree, and how systems fare under each answer key [V08, section 2.2].

use phenom_dataset::Task;
use phenom_metrics::measures::Measure;
use phenom_metrics::people::{
    AGREEMENT, AgreementRow, AnnotatorTable, FLEISS_KAPPA, KRIPPENDORFF_ALPHA, Keys,
};
use phenom_metrics::{Population, SliceKind, StatisticsSettings};

use super::{annotators, distributions, key_tables, people};
use crate::resampled;
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

/// What people said of a dataset, and what follows for systems.
#[derive(Debug)]
pub struct Annotated<'a> {
    /// Agreement in every slice, systems' distances to annotators among it.
    pub rows: &'a [AgreementRow],
    /// What every two annotators said.
    pub tables: &'a [AnnotatorTable],
    /// The systems under every key.
    pub keys: &'a Keys,
    /// The systems under the official key.
    pub results: &'a Results<'a>,
}

/// The tables of an annotated dataset; those that have nothing to show are absent.
#[must_use]
pub fn agreement_tables(annotated: &Annotated<'_>) -> Vec<Table> {
    let mut tables = Vec::new();
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

pub(super) const POPULATIONS: [Population; 2] = [Population::Original, Population::Monothematic];

/// The key of the table of a population.
pub(super) fn key(key: &str, population: Population) -> SafeName {
    match population {
        Population::Monothematic => SafeName::new(&format!("{key}-monothematic")),
        Population::Original | Population::Decomposition => SafeName::new(key),
    }
}

impl Annotated<'_> {
    /// The tasks under which agreement is taken, the finest first.
    pub(super) fn tasks(&self) -> Vec<Task> {
        let has = |task: &Task| self.rows.iter().any(|row| row.task == *task);
        [Task::ThreeWay, Task::TwoWay].into_iter().filter(has).collect()
    }

    /// The figure of a measure beside a row: in the same slice, of the same keys and system.
    pub(super) fn beside(&self, row: &AgreementRow, task: Task, measure: &Measure) -> Cell {
        let same = |other: &&AgreementRow| {
            other.measure == measure.key
                && other.task == task
                && (other.population, &other.slice_kind, &other.slice, &other.keys, &other.system)
                    == (row.population, &row.slice_kind, &row.slice, &row.keys, &row.system)
        };
        self.rows.iter().find(same).map_or(Cell::Empty, cell)
    }

    /// A slice's kind and name, as two cells.
    pub(super) fn slice_cells(&self, row: &AgreementRow) -> [Cell; 2] {
        let name = match row.slice_kind {
            SliceKind::All => "all pairs".to_owned(),
            _ => self.results.slice_named(&row.slice_kind, &row.slice),
        };
        [Cell::text(row.slice_kind.to_string()), Cell::Text(name)]
    }

    /// What the brackets of a table mean.
    pub(super) fn brackets(&self, rows: &[Row]) -> Option<String> {
        let has = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval().is_some());
        let StatisticsSettings { level, resamples, .. } = self.results.evaluation.statistics;
        has.then(|| {
            format!(
                "In brackets the {} % confidence interval: bias-corrected bootstrap over {} ({resamples} \
                 resamples); Wilson's for the agreement of two on pairs of which no two come from one \
                 {}. Where all resamples are equal there is none.",
                100.0 * level.value(),
                resampled::units(self.results.evaluation),
                resampled::unit(self.results.evaluation),
            )
        })
    }
}

fn cell(row: &AgreementRow) -> Cell {
    let cell = match row.proportion {
        Some(share) => Cell::share(share),
        None => Cell::value(row.value.clone(), Style::Bits),
    };
    cell.between(row.interval.map(|interval| interval.interval))
}

/// Rows that start a kind of slice are set off.
pub(super) fn kind(row: &AgreementRow, before: Option<&&AgreementRow>) -> RowKind {
    let same = before.is_some_and(|before| before.slice_kind == row.slice_kind);
    if same { RowKind::Body } else { RowKind::First }
}

const COEFFICIENTS: &str = "Fleiss' kappa and Krippendorff's alpha (nominal) are 1 where all agree and 0 where they \
     agree as by chance; both take any number of annotators, and pairs that one alone judged add \
     nothing to them.";

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
        vec![Column::repeating("by"), Column::new("slice"), Column::new("judged by two")];
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
            "Agreement is the share of all pairs of judgments of one pair that are the same, on the {} \
             pairs that two annotators judged at least; two-way, unknown and contradiction are the \
             same. The coefficients are {}. A slice on which people agree less than on others is \
             unsettled rather than unsolved.",
            population.name(),
            finest.name(),
        ),
        COEFFICIENTS.to_owned(),
    ];
    notes.extend(annotated.brackets(&rows));
    let title = format!("How far annotators agree on {} pairs", population.name());
    Table { key: key("agreement", population), title, columns, rows, notes }
}

/// A key as tables name it.
pub(super) fn short(name: &str) -> &str {
    name.strip_prefix("annotator:").unwrap_or(name)
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
