//! How often tests reject true null hypotheses, and intervals hold the true value, on data whose truth
//! is known: the figures of `docs/statistics.md`.
//!
//! `cargo run --release -p phenom-metrics --example simulate [-- --quick]`

#![allow(missing_docs, clippy::expect_used, clippy::print_stdout, reason = "a simulation may stop")]

mod measured;
mod peers;
mod world;

use std::collections::BTreeMap;

use measured::{ALL, DI, DI_SIGNED, Measured};
use phenom_metrics::Proportion;
use phenom_metrics::statistics::{
    ConfidenceLevel, Interval, PooledClusters, Replicates, Resampling, Studentised, bootstrap,
    difference, holm, sign_flip, wilson,
};
use world::{Pair, System, World, paired};

const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;
const RESAMPLES: usize = 1000;
/// So many times as many small datasets, which take less time, are made.
const SMALL: u64 = 4;

/// The system of the intervals, and both systems of the comparisons.
const SYSTEM: System = System([[0.72, 0.56], [0.8, 0.7]]);
/// Two systems of CI 0.75 and signed DI 0.3, one of them right much more often.
const STRONG: System = System([[0.72, 0.48], [0.8, 0.8]]);
const WEAK: System = System([[0.54, 0.36], [0.6, 0.6]]);

/// The sizes and the dependence that are looked at.
const SETTINGS: [(usize, f64); 4] = [(90, 0.0), (90, 0.6), (1000, 0.0), (1000, 0.6)];

/// How often something happened among the cases where it could, by row and setting.
#[derive(Default)]
struct Tally(BTreeMap<(usize, String), [(u64, u64); SETTINGS.len()]>);

impl Tally {
    fn add(&mut self, order: usize, row: &str, setting: usize, happened: Option<bool>) {
        let cell = &mut self.0.entry((order, row.to_owned())).or_default()[setting];
        if let Some(happened) = happened {
            cell.0 += u64::from(happened);
            cell.1 += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        for (row, cells) in other.0 {
            for (sum, cell) in self.0.entry(row).or_default().iter_mut().zip(cells) {
                sum.0 += cell.0;
                sum.1 += cell.1;
            }
        }
    }

    fn print(&self, title: &str) {
        println!("\n{title}\n");
        let heads = SETTINGS.map(|(originals, intraclass)| {
            format!("{originals} {}", if intraclass > 0.0 { "clustered" } else { "independent" })
        });
        println!("| | {} |\n|---|---|---|---|---|", heads.join(" | "));
        for ((_, row), cells) in &self.0 {
            let cells = cells.map(|(happened, of)| match of {
                0 => "–".to_owned(),
                of => format!("{:.1}", 100.0 * happened as f64 / of as f64),
            });
            println!("| {row} | {} |", cells.join(" | "));
        }
    }
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (datasets, families) = if quick { (100, 50) } else { (1000, 500) };
    println!(
        "{datasets} datasets a column, {families} for the families, {SMALL} times as many of 90 \
         originals; {RESAMPLES} resamples each."
    );
    let error = |count: u64| 100.0 * (0.05_f64 * 0.95 / count as f64).sqrt();
    println!(
        "Monte Carlo standard error of 5 % and of 95 %: {:.2} points ({:.2} for 90 originals); {:.2} \
         ({:.2}) for the families.",
        error(datasets),
        error(SMALL * datasets),
        error(families),
        error(SMALL * families)
    );
    simulate(datasets, null).print("Rejections at 5 % of exchangeable systems, in percent");
    simulate(datasets, unequal)
        .print("Rejections at 5 % of systems of equal CI and DI and unequal accuracy, in percent");
    simulate(datasets, coverage).print("Coverage of 95 % intervals, in percent");
    simulate(families, family)
        .print("Families with a false rejection (35 phenomena, 6 pairs of 4 systems), in percent");
}

/// Runs a study on many datasets of every setting, on all threads.
fn simulate(datasets: u64, study: fn(usize, f64, u64) -> Rows) -> Tally {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let share = |thread: u64| {
        let mut tally = Tally::default();
        for (setting, &(originals, intraclass)) in SETTINGS.iter().enumerate() {
            let datasets = if originals < 100 { SMALL * datasets } else { datasets };
            for seed in (thread..datasets).step_by(threads as usize) {
                for (order, row, happened) in study(originals, intraclass, seed) {
                    tally.add(order, &row, setting, happened);
                }
            }
        }
        tally
    };
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let handles: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
        for handle in handles {
            tally.merge(handle.join().expect("a thread ends"));
        }
    });
    tally
}

