//! Arrow (IPC): the stream of batches that `.arrow` and `.feather` files hold, read with polars' reader one batch at a
//! time. A file that is no stream has a footer that says where its batches are.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

use polars_arrow::datatypes::{ArrowSchema, Metadata};
use polars_arrow::io::ipc::IpcSchema;
use polars_arrow::io::ipc::format::ipc::{MessageHeaderRef, MetadataVersion};
use polars_arrow::io::ipc::read::common::{
    apply_projection, prepare_projection, read_dictionary, read_record_batch,
};
use polars_arrow::io::ipc::read::{Dictionaries, deserialize_footer, deserialize_schema};

use super::arrays::{self, JsonLines, Slice};
use super::arrow_bounds::{self, corrupted, message};
use super::sample::Sampler;
use super::{ColumnRequest, Parts, TableOptions, guard, json};
use crate::ProblemKind;
use crate::input::{Fatal, Input, not_a_file, unreadable};

/// How a file begins that is no stream, and what is filled up to a multiple of eight bytes.
const FILE: &[u8] = b"ARROW1\0\0";

/// How such a file ends.
const FILE_END: &[u8] = b"ARROW1";

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
    stream: Box<dyn Read + Send>,
    /// The bytes of a file that is no stream, and where its batches that are still to come begin.
    file: Option<(Arc<[u8]>, VecDeque<usize>)>,
    schema: ArrowSchema,
    ipc: IpcSchema,
    metadata: Option<Metadata>,
    version: MetadataVersion,
    dictionaries: Dictionaries,
}

impl Messages {
    fn open(input: Input) -> Result<Self, Fatal> {
        let mut stream: Box<dyn Read + Send> = match input {
            Input::Stream(stream) => stream,
            Input::Frame(..) => return Err(not_a_file()),
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
            let message = "the file is Feather version 1, which phenom does not read".to_owned();
            let help = "write it again: the current `pyarrow.feather.write_feather(table, FILE)` writes version 2";
            return Err((None, ProblemKind::Malformed { message, help: Some(help.to_owned()) }));
        }
        if let Some(kind) = crate::signatures::no_arrow(&start) {
            return Err((None, kind));
        }
        let messages = guarded(|| match start == FILE {
            true => Self::of_file(stream),
            false => Self::of_stream(Box::new(Cursor::new(start).chain(stream))),
        })?;
        if messages.schema.len() != messages.ipc.fields.len() {
            return Err(corrupted("two of its columns have the same name"));
        }
        Ok(messages)
    }

    fn of_stream(mut stream: Box<dyn Read + Send>) -> Result<Self, Fatal> {
        let head = head(&mut stream)?.ok_or_else(|| corrupted("it has no schema"))?;
        arrow_bounds::refuse_deep(&head)?;
        let version = message(&head)?.version().map_err(|error| corrupted(&error.to_string()))?;
        let (schema, ipc, metadata) =
            deserialize_schema(&head).map_err(|error| corrupted(&error.to_string()))?;
        let dictionaries = Dictionaries::default();
        Ok(Self { stream, file: None, schema, ipc, metadata, version, dictionaries })
    }

    /// A file, whose footer says where its batches are: it is held as a whole.
    fn of_file(stream: Box<dyn Read + Send>) -> Result<Self, Fatal> {
        let mut bytes = FILE.to_vec();
        stream.take(MOST_BODY).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        if bytes.len() as u64 >= MOST_BODY {
            return Err(corrupted("it is larger than 1 GiB: write it as a stream, or as Parquet"));
        }
        let end = bytes.strip_suffix(FILE_END).and_then(|rest| rest.split_last_chunk::<4>());
        let footer = end.and_then(|(rest, length)| {
            let length = usize::try_from(i32::from_le_bytes(*length)).ok()?;
            rest.get(rest.len().checked_sub(length)?..)
        });
        let footer = footer.ok_or_else(|| corrupted("it is cut off"))?;
        arrow_bounds::refuse_deep_footer(footer)?;
        let said = deserialize_footer(footer, bytes.len() as u64);
        let said = said.map_err(|error| corrupted(&error.to_string()))?;
        let blocks = said.dictionaries.iter().flatten().chain(&said.blocks);
        let blocks: Option<VecDeque<usize>> =
            blocks.map(|block| usize::try_from(block.offset).ok()).collect();
        let blocks = blocks.ok_or_else(|| corrupted("a batch begins before the data"))?;
        Ok(Self {
            stream: Box::new(io::empty()),
            file: Some((bytes.into(), blocks)),
            schema: said.schema.as_ref().clone(),
            ipc: said.ipc_schema,
            metadata: said.custom_schema_metadata.map(|metadata| metadata.as_ref().clone()),
            version: MetadataVersion::V5,
            dictionaries: Dictionaries::default(),
        })
    }

