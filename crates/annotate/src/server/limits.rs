//! What a client may take of the server.

use std::time::Duration;

/// What a client may take of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The time for a request from its first byte, or from the opening of its connection, to the last byte of its answer.
    pub request: Duration,
    /// The time that a connection may stay open between two requests.
    pub idle: Duration,
    /// The most connections. Browsers open six.
    pub connections: usize,
    /// The time in which a connection does not give way to a new one.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(10),
            // The page says something every 2 seconds.
            idle: Duration::from_secs(30),
            connections: 64,
            grace: Duration::from_millis(25),
        }
    }
}
