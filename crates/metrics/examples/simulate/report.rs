//! What phenom makes of a data set: its rows, by the same calls as the command line.

use phenom_dataset::{
    Answer, Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Phenomenon, Run,
};
use phenom_metrics::measures::Wanted;
use phenom_metrics::{Evaluation, Origin, Seed, Settings, StatisticsSettings};
use std::num::NonZeroUsize;

use crate::Failure;
use crate::verdicts::DISTANCE;
use crate::world::{Drawn, Key, Pair, phenomenon_name};

/// The names of the systems.
pub(crate) const NAMES: [&str; 2] = ["First", "Second"];

/// How much of a report is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All measures that are wanted by default, on all slices.
    Full,
    /// The same without those that have no interval and take most of the time.
    Intervals,
    /// The primary figures alone: parts have no tags, so that there are no other slices. Their
    /// p-values, family and verdicts are those of a full report.
    Primary,
    /// The Deviation Index alone.
    Deviation,
    /// Accuracy alone, of which the p-values before correction are those of a full report.
    Accuracy,
}

/// The order in which pairs and systems are given.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order {
    /// The pairs by their numbers; nothing for the order in which they were drawn.
    pub(crate) pairs: Option<Vec<usize>>,
    /// Whether the second system comes first.
    pub(crate) swapped: bool,
}

/// How much of a report is made, and how often is drawn for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detail {
    pub(crate) scope: Scope,
    pub(crate) draws: Draws,
}

/// How often is drawn for a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draws {
    /// As by default: more often where another seed could change the verdict.
    Usual,
    /// So often and never again. A Monte Carlo test has its level with any number of draws, exactly so where
    /// that number and 1, times the level, are a whole number.
    Once(usize),
}

impl Detail {
    /// The settings of a run without a config, but for the measures and the draws where they are said to
    /// differ, and for threads: data sets are worked on side by side.
    pub(crate) fn settings(self) -> Settings {
        let usual = StatisticsSettings { threads: NonZeroUsize::MIN, ..Default::default() };
        let statistics = match self.draws {
            Draws::Usual => usual,
            Draws::Once(resamples) => {
                StatisticsSettings { resamples, most_draws: resamples, ..usual }
            }
        };
        let wanted = match self.scope {
            Scope::Full => Wanted::default(),
            Scope::Intervals => {
                Wanted::named(Wanted::default().measures().map(|measure| measure.key).filter(
                    |key| !["independence_p_value", "expected_mutual_information"].contains(key),
                ))
            }
            Scope::Primary => Wanted::named(["accuracy", DISTANCE]),
            Scope::Deviation => Wanted::named(["deviation_index"]),
            Scope::Accuracy => Wanted::named(["accuracy"]),
        };
        Settings { statistics, wanted, ..Settings::default() }
    }
}

/// The evaluation of a data set.
pub(crate) fn evaluation(
    drawn: &Drawn,
    key: Key,
    scope: Scope,
    order: &Order,
    settings: &Settings,
) -> Result<Evaluation, Failure> {
    let dataset = dataset(drawn, key, scope, order)?;
    // The number of the pair in each row of the dataset.
    let mut numbers = vec![0; drawn.pairs.len()];
    for (number, pair) in drawn.pairs.iter().enumerate() {
        let row = dataset.row(&id(pair, number)).ok_or("a pair is not in its dataset")?;
        numbers[row] = number;
    }
    let mut runs = Vec::new();
    for (system, of_runs) in drawn.answers.iter().enumerate() {
        for answers in of_runs {
            let judged = |label: &usize| Answer::Judged(judgment(key, *label));
            let by_row = numbers.iter().map(|number| judged(&answers[*number]));
            runs.push((Run::from_answers(NAMES[system], by_row), Origin::Answers));
        }
    }
    if order.swapped {
        runs.rotate_left(drawn.answers.first().map_or(0, Vec::len));
    }
    Ok(Evaluation::new(&dataset, &runs, settings))
}

/// The same settings with another seed.
pub(crate) fn with_seed(settings: Settings, seed: u64) -> Settings {
    Settings { seed: Seed(seed), ..settings }
}

fn dataset(drawn: &Drawn, key: Key, scope: Scope, order: &Order) -> Result<Dataset, Failure> {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let mut add = |number: usize| -> Result<(), Failure> {
        let pair = &drawn.pairs[number];
        let origin = pair.phenomenon.map(|_| original_id(pair.original));
        let family = pair.family.filter(|_| origin.is_none()).map(|of| format!("family-{of}"));
        let is_tagged = matches!(scope, Scope::Full | Scope::Intervals);
        let tag = pair.phenomenon.filter(|_| is_tagged).map(phenomenon_name);
        let tags: Vec<Phenomenon> =
            tag.map(|tag| Phenomenon::parse(&tag)).transpose()?.into_iter().collect();
        builder.add(&PairRow {
            line: number as u64 + 1,
            id: &id(pair, number),
            origin: origin.as_deref(),
            cluster: family.as_deref(),
            gold: Some(judgment(key, pair.gold)),
            phenomena: &tags,
            ..PairRow::default()
        });
        Ok(())
    };
    match &order.pairs {
        Some(numbers) => numbers.iter().try_for_each(|number| add(*number))?,
        None => (0..drawn.pairs.len()).try_for_each(add)?,
    }
    Ok(builder.finish()?)
}

/// The id of a pair with its number.
pub(crate) fn id(pair: &Pair, number: usize) -> String {
    match pair.phenomenon {
        Some(_) => format!("part-{number}"),
        None => original_id(pair.original),
    }
}

fn original_id(original: usize) -> String {
    format!("original-{original}")
}

fn judgment(key: Key, label: usize) -> Judgment {
    match (key, label) {
        (_, 0) => Judgment::Entailment,
        (Key::TwoWay, _) => Judgment::NotEntailment,
        (Key::ThreeWay, 1) => Judgment::Unknown,
        (Key::ThreeWay, _) => Judgment::Contradiction,
    }
}
