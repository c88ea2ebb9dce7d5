//! Presets that fit a file: all columns and keys that they name are in it, and its labels have a meaning in them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::draft::Draft;
use super::labels::judgment;
use super::layout::Layout;
use super::looked::Looked;
use super::table::{Cell, Column, Table};
use crate::config::{Preset, presets};

/// So many names of columns tell a dataset from another one.
const FEWEST_NAMES: usize = 3;

/// The presets that name the most columns of a file: one where it is known, several that fit as well as one another.
#[derive(Debug, Clone, Default)]
pub(super) struct Fitting(Vec<&'static Preset>);

impl Fitting {
    pub(super) fn one(&self) -> Option<&'static Preset> {
        match self.0.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    pub(super) fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// The names of several, for a message; nothing where it is one or none.
    pub(super) fn several(&self) -> Option<String> {
        let names: Vec<String> = self.0.iter().map(|preset| format!("`{}`", preset.name)).collect();
        (names.len() > 1).then(|| names.join(", "))
    }
}

/// The preset whose pairs a file holds.
pub(super) fn of_pairs(looked: &Looked) -> Fitting {
    let fits = presets().iter().filter_map(|preset| {
        let names = fit(preset.pairs.as_ref()?, looked)?;
        (names >= FEWEST_NAMES).then_some((names, preset))
    });
    best(fits.collect(), looked, None)
}

/// The preset whose answers a file holds; of a log that holds the pairs as well, one that fits both, and rather that of
/// the pairs.
pub(super) fn of_answers(looked: &Looked, of_pairs: Option<&'static Preset>) -> Fitting {
    let fits = presets().iter().filter_map(|preset| {
        let names = fit(preset.predictions.as_ref()?, looked)?;
        let of_pairs = preset.pairs.as_ref().and_then(|pairs| fit(pairs, looked));
        Some((names + of_pairs.unwrap_or(0), preset))
    });
    best(fits.filter(|(names, _)| *names > 1).collect(), looked, of_pairs)
}

/// Those that name the most columns; of several the one that is preferred, or whose name is in that of the file.
fn best(
    fits: Vec<(usize, &'static Preset)>,
    looked: &Looked,
    preferred: Option<&'static Preset>,
) -> Fitting {
    let most = fits.iter().map(|(names, _)| *names).max();
    let best = fits.into_iter().filter(|(names, _)| Some(*names) == most).map(|(_, preset)| preset);
    let best: Vec<&'static Preset> = best.collect();
    let is_preferred = |preset: &&&'static Preset| {
        preferred.is_some_and(|preferred| preferred.name == preset.name)
    };
    if let Some(one) = best.iter().find(is_preferred) {
        return Fitting(vec![one]);
    }
    let name = looked.path.to_string_lossy().to_lowercase();
    let named = best
        .iter()
        .copied()
        .filter(|preset| preset.name.rsplit('-').next().is_some_and(|word| name.contains(word)));
    let named: Vec<&'static Preset> = named.collect();
    Fitting(if best.len() > 1 && named.len() == 1 { named } else { best })
}

/// How many names of a preset are in a file; nothing where some are not, or labels have no meaning in it.
fn fit(said: &Map<String, Value>, looked: &Looked) -> Option<usize> {
    let table = &looked.table;
    let text = |key: &str| said.get(key).and_then(Value::as_str);
    if text("format") != Some(looked.layout.written.name()) || said.contains_key("header") {
        return None;
    }
    // The rows are those of the table, or stand in a list in each of its rows.
    let within = text("rows").filter(|rows| looked.layout.rows.as_deref() != Some(rows));
    if within.is_none() && text("rows").is_none() != looked.layout.rows.is_none() {
        return None;
    }
    let mut columns: BTreeSet<String> = BTreeSet::new();
    let own = names(said.get("columns"));
    columns.extend(own.iter().filter_map(|name| of_row(name, within)));
    columns.extend(
        said.get("where").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned(),
    );
    let phenomena = said.get("phenomena");
    let tags = phenomena.map(|said| tag_columns(said.get("columns"))).unwrap_or_default();
    columns.extend(tags.iter().filter_map(|name| of_row(name, within)));
    let one_hot = phenomena.and_then(|said| said.get("one-hot")).and_then(Value::as_object);
    columns.extend(one_hot.into_iter().flat_map(Map::keys).cloned());
    let parts = said.get("parts");
    columns.extend(parts.into_iter().flat_map(|parts| of_parts(parts, within)));
    let there = columns.iter().all(|name| has(table, name));
    let labels =
        said.get("labels").is_none_or(|labels| labels_are_known(labels, said, looked, within));
    (there && labels && has_a_tag(phenomena, &tags, looked)).then_some(columns.len())
}

/// The columns that a preset names: texts, wherever they stand.
fn names(columns: Option<&Value>) -> Vec<String> {
    match columns {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(members)) => {
            members.iter().flat_map(|member| names(Some(member))).collect()
        }
        Some(Value::Object(members)) => {
            members.values().flat_map(|member| names(Some(member))).collect()
        }
        _ => Vec::new(),
    }
}

/// Columns of tags: a mapping names them by its keys.
fn tag_columns(columns: Option<&Value>) -> Vec<String> {
    match columns {
        Some(Value::Object(columns)) => columns.keys().cloned().collect(),
        columns => names(columns),
    }
}

/// What a column of a row is called in the table of a file; nothing of what every row has, and of what is before it.
fn of_row(name: &str, within: Option<&str>) -> Option<String> {
    let of_every_row = ["@key", "@index", "@file", "@row", "none"].contains(&name);
    if of_every_row || name.starts_with("preceding ") {
        return None;
    }
    Some(match (name.strip_prefix('^'), within) {
        (Some(name), _) => name.to_owned(),
        (None, Some(list)) => format!("{list}[*].{name}"),
        (None, None) => name.to_owned(),
    })
}

