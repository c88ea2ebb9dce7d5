//! How often the intervals of an error budget hold the true budget, and how often two systems differ that do not.
//!
//! `cargo run --release -p phenom-metrics --example stages [-- --quick]`
//!
//! Systems decompose originals with known errors: each part is left out with one probability, an unfaithful part is added
//! with another, each verdict is wrong with a third, and the gold label of the original is not what the rule makes of its
//! parts with a fourth. The true budget is that of a million originals. The exit code is 1 where the 99 % Monte Carlo
//! interval of a figure lies beyond its limit.

#![allow(missing_docs, clippy::print_stdout, reason = "a program")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use phenom_dataset::{
    ANSWER, Aggregation, Answer, COVERS, CompositionRule, Dataset, DatasetBuilder, Extra, FAITHFUL,
    GOLD, Judgment, KeepTexts, KnownFrom, LabelScheme, OwnParts, OwnPartsSource, PairRow,
    PartsKnowledge, Problems, Run, Task, WordShares,
};
use phenom_metrics::stages::{Decomposers, Order, StageAbout, StageRow, stage_rows};
use phenom_metrics::statistics::wilson;
use phenom_metrics::statistics::{ConfidenceLevel, Proportion};
use phenom_metrics::{Compared, Evaluation, Origin, Settings};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A system with the probabilities of its errors.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Errors {
    dropped: f64,
    unfaithful: f64,
    misjudged: f64,
}

/// Two systems on originals whose gold labels break the rule with some probability.
struct World {
    name: &'static str,
    systems: [Errors; 2],
    broken: f64,
}

const USUAL: Errors = Errors { dropped: 0.2, unfaithful: 0.15, misjudged: 0.08 };

const WORLDS: [World; 4] = [
    World { name: "the same errors", systems: [USUAL, USUAL], broken: 0.06 },
    World {
        name: "one leaves out more",
        systems: [USUAL, Errors { dropped: 0.45, ..USUAL }],
        broken: 0.06,
    },
    World {
        name: "one misjudges more",
        systems: [USUAL, Errors { misjudged: 0.2, ..USUAL }],
        broken: 0.06,
    },
    World {
        name: "few errors",
        systems: [Errors { dropped: 0.08, unfaithful: 0.06, misjudged: 0.04 }; 2],
        broken: 0.03,
    },
];

/// Budgets that differ by less do not differ.
const EQUAL: f64 = 0.002;

/// Reference parts and the gold label of an original.
struct Original {
    parts: Vec<bool>,
    gold: bool,
}

fn label(is_entailed: bool) -> Judgment {
    if is_entailed { Judgment::Entailment } else { Judgment::NotEntailment }
}

fn originals(random: &mut Pcg64, number: usize, broken: f64) -> Vec<Original> {
    let one = |_| {
        let parts: Vec<bool> =
            (0..random.random_range(1..=5)).map(|_| random.random_bool(0.85)).collect();
        let gold = parts.iter().all(|part| *part) != random.random_bool(broken);
        Original { parts, gold }
    };
    (0..number).map(one).collect()
}

fn references(originals: &[Original]) -> Result<Dataset, Problems> {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for (number, original) in originals.iter().enumerate() {
        let id = number.to_string();
        let gold = Some(label(original.gold));
        builder.add(&PairRow { id: &id, gold, ..PairRow::default() });
        for (part, gold) in original.parts.iter().enumerate() {
            let (of, gold) = (format!("{id}.{part}"), Some(label(*gold)));
            let origin = Some(id.as_str());
            builder.add(&PairRow { id: &of, origin, gold, ..PairRow::default() });
        }
    }
    builder.finish()
}

