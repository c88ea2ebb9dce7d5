//! Rows of Arrow arrays as lines of JSON, so that structures and lists in them are read by the same paths as those of
//! JSON. A date is its ISO text.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Read};

use polars_arrow::array::{
    Array, BooleanArray, DictionaryArray, DictionaryKey, FixedSizeListArray, ListArray,
    PrimitiveArray, StructArray, Utf8Array, Utf8ViewArray,
};
use polars_arrow::datatypes::{ArrowDataType as Type, ArrowSchema, IntegerType, TimeUnit};
use polars_arrow::temporal_conversions::{
    date32_to_date_opt, timestamp_ms_to_datetime_opt, timestamp_ns_to_datetime_opt,
    timestamp_s_to_datetime_opt, timestamp_us_to_datetime_opt,
};
use polars_arrow::types::NativeType;

use super::{ColumnRequest, Parts, wanted as words_of};
use crate::ProblemKind;
use crate::frame::Seen;
use crate::input::Fatal;

/// Some rows, column by column.
pub(super) struct Slice {
    pub(super) rows: usize,
    pub(super) columns: Vec<Box<dyn Array>>,
}

/// What gives the next rows; nothing at the end.
pub(super) type NextSlice = Box<dyn FnMut() -> Result<Option<Slice>, Fatal> + Send>;

/// So many bytes of lines are made at a time.
const CHUNK: usize = 1 << 16;

/// The rows of slices, a line of JSON each.
pub(super) struct JsonLines {
    next: NextSlice,
    row: Object,
    slice: Option<Slice>,
    at: usize,
    /// Whether there are no more slices.
    ended: bool,
    lines: Vec<u8>,
    read: usize,
    seen: Option<Seen>,
}

/// Where columns are in a row: `gold.label` is in an object `gold`.
#[derive(Default)]
struct Object(Vec<(String, Place)>);

enum Place {
    Column(usize),
    Object(Object),
}

impl Object {
    fn insert(&mut self, name: &str, column: usize) {
        if let Some((first, rest)) = name.split_once('.')
            && !first.is_empty()
            && rest.split('.').all(|step| !step.is_empty())
        {
            let known = self.0.iter_mut().find(|(key, _)| key == first);
            match known {
                Some((_, Place::Object(object))) => return object.insert(rest, column),
                Some(_) => {}
                None => {
                    let mut object = Self::default();
                    object.insert(rest, column);
                    self.0.push((first.to_owned(), Place::Object(object)));
                    return;
                }
            }
        }
        self.0.push((name.to_owned(), Place::Column(column)));
    }

    fn write(&self, columns: &[Box<dyn Array>], at: usize, out: &mut Vec<u8>) {
        out.push(b'{');
        for (number, (name, place)) in self.0.iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            text(name, out);
            out.push(b':');
            match place {
                Place::Object(object) => object.write(columns, at, out),
                Place::Column(column) => match columns.get(*column) {
                    Some(array) => value(array.as_ref(), at, out),
                    None => out.extend_from_slice(b"null"),
                },
            }
        }
        out.push(b'}');
    }
}

impl JsonLines {
    pub(super) fn new(names: Vec<String>, next: NextSlice) -> Self {
        let mut row = Object::default();
        for (column, name) in names.iter().enumerate() {
            row.insert(name, column);
        }
        Self { next, row, slice: None, at: 0, ended: false, lines: Vec::new(), read: 0, seen: None }
    }

    /// Tells what is read.
    pub(super) fn seen_by(self, seen: Seen) -> Self {
        Self { seen: Some(seen), ..self }
    }

    /// Makes more lines; none at the end.
    fn fill(&mut self) -> io::Result<()> {
        self.lines.clear();
        self.read = 0;
        while self.lines.len() < CHUNK && !self.ended {
            match self.slice.as_ref().filter(|slice| self.at < slice.rows) {
                Some(slice) => {
                    self.row.write(&slice.columns, self.at, &mut self.lines);
                    self.lines.push(b'\n');
                    self.at += 1;
                }
                None => {
                    self.slice =
                        (self.next)().map_err(|(_, kind)| io::Error::other(kind.to_string()))?;
                    self.at = 0;
                    self.ended = self.slice.is_none();
                }
            }
        }
        if let Some(seen) = &mut self.seen {
            seen(&self.lines);
        }
        Ok(())
    }
}

