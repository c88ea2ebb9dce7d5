//! Comma- and tab-separated values, read with the csv crate, which coerces nothing.

use std::borrow::Cow;
use std::io::BufRead;

use csv::{ByteRecord, ReaderBuilder};

use super::ahead::ahead;
use super::headers::{no_header, positions, unambiguous};
use super::lines::{Layout, Lines};
use super::sample::{SampledCell, Sampler};
use super::{Cells, ColumnRequest, Header, Ragged, TableOptions, tidied};
use crate::ProblemKind;
use crate::input::{Fatal, Input, utf8};
use crate::string_table::StringColumn;

pub(super) fn for_each_row(
    input: Input,
    delimiter: u8,
    options: &TableOptions,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let mut rows = Rows::open(input, delimiter, options)?;
    let positions = positions(requests, &rows.columns).map_err(|kind| {
        let delimiter = options.delimiter.unwrap_or(delimiter);
        let no_header = match options.header {
            Header::FirstRow => no_header(&rows.columns, requests, delimiter),
            Header::Names(_) | Header::Absent => None,
        };
        (Some(rows.header_line), no_header.unwrap_or(kind))
    })?;
    let places = 0..requests.len();
    let there = places.zip(positions).filter_map(|(place, position)| Some((place, position?)));
    let (places, columns): (Vec<usize>, Vec<(usize, &ColumnRequest)>) =
        there.map(|(place, position)| (place, (position, &requests[place]))).unzip();
    let mut seen = 0;
    let mut visit_all = |block: &Block| {
        seen += block.rows.len() as u64;
        let (mut texts, mut flaws) = (block.cells.iter(), block.flaws.iter().peekable());
        let mut cells: Vec<Option<Cow<'_, str>>> = vec![None; requests.len()];
        for (number, line) in block.rows.iter().enumerate() {
            for (&place, text) in places.iter().zip(texts.by_ref()) {
                cells[place] = (!text.is_empty()).then_some(Cow::Borrowed(text));
            }
            let flaw = flaws.next_if(|(row, _)| *row == number);
            visit(*line, flaw.map_or(Ok(&cells), |(_, flaw)| Err(flaw.clone())));
        }
    };
    let (mut has_more, mut read) = (true, Ok(()));
    let next = || {
        let mut block = Block::default();
        let read = has_more.then(|| rows.fill(&mut block, &columns))?;
        has_more = read.is_ok() && block.is_full();
        Some((block, read))
    };
    ahead(1, next, |(block, of_block)| {
        visit_all(&block);
        read = of_block;
    });
    read.map(|()| seen)
}

/// A block of rows, visited when it is full.
#[derive(Default)]
struct Block {
    /// Their lines.
    rows: Vec<u64>,
    /// What is wrong with some of them, by their number here.
    flaws: Vec<(usize, ProblemKind)>,
    /// The cells of all rows: one for each column that is requested and there, empty if the row has none.
    cells: StringColumn,
}

impl Block {
    fn is_full(&self) -> bool {
        self.rows.len() >= 1 << 11 || self.cells.bytes() >= 1 << 18
    }
}

/// Hands rows with all columns to a sampler, by the names that a config has for them.
pub(super) fn sample(
    input: Input,
    delimiter: u8,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let mut rows = Rows::open(input, delimiter, options)?;
    let names = unambiguous(&rows.columns);
    sampler.header(&names);
    while rows.next()?.is_some() {
        let fields = rows.row();
        let fields =
            fields.and_then(|record| record.iter().map(utf8).collect::<Result<Vec<_>, _>>());
        let more =
            match fields {
                Ok(fields) => sampler.row(names.iter().zip(fields).map(|(name, field)| {
                    (Cow::Borrowed(name.as_str()), SampledCell::of_text(field))
                })),
                Err(_) => sampler.refuse(),
            };
        if more.is_break() {
            return rows.reader.get_ref().problem().map_or(Ok(()), Err);
        }
    }
    Ok(())
}

/// The rows of a file one after the other, below the names of its columns.
struct Rows<'o> {
    reader: csv::Reader<Lines<'o, Box<dyn BufRead + Send>>>,
    record: ByteRecord,
    /// The line of a first record that is a row, as long as nobody asked for it.
    first: Option<u64>,
    columns: Vec<String>,
    /// The line of the header, or of the first row.
    header_line: u64,
    ragged: Ragged,
}

