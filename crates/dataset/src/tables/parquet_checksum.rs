//! The checksum of a Parquet file that phenom writes: the SHA-256 of all of its bytes, with zeros where its own digits
//! stand in the metadata. polars writes no checksums of pages.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use sha2::{Digest, Sha256};

use super::parquet_footer::footer;

/// The key in the metadata.
pub(super) const KEY: &str = "phenom.sha256";

/// How many hexadecimal digits it has.
const DIGITS: usize = 64;

/// What stands in the place of the checksum while it is computed.
pub(super) fn zeros() -> String {
    "0".repeat(DIGITS)
}

/// Puts the checksum of a whole file in the place of its zeros.
///
/// # Errors
/// If it has no such place.
pub(super) fn seal(file: &mut [u8]) -> io::Result<()> {
    let digits = digits_of(Sha256::digest(&*file).as_slice());
    // The footer stands at the end, and what is like the key in the data before it.
    let place = place_in(file).filter(|place| file.get(*place) == Some(&b'0'));
    let target = place.and_then(|place| file.get_mut(place..place.checked_add(DIGITS)?));
    let target =
        target.ok_or_else(|| io::Error::other("the file has no space for its checksum"))?;
    target.copy_from_slice(digits.as_bytes());
    Ok(())
}

/// Whether a file has a checksum, and is not the file that it was made of.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn is_broken(file: &mut File) -> io::Result<bool> {
    let footer = footer(file)?.unwrap_or_default();
    let length = file.seek(SeekFrom::End(0))?;
    // Length and `PAR1` stand behind the footer.
    let start = length.saturating_sub(8).saturating_sub(footer.len() as u64);
    let Some(place) = place_in(&footer) else { return Ok(false) };
    let stated = footer.get(place..).and_then(|rest| rest.get(..DIGITS)).unwrap_or_default();
    let mut hash = Sha256::new();
    file.seek(SeekFrom::Start(0))?;
    add(&mut hash, &mut file.take(start.saturating_add(place as u64)))?;
    hash.update(zeros());
    file.seek(SeekFrom::Current(DIGITS as i64))?;
    add(&mut hash, file)?;
    Ok(digits_of(hash.finalize().as_slice()).as_bytes() != stated)
}

/// Where the digits begin: behind the last key that is followed by a text of their length, as Thrift writes it.
fn place_in(bytes: &[u8]) -> Option<usize> {
    let mut before = KEY.as_bytes().to_vec();
    before.extend([0x18, DIGITS as u8]);
    let found = memchr::memmem::rfind(bytes, &before)?.checked_add(before.len())?;
    (bytes.len() >= found.checked_add(DIGITS)?).then_some(found)
}

fn add(hash: &mut Sha256, bytes: &mut impl Read) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer)? {
            0 => return Ok(()),
            count => hash.update(buffer.get(..count).unwrap_or_default()),
        }
    }
}

fn digits_of(hash: &[u8]) -> String {
    let mut digits = String::new();
    for byte in hash {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::super::{Written, write_parquet};
    use super::*;
    use crate::input::Input;
    use crate::tables::{CellKind, ColumnRequest, TableFormat, TableOptions, for_each_row};

    fn texts(number: usize) -> Written<'static> {
        Written::Texts((0..number).map(|at| Some(format!("text {}", at % 5).into())).collect())
    }

    fn written() -> Vec<u8> {
        let fractions = Written::Fractions((0..20).map(|at| Some(f64::from(at) / 7.0)).collect());
        let columns = vec![
            ("id".to_owned(), texts(20)),
            ("score".to_owned(), fractions),
            // What is like the key and stands in the data.
            (format!("{KEY}\u{18}@{}", zeros()), texts(20)),
        ];
        let mut bytes = Vec::new();
        write_parquet(columns, Vec::new(), &mut bytes).unwrap();
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Vec<Vec<Option<String>>>, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let request = |name: &str| ColumnRequest {
            name: name.to_owned(),
            role: "id",
            required: true,
            kind: CellKind::Value,
        };
        let (requests, mut rows) = (["id", "score"].map(request), Vec::new());
        let input = Input::File(file.path().to_owned());
        let options = TableOptions::default();
        for_each_row(TableFormat::Parquet, &options, input, &requests, |_, row| {
            rows.push(row.unwrap().iter().map(|cell| cell.as_deref().map(str::to_owned)).collect());
        })
        .map_err(|(_, kind)| kind.to_string())?;
        Ok(rows)
    }

    #[test]
    fn a_flipped_bit_is_refused_or_changes_nothing() {
        let bytes = written();
        let rows = read(&bytes).unwrap();
        assert_eq!((rows.len(), rows[6][0].as_deref()), (20, Some("text 1")));
        let mut by_checksum = 0;
        for bit in (0..bytes.len() * 8).step_by(7) {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            match read(&flipped) {
                Ok(read) => assert_eq!(read, rows, "bit {bit}"),
                Err(said) => by_checksum += u32::from(said.contains("its checksum")),
            }
        }
        assert!(by_checksum > 100, "{by_checksum} of {} bits", bytes.len() * 8);
    }
}
