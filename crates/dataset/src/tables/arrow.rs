//! Arrow (IPC): the stream of batches that `.arrow` and `.feather` files hold, read with polars' reader one batch at a
//! time. A file has the stream between its first bytes and its footer, which is not needed.

use std::io::{Cursor, Read};

use polars_arrow::datatypes::{ArrowSchema, Metadata};
use polars_arrow::io::ipc::IpcSchema;
use polars_arrow::io::ipc::format::ipc::planus::ReadAsRoot;
use polars_arrow::io::ipc::format::ipc::{MessageHeaderRef, MessageRef, MetadataVersion};
use polars_arrow::io::ipc::read::common::{
    apply_projection, prepare_projection, read_dictionary, read_record_batch,
};
use polars_arrow::io::ipc::read::{Dictionaries, deserialize_schema};

use super::arrays::{self, JsonLines, Slice};
use super::sample::Sampler;
use super::{ColumnRequest, Parts, TableOptions, arrow_bounds, guard, json};
use crate::ProblemKind;
use crate::input::{Fatal, Input, unreadable};

/// How a file begins that is no stream, and what is filled up to a multiple of eight bytes.
const FILE: &[u8] = b"ARROW1\0\0";

/// How long what describes a message may be.
const MOST_HEAD: usize = 64 << 20;

/// How long a batch may be, which is held as a whole.
const MOST_BODY: u64 = 1 << 30;

pub(super) fn for_each_row(
    input: Input,
    options: &TableOptions,
    requests: &[ColumnRequest],
    parts: Option<&Parts<'_>>,
    visit: &mut json::Visit<'_>,
) -> Result<u64, Fatal> {
    let messages = Messages::open(input)?;
    let rows = options.rows.as_deref();
    arrays::check(&messages.schema, rows, requests).map_err(|kind| (None, kind))?;
    let wanted = arrays::wanted(&messages.schema, rows, requests, parts);
    json::for_each_row(messages.lines(wanted), true, options, requests, parts, visit)
}

/// Hands rows with all columns to a sampler.
pub(super) fn sample(
    input: Input,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let messages = Messages::open(input)?;
    let wanted = arrays::readable(&messages.schema);
    json::sample(messages.lines(wanted), true, options, sampler)
}

/// The value of a key in the metadata of a file.
pub(super) fn metadata(input: Input, key: &str) -> Result<Option<String>, Fatal> {
    let messages = Messages::open(input)?;
    Ok(messages.metadata.and_then(|metadata| metadata.get(key).map(ToString::to_string)))
}

/// The messages of a stream, of which the first was the schema.
struct Messages {
    stream: Box<dyn Read>,
    schema: ArrowSchema,
    ipc: IpcSchema,
    metadata: Option<Metadata>,
    version: MetadataVersion,
    dictionaries: Dictionaries,
}

impl Messages {
    fn open(input: Input) -> Result<Self, Fatal> {
        let mut stream: Box<dyn Read> = match input {
            Input::Stream(stream) => stream,
            Input::File(path) => {
                let file = phenom_files::open_regular(&path).map_err(|error| unreadable(&error))?;
                Box::new(std::io::BufReader::with_capacity(1 << 16, file))
            }
        };
        let mut start = Vec::new();
        let mut first = stream.by_ref().take(FILE.len() as u64);
        first.read_to_end(&mut start).map_err(|error| unreadable(&error))?;
        if start.is_empty() {
            return Err((None, ProblemKind::EmptyFile));
        }
        if start.starts_with(b"FEA1") {
            let message = "the file is Feather of the first version, which is not read".to_owned();
            let help = "write it anew: `pyarrow.feather.write_feather(table, FILE)` of today writes the second";
            return Err((None, ProblemKind::Malformed { message, help: Some(help.to_owned()) }));
        }
        if let Some(kind) = crate::signatures::no_arrow(&start) {
            return Err((None, kind));
        }
        if start != FILE {
            stream = Box::new(Cursor::new(start).chain(stream));
        }
        let head = head(&mut stream)?.ok_or_else(|| corrupted("it has no schema"))?;
        let (version, (schema, ipc, metadata)) = guarded(|| {
            arrow_bounds::refuse_deep(&head)?;
            let message = message(&head)?;
            let version = message.version().map_err(|error| corrupted(&error.to_string()))?;
            let schema =
                deserialize_schema(&head).map_err(|error| corrupted(&error.to_string()))?;
            Ok((version, schema))
        })?;
        if schema.len() != ipc.fields.len() {
            return Err(corrupted("two of its columns have the same name"));
        }
        let dictionaries = Dictionaries::default();
        Ok(Self { stream, schema, ipc, metadata, version, dictionaries })
    }

