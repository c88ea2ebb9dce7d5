//! The tidy rows: every figure with its interval, and every comparison, for people who compute further.

mod advantage_rows;
#[cfg(test)]
mod by_relevance;
mod changed_pairs;
mod compared;
mod comparison_row;
mod comparisons;
mod cuts;
#[cfg(test)]
mod every_measure;
mod expected_rows;
mod expected_time;
mod families;
mod gain_rows;
mod gate;
#[cfg(test)]
mod given_clusters;
mod index;
mod intervals;
mod of_clusters;
mod of_composition;
mod of_rankings;
mod of_sets;
mod ranking_comparisons;
mod readings;
mod regression_rows;
mod rewritten;
mod runs;
mod score;
mod shrunken;
mod size_rows;

use phenom_dataset::Missing;

use crate::baselines::Baseline;
use crate::clusters::has_relevance;
use crate::counts::{JudgmentCounts, Population, SliceKind};
use crate::evaluation::{Evaluation, SystemCounts};
use crate::measures::correlation_index::CORRELATION_INDEX;
use crate::measures::{Computation, Figure, Measure};
use crate::rankings::is_of_ranking;
use crate::threads::side_by_side;
pub use advantage_rows::{AdvantageRow, advantage_rows};
pub use changed_pairs::{Change, ChangedPair, changed_pairs};
pub use comparison_row::{ComparisonRow, Family, Verdict};
pub use comparisons::comparisons;
use cuts::{Cut, cuts, is_of_decomposition};
pub use cuts::{NEGATIVE_PAIRS, by_judgment};
pub use expected_rows::{ExpectedRows, expected_rows};
pub use expected_time::expected_time;
pub use gain_rows::{GainRow, gain_rows};
pub use gate::{GateRow, GateVerdict, gate};
pub use index::ScoreIndex;
use intervals::{Group, attach};
pub use readings::{ReadingRow, readings};
pub use regression_rows::{RegressionRow, regression_rows};
pub use rewritten::{RewrittenFigure, rewriting, rewritten_figures};
pub use runs::RunFigure;
pub use score::Score;
pub(crate) use score::ScoreInterval;
use shrunken::shrunken;
pub use size_rows::{SizeRow, size_rows};

pub use crate::evaluation::PAIR_ROWS;

/// All scores of an evaluation: systems in their order, then baselines; for each the slices in the
/// order of the data. Originals have rows of their own up to [`PAIR_ROWS`] of them. With `pool`, the
/// answers of all systems together follow the systems.
#[must_use]
pub fn scores(evaluation: &Evaluation, pool: bool) -> Vec<Score> {
    let mut rows = Vec::new();
    let cuts = cuts(evaluation);
    let mut groups = Vec::new();
    let threads = evaluation.statistics.threads;
    let fitted = side_by_side(&evaluation.systems, threads, |system| shrunken(evaluation, system));
    for ((number, system), fitted) in evaluation.systems.iter().enumerate().zip(fitted) {
        let all: Vec<&Cut> = cuts.iter().collect();
        for (cut, population, scores) in of_cuts(evaluation, system, &all) {
            let first = rows.len();
            rows.extend(scores);
            let rows = first..rows.len();
            groups.push(Group { system: number, cut, population, rows });
        }
        rows.extend(fitted);
        rows.extend(rewritten::rows(evaluation, system));
        rows.extend(runs::rows(evaluation, number));
        pair_scores(evaluation, number, &mut rows);
    }
    if let Some(pooled) = evaluation.pooled().filter(|_| pool) {
        let all: Vec<&Cut> = cuts.iter().filter(|cut| !cut.is_of_accuracy()).collect();
        rows.extend(of_cuts(evaluation, &pooled, &all).into_iter().flat_map(|(.., scores)| scores));
    }
    for baseline in Baseline::all(evaluation.task) {
        for cut in cuts.iter().filter(|cut| !cut.is_of_accuracy()) {
            for &population in populations(evaluation, cut) {
                baseline_scores(evaluation, baseline, cut, population, &mut rows);
            }
        }
    }
    attach(evaluation, &groups, &mut rows);
    rows
}

