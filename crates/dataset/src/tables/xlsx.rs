//! Spreadsheets (.xlsx): the rows of a sheet, read with calamine one after the other. A date is its ISO text, a whole
//! number has no fraction, and an error such as `#N/A` is an empty cell.

use std::borrow::Cow;
use std::io::Cursor;

use calamine::{DataRef, Xlsx, XlsxCellReader};

use super::headers::{positions, unambiguous};
use super::sample::{SampledCell, Sampler};
use super::workbook::{self, Workbook, corrupted};
use super::{Cells, ColumnRequest, Flawed, Header, TableOptions, cells_of, guard, tidied};
use crate::ProblemKind;
use crate::input::{Fatal, Input};

/// A row by its number, with the cells that are filled by the numbers of their columns.
type Numbered<T> = (u64, Vec<(usize, T)>);

/// So many rows say what a sheet holds.
const HEAD_ROWS: usize = 40;

/// The most columns that a sheet has.
const MOST_COLUMNS: usize = 1 << 14;

pub(super) fn for_each_row(
    input: Input,
    options: &TableOptions,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, Flawed<'_>>),
) -> Result<u64, Fatal> {
    let mut workbook = Workbook::open(input)?;
    let sheet = workbook.sheet(options.rows.as_deref())?;
    let mut rows = Rows::open(&mut workbook.xlsx, &sheet, options)?;
    let header_line = rows.header_line;
    let positions = positions(requests, &rows.columns).map_err(|kind| (Some(header_line), kind))?;
    let mut seen = 0;
    while let Some(line) = rows.next()? {
        seen += 1;
        let cells = cells_of(positions.iter().zip(requests).map(|(position, request)| {
            match position.and_then(|at| rows.cell(at)) {
                None => Ok(None),
                Some(Value::Text(text)) => Ok(tidied(text, request).map(Cow::Borrowed)),
                Some(Value::Formula) => Err(without_value(position.unwrap_or(0), line)),
            }
        }));
        visit(line, cells.as_deref().map_err(Clone::clone));
    }
    Ok(seen)
}

/// Hands rows to a sampler, with the columns that have a name and the one before these.
pub(super) fn sample(
    input: Input,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let mut workbook = Workbook::open(input)?;
    let sheet = workbook.sheet(options.rows.as_deref())?;
    let mut rows = Rows::open(&mut workbook.xlsx, &sheet, options)?;
    let first = rows.columns.iter().position(|name| !name.is_empty()).unwrap_or(0);
    let names: Vec<(usize, String)> = unambiguous(&rows.columns).into_iter().enumerate().collect();
    let is_column = |at: usize| at + 1 == first || !rows.columns[at].is_empty();
    let names: Vec<(usize, String)> = names.into_iter().filter(|(at, _)| is_column(*at)).collect();
    let header: Vec<String> = names.iter().map(|(_, name)| name.clone()).collect();
    sampler.header(&header);
    while rows.next()?.is_some() {
        let cells = names.iter().map(|(at, name)| {
            let cell = match rows.cell(*at) {
                Some(Value::Text(text)) => SampledCell::of_text(text),
                Some(Value::Formula) | None => SampledCell::Empty,
            };
            (Cow::Borrowed(name.as_str()), cell)
        });
        if sampler.row(cells).is_break() {
            break;
        }
    }
    Ok(())
}

/// A sheet of a spreadsheet and the first of its rows that hold something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetHead {
    /// Its name.
    pub name: String,
    /// Up to forty rows: the number of each, from 1, and its texts by the number of their column, from 0.
    pub rows: Vec<(u64, Vec<(usize, String)>)>,
}

/// The sheets of a spreadsheet that a reader sees.
///
/// # Errors
/// If the file cannot be read, is no spreadsheet, or is damaged.
pub fn sheet_heads(input: Input) -> Result<Vec<SheetHead>, ProblemKind> {
    let read = || -> Result<Vec<SheetHead>, Fatal> {
        let mut workbook = Workbook::open(input)?;
        let heads = workbook.sheets().into_iter().map(|name| {
            let rows = first_rows(&mut workbook.xlsx, &name, HEAD_ROWS)?;
            Ok(SheetHead { name, rows })
        });
        heads.collect()
    };
    read().map_err(|(_, kind)| kind)
}

