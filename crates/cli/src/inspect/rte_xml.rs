//! The pairs in the XML of RTE, found by their tags: a file of which only the beginning is looked at is not
//! well-formed.

use super::layout::{Layout, Written};
use super::sample::Sample;
use super::table::{Cell, Column, MOST_ROWS, Table};

/// The attributes that hold the judgment.
const JUDGMENTS: [&str; 2] = ["entailment", "value"];

/// The table of the pairs; nothing where there is none.
pub(super) fn table(sample: &Sample) -> Option<(Layout, Table)> {
    let mut rows: Vec<Vec<(String, String)>> = Vec::new();
    for tag in sample.text.split("<pair").skip(1).take(MOST_ROWS + 1) {
        if tag.starts_with([' ', '\t', '\r', '\n']) {
            rows.push(attributes(tag.split('>').next().unwrap_or_default()));
        }
    }
    let whole = sample.whole && rows.len() <= MOST_ROWS;
    rows.truncate(MOST_ROWS);
    if rows.is_empty() {
        return None;
    }
    let column = |name: &str, attributes: &[&str]| {
        let cell = |row: &Vec<(String, String)>| {
            let value = row.iter().find(|(key, _)| attributes.contains(&key.as_str()));
            value.map_or(Cell::Empty, |(_, value)| Cell::Text(value.trim().to_owned()))
        };
        Column { name: name.to_owned(), cells: rows.iter().map(cell).collect() }
    };
    let columns = vec![column("id", &["id"]), column("gold", &JUDGMENTS)];
    let layout = Layout { written: Written::RteXml, ..Layout::default() };
    Some((layout, Table { columns, rows: rows.len(), whole, ..Table::default() }))
}

/// The attributes of a tag.
fn attributes(tag: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = tag;
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let Some(quote) = after.chars().next().filter(|quote| "\"'".contains(*quote)) else {
            break;
        };
        let Some((value, next)) = after[1..].split_once(quote) else { break };
        found.push((name.trim().to_owned(), value.to_owned()));
        rest = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_by_their_tags_also_where_the_file_is_cut_off() {
        let text = "<entailment-corpus>\n<pair id=\"1\" entailment='YES' task=\"IE\"><t>a > b</t></pair>\n\
                    <pair\n value=\"NO\" id=\"2\"><t>c</t><pairs/><pair id=";
        let (_, read) = table(&Sample { text: text.to_owned(), whole: false }).unwrap();
        assert_eq!(read.columns[0].texts().collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(read.columns[1].texts().collect::<Vec<_>>(), ["YES", "NO"]);
        assert_eq!(table(&Sample { text: "<a/>".to_owned(), whole: true }), None);
    }
}