/// The parts of a system.
fn own_parts(
    random: &mut Pcg64,
    (name, errors): (&str, Errors),
    originals: &[Original],
    dataset: &Dataset,
) -> Result<OwnParts, Problems> {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let mut parts = 0;
    for (number, original) in originals.iter().enumerate() {
        let origin = number.to_string();
        builder.add(&PairRow { id: &origin, ..PairRow::default() });
        let covering = original.parts.iter().enumerate().map(|(part, gold)| (Some(part), *gold));
        let mut made: Vec<(Option<usize>, bool)> =
            covering.filter(|_| !random.random_bool(errors.dropped)).collect();
        if random.random_bool(errors.unfaithful) {
            made.push((None, random.random_bool(0.4)));
        }
        for (covers, gold) in made {
            let verdict = gold != random.random_bool(errors.misjudged);
            let covers = covers.map_or_else(|| "none".to_owned(), |of| format!("{origin}.{of}"));
            let faithful = if covers == "none" { "no" } else { "yes" };
            let attributes = [
                (ANSWER, label(verdict).name()),
                (GOLD, label(gold).name()),
                (FAITHFUL, faithful),
                (COVERS, covers.as_str()),
            ];
            let (id, origin) = (format!("p{parts}"), Some(origin.as_str()));
            builder.add(&PairRow {
                id: &id,
                origin,
                attributes: &attributes,
                ..PairRow::default()
            });
            parts += 1;
        }
    }
    let people = Some(KnownFrom::People);
    let source = OwnPartsSource {
        system: name.to_owned(),
        aggregation: Aggregation::Rule(CompositionRule::All),
        labels: LabelScheme::judgments(),
        threshold: None,
        knowledge: PartsKnowledge { gold: people, faithful: people, covers: people },
        shares: WordShares { faithful: 1.0, covers: 1.0 },
        extra: Extra::Refuse,
    };
    source.read(builder.finish()?, dataset, name)
}

/// The budget rows of a data set.
fn rows(
    world: &World,
    number: usize,
    seed: u64,
    compare: Compared,
) -> Result<Vec<StageRow>, Problems> {
    let mut random = Pcg64::seed_from_u64(seed);
    let originals = originals(&mut random, number, world.broken);
    let dataset = references(&originals)?;
    let [first, second] = world.systems;
    let systems = vec![
        own_parts(&mut random, ("A", first), &originals, &dataset)?,
        own_parts(&mut random, ("B", second), &originals, &dataset)?,
    ];
    let mut settings = Settings { task: Some(Task::TwoWay), ..Settings::default() };
    settings.statistics.compare = compare;
    // Settings alone are taken from it.
    let mut one = DatasetBuilder::new(KeepTexts::No);
    one.add(&PairRow { id: "1", gold: Some(label(false)), ..PairRow::default() });
    let run = Run::from_answers("A", [Answer::Judged(label(true))]);
    let evaluation = Evaluation::new(&one.finish()?, &[(run, Origin::Answers)], &settings);
    let composed = vec!["A".to_owned(), "B".to_owned()];
    let decomposers = Decomposers { references: dataset, systems, composed };
    Ok(stage_rows(&decomposers, &[], &evaluation).rows)
}

/// The share of each stage of each system, in the order of the table.
type Budget = BTreeMap<(String, String), f64>;

fn budget(rows: &[StageRow]) -> Budget {
    let of = |row: &StageRow| match (&row.about, &row.versus, &row.value) {
        (StageAbout::Budget(stages, Order::VerdictsFirst), None, Ok(value)) => {
            Some(((row.system.clone(), stages.name()), *value))
        }
        _ => None,
    };
    rows.iter().filter_map(of).collect()
}

/// What is computed of each number, on all cores, in their order. What is computed may use threads itself, so that a pool that
/// takes up other numbers meanwhile would nest them.
fn side_by_side<T: Send>(
    numbers: u64,
    of: impl Fn(u64) -> Result<T, Problems> + Sync,
) -> Result<Vec<T>, Problems> {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let each = |thread: u64| -> Result<Vec<(u64, T)>, Problems> {
        let own = (0..numbers).filter(|number| number % threads == thread);
        own.map(|number| Ok((number, of(number)?))).collect()
    };
    let each = &each;
    let found = std::thread::scope(|scope| {
        let started: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || each(thread))).collect();
        started.into_iter().filter_map(|thread| thread.join().ok()).collect::<Result<Vec<_>, _>>()
    });
    let mut found: Vec<(u64, T)> = found?.into_iter().flatten().collect();
    found.sort_by_key(|(number, _)| *number);
    Ok(found.into_iter().map(|(_, value)| value).collect())
}

/// The true budget: the mean over blocks of originals.
fn truth(world: &World, blocks: u64) -> Result<Budget, Problems> {
    const BLOCK: usize = 50_000;
    let each = side_by_side(blocks, |block| {
        Ok(budget(&rows(world, BLOCK, u64::MAX - block, Compared::None)?))
    });
    let mut mean = Budget::new();
    for (key, share) in each?.into_iter().flatten() {
        *mean.entry(key).or_default() += share / blocks as f64;
    }
    Ok(mean)
}