    /// What describes the next message; nothing at the end.
    fn head(&mut self) -> Result<Option<Vec<u8>>, Fatal> {
        if let Some((bytes, blocks)) = &mut self.file {
            let Some(start) = blocks.pop_front() else { return Ok(None) };
            let mut block = Cursor::new(Arc::clone(bytes));
            block.set_position(start as u64);
            self.stream = Box::new(block);
        }
        head(&mut self.stream)
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
        while let Some(head) = self.head()? {
            let message = message(&head)?;
            let length = message.body_length().map_err(|error| corrupted(&error.to_string()))?;
            let length = u64::try_from(length).unwrap_or(u64::MAX);
            if length > MOST_BODY {
                return Err(corrupted("a batch in it is larger than 1 GiB: write smaller batches"));
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
                _ => return Err(corrupted("a message in it is not a batch")),
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
    let length = length.ok_or_else(|| corrupted("the description of a message is too long"))?;
    let mut head = Vec::new();
    stream.take(length as u64).read_to_end(&mut head).map_err(|error| unreadable(&error))?;
    if head.len() == length { Ok(Some(head)) } else { Err(corrupted("it is cut off")) }
}

fn guarded<T>(read: impl FnOnce() -> Result<T, Fatal>) -> Result<T, Fatal> {
    guard::guarded(read, || corrupted("it is damaged"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::CellKind;

    fn read(bytes: &[u8], names: &[&str]) -> Result<Vec<String>, String> {
        let request = |name: &&str| ColumnRequest {
            name: (*name).to_owned(),
            role: "id",
            required: true,
            kind: CellKind::Any,
        };
        let requests: Vec<ColumnRequest> = names.iter().map(request).collect();
        let input = Input::Stream(Box::new(Cursor::new(bytes.to_vec())));
        let mut rows = Vec::new();
        let options = TableOptions::default();
        let read = for_each_row(input, &options, &requests, None, &mut |_, row| {
            rows.push(match row {
                Ok(row) => {
                    let cells = row.cells.iter().map(|cell| cell.as_deref().unwrap_or("-"));
                    cells.collect::<Vec<_>>().join(" ")
                }
                Err(flawed) => flawed.kind.to_string(),
            });
        });
        read.map(|_| rows).map_err(|(_, kind)| kind.to_string())
    }

    const STREAM: &[u8] =
        include_bytes!("../../../../tests/fuzz/corpus/pairs-arrow/every-type.arrow");
    const FEATHER: &[u8] = include_bytes!("../../../../tests/fuzz/corpus/pairs-arrow/lz4.feather");
    const POLARS: &[u8] =
        include_bytes!("../../../../tests/fuzz/corpus/pairs-arrow/by-polars.arrow");

    #[test]
    fn streams_and_files_are_read_whatever_their_types() {
        let columns = ["id", "gold", "when", "price", "meta.x", "large", "view", "flag", "n", "f"];
        let rows = read(STREAM, &columns).unwrap();
        assert_eq!(rows[0], "1 entailment 2024-01-02T00:00:00 1.5 1 a a true 1 0.5");
        assert_eq!(rows[1], "1.1 unknown 2024-01-02T00:00:00 1.5 1 a a - 2 1");
        assert_eq!(rows[2], "2 contradiction 2024-01-02T00:00:00 1.5 1 a a false 3 NaN");
        assert_eq!(read(FEATHER, &["id", "gold"]).unwrap()[2], "2 contradiction");
        let polars = read(POLARS, &["id", "gold", "day", "meta.k"]).unwrap();
        assert_eq!((polars.len(), polars[1].as_str()), (30, "p1 neutral 2024-01-02 a"));
    }

    #[test]
    fn a_type_that_is_not_read_is_named_and_damage_is_refused() {
        let raw = read(STREAM, &["raw"]).unwrap_err();
        assert!(raw.contains("`raw`") && raw.contains("bytes"), "{raw}");
        assert!(read(STREAM, &["x"]).unwrap_err().contains("there is no column `x`"));
        assert!(read(&STREAM[..STREAM.len() / 2], &["id"]).unwrap_err().contains("cut off"));
        for file in [FEATHER, POLARS] {
            assert!(read(&file[..file.len() - 9], &["id"]).unwrap_err().contains("cut off"));
        }
    }
}
