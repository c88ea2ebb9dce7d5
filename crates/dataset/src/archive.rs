//! The samples in an archive of inspect_ai (`.eval`), which is a zip of JSON files.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;

use flate2::Crc;
use zip::{CompressionMethod, ZipArchive};

use crate::compressed::{holds_too_much, most_bytes, uncompressed};
use crate::json_keys::{AnyValue, Object, Unread};

/// How long an archive may be that comes as a stream: its list of files stands at its end, and so it is held as a whole.
const MOST_BYTES: u64 = 1 << 30;

/// How many bytes a sample may have.
const MOST_OF_A_SAMPLE: u64 = 64 << 20;

/// The log of an archive as the JSON document that inspect_ai would have written, a sample on each line; any other stream as it
/// is. An archive that comes as a stream is held as a whole.
pub(crate) fn samples(mut stream: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    if !stream.fill_buf()?.starts_with(BEGINS_WITH) {
        return Ok(stream);
    }
    let mut bytes = Vec::new();
    stream.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other(format!(
            "the archive is larger than {} MiB",
            MOST_BYTES >> 20
        )));
    }
    let bytes: Arc<[u8]> = bytes.into();
    let length = bytes.len() as u64;
    match document(Cursor::new(Arc::clone(&bytes)), length)? {
        Some(document) => Ok(document),
        None => Ok(Box::new(Cursor::new(bytes))),
    }
}

/// The same of a file, of which no more is held than a sample; nothing if it is no such archive.
pub(crate) fn samples_of_file(file: &mut File) -> io::Result<Option<Box<dyn BufRead + Send>>> {
    let mut start = [0; 4];
    let is_archive = file.read_exact(&mut start).is_ok() && start == *BEGINS_WITH;
    file.rewind()?;
    if !is_archive {
        return Ok(None);
    }
    let length = file.metadata()?.len();
    let found = document(BufReader::new(file.try_clone()?), length)?;
    file.rewind()?;
    Ok(found)
}

/// How a zip begins.
const BEGINS_WITH: &[u8; 4] = b"PK\x03\x04";

/// The document of an archive that has samples.
fn document<R: Read + Seek + Send + 'static>(
    mut archive: R,
    length: u64,
) -> io::Result<Option<Box<dyn BufRead + Send>>> {
    let Ok(found) = ZipArchive::new(&mut archive) else { return Ok(None) };
    let is_sample = |name: &&str| name.starts_with("samples/") && name.ends_with(".json");
    let names: Vec<_> = found.file_names().collect::<Result<_, _>>()?;
    let names = names.iter().map(AsRef::as_ref).filter(is_sample);
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    let list = found.central_directory_start();
    drop(found);
    if names.is_empty() {
        return Ok(None);
    }
    archive.seek(SeekFrom::Start(list))?;
    if let Some(name) = listed_twice(&mut BufReader::new(&mut archive))? {
        return Err(io::Error::other(format!(
            "it contains {name} twice: `inspect log convert --to json` writes a log that contains it once"
        )));
    }
    // The last comes first, as it is taken from the end.
    names.sort_unstable_by(|a, b| b.cmp(a));
    let archive = ZipArchive::new(archive)?;
    let mut document = Document {
        archive,
        names,
        line: Cursor::new(Vec::new()),
        left: most_bytes(length),
        ended: false,
    };
    document.line = Cursor::new(document.head()?);
    Ok(Some(Box::new(BufReader::with_capacity(1 << 16, document))))
}

/// A sample that the list of files of an archive names twice, of which only one would be read.
fn listed_twice(list: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut names = HashSet::new();
    let mut entry = [0; 46];
    // Each entry begins so. The lengths of its name and of what follows that are in bytes 28 to 34.
    while list.fill_buf()?.starts_with(b"PK") && list.read_exact(&mut entry).is_ok() {
        if !entry.starts_with(b"PK\x01\x02") {
            break;
        }
        let length = |at: usize| usize::from(u16::from_le_bytes([entry[at], entry[at + 1]]));
        let mut name = vec![0; length(28)];
        let mut rest = vec![0; length(30) + length(32)];
        if list.read_exact(&mut name).and_then(|()| list.read_exact(&mut rest)).is_err() {
            break;
        }
        if name.starts_with(b"samples/") && !names.insert(name.clone()) {
            return Ok(Some(String::from_utf8_lossy(&name).into_owned()));
        }
    }
    Ok(None)
}