impl<'o> Rows<'o> {
    fn open(input: Input, delimiter: u8, options: &'o TableOptions) -> Result<Self, Fatal> {
        let quoting = options.quoting.unwrap_or(delimiter == b',');
        let delimiter = options.delimiter.unwrap_or(delimiter);
        let layout = Layout {
            delimiter,
            quoting,
            skip_rows: options.skip_rows,
            skip_lines_starting: &options.skip_lines_starting,
        };
        let text = Lines::new(input.text()?, layout);
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .quoting(quoting)
            .has_headers(false)
            .flexible(true)
            .from_reader(text);
        let mut rows = Self {
            reader,
            record: ByteRecord::new(),
            first: None,
            columns: Vec::new(),
            header_line: 1,
            ragged: options.ragged,
        };
        let line = rows.read()?;
        rows.header_line = line.unwrap_or(1);
        match &options.header {
            Header::FirstRow => {
                let names = rows.record.iter().map(|name| Ok(utf8(name)?.trim().to_owned()));
                let names: Result<_, ProblemKind> = names.collect();
                rows.columns = names.map_err(|kind| (line, kind))?;
            }
            Header::Names(names) => (rows.columns, rows.first) = (names.clone(), line),
            Header::Absent => {
                rows.columns = (1..=rows.record.len()).map(|at| format!("@{at}")).collect();
                rows.first = line;
            }
        }
        Ok(rows)
    }

    /// Reads a record, and returns its line; nothing at the end of the file.
    fn read(&mut self) -> Result<Option<u64>, Fatal> {
        match self.reader.read_byte_record(&mut self.record) {
            Ok(true) => {
                let lines = self.reader.get_mut();
                let line = |position: &csv::Position| lines.line(position.byte(), position.line());
                Ok(Some(self.record.position().map_or(0, line)))
            }
            // Quotes are watched where they enclose fields.
            Ok(false) => self.reader.get_ref().problem().map_or(Ok(None), Err),
            Err(error) => Err(fatal(error)),
        }
    }

    /// Goes on to the next row, and returns its line; nothing at the end of the file.
    fn next(&mut self) -> Result<Option<u64>, Fatal> {
        match self.first.take() {
            Some(line) => Ok(Some(line)),
            None => self.read(),
        }
    }

    /// Reads rows until a block is full or the file ends.
    fn fill(
        &mut self,
        block: &mut Block,
        columns: &[(usize, &ColumnRequest)],
    ) -> Result<(), Fatal> {
        while !block.is_full()
            && let Some(line) = self.next()?
        {
            let (row, before) = (block.rows.len(), block.flaws.len());
            block.flaws.extend(self.row().err().map(|kind| (row, kind)));
            for (at, request) in columns {
                let bytes = self.record.get(*at).unwrap_or_default();
                block.cells.push(match utf8(bytes) {
                    Ok(text) => tidied(text, request).unwrap_or_default(),
                    Err(kind) => {
                        // The first that is wrong with a row is told.
                        if block.flaws.len() == before {
                            block.flaws.push((row, kind));
                        }
                        ""
                    }
                });
            }
            block.rows.push(line);
        }
        Ok(())
    }

    /// The row that was gone on to.
    fn row(&self) -> Result<&ByteRecord, ProblemKind> {
        let ragged = ragged(&self.record, self.columns.len(), self.ragged);
        ragged.map_or(Ok(&self.record), Err)
    }
}

/// What is wrong with the number of fields of a row, if anything.
fn ragged(record: &ByteRecord, columns: usize, rule: Ragged) -> Option<ProblemKind> {
    let empty_beyond = || record.iter().skip(columns).all(|field| field.trim_ascii().is_empty());
    if record.len() == columns || (rule == Ragged::Fill && empty_beyond()) {
        return None;
    }
    let message = format!("the row has {} fields, the header has {columns}", record.len());
    let help = if record.len() < columns {
        "check for an unclosed quote or another `delimiter`; `ragged: fill` reads missing fields as empty"
    } else {
        "check for an unclosed quote or another `delimiter`"
    };
    Some(ProblemKind::Malformed { message, help: Some(help.to_owned()) })
}

