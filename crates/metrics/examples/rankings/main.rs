//! What phenom says of rankings of pairs, on data whose truth is known: how often 95 % intervals of AP, AUROC, CWS and the Brier
//! score hold the true value, and how often two systems that are equally good have p at most 5 %.
//!
//! `cargo run --release -p phenom-metrics --example rankings [-- --quick | DATA_SETS [NAME]]`; NAME is how the names of
//! populations begin.
//!
//! A limit is exceeded if the 99 % Monte Carlo interval of a figure is beyond it; then the exit code is 1.

#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr, reason = "a program")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod world;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use phenom_metrics::measures::Wanted;
use phenom_metrics::{
    Compared, Evaluation, Population as Pairs, Settings, SliceKind, StatisticsSettings,
    comparisons, scores,
};
use rayon::prelude::*;
use world::{NAMES, Population, Ranked};

/// Why no figure was found.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The data sets if none are asked for, and for a quick look.
const DATA_SETS: u64 = 4_000;
const QUICK: u64 = 40;

/// The numbers of originals.
const ORIGINALS: [usize; 4] = [30, 100, 300, 1_000];

/// The least share of intervals that hold the true value, and the most of p at most 5 % on equal systems.
const LEAST_HELD: f64 = 0.93;
const MOST_FALSE: f64 = 0.065;

fn populations() -> Vec<Population> {
    let plain = Population {
        name: "",
        measure: "average_precision",
        ranked: Ranked::Entailment { apart: 1.0, entailed: 0.5 },
        ties: false,
        parts: false,
        runs: [1, 1],
        between_runs: 0.0,
    };
    let ap = |name, apart, entailed| {
        let ranked = Ranked::Entailment { apart, entailed };
        Population { name, ranked, ..plain }
    };
    let cws = |name, correlation, right| {
        let ranked = Ranked::Confidence { correlation, right };
        Population { name, ranked, measure: "confidence_weighted_score", ..plain }
    };
    let auroc =
        |name, apart, entailed| Population { measure: "auroc", ..ap(name, apart, entailed) };
    let brier = |name, apart| Population { measure: "brier_score", ..ap(name, apart, 0.5) };
    vec![
        ap("AP, poor", 0.2, 0.5),
        ap("AP, middling", 1.0, 0.5),
        ap("AP, good", 2.2, 0.5),
        ap("AP, middling, a fifth entailed", 1.0, 0.2),
        Population { ties: true, ..ap("AP, middling, ties", 1.0, 0.5) },
        Population { parts: true, ..ap("AP, poor, parts", 0.2, 0.5) },
        Population { parts: true, ..ap("AP, good, parts", 2.2, 0.5) },
        Population { parts: true, ties: true, ..ap("AP, middling, parts, ties", 1.0, 0.5) },
        Population { runs: [3, 3], between_runs: 0.2, ..ap("AP, 3 runs that vary", 1.0, 0.5) },
        cws("CWS, poor", 0.0, 0.6),
        cws("CWS, middling", 0.4, 0.7),
        cws("CWS, good", 0.7, 0.7),
        cws("CWS, good, 90 % right", 0.5, 0.9),
        Population { parts: true, ties: true, ..cws("CWS, good, parts, ties", 0.7, 0.7) },
        Population { runs: [3, 3], between_runs: 0.1, ..cws("CWS, 3 runs that vary", 0.4, 0.7) },
        auroc("AUROC, poor", 0.2, 0.5),
        auroc("AUROC, middling", 1.0, 0.5),
        auroc("AUROC, good", 2.2, 0.5),
        auroc("AUROC, middling, a fifth entailed", 1.0, 0.2),
        Population { parts: true, ties: true, ..auroc("AUROC, middling, parts, ties", 1.0, 0.5) },
        Population {
            runs: [3, 3],
            between_runs: 0.2,
            ..auroc("AUROC, 3 runs that vary", 1.0, 0.5)
        },
        brier("Brier score, poor", 0.2),
        brier("Brier score, good", 2.2),
        Population { parts: true, ..brier("Brier score, middling, parts", 1.0) },
        Population {
            runs: [3, 3],
            between_runs: 0.2,
            ..brier("Brier score, 3 runs that vary", 1.0)
        },
    ]
}

/// What one data set says, of each system.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    /// Intervals that hold the true value, and those that are wholly above and below it.
    held: u64,
    above: u64,
    below: u64,
    /// p at most 5 %, and all p.
    found: u64,
    tested: u64,
}