impl Read for JsonLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read >= self.lines.len() {
            self.fill()?;
        }
        let rest = self.lines.get(self.read..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.read += count;
        Ok(count)
    }
}

/// Whether values of a type can be read; of a structure or a list, whether some can.
pub(super) fn is_read(kind: &Type) -> bool {
    match kind.to_storage() {
        Type::Null
        | Type::Boolean
        | Type::Int8
        | Type::Int16
        | Type::Int32
        | Type::Int64
        | Type::UInt8
        | Type::UInt16
        | Type::UInt32
        | Type::UInt64
        | Type::Float32
        | Type::Float64
        | Type::Utf8
        | Type::LargeUtf8
        | Type::Utf8View
        | Type::Date32
        | Type::Timestamp(..)
        | Type::Decimal(..) => true,
        Type::List(inner) | Type::LargeList(inner) | Type::FixedSizeList(inner, _) => {
            is_read(&inner.dtype)
        }
        Type::Struct(fields) => fields.iter().any(|field| is_read(&field.dtype)),
        Type::Dictionary(_, values, _) => is_read(values),
        _ => false,
    }
}

/// The columns that can be read.
pub(super) fn readable(schema: &ArrowSchema) -> Vec<usize> {
    let columns = schema.iter_values().enumerate();
    columns.filter(|(_, field)| is_read(&field.dtype)).map(|(at, _)| at).collect()
}

/// The path from the top of a row to what a request asks for.
fn path(rows: Option<&str>, name: &str) -> String {
    match (name.strip_prefix('^'), rows) {
        (Some(of_holder), _) => of_holder.to_owned(),
        (None, Some(rows)) => format!("{rows}[*].{name}"),
        (None, None) => name.to_owned(),
    }
}

/// What is behind the name of a column in a path; nothing if the path is another column's.
fn below<'p>(path: &'p str, column: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(column)?;
    (rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
}

/// The columns that requests need.
pub(super) fn wanted(
    schema: &ArrowSchema,
    rows: Option<&str>,
    requests: &[ColumnRequest],
    parts: Option<&Parts<'_>>,
) -> Vec<usize> {
    let mut paths: Vec<String> = requests.iter().map(|request| path(rows, &request.name)).collect();
    paths.extend(rows.map(str::to_owned));
    if let Some(parts) = parts {
        paths.push(parts.list.to_owned());
        paths.extend(
            parts
                .requests
                .iter()
                .map(|request| request.name.strip_prefix('^').unwrap_or(&request.name).to_owned()),
        );
    }
    let is_wanted = |name: &str| paths.iter().any(|path| below(path, name).is_some());
    let columns = schema.iter_values().enumerate();
    let columns = columns.filter(|(_, field)| is_wanted(&field.name) && is_read(&field.dtype));
    columns.map(|(at, _)| at).collect()
}

/// Refuses columns that are not there, and those of a type that cannot be read.
pub(super) fn check(
    schema: &ArrowSchema,
    rows: Option<&str>,
    requests: &[ColumnRequest],
) -> Result<(), ProblemKind> {
    let special = |name: &str| ["@key", "@index", "."].contains(&name);
    for request in requests.iter().filter(|request| !special(&request.name)) {
        match type_at(schema, &path(rows, &request.name)) {
            Some(kind) if !is_read(kind) => {
                let found = format!("values of type {}", in_words(kind));
                return Err(request.wrong(found, words_of(request)));
            }
            None if request.required => {
                let (missing, by_name) = (vec![request.missing()], Vec::new());
                let available = schema.iter_names().map(ToString::to_string).collect();
                return Err(ProblemKind::MissingColumns { missing, available, by_name });
            }
            _ => {}
        }
    }
    Ok(())
}

