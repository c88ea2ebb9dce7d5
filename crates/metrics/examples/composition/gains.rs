//! One phenomenon that is worth fixing among others that are not: is it named first, and does the interval hold
//! its true gain?

use phenom_dataset::{
    Answer, CompositionRule, Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Phenomenon,
    Run, Task,
};
use phenom_metrics::statistics::ConfidenceLevel;
use phenom_metrics::{AnsweredOriginals, GoldUnderRule, SolvedGain, solved_gains};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

const PHENOMENA: usize = 10;

/// Gains by the name of the phenomenon, the highest first.
type Gains = Vec<(String, SolvedGain)>;

/// How often parts of the first phenomenon are right, and parts of the others.
const RIGHT: [f64; 2] = [0.38, 0.94];

/// Originals of one to four parts, each of one phenomenon, whose gold is what the rule makes of that of the
/// parts.
fn dataset(random: &mut Pcg64, originals: usize) -> Result<Dataset, String> {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let tag = |number: usize| Phenomenon::parse(&format!("p:{number}")).map(|one| [one]);
    let phenomena: Result<Vec<[Phenomenon; 1]>, _> = (0..PHENOMENA).map(tag).collect();
    let phenomena = phenomena.map_err(|error| error.to_string())?;
    for original in 0..originals {
        let id = format!("o{original}");
        let draw = |random: &mut Pcg64| match random.random::<f64>() {
            at if at < 0.85 => Judgment::Entailment,
            at if at < 0.93 => Judgment::Unknown,
            _ => Judgment::Contradiction,
        };
        let parts: Vec<Option<Judgment>> =
            (0..random.random_range(1..=4)).map(|_| Some(draw(random))).collect();
        let gold = CompositionRule::All.compose(parts.iter().copied(), Task::ThreeWay).judgment();
        builder.add(&PairRow { id: &id, gold, ..PairRow::default() });
        for (number, gold) in parts.into_iter().enumerate() {
            let (part, origin) = (format!("{id}.{number}"), Some(id.as_str()));
            let phenomena = &phenomena[random.random_range(0..PHENOMENA)];
            builder.add(&PairRow { id: &part, origin, gold, phenomena, ..PairRow::default() });
        }
    }
    builder.finish().map_err(|problems| problems.to_string())
}

/// The gains in a data set.
fn gains(seed: u64, originals: usize) -> Result<Gains, String> {
    let mut random = Pcg64::seed_from_u64(seed);
    let dataset = dataset(&mut random, originals)?;
    let answers: Vec<Answer> = (0..dataset.len())
        .map(|row| {
            let gold = dataset.gold()[row].unwrap_or(Judgment::Unknown);
            let is_other = |tag: &u32| dataset.phenomena()[*tag as usize].path() != "p:0";
            let right = RIGHT[usize::from(dataset.tags(row).iter().any(is_other))];
            let wrong = match gold {
                Judgment::Entailment => Judgment::Unknown,
                _ => Judgment::Entailment,
            };
            Answer::Judged(if random.random::<f64>() < right { gold } else { wrong })
        })
        .collect();
    let run = Run::from_answers("system", answers);
    let level = ConfidenceLevel::NINETY_FIVE;
    let gold = GoldUnderRule::new(&dataset, &CompositionRule::All, Task::ThreeWay);
    let answered = AnsweredOriginals::new(&dataset, &run, &gold);
    let gains = solved_gains(&dataset, &[(&run, &answered)], &gold, level);
    let name = |gain: &SolvedGain| dataset.phenomena()[gain.phenomenon as usize].path().to_owned();
    Ok(gains.into_iter().map(|gain| (name(&gain), gain)).collect())
}

/// Prints what was found; whether every limit is kept.
pub(crate) fn is_kept(data_sets: u64) -> bool {
    found(data_sets).unwrap_or_else(|message| {
        eprintln!("{message}");
        false
    })
}

fn found(data_sets: u64) -> Result<bool, String> {
    let truth = gains(u64::MAX, 400_000)?;
    let seeds = (0..data_sets).into_par_iter();
    let drawn: Result<Vec<Gains>, String> = seeds.map(|seed| gains(seed, 300)).collect();
    let drawn = drawn?;
    let share = |holds: &dyn Fn(&Gains) -> bool| {
        drawn.iter().filter(|gains| holds(gains)).count() as f64 / drawn.len() as f64
    };
    let first = share(&|gains| gains.first().is_some_and(|(name, _)| name == "p:0"));
    println!(
        "What is worth fixing comes first in {:.1} % (limit: at least 95 %).\n",
        100.0 * first
    );
    println!("| phenomenon | true gain | held by its interval | limits |");
    println!("|---|---:|---:|---:|");
    let mut kept = first >= 0.95;
    for name in ["p:0", "p:1"] {
        let of = |gains: &Gains| {
            gains.iter().find(|(other, _)| other == name).map(|(_, gain)| gain.clone())
        };
        let Some(Ok(gain)) = of(&truth).map(|gain| gain.change.change) else {
            return Err(format!("`{name}` has no gain"));
        };
        let held = share(&|gains| {
            let interval = of(gains).and_then(|found| found.change.interval);
            interval.is_some_and(|interval| interval.contains(gain))
        });
        let is_planted = name == "p:0";
        kept &= !is_planted || (0.93..=0.97).contains(&held);
        let limits = if is_planted { "93 to 97 %" } else { "" };
        println!("| {name} | {:.1} | {:.1} % | {limits} |", 100.0 * gain, 100.0 * held);
    }
    Ok(kept)
}
