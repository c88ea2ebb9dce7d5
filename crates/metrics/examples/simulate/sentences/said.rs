//! What a report says of its systems, sentence by sentence, and when each is true.

use std::num::NonZeroUsize;

use phenom_dataset::Judgment;
use phenom_metrics::measures::Wanted;
use phenom_metrics::measures::correlation_reading::CorrelationReading;
use phenom_metrics::{
    ComparisonRow, Evaluation, Family, INDEPENDENCE_MARGIN, Origin, Population, Reading,
    ReadingRow, Score, Seed, Settings, SliceKind, StatisticsSettings, Verdict, comparisons,
    correlation_interval, readings, scores,
};

use super::truth::Truth;
use super::world::{NAMES, World};
use crate::Failure;

/// True values that differ by less are taken for equal: the population has its own error.
const EQUAL: f64 = 0.005;
/// The same of differences within strata, and of distances of ratios.
const ROUGHLY_EQUAL: f64 = 0.02;

/// The kinds of sentences.
pub(crate) const KINDS: [&str; 9] = [
    "more accurate",
    "nearer to CI 1",
    "above or below the constant",
    "carries over",
    "right with right parts",
    "does not carry over",
    "right for other reasons",
    "better directly or composed",
    "missing or over correlation",
];

/// What is said, of systems by their numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sentence {
    /// The first is more accurate than the second on originals (0) or parts (1).
    MoreAccurate(usize, usize, usize),
    /// The CI of the first is nearer to 1 than that of the second.
    Nearer(usize, usize),
    /// It is more (or less) accurate than the best constant on originals (0) or parts (1).
    Constant { system: usize, population: usize, is_above: bool },
    /// A reading of wholes and parts.
    Read(usize, Reading),
    /// A reading of the Correlation Index.
    Correlation(usize, CorrelationReading),
}

impl Sentence {
    /// Its kind.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::MoreAccurate(..) => KINDS[0],
            Self::Nearer(..) => KINDS[1],
            Self::Constant { .. } => KINDS[2],
            Self::Read(_, Reading::CarriesOver | Reading::OwnPartsPredict) => KINDS[3],
            Self::Read(_, Reading::RightWithRightParts) => KINDS[4],
            Self::Read(_, Reading::IndependentOfParts) => KINDS[5],
            Self::Read(_, Reading::RightForOtherReasons) => KINDS[6],
            Self::Read(..) => KINDS[7],
            Self::Correlation(..) => KINDS[8],
        }
    }

    /// Whether it says of a system that it carries over.
    pub(crate) fn carries_over(&self, of: usize) -> bool {
        matches!(self, Self::Read(system, Reading::CarriesOver) if *system == of)
    }

    /// Whether it is true.
    pub(crate) fn is_true(&self, truth: &Truth) -> bool {
        match *self {
            Self::MoreAccurate(population, better, worse) => {
                let of = |system: usize| truth.systems[system].accuracies[population];
                of(better) - of(worse) > EQUAL
            }
            Self::Nearer(near, far) => {
                truth.systems[far].distance - truth.systems[near].distance > EQUAL
            }
            Self::Constant { system, population, is_above } => {
                let above =
                    truth.systems[system].accuracies[population] - truth.constants[population];
                if is_above { above > EQUAL } else { above < -EQUAL }
            }
            Self::Correlation(system, reading) => {
                let index = truth.systems[system].index;
                truth.follows_rule
                    && match reading {
                        CorrelationReading::Missing => index < 1.0 - EQUAL,
                        CorrelationReading::Over => index > 1.0 + EQUAL,
                    }
            }
            Self::Read(system, reading) => {
                let of = truth.systems[system];
                truth.follows_rule
                    && match reading {
                        Reading::CarriesOver => of.composes,
                        Reading::OwnPartsPredict | Reading::CannotTell => true,
                        Reading::RightWithRightParts => of.stratified > ROUGHLY_EQUAL,
                        Reading::IndependentOfParts => {
                            of.stratified.abs() < INDEPENDENCE_MARGIN + ROUGHLY_EQUAL
                        }
                        Reading::RightForOtherReasons => of.against_parts > 0.5 && !of.composes,
                        Reading::BetterOnWholes => of.direct_less_composed > EQUAL,
                        Reading::BetterByParts => of.direct_less_composed < -EQUAL,
                    }
            }
        }
    }
}

/// The sentences of the report on a data set.
pub(crate) fn said(world: &World, number: u64) -> Result<Vec<Sentence>, Failure> {
    let (dataset, runs) = world.draw(number, world.originals)?;
    let runs: Vec<_> = runs.into_iter().map(|run| (run, Origin::Answers)).collect();
    // 719 draws: a Monte Carlo test has its level with any number of them.
    let statistics = StatisticsSettings {
        threads: NonZeroUsize::MIN,
        resamples: 719,
        most_draws: 719,
        ..StatisticsSettings::default()
    };
    let wanted = Wanted::named([
        "accuracy",
        "correlation_index",
        "ideal_distance",
        "stratified_solved_difference",
    ]);
    let settings = Settings { statistics, wanted, seed: Seed(number), ..Settings::default() };
    let evaluation = Evaluation::new(&dataset, &runs, &settings);
    let comparisons = comparisons(&evaluation);
    let readings = readings(&evaluation, &comparisons);
    let compared = comparisons.iter().filter_map(of_comparison);
    let rows = scores(&evaluation, false);
    let of_correlations = rows.iter().filter_map(|row| of_correlation(&evaluation, row));
    Ok(compared.chain(readings.iter().filter_map(of_reading)).chain(of_correlations).collect())
}

fn of_correlation(evaluation: &Evaluation, row: &Score) -> Option<Sentence> {
    let is_of_all = row.measure == "correlation_index" && row.slice_kind == SliceKind::All;
    if !is_of_all || evaluation.gold_is_silent() {
        return None;
    }
    let interval = correlation_interval(evaluation, row, &Judgment::ALL, 1)?;
    Some(Sentence::Correlation(system(&row.system)?, CorrelationReading::of(interval)?))
}

fn system(name: &str) -> Option<usize> {
    NAMES.iter().position(|other| *other == name)
}

fn of_comparison(row: &ComparisonRow) -> Option<Sentence> {
    if row.slice.kind != SliceKind::All {
        return None;
    }
    let first = system(&row.system_a)?;
    let population = match row.population {
        Population::Original => 0,
        Population::Monothematic => 1,
        Population::Decomposition => 2,
    };
    let is_first = match row.verdict {
        Verdict::First => true,
        Verdict::Second => false,
        Verdict::CannotTell => return None,
    };
    match row.family {
        Family::Constants => {
            Some(Sentence::Constant { system: first, population, is_above: is_first })
        }
        Family::Figures => {
            let second = system(&row.system_b)?;
            let (better, worse) = if is_first { (first, second) } else { (second, first) };
            Some(match row.measure.key {
                "accuracy" => Sentence::MoreAccurate(population, better, worse),
                _ => Sentence::Nearer(better, worse),
            })
        }
        _ => None,
    }
}

fn of_reading(row: &ReadingRow) -> Option<Sentence> {
    (row.reading != Reading::CannotTell)
        .then_some(Sentence::Read(system(&row.system)?, row.reading))
}
