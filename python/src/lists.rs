//! Tables from lists of Python, column by column.

use std::sync::Arc;

use phenom_dataset::Problems;
use phenom_study::Failure;
use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, ListArray, Utf8Array};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::offset::Offsets;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrow::Frame;
use crate::columns::Column;
use crate::failure::raised;
use crate::table::Table;

/// A table of columns: of each its name, what its values are, and a list of these.
#[pyfunction]
pub(crate) fn frame_of_lists(
    py: Python<'_>,
    name: &str,
    columns: Vec<(String, String, Bound<'_, PyAny>)>,
) -> PyResult<Frame> {
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (column, kind, values) in columns {
        let array = array(&kind, &values)
            .map_err(|error| PyValueError::new_err(format!("`{column}` of {name}: {error}")))?;
        fields.push(Field::new(column.as_str().into(), array.dtype().clone(), true));
        arrays.push(array);
    }
    let frame = phenom_dataset::Frame::new(fields, vec![arrays]).map_err(|kind| {
        let mut problems = Problems::new();
        problems.push(name, None, kind);
        raised(py, &Failure::Data(problems))
    })?;
    Ok(Frame(Arc::new(frame)))
}

/// The rows of a table, as `Table.columns` and `Table.values` have them.
#[pyfunction]
pub(crate) fn table_of_lists(columns: Vec<(String, String, Bound<'_, PyAny>)>) -> PyResult<Table> {
    let column = |(name, kind, values): (String, String, Bound<'_, PyAny>)| {
        let column = match kind.as_str() {
            "bool" => Column::Flags(values.extract()?),
            "int" => Column::Counts(values.extract()?),
            "float" => Column::Numbers(values.extract()?),
            _ => Column::Texts(values.extract()?),
        };
        PyResult::Ok((name, column))
    };
    Ok(Table::of_columns(columns.into_iter().map(column).collect::<PyResult<_>>()?))
}

fn array(kind: &str, values: &Bound<'_, PyAny>) -> PyResult<Box<dyn Array>> {
    Ok(match kind {
        "bool" => BooleanArray::from(values.extract::<Vec<Option<bool>>>()?).boxed(),
        "int" => Int64Array::from(values.extract::<Vec<Option<i64>>>()?).boxed(),
        "float" => Float64Array::from(values.extract::<Vec<Option<f64>>>()?).boxed(),
        "list" => lists(&values.extract::<Vec<Option<Vec<String>>>>()?)?,
        _ => Utf8Array::<i64>::from(values.extract::<Vec<Option<String>>>()?).boxed(),
    })
}

fn lists(lists: &[Option<Vec<String>>]) -> PyResult<Box<dyn Array>> {
    let lengths = lists.iter().map(|list| list.as_ref().map_or(0, Vec::len));
    let offsets = Offsets::<i64>::try_from_lengths(lengths).map_err(failed)?;
    let texts = Utf8Array::<i64>::from_iter_values(lists.iter().flatten().flatten());
    let member = Field::new("item".into(), ArrowDataType::LargeUtf8, true);
    let kind = ArrowDataType::LargeList(Box::new(member));
    let known: Bitmap = lists.iter().map(Option::is_some).collect();
    let lists = ListArray::<i64>::try_new(kind, offsets.into(), texts.boxed(), Some(known));
    Ok(lists.map_err(failed)?.boxed())
}

fn failed(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
