//! Text with fields between commas, tabs, semicolons, bars or blanks: which of these, and whether there are quotes
//! and a header.

use std::collections::{BTreeSet, HashMap};

use csv::{ReaderBuilder, StringRecord};

use super::labels::MOST_LABELS;
use super::layout::{Layout, Written};
use super::lead;
use super::names::Role;
use super::sample::Sample;
use super::table::{Cell, Column, MOST_COLUMNS, MOST_ROWS, Table, UNNAMED};

/// What can stand between fields, with the format whose delimiter it is.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// So many rows say how a file is written down.
const HEAD_ROWS: usize = 500;

/// The table in a text; nothing where no delimiter cuts its lines into fields.
pub(super) fn table(sample: &Sample, ending: &str) -> Option<(Layout, Table)> {
    let comments = lead::comments(sample.lines(), &DELIMITERS);
    let without = comments.map(|comments| lead::without(sample.lines(), comments));
    let text = without.as_deref().unwrap_or(sample.lines());
    let found = delimiter(text, ending).map(|found| (0, text, found));
    let after_lines = || {
        lead::rests(text).find_map(|(skipped, rest)| {
            let found = delimiter(rest, ending).filter(|_| !rest.starts_with(['\n', '\r']))?;
            is_even(rest, found).then_some((skipped, rest, found))
        })
    };
    let (skipped, text, (delimiter, quoting)) = found.or_else(after_lines)?;
    let rows = rows(text, delimiter, quoting, MOST_ROWS + 1);
    let default_quoting = delimiter != b'\t';
    let mut layout = Layout {
        written: if delimiter == b'\t' { Written::Tsv } else { Written::Csv },
        delimiter: (!matches!(delimiter, b',' | b'\t')).then_some(char::from(delimiter)),
        quoting: (quoting != default_quoting).then_some(quoting),
        skipped,
        comments,
        ..Layout::default()
    };
    let whole = sample.whole && rows.len() <= MOST_ROWS;
    let table = with_header(rows, whole, &mut layout)?;
    Some((layout, table))
}

/// Whether all rows have the fields of the first.
fn is_even(text: &str, (delimiter, quoting): (u8, bool)) -> bool {
    let head = rows(text, delimiter, quoting, HEAD_ROWS);
    let width = head.first().map_or(0, StringRecord::len);
    head.iter().all(|row| row.len() == width)
}

/// One label a line, below a name or not.
pub(super) fn labels(sample: &Sample) -> Option<(Layout, Table)> {
    let mut lines: Vec<&str> = sample.lines().lines().map(str::trim).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let whole = sample.whole && lines.len() <= MOST_ROWS;
    lines.truncate(MOST_ROWS);
    let (first, rest) = lines.split_first()?;
    let below: BTreeSet<&str> = rest.iter().copied().collect();
    let named = !below.contains(first)
        && (Role::Answer.rank(first).is_some() || Role::Gold.rank(first).is_some());
    let rows = if named { rest } else { &lines };
    let labels: BTreeSet<&str> = rows.iter().copied().collect();
    let few = labels.len() <= MOST_LABELS && labels.len() < rows.len();
    if !few || labels.iter().any(|label| label.is_empty() || label.chars().count() > LONGEST_LABEL)
    {
        return None;
    }
    let name = if named { *first } else { "label" };
    let cells = rows.iter().map(|label| Cell::Text((*label).to_owned())).collect();
    let columns = vec![Column { name: name.to_owned(), cells }];
    let header = if named { Vec::new() } else { vec![name.to_owned()] };
    let layout = Layout { written: Written::Csv, header, ..Layout::default() };
    Some((layout, Table { columns, rows: rows.len(), whole, ..Table::default() }))
}

/// A label is a word or a few.
const LONGEST_LABEL: usize = 40;

/// Runs of blanks between fields, as in the run files of RTE: an id, a label, perhaps a number.
pub(super) fn blanks(sample: &Sample) -> Option<(Layout, Table)> {
    let lines = sample.lines().lines().filter(|line| !line.trim().is_empty());
    let ranked =
        |line: &str| line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("ranked"));
    let words = lines.filter(|line| !ranked(line)).map(|line| line.split_whitespace().collect());
    let rows: Vec<Vec<&str>> = words.take(MOST_ROWS + 1).collect();
    let width = rows.first()?.len();
    if !(2..=3).contains(&width) || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let whole = sample.whole && rows.len() <= MOST_ROWS;
    let rows = &rows[..rows.len().min(MOST_ROWS)];
    let names = ["id", "label", "confidence"];
    let columns = names.iter().take(width).enumerate().map(|(at, name)| Column {
        name: (*name).to_owned(),
        cells: rows.iter().map(|row| Cell::Text(row[at].to_owned())).collect(),
    });
    let table = Table { columns: columns.collect(), rows: rows.len(), whole, ..Table::default() };
    let labels = table.columns[1].values(MOST_LABELS)?;
    let is_run = table.columns[0].is_unique() && rows.len() > labels.len();
    let layout = Layout {
        written: Written::Blanks,
        header: names.iter().take(width).map(|name| (*name).to_owned()).collect(),
        ..Layout::default()
    };
    is_run.then_some((layout, table))
}