/// What was counted over data sets.
#[derive(Default)]
struct Counted {
    /// Of each system and stage: data sets whose interval holds the true share, and all.
    covered: BTreeMap<(String, String), [u64; 2]>,
    /// Data sets with a significant difference between budgets that do not differ, or in the wrong direction.
    wrong: u64,
    /// Data sets with a significant difference that there is.
    right: u64,
}

fn count(
    world: &World,
    number: usize,
    data_sets: u64,
    truth: &Budget,
) -> Result<Counted, Problems> {
    let sets = side_by_side(data_sets, |seed| rows(world, number, seed, Compared::All));
    let mut counted = Counted::default();
    let true_share = |system: &str, stages: &str| {
        truth.get(&(system.to_owned(), stages.to_owned())).copied().unwrap_or(0.0)
    };
    for set in sets? {
        let (mut wrong, mut right) = (false, false);
        for row in &set {
            let StageAbout::Budget(stages, Order::VerdictsFirst) = &row.about else { continue };
            let stages = stages.name();
            if let Some(versus) = &row.versus {
                let difference = true_share(&row.system, &stages) - true_share(versus, &stages);
                let found = row.value.clone().unwrap_or(0.0);
                if row.is_significant(0.05) {
                    let is_there = difference.abs() > EQUAL && difference * found > 0.0;
                    wrong |= !is_there;
                    right |= is_there;
                }
            } else if let Some(interval) = row.interval {
                let share = true_share(&row.system, &stages);
                let entry = counted.covered.entry((row.system.clone(), stages)).or_default();
                entry[0] += u64::from(interval.contains(share));
                entry[1] += 1;
            }
        }
        counted.wrong += u64::from(wrong);
        counted.right += u64::from(right);
    }
    Ok(counted)
}

/// Whether the 99 % Monte Carlo interval of a share lies beyond limits.
fn is_beyond([times, all]: [u64; 2], [least, most]: [f64; 2]) -> bool {
    let level = ConfidenceLevel::new(0.99).unwrap_or(ConfidenceLevel::NINETY_FIVE);
    let counts = Proportion { numerator: times, denominator: all };
    wilson(counts, level).is_ok_and(|found| found.upper < least || found.lower > most)
}

fn simulate(quick: bool) -> Result<bool, Problems> {
    let (data_sets, blocks) = if quick { (40, 2) } else { (500, 20) };
    let worlds = if quick { &WORLDS[1..2] } else { &WORLDS[..] };
    let mut exceeded = false;
    for world in worlds {
        let truth = truth(world, blocks)?;
        for number in [60, 600] {
            let counted = count(world, number, data_sets, &truth)?;
            println!("\n## {}, {number} originals, {data_sets} data sets\n", world.name);
            println!("|system|stage|true share, %|held by intervals, %|\n|---|---|---|---|");
            let (mut held, mut all) = (0, 0);
            for ((system, stages), counts) in &counted.covered {
                let share = truth.get(&(system.clone(), stages.clone())).copied().unwrap_or(0.0);
                let rate = 100.0 * counts[0] as f64 / counts[1] as f64;
                println!("|{system}|{stages}|{:.2}|{rate:.1}|", 100.0 * share);
                held += counts[0];
                all += counts[1];
                // A share that hardly occurs is held by nearly all intervals.
                exceeded |= is_beyond(*counts, [0.93, 1.0]);
            }
            let mean = 100.0 * held as f64 / all as f64;
            let wrong = 100.0 * counted.wrong as f64 / data_sets as f64;
            let right = 100.0 * counted.right as f64 / data_sets as f64;
            exceeded |= is_beyond([held, all], [0.93, 0.98]);
            exceeded |= is_beyond([counted.wrong, data_sets], [0.0, 0.05]);
            println!(
                "\nAll stages: {mean:.1} %. False differences: {wrong:.1} %; true ones found: {right:.1} %."
            );
        }
    }
    Ok(exceeded)
}

fn main() -> ExitCode {
    let quick = std::env::args().any(|argument| argument == "--quick");
    match simulate(quick) {
        Ok(false) => {
            println!("\nNo limit is exceeded.");
            ExitCode::SUCCESS
        }
        Ok(true) => {
            println!("\nA limit is exceeded.");
            ExitCode::FAILURE
        }
        Err(problems) => {
            println!("{problems}");
            ExitCode::from(2)
        }
    }
}
