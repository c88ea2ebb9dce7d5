//! The server as a browser meets it, over TCP.

#![allow(
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

    clippy::unwrap_used,
    clippy::panic,
    clippy::unreachable,
    clippy::print_stderr,
    reason = "a test may stop, and says what it measured or skipped"
)]

mod arbitrary;
mod client;
mod decomposing;
mod desk;
mod guarded;
mod killed;
mod large;
mod protocol;
mod reading;
mod saving;
mod slow;
mod worlds;