/// What a list holds; nothing for other types.
pub(super) fn member(kind: &Type) -> Option<&Type> {
    match kind.to_storage() {
        Type::List(inner) | Type::LargeList(inner) | Type::FixedSizeList(inner, _) => {
            Some(&inner.dtype)
        }
        _ => None,
    }
}

/// A type as people call it.
pub(super) fn in_words(kind: &Type) -> String {
    match kind.to_storage() {
        Type::Float32 | Type::Float64 => "float".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Dictionary(_, values, _) => in_words(values),
        kind if member(kind).is_some() => "list".to_owned(),
        Type::Struct(_) => "struct".to_owned(),
        Type::Binary | Type::LargeBinary | Type::BinaryView => "bytes".to_owned(),
        other => format!("{other:?}"),
    }
}

/// The type of what is at a path.
fn type_at<'s>(schema: &'s ArrowSchema, path: &str) -> Option<&'s Type> {
    schema.iter_values().find_map(|field| {
        let steps = below(path, &field.name)?.split(['.', '[', ']']);
        steps.filter(|step| !step.is_empty()).try_fold(&field.dtype, |kind, step| {
            match kind.to_storage() {
                Type::List(inner) | Type::LargeList(inner) | Type::FixedSizeList(inner, _) => {
                    (step == "*" || step.parse::<usize>().is_ok()).then_some(&inner.dtype)
                }
                Type::Struct(fields) => {
                    fields.iter().find(|field| field.name == step).map(|field| &field.dtype)
                }
                _ => None,
            }
        })
    })
}

/// Writes a value as JSON. What cannot be read is an empty object, which no column takes.
fn value(array: &dyn Array, at: usize, out: &mut Vec<u8>) {
    if array.is_null(at) {
        out.extend_from_slice(b"null");
    } else if let Some(members) = members(array, at) {
        list(members.as_ref(), out);
    } else if let Some(array) = cell::<StructArray>(array) {
        structure(array, at, out);
    } else if let Some(written) = text_of(array, at) {
        let kind = match array.dtype().to_storage() {
            Type::Dictionary(_, values, _) => values.to_storage(),
            kind => kind,
        };
        // JSON has no infinite numbers, and none that are no number.
        let is_finite = written.ends_with(|last: char| last.is_ascii_digit());
        match kind.is_numeric() && is_finite || *kind == Type::Boolean {
            true => out.extend_from_slice(written.as_bytes()),
            false => text(&written, out),
        }
    } else {
        out.extend_from_slice(if is_read(array.dtype()) { b"null" } else { b"{}" });
    }
}

/// A value that is neither a list nor a structure as text; nothing for an absent one, and for one that cannot be read.
pub(super) fn text_of(array: &dyn Array, at: usize) -> Option<Cow<'_, str>> {
    if array.is_null(at) {
        return None;
    }
    match array.dtype().to_storage() {
        Type::Boolean => {
            Some(if cell::<BooleanArray>(array)?.value(at) { "true" } else { "false" }.into())
        }
        Type::Int8 => number::<i8>(array, at),
        Type::Int16 => number::<i16>(array, at),
        Type::Int32 => number::<i32>(array, at),
        Type::Int64 => number::<i64>(array, at),
        Type::UInt8 => number::<u8>(array, at),
        Type::UInt16 => number::<u16>(array, at),
        Type::UInt32 => number::<u32>(array, at),
        Type::UInt64 => number::<u64>(array, at),
        Type::Float32 => number::<f32>(array, at),
        Type::Float64 => number::<f64>(array, at),
        Type::Utf8 => Some(cell::<Utf8Array<i32>>(array)?.value(at).into()),
        Type::LargeUtf8 => Some(cell::<Utf8Array<i64>>(array)?.value(at).into()),
        Type::Utf8View => Some(cell::<Utf8ViewArray>(array)?.value(at).into()),
        Type::Date32 => Some(date32_to_date_opt(primitive::<i32>(array, at)?)?.to_string().into()),
        Type::Timestamp(unit, zone) => {
            let zone = if zone.is_some() { "Z" } else { "" };
            Some((instant(primitive::<i64>(array, at)?, *unit)? + zone).into())
        }
        Type::Decimal(_, scale) => Some(decimal(primitive::<i128>(array, at)?, *scale).into()),
        Type::Dictionary(key, ..) => dictionary(array, *key, at),
        _ => None,
    }
}

