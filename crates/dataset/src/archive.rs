//! The samples in an archive of inspect_ai (`.eval`), which is a zip of JSON files.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::rc::Rc;

use zip::ZipArchive;

use crate::compressed::{holds_too_much, most_bytes};
use crate::json_keys::{Object, Unread};

/// How long an archive may be, since its list of files stands at its end and it is held as a whole.
const MOST_BYTES: u64 = 1 << 30;

/// How many bytes a sample may have.
const MOST_OF_A_SAMPLE: u64 = 64 << 20;

/// The samples of an archive as the JSON document that inspect_ai would have written, one on each line; any
/// other stream as it is.
pub(crate) fn samples(mut stream: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    if !stream.fill_buf()?.starts_with(b"PK\x03\x04") {
        return Ok(stream);
    }
    let mut bytes = Vec::new();
    stream.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other(format!(
            "it is an archive of more than {} MiB",
            MOST_BYTES >> 20
        )));
    }
    let bytes: Rc<[u8]> = bytes.into();
    let Ok(archive) = ZipArchive::new(Cursor::new(Rc::clone(&bytes))) else {
        return Ok(Box::new(Cursor::new(bytes)));
    };
    let is_sample = |name: &&str| name.starts_with("samples/") && name.ends_with(".json");
    let names: Vec<_> = archive.file_names().collect::<Result<_, _>>()?;
    let names = names.iter().map(AsRef::as_ref).filter(is_sample);
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    if names.is_empty() {
        return Ok(Box::new(Cursor::new(bytes)));
    }
    if let Some(name) = listed_twice(&bytes, archive.central_directory_start()) {
        return Err(io::Error::other(format!(
            "{name} is in it twice: `inspect log convert --to json` writes a log that has it once"
        )));
    }
    // The last comes first, as it is taken from the end.
    names.sort_unstable_by(|a, b| b.cmp(a));
    let document = Document {
        archive,
        names,
        line: Cursor::new(b"{\"samples\":[".to_vec()),
        left: most_bytes(bytes.len() as u64),
        ended: false,
    };
    Ok(Box::new(BufReader::with_capacity(1 << 16, document)))
}

/// A sample that the list of files of an archive names twice, of which only one would be read.
fn listed_twice(archive: &[u8], list: u64) -> Option<String> {
    let mut names = HashSet::new();
    let mut rest = archive.get(usize::try_from(list).ok()?..)?;
    // Each entry begins so. The lengths of its name and of what follows that are in bytes 28 to 34.
    while rest.starts_with(b"PK\x01\x02") {
        let length =
            |at: usize| Some(usize::from(u16::from_le_bytes([*rest.get(at)?, *rest.get(at + 1)?])));
        let end = 46 + length(28)?;
        let name = rest.get(46..end)?;
        if name.starts_with(b"samples/") && !names.insert(name) {
            return Some(String::from_utf8_lossy(name).into_owned());
        }
        rest = rest.get(end + length(30)? + length(32)?..)?;
    }
    None
}

/// The document, line by line.
struct Document {
    archive: ZipArchive<Cursor<Rc<[u8]>>>,
    names: Vec<String>,
    line: Cursor<Vec<u8>>,
    /// How many bytes the samples that are still to come may have.
    left: u64,
    ended: bool,
}

impl Document {
    fn sample(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let damaged = |error: &dyn std::fmt::Display| {
            io::Error::other(format!(
                "{name} in it cannot be read ({error}): `inspect log convert --to json` writes a log that can"
            ))
        };
        let file = self.archive.by_name(name).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::new();
        file.take(MOST_OF_A_SAMPLE + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if bytes.len() as u64 > MOST_OF_A_SAMPLE {
            let most = MOST_OF_A_SAMPLE >> 20;
            return Err(io::Error::other(format!("{name} in it is longer than {most} MiB")));
        }
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(holds_too_much)?;
        // Each by itself: two values with a comma between them would be two samples of the document.
        serde_json::from_slice::<Object<Unread>>(&bytes).map_err(|error| damaged(&error))?;
        // A line end in JSON stands between values, never in a text.
        for byte in &mut bytes {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        Ok(bytes)
    }
}

impl Read for Document {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.line.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let line = match self.names.pop() {
                Some(name) => {
                    let mut line = self.sample(&name)?;
                    line.extend_from_slice(if self.names.is_empty() { b"" } else { b",\n" });
                    line
                }
                None if self.ended => return Ok(0),
                None => {
                    self.ended = true;
                    b"]}\n".to_vec()
                }
            };
            self.line = Cursor::new(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut read = Vec::new();
        samples(Box::new(Cursor::new(bytes)))?.read_to_end(&mut read)?;
        Ok(read)
    }

    #[test]
    fn the_samples_of_an_archive_are_one_document() {
        let eval = archive(&[
            ("_journal/start.json", "{}"),
            ("samples/2_epoch_1.json", "{\n  \"id\": 2\n}"),
            ("header.json", "{}"),
            ("samples/1_epoch_1.json", "{\n  \"id\": \"a\\nb\"\n}"),
        ]);
        let document = String::from_utf8(read(eval.clone()).unwrap()).unwrap();
        assert_eq!(document, "{\"samples\":[{   \"id\": \"a\\nb\" },\n{   \"id\": 2 }]}\n");
        // Any other archive, and one that is cut off, stays what it is.
        for other in
            [archive(&[("xl/workbook.xml", "<x/>")]), eval[..40].to_vec(), b"id\n".to_vec()]
        {
            assert_eq!(read(other.clone()).unwrap(), other);
        }
        let mut damaged = eval;
        let at = damaged.windows(7).position(|bytes| bytes == b"samples").unwrap() + 30;
        damaged[at] ^= 0xFF;
        let said = read(damaged).unwrap_err().to_string();
        assert!(said.starts_with("samples/2_epoch_1.json in it cannot be read"), "{said}");
    }

    #[test]
    fn a_sample_is_one_object_whatever_is_beside_it() {
        let of = |sample: &str| {
            read(archive(&[("samples/1.json", "{}"), ("samples/2.json", sample)]))
                .map_err(|error| error.to_string())
        };
        assert!(of("{\"id\": 2}").is_ok());
        for sample in [
            "{\"id\": 2}, {\"id\": 3}",
            "{\"id\": 2}], \"rows\": [{}",
            "",
            "[]",
            "{",
            "{\"id\": 1, \"id\": 2}",
        ] {
            let said = of(sample).unwrap_err();
            assert!(said.starts_with("samples/2.json in it cannot be read ("), "{sample}: {said}");
        }
    }

    #[test]
    fn a_sample_that_an_archive_has_twice_is_refused() {
        let files = [("samples/1.json", "{\"id\": 1}"), ("samples/2.json", "{\"id\": 2}")];
        let mut twice = archive(&files);
        assert!(read(twice.clone()).is_ok());
        for at in 0..twice.len() - 14 {
            if twice[at..].starts_with(b"samples/2.json") {
                twice[at + 8] = b'1';
            }
        }
        let said = read(twice).unwrap_err().to_string();
        assert!(said.starts_with("samples/1.json is in it twice"), "{said}");
    }
}
