//! The rows of systems on judged gold: values, intervals and comparisons, corrected by labels of people.

#[cfg(test)]
mod tests;

use arcstr::ArcStr;
use phenom_dataset::Judgment;

use super::compared::{Compared, Opponents, family, names, needs_right_answers_only};
use super::comparison_row::ComparisonRow;
use super::cuts::{Cut, cuts, measures, populations};
use super::families::Draft;
use super::score::{Score, ScoreInterval, row};
use crate::baselines::Baseline;
use crate::clusters::ClusterPools;
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::interval_method::IntervalMethod;
use crate::judged::{By, FEWEST_CORRECTIONS, JudgedEvaluation, Who};
use crate::measures::accuracy::ACCURACY;
use crate::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE, ideal_distance};
use crate::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use crate::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;
use crate::measures::{Measure, Test};
use crate::statistics::threads::side_by_side;
use crate::statistics::{Comparison, Interval};
use crate::undefined::{Undefined, Value};

/// All scores of an evaluation whose gold is judged: systems in their order, then constant answers.
pub(super) fn scores(evaluation: &Evaluation, judged: &JudgedEvaluation) -> Vec<Score> {
    let cuts = cuts(evaluation);
    let task = evaluation.task;
    let systems = (0..evaluation.systems.len())
        .map(|number| (evaluation.systems[number].name.clone(), Who::System(number)));
    let constants = Baseline::all(task).into_iter().filter_map(|baseline| match baseline {
        Baseline::Constant(judgment) => {
            Some((baseline.name().into(), Who::Constant(task.column(judgment)?)))
        }
        _ => None,
    });
    let all: Vec<(ArcStr, Who)> = systems.chain(constants).collect();
    let work: Vec<(&(ArcStr, Who), &Cut)> =
        all.iter().flat_map(|who| cuts.iter().map(move |cut| (who, cut))).collect();
    let found = side_by_side(&work, evaluation.statistics.threads, |(who, cut)| {
        let of = |population: &Population| of_cut(evaluation, judged, who, cut, *population);
        populations(evaluation, cut).iter().flat_map(of).collect::<Vec<Score>>()
    });
    let mut rows = Vec::new();
    let mut found = found.into_iter();
    for (_, who) in &all {
        rows.extend(found.by_ref().take(cuts.len()).flatten());
        if let Who::System(number) = who {
            rows.extend(shrunken(evaluation, judged, *number));
        }
    }
    rows
}

fn of_cut(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    (name, who): &(ArcStr, Who),
    cut: &Cut,
    population: Population,
) -> Vec<Score> {
    let support = evaluation.gold(population, cut.slice).with_gold(&cut.gold).pairs();
    if cut.is_of_accuracy() && support == 0 {
        return Vec::new();
    }
    let is_constant = matches!(who, Who::Constant(_));
    let wanted = measures(evaluation, cut, population)
        .filter(|measure| JudgedEvaluation::has_rows(measure, &cut.gold))
        .filter(|measure| !is_constant || **measure == ACCURACY);
    wanted
        .map(|measure| {
            let at = (population, cut.slice);
            let (value, interval) = of_measure(evaluation, judged, measure, *who, at, &cut.gold);
            let level = evaluation.statistics.level;
            let method = IntervalMethod::PredictionPowered;
            let is_wanted = evaluation.statistics.intervals && !is_constant;
            Score {
                support,
                interval: interval.filter(|_| is_wanted).map(|interval| ScoreInterval {
                    interval,
                    level,
                    method,
                }),
                ..row(name, cut.about(), population, measure, value.into())
            }
        })
        .collect()
}

/// A value within the range of its measure, and its interval.
fn of_measure(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    measure: &'static Measure,
    who: Who,
    at: (Population, usize),
    gold: &[Judgment],
) -> (Value, Option<Interval>) {
    let signed = match measure {
        measure if *measure == DEVIATION_INDEX => &DEVIATION_INDEX_SIGNED,
        measure if *measure == IDEAL_DISTANCE => &CORRELATION_INDEX,
        measure => measure,
    };
    let corrected = match judged.corrected(signed, who, at, gold, By::Corrected) {
        Ok(corrected) => corrected,
        Err(reason) => return (Err(reason), None),
    };
    let interval = corrected.interval(evaluation.statistics.level.significance());
    let value = corrected.value.clamp(signed.bounds[0], signed.bounds[1]);
    match measure {
        measure if *measure == DEVIATION_INDEX => {
            (Ok(value.abs()), interval.map(Interval::magnitude))
        }
        measure if *measure == IDEAL_DISTANCE => {
            let from_one = |interval: Interval| {
                let Interval { lower, upper } = interval;
                Interval { lower: lower - 1.0, upper: upper - 1.0 }.magnitude()
            };
            (Ok(ideal_distance(value)), interval.map(from_one))
        }
        _ => (Ok(value), interval),
    }
}