/// The document, line by line.
struct Document<R> {
    archive: ZipArchive<R>,
    names: Vec<String>,
    line: Cursor<Vec<u8>>,
    /// How many bytes the samples that are still to come may have.
    left: u64,
    ended: bool,
}

impl<R: Read + Seek> Document<R> {
    /// What stands before the samples: which task and which model they are of, as the archive says it at its end or, if the
    /// evaluation was broken off, at its beginning.
    fn head(&mut self) -> io::Result<Vec<u8>> {
        let mut line = b"{".to_vec();
        let named = ["header.json", "_journal/start.json"];
        let here = named.into_iter().find(|name| self.archive.index_for_name(name).is_some());
        if let Some(name) = here {
            let bytes = self.file(name)?;
            let AnyValue(header) =
                serde_json::from_slice(&bytes).map_err(|error| damaged(name, &error))?;
            for key in ["status", "eval"] {
                if let Some(value) = header.get(key) {
                    line.extend(format!("\"{key}\":{value},").into_bytes());
                }
            }
        }
        line.extend_from_slice(b"\"samples\":[");
        Ok(line)
    }

    /// A file in the archive.
    fn file(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let bytes = self.unpacked(name).map_err(|error| damaged(name, &error))?;
        if bytes.len() as u64 > MOST_OF_A_SAMPLE {
            let most = MOST_OF_A_SAMPLE >> 20;
            return Err(io::Error::other(format!("{name} in it is longer than {most} MiB")));
        }
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(holds_too_much)?;
        Ok(bytes)
    }

    /// What a file holds, up to a byte more than it may have. The archive leaves zstd to us.
    fn unpacked(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let absent = || io::Error::other("it is not there");
        let number = self.archive.index_for_name(name).ok_or_else(absent)?;
        let mut packed = Vec::new();
        let raw = self.archive.by_index_raw(number)?;
        let (is_zstd, crc) = (raw.compression() == CompressionMethod::ZSTD, raw.crc32());
        let mut bytes = Vec::new();
        if !is_zstd {
            drop(raw);
            self.archive.by_index(number)?.take(MOST_OF_A_SAMPLE + 1).read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        raw.take(MOST_OF_A_SAMPLE).read_to_end(&mut packed)?;
        let stream = uncompressed(Box::new(Cursor::new(packed)))?;
        stream.take(MOST_OF_A_SAMPLE + 1).read_to_end(&mut bytes)?;
        let mut sum = Crc::new();
        sum.update(&bytes);
        if sum.sum() != crc && bytes.len() as u64 <= MOST_OF_A_SAMPLE {
            return Err(io::Error::other("its checksum differs"));
        }
        Ok(bytes)
    }

    fn sample(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = self.file(name)?;
        // Each by itself: two values with a comma between them would be two samples of the document.
        serde_json::from_slice::<Object<Unread>>(&bytes).map_err(|error| damaged(name, &error))?;
        // A line end in JSON stands between values, never in a text.
        for byte in &mut bytes {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        Ok(bytes)
    }
}

/// What is wrong with a file that cannot be read.
fn damaged(name: &str, error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!(
        "cannot read {name} in it ({error}): `inspect log convert --to json` writes a readable log"
    ))
}

impl<R: Read + Seek> Read for Document<R> {
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
        assert!(said.starts_with("cannot read samples/2_epoch_1.json in it"), "{said}");
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
            assert!(said.starts_with("cannot read samples/2.json in it ("), "{sample}: {said}");
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
        assert!(said.starts_with("it contains samples/1.json twice"), "{said}");
    }
}