fn fatal(error: csv::Error) -> Fatal {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => crate::input::unreadable(&error),
        other => (None, ProblemKind::Malformed { message: format!("{other:?}"), help: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::CellKind;

    /// For each row its line and the cells of the columns, or what is wrong.
    fn rows(text: &str, columns: &[&str], options: &TableOptions) -> Result<Vec<String>, Fatal> {
        let request = |name: &&str| {
            let (name, kind) = ((*name).to_owned(), CellKind::Text);
            ColumnRequest { name, role: "id", required: true, kind }
        };
        let requests: Vec<ColumnRequest> = columns.iter().map(request).collect();
        let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned())));
        let mut rows = Vec::new();
        for_each_row(input, b',', options, &requests, |line, row| {
            rows.push(match row {
                Ok(cells) => {
                    let cells: Vec<&str> =
                        cells.iter().map(|cell| cell.as_deref().unwrap_or("-")).collect();
                    format!("{line}: {}", cells.join("+"))
                }
                Err(kind) => format!("{line}: {kind}"),
            });
        })?;
        Ok(rows)
    }

    #[test]
    fn lines_are_those_of_the_file_whatever_ends_them() {
        let text = "a,b\n1,2\n\n3,\"4\n5\"\n6,7\n\n\n8,9\n1\n";
        let expected = ["2: 1+2", "4: 3+4\n5", "6: 6+7", "9: 8+9"];
        let options = TableOptions::default();
        for end in ["\n", "\r\n", "\r"] {
            let found = rows(&text.replace('\n', end), &["a", "b"], &options).unwrap();
            assert_eq!(found.len(), 5);
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(found.replace(end, "\n"), expected, "{end:?}");
            }
            assert_eq!(found[4], "10: the row has 1 fields, the header has 2", "{end:?}");
        }
        // More rows than the csv crate reads at once.
        let many = "a,b\r\n# x\r\n".to_owned() + &"\"1\r\n\",2\r\n# y\r\n".repeat(10_000) + "3\r\n";
        let options =
            TableOptions { skip_lines_starting: vec!["#".to_owned()], ..TableOptions::default() };
        let found = rows(&many, &["a", "b"], &options).unwrap();
        assert_eq!(found[9_999], "30000: 1+2");
        assert_eq!(found[10_000], "30003: the row has 1 fields, the header has 2");
    }

    #[test]
    fn rows_of_a_long_file_come_in_order_with_what_is_wrong_with_each() {
        let row = |at: usize| match at % 1_000 {
            7 => format!("{at}\n"),
            _ => format!("{at},\"b\n{}\"\n", "b".repeat(1 + at % 100)),
        };
        let text: String = (0..9_000).map(row).collect();
        let found = rows(&format!("a,b\n{text}"), &["b", "a"], &TableOptions::default()).unwrap();
        let mut line = 2;
        for (at, found) in found.iter().enumerate() {
            let expected = match at % 1_000 {
                7 => "the row has 1 fields, the header has 2".to_owned(),
                _ => format!("b\n{}+{at}", "b".repeat(1 + at % 100)),
            };
            assert_eq!(*found, format!("{line}: {expected}"));
            line += if at % 1_000 == 7 { 1 } else { 2 };
        }
        assert_eq!(found.len(), 9_000);
        // What ends the file ends it after the rows before.
        let (at, _) =
            rows(&format!("a,b\n{text}\"c"), &["a"], &TableOptions::default()).unwrap_err();
        assert_eq!(at, Some(line));
    }

    #[test]
    fn lines_before_the_table_and_comments_are_no_rows() {
        let comments = vec!["#".to_owned(), "//".to_owned()];
        let options =
            TableOptions { skip_rows: 2, skip_lines_starting: comments, ..TableOptions::default() };
        let text = "A title, \"with a quote\nand a line\n# what\na,b\n// why\n1,2\n";
        assert_eq!(rows(text, &["b"], &options).unwrap(), ["6: 2"]);
        let (line, kind) = rows(text, &["c"], &options).unwrap_err();
        assert_eq!((line, kind.to_string().contains("no column `c`")), (Some(4), true));
    }

    #[test]
    fn columns_are_named_by_their_place() {
        let absent = TableOptions { header: Header::Absent, ..TableOptions::default() };
        assert_eq!(rows("1,2,3\n4,5,6\n", &["@3", "@1"], &absent).unwrap(), ["1: 3+1", "2: 6+4"]);
        let (_, kind) = rows("1,2,3\n", &["@4"], &absent).unwrap_err();
        assert_eq!(
            kind.to_string(),
            "there is no column `@4` (asked for by `columns.id`); the columns are `@1`, `@2`, `@3`"
        );
        let options = TableOptions::default();
        assert_eq!(rows(",x,\n1,2,3\n", &["@1", "x", "@3"], &options).unwrap(), ["2: 1+2+3"]);
        // Twice the same name is an error where the name is meant.
        assert_eq!(rows("a,x,x\n1,2,3\n", &["a", "@3"], &options).unwrap(), ["2: 1+3"]);
        let (line, kind) = rows("a,x,x\n1,2,3\n", &["x"], &options).unwrap_err();
        assert_eq!(
            (line, kind.to_string().as_str()),
            (Some(1), "the columns 2 and 3 are both called `x`")
        );
        assert!(
            kind.help().is_some_and(|help| help.contains("`columns: {id: \"@2\"}`")),
            "{kind:?}"
        );
    }

    #[test]
    fn short_rows_are_filled_where_the_config_says_so() {
        let options = TableOptions { ragged: Ragged::Fill, ..TableOptions::default() };
        let text = "a,b\n1\n2,3\n4,5,,\n6,7,8\n";
        let found = rows(text, &["a", "b"], &options).unwrap();
        let long = "5: the row has 3 fields, the header has 2";
        assert_eq!(found, ["2: 1+-", "3: 2+3", "4: 4+5", long]);
    }
}
