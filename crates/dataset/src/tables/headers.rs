//! The columns of a file held to those that a reader wants: where they stand, and what else the file
//! may be if they are not there.

use std::collections::{HashMap, HashSet};

use super::ColumnRequest;
use crate::wording::{quoted, shown, yaml};
use crate::{Judgment, LabelScheme, MissingColumn, ProblemKind};

/// For each request the position of its column among those of the file; `@2` is the second.
pub(super) fn positions(
    requests: &[ColumnRequest],
    columns: &[String],
) -> Result<Vec<Option<usize>>, ProblemKind> {
    let mut numbers: HashMap<&str, (usize, Option<usize>)> = HashMap::with_capacity(columns.len());
    for (number, column) in columns.iter().enumerate() {
        numbers
            .entry(column)
            .and_modify(|(_, second)| *second = second.or(Some(number)))
            .or_insert((number, None));
    }
    let asked_for: HashSet<&str> = requests.iter().map(|request| request.name.as_str()).collect();
    let by_place = |request: &ColumnRequest| place(&request.name).filter(|at| *at < columns.len());
    let is_there = |request: &&ColumnRequest| {
        numbers.contains_key(request.name.as_str()) || by_place(request).is_some()
    };
    let missing: Vec<MissingColumn> = requests
        .iter()
        .filter(|request| request.required && !is_there(request))
        .map(ColumnRequest::missing)
        .collect();
    if !missing.is_empty() {
        let (available, by_name) = (columns.to_vec(), Vec::new());
        return Err(ProblemKind::MissingColumns { missing, available, by_name });
    }
    requests
        .iter()
        .map(|request| match numbers.get(request.name.as_str()) {
            Some((first, Some(second))) => Err(named_twice(request, *first, *second)),
            Some((position, None)) => Ok(Some(*position)),
            None if by_place(request).is_some() => Ok(by_place(request)),
            None => match misspelt(request, &asked_for, columns) {
                Some(column) => {
                    let (column, role) = (column.to_owned(), request.role);
                    Err(ProblemKind::MisspeltColumn { column, role })
                }
                None => Ok(None),
            },
        })
        .collect()
}

/// Names by which a config can ask for each column: its own, or its place if another column has the name too.
pub(super) fn unambiguous(columns: &[String]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::with_capacity(columns.len());
    columns.iter().for_each(|name| *counts.entry(name).or_insert(0) += 1);
    let by_place = |name: &str| name.starts_with('@') || counts.get(name) > Some(&1);
    let name = |(place, name): (usize, &String)| {
        if by_place(name) { format!("@{place}") } else { name.clone() }
    };
    (1..).zip(columns).map(name).collect()
}

/// The position that `@1`, `@2` and so on name.
pub(super) fn place(name: &str) -> Option<usize> {
    let number: usize = name.strip_prefix('@')?.parse().ok()?;
    number.checked_sub(1)
}

fn named_twice(request: &ColumnRequest, first: usize, second: usize) -> ProblemKind {
    let (first, second) = (first + 1, second + 1);
    let message =
        format!("the columns {first} and {second} are both called {}", quoted(&request.name));
    let help = format!(
        "name one by its position, `columns: {{{}: \"@{first}\"}}`, or rename one",
        request.role
    );
    ProblemKind::Malformed { message, help: Some(help) }
}

/// A column that nothing reads and that is a slip of the pen away from one that may be absent:
/// without `origin`, say, every monothematic pair would pass for an original.
fn misspelt<'c>(
    request: &ColumnRequest,
    asked_for: &HashSet<&str>,
    columns: &'c [String],
) -> Option<&'c str> {
    let wanted = request.name.to_lowercase();
    let slip = |column: &&String| {
        column.len().abs_diff(wanted.len()) <= 4
            && !asked_for.contains(column.as_str())
            && strsim::osa_distance(&column.to_lowercase(), &wanted) <= 1
    };
    columns.iter().filter(|_| wanted.len() > 3).find(slip).map(String::as_str)
}

/// What the file is where its first row lacks the wanted columns because it is something else than
/// a header with this delimiter.
pub(super) fn no_header(
    columns: &[String],
    requests: &[ColumnRequest],
    delimiter: u8,
) -> Option<ProblemKind> {
    let wanted = |name: &str| requests.iter().any(|request| request.name == name.trim());
    if columns.iter().any(|column| wanted(column)) {
        return None;
    }
    other_delimiter(columns, delimiter, wanted).or_else(|| first_row_of_data(columns, requests))
}

/// The delimiters that files have, as messages call what they separate and as a config has them.
const DELIMITERS: [(char, &str, &str); 4] = [
    (',', "commas", "`delimiter: \",\"`"),
    (';', "semicolons", "`delimiter: \";\"`"),
    ('\t', "tabs", "`delimiter: \"\\t\"` or `format: tsv`"),
    ('|', "vertical bars", "`delimiter: \"|\"`"),
];