/// The first rows of a sheet that hold something: the number of each, and its cells by the number of their column.
fn first_rows(
    xlsx: &mut Xlsx<Cursor<Vec<u8>>>,
    sheet: &str,
    most: usize,
) -> Result<Vec<Numbered<String>>, Fatal> {
    let mut cells = CellsOf::open(xlsx, sheet)?;
    let mut rows = Vec::new();
    while rows.len() < most {
        let Some((line, row)) = cells.row()? else { break };
        let texts = row.into_iter().map(|(at, value)| match value {
            Value::Text(text) => (at, text.trim().to_owned()),
            Value::Formula => (at, String::new()),
        });
        rows.push((line, texts.collect()));
    }
    Ok(rows)
}

/// What a cell holds.
enum Value {
    Text(String),
    /// A formula whose value is not in the file.
    Formula,
}

/// The rows of a sheet that hold something, below the names of its columns.
struct Rows<'w> {
    cells: CellsOf<'w>,
    row: Vec<(usize, Value)>,
    /// The number of a first row that was read and not yet handed out.
    first: Option<u64>,
    columns: Vec<String>,
    header_line: u64,
}

impl<'w> Rows<'w> {
    fn open(
        xlsx: &'w mut Xlsx<Cursor<Vec<u8>>>,
        sheet: &str,
        options: &TableOptions,
    ) -> Result<Self, Fatal> {
        let cells = CellsOf::open(xlsx, sheet)?;
        let (row, columns) = (Vec::new(), Vec::new());
        let mut rows = Self { cells, row, first: None, columns, header_line: 1 };
        while let Some(line) = rows.next()? {
            if line > options.skip_rows {
                rows.header_line = line;
                rows.first = Some(line);
                break;
            }
        }
        if rows.first.is_none() {
            let message = format!("the sheet {} has no rows", crate::wording::quoted(sheet));
            return Err((None, ProblemKind::Malformed { message, help: None }));
        }
        let width = rows.row.last().map_or(0, |(at, _)| at + 1);
        rows.columns = match &options.header {
            Header::Names(names) => names.clone(),
            Header::Absent => (1..=width).map(|at| format!("@{at}")).collect(),
            Header::FirstRow => {
                rows.first = None;
                let mut names = vec![String::new(); width];
                for (at, value) in &rows.row {
                    if let Value::Text(text) = value {
                        names[*at] = text.trim().to_owned();
                    }
                }
                names
            }
        };
        Ok(rows)
    }