/// The members of a list; `None` for a value that is not a list.
pub(super) fn members(array: &dyn Array, at: usize) -> Option<Box<dyn Array>> {
    match array.dtype().to_storage() {
        Type::List(_) => Some(cell::<ListArray<i32>>(array)?.value(at)),
        Type::LargeList(_) => Some(cell::<ListArray<i64>>(array)?.value(at)),
        Type::FixedSizeList(..) => Some(cell::<FixedSizeListArray>(array)?.value(at)),
        _ => None,
    }
}

fn cell<T: 'static>(array: &dyn Array) -> Option<&T> {
    array.as_any().downcast_ref()
}

fn primitive<T: NativeType>(array: &dyn Array, at: usize) -> Option<T> {
    Some(cell::<PrimitiveArray<T>>(array)?.value(at))
}

fn number<T: NativeType + Display>(array: &dyn Array, at: usize) -> Option<Cow<'_, str>> {
    Some(primitive::<T>(array, at)?.to_string().into())
}

fn text(value: &str, out: &mut Vec<u8>) {
    // Writing to a vector cannot fail.
    let _ = serde_json::to_writer(out, value);
}

fn instant(time: i64, unit: TimeUnit) -> Option<String> {
    let instant = match unit {
        TimeUnit::Second => timestamp_s_to_datetime_opt(time),
        TimeUnit::Millisecond => timestamp_ms_to_datetime_opt(time),
        TimeUnit::Microsecond => timestamp_us_to_datetime_opt(time),
        TimeUnit::Nanosecond => timestamp_ns_to_datetime_opt(time),
    };
    instant.map(|instant| instant.to_string().replace(' ', "T"))
}

fn decimal(digits: i128, scale: usize) -> String {
    let sign = if digits < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", digits.unsigned_abs(), width = scale.min(80) + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale.min(80));
    let dot = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{dot}{fraction}")
}

fn dictionary(array: &dyn Array, key: IntegerType, at: usize) -> Option<Cow<'_, str>> {
    fn of<K: DictionaryKey>(array: &dyn Array, at: usize) -> Option<Cow<'_, str>> {
        let array = cell::<DictionaryArray<K>>(array)?;
        text_of(array.values().as_ref(), array.key_value(at))
    }
    match key {
        IntegerType::Int8 => of::<i8>(array, at),
        IntegerType::Int16 => of::<i16>(array, at),
        IntegerType::Int32 => of::<i32>(array, at),
        IntegerType::Int64 => of::<i64>(array, at),
        IntegerType::UInt8 => of::<u8>(array, at),
        IntegerType::UInt16 => of::<u16>(array, at),
        IntegerType::UInt32 => of::<u32>(array, at),
        IntegerType::UInt64 => of::<u64>(array, at),
        _ => None,
    }
}

fn list(members: &dyn Array, out: &mut Vec<u8>) {
    out.push(b'[');
    for at in 0..members.len() {
        if at > 0 {
            out.push(b',');
        }
        value(members, at, out);
    }
    out.push(b']');
}

fn structure(array: &StructArray, at: usize, out: &mut Vec<u8>) {
    out.push(b'{');
    for (number, (field, values)) in array.fields().iter().zip(array.values()).enumerate() {
        if number > 0 {
            out.push(b',');
        }
        text(&field.name, out);
        out.push(b':');
        value(values.as_ref(), at, out);
    }
    out.push(b'}');
}
