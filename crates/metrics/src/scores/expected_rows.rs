//! How many rows an evaluation comes to, before any is computed.

use super::compared::{by_slice, compares, drawn_on, slices_with_constant};
use super::cuts::{Cut, cuts};
use super::{measures, populations, rewritten};
use crate::baselines::Baseline;
use crate::clusters::MOST_HELD;
use crate::counts::{Population, SliceKind};
use crate::evaluation::{Evaluation, Origin};
use crate::measures::accuracy::ACCURACY;
use crate::measures::correlation_index::CORRELATION_INDEX;
use crate::measures::{Computation, Measure};
use crate::rankings::is_of_ranking;

/// How many rows there will be: never fewer, and more only where some have no value or no pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedRows {
    /// Those of [`scores`](crate::scores()).
    pub scores: u64,
    /// Those of [`comparisons`](crate::comparisons()).
    pub comparisons: u64,
    /// Those of them whose tests may have to draw, because they are of more than right answers.
    pub drawn: u64,
    /// About how many bytes the clusters of systems that are compared will take besides.
    pub held: u64,
}

/// The rows of the scores and comparisons of an evaluation. With `pool`, the answers of all systems together have
/// scores, too.
#[must_use]
pub fn expected_rows(evaluation: &Evaluation, pool: bool) -> ExpectedRows {
    let [comparisons, drawn, held] = comparisons(evaluation);
    ExpectedRows { scores: scores(evaluation, pool), comparisons, drawn, held }
}

fn scores(evaluation: &Evaluation, pool: bool) -> u64 {
    let cuts = cuts(evaluation);
    // Without a ranking, its measures say so once, and not in every slice.
    let of_cuts = |ranks: bool, with_accuracy: bool| -> u64 {
        let cuts = cuts.iter().filter(|cut| with_accuracy || !cut.is_of_accuracy());
        cuts.map(|cut| of_cut(evaluation, cut, ranks || cut.kind == SliceKind::All)).sum()
    };
    let [unranked, ranked] = [false, true].map(|ranks| of_cuts(ranks, true));
    let besides = fitted(evaluation) + rewritten::most_rows(evaluation);
    let of_systems = evaluation.systems.iter().enumerate().map(|(number, system)| {
        let pairs = evaluation.pair_correlations(number).map_or(0, <[_]>::len) as u64;
        let pairs = if evaluation.wanted.has(&CORRELATION_INDEX) { pairs } else { 0 };
        let of_cuts = if system.rankings().is_ok() { ranked } else { unranked };
        of_cuts + besides + of_runs(evaluation, number) + pairs
    });
    let others = Baseline::all(evaluation.task).len() as u64 + u64::from(pool);
    of_systems.sum::<u64>() + others * of_cuts(false, false)
}

/// The rows of a system in a slice, with measures of rankings or without.
fn of_cut(evaluation: &Evaluation, cut: &Cut, ranks: bool) -> u64 {
    let is_here = |measure: &&Measure| {
        let is_fitted = matches!(measure.computation, Computation::Fit(_));
        !is_fitted && (ranks || !is_of_ranking(measure))
    };
    let of = |population: &Population| measures(evaluation, cut, *population).filter(is_here);
    populations(evaluation, cut).iter().map(|population| of(population).count() as u64).sum()
}

/// The rows of a system that are fitted to the phenomena of each category.
fn fitted(evaluation: &Evaluation) -> u64 {
    let is_fitted = |measure: &&Measure| matches!(measure.computation, Computation::Fit(_));
    let measures = evaluation.wanted.measures().filter(is_fitted).count();
    let phenomena: usize =
        evaluation.phenomena_by_category().iter().map(|(_, phenomena)| phenomena.len()).sum();
    (measures * phenomena * evaluation.populations().len()) as u64
}

/// The rows on the runs of a system that has several: each run, their mean for two questions, and their spread.
fn of_runs(evaluation: &Evaluation, number: usize) -> u64 {
    let runs = evaluation.systems[number].runs;
    let populations = evaluation.populations().len();
    let measures = evaluation.wanted.measures().count();
    if runs > 1 { (measures * populations * (runs + 3)) as u64 } else { 0 }
}

/// All comparisons, those that may draw, and the bytes of what these hold.
fn comparisons(evaluation: &Evaluation) -> [u64; 3] {
    let Some(pools) = evaluation.pair_pools() else { return [0; 3] };
    let of_pair = by_slice(evaluation).iter().map(|compared| compared.len() as u64).sum::<u64>();
    let drawn = drawn_on(evaluation);
    let pairs = pools.pairs.len();
    let mut held = if (1..=MOST_HELD).contains(&pairs) { drawn.clone() } else { Vec::new() };
    held.dedup();
    // Other pairs of systems have about as many different clusters as the first one.
    let bytes = held.into_iter().map(|(slice, population)| {
        let clusters = pools.of_pair(slice, 0, population);
        clusters.distinct() * (8 + 4 * clusters.width())
    });
    let [pairs, drawn, bytes] = [pairs, drawn.len(), bytes.sum()].map(|of| of as u64);
    let ranked = |measure: &&Measure| is_of_ranking(measure) && compares(evaluation, measure);
    let of_rankings = 2 * evaluation.wanted.measures().filter(ranked).count() as u64;
    let mut constants = 0;
    if compares(evaluation, &ACCURACY) {
        let systems = evaluation.systems.iter();
        let competing = systems.filter(|system| system.origin == Origin::Answers).count();
        let populations = evaluation.populations();
        let of_slices = populations.last().map(|last| slices_with_constant(evaluation, *last));
        let of_slices = of_slices.map_or(0, Iterator::count);
        constants = (competing * (populations.len() + of_slices)) as u64;
    }
    [pairs * (of_pair + of_rankings) + constants, pairs * drawn, pairs * bytes]
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use phenom_dataset::{Answer, Judgment, Run};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::{Compared, Settings, StatisticsSettings};
    use crate::measures::{MEASURES, Wanted};
    use crate::testing::{dataset, pairs_and_answers, run_with_probabilities};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn there_are_never_more_rows_than_expected(
            (pairs, answers) in pairs_and_answers(),
            every_measure in any::<bool>(),
            pool in any::<bool>(),
            compare in prop::sample::select(vec![
                Compared::All, Compared::None, Compared::Against(0),
            ]),
        ) {
            let dataset = dataset(&pairs);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |name: &str, answers: &[Judgment]| {
                (run_with_probabilities(&dataset, name, answers), Origin::Answers)
            };
            let plain = turned.iter().copied().map(Answer::Judged);
            let runs = [
                run("a", &answers),
                run("b", &turned),
                run("b", &answers),
                (Run::from_answers("c", plain), Origin::Answers),
            ];
            let wanted = match every_measure {
                true => Wanted::named(MEASURES.iter().map(|measure| measure.key)),
                false => Wanted::default(),
            };
            let statistics = StatisticsSettings {
                compare,
                resamples: 50,
                most_draws: 50,
                threads: NonZeroUsize::MIN,
                ..StatisticsSettings::default()
            };
            let settings = Settings { wanted, statistics, ..Settings::default() };
            let evaluation = Evaluation::new(&dataset, &runs, &settings);
            let expected = expected_rows(&evaluation, pool);
            let scores = crate::scores(&evaluation, pool).len() as u64;
            let comparisons = crate::comparisons(&evaluation).len() as u64;
            prop_assert!(scores <= expected.scores, "{} of {}", scores, expected.scores);
            prop_assert!(comparisons <= expected.comparisons, "{} of {}", comparisons, expected.comparisons);
        }
    }
}
