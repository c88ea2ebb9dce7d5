//! Flat rows in CSV, TSV, NDJSON or Parquet: a column for each property that the dataset has, under
//! the name by which `readers/pair_rows.rs` finds it without a mapping.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::common::{annotator_counts, refused};
use crate::readers::TAG_SEPARATOR;
use crate::tables::LIST_SEPARATOR;
use crate::{Dataset, Judgment, TableFormat};

/// A column: its name, and its value in a row.
struct Column<'d> {
    name: &'static str,
    value: Box<dyn Fn(usize) -> Option<String> + 'd>,
}

impl<'d> Column<'d> {
    fn new(name: &'static str, value: impl Fn(usize) -> Option<String> + 'd) -> Self {
        Self { name, value: Box::new(value) }
    }
}

pub(super) fn write(
    dataset: &Dataset,
    format: TableFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = columns(dataset)?;
    match format {
        TableFormat::Csv => delimited(dataset, &columns, b',', out),
        TableFormat::Tsv => delimited(dataset, &columns, b'\t', out),
        TableFormat::Ndjson => ndjson(dataset, &columns, out),
        #[cfg(feature = "tables")]
        TableFormat::Parquet => {
            use crate::tables::{Written, write_parquet};
            let written = columns.iter().map(|column| {
                let value = |row| (column.value)(row).map(Into::into);
                let values = (0..dataset.len()).map(value).collect();
                (column.name.to_owned(), Written::Texts(values))
            });
            write_parquet(written.collect(), Vec::new(), out)
        }
        _ => Err(refused("phenom does not write this format".to_owned())),
    }
}

/// The columns that hold something.
fn columns(dataset: &Dataset) -> io::Result<Vec<Column<'_>>> {
    for separator in [TAG_SEPARATOR, &LIST_SEPARATOR.to_string()] {
        if let Some(tag) = dataset.phenomena().iter().find(|tag| tag.path().contains(separator)) {
            return Err(refused(format!(
                "the phenomenon `{tag}` contains `{separator}`, which separates phenomena in flat rows"
            )));
        }
    }
    let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let mut columns = vec![
        Column::new("id", |row| Some(dataset.id(row).to_owned())),
        Column::new("origin", |row| {
            let part = dataset.monothematic().contains(&row);
            part.then(|| dataset.id(dataset.original_of(row)).to_owned())
        }),
        Column::new("cluster", |row| {
            dataset.declared_cluster(dataset.original_of(row)).map(str::to_owned)
        }),
        Column::new("text", move |row| said(dataset.texts(row)?.0)),
        Column::new("hypothesis", move |row| said(dataset.texts(row)?.1)),
        Column::new("gold", |row| dataset.gold()[row].map(|judgment| judgment.name().to_owned())),
        Column::new("also_gold", move |row| {
            let names: Vec<&str> =
                dataset.also_gold(row).iter().map(|judgment| judgment.name()).collect();
            said(&names.join(TAG_SEPARATOR))
        }),
        Column::new("annotations", |row| {
            let annotations: BTreeMap<&str, Judgment> = dataset.annotations(row).collect();
            json(&annotations, annotations.is_empty())
        }),
        Column::new("annotator_counts", |row| {
            let counts = annotator_counts(dataset, row);
            json(&counts, counts.is_empty())
        }),
        Column::new("weight", |row| dataset.is_weighted().then(|| dataset.weight(row).to_string())),
        Column::new("task", |row| {
            dataset.task().and_then(|task| task.value(row)).map(str::to_owned)
        }),
        Column::new("attributes", |row| {
            let factors = dataset.attributes().iter();
            let attributes: BTreeMap<&str, &str> =
                factors.filter_map(|factor| Some((factor.name(), factor.value(row)?))).collect();
            json(&attributes, attributes.is_empty())
        }),
        Column::new("phenomena", move |row| {
            let tags = dataset.tags(row).iter();
            let tags: Vec<&str> =
                tags.map(|&tag| dataset.phenomena()[tag as usize].path()).collect();
            said(&tags.join(TAG_SEPARATOR))
        }),
        Column::new("rule", |row| dataset.rule(row).and_then(|rule| json(rule, false))),
    ];
    // What a dataset does not have needs no column; id and gold must be there.
    columns.retain(|column| {
        matches!(column.name, "id" | "gold")
            || (0..dataset.len()).any(|row| (column.value)(row).is_some())
    });
    Ok(columns)
}

fn json(value: &impl serde::Serialize, empty: bool) -> Option<String> {
    (!empty).then(|| serde_json::to_string(value).ok()).flatten()
}

fn delimited(
    dataset: &Dataset,
    columns: &[Column<'_>],
    delimiter: u8,
    out: &mut impl Write,
) -> io::Result<()> {
    // TSV has no quoting, so what would need it cannot be written.
    let raw = delimiter == b'\t';
    let style = if raw { csv::QuoteStyle::Never } else { csv::QuoteStyle::Necessary };
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).quote_style(style).from_writer(out);
    writer.write_record(columns.iter().map(|column| column.name)).map_err(io::Error::from)?;
    for row in 0..dataset.len() {
        let record = columns.iter().map(|column| (column.value)(row).unwrap_or_default());
        let record: Vec<String> = record.collect();
        if raw && let Some(cell) = record.iter().find(|cell| cell.contains(['\t', '\n', '\r'])) {
            let id = dataset.id(row);
            return Err(refused(format!(
                "a text of pair `{id}` has a tab or a line end, which TSV cannot contain ({} characters); write CSV, \
                 NDJSON or Parquet",
                cell.chars().count()
            )));
        }
        writer.write_record(record).map_err(io::Error::from)?;
    }
    writer.flush()
}

fn ndjson(dataset: &Dataset, columns: &[Column<'_>], out: &mut impl Write) -> io::Result<()> {
    for row in 0..dataset.len() {
        // A key that must be there is there, even for nothing.
        let values =
            columns.iter().map(|column| (column.name.to_owned(), (column.value)(row).into()));
        let object: serde_json::Map<String, serde_json::Value> = values.collect();
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    }
    Ok(())
}