    /// The rows of some columns as lines of JSON.
    fn lines(mut self, wanted: Vec<usize>) -> Input {
        let names = wanted.iter().filter_map(|at| self.schema.get_at_index(*at));
        let names: Vec<String> = names.map(|(name, _)| name.to_string()).collect();
        let next = Box::new(move || guarded(|| self.next(&wanted)));
        Input::Stream(Box::new(JsonLines::new(names, next)))
    }

    /// The next batch; nothing at the end.
    fn next(&mut self, wanted: &[usize]) -> Result<Option<Slice>, Fatal> {
        let failed = |error: polars::prelude::PolarsError| corrupted(&error.to_string());
        while let Some(head) = head(&mut self.stream)? {
            let message = message(&head)?;
            let length = message.body_length().map_err(|error| corrupted(&error.to_string()))?;
            let length = u64::try_from(length).unwrap_or(u64::MAX);
            if length > MOST_BODY {
                return Err(corrupted("a batch of it has more than 1 GiB: write smaller ones"));
            }
            let mut body = Vec::new();
            let mut bytes = self.stream.by_ref().take(length);
            bytes.read_to_end(&mut body).map_err(|error| unreadable(&error))?;
            if body.len() as u64 != length {
                return Err(corrupted("it is cut off"));
            }
            let header = message.header().map_err(|error| corrupted(&error.to_string()))?;
            let mut scratch = Vec::new();
            match header {
                Some(MessageHeaderRef::DictionaryBatch(batch)) => {
                    let data = batch.data().map_err(|error| corrupted(&error.to_string()))?;
                    if let Some(data) = data {
                        arrow_bounds::refuse_bombs(data, &body)?;
                    }
                    let (mut body, checked) = (Cursor::new(body), Default::default());
                    let (schema, ipc, known) = (&self.schema, &self.ipc, &mut self.dictionaries);
                    read_dictionary(batch, schema, ipc, known, &mut body, 0, &mut scratch, checked)
                        .map_err(failed)?;
                }
                Some(MessageHeaderRef::RecordBatch(batch)) => {
                    arrow_bounds::refuse_bombs(batch, &body)?;
                    let projection = prepare_projection(&self.schema, wanted.to_vec());
                    let batch = read_record_batch(
                        batch,
                        &self.schema,
                        &self.ipc,
                        Some(&projection.columns),
                        None,
                        &self.dictionaries,
                        self.version,
                        &mut Cursor::new(body),
                        0,
                        &mut scratch,
                        Default::default(),
                    );
                    let batch = apply_projection(batch.map_err(failed)?, &projection.map);
                    let rows = batch.len();
                    return Ok(Some(Slice { rows, columns: batch.into_arrays() }));
                }
                _ => return Err(corrupted("a message of it is no batch")),
            }
        }
        Ok(None)
    }
}

/// What describes the next message; nothing at the end.
fn head(stream: &mut dyn Read) -> Result<Option<Vec<u8>>, Fatal> {
    let mut number = || -> Result<Option<[u8; 4]>, Fatal> {
        let mut bytes = Vec::new();
        stream.take(4).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        match <[u8; 4]>::try_from(bytes.as_slice()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) if bytes.is_empty() => Ok(None),
            Err(_) => Err(corrupted("it is cut off")),
        }
    };
    let mut length = number()?;
    if length == Some([0xFF; 4]) {
        length = number()?;
    }
    let Some(length) = length.map(i32::from_le_bytes).filter(|length| *length != 0) else {
        return Ok(None);
    };
    let length = usize::try_from(length).ok().filter(|length| *length <= MOST_HEAD);
    let length = length.ok_or_else(|| corrupted("what describes a message is too long"))?;
    let mut head = Vec::new();
    stream.take(length as u64).read_to_end(&mut head).map_err(|error| unreadable(&error))?;
    if head.len() == length { Ok(Some(head)) } else { Err(corrupted("it is cut off")) }
}

/// A message, as what describes it says.
pub(super) fn message(head: &[u8]) -> Result<MessageRef<'_>, Fatal> {
    MessageRef::read_as_root(head).map_err(|error| corrupted(&error.to_string()))
}

pub(super) fn corrupted(reason: &str) -> Fatal {
    let message = format!("not an Arrow file that can be read: {reason}");
    let help =
        "is the file whole, and really Arrow? `pyarrow` or `polars` can write its table as Parquet";
    (None, ProblemKind::Malformed { message, help: Some(help.to_owned()) })
}

fn guarded<T>(read: impl FnOnce() -> Result<T, Fatal>) -> Result<T, Fatal> {
    guard::guarded(read, || corrupted("it is damaged"))
}