/// The columns of parts.
fn of_parts(parts: &Value, within: Option<&str>) -> Vec<String> {
    let list = parts.get("list").and_then(Value::as_str).unwrap_or_default();
    let mut columns: Vec<String> = of_row(list, within).into_iter().collect();
    for name in names(parts.get("columns")) {
        match name.strip_suffix("[*]") {
            _ if name == "." => {}
            Some(beside) => columns.extend(of_row(beside, within)),
            // Of lists within lists no more is known than that they are there.
            None if within.is_none() => columns.push(format!("{list}[*].{name}")),
            None => {}
        }
    }
    columns
}

/// Whether a table has a column, or what a path into one begins with.
fn has(table: &Table, name: &str) -> bool {
    column(table, name).is_some()
}

fn column<'t>(table: &'t Table, name: &str) -> Option<&'t Column> {
    let named =
        |name: &str| table.columns.iter().chain(&table.nested).find(|column| column.name == name);
    named(name).or_else(|| {
        let (start, rest) = name.split_once('[')?;
        (!rest.starts_with('*')).then(|| named(start)).flatten()
    })
}

/// Whether all labels of a file have a meaning in a preset.
fn labels_are_known(
    labels: &Value,
    said: &Map<String, Value>,
    looked: &Looked,
    within: Option<&str>,
) -> bool {
    let of_columns = |key: &str| said.get("columns").and_then(|columns| columns.get(key));
    let own = [of_columns("gold"), of_columns("label")].into_iter().flatten();
    let own = own.filter_map(Value::as_str).filter_map(|name| of_row(name, within));
    let of_parts = said.get("parts").and_then(|parts| {
        let gold = parts.get("columns")?.get("gold")?.as_str()?;
        let list = parts.get("list")?.as_str()?;
        Some(match gold.strip_suffix("[*]") {
            Some(beside) => beside.to_owned(),
            None => format!("{list}[*].{gold}"),
        })
    });
    let columns = own.chain(of_parts).filter_map(|name| column(&looked.table, &name));
    columns.flat_map(|column| &column.cells).all(|cell| match cell {
        Cell::Empty | Cell::Nested => true,
        Cell::Text(label) => judgment(labels, label).is_some(),
        Cell::List(members) => {
            members.iter().all(|label| label.is_empty() || judgment(labels, label).is_some())
        }
    })
}

/// Whether a file has one of the tags that a preset gives other names, where it does that.
fn has_a_tag(phenomena: Option<&Value>, columns: &[String], looked: &Looked) -> bool {
    let renamed = phenomena.and_then(|said| said.get("rename")).and_then(Value::as_object);
    let Some(renamed) = renamed else { return true };
    let file = looked.path.file_stem().unwrap_or_default().to_string_lossy();
    let has = |text: &str| {
        renamed.keys().any(|tag| tag.contains(char::is_alphabetic) && text.contains(tag))
    };
    let all_marks = !renamed.keys().any(|tag| tag.contains(char::is_alphabetic));
    all_marks
        || columns.iter().any(|name| match name.as_str() {
            "@file" => has(&file),
            name => looked.table.column(name).is_some_and(|column| column.texts().any(has)),
        })
}

/// The columns of a preset's id, as far as they are columns.
pub(super) fn id(said: &Map<String, Value>) -> Vec<String> {
    names(said.get("columns").and_then(|columns| columns.get("id")))
}

/// One column of a preset.
pub(super) fn column_of(said: &Map<String, Value>, role: &str) -> Option<String> {
    let name = said.get("columns")?.get(role)?.as_str()?;
    (name != "none").then(|| name.to_owned())
}

/// All columns that a preset reads at the top of a row.
pub(super) fn columns(said: &Map<String, Value>) -> Vec<String> {
    let phenomena = said.get("phenomena");
    let one_hot = phenomena.and_then(|said| said.get("one-hot")).and_then(Value::as_object);
    let mut columns = names(said.get("columns"));
    columns.extend(phenomena.map(|said| tag_columns(said.get("columns"))).unwrap_or_default());
    columns.extend(one_hot.into_iter().flat_map(Map::keys).cloned());
    columns
}

/// Says a preset in a config.
pub(super) fn say(preset: &Preset, layout: &Layout, draft: &mut Draft) {
    let Preset { name, about, .. } = preset;
    draft.comment(format!(
        "Recognised by its columns: {about}. `phenom formats {name}` prints the keys of the preset."
    ));
    draft.set("format", *name);
    Layout { rows: None, ..layout.clone() }.say_details(draft);
}

/// Whether two files are of one preset that calls pairs by their file, or by what they are parts of.
pub(super) fn of_one_dataset(one: &Looked, other: &Looked) -> bool {
    let (Some(preset), Some(of_other)) = (of_pairs(one).one(), of_pairs(other).one()) else {
        return false;
    };
    let columns = preset.pairs.as_ref().and_then(|said| said.get("columns"));
    let by_file = columns.is_some_and(|columns| {
        names(columns.get("id")).iter().any(|name| name == "@file")
            || columns.get("whole").is_some()
    });
    by_file && preset.name == of_other.name
}

/// A column of zeros and ones of a preset in which another number stands, and that.
pub(super) fn stray(preset: &Preset, table: &Table) -> Option<(String, String)> {
    let one_hot = preset.pairs.as_ref()?.get("phenomena")?.get("one-hot")?.as_object()?;
    one_hot.keys().find_map(|name| {
        let values = table.column(name)?.values(4)?;
        let stray = values.into_keys().find(|value| !["0", "1"].contains(value))?;
        stray.parse::<f64>().is_ok().then(|| (name.clone(), stray.to_owned()))
    })
}
