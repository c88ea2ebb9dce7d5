//! Files of counts: rows of texts with a number, in any format of tables. Those that phenom writes are
//! Parquet with a checksum of their rows in the metadata: Parquet's own are optional, and one flipped bit
//! would change hundreds of figures.

#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

use std::fmt::Write as _;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use crate::input::Input;
use crate::problem::ProblemKind;
use crate::problems::Problems;
use crate::tables::{self, CellKind, ColumnRequest, TableFormat, TableOptions, Written};
use crate::wording::quoted;

/// Whether a file says what its rows must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checksum {
    /// It has a checksum, and the rows are those that it was made of.
    Right,
    /// It has none.
    Absent,
}

/// The key of the checksum in the metadata of a Parquet file.
const CHECKSUM: &str = "phenom.checksum";

/// The checksum of rows in their order.
#[derive(Default)]
struct RowHash {
    hash: Sha256,
    /// Bytes that are still to be hashed: many together, because a cell has fewer than are hashed at a time.
    bytes: Vec<u8>,
}

impl RowHash {
    fn add<'c>(&mut self, texts: impl Iterator<Item = &'c str>, count: u64) {
        for text in texts {
            // As it is read: without the blanks around it. Its length, so that no two rows are alike.
            let text = tables::trimmed(text);
            self.bytes.extend((text.len() as u64).to_le_bytes());
            self.bytes.extend(text.as_bytes());
        }
        self.bytes.extend(count.to_le_bytes());
        if self.bytes.len() > 1 << 16 {
            self.hash.update(&self.bytes);
            self.bytes.clear();
        }
    }

    fn finish(self) -> String {
        let mut said = "sha256:".to_owned();
        for byte in self.hash.chain_update(self.bytes).finalize() {
            // Writing to a string cannot fail.
            let _ = write!(said, "{byte:02x}");
        }
        said
    }
}

/// Reads rows of text columns and one column of whole numbers, which messages call `file`.
///
/// # Errors
/// All problems of the file, those that `visit` finds in a row among them, and rows that are not
/// those of its checksum. `visit` gives the name of the column that is wrong, which is the number's where
/// the numbers so far add up to more than they may.
pub fn read_counts<const TEXTS: usize>(
    texts: [&'static str; TEXTS],
    number: &'static str,
    format: TableFormat,
    file: &str,
    input: Input,
    mut visit: impl FnMut([&str; TEXTS], u64) -> Result<(), &'static str>,
) -> Result<Checksum, Problems> {
    let request = |name: &'static str| ColumnRequest {
        name: name.to_owned(),
        role: name,
        required: true,
        kind: CellKind::Text,
    };
    let requests: Vec<ColumnRequest> = texts.into_iter().chain([number]).map(request).collect();
    let mut problems = Problems::new();
    let options = TableOptions::default();
    let stated = match &input {
        Input::File(path) if format == TableFormat::Parquet => {
            // What cannot be read is told once, by the reader of the rows.
            tables::parquet_metadata(path, CHECKSUM).ok().flatten()
        }
        _ => None,
    };
    let mut hash = RowHash::default();
    let result = tables::for_each_row(format, &options, input, &requests, |line, row| {
        let added = row.and_then(|cells| {
            let row = std::array::from_fn(|at| cells[at].as_deref().unwrap_or_default());
            let digits = cells[TEXTS].as_deref().unwrap_or_default();
            let wrong = |column: &str, found: &str, wanted| ProblemKind::WrongValue {
                column: column.to_owned(),
                role: "",
                found: quoted(found),
                wanted,
            };
            let count = digits.parse().map_err(|_| wrong(number, digits, "a whole number"))?;
            hash.add(row.into_iter(), count);
            visit(row, count).map_err(|column| {
                if column == number {
                    return wrong(number, digits, "at most 10^12 in total");
                }
                let at = texts.iter().position(|name| *name == column);
                wrong(column, at.map_or("", |at| row[at]), "a valid value of this column")
            })
        });
        if let Err(kind) = added {
            problems.push(file, Some(line), kind);
        }
    });
    match result {
        Ok(0) => problems.push(file, None, ProblemKind::NothingInIt { wanted: "count" }),
        Ok(_) => {}
        Err((line, kind)) => problems.push(file, line, kind),
    }
    let checksum = match stated {
        None => Checksum::Absent,
        Some(stated) => {
            if problems.is_empty() && stated != hash.finish() {
                problems.push(file, None, damaged());
            }
            Checksum::Right
        }
    };
    problems.or(checksum)
}

