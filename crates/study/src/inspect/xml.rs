//! XML as a table: which of its elements are rows. What is in them the reader says.

use std::collections::BTreeMap;
use std::path::Path;

use phenom_dataset::{ProblemKind, SampledTable};

use super::layout::{BOUNDS, HEAD, Layout, Written};
use super::sample::Sample;
use super::table::{Cell, Column, Table};

/// The attributes of a `<pair>` of RTE that hold the judgment.
const JUDGMENTS: [&str; 2] = ["@entailment", "@value"];

/// The most kinds of elements that are tried.
const MOST_KINDS: usize = 8;

/// The table in a file; nothing if no element is repeated that has attributes or elements in it.
///
/// # Errors
/// If the file is not well-formed.
pub(super) fn table(path: &Path, sample: &Sample) -> Result<Option<(Layout, Table)>, ProblemKind> {
    let mut best: Option<(usize, Layout)> = None;
    for name in repeated(sample.lines()) {
        let rows = Some(name);
        let layout = Layout { written: Written::Xml, rows, ..Layout::default() };
        let filled = filled(&layout.read(path, &HEAD)?);
        if filled > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((filled, layout));
        }
    }
    let Some((_, layout)) = best else { return Ok(None) };
    let read = layout.read(path, &BOUNDS)?;
    if is_rte(&layout, &read) {
        return Ok(Some(pairs_of_rte(read)));
    }
    Ok(Some((layout, read.into())))
}

/// The names of the elements in a text that have attributes or begin with an element, in the order in which they begin;
/// those that are there once only if no other are.
fn repeated(text: &str) -> Vec<String> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (at, _) in text.match_indices('<') {
        let Some((tag, after)) = text[at + 1..].split_once('>') else { break };
        let end = tag.find(|letter: char| letter.is_whitespace() || letter == '/');
        let name = &tag[..end.unwrap_or(tag.len())];
        let after = after.trim_start();
        let holds_more = tag.contains('=') || (after.starts_with('<') && !after.starts_with("</"));
        if name.starts_with(char::is_alphabetic) && holds_more {
            let count = counts.entry(name).or_insert((at, 0));
            count.1 += 1;
        }
    }
    let mut names: Vec<(usize, &str, usize)> =
        counts.into_iter().map(|(name, (at, count))| (at, name, count)).collect();
    names.sort_unstable();
    if names.iter().any(|(.., count)| *count > 1) {
        names.retain(|(.., count)| *count > 1);
    }
    names.into_iter().take(MOST_KINDS).map(|(_, name, _)| name.to_owned()).collect()
}

/// How many cells hold something.
fn filled(read: &SampledTable) -> usize {
    let cells = read.columns.iter().flat_map(|(_, cells)| cells);
    cells.filter(|cell| **cell != Cell::Empty).count()
}

fn is_rte(layout: &Layout, read: &SampledTable) -> bool {
    let has = |name: &str| read.columns.iter().any(|(column, _)| column == name);
    layout.rows.as_deref() == Some("pair")
        && has("@id")
        && ((has("t") && has("h")) || JUDGMENTS.into_iter().any(has))
}

/// The pairs of RTE, of which the reader of this format needs no columns.
fn pairs_of_rte(read: SampledTable) -> (Layout, Table) {
    let table = Table::from(read);
    let column = |name: &str, attributes: &[&str]| {
        let columns = attributes.iter().filter_map(|attribute| table.column(attribute));
        let columns: Vec<&Column> = columns.collect();
        let cell = |row: usize| {
            let mut cells = columns.iter().map(|column| &column.cells[row]);
            cells.find(|cell| **cell != Cell::Empty).cloned().unwrap_or(Cell::Empty)
        };
        Column { name: name.to_owned(), cells: (0..table.rows).map(cell).collect() }
    };
    let columns = vec![column("id", &["@id"]), column("gold", &JUDGMENTS)];
    let layout = Layout { written: Written::RteXml, ..Layout::default() };
    (layout, Table { columns, ..table })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::looked::looked;

    #[test]
    fn pairs_of_rte_are_known_by_their_attributes() {
        let text = "<entailment-corpus>\n<pair id=\"1\" entailment='YES' task=\"IE\"><t>a > b</t><h>a</h></pair>\n\
                    <pair\n value=\"NO\" id=\"2\"><t>c</t><h>d</h></pair></entailment-corpus>";
        let read = looked(text, "xml").unwrap();
        assert_eq!(read.layout.written, Written::RteXml);
        assert_eq!(read.table.columns[0].texts().collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(read.table.columns[1].texts().collect::<Vec<_>>(), ["YES", "NO"]);
        assert!(looked("<a/>", "xml").is_err());
    }

    #[test]
    fn rows_are_the_elements_that_hold_the_most() {
        let item = |number| {
            format!(
                "<item n=\"{number}\"><premise>A <b>man</b> {number}.</premise><claim>It.</claim>\
                 <label>yes</label></item>"
            )
        };
        let items: String = (0..4).map(item).collect();
        let text = format!("<set v=\"1\"><part name=\"x\">{items}</part><part name=\"y\"/></set>");
        let read = looked(&text, "xml").unwrap();
        assert_eq!((read.layout.rows.as_deref(), read.table.rows), (Some("item"), 4));
        assert_eq!(read.table.names(), ["@n", "premise", "claim", "label"]);
        assert_eq!(read.table.column("premise").unwrap().cells[1].text(), Some("A man 1."));
    }
}
