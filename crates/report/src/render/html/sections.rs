//! Two systems compared, the Correlation Index by category and the runs of systems, for the template.

use minijinja::{Value, context};
use phenom_metrics::Population;

use super::data::packed_each;
use super::marks::Axis;
use super::phenomena::Shell;
use super::values::serialized;
use crate::{Cell, PageModel, RowComparison, RunValues, Style, harmless};

/// The comparisons of every two systems on the rows of the phenomena, packed for the script: row, systems, ends of
/// the interval in points and where they are on the axis, p, whether it is primary and whether it is significant.
pub(super) fn comparisons(model: &PageModel<'_>) -> Value {
    let packed_row = |RowComparison { row, systems, of }: RowComparison<'_>| {
        let ends =
            of.adjusted_interval().filter(|ends| ends.lower.is_finite() && ends.upper.is_finite());
        let written = ends.map(|ends| {
            [ends.lower, ends.upper].map(|end| model.numbers.rounded(end, Style::SignedPercent))
        });
        let places = ends.map(|ends| [ends.lower, ends.upper]);
        let p = of.p_adjusted().map(|p| if p < 0.001 { -0.001 } else { (p * 1e3).round() / 1e3 });
        (row, systems, written, places, p, of.family.is_primary(), of.is_significant())
    };
    Value::from_safe_string(packed_each(model.comparisons.iter().map(packed_row)))
}

/// Systems by categories: the Correlation Index with a strip from a quarter to 4.
pub(super) fn categories(model: &PageModel<'_>) -> Option<Value> {
    let index = model.categories.as_ref()?;
    let rows =
        model.systems.iter().zip(&index.cells).enumerate().map(|(number, (system, cells))| {
            let cells: Vec<Shell> =
                cells.iter().map(|cell| Shell::of(cell, model, Axis::ratio(), Some(1.0))).collect();
            context! {
                number,
                name => harmless(&system.name),
                reads_gold => system.reads_gold,
                cells => serialized(cells),
            }
        });
    let columns: Vec<String> = index.columns.iter().map(|name| harmless(name)).collect();
    Some(context! { columns, rows => rows.collect::<Vec<_>>() })
}

/// The systems with several runs: a row with the mean of each measure, and one for each run under it.
pub(super) fn runs(model: &PageModel<'_>) -> Option<Value> {
    let first = model.runs.first()?;
    let axes: Vec<Axis> = model.runs.iter().map(axis).collect();
    let columns = model.runs.iter().map(|values| {
        let of = match values.population {
            Population::Original => "originals",
            Population::Monothematic => "parts",
            _ => "originals with parts",
        };
        let name = values.measure.name;
        let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
        format!("{}{rest}, {of}", first.to_uppercase())
    });
    let shells = |system: usize, pick: &dyn Fn(&crate::SystemRuns) -> Option<Cell>| {
        let cells = model.runs.iter().zip(&axes).map(|(values, axis)| {
            let runs = values.systems.iter().find(|runs| runs.system == system);
            let cell = runs.and_then(pick).unwrap_or(Cell::Empty);
            Shell::of(&cell, model, *axis, None)
        });
        serialized(cells.collect::<Vec<Shell>>())
    };
    let rows = first.systems.iter().filter_map(|runs| {
        let number = runs.system;
        let system = model.systems.get(number)?;
        let of_run = |run: usize| shells(number, &|runs| runs.runs.get(run).cloned());
        Some(context! {
            number,
            name => harmless(&system.name),
            count => runs.runs.len(),
            cells => shells(number, &|runs| Some(runs.mean.clone())),
            runs => (0..runs.runs.len()).map(of_run).collect::<Vec<_>>(),
        })
    });
    Some(context! { columns => columns.collect::<Vec<_>>(), rows => rows.collect::<Vec<_>>() })
}

/// From the lowest to the highest value of a column.
fn axis(values: &RunValues) -> Axis {
    Axis::fitted(values.systems.iter().flat_map(|runs| runs.runs.iter().chain([&runs.mean])))
}
