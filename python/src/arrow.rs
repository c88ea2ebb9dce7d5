//! Tables over Arrow's C interface: the one place where memory of others is read, and ours is handed out.
#![allow(unsafe_code, reason = "the C interface is a contract that no compiler checks")]

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use phenom_dataset::{ProblemKind, Problems};
use phenom_study::Failure;
use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, ArrowArrayStreamReader, export_iterator};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::failure::raised;
use crate::kept::to_bytes;
use crate::utf8::has_invalid_text;

/// A table in memory, as another library hands it out.
#[pyclass(frozen)]
pub(crate) struct Frame(pub(crate) Arc<phenom_dataset::Frame>);

#[pymethods]
impl Frame {
    /// The table behind capsules of `__arrow_c_stream__`, one after another, by what messages call it.
    #[new]
    fn new(py: Python<'_>, name: &str, capsules: Vec<Bound<'_, PyCapsule>>) -> PyResult<Self> {
        let stream = |capsule: &Bound<'_, PyCapsule>| {
            let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
            // SAFETY: a capsule of this name holds a stream, and the lock of Python keeps others from it. What is left in it is
            // a stream that was released, so that nothing is freed twice.
            PyResult::Ok(unsafe {
                mem::replace(pointer.cast::<ArrowArrayStream>().as_mut(), ArrowArrayStream::empty())
            })
        };
        let streams: Vec<ArrowArrayStream> =
            capsules.iter().map(stream).collect::<PyResult<_>>()?;
        let read = py.detach(|| catch_unwind(AssertUnwindSafe(|| read(streams))));
        let read = read.unwrap_or_else(|_| Err(malformed("it breaks the Arrow C interface")));
        read.map(|frame| Self(Arc::new(frame))).map_err(|kind| {
            let mut problems = Problems::new();
            problems.push(name, None, kind);
            raised(py, &Failure::Data(problems))
        })
    }

    /// The names of the columns.
    fn columns(&self) -> Vec<&str> {
        self.0.columns().collect()
    }

    /// The cells of a column as text.
    fn texts(&self, py: Python<'_>, column: &str) -> PyResult<Vec<Option<String>>> {
        let texts = py.detach(|| self.0.texts(column));
        texts.ok_or_else(|| PyKeyError::new_err(column.to_owned()))
    }

    /// Some columns as bytes, of which `frame_of_bytes` makes a table.
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<String>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| to_bytes(&self.0, &columns))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __len__(&self) -> usize {
        self.0.rows()
    }
}

fn malformed(message: impl ToString) -> ProblemKind {
    ProblemKind::Malformed { message: message.to_string(), help: None }
}

fn read(streams: Vec<ArrowArrayStream>) -> Result<phenom_dataset::Frame, ProblemKind> {
    let (mut columns, mut batches) = (None, Vec::new());
    for stream in streams {
        let own = read_stream(stream, &mut batches)?;
        // What follows is checked against the columns of the first.
        columns.get_or_insert(own);
    }
    phenom_dataset::Frame::new(columns.unwrap_or_default(), batches)
}

/// Adds the batches of a stream, and gives its columns.
fn read_stream(
    stream: ArrowArrayStream,
    batches: &mut Vec<Vec<Box<dyn Array>>>,
) -> Result<Vec<Field>, ProblemKind> {
    // SAFETY: the producer keeps to the C interface; what can be checked of it is.
    let mut reader =
        unsafe { ArrowArrayStreamReader::try_new(Box::new(stream)) }.map_err(malformed)?;
    let ArrowDataType::Struct(columns) = reader.field().dtype().clone() else {
        return Err(malformed("it has no columns"));
    };
    // SAFETY: as above.
    while let Some(batch) = unsafe { reader.next() } {
        let batch = batch.map_err(malformed)?;
        let Some(batch) = batch.as_any().downcast_ref::<StructArray>() else {
            return Err(malformed("a batch of it has no columns"));
        };
        let arrays = batch.values();
        if let Some(at) = arrays.iter().position(|array| has_invalid_text(&**array)) {
            let name = columns.get(at).map_or("", |column| &column.name);
            return Err(malformed(format!("column `{name}` has a text that is not valid UTF-8")));
        }
        batches.push(arrays.to_vec());
    }
    Ok(columns)
}

/// A capsule with columns as a stream of one batch.
pub(crate) fn stream(
    py: Python<'_>,
    columns: Vec<(String, Box<dyn Array>)>,
    rows: usize,
) -> PyResult<Bound<'_, PyCapsule>> {
    let field = |(name, array): &(String, Box<dyn Array>)| {
        Field::new(name.as_str().into(), array.dtype().clone(), true)
    };
    let fields: Vec<Field> = columns.iter().map(field).collect();
    let kind = ArrowDataType::Struct(fields);
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    let batch = StructArray::new(kind.clone(), rows, arrays, None);
    let batches = std::iter::once(Ok(batch.boxed()));
    let stream = export_iterator(Box::new(batches), Field::new("".into(), kind, false));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
