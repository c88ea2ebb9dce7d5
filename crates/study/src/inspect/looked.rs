//! One file, looked at: how it is written down, and the table in it.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use phenom_dataset::{ProblemKind, arrow_class_names, parquet_class_names};
use phenom_files::open_regular;
use serde_json::Value;

use super::layout::{BOUNDS, Layout, Written, ending};
use super::long_files::telling;
use super::sample::{MOST_BYTES, Sample};
use super::table::Table;
use super::texts::texts;
use super::{delimited, json, xml};
use crate::failure::Failure;

/// A file that was looked at.
#[derive(Debug, Clone)]
pub(super) struct Looked {
    pub(super) path: PathBuf,
    /// Further files that are one table with it.
    pub(super) more: Vec<PathBuf>,
    pub(super) layout: Layout,
    pub(super) table: Table,
    /// What the numbers in a column stand for, in their order, where the file says it: its classes.
    pub(super) classes: BTreeMap<String, Vec<String>>,
}

impl Looked {
    /// Looks at a file.
    ///
    /// # Errors
    /// Where it cannot be read, or no table is found in it.
    pub(super) fn at(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            let message = format!("{} is a folder", path.display());
            let help = format!("name the files in it: `{}/*`", path.display());
            return Err(Failure::input(message, Some(help)));
        }
        let ending = ending(path);
        let failed =
            |kind: ProblemKind| Failure::input(format!("{}: {kind}", path.display()), kind.help());
        if let Some(written) = columnar(path) {
            let layout = Layout { written, ..Layout::default() };
            let first = layout.read(path, &BOUNDS).map_err(failed)?.into();
            let table = telling(path, &layout, first);
            let classes = match written {
                Written::Parquet => parquet_class_names(path),
                _ => arrow_class_names(path),
            };
            let classes = classes.map_err(failed)?;
            return Ok(Self { path: path.to_owned(), more: Vec::new(), layout, table, classes });
        }
        let sample = Sample::of(path)?;
        let found = match sample.text.trim_start().chars().next() {
            Some('<') => xml::table(path, &sample).map_err(failed)?,
            Some('{' | '[') => json::table(path, &sample, &ending),
            _ => delimited::table(path, &sample, &ending)
                .or_else(|| delimited::blanks(path, &sample))
                .or_else(|| delimited::labels(path, &sample)),
        };
        let Some((layout, first)) = found.filter(|(_, table)| table.rows > 0) else {
            return Err(nothing_in(path, &sample));
        };
        let table = telling(path, &layout, first);
        let classes = BTreeMap::new();
        Ok(Self { path: path.to_owned(), more: Vec::new(), layout, table, classes })
    }

    /// All files of the table.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        std::iter::once(&self.path).chain(&self.more)
    }

    /// The name of the file, as messages and comments show it.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let name = match self.more.len() {
            0 => name.into_owned(),
            more => format!("{name} and {more} more"),
        };
        match self.sheet() {
            Some(sheet) => format!("{name}, sheet {sheet}"),
            None => name,
        }
    }

    /// The name of the sheet of a spreadsheet that has several.
    fn sheet(&self) -> Option<&str> {
        self.layout.rows.as_deref().filter(|_| self.layout.written == Written::Xlsx)
    }

    /// The path by whose words the file is known; of a sheet as if it were a file beside the spreadsheet.
    pub(super) fn called(&self) -> PathBuf {
        match self.sheet() {
            Some(sheet) => self.path.with_file_name(format!("{sheet}.xlsx")),
            None => self.path.clone(),
        }
    }

    /// How many rows there are, in words.
    pub(super) fn rows(&self) -> String {
        let table = &self.table;
        let pairs = matches!(self.layout.written, Written::RteXml | Written::PhenomJsonl);
        let rows = if pairs { "pairs" } else { "rows" };
        match (table.whole, table.sampled) {
            (true, _) => format!("{} {rows}", table.rows),
            (false, true) => format!("all {} {rows} of a sample of the pairs", table.rows),
            (false, false) => format!("the first {} {rows}", table.rows),
        }
    }
}

/// Whether a file holds the texts of pairs.
pub(super) fn holds_texts(looked: &Looked) -> bool {
    let (text, hypothesis) = texts(&looked.table);
    text.is_some() && hypothesis.is_some()
}

/// Whether a file begins as Parquet or Arrow does.
fn columnar(path: &Path) -> Option<Written> {
    let mut start = [0; 4];
    open_regular(path).and_then(|mut file| file.read_exact(&mut start)).ok()?;
    match &start {
        b"PAR1" => Some(Written::Parquet),
        b"ARRO" | b"FEA1" | [0xFF, 0xFF, 0xFF, 0xFF] => Some(Written::Arrow),
        _ => None,
    }
}

fn nothing_in(path: &Path, sample: &Sample) -> Failure {
    let what = match sample.text.trim_start().chars().next() {
        Some('<') => "no element of this XML has attributes or child elements that could be columns".to_owned(),
        Some('{' | '[') if !sample.whole => {
            format!(
                "its first {} MiB contain no complete JSON object, and phenom reads no more",
                MOST_BYTES >> 20
            )
        }
        Some('{') if is_by_id(&sample.text) => "it is one JSON object with a value for each key, and has no rows".to_owned(),
        Some('{' | '[') => "it is not JSON with an object for each row, as `to_json(orient=\"records\")` of pandas \
            writes it".to_owned(),
        _ => "no comma, tab, semicolon or bar splits its lines into as many columns as the first"
            .to_owned(),
    };
    let help = if sample.text.trim_start().starts_with('<') {
        "describe the file in a config: `format: xml`, `rows:` with the name of the elements that are rows, and \
         `columns:`, as docs/formats.md shows; `phenom init -o phenom.yaml` writes one to start from"
    } else if is_by_id(&sample.text) {
        "write a table of the keys and values: `jq -r 'to_entries[] | [.key, .value] | @csv' FILE > OUT.csv`, with a first line \
         `id,label`"
    } else {
        OTHER_HELP
    };
    let message = format!("{}: phenom finds no rows: {what}", path.display());
    Failure::input(message, Some(help.to_owned()))
}

/// Whether a text is one JSON object with a text, number or truth under each key.
fn is_by_id(text: &str) -> bool {
    let scalar = |value: &Value| value.is_string() || value.is_number() || value.is_boolean();
    serde_json::from_str::<serde_json::Map<String, Value>>(text)
        .is_ok_and(|object| object.len() > 1 && object.values().all(scalar))
}

/// What to do with a file in which no rows are found.
const OTHER_HELP: &str = "describe the file in a config: `phenom init -o phenom.yaml` writes one to start from, and \
                          `phenom formats` lists the formats";

/// What a file of a text and an ending is taken for, for tests.
#[cfg(test)]
pub(super) fn looked(text: &str, ending: &str) -> Result<Looked, Failure> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("file.{ending}"));
    std::fs::write(&path, text).unwrap();
    Looked::at(&path)
}