    /// Goes on to the next row, and returns its number; nothing at the end of the sheet.
    fn next(&mut self) -> Result<Option<u64>, Fatal> {
        if let Some(line) = self.first.take() {
            return Ok(Some(line));
        }
        while let Some((line, row)) = self.cells.row()? {
            // A note beside the table is no row of it.
            let width = if self.columns.is_empty() { MOST_COLUMNS } else { self.columns.len() };
            if row.first().is_some_and(|(at, _)| *at < width) {
                self.row = row;
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn cell(&self, at: usize) -> Option<&Value> {
        let found = self.row.binary_search_by_key(&at, |(column, _)| *column).ok()?;
        self.row.get(found).map(|(_, value)| value)
    }
}

/// The cells of a sheet that hold something, row by row.
struct CellsOf<'w> {
    reader: XlsxCellReader<'w, Cursor<Vec<u8>>>,
    /// The first cell of the next row.
    next: Option<(u32, usize, Value)>,
    ended: bool,
}

impl<'w> CellsOf<'w> {
    fn open(xlsx: &'w mut Xlsx<Cursor<Vec<u8>>>, sheet: &str) -> Result<Self, Fatal> {
        let reader = guard::guarded(
            || xlsx.worksheet_cells_reader(sheet).map_err(|error| corrupted(&error.to_string())),
            || corrupted("it is damaged"),
        )?;
        Ok(Self { reader, next: None, ended: false })
    }

    /// The next row that holds something, with its number from 1; the columns are in their order.
    fn row(&mut self) -> Result<Option<Numbered<Value>>, Fatal> {
        guard::guarded(|| self.read_row(), || corrupted("it is damaged"))
    }

    fn read_row(&mut self) -> Result<Option<Numbered<Value>>, Fatal> {
        let mut row = Vec::new();
        let mut number = None;
        if let Some((first, at, value)) = self.next.take() {
            number = Some(first);
            row.push((at, value));
        }
        while let Some((line, at, value)) = self.cell()? {
            let number = *number.get_or_insert(line);
            if line > number {
                self.next = Some((line, at, value));
                break;
            }
            if line < number || row.last().is_some_and(|(last, _)| *last >= at) {
                return Err(corrupted("its cells are not in order"));
            }
            row.push((at, value));
        }
        Ok(number.map(|number| (u64::from(number) + 1, row)))
    }

    /// The next cell that holds something.
    fn cell(&mut self) -> Result<Option<(u32, usize, Value)>, Fatal> {
        while !self.ended {
            let cell = self.reader.next_cell_with_formula_metadata();
            let Some(cell) = cell.map_err(|error| corrupted(&error.to_string()))? else {
                self.ended = true;
                break;
            };
            let (line, at) = (cell.pos.0, cell.pos.1 as usize);
            if at >= MOST_COLUMNS {
                return Err(corrupted("a cell is beyond the last column of a sheet"));
            }
            let value = match text(cell.value) {
                Some(text) if text.trim().is_empty() => continue,
                Some(text) => Value::Text(text),
                None if cell.formula.is_some() => Value::Formula,
                None => continue,
            };
            return Ok(Some((line, at, value)));
        }
        Ok(None)
    }
}

/// The text of a cell; nothing of an empty one.
fn text(value: DataRef<'_>) -> Option<String> {
    match value {
        DataRef::Empty => None,
        // As a cell without a value, even below a formula.
        DataRef::Error(_) => Some(String::new()),
        DataRef::Int(number) => Some(number.to_string()),
        // Rust writes a whole number without a fraction.
        DataRef::Float(number) => Some(number.to_string()),
        DataRef::Bool(truth) => Some(truth.to_string()),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Some(text)
        }
        DataRef::SharedString(text) => Some(text.to_owned()),
        DataRef::DateTime(date) => Some(workbook::iso(&date)),
    }
}

/// What is wrong with a formula without a value.
fn without_value(at: usize, line: u64) -> ProblemKind {
    let message = format!(
        "cell {}{line} has a formula, and the file does not contain its value",
        letters(at)
    );
    let help = "open the file in a spreadsheet program and save it, which computes the values";
    ProblemKind::Malformed { message, help: Some(help.to_owned()) }
}

/// How spreadsheets call a column: A, B, ..., Z, AA, ...
fn letters(at: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = at + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::tables::{CellKind, SampleBounds};

    const RELATIONSHIPS: &str =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    /// A spreadsheet with the rows of XML of each sheet.
    fn spreadsheet(sheets: &[(&str, &str)], texts: &str) -> Vec<u8> {
        let mut files = vec![(
            "_rels/.rels".to_owned(),
            format!(
                "<Relationships><Relationship Id=\"r\" Type=\"{RELATIONSHIPS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        )];
        let (mut listed, mut related) = (String::new(), String::new());
        for (number, (name, rows)) in sheets.iter().enumerate() {
            listed += &format!("<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"r{number}\"/>");
            related += &format!(
                "<Relationship Id=\"r{number}\" Type=\"{RELATIONSHIPS}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
            );
            let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
            files.push((format!("xl/worksheets/sheet{number}.xml"), sheet));
        }
        files.push((
            "xl/workbook.xml".to_owned(),
            format!("<workbook xmlns:r=\"{RELATIONSHIPS}\"><sheets>{listed}</sheets></workbook>"),
        ));
        files.push((
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!("<Relationships>{related}</Relationships>"),
        ));
        files.push(("xl/sharedStrings.xml".to_owned(), texts.to_owned()));
        let styles =
            "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
        files.push(("xl/styles.xml".to_owned(), styles.to_owned()));
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn input(bytes: &[u8]) -> Input {
        Input::Stream(Box::new(Cursor::new(bytes.to_vec())))
    }

    fn read(bytes: &[u8], rows: Option<&str>, skip_rows: u64) -> Result<Vec<String>, String> {
        let request = |name: &str| ColumnRequest {
            name: name.to_owned(),
            role: "id",
            required: true,
            kind: CellKind::Value,
        };
        let requests = ["id", "gold"].map(request);
        let options =
            TableOptions { rows: rows.map(str::to_owned), skip_rows, ..TableOptions::default() };
        let mut found = Vec::new();
        let read = for_each_row(input(bytes), &options, &requests, |line, row| {
            found.push(match row {
                Ok(cells) => {
                    let cells = cells.iter().map(|cell| cell.as_deref().unwrap_or("-"));
                    format!("{line} {}", cells.collect::<Vec<_>>().join(" "))
                }
                Err(flawed) => format!("{line} {}", flawed.kind),
            });
        });
        read.map(|_| found).map_err(|(_, kind)| kind.to_string())
    }

    const TEXTS: &str = "<sst uniqueCount=\"2\"><si><t>id</t></si><si><t>gold</t></si></sst>";
    const HEADER: &str =
        "<row r=\"3\"><c r=\"B3\" t=\"s\"><v>0</v></c><c r=\"C3\" t=\"s\"><v>1</v></c></row>";

    #[test]
    fn cells_are_texts_whole_numbers_and_dates() {
        let rows = "<row r=\"5\"><c r=\"A5\"><v>0</v></c><c r=\"B5\"><v>7</v></c><c r=\"C5\" s=\"1\"><v>45292</v></c></row>\
                    <row r=\"6\"><c r=\"B6\" t=\"inlineStr\"><is><t>a b</t></is></c><c r=\"C6\" t=\"e\"><v>#N/A</v></c></row>\
                    <row r=\"8\"><c r=\"B8\" t=\"b\"><v>1</v></c><c r=\"C8\"><v>0.1</v></c><c r=\"XFD8\"><v>1</v></c></row>\
                    <row r=\"9\"><c r=\"B9\"><v>1</v></c><c r=\"C9\"><f>B9</f></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
        let file = spreadsheet(&[("pairs", &format!("{HEADER}{rows}"))], TEXTS);
        let formula = "9 cell C9 has a formula, and the file does not contain its value";
        assert_eq!(
            read(&file, None, 0).unwrap(),
            ["5 7 2024-01-01", "6 a b -", "8 true 0.1", formula]
        );
        assert!(read(&file, None, 4).unwrap_err().contains("there is no column"));
    }

    #[test]
    fn one_of_several_sheets_has_to_be_named() {
        let row = "<row r=\"4\"><c r=\"B4\"><v>7</v></c></row>";
        let title = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>";
        let sheets = [("a", ""), ("b", &format!("{title}{HEADER}{row}"))];
        let file = spreadsheet(&sheets, TEXTS);
        let several = read(&file, None, 0).unwrap_err();
        assert_eq!(several, "the spreadsheet has several sheets: `a`, `b`");
        assert_eq!(read(&file, Some("b"), 2).unwrap(), ["4 7 -"]);
        assert!(
            read(&file, Some("c"), 0)
                .unwrap_err()
                .starts_with("there is no sheet `c`; the sheets are")
        );
        assert_eq!(read(&file, Some("a"), 0).unwrap_err(), "the sheet `a` has no rows");
        let heads = sheet_heads(input(&file)).unwrap();
        assert_eq!(heads[1].rows[1], (3, vec![(1, "id".to_owned()), (2, "gold".to_owned())]));
        let bounds = SampleBounds { rows: 9, columns: 9, bytes: 999, together: Vec::new() };
        let mut sampler = Sampler::new(&bounds);
        let options =
            TableOptions { rows: Some("b".to_owned()), skip_rows: 1, ..TableOptions::default() };
        sample(input(&file), &options, &mut sampler).unwrap();
        let names: Vec<String> =
            sampler.table().columns.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["", "id", "gold"]);
    }

    #[test]
    fn what_would_fill_the_memory_is_refused() {
        let texts = TEXTS.replace("uniqueCount=\"2\"", "uniqueCount = '99999999999999'");
        let said = |texts: &str, rows: &str| {
            read(&spreadsheet(&[("a", rows)], texts), None, 0).unwrap_err()
        };
        assert!(said(&texts, HEADER).contains("more texts than its size allows"));
        let long = format!("{HEADER}{}", "<row/>".repeat(4 << 20));
        assert!(said(TEXTS, &long).contains("50 times its size"));
        let turned = "<row r=\"9\"><c r=\"A9\"><v>1</v></c></row><row r=\"8\"><c r=\"A8\"><v>1</v></c></row>";
        assert!(said(TEXTS, &format!("{turned}{HEADER}")).contains("not in order"));
        assert!(said("<sst>\0", HEADER).contains("not XML in UTF-8"));
        assert!(
            read(b"PK\x03\x04", None, 0).unwrap_err().starts_with("not a readable spreadsheet")
        );
        assert!(read(b"%PDF-", None, 0).unwrap_err().contains("PDF"));
    }
}
