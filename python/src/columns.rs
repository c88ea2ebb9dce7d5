//! Columns of values, typed: what Python's libraries take, and what lists of Python hold.

use phenom_report::tidy::{At, Tidy, Value};
use phenom_report::{Cell, PairCount, Row, Table, shown};
use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, Utf8Array};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A column; absent values are nothing, never a number.
#[derive(Debug, Clone)]
pub(crate) enum Column {
    Texts(Vec<Option<String>>),
    Counts(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Flags(Vec<Option<bool>>),
}

/// Columns by their names.
pub(crate) type Columns = Vec<(String, Column)>;

/// Of a column without any value, the words of its name by which it would hold texts.
const OF_TEXTS: [&str; 8] =
    ["correction", "family", "method", "note", "question", "reading", "reason", "slice"];

impl Column {
    fn of<'v>(name: &str, values: impl Iterator<Item = Value<'v>> + Clone) -> Self {
        let is_of_texts = name.split('_').any(|word| OF_TEXTS.contains(&word));
        match values.clone().find(|value| *value != Value::Absent) {
            Some(Value::Flag(_)) => Self::Flags(values.map(flag).collect()),
            Some(Value::Count(_) | Value::Whole(_)) => Self::Counts(values.map(count).collect()),
            Some(Value::Number(_)) => Self::Numbers(values.map(number).collect()),
            Some(Value::Text(_)) => Self::Texts(values.map(text).collect()),
            Some(Value::Absent) | None if is_of_texts => Self::Texts(values.map(text).collect()),
            Some(Value::Absent) | None => Self::Numbers(values.map(number).collect()),
        }
    }

    pub(crate) fn arrow(&self) -> Box<dyn Array> {
        match self {
            Self::Texts(texts) => {
                Utf8Array::<i64>::from_iter(texts.iter().map(Option::as_deref)).boxed()
            }
            Self::Counts(counts) => Int64Array::from(counts.clone()).boxed(),
            Self::Numbers(numbers) => Float64Array::from(numbers.clone()).boxed(),
            Self::Flags(flags) => BooleanArray::from(flags.clone()).boxed(),
        }
    }

    pub(crate) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Self::Texts(texts) => PyList::new(py, texts),
            Self::Counts(counts) => PyList::new(py, counts),
            Self::Numbers(numbers) => PyList::new(py, numbers),
            Self::Flags(flags) => PyList::new(py, flags),
        }
    }

    pub(crate) fn has_value(&self) -> bool {
        match self {
            Self::Texts(texts) => texts.iter().any(Option::is_some),
            Self::Counts(counts) => counts.iter().any(Option::is_some),
            Self::Numbers(numbers) => numbers.iter().any(Option::is_some),
            Self::Flags(flags) => flags.iter().any(Option::is_some),
        }
    }

    /// What its values are, by the names of Python.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Texts(_) => "str",
            Self::Counts(_) => "int",
            Self::Numbers(_) => "float",
            Self::Flags(_) => "bool",
        }
    }
}

fn flag(value: Value<'_>) -> Option<bool> {
    if let Value::Flag(flag) = value { Some(flag) } else { None }
}

fn count(value: Value<'_>) -> Option<i64> {
    match value {
        Value::Count(count) => i64::try_from(count).ok(),
        Value::Whole(whole) => Some(whole),
        _ => None,
    }
}

fn number(value: Value<'_>) -> Option<f64> {
    if let Value::Number(number) = value { Some(number) } else { None }
}

fn text(value: Value<'_>) -> Option<String> {
    // An empty text says nothing, as in CSV.
    if let Value::Text(text) = value {
        Some(text.into_owned()).filter(|text| !text.is_empty())
    } else {
        None
    }
}

