//! A connection on which everything ends at one moment, however slowly it is read and written.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A connection with the moment at which reading and writing end.
#[derive(Debug)]
pub(super) struct Timed {
    stream: Arc<TcpStream>,
    /// When reading and writing end.
    pub(super) until: Instant,
}

impl Timed {
    pub(super) fn new(stream: Arc<TcpStream>, patience: Duration) -> Self {
        Timed { stream, until: Instant::now() + patience }
    }

    /// The connection itself.
    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        match self.until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            left => Ok(Some(left)),
        }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        (&*self.stream).read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        (&*self.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