/// The delimiter that cuts the lines best, and whether quotes enclose fields.
fn delimiter(text: &str, ending: &str) -> Option<(u8, bool)> {
    let usual = if matches!(ending, "tsv" | "tab") { b'\t' } else { b',' };
    let mut best: Option<(f64, bool, usize, u8, bool)> = None;
    for delimiter in DELIMITERS {
        for quoting in [delimiter != b'\t', delimiter == b'\t'] {
            let head = rows(text, delimiter, quoting, HEAD_ROWS);
            let width = head.first().map_or(0, StringRecord::len);
            if width < 2 || (quoting && !quotes_are_sound(text, delimiter)) {
                continue;
            }
            let even = head.iter().filter(|row| row.len() == width).count();
            let share = even as f64 / head.len() as f64;
            let found = (share, delimiter == usual, width, delimiter, quoting);
            let better = |(share, is_usual, width, ..): (f64, bool, usize, u8, bool)| {
                (found.0, found.1, found.2) > (share, is_usual, width)
            };
            if best.is_none_or(better) {
                best = Some(found);
            }
        }
    }
    let (share, _, _, delimiter, quoting) = best?;
    // A sentence with a comma in it is no row.
    (share > 0.5).then_some((delimiter, quoting || doubled_quotes(text, delimiter, quoting)))
}

/// Whether fields of a file that could do without quoting hold doubled quotes within quotes.
fn doubled_quotes(text: &str, delimiter: u8, quoting: bool) -> bool {
    !quoting
        && quotes_are_sound(text, delimiter)
        && text.lines().take(HEAD_ROWS).flat_map(|line| line.split(char::from(delimiter))).any(
            |field| {
                let inside = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
                inside.is_some_and(|inside| inside.contains("\"\""))
            },
        )
}

/// Whether every quote that opens a field closes it.
fn quotes_are_sound(text: &str, delimiter: u8) -> bool {
    let ends_field =
        |byte: Option<&u8>| byte.is_none_or(|byte| *byte == delimiter || b"\r\n".contains(byte));
    let bytes = text.as_bytes();
    let (mut at, mut starts) = (0, true);
    while let Some(byte) = bytes.get(at) {
        if *byte != b'"' || !starts {
            starts = ends_field(Some(byte));
            at += 1;
            continue;
        }
        at += 1;
        loop {
            let Some(found) = text.get(at..).and_then(|rest| rest.find('"')) else { return false };
            at += found + 1;
            if bytes.get(at) != Some(&b'"') {
                break;
            }
            at += 1;
        }
        if !ends_field(bytes.get(at)) {
            return false;
        }
    }
    true
}

/// Up to so many rows.
fn rows(text: &str, delimiter: u8, quoting: bool, most: usize) -> Vec<StringRecord> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(quoting)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    reader.records().take(most).map_while(Result::ok).collect()
}

fn with_header(mut rows: Vec<StringRecord>, whole: bool, layout: &mut Layout) -> Option<Table> {
    let first = rows.first()?.clone();
    let width = first.len();
    let ragged = rows.iter().skip(1).filter(|row| row.len() != width).count();
    layout.ragged = ragged;
    rows.retain(|row| row.len() == width);
    let header: Vec<String> = if is_header(&rows) {
        rows.remove(0);
        named(&first)
    } else {
        layout.header = (1..=width).map(|number| format!("{UNNAMED}{number}")).collect();
        layout.header.clone()
    };
    rows.truncate(MOST_ROWS);
    let cell = |text: &str| match text.trim() {
        "" => Cell::Empty,
        text => Cell::Text(text.to_owned()),
    };
    layout.unseen = width.saturating_sub(MOST_COLUMNS);
    let columns = header.into_iter().take(MOST_COLUMNS).enumerate().map(|(at, name)| Column {
        name,
        cells: rows.iter().map(|row| cell(row.get(at).unwrap_or_default())).collect(),
    });
    Some(Table { columns: columns.collect(), rows: rows.len(), whole, ..Table::default() })
}

/// The names in a header; of columns whose name says nothing to a config, their place.
fn named(header: &StringRecord) -> Vec<String> {
    let names: Vec<&str> = header.iter().map(str::trim).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    names.iter().for_each(|name| *counts.entry(*name).or_insert(0) += 1);
    let by_place =
        |name: &str| name.starts_with('@') || counts.get(name).is_some_and(|count| *count > 1);
    let name = |(place, name): (usize, &&str)| {
        if by_place(name) { format!("@{place}") } else { (*name).to_owned() }
    };
    (1..).zip(&names).map(name).collect()
}