fn resampling(seed: u64) -> Resampling {
    Resampling { resamples: RESAMPLES, seed, ..Resampling::default() }
}

type Rows = Vec<(usize, String, Option<bool>)>;

/// Two systems that do not differ.
fn null(originals: usize, intraclass: f64, seed: u64) -> Rows {
    let world = World { originals, intraclass, systems: vec![SYSTEM; 2], phenomena: 35 };
    let dataset = world.dataset(seed);
    let clusters = paired(&dataset, [0, 1]);
    let mut rows = Rows::new();
    for (number, measured) in ALL.iter().enumerate() {
        tests(&mut rows, number * 10, measured, &clusters, seed);
        if number < 2 {
            let peers = peers::rejections(&dataset, number, &resampling(seed));
            for (place, (name, rejects)) in peers::NAMES.iter().zip(peers).enumerate() {
                let row = format!("{}: {name}", measured.name);
                rows.push((number * 10 + 5 + place, row, Some(rejects)));
            }
        }
    }
    rows
}

/// Two systems that differ, but not in CI nor DI.
fn unequal(originals: usize, intraclass: f64, seed: u64) -> Rows {
    let world = World { originals, intraclass, systems: vec![STRONG, WEAK], phenomena: 35 };
    let clusters = paired(&world.dataset(seed), [0, 1]);
    let mut rows = Rows::new();
    for (number, measured) in [measured::CI, DI_SIGNED, DI].iter().enumerate() {
        tests(&mut rows, number * 10, measured, &clusters, seed);
    }
    rows
}

/// What the tests over clusters say of two systems.
fn tests(rows: &mut Rows, order: usize, measured: &Measured, clusters: &PooledClusters, seed: u64) {
    let clusters = measured.paired(clusters);
    let resampling = resampling(seed);
    let mut add = |place: usize, test: &str, rejects: Option<bool>| {
        rows.push((order + place, format!("{}: {test}", measured.name), rejects));
    };
    let studentised = sign_flip(&clusters, &measured.value, Studentised::Yes, &resampling).ok();
    let plain = sign_flip(&clusters, &measured.value, Studentised::No, &resampling).ok();
    let at_5 = |p: f64| p <= LEVEL.significance() + 1e-12;
    add(0, "studentised sign-flip, mid-p", studentised.map(|test| at_5(test.mid_p)));
    add(2, "sign-flip, mid-p", plain.map(|test| at_5(test.mid_p)));
    let drawn = bootstrap(&clusters, &[&difference(&measured.value)], &resampling)
        .expect("enough clusters");
    if measured.name.starts_with("I,") {
        let cautious = studentised.map(|test| at_5(test.mid_p.max(drawn[0].two_sided_p())));
        add(1, "the higher p of studentised sign-flip and bootstrap", cautious);
    }
    let without_0 = |interval: Option<Interval>| interval.map(|interval| !interval.contains(0.0));
    let wider = LEVEL.expanded(clusters.clusters());
    add(3, "0 outside the expanded percentile interval", without_0(drawn[0].percentile(wider)));
    add(4, "0 outside the expanded BCa interval", without_0(drawn[0].interval(LEVEL)));
}

