//! Systems that carry over from parts to wholes, and systems that do not.
//!
//! For each system the share of data sets in which it is said to carry over, beside its limit; in which the
//! test alone is significant at 5 %, without correction for the families of a report; and in which the system
//! is said to be independent of its parts.

use std::num::NonZeroUsize;

use phenom_dataset::{
    Answer, Composed, CompositionRule, Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Run,
    Task,
};
use phenom_metrics::measures::Wanted;
use phenom_metrics::{
    Compared, Evaluation, Origin, Reading, ReadingQuestion, ReadingRow, Seed, Settings,
    StatisticsSettings, readings,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

/// How a system answers.
#[derive(Debug, Clone, Copy)]
enum System {
    /// Right with one probability on each part, and with another on each whole.
    Fair,
    /// Entailment for so many pairs of both kinds without looking, else right.
    Lenient,
    /// At random, with other shares of judgments on wholes than on parts.
    Random,
    /// Right with a probability that a cluster has for its wholes, and another for its parts.
    ByCluster,
    /// Right with this probability on each part; on wholes what the rule makes of its answers.
    Composing(f64),
}

/// A system on data sets of one size, and what may be said of it.
struct Scenario {
    name: &'static str,
    system: System,
    originals: usize,
    /// How many originals stand in a cluster.
    clustered: usize,
    limit: Limit,
}

/// The share of data sets in which it is said to carry over.
enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

fn scenarios() -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for originals in [100, 300, 1_000] {
        for (name, system) in [
            ("fair, independent wholes", System::Fair),
            ("lenient on both", System::Lenient),
            ("at random, unequal shares", System::Random),
        ] {
            let limit = Limit::AtMost(0.065);
            scenarios.push(Scenario { name, system, originals, clustered: 1, limit });
        }
    }
    for originals in [100, 300] {
        let (name, system) = ("independent, in clusters of five", System::ByCluster);
        let limit = Limit::AtMost(0.065);
        scenarios.push(Scenario { name, system, originals, clustered: 5, limit });
    }
    for (name, right) in
        [("composing, 70 %", 0.7), ("composing, 80 %", 0.8), ("composing, 90 %", 0.9)]
    {
        let (system, limit) = (System::Composing(right), Limit::AtLeast(0.95));
        scenarios.push(Scenario { name, system, originals: 300, clustered: 1, limit });
    }
    scenarios
}

const LABELS: [Judgment; 3] = [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];

fn drawn(random: &mut impl Rng, shares: [f64; 3]) -> Judgment {
    let at = random.random::<f64>();
    match at {
        _ if at < shares[0] => Judgment::Entailment,
        _ if at < shares[0] + shares[1] => Judgment::Unknown,
        _ => Judgment::Contradiction,
    }
}

/// Gold with this probability, else one of the other judgments.
fn right_with(random: &mut impl Rng, probability: f64, gold: Judgment) -> Judgment {
    if random.random::<f64>() < probability {
        return gold;
    }
    let turned = usize::from(gold.code()) + 1 + usize::from(random.random::<bool>());
    LABELS[turned % LABELS.len()]
}

/// Originals of one to five parts, whose gold is what the rule makes of gold of the parts.
fn dataset(random: &mut Pcg64, scenario: &Scenario) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for original in 0..scenario.originals {
        let id = format!("o{original}");
        let parts: Vec<Option<Judgment>> =
            (0..random.random_range(1..=5)).map(|_| Some(drawn(random, [0.8, 0.1, 0.1]))).collect();
        let gold = composed(&parts);
        let cluster = format!("c{}", original / scenario.clustered);
        let cluster = Some(cluster.as_str()).filter(|_| scenario.clustered > 1);
        builder.add(&PairRow { id: &id, gold, cluster, ..PairRow::default() });
        for (number, gold) in parts.iter().enumerate() {
            let part = format!("{id}.{number}");
            let origin = Some(id.as_str());
            builder.add(&PairRow { id: &part, origin, gold: *gold, cluster, ..PairRow::default() });
        }
    }
    builder.finish().unwrap_or_else(|problems| {
        eprintln!("{problems}");
        std::process::exit(2)
    })
}

