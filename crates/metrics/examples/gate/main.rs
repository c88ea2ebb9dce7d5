//! How often a gate with a margin lets a system pass that is worse by the margin.
//!
//! `cargo run --release -p phenom-metrics --example gate [-- DATA_SETS]`
//!
//! If a limit is exceeded, the exit code is 1.

#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr, reason = "a program")]

mod clustered;
mod exact;

use std::process::ExitCode;

/// A truly worse system passes in at most this share of cases: half of what a level of 95 % leaves.
const LIMIT: f64 = 0.025;

fn main() -> ExitCode {
    let data_sets = match std::env::args().nth(1).map(|number| number.parse::<u64>()) {
        None => 2_000,
        Some(Ok(number)) if number > 0 => number,
        Some(_) => {
            eprintln!("the number of data sets is a whole number above 0");
            return ExitCode::from(2);
        }
    };
    let exact = exact::is_kept();
    println!();
    let clustered = clustered::is_kept(data_sets);
    if exact && clustered { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
