//! A process that tries inputs one by one. It dies of the first that it cannot stand, and its number
//! is in a file: also a stack overflow, a failed allocation and an endless loop leave it there.

use std::fs::File;
use std::io::{Seek, Write};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::corpus::Inputs;
use super::targets::{Target, named};

/// The longest that an input may take of the processor.
const LONGEST: Duration = Duration::from_secs(5);

/// The longest that it may take otherwise: more than the patience with a command, which must not be
/// left behind.
const PATIENCE: Duration = Duration::from_secs(90);

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
    watch();
    for number in first.. {
        if number >= inputs.committed() && Instant::now() >= until {
            break;
        }
        place.rewind().unwrap();
        place.write_all(&number.to_le_bytes()).unwrap();
        try_one(target, &inputs.numbered(number));
    }
}

/// Tries the input in a file.
pub(crate) fn replay(target: &str, file: &str) {
    let input = std::fs::read(file).unwrap();
    watch();
    try_one(named(target), &input);
}

fn try_one(target: &Target, input: &[u8]) {
    TRIED.fetch_add(1, Ordering::Relaxed);
    (target.run)(input);
}

/// How many inputs were begun.
static TRIED: AtomicU64 = AtomicU64::new(0);

/// Ends the process when an input takes too long: of the processor's time, because others may be at
/// work on the same machine, or of ours, where it waits for something.
fn watch() {
    std::thread::spawn(|| {
        let mut last = 0;
        let mut begun = (Instant::now(), processor_time());
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let tried = TRIED.load(Ordering::Relaxed);
            if tried != last {
                last = tried;
                begun = (Instant::now(), processor_time());
            }
            if processor_time().saturating_sub(begun.1) > LONGEST || begun.0.elapsed() > PATIENCE {
                eprintln!("took longer than {LONGEST:?}");
                exit(TOO_SLOW);
            }
        }
    });
}

/// What the process has had of the processor.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // Behind the name of the program, which may hold blanks.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 10)
}