/// The scores of a system in some slices, population by population.
fn of_cuts<'c>(
    evaluation: &Evaluation,
    system: &SystemCounts,
    cuts: &[&'c Cut],
) -> Vec<(&'c Cut, Population, Vec<Score>)> {
    side_by_side(cuts, evaluation.statistics.threads, |cut| {
        let of = |population: &Population| {
            (*cut, *population, system_scores(evaluation, system, cut, *population))
        };
        populations(evaluation, cut).iter().map(of).collect::<Vec<_>>()
    })
    .into_iter()
    .flatten()
    .collect()
}

/// The populations that a slice has rows for: monothematic pairs only where there are any.
fn populations(evaluation: &Evaluation, cut: &Cut) -> &'static [Population] {
    match (evaluation.is_decomposed(), cut.is_of_accuracy()) {
        (true, false) => {
            &[Population::Original, Population::Monothematic, Population::Decomposition]
        }
        (true, true) => &[Population::Original, Population::Monothematic],
        (false, false) => &[Population::Original, Population::Decomposition],
        (false, true) => &[Population::Original],
    }
}

/// The measures of a slice that a population has.
fn measures(
    evaluation: &Evaluation,
    cut: &Cut,
    population: Population,
) -> impl Iterator<Item = &'static Measure> {
    let of_decomposition = population == Population::Decomposition;
    let of_wholes = cut.kind != SliceKind::Phenomenon;
    // Where nothing is decomposed, the indices say so.
    let wholes = evaluation.is_decomposed();
    let here = move |measure: &&'static Measure| {
        is_of_decomposition(measure) == of_decomposition
            && match measure.computation {
                Computation::RightWholes | Computation::ByChance(_) => wholes,
                Computation::ByRelevance(_) => {
                    evaluation.relevance.is_some()
                        && has_relevance(&evaluation.slices[cut.slice].kind)
                }
                // A single phenomenon stands in wholes with others, which compose with it.
                Computation::Composition(_) => wholes && of_wholes,
                _ => true,
            }
    };
    cut.measures.iter().copied().filter(here)
}

fn row(name: &str, cut: &Cut, population: Population, measure: &Measure, of: Figure) -> Score {
    Score {
        system: name.to_owned(),
        population,
        slice_kind: cut.kind.clone(),
        slice: cut.name.clone(),
        measure: measure.key,
        value: of.value,
        proportion: of.proportion,
        support: 0,
        interval: None,
        no_interval: None,
    }
}

fn system_scores(
    evaluation: &Evaluation,
    system: &SystemCounts,
    cut: &Cut,
    population: Population,
) -> Vec<Score> {
    let Cut { slice, gold, .. } = cut;
    let mut rows = Vec::new();
    let support =
        |population| pairs(&system.counts(population, *slice).with_gold(gold), system.missing());
    let here = support(population);
    if cut.is_of_accuracy() && here == 0 {
        return rows;
    }
    for measure in measures(evaluation, cut, population) {
        let figure = if is_of_ranking(measure) {
            match ranked(system, measure, cut, population) {
                Some(figure) => figure,
                None => continue,
            }
        } else if matches!(measure.computation, Computation::Fit(_)) {
            continue;
        } else {
            system.figure(measure, population, *slice, gold, evaluation.seed)
        };
        let support = match measure.computation {
            Computation::WholeAndParts(_)
            | Computation::ByRelevance(_)
            | Computation::ByChance(_) => here + support(Population::Monothematic),
            Computation::Composition(of) => {
                system.composition_figure(of, *slice, gold, evaluation.seed).1
            }
            _ => here,
        };
        rows.push(Score { support, ..row(&system.name, cut, population, measure, figure) });
    }
    rows
}

