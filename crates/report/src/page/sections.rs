//! What a page shows beside phenomena by systems: two systems against each other on the same rows, the Correlation
//! Index by category, and the runs of a system.

use hashbrown::{HashMap, HashSet};

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::{ComparisonRow, Population, RunFigure, SliceKind};

use super::{PhenomenaBySystems, PhenomenonRow};
use crate::{Cell, Pairs, Results};

/// The comparison of two systems in accuracy on a row of [`PhenomenaBySystems`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowComparison<'a> {
    /// The number of the row.
    pub row: u32,
    /// The numbers of both systems. The difference is the first value minus the second.
    pub systems: [u32; 2],
    /// What it comes to.
    pub of: &'a ComparisonRow,
}

/// The comparisons of every two systems on the rows of a table of phenomena, each found when it is asked for: there may be
/// millions.
#[derive(Debug, Clone, Default)]
pub struct RowComparisons<'a> {
    all: &'a [ComparisonRow],
    row_of: HashMap<(Population, Option<&'a str>), u32>,
    system_of: HashMap<&'a str, u32>,
}

impl<'a> RowComparisons<'a> {
    pub(super) fn new(results: &Results<'a>, table: &PhenomenaBySystems) -> Self {
        let Results { evaluation, comparisons: all, .. } = *results;
        let names: HashSet<&str> = evaluation.slices.iter().map(|slice| &*slice.name).collect();
        // Of rows of one name the first is collected last, and stays.
        let shown = table.rows.iter().enumerate().rev();
        let slice = |row: &PhenomenonRow| names.get(row.slice.as_deref()?).copied();
        let row_of = shown.map(|(at, row)| ((row.population, slice(row)), at as u32)).collect();
        let systems = (0..).zip(&evaluation.systems);
        Self { all, row_of, system_of: systems.map(|(at, system)| (&*system.name, at)).collect() }
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = RowComparison<'a>> {
        let system = move |name: &str| self.system_of.get(name).copied();
        let shown = move |of: &'a ComparisonRow| {
            let slice = match of.slice.kind {
                SliceKind::All => None,
                SliceKind::Category | SliceKind::Phenomenon => Some(of.slice.name.as_str()),
                _ => return None,
            };
            let row = *self.row_of.get(&(of.population, slice))?;
            Some(RowComparison { row, systems: [system(&of.system_a)?, system(&of.system_b)?], of })
        };
        self.all.iter().filter(|row| row.measure.key == ACCURACY.key).filter_map(shown)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

/// The Correlation Index of every system, on all originals and by category.
#[derive(Debug, Clone)]
pub struct IndexByCategory {
    /// *all originals*, then the categories.
    pub columns: Vec<String>,
    /// For each system a cell for each column.
    pub cells: Vec<Vec<Cell>>,
}

/// `None` if no original is decomposed or no category has an index.
pub(super) fn index_by_category(results: &Results<'_>) -> Option<IndexByCategory> {
    let evaluation = results.evaluation;
    let categories: Vec<usize> = evaluation.slices_of(&SliceKind::Category).collect();
    let slices =
        || std::iter::once(Pairs::All).chain(categories.iter().map(|at| Pairs::Slice(*at)));
    let of_system = |system: &str| -> Vec<Cell> {
        let cell =
            |pairs| results.cell(system, Population::Decomposition, pairs, &CORRELATION_INDEX);
        slices().map(cell).collect()
    };
    let systems = evaluation.systems.iter();
    let cells: Vec<Vec<Cell>> = systems.map(|system| of_system(&system.name)).collect();
    let names = categories.iter().map(|category| results.slice(*category));
    let columns = std::iter::once("all originals".to_owned()).chain(names).collect();
    let has_value = cells.iter().flatten().any(|cell| cell.number().is_some());
    has_value.then_some(IndexByCategory { columns, cells })
}

/// What the runs of the systems that have several reach in one measure on one population.
#[derive(Debug, Clone)]
pub struct RunValues {
    /// The measure.
    pub measure: &'static Measure,
    /// The pairs.
    pub population: Population,
    /// The systems that have several runs.
    pub systems: Vec<SystemRuns>,
}

/// What the runs of one system reach.
#[derive(Debug, Clone)]
pub struct SystemRuns {
    /// The number of the system.
    pub system: usize,
    /// The mean, with the interval for other runs on other pairs.
    pub mean: Cell,
    /// The value of each run.
    pub runs: Vec<Cell>,
}

pub(super) fn run_values(results: &Results<'_>) -> Vec<RunValues> {
    let measures: [(Population, &'static Measure); 3] = [
        (Population::Original, &ACCURACY),
        (Population::Monothematic, &ACCURACY),
        (Population::Decomposition, &CORRELATION_INDEX),
    ];
    let values = |(population, measure): (Population, &'static Measure)| {
        let systems = results.evaluation.systems.iter().enumerate();
        let of_system = |(number, system): (usize, &phenom_metrics::SystemCounts)| {
            let cell = |run| results.cell(&system.name, population, Pairs::Runs(run), measure);
            let mean = cell(RunFigure::Mean);
            (system.runs > 1 && mean != Cell::Empty).then(|| SystemRuns {
                system: number,
                mean,
                runs: (1..=system.runs).map(|run| cell(RunFigure::Run(run))).collect(),
            })
        };
        RunValues { measure, population, systems: systems.filter_map(of_system).collect() }
    };
    let values = measures.into_iter().map(values);
    values.filter(|values| !values.systems.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::page_model;
    use crate::testing::{Scene, plain, told_apart, two_systems};

    fn model_of(scene: &Scene) -> crate::PageModel<'_> {
        let results = scene.results();
        page_model(&results, &crate::claims(&results))
    }

    #[test]
    fn each_comparison_on_a_row_of_the_table_is_there_once() {
        let scene = told_apart(&["A", "B"]);
        let model = model_of(&scene);
        let rows: Vec<u32> = model.comparisons.iter().map(|row| row.row).collect();
        assert!(rows.contains(&0) && rows.len() > 1, "{rows:?}");
        assert!(rows.iter().enumerate().all(|(at, row)| !rows[..at].contains(row)));
        let first = model.comparisons.iter().next().unwrap();
        assert!(first.of.is_significant() && first.systems == [0, 1]);
    }

    #[test]
    fn the_index_has_a_column_for_all_originals_and_one_for_each_category() {
        let scene = two_systems();
        let model = model_of(&scene);
        let index = model.categories.unwrap();
        assert_eq!(index.columns, ["all originals", "lex", "arg"]);
        assert_eq!(index.cells[0][1].number(), Some(1.0));
        assert!(model.runs.is_empty());
    }

    #[test]
    fn each_run_of_a_system_has_its_value() {
        let scene = Scene::new(plain(), &["A", "A", "B"], "1 E - E E U\n2 E - U E U");
        let runs = model_of(&scene).runs;
        assert_eq!((runs.len(), runs[0].systems.len()), (1, 1));
        let values = runs[0].systems[0].runs.iter().map(|cell| cell.number());
        assert_eq!(values.collect::<Vec<_>>(), [Some(0.5), Some(1.0)]);
    }
}
