//! Runs the targets in processes of their own, within a gigabyte of memory, and gathers what they die of.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::corpus::Inputs;
use super::planted::PLANTED;
use super::shrinking::shrunk;
use super::targets::{TARGETS, Target};
use super::worker::{NUMBER, TOO_SLOW};

/// The most address space of a worker, in KiB: memory cannot be more.
const MEMORY: u64 = 1 << 20;

/// What is said of an input that took too long.
const SLOW: &str = "too slow";

/// How many different findings end the work on a target.
const ENOUGH: usize = 8;

/// What was found in one target.
#[derive(Debug, Default)]
struct Outcome {
    tried: u64,
    /// How a worker died, with the file of the input.
    findings: BTreeMap<String, PathBuf>,
    /// Deaths that did not come again with the input alone.
    notes: Vec<String>,
}

/// Tries the targets whose names hold one of the words, all without any, and fails for a finding.
pub(crate) fn supervise(words: &[&str]) -> ExitCode {
    let wanted =
        |target: &&Target| words.is_empty() || words.iter().any(|word| target.name.contains(word));
    let targets: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    if targets.is_empty() {
        return ExitCode::SUCCESS;
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(targets.len());
    let seconds: f64 =
        std::env::var("PHENOM_FUZZ_SECONDS").map_or(5.0, |digits| digits.parse().unwrap());
    let each = Duration::from_secs_f64(seconds * threads as f64 / targets.len() as f64);
    println!("fuzzing {} targets for {seconds} s, {each:.1?} each", targets.len());
    for (target, end) in &PLANTED {
        let found = alone(target, b"");
        assert!(
            found.as_ref().is_some_and(|message| message.contains(end)),
            "{}: {found:?}",
            target.name
        );
    }
    let waiting = Mutex::new(targets.iter());
    let outcomes = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(target) = waiting.lock().unwrap().next() else { break };
                    let outcome = fuzz(target, each);
                    outcomes.lock().unwrap().insert(target.name, outcome);
                }
            });
        }
    });
    report(&outcomes.into_inner().unwrap())
}

fn report(outcomes: &BTreeMap<&str, Outcome>) -> ExitCode {
    for (target, outcome) in outcomes {
        println!("{target:16} {:>9} inputs", outcome.tried);
        for (what, file) in &outcome.findings {
            println!("  FOUND {what}\n        {}", file.display());
        }
        for note in &outcome.notes {
            println!("  not again when tried alone: {note}");
        }
    }
    let tried: u64 = outcomes.values().map(|outcome| outcome.tried).sum();
    let findings: usize = outcomes.values().map(|outcome| outcome.findings.len()).sum();
    println!("{tried} inputs, {findings} findings");
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tries one target for so long, with a new worker after each death.
fn fuzz(target: &Target, time: Duration) -> Outcome {
    let mut left = time;
    let inputs = Inputs::of(target);
    let mut outcome = Outcome::default();
    while outcome.findings.len() < ENOUGH {
        let folder = tempfile::tempdir().unwrap();
        let started = Instant::now();
        let (first, seconds) = (outcome.tried.to_string(), left.as_secs_f64().to_string());
        let death = worker(folder.path(), &["--worker", target.name, &first, &seconds]);
        left = left.saturating_sub(started.elapsed());
        // A worker without time left tries nothing and leaves no number.
        let number = std::fs::read(folder.path().join(NUMBER)).unwrap_or_default();
        let number = number.try_into().map(u64::from_le_bytes);
        if let Ok(number) = number {
            outcome.tried = number + 1;
        }
        let Some(death) = death else { break };
        let Ok(number) = number else {
            outcome.findings.insert(format!("no worker: {death}"), PathBuf::new());
            break;
        };
        judge(target, number, inputs.numbered(number), death, &mut outcome);
    }
    outcome
}

/// Keeps what a worker died of as a finding, if its last input alone has the same end.
fn judge(target: &Target, number: u64, input: Vec<u8>, death: String, outcome: &mut Outcome) {
    match alone(target, &input) {
        None => outcome.notes.push(format!("input {number}: {death}")),
        Some(what) if outcome.findings.contains_key(&what) => {}
        Some(what) => {
            // What is slow is slow because it is large.
            let input = if what == SLOW {
                input
            } else {
                shrunk(input, |shorter| alone(target, shorter).as_ref() == Some(&what))
            };
            outcome.findings.insert(what, saved(target, &input));
        }
    }
}

/// How a worker dies of an input alone.
fn alone(target: &Target, input: &[u8]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("replayed"), input).unwrap();
    worker(folder.path(), &["--replay", target.name, "replayed"])
}

/// Runs this program as a worker in a folder, and says what it died of.
fn worker(folder: &Path, arguments: &[&str]) -> Option<String> {
    let said = folder.join("said");
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {MEMORY} && exec \"$0\" \"$@\""));
    command.arg(std::env::current_exe().unwrap()).args(arguments).current_dir(folder);
    command
        .env("RUST_BACKTRACE", "0")
        // The C library reserves 128 MiB for each thread that asks it for memory, and uses next to nothing of it.
        .env("MALLOC_ARENA_MAX", "1")
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&said).unwrap());
    let status = command.status().unwrap();
    (!status.success())
        .then(|| cause(status, &String::from_utf8_lossy(&std::fs::read(said).unwrap())))
}

/// What a worker died of, in a line that is the same for the same cause.
fn cause(status: ExitStatus, said: &str) -> String {
    if status.code() == Some(TOO_SLOW) {
        return SLOW.to_owned();
    }
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    // The last one is that of phenom, where a command panicked.
    let at = lines
        .iter()
        .rposition(|line| line.contains("panicked at ") || line.contains("memory allocation"));
    let Some(at) = at else {
        return format!("{status}: {}", lines.last().copied().unwrap_or_default());
    };
    // Before the place stands the number of the thread, behind it what differs by input.
    let place = lines[at].split_once("panicked at ");
    let place = place.map_or("memory cannot be allocated", |(_, place)| place);
    let message: String = lines.get(at + 1).copied().unwrap_or_default().chars().take(60).collect();
    format!("{place} {}", message.replace(|digit: char| digit.is_ascii_digit(), "9"))
}

/// Saves an input beside the build, and says where.
fn saved(target: &Target, input: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(target.name);
    std::fs::create_dir_all(&folder).unwrap();
    let hash = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let file = folder.join(format!("{hash:016x}"));
    std::fs::write(&file, input).unwrap();
    file
}
