//! What an Arrow file says of itself, held to bounds before polars' reader makes room for it.

use polars_arrow::io::ipc::format::ipc::planus::ReadAsRoot;
use polars_arrow::io::ipc::format::ipc::{
    FieldRef, FooterRef, MessageHeaderRef, MessageRef, RecordBatchRef, SchemaRef,
};

use crate::ProblemKind;
use crate::input::Fatal;

/// How deep columns may be nested.
const DEEPEST: usize = 32;

/// How many columns there may be, with those within others.
const MOST_FIELDS: usize = 100_000;

/// How much a batch may hold, whatever its size, and so much for each of its bytes.
const FREE_BYTES: u64 = 16 << 20;
const MOST_TIMES: u64 = 50;

/// Refuses a schema whose columns are nested too deep or are too many.
pub(super) fn refuse_deep(head: &[u8]) -> Result<(), Fatal> {
    let header = message(head)?.header().map_err(|error| corrupted(&error.to_string()))?;
    let Some(MessageHeaderRef::Schema(schema)) = header else {
        return Err(corrupted("it does not begin with a schema"));
    };
    refuse_deep_schema(schema)
}

/// The same of the footer of a file.
pub(super) fn refuse_deep_footer(footer: &[u8]) -> Result<(), Fatal> {
    let footer = FooterRef::read_as_root(footer).map_err(|error| corrupted(&error.to_string()))?;
    let schema = footer.schema().map_err(|error| corrupted(&error.to_string()))?;
    refuse_deep_schema(schema.ok_or_else(|| corrupted("it has no schema"))?)
}

fn refuse_deep_schema(schema: SchemaRef<'_>) -> Result<(), Fatal> {
    let fields = schema.fields().map_err(|error| corrupted(&error.to_string()))?;
    let mut left = MOST_FIELDS;
    for field in fields.into_iter().flat_map(|fields| fields.iter()) {
        count(field.map_err(|error| corrupted(&error.to_string()))?, DEEPEST, &mut left)?;
    }
    Ok(())
}

fn count(field: FieldRef<'_>, deeper: usize, left: &mut usize) -> Result<(), Fatal> {
    let (Some(deeper), Some(fewer)) = (deeper.checked_sub(1), left.checked_sub(1)) else {
        return Err(corrupted("its columns are nested too deeply, or too many"));
    };
    *left = fewer;
    let children = field.children().map_err(|error| corrupted(&error.to_string()))?;
    for child in children.into_iter().flat_map(|children| children.iter()) {
        count(child.map_err(|error| corrupted(&error.to_string()))?, deeper, left)?;
    }
    Ok(())
}

/// Refuses a batch whose buffers are not in its body, or that says it holds far more than the body can.
pub(super) fn refuse_bombs(batch: RecordBatchRef<'_>, body: &[u8]) -> Result<(), Fatal> {
    let failed = |error: &dyn std::fmt::Display| corrupted(&error.to_string());
    let is_packed = batch.compression().map_err(|error| failed(&error))?.is_some();
    let buffers = batch.buffers().map_err(|error| failed(&error))?;
    let outside = || corrupted("a part of a batch is beyond its end");
    let (mut held, mut number) = (0u64, 0i64);
    for buffer in buffers.into_iter().flat_map(|buffers| buffers.iter()) {
        number += 1;
        let start = usize::try_from(buffer.offset()).map_err(|_| outside())?;
        let length = usize::try_from(buffer.length()).map_err(|_| outside())?;
        let end = start.checked_add(length).ok_or_else(outside)?;
        let bytes = body.get(start..end).ok_or_else(outside)?;
        let unpacked = match bytes.first_chunk::<8>().filter(|_| is_packed) {
            Some(length) => match i64::from_le_bytes(*length) {
                -1 => bytes.len() as u64,
                length => u64::try_from(length).map_err(|_| outside())?,
            },
            // Eight bytes of a length are read of each that is not empty.
            None if is_packed && !bytes.is_empty() => return Err(outside()),
            None => bytes.len() as u64,
        };
        held = held.saturating_add(unpacked);
    }
    if held > FREE_BYTES.saturating_add(MOST_TIMES.saturating_mul(body.len() as u64)) {
        return Err(corrupted("a batch declares far more data than its size allows"));
    }
    // A row has a byte, if not in all columns.
    let fits = |length: i64| u64::try_from(length).is_ok_and(|length| length <= held);
    let nodes = batch.nodes().map_err(|error| failed(&error))?;
    let mut nodes = nodes.into_iter().flat_map(|nodes| nodes.iter());
    let counts = batch.variadic_buffer_counts().map_err(|error| failed(&error))?;
    let mut counts = counts.into_iter().flat_map(|counts| counts.iter());
    let rows = batch.length().map_err(|error| failed(&error))?;
    if fits(rows)
        && nodes.all(|node| fits(node.length()))
        && counts.all(|count| (0..=number).contains(&count))
    {
        return Ok(());
    }
    Err(corrupted("a batch declares more rows than its size allows"))
}

/// A message, as what describes it says.
pub(super) fn message(head: &[u8]) -> Result<MessageRef<'_>, Fatal> {
    MessageRef::read_as_root(head).map_err(|error| corrupted(&error.to_string()))
}

/// What is wrong with a file that cannot be read.
pub(super) fn corrupted(reason: &str) -> Fatal {
    let message = format!("not a readable Arrow file: {reason}");
    let help = "check that the file is complete and an Arrow file; `pyarrow` or `polars` can write its table as Parquet";
    (None, ProblemKind::Malformed { message, help: Some(help.to_owned()) })
}
