//! Files that are not what their name or the config says, known by their first bytes.

use crate::ProblemKind;

/// The first bytes of files that are no text: what they are, and what to do.
const SIGNATURES: [(&[u8], &str, &str); 11] = [
    (
        b"PK\x03\x04",
        "the file is a zip archive, such as a spreadsheet (.xlsx, .ods), not text",
        "set `format: xlsx` in the config for a spreadsheet (.xlsx), save other spreadsheets as CSV in UTF-8, or unpack \
         the archive",
    ),
    (
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        "the file is an old spreadsheet (.xls) or another document of Office, not text",
        "save the spreadsheet as .xlsx or as CSV in UTF-8, without a password",
    ),
    (b"\x1F\x8B", "the file is compressed with gzip", "unpack it first: `gunzip FILE.gz`"),
    (b"\x28\xB5\x2F\xFD", "the file is compressed with zstd", "unpack it first: `unzstd FILE.zst`"),
    (b"BZh91AY&SY", "the file is compressed with bzip2", "unpack it first: `bunzip2 FILE.bz2`"),
    (b"\xFD7zXZ\0", "the file is compressed with xz", "unpack it first: `unxz FILE.xz`"),
    (b"%PDF-", "the file is a PDF, not data", "name the file that contains the data"),
    (PARQUET, "the file is Parquet, not text", "set `format: parquet` in the config"),
    (b"ARROW1", "the file is Arrow, not text", "set `format: arrow` in the config"),
    (b"\xFF\xFF\xFF\xFF", "the file is Arrow, not text", "set `format: arrow` in the config"),
    (
        b"SQLite format 3\0",
        "the file is an SQLite database, which phenom does not read",
        "write a table of it as CSV, replacing TABLE with the table's name: `sqlite3 -header -csv FILE 'SELECT * FROM \
         TABLE' > pairs.csv`; `sqlite3 FILE .tables` lists the names",
    ),
];

/// How a Parquet file begins.
const PARQUET: &[u8] = b"PAR1";

/// What is wrong with a file of text that begins so, if anything.
pub(crate) fn no_text(start: &[u8]) -> Option<ProblemKind> {
    known(start).or_else(|| {
        is_utf16(start).then_some(ProblemKind::NotUtf8 { hint: ", it looks like UTF-16" })
    })
}

/// What a file that begins so is instead of Parquet, where that can be said.
#[cfg(feature = "tables")]
pub(crate) fn no_parquet(start: &[u8]) -> Option<ProblemKind> {
    if start.starts_with(PARQUET) { None } else { known(start) }
}

/// What a file that begins so is instead of Arrow, where that can be said.
#[cfg(feature = "tables")]
pub(crate) fn no_arrow(start: &[u8]) -> Option<ProblemKind> {
    if start.starts_with(b"ARROW1") || start.starts_with(&[0xFF; 4]) { None } else { known(start) }
}

/// What a file that begins so is instead of a spreadsheet, where that can be said.
#[cfg(feature = "tables")]
pub(crate) fn no_spreadsheet(start: &[u8]) -> Option<ProblemKind> {
    known(start)
}

fn known(start: &[u8]) -> Option<ProblemKind> {
    // A checksum is before it.
    if start.get(8..12) == Some(b"DUCK") {
        let message = "the file is a DuckDB database, which phenom does not read".to_owned();
        let help = "write a table of it as Parquet, replacing TABLE with the table's name: `duckdb FILE \"COPY (SELECT \
                    * FROM TABLE) TO 'pairs.parquet'\"`; `duckdb FILE -c '.tables'` lists the names";
        return Some(ProblemKind::Malformed { message, help: Some(help.to_owned()) });
    }
    let (_, message, help) = SIGNATURES.iter().find(|(bytes, ..)| start.starts_with(bytes))?;
    let (message, help) = ((*message).to_owned(), Some((*help).to_owned()));
    Some(ProblemKind::Malformed { message, help })
}

/// Whether a text begins with the byte-order mark of UTF-16, or with two ASCII characters in it.
fn is_utf16(start: &[u8]) -> bool {
    match start {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [0, a, 0, b, ..] | [a, 0, b, 0, ..] => *a != 0 && *b != 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_and_spreadsheets_and_utf_16_are_no_text() {
        let said = |start: &[u8]| no_text(start).map(|kind| kind.to_string());
        for (bytes, message, _) in SIGNATURES {
            assert_eq!(said(&[bytes, b"..."].concat()).as_deref(), Some(message));
            assert_eq!(said(&bytes[..bytes.len() - 1]), None);
        }
        for utf16 in [&b"\xFF\xFE"[..], b"\xFE\xFF\0i", b"i\0d\0", b"\0i\0d"] {
            assert!(said(utf16).is_some_and(|message| message.contains("UTF-16")), "{utf16:?}");
        }
        for text in [&b"id,gold\n"[..], b"PK,label\n", b"BZh,x", b"\xEF\xBB\xBFid", b"a"] {
            assert_eq!(said(text), None, "{text:?}");
        }
    }

    #[cfg(feature = "tables")]
    #[test]
    fn what_is_named_parquet_may_be_compressed() {
        assert_eq!(no_parquet(b"PAR1"), None);
        assert!(no_parquet(b"\x1F\x8B\x08").is_some());
    }
}