fn main() -> ExitCode {
    let data_sets = match std::env::args().nth(1).as_deref() {
        None => DATA_SETS,
        Some("--quick") => QUICK,
        Some(number) => match number.parse::<u64>() {
            Ok(number) if number > 0 => number,
            _ => {
                eprintln!("expected --quick or the number of data sets, a whole number above 0");
                return ExitCode::from(2);
            }
        },
    };
    println!("| | originals | true value | held | interval above | below | p at most 5 % |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut kept = true;
    let begins = std::env::args().nth(2).unwrap_or_default();
    for population in populations().into_iter().filter(|one| one.name.starts_with(&begins)) {
        match study(&population, data_sets) {
            Ok(is_kept) => kept &= is_kept,
            Err(failure) => {
                eprintln!("{}: {failure}", population.name);
                return ExitCode::from(2);
            }
        }
    }
    println!("\n{}", if kept { "No limit is exceeded." } else { "Limits are exceeded (!)." });
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints what is found of a population, and says whether no limit is exceeded.
fn study(population: &Population, data_sets: u64) -> Result<bool, Failure> {
    let truth = true_value(population, data_sets.min(DATA_SETS))?;
    let mut kept = true;
    for originals in ORIGINALS {
        let one = |number: u64| counts(population, originals, number, truth);
        let all = (0..data_sets).into_par_iter().map(one);
        let sum = all.try_reduce(Counts::default, |one, other| Ok(one.plus(other)))?;
        let printed = sum.held + sum.above + sum.below;
        let held = share(sum.held, printed);
        let found = share(sum.found, sum.tested);
        // Two systems on the same pairs tell less than two data sets.
        let beyond = [
            held + error(held, printed / 2) < LEAST_HELD,
            found - error(found, sum.tested) > MOST_FALSE,
        ];
        kept &= beyond == [false, false];
        let mark = |is_beyond: bool| if is_beyond { " (!)" } else { "" };
        println!(
            "| {} | {originals} | {truth:.3} | {:.1}{} | {:.1} | {:.1} | {:.1}{} |",
            population.name,
            100.0 * held,
            mark(beyond[0]),
            100.0 * share(sum.above, printed),
            100.0 * share(sum.below, printed),
            100.0 * found,
            mark(beyond[1]),
        );
    }
    Ok(kept)
}

impl Counts {
    fn plus(self, other: Self) -> Self {
        Self {
            held: self.held + other.held,
            above: self.above + other.above,
            below: self.below + other.below,
            found: self.found + other.found,
            tested: self.tested + other.tested,
        }
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole > 0 { part as f64 / whole as f64 } else { f64::NAN }
}

/// Half of the 99 % Monte Carlo interval of a share.
fn error(share: f64, of: u64) -> f64 {
    2.576 * (share * (1.0 - share) / of as f64).sqrt()
}

fn settings(population: &Population, statistics: StatisticsSettings) -> Settings {
    let statistics = StatisticsSettings { threads: NonZeroUsize::MIN, ..statistics };
    let wanted = Wanted::named([population.measure]);
    Settings { statistics, wanted, ..Settings::default() }
}

fn ranked_pairs(population: &Population) -> Pairs {
    if population.parts { Pairs::Monothematic } else { Pairs::Original }
}

/// The mean over large data sets, each with runs of its own.
fn true_value(population: &Population, data_sets: u64) -> Result<f64, Failure> {
    let one = |number: u64| -> Result<f64, Failure> {
        let (dataset, runs) = population.draw(5_000, u64::MAX - number)?;
        let statistics = StatisticsSettings {
            intervals: false,
            compare: Compared::None,
            ..StatisticsSettings::default()
        };
        let evaluation = Evaluation::new(&dataset, &runs, &settings(population, statistics));
        let rows = scores(&evaluation, false);
        let values = rows.iter().filter(|row| {
            row.population == ranked_pairs(population) && row.slice_kind == SliceKind::All
        });
        let of_systems: Vec<f64> = values
            .filter(|row| NAMES.contains(&row.system.as_str()))
            .map(|row| row.value.clone())
            .collect::<Result<_, _>>()?;
        Ok(of_systems.iter().sum::<f64>() / of_systems.len() as f64)
    };
    let values: Vec<f64> =
        (0..data_sets / 4).into_par_iter().map(one).collect::<Result<_, Failure>>()?;
    Ok(values.iter().sum::<f64>() / values.len() as f64)
}

fn counts(
    population: &Population,
    originals: usize,
    number: u64,
    truth: f64,
) -> Result<Counts, Failure> {
    let (dataset, runs) = population.draw(originals, number * 10_000 + originals as u64)?;
    let settings = settings(population, StatisticsSettings::default());
    let evaluation = Evaluation::new(&dataset, &runs, &settings);
    let mut counts = Counts::default();
    for row in scores(&evaluation, false) {
        let is_it = row.population == ranked_pairs(population) && row.slice_kind == SliceKind::All;
        let Some(printed) = row.interval.filter(|_| is_it) else { continue };
        counts.held += u64::from(printed.interval.contains(truth));
        counts.above += u64::from(printed.interval.lower > truth);
        counts.below += u64::from(printed.interval.upper < truth);
    }
    for row in comparisons(&evaluation) {
        if let Some(p) = row.p().filter(|_| row.population == ranked_pairs(population)) {
            counts.tested += 1;
            counts.found += u64::from(p <= 0.05);
        }
    }
    Ok(counts)
}