/// Accuracies on phenomena, whose corrections are drawn to the average one.
fn shrunken(evaluation: &Evaluation, judged: &JudgedEvaluation, number: usize) -> Vec<Score> {
    let mut rows = Vec::new();
    if !evaluation.wanted.has(&SHRUNKEN_ACCURACY) {
        return rows;
    }
    let level = evaluation.statistics.level;
    for &population in evaluation.populations() {
        let here = |slice: &usize| judged.rests_on(population, *slice).is_some();
        let slices: Vec<usize> =
            evaluation.slices_of(&SliceKind::Phenomenon).filter(here).collect();
        let name = &evaluation.systems[number].name;
        let found = judged.shrunken(number, population, &slices);
        for (index, &slice) in slices.iter().enumerate() {
            let of = found.as_ref().map(|found| found.parts[index]);
            let value = of.map(|of| of.value.clamp(0.0, 1.0)).ok_or(Undefined::FewPhenomenaRead);
            let interval = of.map(|of| of.interval(level.significance()));
            let about = (&SliceKind::Phenomenon, &evaluation.slices[slice].name);
            rows.push(Score {
                support: evaluation.gold(population, slice).pairs(),
                interval: interval.filter(|_| evaluation.statistics.intervals).map(|interval| {
                    ScoreInterval { interval, level, method: IntervalMethod::EmpiricalBayes }
                }),
                ..row(name, about, population, &SHRUNKEN_ACCURACY, value.into())
            });
        }
    }
    rows
}

/// The row of a comparison as far as it stands before its family is known.
pub(super) fn draft(
    evaluation: &Evaluation,
    (judged, pools): (&JudgedEvaluation, &ClusterPools),
    compared: &Compared,
) -> Option<Draft> {
    let Compared { opponents, slice, population, measure } = *compared;
    let both = match opponents {
        Opponents::Systems(pair) => {
            let (first, second) = pools.pairs[pair as usize];
            [Who::System(first), Who::System(second)]
        }
        Opponents::Constant(system, judgment) => {
            [Who::System(system as usize), Who::Constant(evaluation.task.column(judgment)?)]
        }
    };
    let at @ (_, slice) = (population, slice as usize);
    let rests_on = judged.rests_on(population, slice)?;
    let values = both.map(|who| of_measure(evaluation, judged, measure, who, at, &Judgment::ALL).0);
    let [Ok(first), Ok(second)] = values else { return None };
    let difference = first - second;
    let corrections = judged.corrections(both, at);
    let by = if corrections >= FEWEST_CORRECTIONS { By::Corrected } else { By::People };
    let tests =
        judged.has_verdicts(population).then(|| tested(judged, measure, both, at, by)).flatten();
    // Where people alone find the opposite of the corrected difference, it cannot be told.
    let alpha = evaluation.statistics.level.significance();
    let tests = tests.filter(|tests| tests.difference * difference >= 0.0 || tests.p() > alpha);
    let of_slice = &evaluation.slices[slice];
    let on_all = of_slice.kind == SliceKind::All;
    let names = names(evaluation, pools, opponents);
    let row = ComparisonRow {
        pairs: rests_on.labels as u64,
        family: family(opponents, on_all, on_all && evaluation.primary().has(measure)),
        clusters: judged.labelled_clusters(population, slice),
        ..ComparisonRow::bare(names, (population, of_slice), measure, [Ok(first), Ok(second)])
    };
    Some(Draft::new(row, tests))
}

/// The tests of a difference, by all labels or by those of people alone.
fn tested(
    judged: &JudgedEvaluation,
    measure: &'static Measure,
    [first, second]: [Who; 2],
    at: (Population, usize),
    by: By,
) -> Option<Comparison> {
    let (of, to) = match measure.compared() {
        Ok((_, Test::Nearer { of, to, .. })) => (of, Some(to)),
        _ => (measure, None),
    };
    let formula = |who| judged.formula(of, who, at, &Judgment::ALL, by).ok();
    let (one, other) = (formula(first)?, formula(second)?);
    let values = [one.value, other.value].map(|value| to.map_or(value, |to| (value - to).abs()));
    let sum = to.map(|to| one.clone().plus_less(other.clone(), 2.0 * to).corrected());
    let difference = match needs_right_answers_only(of) {
        // The residuals of a difference vary less than those of both accuracies together.
        true => judged.difference([first, second], at, by).ok()?,
        false => one.less(other).corrected().ok()?,
    };
    let clusters = judged.labelled_clusters(at.0, at.1);
    let method = if by == By::Corrected { "prediction_powered_t" } else { "people_t" };
    Some(Comparison::of_corrected(method, values, difference, sum.transpose().ok()?, clusters))
}