fn composed(parts: &[Option<Judgment>]) -> Option<Judgment> {
    match CompositionRule::All.compose(parts.iter().copied(), Task::ThreeWay) {
        Composed::Judged(judgment) => Some(judgment),
        Composed::Open(_) | Composed::NoParts => None,
    }
}

fn answers(random: &mut Pcg64, scenario: &Scenario, dataset: &Dataset) -> Vec<Answer> {
    let clusters: Vec<[f64; 2]> =
        dataset.clusters().map(|_| [random.random(), random.random()]).collect();
    let gold = |row: usize| dataset.gold()[row].unwrap_or(Judgment::Unknown);
    let mut answers: Vec<Judgment> = (0..dataset.len())
        .map(|row| {
            let is_whole = dataset.originals().contains(&row);
            let of_cluster = clusters[dataset.cluster_of(dataset.original_of(row))];
            match scenario.system {
                System::Fair => right_with(random, if is_whole { 0.7 } else { 0.85 }, gold(row)),
                System::Lenient if random.random::<f64>() < 0.5 => Judgment::Entailment,
                System::Lenient => right_with(random, 0.9, gold(row)),
                System::Random if is_whole => drawn(random, [0.3, 0.3, 0.4]),
                System::Random => drawn(random, [0.8, 0.05, 0.15]),
                // Parts are mostly right, or hardly any original would be solved.
                System::ByCluster if is_whole => right_with(random, of_cluster[0], gold(row)),
                System::ByCluster => right_with(random, 0.6 + 0.4 * of_cluster[1], gold(row)),
                System::Composing(right) => right_with(random, right, gold(row)),
            }
        })
        .collect();
    if let System::Composing(_) = scenario.system {
        for original in dataset.originals() {
            let parts: Vec<Option<Judgment>> =
                dataset.monothematic_of(original).map(|row| Some(answers[row])).collect();
            answers[original] = composed(&parts).unwrap_or(Judgment::Unknown);
        }
    }
    answers.into_iter().map(Answer::Judged).collect()
}

/// What is said of carrying over in one data set.
fn said(scenario: &Scenario, seed: u64) -> Option<ReadingRow> {
    let mut random = Pcg64::seed_from_u64(seed);
    let dataset = dataset(&mut random, scenario);
    let answers = answers(&mut random, scenario, &dataset);
    let run = (Run::from_answers("system", answers), Origin::Answers);
    let statistics = StatisticsSettings {
        threads: NonZeroUsize::MIN,
        compare: Compared::None,
        ..StatisticsSettings::default()
    };
    let wanted = Wanted::named(["stratified_solved_difference"]);
    let settings = Settings { statistics, wanted, seed: Seed(seed), ..Settings::default() };
    let rows = readings(&Evaluation::new(&dataset, &[run], &settings));
    rows.into_iter().find(|row| row.question == ReadingQuestion::CarryingOver)
}

/// Prints the table; whether every limit is kept.
pub(crate) fn is_kept(data_sets: u64) -> bool {
    println!(
        "| system | originals | carries over | limit | p at most 0.05 | independent of its parts |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    let mut exceeded = false;
    for (number, scenario) in (0u64..).zip(scenarios()) {
        let seeds = (0..data_sets).into_par_iter().map(|at| (number << 32) + at);
        let found: Vec<Option<ReadingRow>> = seeds.map(|seed| said(&scenario, seed)).collect();
        let share = |holds: &dyn Fn(&ReadingRow) -> bool| {
            let rows = found.iter().flatten().filter(|row| holds(row)).count();
            rows as f64 / found.len() as f64
        };
        let is_said = |reading: Reading| share(&|row| row.reading == reading);
        let carries = is_said(Reading::CarriesOver);
        let limit = match scenario.limit {
            Limit::AtMost(most) => {
                exceeded |= carries > most;
                format!("at most {:.1} %", 100.0 * most)
            }
            Limit::AtLeast(least) => {
                exceeded |= carries < least;
                format!("at least {:.1} %", 100.0 * least)
            }
        };
        println!(
            "| {} | {} | {:.1} % | {limit} | {:.1} % | {:.1} % |",
            scenario.name,
            scenario.originals,
            100.0 * carries,
            100.0 * share(&|row| row.p.is_some_and(|p| p <= 0.05)),
            100.0 * is_said(Reading::IndependentOfParts)
        );
    }
    !exceeded
}