/// A measure of a ranking. A run that ranks nothing says so once, and not in every slice.
fn ranked(
    system: &SystemCounts,
    measure: &Measure,
    cut: &Cut,
    population: Population,
) -> Option<Figure> {
    match system.rankings() {
        Ok(rankings) => rankings.of(population)?.figure(measure, cut.slice),
        Err(reason) => (cut.kind == SliceKind::All).then(|| Err::<f64, _>(reason).into()),
    }
}

/// The pairs that a system is scored on.
fn pairs(counts: &JudgmentCounts, missing: Missing) -> u64 {
    match missing {
        Missing::Skip => counts.pairs() - counts.missing(),
        Missing::Refuse | Missing::Wrong => counts.pairs(),
    }
}

fn baseline_scores(
    evaluation: &Evaluation,
    baseline: Baseline,
    cut: &Cut,
    population: Population,
    rows: &mut Vec<Score>,
) {
    let Cut { slice, gold, .. } = cut;
    let name = baseline.name();
    let support = |population| evaluation.gold(population, *slice).with_gold(gold).pairs();
    for measure in measures(evaluation, cut, population) {
        // Any order of the pairs is as good as another: one row says it, where any system ranks them.
        let ranks = || evaluation.systems.iter().any(|system| system.rankings().is_ok());
        if is_of_ranking(measure) && (cut.kind != SliceKind::All || !ranks()) {
            continue;
        }
        let value = evaluation.expected(measure, baseline, population, *slice, gold);
        let Some(value) = value else { continue };
        let support = match (population, measure.computation) {
            (Population::Decomposition, Computation::WholeAndParts(_)) => {
                support(population) + support(Population::Monothematic)
            }
            _ => support(population),
        };
        rows.push(Score { support, ..row(&name, cut, population, measure, value.into()) });
    }
}

fn pair_scores(evaluation: &Evaluation, number: usize, rows: &mut Vec<Score>) {
    if !evaluation.wanted.has(&CORRELATION_INDEX) {
        return;
    }
    for pair in evaluation.pair_correlations(number).into_iter().flatten() {
        rows.push(Score {
            system: evaluation.systems[number].name.clone(),
            population: Population::Decomposition,
            slice_kind: SliceKind::Pair,
            slice: pair.id.clone(),
            measure: CORRELATION_INDEX.key,
            value: pair.value.clone(),
            proportion: None,
            support: pair.pairs,
            interval: None,
            no_interval: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use phenom_dataset::{Answer, Run};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::{Origin, Settings, StatisticsSettings};
    use crate::seed::Seed;
    use crate::testing::{dataset, pairs_and_answers};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// The same seed gives the same intervals and comparisons, whatever the number of threads;
        /// every interval stands in the range that its ends have.
        #[test]
        fn threads_change_nothing((pairs, answers) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |name, answers: Vec<_>| {
                (Run::from_answers(name, answers.into_iter().map(Answer::Judged)), Origin::Answers)
            };
            let runs = [run("a", answers), run("b", turned)];
            let of = |threads: usize, seed| {
                let statistics = StatisticsSettings {
                    resamples: 200,
                    threads: NonZeroUsize::new(threads).unwrap(),
                    ..StatisticsSettings::default()
                };
                let settings = Settings { statistics, seed: Seed(seed), ..Settings::default() };
                let evaluation = Evaluation::new(&dataset, &runs, &settings);
                (scores(&evaluation, false), comparisons(&evaluation))
            };
            let (scored, compared) = of(1, 1);
            prop_assert_eq!(&(scored.clone(), compared.clone()), &of(3, 1));
            for score in &scored {
                if let Some(interval) = score.interval {
                    prop_assert!(interval.interval.lower <= interval.interval.upper, "{score:?}");
                }
            }
            for row in &compared {
                prop_assert!(row.p.is_none_or(|p| p > 0.0 && p <= 1.0));
                let raised = row.p.zip(row.p_adjusted);
                prop_assert!(raised.is_none_or(|(p, adjusted)| adjusted >= p - 1e-12));
            }
        }
    }
}
