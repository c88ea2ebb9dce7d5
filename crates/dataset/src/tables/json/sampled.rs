//! All columns of rows of JSON: the keys at the top of a row, the paths below them, and those of what holds the row.

use std::borrow::Cow;
use std::ops::ControlFlow;

use serde_json::{Map, Value as Json};

use super::lists::ListRows;
use super::path::{below, found, steps};
use super::record::Row;
use super::value::Value;
use super::{File, Sink};
use crate::ProblemKind;
use crate::input::{Fatal, Input};
use crate::tables::TableOptions;
use crate::tables::sample::{SampledCell, Sampler};

/// How deep columns are looked for.
const DEEPEST: usize = 4;

/// The most columns of the objects in a list.
const MOST_PATHS: usize = 1_000;

/// Hands rows with all columns to a sampler.
pub(in crate::tables) fn sample(
    input: Input,
    lines: bool,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    File::open(input, lines, options)?.rows(options, &mut Sampled::new(sampler, options))
}

/// Hands rows on with all columns.
pub(super) struct Sampled<'s, 'b> {
    sampler: &'s mut Sampler<'b>,
    lists: ListRows<'s>,
}

impl<'s, 'b> Sampled<'s, 'b> {
    pub(super) fn new(sampler: &'s mut Sampler<'b>, options: &'s TableOptions) -> Self {
        Self { sampler, lists: ListRows::new(&options.header) }
    }
}

impl Sink for Sampled<'_, '_> {
    fn row(&mut self, line: u64, row: Row<'_>) -> ControlFlow<()> {
        let mut cells = Vec::new();
        match row.value {
            Json::Object(object) => cells_of(object, "", 0, &mut cells),
            // A member of a list in what holds it, as a claim of a response.
            value if row.holder.is_some() && cell(value) != SampledCell::Nested => {
                cells.push((".".to_owned(), cell(value)));
            }
            Json::Array(fields) => match self.lists.named(fields) {
                Ok(None) => return ControlFlow::Continue(()),
                Ok(Some(named)) => {
                    cells.extend(named.into_iter().map(|(name, field)| (name, cell(field))));
                }
                Err(kind) => return self.refuse(line, kind),
            },
            _ => return self.sampler.refuse(),
        }
        if let Some(Json::Object(holder)) = row.holder {
            cells.push(("@index".to_owned(), SampledCell::Text(row.index.to_string())));
            above(holder, "^", 0, row, &mut cells);
        }
        let key = row.key.map(|key| ("@key".to_owned(), SampledCell::of_text(key)));
        let cells = cells.into_iter().chain(key);
        self.sampler.row(cells.map(|(name, cell)| (Cow::Owned(name), cell)))
    }

    fn refuse(&mut self, _: u64, _: ProblemKind) -> ControlFlow<()> {
        self.sampler.refuse()
    }
}

fn cells_of(
    object: &Map<String, Json>,
    prefix: &str,
    depth: usize,
    cells: &mut Vec<(String, SampledCell)>,
) {
    for (key, value) in object {
        let Some(name) = below(prefix, key) else { continue };
        match value {
            Json::Object(inner) if depth < DEEPEST => cells_of(inner, &name, depth + 1, cells),
            other => {
                if let Json::Array(list) = other {
                    members_of(&name, list, cells);
                }
                cells.push((name, cell(other)));
            }
        }
    }
}

/// What is under each key of the objects in a list: a list for each key.
fn members_of(name: &str, list: &[Json], cells: &mut Vec<(String, SampledCell)>) {
    let objects: Vec<&Json> = list.iter().filter(|member| member.is_object()).collect();
    if objects.is_empty() || objects.len() < list.len() {
        return;
    }
    let mut keys = Vec::new();
    for object in &objects {
        paths_in(object, "", 0, &mut keys);
    }
    for key in keys {
        let path = steps(&key);
        let member = |object: &&Json| match found(object, &path).as_deref().map(cell) {
            Some(SampledCell::Text(text)) => text,
            Some(SampledCell::List(members)) => members.join(" "),
            _ => String::new(),
        };
        let members = objects.iter().map(member).collect();
        let separator = if key.starts_with('[') { "" } else { "." };
        cells.push((format!("{name}[*]{separator}{key}"), SampledCell::List(members)));
    }
}

/// The paths of what stands in an object, those that are not known yet.
fn paths_in(object: &Json, prefix: &str, depth: usize, paths: &mut Vec<String>) {
    for (key, value) in object.as_object().into_iter().flatten() {
        let Some(path) = below(prefix, key) else { continue };
        match value {
            _ if depth > DEEPEST => {}
            Json::Object(_) if depth < DEEPEST => paths_in(value, &path, depth + 1, paths),
            // Lists within the list are of the members of its members.
            Json::Array(members) if members.first().is_some_and(Json::is_object) => {
                paths_in(&members[0], &format!("{path}[*]"), depth + 1, paths);
            }
            _ if paths.contains(&path) || paths.len() >= MOST_PATHS => {}
            _ => paths.push(path),
        }
    }
}

/// The keys of what holds a row, `^key`, and of each list there that has a member for each row the one of this row, `^list[*]`.
fn above(
    holder: &Map<String, Json>,
    prefix: &str,
    depth: usize,
    row: Row<'_>,
    cells: &mut Vec<(String, SampledCell)>,
) {
    let is_row = |json: Option<&Json>| json.is_some_and(|json| std::ptr::eq(json, row.value));
    for (key, value) in holder {
        let Some(name) = below(prefix, key) else { continue };
        match value {
            Json::Object(inner) if row.key.is_some_and(|key| is_row(inner.get(key))) => {}
            Json::Object(inner) if depth < DEEPEST => above(inner, &name, depth + 1, row, cells),
            Json::Array(members) if is_row(members.get(row.index - 1)) => {}
            Json::Array(members) => {
                match members.get(row.index - 1).filter(|_| members.len() == row.of) {
                    Some(Json::Object(member)) => {
                        cells_of(member, &format!("{name}[*]"), depth + 1, cells);
                    }
                    Some(member) => cells.push((format!("{name}[*]"), cell(member))),
                    None => {}
                }
                cells.push((name, cell(value)));
            }
            other => cells.push((name, cell(other))),
        }
    }
}

fn cell(json: &Json) -> SampledCell {
    match Value::from_json(json) {
        Value::Null => SampledCell::Empty,
        Value::List(members) => SampledCell::List(members),
        value => value.member().map_or(SampledCell::Nested, |text| SampledCell::of_text(&text)),
    }
}
