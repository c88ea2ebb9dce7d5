//! Tables as bytes, so that an evaluation can be made again in another process: Arrow's stream of the columns that were read.

use std::io::Cursor;
use std::sync::Arc;

use phenom_dataset::Problems;
use phenom_study::Failure;
use polars_arrow::datatypes::{ArrowSchema, ArrowSchemaRef};
use polars_arrow::io::ipc::read::{StreamReader, StreamState, read_stream_metadata};
use polars_arrow::io::ipc::write::{StreamWriter, WriteOptions};
use polars_arrow::record_batch::RecordBatchT;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrow::Frame;
use crate::failure::raised;

/// The bytes of some columns of a table.
pub(crate) fn to_bytes(frame: &phenom_dataset::Frame, columns: &[String]) -> PyResult<Vec<u8>> {
    let of_frame = frame.schema();
    let places: Vec<usize> = columns.iter().filter_map(|name| of_frame.index_of(name)).collect();
    let fields = places.iter().filter_map(|at| of_frame.get_at_index(*at));
    let schema: ArrowSchema = fields.map(|(_, field)| field.clone()).collect();
    let schema: ArrowSchemaRef = Arc::new(schema);
    let mut writer = StreamWriter::new(Vec::new(), WriteOptions { compression: None });
    writer.start(&schema, None).map_err(failed)?;
    for batch in frame.batches() {
        let arrays: Vec<_> = places.iter().filter_map(|at| batch.get(*at).cloned()).collect();
        let rows = arrays.first().map_or(0, |array| array.len());
        let batch = RecordBatchT::try_new(rows, Arc::clone(&schema), arrays).map_err(failed)?;
        writer.write(&batch, None).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(writer.into_inner())
}

/// The table of bytes that [`to_bytes`] made.
#[pyfunction]
pub(crate) fn frame_of_bytes(py: Python<'_>, name: &str, bytes: &[u8]) -> PyResult<Frame> {
    let mut bytes = Cursor::new(bytes);
    let metadata = read_stream_metadata(&mut bytes).map_err(failed)?;
    let fields = metadata.schema.iter_values().cloned().collect();
    let mut batches = Vec::new();
    for state in StreamReader::new(bytes, metadata, None) {
        match state.map_err(failed)? {
            StreamState::Some(batch) => batches.push(batch.into_arrays()),
            StreamState::Waiting => return Err(failed("they end too early")),
        }
    }
    let frame = phenom_dataset::Frame::new(fields, batches).map_err(|kind| {
        let mut problems = Problems::new();
        problems.push(name, None, kind);
        raised(py, &Failure::Data(problems))
    })?;
    Ok(Frame(Arc::new(frame)))
}

fn failed(error: impl ToString) -> PyErr {
    PyValueError::new_err(format!("the bytes are no table of phenom: {}", error.to_string()))
}
