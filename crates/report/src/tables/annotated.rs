//! The annotations of a dataset, for the tables on annotators.

use phenom_dataset::Task;
use phenom_metrics::measures::Measure;
use phenom_metrics::people::{AgreementRow, AnnotatorTable, Keys};
use phenom_metrics::{Population, SliceKind, StatisticsSettings};

use crate::resampled;
use crate::{Cell, Results, Row, RowKind, SafeName, Style};

/// The annotations of a dataset, and the scores of systems under them.
#[derive(Debug)]
pub struct Annotated<'a> {
    /// Agreement in every slice, systems' distances to annotators among it.
    pub rows: &'a [AgreementRow],
    /// The annotations of every two annotators.
    pub tables: &'a [AnnotatorTable],
    /// The systems under every key.
    pub keys: &'a Keys,
    /// The systems under the official key.
    pub results: &'a Results<'a>,
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
                "Brackets: {} % confidence intervals by a bias-corrected bootstrap over {} ({resamples} resamples); Wilson's \
                 interval for the agreement of two annotators if no two pairs share one {}. An interval is missing if \
                 all resamples are equal.",
                100.0 * level.value(),
                resampled::units(self.results.evaluation),
                resampled::unit(self.results.evaluation),
            )
        })
    }
}

/// Rows that start a kind of slice are set off.
pub(super) fn kind(row: &AgreementRow, before: Option<&&AgreementRow>) -> RowKind {
    let same = before.is_some_and(|before| before.slice_kind == row.slice_kind);
    if same { RowKind::Body } else { RowKind::First }
}

/// A key as tables name it.
pub(super) fn short(name: &str) -> &str {
    name.strip_prefix("annotator:").unwrap_or(name)
}

fn cell(row: &AgreementRow) -> Cell {
    let cell = match row.proportion {
        Some(share) => Cell::share(share),
        None => Cell::value(row.value.clone(), Style::Bits),
    };
    cell.between(row.interval.map(|interval| interval.interval))
}
