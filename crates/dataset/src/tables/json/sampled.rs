//! All columns of rows of JSON: the keys at the top of a row, and the paths below them.

use std::borrow::Cow;
use std::ops::ControlFlow;

use serde_json::{Map, Value as Json};

use super::lists::ListRows;
use super::record::Row;
use super::value::Value;
use super::{File, Sink};
use crate::ProblemKind;
use crate::input::{Fatal, Input};
use crate::tables::TableOptions;
use crate::tables::sample::{SampledCell, Sampler};

/// How deep columns are looked for.
const DEEPEST: usize = 4;

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
            Json::Array(fields) => match self.lists.named(fields) {
                Ok(None) => return ControlFlow::Continue(()),
                Ok(Some(named)) => {
                    cells.extend(named.into_iter().map(|(name, field)| (name, cell(field))));
                }
                Err(kind) => return self.refuse(line, kind),
            },
            _ => return self.sampler.refuse(),
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
    // A key with a dot or a bracket would be taken for a path.
    for (key, value) in object.iter().filter(|(key, _)| is_step(key)) {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
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
    let objects: Vec<&Map<String, Json>> = list.iter().filter_map(Json::as_object).collect();
    if objects.is_empty() || objects.len() < list.len() {
        return;
    }
    for key in objects[0].keys().filter(|key| is_step(key)) {
        let member = |object: &&Map<String, Json>| match object.get(key).map(cell) {
            Some(SampledCell::Text(text)) => text,
            Some(SampledCell::List(members)) => members.join(" "),
            _ => String::new(),
        };
        let members = objects.iter().map(member).collect();
        cells.push((format!("{name}[*].{key}"), SampledCell::List(members)));
    }
}

fn is_step(key: &str) -> bool {
    !key.is_empty() && !key.contains(['.', '[', ']'])
}

fn cell(json: &Json) -> SampledCell {
    match Value::from_json(json) {
        Value::Null => SampledCell::Empty,
        Value::List(members) => SampledCell::List(members),
        value => value.member().map_or(SampledCell::Nested, |text| SampledCell::of_text(&text)),
    }
}