/// Tidy rows, column by column.
pub(crate) fn of_rows<'r, R: 'r>(
    tidy: &Tidy<R>,
    rows: impl Iterator<Item = &'r R> + Clone,
    at: At,
) -> Columns {
    let column = |column: &phenom_report::tidy::TidyColumn<R>| {
        let parts =
            rows.clone().flat_map(|row| (0..(tidy.parts)(row)).map(move |part| (row, part)));
        let values = parts.map(|(row, part)| (column.value)(row, At { part, ..at }));
        (column.name.to_owned(), Column::of(column.name, values))
    };
    tidy.columns.iter().map(column).collect()
}

/// The columns of a table of the report, as its CSV has them: beside a share its counts, beside a value its interval. What a
/// row says in words of the numbers above it would make words of all of them, and is left out.
pub(crate) fn of_table(table: &Table) -> Columns {
    let of_numbers: Vec<bool> = (0..table.columns.len()).map(|at| has_numbers(table, at)).collect();
    let rows: Vec<&Row> = table.rows.iter().filter(|row| !is_on_above(row, &of_numbers)).collect();
    let mut columns: Columns = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        let cells = || rows.iter().filter_map(|row| row.cells.get(at));
        let name = column.full_name();
        let is_text = |cell: &Cell| matches!(cell, Cell::Text(_) | Cell::Indented(_));
        let values = match cells().any(is_text) {
            true => Column::Texts(
                cells().map(|cell| Some(shown(cell)).filter(|text| !text.is_empty())).collect(),
            ),
            false if cells().all(|cell| count_in(cell).is_some() || cell.number().is_none()) => {
                counts(cells().map(count_in).collect())
            }
            false => Column::Numbers(cells().map(Cell::number).collect()),
        };
        columns.push((name.clone(), values));
        let mut further = |what: &str, column: Column| {
            if column.has_value() {
                columns.push((format!("{name} {what}"), column));
            }
        };
        let of_share = cells().map(Cell::counts);
        further("numerator", counts(of_share.clone().map(|of| Some(of?.numerator)).collect()));
        further("denominator", counts(of_share.map(|of| Some(of?.denominator)).collect()));
        let intervals = cells().map(Cell::interval);
        let lower = intervals.clone().map(|interval| Some(interval?.lower));
        further("lower", Column::Numbers(lower.collect()));
        further(
            "upper",
            Column::Numbers(intervals.map(|interval| Some(interval?.upper)).collect()),
        );
    }
    columns
}

fn has_numbers(table: &Table, at: usize) -> bool {
    table.rows.iter().filter_map(|row| row.cells.get(at)).any(|cell| cell.number().is_some())
}

/// Whether a row belongs to the one above, and has words in columns of numbers, and nothing but words: intervals, the letters
/// of groups.
fn is_on_above(row: &Row, of_numbers: &[bool]) -> bool {
    let Some((Cell::Indented(_), cells)) = row.cells.split_first() else { return false };
    let is_word = |cell: &Cell| matches!(cell, Cell::Text(_));
    cells.iter().all(|cell| *cell == Cell::Empty || is_word(cell))
        && cells.iter().zip(&of_numbers[1..]).any(|(cell, numbers)| *numbers && is_word(cell))
}

/// The number of pairs in a cell.
fn count_in(cell: &Cell) -> Option<PairCount> {
    match cell {
        Cell::Count(count) => Some(*count),
        Cell::Standing(cell, _) | Cell::Written(cell, _) => count_in(cell),
        _ => None,
    }
}

/// Numbers of pairs: whole ones, unless one is a mean over runs.
fn counts(counts: Vec<Option<PairCount>>) -> Column {
    let whole = |count: PairCount| count.whole().and_then(|count| i64::try_from(count).ok());
    match counts.iter().flatten().all(|count| whole(*count).is_some()) {
        true if counts.iter().any(Option::is_some) => {
            Column::Counts(counts.into_iter().map(|count| count.and_then(whole)).collect())
        }
        _ => Column::Numbers(counts.into_iter().map(|count| Some(count?.value())).collect()),
    }
}
