//! The pages of a Parquet file held to their checksums, where the file has any: Spark and parquet-mr write them, pyarrow
//! does with `write_page_checksum=True`. polars reads pages without a look at them.
//!
//! A checksum is the CRC-32 of a page as it is stored, without its header. A header has to fit its column all the same:
//! polars makes room for as many values as it names.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::Crc;

use super::parquet_footer::{Walk, footer, wire};

/// How many bytes the header of a page has at most: its statistics hold two values of the column.
const LONGEST_HEADER: u64 = 4 << 20;

/// The pages of one column in one group of rows.
#[derive(Default)]
struct Chunk {
    column: Vec<u8>,
    dictionary: Option<u64>,
    data: u64,
    length: u64,
    /// How many values it has, those within lists each by itself.
    values: u64,
}

/// The header of a page.
#[derive(Debug, Default, PartialEq, Eq)]
struct Header {
    /// Its own bytes.
    length: u64,
    /// The bytes of the page behind it, and how many these are when they are unpacked.
    page: u64,
    unpacked: u64,
    checksum: Option<u32>,
    /// How many values are in it.
    values: Option<u64>,
    is_dictionary: bool,
}

/// The first of some columns that has a page with another content than its checksum or its header says.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn damaged_column(file: &mut File, columns: &[String]) -> io::Result<Option<String>> {
    let footer = footer(file)?.unwrap_or_default();
    for chunk in chunks(&footer).unwrap_or_default() {
        let Some(column) = columns.iter().find(|name| name.as_bytes() == chunk.column) else {
            continue;
        };
        if is_damaged(file, &chunk)? {
            return Ok(Some(column.clone()));
        }
    }
    Ok(None)
}

fn is_damaged(file: &mut File, chunk: &Chunk) -> io::Result<bool> {
    let mut place = chunk.dictionary.unwrap_or(chunk.data);
    let end = place.saturating_add(chunk.length);
    let mut left = chunk.values;
    while place < end {
        // What is no page is for polars to refuse.
        let Some(header) = header_at(file, place, end)? else { return Ok(false) };
        let start = place.saturating_add(header.length);
        place = start.saturating_add(header.page);
        if place > end {
            return Ok(false);
        }
        let values = header.values.unwrap_or_default();
        if header.is_dictionary {
            // No value of a dictionary takes less than a byte.
            if values > header.unpacked {
                return Ok(true);
            }
        } else {
            let Some(fewer) = left.checked_sub(values) else { return Ok(true) };
            left = fewer;
        }
        if let Some(checksum) = header.checksum
            && crc(file, start, header.page)? != checksum
        {
            return Ok(true);
        }
    }
    Ok(left > 0)
}

fn header_at(file: &mut File, place: u64, end: u64) -> io::Result<Option<Header>> {
    let most = LONGEST_HEADER.min(end.saturating_sub(place));
    let mut bytes = Vec::new();
    let mut wanted = 256;
    loop {
        bytes.clear();
        file.seek(SeekFrom::Start(place))?;
        file.by_ref().take(most.min(wanted)).read_to_end(&mut bytes)?;
        let header = header(&bytes);
        if header.is_some() || wanted >= most {
            return Ok(header);
        }
        wanted = wanted.saturating_mul(16);
    }
}

/// The CRC-32 of some bytes of a file.
fn crc(file: &mut File, start: u64, length: u64) -> io::Result<u32> {
    let mut crc = Crc::new();
    file.seek(SeekFrom::Start(start))?;
    let mut page = file.take(length);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match page.read(&mut buffer)? {
            0 => return Ok(crc.sum()),
            count => crc.update(buffer.get(..count).unwrap_or_default()),
        }
    }
}

fn header(bytes: &[u8]) -> Option<Header> {
    let mut walk = Walk(bytes);
    let mut header = Header::default();
    let mut sized = false;
    walk.fields(&mut |field, kind, walk| {
        match (field, kind) {
            (3, wire::I32) => {
                header.page = u64::try_from(walk.signed()?).ok()?;
                sized = true;
            }
            (2, wire::I32) => header.unpacked = u64::try_from(walk.signed()?).ok()?,
            // Its 32 bits, whatever their sign.
            (4, wire::I32) => header.checksum = Some((walk.signed()? & 0xffff_ffff) as u32),
            // Of data, of a dictionary, and of data in the second version.
            (5 | 7 | 8, wire::STRUCTURE) => {
                header.is_dictionary = field == 7;
                walk.fields(&mut |field, kind, walk| match (field, kind) {
                    (1, wire::I32) => {
                        // A number below 0 is more than any page has.
                        header.values = Some(u64::try_from(walk.signed()?).unwrap_or(u64::MAX));
                        Some(true)
                    }
                    _ => Some(false),
                })?;
            }
            _ => return Some(false),
        }
        Some(true)
    })?;
    header.length = (bytes.len() - walk.0.len()) as u64;
    sized.then_some(header)
}

/// The chunks that a footer names.
fn chunks(footer: &[u8]) -> Option<Vec<Chunk>> {
    let mut chunks = Vec::new();
    Walk(footer).fields(&mut |field, kind, walk| match (field, kind) {
        // Groups of rows, the chunks of each, and what is known of each chunk.
        (4, wire::LIST) => walk.structures(&mut |walk| {
            walk.fields(&mut |field, kind, walk| match (field, kind) {
                (1, wire::LIST) => walk.structures(&mut |walk| {
                    walk.fields(&mut |field, kind, walk| match (field, kind) {
                        (3, wire::STRUCTURE) => {
                            chunks.push(chunk(walk)?);
                            Some(true)
                        }
                        _ => Some(false),
                    })
                }),
                _ => Some(false),
            })
        }),
        _ => Some(false),
    })?;
    Some(chunks)
}

