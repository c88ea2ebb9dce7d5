//! How accurate `stacked` is on gold labels that nothing predicts.
//!
//! ```sh
//! cargo build --workspace --locked --example stacking
//! target/debug/examples/stacking target/debug/phenom              # 500 data sets
//!     --data-sets 60
//!     --quick               # 20 data sets
//!     --first 500           # the seed of the first data set; 0 without it
//!     --balanced            # as many entailed pairs as others, shuffled, instead of coins
//!     --seen                # a stack of cross-validated predictions in files as well: it has seen the labels that it predicts
//! ```
//!
//! Each data set has 120 originals with texts of their own and fair coins as gold labels. So the expected accuracy of a system that
//! has not seen the label of a pair is 50 %, however its predictions depend on each other. The binary runs learners in ten-fold
//! cross-validation, and a stack of them. It prints the mean accuracy with its standard error over data sets, and the share of
//! data sets in which the 95 % interval of the accuracy lies wholly above 50 %. The exit code is 1 if the mean of a system that
//! has not seen the labels is more than three standard errors above 50 %, or if the interval of the stack lies wholly above
//! 50 % in more than 5 % of at least 500 data sets.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool of the command line")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const ORIGINALS: usize = 120;

const LEARNERS: [&str; 3] = ["hypothesis-only", "word-overlap", "idf-coverage"];

/// The stack that the binary cross-validates.
const NESTED: &str = "stacked";

/// The largest share of data sets in which the interval of the stack may lie wholly above 50 %.
const LARGEST_SHARE: f64 = 0.05;

/// The least number of data sets that tests this share: the share of fewer varies too much.
const LEAST_DATA_SETS: u64 = 500;

/// A stack of predictions in files, which were learnt from the labels that it predicts.
const SEEN: &str = "stacked-on-files";

struct Arguments {
    program: PathBuf,
    data_sets: u64,
    first: u64,
    seen: bool,
    balanced: bool,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| simulate(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let (mut program, mut data_sets, mut first) = (None, None, 0);
    let (mut quick, mut seen, mut balanced) = (false, false, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => quick = true,
            "--seen" => seen = true,
            "--balanced" => balanced = true,
            "--data-sets" => {
                let number = words.next().and_then(|number| number.parse::<u64>().ok());
                let number = number.filter(|number| *number > 0);
                data_sets = Some(number.ok_or("--data-sets takes a number above 0")?);
            }
            "--first" => {
                let number = words.next().and_then(|number| number.parse::<u64>().ok());
                first = number.ok_or("--first takes a whole number")?;
            }
            option if option.starts_with('-') => return Err(format!("{option}: no such option")),
            path => program = Some(PathBuf::from(path)),
        }
    }
    let program = program.ok_or("name the phenom binary, such as target/debug/phenom")?;
    let program =
        program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    let data_sets = data_sets.unwrap_or(if quick { 20 } else { 500 });
    Ok(Arguments { program, data_sets, first, seen, balanced })
}