fn other_delimiter(
    columns: &[String],
    delimiter: u8,
    wanted: impl Fn(&str) -> bool,
) -> Option<ProblemKind> {
    let parts = |other: char| columns.iter().flat_map(move |column| column.split(other));
    let unquoted = |name: &str| wanted(name.trim().trim_matches('"'));
    let (_, separated, key) = DELIMITERS
        .iter()
        .filter(|(other, ..)| *other != char::from(delimiter))
        .find(|(other, ..)| parts(*other).any(unquoted))?;
    let by = DELIMITERS.iter().find(|(known, ..)| *known == char::from(delimiter));
    let by = by.map_or("the delimiter".to_owned(), |(_, name, _)| (*name).to_owned());
    let message = format!("the header is separated by {separated}, but the config expects {by}");
    Some(ProblemKind::Malformed { message, help: Some(format!("set {key} in the config")) })
}

/// A row in which something cannot be the name of a column.
fn first_row_of_data(columns: &[String], requests: &[ColumnRequest]) -> Option<ProblemKind> {
    let label = |cell: &str| {
        let judgment = Judgment::ALL.iter().any(|judgment| judgment.name() == cell);
        judgment || !LabelScheme::naming(cell).is_empty()
    };
    let is_data = |cell: &&String| {
        !cell.is_empty() && (cell.parse::<f64>().is_ok() || cell.len() > 100 || label(cell))
    };
    let cell = columns.iter().find(is_data)?;
    let needed =
        requests.iter().filter(|request| request.required).map(|request| request.name.as_str());
    let needed: Vec<&str> = needed.take(3).collect();
    let message = format!(
        "the first row is not a header: it has no column {}, and {} looks like data",
        quoted(needed.first().copied().unwrap_or_default()),
        quoted(cell)
    );
    let help = format!(
        "write the names of the columns on the first line, or in the config in the order of the file: `header: [{}, \
         ...]`",
        needed.iter().map(|name| yaml(&shown(name)).into_owned()).collect::<Vec<_>>().join(", ")
    );
    Some(ProblemKind::Malformed { message, help: Some(help) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::CellKind;

    fn requests() -> Vec<ColumnRequest> {
        let request = |name: &str, required| {
            let (name, kind) = (name.to_owned(), CellKind::Text);
            ColumnRequest { name, role: "id", required, kind }
        };
        vec![request("id", true), request("gold", true), request("origin", false)]
    }

    fn columns(names: &str) -> Vec<String> {
        names.split(',').map(str::to_owned).collect()
    }

    fn said(names: &str) -> Option<String> {
        let kind = no_header(&columns(names), &requests(), b',')?;
        Some(format!("{kind}; {}", kind.help().unwrap_or_default()))
    }

    #[test]
    fn columns_are_found_and_a_slip_of_the_pen_is_told() {
        let found = positions(&requests(), &columns("gold,x,id"));
        assert_eq!(found, Ok(vec![Some(2), Some(0), None]));
        let slip = positions(&requests(), &columns("id,gold,Orgin")).unwrap_err();
        assert!(slip.to_string().contains("`Orgin`; is it `id`"), "{slip}");
        let absent = positions(&requests(), &columns("id,x")).unwrap_err();
        assert!(absent.to_string().starts_with("there is no column `gold`"), "{absent}");
    }

    #[test]
    fn a_header_with_another_delimiter_names_it() {
        let semicolons = said("id;gold;text").unwrap();
        assert!(
            semicolons.contains("separated by semicolons, but the config expects commas"),
            "{semicolons}"
        );
        assert!(semicolons.contains("`delimiter: \";\"`"), "{semicolons}");
        assert!(
            said("\"id\"\t\"gold\"").unwrap().contains("`delimiter: \"\\t\"` or `format: tsv`")
        );
        assert!(said("pair|gold").unwrap().contains("vertical bars"));
        // A comma within a name of a file with semicolons.
        assert!(said("id;text, tokenized;gold").unwrap().contains("semicolons"));
    }

    #[test]
    fn a_first_row_of_data_is_told_from_a_header_with_other_names() {
        for data in ["1,entailment", "a,NO", "x,0.5", &"long ".repeat(30)] {
            assert!(
                said(data).is_some_and(|message| message.contains("`header: [id, gold, ...]`")),
                "{data}"
            );
        }
        for header in ["pair,label", "id,label", "id,1", "a;b"] {
            assert_eq!(said(header), None, "{header}");
        }
    }

    #[test]
    fn a_name_of_two_columns_is_an_error_where_it_is_asked_for() {
        let mut columns: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
        columns.extend(["7", "id", "gold"].map(str::to_owned));
        assert_eq!(positions(&requests(), &columns), Ok(vec![Some(100_001), Some(100_002), None]));
        columns.push("gold".to_owned());
        let twice = positions(&requests(), &columns).unwrap_err();
        assert_eq!(twice.to_string(), "the columns 100003 and 100004 are both called `gold`");
    }
}