fn chunk(walk: &mut Walk<'_>) -> Option<Chunk> {
    let mut chunk = Chunk::default();
    walk.fields(&mut |field, kind, walk| {
        let number = |walk: &mut Walk<'_>| u64::try_from(walk.signed()?).ok();
        match (field, kind) {
            (3, wire::LIST) => {
                // The name of the column; behind it are those of what is within a list.
                let mut path = Vec::new();
                walk.texts(&mut |name| path.push(name.to_vec()))?;
                chunk.column = path.into_iter().next()?;
            }
            (5, wire::I64) => chunk.values = number(walk)?,
            (7, wire::I64) => chunk.length = number(walk)?,
            (9, wire::I64) => chunk.data = number(walk)?,
            (11, wire::I64) => chunk.dictionary = Some(number(walk)?).filter(|place| *place > 0),
            _ => return Some(false),
        }
        Some(true)
    })?;
    Some(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use crate::tables::{CellKind, ColumnRequest, TableFormat, TableOptions, for_each_row};

    /// pyarrow 26: `write_table(..., write_page_checksum=True, data_page_version=V, compression=C, row_group_size=12)` of
    /// 24 rows with id, label, confidence and a list, once as pages of version 1 and once, with zstd, of version 2.
    const FILES: [&[u8]; 2] = [
        include_bytes!("../../tests/data/checksums-v1.parquet"),
        include_bytes!("../../tests/data/checksums-v2.parquet"),
    ];

    fn read(bytes: &[u8], columns: &[&str]) -> Result<Vec<Vec<Option<String>>>, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let request = |name: &&str| ColumnRequest {
            name: (*name).to_owned(),
            role: "label",
            required: true,
            kind: if *name == "tags" { CellKind::List } else { CellKind::Value },
        };
        let requests: Vec<ColumnRequest> = columns.iter().map(request).collect();
        let (mut rows, input) = (Vec::new(), Input::File(file.path().to_owned()));
        let options = TableOptions::default();
        let format = TableFormat::Parquet;
        for_each_row(format, &options, input, &requests, |_, row| {
            let row = row.unwrap();
            rows.push(row.iter().map(|cell| cell.as_deref().map(str::to_owned)).collect());
        })
        .map_err(|(_, kind)| kind.to_string())?;
        Ok(rows)
    }

    const ALL: [&str; 4] = ["id", "label", "confidence", "tags"];

    #[test]
    fn each_page_is_held_to_its_checksum() {
        for bytes in FILES {
            let rows = read(bytes, &ALL).unwrap();
            assert_eq!((rows.len(), rows[7][0].as_deref()), (24, Some("p7")));
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), bytes).unwrap();
            let mut file = File::open(file.path()).unwrap();
            let footer = footer(&mut file).unwrap().unwrap();
            let chunks = chunks(&footer).unwrap();
            assert_eq!(chunks.len(), 8, "four columns in two groups");
            let (mut pages, mut caught) = (0, 0);
            for chunk in chunks {
                let mut place = chunk.dictionary.unwrap_or(chunk.data);
                let end = place + chunk.length;
                while place < end {
                    let header = header_at(&mut file, place, end).unwrap().unwrap();
                    assert!(header.checksum.is_some());
                    let start = place + header.length;
                    pages += 1;
                    for byte in start..start + header.page {
                        let mut damaged = bytes.to_vec();
                        damaged[usize::try_from(byte).unwrap()] ^= 0x10;
                        let said = read(&damaged, &ALL).unwrap_err();
                        let column = String::from_utf8_lossy(&chunk.column);
                        assert!(said.contains(&format!("column `{column}` is damaged")), "{said}");
                        caught += 1;
                        // What is not read may be damaged.
                        let others: Vec<&str> =
                            ALL.into_iter().filter(|name| *name != column).collect();
                        assert!(read(&damaged, &others).is_ok());
                    }
                    place = start + header.page;
                }
                assert_eq!(place, end);
            }
            assert!(pages >= 12 && caught > 100, "{pages} pages, {caught} bytes");
        }
    }

    #[test]
    fn a_number_of_values_below_zero_is_more_than_any_page_has() {
        // Type 2, ten bytes unpacked and packed, a dictionary of three values in the plain encoding.
        let mut bytes = [0x15, 4, 0x15, 20, 0x15, 20, 0x4c, 0x15, 6, 0x15, 0, 0, 0];
        let dictionary = header(&bytes).unwrap();
        assert_eq!((dictionary.values, dictionary.is_dictionary), (Some(3), true));
        assert_eq!((dictionary.page, dictionary.unpacked), (10, 10));
        bytes[8] = 5;
        assert_eq!(header(&bytes).unwrap().values, Some(u64::MAX));
    }

    /// polars makes room for 2^61 bytes, and the process ends, where the first bit of this byte is flipped.
    #[test]
    fn no_number_of_values_has_polars_ask_for_more_memory_than_there_is() {
        for byte in [114, 621] {
            let mut damaged = FILES[0].to_vec();
            damaged[byte] ^= 1;
            let said = read(&damaged, &ALL).unwrap_err();
            assert!(said.contains("does not match its checksum or its header"), "{said}");
        }
    }
}
