//! A process that tries inputs one by one. It dies of the first that it cannot stand, and its number
//! is in a file: also a stack overflow, a failed allocation and an endless loop leave it there.

use std::fs::File;
use std::io::{Seek, Write};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::corpus::Inputs;
use super::targets::{Target, named};

/// The longest that an input may take.
pub(crate) const LONGEST: Duration = Duration::from_secs(5);

/// The exit code for an input that took longer.
pub(crate) const TOO_SLOW: i32 = 75;

/// The file with the number of the input that is being tried, in the folder of the worker.
pub(crate) const NUMBER: &str = "number";

/// Tries the inputs from a number on, for so many seconds, and the committed ones in any case.
pub(crate) fn work(target: &str, first: &str, seconds: &str) {
    let target = named(target);
    let first: u64 = first.parse().unwrap();
    let until = Instant::now() + Duration::from_secs_f64(seconds.parse().unwrap());
    let inputs = Inputs::of(target);
    let mut place = File::create(NUMBER).unwrap();
    watched(|started| {
        for number in first.. {
            if number >= inputs.committed() && Instant::now() >= until {
                break;
            }
            place.rewind().unwrap();
            place.write_all(&number.to_le_bytes()).unwrap();
            try_one(target, &inputs.numbered(number), started);
        }
    });
}

/// Tries the input in a file.
pub(crate) fn replay(target: &str, file: &str) {
    let input = std::fs::read(file).unwrap();
    watched(|started| try_one(named(target), &input, started));
}

fn try_one(target: &Target, input: &[u8], started: &AtomicU64) {
    started.store(milliseconds(), Ordering::Relaxed);
    (target.run)(input);
}

/// Runs inputs beside a thread that ends the process when one takes too long.
fn watched(run: impl FnOnce(&AtomicU64)) {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    STARTED.store(milliseconds(), Ordering::Relaxed);
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let taken = milliseconds().saturating_sub(STARTED.load(Ordering::Relaxed));
            if u128::from(taken) > LONGEST.as_millis() {
                eprintln!("took longer than {LONGEST:?}");
                exit(TOO_SLOW);
            }
        }
    });
    run(&STARTED);
}

/// Milliseconds since the first call.
fn milliseconds() -> u64 {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    u64::try_from(FIRST.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(u64::MAX)
}
