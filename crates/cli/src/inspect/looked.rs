//! One file, looked at: how it is written down, and the table in it.

use std::path::{Path, PathBuf};

use super::layout::{Layout, Written, ending};
use super::sample::{MOST_BYTES, Sample};
use super::table::Table;
use super::{delimited, json, parquet, rte_xml};
use crate::failure::Failure;

/// A file that was looked at.
#[derive(Debug, Clone)]
pub(super) struct Looked {
    pub(super) path: PathBuf,
    pub(super) layout: Layout,
    pub(super) table: Table,
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
        if parquet::is_parquet(path) {
            let table = parquet::table(path)?;
            let layout = Layout { written: Written::Parquet, ..Layout::default() };
            return Ok(Self { path: path.to_owned(), layout, table });
        }
        let sample = Sample::of(path)?;
        let found = match sample.text.trim_start().chars().next() {
            Some('<') => rte_xml::table(&sample),
            Some('{' | '[') => json::table(&sample, &ending),
            _ => delimited::table(&sample, &ending)
                .or_else(|| delimited::blanks(&sample))
                .or_else(|| delimited::labels(&sample)),
        };
        let Some((layout, table)) = found.filter(|(_, table)| table.rows > 0) else {
            return Err(nothing_in(path, &sample));
        };
        Ok(Self { path: path.to_owned(), layout, table })
    }

    /// The name of the file, as messages and comments show it.
    pub(super) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// How many rows there are, in words.
    pub(super) fn rows(&self) -> String {
        let table = &self.table;
        let pairs = matches!(self.layout.written, Written::RteXml | Written::PhenomJsonl);
        let rows = if pairs { "pairs" } else { "rows" };
        if table.whole {
            format!("{} {rows}", table.rows)
        } else {
            format!("the first {} {rows}", table.rows)
        }
    }
}

fn nothing_in(path: &Path, sample: &Sample) -> Failure {
    let what = match sample.text.trim_start().chars().next() {
        Some('<') => "of XML only that of RTE is looked into, with `<pair>` elements, and it has none".to_owned(),
        Some('{' | '[') if !sample.whole => {
            format!(
                "its first {} MiB hold no whole JSON object, and no more is looked at",
                MOST_BYTES >> 20
            )
        }
        Some('{' | '[') => "it is no JSON with an object for each row, as `to_json(orient=\"records\")` of pandas writes it".to_owned(),
        _ => "no comma, tab, semicolon or bar cuts its lines into as many columns as the first"
            .to_owned(),
    };
    let help = if sample.text.contains("fracas_answer=") {
        "this is FraCaS: `format: fracas` in a config reads it"
    } else if sample.text.trim_start().starts_with('<') {
        "a config can still say how to read it: `format: xml`, `rows:` with the name of the elements that are rows, and \
         `columns:`, as docs/formats.md shows; `phenom init -o phenom.yaml` writes one to start from"
    } else {
        OTHER_HELP
    };
    let message = format!("{}: no rows are found: {what}", path.display());
    Failure::input(message, Some(help.to_owned()))
}

/// What to do with a file in which no rows are found.
const OTHER_HELP: &str = "a config can still say how to read it: `phenom init -o phenom.yaml` writes one to start \
                          from, and `phenom formats` lists the formats";
