//! What phenom prints on data whose truth is known, held to limits: the tables of `docs/statistics.md`.
//!
//! `cargo run --release -p phenom-metrics --example simulate [-- --quick]`
//!
//! A limit is exceeded where the 99 % Monte Carlo interval of a figure lies beyond it; then the exit code
//! is 1.

#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr, reason = "a program")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod arguments;
mod coverage;
mod equal_systems;
mod findings;
mod limits;
mod peers;
mod planning;
mod rates;
mod report;
mod scenario;
mod scenarios;
mod sentences;
mod stability;
mod systems;
mod truth;
mod verdicts;
mod world;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use arguments::{Arguments, USAGE, parse};
use findings::{Finding, markdown};
use scenario::{Scenario, Study};
use scenarios::scenarios;
use sentences::World;

/// Why no figure was found.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How much is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) data_sets: u64,
    /// The originals of the population that true values are found on.
    pub(crate) population: usize,
}

impl Extent {
    /// What is asked for, where `usual` data sets are drawn.
    fn new(arguments: &Arguments, usual: u64) -> Self {
        let population = if arguments.quick { 50_000 } else { 300_000 };
        Self { data_sets: arguments.data_sets.unwrap_or(usual), population }
    }

    /// The seed of a data set, which no other of any scenario has.
    pub(crate) fn seed(self, scenario: &Scenario, number: u64) -> u64 {
        // FNV-1a.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = scenario.name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        hash.wrapping_add(number)
    }
}

fn main() -> ExitCode {
    let arguments = match parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if arguments.list {
        scenarios().iter().for_each(|scenario| println!("{}", scenario.name));
        sentences::worlds(arguments.quick).iter().for_each(|world| println!("{}", world.name));
        return ExitCode::SUCCESS;
    }
    match simulate(&arguments) {
        Ok(findings) => told(&findings),
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// Prints what exceeds its limit.
fn told(findings: &[Finding]) -> ExitCode {
    let exceeded: Vec<&Finding> = findings.iter().filter(|finding| finding.is_exceeded()).collect();
    if exceeded.is_empty() {
        println!("\nNo limit is exceeded.");
        return ExitCode::SUCCESS;
    }
    println!("\n{} limits are exceeded:\n", exceeded.len());
    for finding in exceeded {
        println!("- {}", finding.sentence());
    }
    ExitCode::FAILURE
}

/// Works through the scenarios that are wanted. Each figure is printed as soon as it is found, and the tables
/// of a group after its last scenario: who stops it keeps what was found.
fn simulate(arguments: &Arguments) -> Result<Vec<Finding>, Failure> {
    let parts = &arguments.scenarios;
    let named = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part));
    let wanted: Vec<Scenario> =
        scenarios().into_iter().filter(|scenario| named(&scenario.name)).collect();
    let worlds: Vec<World> =
        sentences::worlds(arguments.quick).into_iter().filter(|world| named(&world.name)).collect();
    if wanted.is_empty() && worlds.is_empty() {
        return Err("no scenario has such a name; --list prints their names".into());
    }
    if arguments.write.is_some() && !wanted.iter().any(|one| matches!(one.study, Study::Peers(_))) {
        return Err("--write is for the scenarios `peers`: add --scenario peers".into());
    }
    let mut found = Vec::new();
    for group in wanted.chunk_by(|one, other| one.group == other.group) {
        let first = found.len();
        for scenario in group {
            found.extend(timed_study(scenario, arguments)?);
        }
        println!("\n## {}\n{}", group[0].group, markdown(&found[first..]));
        std::io::stdout().flush()?;
    }
    let first = found.len();
    for world in &worlds {
        let extent = Extent::new(arguments, world.data_sets(arguments.quick));
        found.extend(timed(&world.name, extent, || sentences::findings(world, extent))?);
    }
    if !worlds.is_empty() {
        println!("\n## Sentences\n{}", markdown(&found[first..]));
    }
    Ok(found)
}

fn timed_study(scenario: &Scenario, arguments: &Arguments) -> Result<Vec<Finding>, Failure> {
    let usual = if arguments.quick { scenario.quick } else { scenario.data_sets };
    let extent = Extent::new(arguments, usual);
    timed(&scenario.name, extent, || study(scenario, extent, arguments.write.as_deref()))
}

/// What was found, printed with the time that it took.
fn timed(
    name: &str,
    extent: Extent,
    findings: impl FnOnce() -> Result<Vec<Finding>, Failure>,
) -> Result<Vec<Finding>, Failure> {
    let started = Instant::now();
    let found = findings()?;
    let (data_sets, seconds) = (extent.data_sets, started.elapsed().as_secs_f64());
    eprintln!("{name}: {data_sets} data sets, {seconds:.1} s");
    for finding in &found {
        eprintln!("  {}", finding.figure());
    }
    Ok(found)
}

fn study(
    scenario: &Scenario,
    extent: Extent,
    written: Option<&Path>,
) -> Result<Vec<Finding>, Failure> {
    match &scenario.study {
        Study::Verdicts(equal) => equal_systems::findings(scenario, *equal, extent),
        Study::Coverage => coverage::findings(scenario, extent),
        Study::Stability => stability::findings(scenario, extent),
        Study::Planning => planning::findings(scenario, extent),
        Study::Peers(stronger) => peers::findings(scenario, stronger, extent, written),
    }
}
