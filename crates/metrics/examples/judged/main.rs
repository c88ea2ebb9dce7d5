//! What phenom prints on judged gold whose truth is known: coverage and width of intervals, verdicts on equal systems, plans, and
//! pairs that `next_labels` draws.
//!
//! `cargo run --release -p phenom-metrics --example judged [-- --quick | DATA_SETS [NAME]]`; NAME is how the names of rows begin.
//!
//! A limit is exceeded if the 99 % Monte Carlo interval of a figure is beyond it; then the exit code is 1.

#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr, reason = "a program")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod cells;
mod evaluated;
mod plans;
#[path = "../simulate/rates.rs"]
mod rates;
mod reading;
mod report;
mod waves;
mod world;

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use phenom_metrics::statistics::threads::side_by_side;
use report::Table;

/// Why no figure was found.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The data sets of a row if none are asked for, and for a quick look.
const DATA_SETS: u64 = 1_000;
const QUICK: u64 = 24;

/// How many data sets are drawn for a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent(pub(crate) u64);

impl Extent {
    /// What each data set shows, by its number.
    pub(crate) fn each<T: Send>(
        self,
        one: impl Fn(u64) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let numbers: Vec<u64> = (0..self.0).collect();
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        side_by_side(&numbers, threads, |number| one(*number)).into_iter().collect()
    }
}

fn main() -> ExitCode {
    let data_sets = match std::env::args().nth(1).as_deref() {
        None => DATA_SETS,
        Some("--quick") => QUICK,
        Some(number) => match number.parse::<u64>() {
            Ok(number) if number > 1 => number,
            _ => {
                eprintln!("expected --quick or the number of data sets, a whole number above 1");
                return ExitCode::from(2);
            }
        },
    };
    let begins = std::env::args().nth(2).unwrap_or_default();
    let started = Instant::now();
    match tables(Extent(data_sets), &begins) {
        Ok(tables) => {
            let held: usize = tables.iter().map(|table| table.held).sum();
            let seconds = started.elapsed().as_secs_f64();
            eprintln!("{data_sets} data sets a row, {seconds:.0} s");
            told(held, &tables.into_iter().flat_map(|table| table.exceeded).collect::<Vec<_>>())
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// Prints what exceeds its limit.
fn told(held: usize, exceeded: &[String]) -> ExitCode {
    if exceeded.is_empty() {
        println!("\nNone of {held} figures exceeds its limit.");
        return ExitCode::SUCCESS;
    }
    println!("\n{} of {held} figures exceed their limits (!):\n", exceeded.len());
    exceeded.iter().for_each(|sentence| println!("- {sentence}"));
    ExitCode::FAILURE
}

/// Prints the rows whose names begin so.
fn tables(extent: Extent, begins: &str) -> Result<[Table; 3], Failure> {
    let mut tables = [const { Table::new() }; 3];
    for group in cells::groups() {
        for size in cells::sizes() {
            let (pairs, share) = (size.pairs, 100.0 * size.share);
            let name = format!("{}, {pairs} pairs, {share:.0} % read", group.world.name);
            if !name.starts_with(begins) {
                continue;
            }
            if let Some(figures) = cells::row(&group, size, extent)? {
                tables[0].print(&name, &figures);
            }
        }
    }
    for plan in plans::plans() {
        let name = format!("plan, {}, {} pairs", plan.world.name, plan.pairs);
        if name.starts_with(begins) {
            tables[1].print(&name, &plans::row(&plan, extent)?);
        }
    }
    for waves in waves::all() {
        let name = format!("waves, {}", waves.name());
        if name.starts_with(begins) {
            // A bias of half a point is small beside the standard error of few labels.
            let more = if waves.pairs < 1_000 { 4 } else { 1 };
            tables[2].print(&name, &waves::row(&waves, Extent(more * extent.0))?);
        }
    }
    Ok(tables)
}