/// Whether the first row names the columns: where those below hold numbers, or a few words again and again, it does
/// not hold one of these.
fn is_header(rows: &[StringRecord]) -> bool {
    let Some((first, rest)) = rows.split_first() else { return false };
    let (mut fits, mut differs) = (0, 0);
    for (at, name) in first.iter().enumerate() {
        let name = name.trim();
        let below = || {
            rest.iter().filter_map(|row| row.get(at)).map(str::trim).filter(|cell| !cell.is_empty())
        };
        let is_number = |cell: &str| cell.parse::<f64>().is_ok();
        let words: BTreeSet<&str> = below().take(1_000).collect();
        let typed = if below().next().is_some() && below().all(is_number) {
            is_number(name)
        } else if words.len() <= MOST_LABELS && rest.len() >= 2 * words.len().max(1) {
            words.contains(name)
        } else {
            continue;
        };
        if typed {
            fits += 1;
        } else {
            differs += 1;
        }
    }
    // Numbers in order are the header that pandas makes for columns without names.
    let numbers = first.iter().filter_map(|name| name.trim().parse::<usize>().ok());
    let in_order = numbers.enumerate().all(|(place, number)| place == number);
    fits == 0 || differs >= fits || (differs > 0 && in_order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, ending: &str) -> (Layout, Table) {
        table(&Sample { text: text.to_owned(), whole: true }, ending).unwrap()
    }

    #[test]
    fn the_delimiter_is_the_one_that_cuts_all_lines_alike() {
        let (layout, read) = of("id;text;gold\n1;\"a; b, c\";YES\n2;d, e;NO\n", "csv");
        assert_eq!(
            (layout.delimiter, layout.quoting, &layout.header[..]),
            (Some(';'), None, &[][..])
        );
        assert_eq!(read.column("text").unwrap().cells[0].text(), Some("a; b, c"));
        let (layout, _) = of("id\ttext\n1\ta, b\n2\tc, d\n", "txt");
        assert_eq!((layout.written, layout.delimiter, layout.quoting), (Written::Tsv, None, None));
        assert_eq!(table(&Sample { text: "one\ntwo\n".to_owned(), whole: true }, "csv"), None);
    }

    #[test]
    fn a_table_may_stand_below_lines_of_its_own_and_between_comments() {
        let (layout, read) = of("My results\n\nid,gold\n1,YES\n2,NO\n", "csv");
        assert_eq!((layout.skipped, read.names(), read.rows), (2, vec!["id", "gold"], 2));
        let (layout, read) = of("# made by me\nid;gold\n1;YES\n# half way\n2;NO\n", "csv");
        assert_eq!((layout.comments, layout.delimiter, read.rows), (Some("#"), Some(';'), 2));
    }

    #[test]
    fn one_label_may_stand_on_each_line() {
        let of = |text: &str| labels(&Sample { text: text.to_owned(), whole: true });
        let (layout, read) = of("entailment\nneutral\nentailment\n").unwrap();
        assert_eq!((layout.header, read.rows), (vec!["label".to_owned()], 3));
        let (layout, read) = of("prediction\nYES\nNO\nYES\n").unwrap();
        assert!(layout.header.is_empty());
        assert_eq!((read.names(), read.rows), (vec!["prediction"], 3));
        assert_eq!(of("some words\nand more\n"), None);
    }

    #[test]
    fn raw_quotes_and_quoted_fields_are_told_apart() {
        let raw = "id\ttext\n1\t\"He said so\" yesterday\n2\t\"open\n";
        assert_eq!(of(raw, "tsv").0.quoting, None);
        let quoted = "id\ttext\n1\t\"He \"\"said\"\" so\"\n2\tb\n";
        assert_eq!(of(quoted, "tsv").0.quoting, Some(true));
        let with_tabs = "id\ttext\n1\t\"a\tb\"\n2\tb\n3\tc\n";
        assert_eq!(of(with_tabs, "tsv").0.quoting, Some(true));
        let raw = "id,text\n1,\"He said so\" yesterday\n2,\"open\n";
        assert_eq!(of(raw, "csv").0.quoting, Some(false));
    }

    #[test]
    fn a_first_row_like_the_others_is_no_header() {
        let (layout, read) =
            of("747\tNO\tNo\t0.3\n795\tYES\tYes\t0.35\n60\tYES\tYes\t0.1\n61\tNO\tYes\t1\n", "txt");
        assert_eq!(layout.header, ["column-1", "column-2", "column-3", "column-4"]);
        assert_eq!(read.rows, 4);
        let (layout, read) = of("\tlabel\n0\tYES\n1\tNO\n", "tsv");
        assert!(layout.header.is_empty());
        assert_eq!((read.names(), read.rows), (vec!["", "label"], 2));
        assert!(of("id,label\na1,YES\na2,NO\n", "csv").0.header.is_empty());
        assert!(of("id,0,1\n1,0.5,0.5\n2,0.1,0.9\n3,0.2,0.8\n", "csv").0.header.is_empty());
    }

    #[test]
    fn the_runs_of_rte_have_blanks_between_fields() {
        let of = |text: &str| blanks(&Sample { text: text.to_owned(), whole: true });
        let (layout, read) = of("ranked: yes\n1 YES 0.5\n2  NO 0.1\n3 NO 0.0\n").unwrap();
        assert_eq!(
            (layout.header, read.rows),
            (["id", "label", "confidence"].map(str::to_owned).to_vec(), 3)
        );
        assert_eq!(of("some words\nof a text that\n"), None);
    }
}
