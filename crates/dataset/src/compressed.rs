//! Files compressed with gzip or zstd, read as what they hold.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

/// How many bytes a file may hold for each byte that it has, beyond [`FREE_BYTES`]. Tables compress five to fifty
/// times; what compresses a thousand times is made to keep a reader busy.
const MOST_TIMES: u64 = 100;

/// What every compressed file may hold, however short it is.
const FREE_BYTES: u64 = 64 << 20;

/// How much a file of so many bytes may hold.
pub(crate) fn most_bytes(file: u64) -> u64 {
    FREE_BYTES + MOST_TIMES * file
}

/// What is wrong with a file that holds more.
pub(crate) fn holds_too_much() -> io::Error {
    io::Error::other(format!(
        "it expands to more than {MOST_TIMES} times its size: unpack it first if that is intended"
    ))
}

/// What a stream holds: itself, where it is not compressed. Never more than a buffer is held (for zstd the
/// window of the file, at most 128 MiB).
pub(crate) fn uncompressed(
    mut stream: Box<dyn BufRead + Send>,
) -> io::Result<Box<dyn BufRead + Send>> {
    let start = stream.fill_buf()?;
    let gzip = start.starts_with(b"\x1F\x8B");
    let zstd = start.starts_with(b"\x28\xB5\x2F\xFD");
    if !gzip && !zstd {
        return Ok(stream);
    }
    let read = Arc::default();
    let stream = Counted { stream, read: Arc::clone(&read) };
    let inner: Box<dyn Read + Send> =
        if gzip { Box::new(MultiGzDecoder::new(stream)) } else { zstd_decoder(stream)? };
    let name = if gzip { "gzip" } else { "zstd" };
    let held = Held { inner, name, read, held: 0 };
    Ok(Box::new(BufReader::with_capacity(1 << 16, held)))
}

#[cfg(feature = "tables")]
fn zstd_decoder(stream: Counted) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(zstd::stream::read::Decoder::with_buffer(stream)?))
}

#[cfg(not(feature = "tables"))]
fn zstd_decoder(_: Counted) -> io::Result<Box<dyn Read + Send>> {
    Err(io::Error::other(
        "this build of phenom cannot read zstd: build it with the feature `tables`",
    ))
}

/// A stream of which it is counted how much was read.
struct Counted {
    stream: Box<dyn BufRead + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stream.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        self.stream.consume(count);
    }
}

/// What a compressed file holds, up to the bound.
struct Held {
    inner: Box<dyn Read + Send>,
    name: &'static str,
    read: Arc<AtomicU64>,
    held: u64,
}

impl Read for Held {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer).map_err(|error| {
            let name = self.name;
            io::Error::other(format!(
                "it is compressed with {name}, and damaged or cut off ({error})"
            ))
        })?;
        self.held += count as u64;
        if self.held > most_bytes(self.read.load(Ordering::Relaxed)) {
            return Err(holds_too_much());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: Vec<u8>) -> Result<String, String> {
        let mut text = String::new();
        let mut stream =
            uncompressed(Box::new(io::Cursor::new(bytes))).map_err(|error| error.to_string())?;
        stream.read_to_string(&mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }

    #[test]
    fn a_compressed_file_is_read_as_what_it_holds() {
        assert_eq!(read(b"id,gold\n".to_vec()), Ok("id,gold\n".to_owned()));
        let mut two = gzip(b"id,gold\n");
        two.extend(gzip(b"1,unknown\n"));
        assert_eq!(read(two), Ok("id,gold\n1,unknown\n".to_owned()));
        #[cfg(feature = "tables")]
        assert_eq!(read(zstd::encode_all(&b"id\n1\n"[..], 3).unwrap()), Ok("id\n1\n".to_owned()));
    }

    #[test]
    fn a_damaged_file_and_one_that_holds_too_much_are_refused() {
        let mut cut = gzip("id,gold\n".repeat(1_000).as_bytes());
        cut.truncate(cut.len() - 9);
        let said = read(cut).unwrap_err();
        assert!(said.starts_with("it is compressed with gzip, and damaged or cut off"), "{said}");
        let inner: Box<dyn Read + Send> = Box::new(io::repeat(0));
        let held = Held { inner, name: "zstd", read: Arc::new(AtomicU64::new(7)), held: 0 };
        let mut count = 0;
        let mut held = BufReader::with_capacity(1 << 16, held);
        let refused = loop {
            match held.fill_buf().map(<[u8]>::len) {
                Ok(more) => count += more as u64,
                Err(error) => break error.to_string(),
            }
            held.consume(usize::MAX);
        };
        assert!(refused.starts_with("it expands to more than 100 times its size"), "{refused}");
        assert!(count <= FREE_BYTES + 7 * MOST_TIMES && count + (1 << 16) > FREE_BYTES, "{count}");
    }
}
