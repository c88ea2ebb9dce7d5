//! Columns whose values name the documents that pairs come from.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::{PairColumns, PairFormat, PairSource};
use phenom_metrics::statistics::FEWEST_CLUSTERS;

use super::looked::Looked;
use super::table::Cell;
use super::usual_words::usual;
use crate::config::DataFile;

/// How many documents there are at the least, for tests by document to be possible.
pub(crate) const FEWEST_DOCUMENTS: usize = FEWEST_CLUSTERS as usize;

/// A column whose values several originals on different texts share.
pub(crate) struct DocumentColumn {
    pub(crate) name: String,
    pub(crate) values: usize,
    pub(crate) originals: usize,
}

/// Whether a column is called as those are whose values name documents.
pub(crate) fn is_document(name: &str) -> bool {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = name.to_ascii_lowercase();
    usual("document").contains(&name.as_str())
        || name.strip_suffix("id").is_some_and(|name| usual("document").contains(&name))
}

/// The columns of a table of pairs that nothing reads and that may name documents; of a large file, as its first rows show.
pub(crate) fn document_columns(file: &DataFile, source: &PairSource) -> Vec<DocumentColumn> {
    let columns = &source.columns;
    let rows_are_pairs = matches!(source.format, PairFormat::Table(_))
        && source.parts.is_none()
        && columns.origin_before.is_none()
        && columns.whole.is_empty();
    let Some(looked) = rows_are_pairs.then(|| Looked::at(&file.path).ok()).flatten() else {
        return Vec::new();
    };
    let table = &looked.table;
    let text = columns.text.first().map_or("text", String::as_str);
    let of_column = |name: &str, row: usize| table.column(name)?.cells.get(row)?.text();
    let origin = columns.origin.as_deref().unwrap_or("origin");
    let is_original = |row: &usize| of_column(origin, *row).is_none_or(str::is_empty);
    let originals: Vec<usize> = (0..table.rows).filter(is_original).collect();
    let found = table
        .columns
        .iter()
        .filter(|column| is_document(&column.name) && !is_read(&column.name, columns));
    let counted = found.filter_map(|column| {
        let mut texts: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
        let value = |row: &usize| column.cells.get(*row).and_then(Cell::text);
        let mut filled = 0;
        for (row, value) in originals.iter().filter_map(|row| Some((*row, value(row)?))) {
            filled += 1;
            texts.entry(value).or_default().insert(of_column(text, row));
        }
        let is_shared = texts.values().any(|texts| texts.len() > 1);
        (is_shared && texts.len() >= FEWEST_DOCUMENTS).then(|| DocumentColumn {
            name: column.name.clone(),
            values: texts.len(),
            originals: filled,
        })
    });
    counted.collect()
}

/// Whether a column is one that the reader takes for something already.
fn is_read(name: &str, columns: &PairColumns) -> bool {
    let named = columns.text.iter().chain(&columns.id).chain(&columns.hypothesis);
    let named = named.chain(&columns.gold).chain(&columns.cluster).chain(&columns.task);
    let attributes = columns.attributes.iter().map(|(_, column)| column);
    let mut named = named.chain(attributes);
    named.any(|column| column == name) || (!columns.only_named && name == "text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_documents_are_known_however_they_are_written() {
        for name in ["doc_id", "Document", "premise-ID", "topic", "source"] {
            assert!(is_document(name), "{name}");
        }
        for name in ["id", "docs", "genre", "split"] {
            assert!(!is_document(name), "{name}");
        }
    }
}
