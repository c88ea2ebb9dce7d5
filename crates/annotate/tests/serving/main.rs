//! The server as a browser meets it, over TCP.

#![allow(
    clippy::disallowed_methods,
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
mod together;
mod worlds;