fn damaged() -> ProblemKind {
    let message =
        "the counts are not those that phenom wrote: the file was damaged or changed, and its \
                   checksum differs"
            .to_owned();
    let help = format!(
        "write it again with `phenom counts`; if you changed it on purpose, write it without the key `{CHECKSUM}` in \
         its metadata"
    );
    ProblemKind::Malformed { message, help: Some(help) }
}

/// Writes rows of text columns and one column of whole numbers as Parquet, with their checksum.
///
/// # Errors
/// What the writer gives.
pub fn write_counts<'r, const TEXTS: usize>(
    texts: [&str; TEXTS],
    number: &str,
    rows: impl Iterator<Item = ([&'r str; TEXTS], u64)> + Clone + 'r,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut hash = RowHash::default();
    rows.clone().for_each(|(row, count)| hash.add(row.into_iter(), count));
    let counts = rows.clone().map(|(_, count)| count).collect();
    let texts = texts.iter().enumerate().map(|(at, name)| {
        let column = rows.clone().map(move |(row, _)| row[at]);
        ((*name).to_owned(), Written::Cells(Box::new(column)))
    });
    let written = texts.chain([(number.to_owned(), Written::Counts(counts))]);
    let metadata = vec![(CHECKSUM.to_owned(), hash.finish())];
    tables::write_parquet(written.collect(), metadata, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rows = Vec<([String; 2], u64)>;

    fn rows() -> Rows {
        let row = |a: &str, b: &str, count| ([a.to_owned(), b.to_owned()], count);
        (0..40).map(|at| row("a system", &format!("slice {}", at % 7), at * at)).collect()
    }

    fn read(bytes: &[u8]) -> Result<(Rows, Checksum), Problems> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let mut rows = Vec::new();
        let input = Input::File(file.path().to_owned());
        let visit = |row: [&str; 2], count| {
            rows.push((row.map(str::to_owned), count));
            Ok(())
        };
        let format = TableFormat::Parquet;
        let checksum = read_counts(["a", "b"], "count", format, "c.parquet", input, visit)?;
        Ok((rows, checksum))
    }

    #[test]
    fn a_flipped_bit_is_refused_or_changes_nothing() {
        let mut bytes = Vec::new();
        let rows = rows();
        let borrowed = rows.iter().map(|([a, b], count)| ([a.as_str(), b.as_str()], *count));
        write_counts(["a", "b"], "count", borrowed, &mut bytes).unwrap();
        assert_eq!(read(&bytes), Ok((rows.clone(), Checksum::Right)));
        let bits = bytes.len() * 8;
        let (mut tried, mut by_checksum) = (0, 0);
        // Coprime to the bits of a byte, so that all of them have their turn.
        for bit in (0..bits).step_by(13) {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            match read(&flipped) {
                Ok((read, _)) => assert_eq!(read, rows, "bit {bit}"),
                Err(problems) => {
                    by_checksum += u32::from(problems.to_string().contains("its checksum differs"));
                }
            }
            tried += 1;
        }
        // Without the checksum these would be read as other rows.
        assert!(by_checksum > tried / 10, "{by_checksum} of {tried}");
    }

    #[test]
    fn a_table_without_a_checksum_says_so() {
        let column =
            |texts: [&'static str; 2]| Written::Texts(texts.map(|text| Some(text.into())).into());
        let columns = vec![
            ("a".to_owned(), column(["x", "y"])),
            ("b".to_owned(), column(["", "z"])),
            ("count".to_owned(), Written::Counts(vec![1, 2])),
        ];
        let mut bytes = Vec::new();
        tables::write_parquet(columns, Vec::new(), &mut bytes).unwrap();
        assert_eq!(read(&bytes).unwrap().1, Checksum::Absent);
    }
}
