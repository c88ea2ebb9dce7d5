//! Mutated inputs for every reader, the config and the commands: none may panic, take more than five
//! seconds, or need more than a gigabyte. docs/fuzzing.md says how to run it and what to do with a
//! finding.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a test without the usual harness")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod fuzz {
    pub(super) mod answers;
    pub(super) mod commands;
    pub(super) mod corpus;
    pub(super) mod dictionary;
    pub(super) mod logs;
    pub(super) mod mutation;
    pub(super) mod pairs;
    pub(super) mod planted;
    pub(super) mod readers;
    pub(super) mod shrinking;
    pub(super) mod supervisor;
    pub(super) mod targets;
    pub(super) mod worker;
}

use std::process::ExitCode;

/// What `cargo test` runs: all targets, or those whose names hold one of the arguments. The supervisor
/// starts this program again, with `--worker` or `--replay`.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["--worker", target, first, seconds] => fuzz::worker::work(target, first, seconds),
        ["--replay", target, file] => fuzz::worker::replay(target, file),
        // The flags of the usual test harness mean nothing here.
        names => {
            let names: Vec<&str> =
                names.iter().copied().filter(|name| !name.starts_with('-')).collect();
            return fuzz::supervisor::supervise(&names);
        }
    }
    ExitCode::SUCCESS
}
