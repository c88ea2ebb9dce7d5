//! What phenom says of the phenomena that are worth fixing, on data whose truth is known. What it says of wholes and parts,
//! `simulate --scenario sentences` checks.
//!
//! `cargo run --release -p phenom-metrics --example composition [-- DATA_SETS]`
//!
//! Where a limit is exceeded, the exit code is 1.

#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr, reason = "a program")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod gains;

use std::process::ExitCode;

fn main() -> ExitCode {
    let data_sets = match std::env::args().nth(1).map(|number| number.parse::<u64>()) {
        None => 2_000,
        Some(Ok(number)) if number > 0 => number,
        Some(_) => {
            eprintln!("the number of data sets is a whole number above 0");
            return ExitCode::from(2);
        }
    };
    if gains::is_kept(data_sets) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
