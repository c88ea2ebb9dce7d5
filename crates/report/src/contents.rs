//! What a report can hold: every table and every figure, in its order. The rows that they show are computed before, in the
//! metrics crate and by the analyses.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY};
use phenom_metrics::measures::average_precision::AVERAGE_PRECISION;
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::measures::of_sets::EXACT_MATCH;
use phenom_metrics::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::statistics::threads::side_by_side;
use phenom_metrics::{Evaluation, Population};

use crate::analyses::{self, Analysis, GAINS, JUDGED, JUDGES, SIZES, STAGES};
use crate::claims::pairs_of;
use crate::figures::Figure;
use crate::{Cell, Presentation, Results, SafeName, Table, figures, tables};

/// A table that a report can have.
#[derive(Debug, Clone, Copy)]
pub struct TableKind {
    /// The name by which `report: {tables: [KEY]}` asks for the table.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for. `None` if the config says
    /// which it is.
    pub measure: Option<&'static Measure>,
    build: fn(&Results<'_>) -> Vec<Table>,
    /// The analysis that it shows, where it has rows of its own.
    pub analysis: Option<&'static Analysis>,
}

/// A table of figures that all reports compute.
const fn table(
    key: &'static str,
    measure: Option<&'static Measure>,
    build: fn(&Results<'_>) -> Vec<Table>,
) -> TableKind {
    TableKind { key, measure, build, analysis: None }
}

/// The table of an analysis.
const fn analysis(analysis: &'static Analysis) -> TableKind {
    let Analysis { key, measure, table, .. } = *analysis;
    TableKind { key, measure: Some(measure), build: table, analysis: Some(analysis) }
}

/// Every table, in the order of a report.
pub const TABLES: &[TableKind] = &[
    table("overview", None, tables::overview::build),
    analysis(&JUDGED),
    analysis(&JUDGES),
    analysis(&STAGES),
    table("decomposition", Some(&CORRELATION_INDEX), tables::wholes_and_parts::build),
    table("phenomena", Some(&ACCURACY), tables::phenomena::build),
    table("correlation", Some(&CORRELATION_INDEX), tables::correlation::build),
    table("categories", Some(&CORRELATION_INDEX), tables::categories::build),
    table("judgments", Some(&DEVIATION_INDEX), tables::judgments::build),
    table("composition", Some(&COMPOSED_ACCURACY), tables::composition::build),
    table("solved", Some(&STRATIFIED_SOLVED_DIFFERENCE), tables::composition::solved),
    analysis(&SIZES),
    analysis(&GAINS),
    table("bins", Some(&ACCURACY), tables::bins::build),
    table("systems", Some(&ACCURACY), tables::systems::build),
    table("sets", Some(&EXACT_MATCH), tables::sets::build),
    table("ranking", None, tables::ranking::build),
    table("conditioned", Some(&CONDITIONED_ACCURACY), tables::conditioned::build),
    table("information", Some(&MUTUAL_INFORMATION), tables::information::build),
    table("degradation", Some(&MUTUAL_INFORMATION), tables::degradation::build),
    table("symmetry", Some(&MUTUAL_INFORMATION), tables::symmetry::build),
    table("rankings", Some(&AVERAGE_PRECISION), tables::rankings::build),
    table("comparisons", Some(&ACCURACY), tables::comparisons::build),
    table("clusters", None, tables::clusters::build),
    table("shrunken", Some(&SHRUNKEN_ACCURACY), tables::shrunken::build),
    table("runs", Some(&ACCURACY), tables::runs::build),
    table("contingency", Some(&ACCURACY), tables::contingency::build),
];

/// The table and the figure of counts by gold label, which pairs with judged gold do not have.
const OF_COUNTS: &str = "contingency";

/// A figure that a report can have.
#[derive(Debug, Clone, Copy)]
pub struct FigureKind {
    /// Its key; if there is one for each population or pair of systems, what their keys begin with.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for.
    pub measure: &'static Measure,
    build: fn(&Results<'_>) -> Vec<Figure>,
}

const fn figure(
    key: &'static str,
    measure: &'static Measure,
    build: fn(&Results<'_>) -> Vec<Figure>,
) -> FigureKind {
    FigureKind { key, measure, build }
}

/// Every figure of an evaluation, in the order of a report.
pub const FIGURES: &[FigureKind] = &[
    figure("parts-wholes", &CORRELATION_INDEX, figures::parts_wholes::build),
    figure("phenomena", &ACCURACY, figures::phenomenon_map::build),
    figure("pair-correlations", &CORRELATION_INDEX, figures::pair_correlations::build),
    figure("conditioned", &CONDITIONED_ACCURACY, figures::conditioned_accuracy::build),
    figure("information", &MUTUAL_INFORMATION, figures::accuracy_information::build),
    figure("differences", &ACCURACY, figures::forest::build),
    figure(JUDGED.key, JUDGED.measure, analyses::judged_figure),
    figure(GAINS.key, GAINS.measure, analyses::gains_figure),
    figure(STAGES.key, STAGES.measure, analyses::stages_figure),
    figure("contingency", &ACCURACY, figures::contingency::build),
];

/// The tables of an evaluation, those whose measure was computed, and a sentence for each that would hold
/// nothing but dashes and is left out. A table that has nothing to show (phenomena, where no pair is tagged)
/// is absent.
#[must_use]
pub fn tables(results: &Results<'_>) -> (Vec<Table>, Vec<String>) {
    let Presentation { rank_by, overview, .. } = results.options;
    let named = |key| if key == "overview" { overview.measure } else { rank_by };
    let about = |kind: &TableKind| kind.measure.unwrap_or_else(|| named(kind.key));
    let judged = results.evaluation.judged.is_some();
    let kinds = TABLES.iter().filter(|kind| results.wanted().asks_for(about(kind)));
    let kinds: Vec<&TableKind> = kinds.filter(|kind| !judged || kind.key != OF_COUNTS).collect();
    let threads = results.evaluation.statistics.threads;
    let built = side_by_side(&kinds, threads, |kind| {
        let tables = (kind.build)(results).into_iter().filter(|table| !table.rows.is_empty());
        tables.map(|table| finished(results, table)).collect::<Vec<_>>()
    });
    let (mut shown, mut left_out) = (Vec::new(), Vec::new());
    for table in built.into_iter().flatten() {
        match table {
            Ok(table) => shown.push(table),
            Err(reason) => left_out.push(reason),
        }
    }
    (shown, left_out)
}

/// A table as it is shown, or why it is left out.
fn finished(results: &Results<'_>, mut table: Table) -> Result<Table, String> {
    if let Some(reason) = undefined_throughout(&table) {
        let title = &table.title;
        return Err(format!(
            "The table \"{title}\" is left out, because none of its values is defined ({reason})."
        ));
    }
    table.notes.push(size(results.evaluation, &table.key));
    Ok(table.written(results.options.numbers))
}

/// Why no value in a table is defined, the first reason of several; `None` if one is, or where it holds
/// counts.
fn undefined_throughout(table: &Table) -> Option<String> {
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    let says_nothing = |cell: &Cell| {
        matches!(cell, Cell::Text(_) | Cell::Indented(_) | Cell::Empty | Cell::Undefined(_))
    };
    if !cells().all(says_nothing) {
        return None;
    }
    cells().find_map(|cell| match cell {
        Cell::Undefined(reason) => Some(reason.to_string()),
        _ => None,
    })
}

/// How many pairs a table is about, by its key.
fn size(evaluation: &Evaluation, key: &SafeName) -> String {
    let pairs = |population| pairs_of(evaluation, population);
    let (originals, parts) = (pairs(Population::Original), pairs(Population::Monothematic));
    let read = match evaluation.judged {
        None => String::new(),
        Some(_) => {
            let populations = evaluation.populations().iter();
            let read: u64 =
                populations.map(|population| evaluation.gold(*population, 0).pairs()).sum();
            format!(" People read {read}.")
        }
    };
    // A comparison's key may end in the name of an attribute.
    let of = |population: &str| {
        key.as_str().ends_with(population) && !key.as_str().starts_with("comparisons-")
    };
    if of("-monothematic") {
        format!("n = {parts} monothematic pairs of {originals} original pairs.{read}")
    } else if of("-original") || !evaluation.is_decomposed() {
        format!("n = {originals} original pairs.{read}")
    } else {
        format!("n = {originals} original pairs and {parts} monothematic pairs.{read}")
    }
}

/// The figures of an evaluation, those whose measure was computed. One without data is there with the
/// reason.
#[must_use]
pub fn figures(results: &Results<'_>) -> Vec<Figure> {
    let judged = results.evaluation.judged.is_some();
    let kinds = FIGURES.iter().filter(|kind| results.wanted().asks_for(kind.measure));
    let kinds: Vec<&FigureKind> = kinds.filter(|kind| !judged || kind.key != OF_COUNTS).collect();
    let threads = results.evaluation.statistics.threads;
    let figures = side_by_side(&kinds, threads, |kind| (kind.build)(results));
    figures.into_iter().flatten().map(|figure| figure.written(results.options.numbers)).collect()
}

/// Every analysis that has rows of its own, in the order of its table.
pub fn analyses() -> impl Iterator<Item = &'static Analysis> {
    TABLES.iter().filter_map(|kind| kind.analysis)
}

#[cfg(test)]
mod tests {
    use phenom_metrics::measures::Wanted;
    use phenom_metrics::{Settings, Undefined};

    use super::*;
    use crate::testing::{Scene, plain, two_systems};
    use crate::{Column, Row, RowKind};

    #[test]
    fn a_table_says_how_many_pairs_it_is_about() {
        let scene = two_systems();
        let (tables, _) = tables(&scene.results());
        let last = |key: &str| {
            let table = tables.iter().find(|table| table.key.as_str() == key).unwrap();
            table.notes.last().unwrap().clone()
        };
        assert_eq!(last("systems-original"), "n = 2 original pairs.");
        assert_eq!(last("systems-monothematic"), "n = 4 monothematic pairs of 2 original pairs.");
        assert_eq!(last("categories"), "n = 2 original pairs and 4 monothematic pairs.");
    }

    #[test]
    fn a_table_whose_measure_was_not_asked_for_is_absent() {
        let wanted = Wanted::named(["kappa"]);
        let scene = Scene::new(Settings { wanted, ..plain() }, &["A"], "1 E lex:syn E");
        assert!(tables(&scene.results()).0.is_empty());
    }

    #[test]
    fn a_table_holds_nothing_but_dashes_where_no_value_is_defined() {
        let table = |cells: Vec<Cell>| Table {
            key: SafeName::new("table"),
            title: "Title".to_owned(),
            columns: vec![Column::new("system"), Column::new("kappa")],
            rows: vec![Row { kind: RowKind::Body, cells }],
            notes: Vec::new(),
        };
        let undefined = || Cell::Undefined(Undefined::NoPairs);
        let reason = undefined_throughout(&table(vec![Cell::text("A"), Cell::Empty, undefined()]));
        assert_eq!(reason, Some(Undefined::NoPairs.to_string()));
        assert_eq!(
            undefined_throughout(&table(vec![Cell::text("A"), undefined(), Cell::count(0)])),
            None
        );
        assert_eq!(undefined_throughout(&table(vec![Cell::text("A"), Cell::text("B")])), None);
    }
}