/// The intervals of one system.
fn coverage(originals: usize, intraclass: f64, seed: u64) -> Rows {
    let world = World { originals, intraclass, systems: vec![SYSTEM; 2], phenomena: 35 };
    let clusters = paired(&world.dataset(seed), [0, 1]);
    let cells = SYSTEM.truth();
    let mut rows = Rows::new();
    for (number, measured) in ALL.iter().chain([&DI_SIGNED]).enumerate() {
        let truth = measured.truth(&cells);
        let clusters = measured.single(&clusters);
        let replicates = bootstrap(&clusters, &[&measured.value], &resampling(seed));
        let replicates = &replicates.expect("enough clusters")[0];
        let mut add = |place: usize, method: &str, holds: Option<bool>| {
            rows.push((number * 10 + place, format!("{}: {method}", measured.name), holds));
        };
        add(0, "percentile", replicates.percentile(LEVEL).map(|interval| interval.contains(truth)));
        add(2, "BCa", replicates.bias_corrected(LEVEL).map(|interval| interval.contains(truth)));
        add(3, "expanded BCa", replicates.interval(LEVEL).map(|interval| interval.contains(truth)));
        add(4, "basic", basic(replicates).map(|(lower, upper)| lower <= truth && truth <= upper));
        if number < 2 {
            let sums = clusters.sums();
            let proportion = Proportion { numerator: sums[0], denominator: sums[1] };
            let holds = wilson(proportion, LEVEL).ok().map(|interval| interval.contains(truth));
            add(5, "Wilson", holds);
        }
        if measured.name == DI_SIGNED.name {
            let holds = |interval: Interval| interval.magnitude().contains(truth.abs());
            add(6, "sizes of the percentile", replicates.percentile(LEVEL).map(holds));
            add(7, "sizes of the expanded BCa", replicates.interval(LEVEL).map(holds));
        }
    }
    rows
}

/// The percentile interval, mirrored at the estimate.
fn basic(replicates: &Replicates) -> Option<(f64, f64)> {
    let estimate = *replicates.estimate.as_ref().ok()?;
    let interval = replicates.percentile(LEVEL)?;
    Some((2.0 * estimate - interval.upper, 2.0 * estimate - interval.lower))
}

/// Four systems that do not differ, on every phenomenon.
fn family(originals: usize, intraclass: f64, seed: u64) -> Rows {
    const PHENOMENA: usize = 35;
    let world = World { originals, intraclass, systems: vec![SYSTEM; 4], phenomena: PHENOMENA };
    let dataset = world.dataset(seed);
    let resampling = Resampling { resamples: 10_000, seed, ..Resampling::default() };
    let (mut mid_p, mut p, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    for phenomenon in 0..PHENOMENA {
        for first in 0..4 {
            for second in first + 1..4 {
                let clusters = of_phenomenon(&dataset, phenomenon, [first, second]);
                let accuracy = measured::ACCURACY_ORIGINAL.value;
                let test = sign_flip(&clusters, &accuracy, Studentised::Yes, &resampling).ok();
                mid_p.push(test.map(|test| test.mid_p));
                p.push(test.map(|test| test.p));
                let test = sign_flip(&clusters, &accuracy, Studentised::No, &resampling).ok();
                plain.push(test.map(|test| test.mid_p));
            }
        }
    }
    let any = |family: Vec<Option<f64>>| family.into_iter().flatten().any(|p| p <= 0.05 + 1e-12);
    vec![
        (0, "studentised sign-flip, mid-p, Holm".to_owned(), Some(any(holm(&mid_p)))),
        (1, "studentised sign-flip, p, Holm".to_owned(), Some(any(holm(&p)))),
        (2, "sign-flip, mid-p, Holm".to_owned(), Some(any(holm(&plain)))),
        (3, "studentised sign-flip, mid-p, no correction".to_owned(), Some(any(mid_p))),
    ]
}

/// Right answers and pairs of two systems on the monothematic pairs of a phenomenon.
fn of_phenomenon(dataset: &[Vec<Pair>], phenomenon: usize, systems: [usize; 2]) -> PooledClusters {
    let clusters = dataset.iter().map(|cluster| {
        let mut counts = [0; 4];
        for pair in cluster.iter().filter(|pair| pair.kind == 1 && pair.phenomenon == phenomenon) {
            for (half, &system) in systems.iter().enumerate() {
                counts[2 * half] += u32::from(pair.answers[system] == pair.gold);
                counts[2 * half + 1] += 1;
            }
        }
        (counts, 1)
    });
    PooledClusters::new(4, clusters).expect("one length")
}