/// Runs all data sets on all cores, and prints what was found; false if a mean or the share of the
/// stack is too high.
fn simulate(arguments: &Arguments) -> Result<bool, String> {
    let started = Instant::now();
    let next = AtomicU64::new(0);
    let found: Mutex<BTreeMap<String, Vec<Accuracy>>> = Mutex::default();
    let failed: Mutex<Option<String>> = Mutex::default();
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= arguments.data_sets {
                break;
            }
            match data_set(arguments, arguments.first.saturating_add(number)) {
                Ok(systems) => {
                    for (system, accuracy) in systems {
                        if let Ok(mut found) = found.lock() {
                            found.entry(system).or_default().push(accuracy);
                        }
                    }
                }
                Err(message) => {
                    next.store(arguments.data_sets, Ordering::Relaxed);
                    if let Ok(mut failed) = failed.lock() {
                        *failed = Some(message);
                    }
                }
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    if let Some(message) = failed.into_inner().ok().flatten() {
        return Err(message);
    }
    let found = found.into_inner().map_err(|error| error.to_string())?;
    let data_sets = arguments.data_sets;
    println!("{data_sets} data sets of {ORIGINALS} originals");
    let mut passes = true;
    for (system, accuracies) in &found {
        let count = accuracies.len() as f64;
        let mean = accuracies.iter().map(|accuracy| accuracy.value).sum::<f64>() / count;
        let squares = accuracies.iter().map(|accuracy| (accuracy.value - mean).powi(2));
        let error = (squares.sum::<f64>() / (count - 1.0) / count).sqrt();
        let above = accuracies.iter().filter(|accuracy| accuracy.lower > 0.5).count();
        println!(
            "{system}: mean {:.2} % (standard error {:.2}), interval above 50 % in {above} ({:.1} %)",
            100.0 * mean,
            100.0 * error,
            100.0 * above as f64 / count
        );
        passes &= system == SEEN || mean <= 0.5 + 3.0 * error;
        passes &= system != NESTED
            || data_sets < LEAST_DATA_SETS
            || above as f64 <= LARGEST_SHARE * count;
    }
    println!("{:.0} s", started.elapsed().as_secs_f64());
    Ok(passes)
}

/// The accuracy of a system on a data set, and the lower end of its 95 % interval.
struct Accuracy {
    value: f64,
    lower: f64,
}

/// The accuracy of each system on a data set.
fn data_set(arguments: &Arguments, seed: u64) -> Result<BTreeMap<String, Accuracy>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).map_err(|error| error.to_string())
    };
    write("pairs.csv", &pairs(seed, arguments.balanced))?;
    let learners = LEARNERS.map(|name| {
        let wordnet = if name == "features" { ", wordnet: none" } else { "" };
        format!("  - {{name: {name}, engine: {{name: {name}, cross-validated: 10{wordnet}}}}}\n")
    });
    let mut systems = learners.concat();
    // A string takes whatever is written to it.
    let _ = writeln!(
        systems,
        "  - {{name: {NESTED}, engine: {{name: stacked, of: [{}]}}}}",
        LEARNERS.join(", ")
    );
    let start = "dataset: {path: pairs.csv}\nsystems:\n";
    let end = "output: report\nstatistics: {resamples: 200}\nreport: {tables: [], figures: [], formats: [csv]}\n";
    write("config.yaml", &format!("{start}{systems}{end}"))?;
    if arguments.seen {
        phenom(
            &arguments.program,
            folder.path(),
            &[&["predict", "config.yaml"][..], &LEARNERS].concat(),
        )?;
        for learner in LEARNERS {
            let file = predictions(folder.path(), learner)?;
            let _ = writeln!(
                systems,
                "  - {{name: {learner}-file, predictions: {file}, columns: {{id: id, label: label}}}}"
            );
        }
        let files = LEARNERS.map(|name| format!("{name}-file")).join(", ");
        let _ = writeln!(systems, "  - {{name: {SEEN}, engine: {{name: stacked, of: [{files}]}}}}");
        write("config.yaml", &format!("{start}{systems}{end}"))?;
    }
    phenom(&arguments.program, folder.path(), &["run", "config.yaml", "--quiet"])?;
    let scores = folder.path().join("report/scores.csv");
    let scores = std::fs::read_to_string(scores).map_err(|error| error.to_string())?;
    accuracies(&scores)
}

/// Originals with words at random. The gold label of each is a fair coin, or they are shuffled and balanced.
fn pairs(seed: u64, balanced: bool) -> String {
    let labels = ["entailment", "not-entailment"];
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut shuffled: Vec<&str> = labels.into_iter().cycle().take(ORIGINALS).collect();
    if balanced {
        shuffled.shuffle(&mut random);
    }
    let mut pairs = "id,text,hypothesis,gold\n".to_owned();
    for (number, balanced_gold) in shuffled.into_iter().enumerate() {
        let mut words = |count: usize| {
            let word = |_| format!("word{}", random.random_range(0..40));
            (0..count).map(word).collect::<Vec<_>>().join(" ")
        };
        let (text, hypothesis) = (words(12), words(5));
        let gold = if balanced { balanced_gold } else { labels[random.random_range(0..2)] };
        let _ = writeln!(pairs, "p{number},text {number}: {text},{hypothesis},{gold}");
    }
    pairs
}

fn phenom(program: &Path, folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let run = Command::new(program).args(arguments).current_dir(folder).output();
    let output = run.map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The file of predictions of a system, from the folder of the config.
fn predictions(folder: &Path, system: &str) -> Result<String, String> {
    let files = std::fs::read_dir(folder.join("predictions")).map_err(|error| error.to_string())?;
    let names = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
    let mut of_system = names.filter(|name| name.starts_with(system));
    let name = of_system.next().ok_or_else(|| format!("{system} has no predictions"))?;
    Ok(format!("predictions/{name}"))
}

/// For each system of tidy scores, its accuracy on all originals.
fn accuracies(scores: &str) -> Result<BTreeMap<String, Accuracy>, String> {
    let mut rows = csv::Reader::from_reader(scores.as_bytes());
    let header = rows.headers().map_err(|error| error.to_string())?.clone();
    let column = |name: &str| {
        header.iter().position(|column| column == name).ok_or_else(|| format!("no column {name}"))
    };
    let (system, measure, population, lower) =
        (column("system")?, column("measure")?, column("population")?, column("lower")?);
    let (kind, value) = (column("slice_kind")?, column("value")?);
    let mut found = BTreeMap::new();
    for row in rows.records() {
        let row = row.map_err(|error| error.to_string())?;
        let is = |at: usize, value: &str| row.get(at) == Some(value);
        let name = row.get(system).unwrap_or_default();
        if is(measure, "accuracy")
            && is(population, "original")
            && is(kind, "all")
            && !name.contains(':')
        {
            let number = |at: usize| row.get(at).and_then(|cell| cell.parse().ok());
            let (Some(value), Some(lower)) = (number(value), number(lower)) else {
                return Err(format!("`{name}` has no accuracy with an interval"));
            };
            found.insert(name.to_owned(), Accuracy { value, lower });
        }
    }
    Ok(found)
}
