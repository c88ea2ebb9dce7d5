//! Systems held against each other, and against the best constant answer, figure by figure.

use std::borrow::Cow;

use phenom_dataset::Judgment;

use super::compared::{Compared, Opponents, all_compared, family, names, needs_right_answers_only};
use super::comparison_row::ComparisonRow;
use super::families::{Draft, Drafts, judge, settle};
use super::of_judged;
use super::ranking_comparisons::{ComparedRankings, all_compared_rankings};
use crate::clusters::{ClusterPools, ComposedClusters, judgments_together, right_of};
use crate::counts::{Layout, Population, SetCounts, SetMean, SliceKind, Tally, Unit};
use crate::evaluation::Evaluation;
use crate::measures::{Computation, Measure, Slices, Test};
use crate::seed::Seed;
use crate::statistics::threads::side_by_side;
use crate::statistics::{
    Cluster, ComparedBy, Comparison, Pilot, PooledClusters, Question, Resampling, SideBySide,
    Statistic, compare, design_effect,
};
use crate::undefined::Proportion;

/// The number of comparisons that are made before the next ones begin.
const BLOCK: usize = 1 << 16;

/// Of more comparisons than these, the exact ones are made twice, so that only their p-values have to be kept.
pub const MOST_TESTS_KEPT: usize = 8 * BLOCK;

/// All comparisons of an evaluation: pair of systems by pair of systems, in the order of the slices; then
/// every system against the best constant answer.
#[must_use]
pub fn comparisons(evaluation: &Evaluation) -> Vec<ComparisonRow> {
    in_blocks(evaluation, BLOCK, MOST_TESTS_KEPT)
}

/// The comparisons, made in blocks of a size. If there are more than `most_kept`, exact ones are made twice.
fn in_blocks(evaluation: &Evaluation, block: usize, most_kept: usize) -> Vec<ComparisonRow> {
    let Some(pools) = evaluation.pair_pools() else { return Vec::new() };
    let mut work: Vec<Work> = all_compared(evaluation).into_iter().map(Work::Clusters).collect();
    work.extend(all_compared_rankings(evaluation).into_iter().map(Work::Rankings));
    // Pair of systems by pair of systems, all pairs before the slices, constants last.
    work.sort_by_key(|work| {
        let all = evaluation.slices[work.slice()].kind == SliceKind::All;
        match work.opponents() {
            Opponents::Systems(pair) => (pair as usize, !all),
            Opponents::Constant(..) => (pools.pairs.len(), !all),
        }
    });
    let (threads, draws) = (evaluation.statistics.threads, evaluation.statistics.resamples);
    let is_many = work.len() > most_kept;
    let (mut drafts, mut has_row) = (Drafts::with_room(work.len()), Vec::new());
    for block in work.chunks(block) {
        let made = side_by_side(block, threads, |work| {
            let draft = work.draft(evaluation, draws)?;
            Some(if is_many { draft.without_exact() } else { draft })
        });
        has_row.extend(made.iter().map(Option::is_some));
        made.into_iter().flatten().for_each(|draft| drafts.push(draft));
    }
    let mut has_row = has_row.into_iter();
    work.retain(|_| has_row.next() == Some(true));
    let again = |at: usize, draws| work[at].draft(evaluation, draws);
    settle(evaluation, &mut drafts, &again);
    judge(evaluation, drafts, &again)
}

/// One comparison.
enum Work {
    Clusters(Compared),
    Rankings(ComparedRankings),
}

impl Work {
    fn opponents(&self) -> Opponents {
        match self {
            Self::Clusters(compared) => compared.opponents,
            Self::Rankings(compared) => Opponents::Systems(compared.pair),
        }
    }

    fn slice(&self) -> usize {
        match self {
            Self::Clusters(compared) => compared.slice as usize,
            Self::Rankings(_) => 0,
        }
    }

    /// The row as far as it stands before its family is known, with so many draws where it needs any.
    fn draft(&self, evaluation: &Evaluation, draws: usize) -> Option<Draft> {
        match self {
            Self::Clusters(compared) => on_clusters(evaluation, compared, draws),
            Self::Rankings(compared) => compared.draft(evaluation),
        }
    }
}

/// The clusters of two opponents, with the counts of each run side by side.
pub(super) struct Sides<'e> {
    pub(super) clusters: Cow<'e, PooledClusters>,
    pub(super) runs: [usize; 2],
    /// How many pairs there are, where the clusters hold weights.
    pairs: Option<u64>,
}

pub(super) fn sides<'e>(
    evaluation: &'e Evaluation,
    pools: &'e ClusterPools,
    compared: &Compared,
) -> Option<Sides<'e>> {
    let runs_of = |system: usize| evaluation.systems[system].runs;
    let (population, slice) = (compared.population, compared.slice as usize);
    let layout = pools.layout;
    match compared.opponents {
        Opponents::Systems(pair) => {
            let pair = pair as usize;
            let (first, second) = pools.pairs[pair];
            let runs = [runs_of(first), runs_of(second)];
            if let Computation::Sets(mean) = compared.measure.computation {
                let clusters = evaluation.sets.as_ref()?.of_pair(slice, pair, population)?;
                return sides_of_sets(&clusters, mean, runs);
            }
            if let Computation::Composition(of) = compared.measure.computation {
                let composed = pools.composed.as_ref().map(|all| all.of_pair(slice, pair));
                let side_by_side = |composed: Cow<'_, ComposedClusters>| {
                    composed.side_by_side(&composed.view(of.seen(), &Judgment::ALL, layout.task))
                };
                let clusters = composed.map_or_else(|| PooledClusters::empty(2), side_by_side);
                return Some(Sides { clusters: Cow::Owned(clusters), runs, pairs: None });
            }
            if needs_right_answers_only(compared.measure) {
                let clusters = Cow::Owned(pools.right_of_pair(slice, pair, population));
                return Some(Sides { clusters, runs, pairs: None });
            }
            let clusters = pools.of_pair(slice, pair, population);
            // Those that hold positive pairs against negative ones tell these apart, and no more.
            let apart = compared.measure.slices == Slices::NotOfEntailment;
            let together =
                |clusters: &PooledClusters| Cow::Owned(judgments_together(clusters, layout, apart));
            let (clusters, pairs) = match compared.measure.computation {
                Computation::WholeAndParts(_) => (together(&clusters), None),
                Computation::ByRelevance(_) => {
                    let sides = SideBySide::new(&clusters, runs).ok()?;
                    let halves = sides.halves();
                    let (counts, times) = (halves.sums(), halves.times());
                    let pairs = decomposed_pairs(&counts[..counts.len() / 2]) / times;
                    let relevant = evaluation.relevance.as_ref()?.pools.of_pair(slice, pair)?;
                    (together(&relevant), Some(pairs))
                }
                _ => (clusters, None),
            };
            Some(Sides { clusters, runs, pairs })
        }
        Opponents::Constant(system, judgment) => {
            let system = system as usize;
            let clusters = pools.of_system(slice, system, population).clusters();
            // The constant gives the same answers in as many runs as the system has.
            let runs = runs_of(system);
            let clusters = beside_a_constant(clusters, layout, judgment);
            Some(Sides { clusters: Cow::Owned(clusters), runs: [runs, runs], pairs: None })
        }
    }
}

/// What the answers of each run have in common with gold as sets, and the most that it could be.
fn sides_of_sets<'e>(
    clusters: &PooledClusters,
    mean: SetMean,
    runs: [usize; 2],
) -> Option<Sides<'e>> {
    let width = 2 * (runs[0] + runs[1]);
    let share = |counts: &[u32]| -> Vec<u32> {
        let of_run = |counts: &[u32]| {
            let wide: Vec<u64> = counts.iter().map(|count| u64::from(*count)).collect();
            mean.share(SetCounts::of_sums(&wide))
        };
        let shares = counts.chunks_exact(SetCounts::WIDTH).flat_map(of_run);
        shares.map(|sum| u32::try_from(sum).unwrap_or(u32::MAX)).collect()
    };
    let shares = clusters.project(width, share).ok()?;
    let sides = SideBySide::new(&shares, runs).ok()?;
    let pairs = sides.halves().sums()[1] / mean.unit / sides.times_counted();
    Some(Sides { clusters: Cow::Owned(shares), runs, pairs: Some(pairs) })
}

/// Right answers and pairs of each run, and then as many times of the constant answer.
fn beside_a_constant(
    clusters: &PooledClusters,
    layout: Layout,
    judgment: Judgment,
) -> PooledClusters {
    let width = layout.width(Population::Original);
    let column = layout.task.column(judgment);
    let constant = |counts: &[u32]| -> [u32; 2] {
        let mut sums = [0, 0];
        for gold in Judgment::ALL {
            let pairs: u32 = counts[layout.row(gold)..][..layout.answers()].iter().sum();
            sums[0] += if layout.task.column(gold) == column { pairs } else { 0 };
            sums[1] += pairs;
        }
        sums
    };
    let runs = clusters.width() / width;
    let with_constant = clusters.iter().map(|(counts, times)| {
        let of_runs = counts.chunks_exact(width);
        let right = of_runs.clone().flat_map(|counts| right_of(counts, layout, &Judgment::ALL));
        let constants = of_runs.flat_map(constant);
        (right.chain(constants).collect::<Vec<u32>>(), times)
    });
    PooledClusters::new(4 * runs, with_constant).unwrap_or_else(|_| PooledClusters::empty(4 * runs))
}

/// The row of a comparison as far as it stands before its family is known, with so many draws where it needs any.
pub(super) fn on_clusters(
    evaluation: &Evaluation,
    compared: &Compared,
    draws: usize,
) -> Option<Draft> {
    let pools = evaluation.pair_pools()?;
    match &evaluation.judged {
        Some(judged) => of_judged::draft(evaluation, (judged, pools), compared),
        None => on_counts(evaluation, pools, compared, draws),
    }
}

fn on_counts(
    evaluation: &Evaluation,
    pools: &ClusterPools,
    compared: &Compared,
    draws: usize,
) -> Option<Draft> {
    let (settings, layout) = (&evaluation.statistics, pools.layout);
    let Compared { opponents, slice, population, measure } = *compared;
    let found = sides(evaluation, pools, compared)?;
    let sides = SideBySide::new(&found.clusters, found.runs).ok()?;
    if found.clusters.clusters() == 0 {
        return None;
    }
    let is_accuracy = needs_right_answers_only(measure);
    let of = move |measure: &'static Measure| {
        move |sums: &[u64]| match measure.computation {
            Computation::Composition(of) => of.figure(sums, Seed(0)),
            _ => measure.of(Tally::new(layout, sums), &Judgment::ALL, Seed(0)),
        }
    };
    let is_share = is_accuracy || matches!(measure.computation, Computation::Sets(_));
    let right = |sums: &[u64]| Proportion { numerator: sums[0], denominator: sums[1] }.value();
    let value = |sums: &[u64]| if is_share { right(sums) } else { of(measure)(sums).value };
    let test = measure.compared().map(|(_, test)| test);
    let of_tested = of(match test {
        Ok(Test::Nearer { of: tested, .. }) => tested,
        _ => measure,
    });
    let tested: &Statistic<'_> = &|sums: &[u64]| of_tested(sums).value.as_ref().ok().copied();
    let halves = sides.halves();
    let sums = halves.sums();
    let (of_first, of_second) = sums.split_at(sums.len() / 2);
    let values = [value(of_first), value(of_second)];
    let by = match test {
        _ if is_share => ComparedBy::Share,
        Ok(Test::Nearer { to, .. }) => ComparedBy::Distance(tested, to),
        Ok(Test::Cautious) => ComparedBy::Cautious(tested),
        _ => ComparedBy::Measure(tested),
    };
    let resampling = Resampling { resamples: draws, ..settings.resampling(evaluation.seed) };
    let tests = compare(&sides, by, settings.question, settings.level, &resampling).ok();
    let question = settings.question.answered(found.runs);
    let tests = tests.filter(|tests: &Comparison| tests.has_enough_clusters(settings.level));
    let discordant = discordant(pools, compared, found.runs).filter(|_| is_accuracy);
    let counted = counted_pairs(measure, population, of_first);
    let pairs = found.pairs.unwrap_or(counted / sides.times_counted());
    let slice = &evaluation.slices[slice as usize];
    let on_all = slice.kind == SliceKind::All;
    let primary = on_all && evaluation.primary().has(measure);
    let names = names(evaluation, pools, opponents);
    let row = ComparisonRow {
        pairs,
        family: family(opponents, on_all, primary),
        question,
        clusters: found.clusters.clusters(),
        design_effect: discordant.and_then(|discordant| effect(halves, discordant)),
        correct_on_same: discordant == Some(0),
        pilot: is_accuracy.then(|| pilot(&sides, question)).flatten().map(Box::new),
        ..ComparisonRow::bare(names, (population, slice), measure, values)
    };
    Some(Draft::new(row, tests))
}

/// The pairs behind the counts of a system. Of a decomposition, they are those of both kinds.
fn counted_pairs(measure: &'static Measure, population: Population, sums: &[u64]) -> u64 {
    match population {
        _ if needs_right_answers_only(measure) => sums[1],
        Population::Decomposition if !is_of_composition(measure) => decomposed_pairs(sums),
        _ => sums.iter().sum(),
    }
}

/// The pairs on which one of two systems alone is right, where both have one run.
fn discordant(pools: &ClusterPools, compared: &Compared, runs: [usize; 2]) -> Option<u64> {
    let Opponents::Systems(pair) = compared.opponents else { return None };
    let of_pair = pools.discordant[compared.slice as usize][pair as usize];
    let discordant = match compared.population {
        Population::Original => of_pair[0],
        Population::Monothematic => of_pair[1],
        Population::Decomposition => return None,
    };
    // Runs and scores say how far a pair is right, and not if one system alone is right.
    (runs == [1, 1] && pools.layout.unit == Unit::ONE).then_some(discordant)
}

/// Whether the counts are those of originals beside their parts.
fn is_of_composition(measure: &Measure) -> bool {
    matches!(measure.computation, Computation::Composition(_))
}

/// What larger test sets would show of models; where methods are asked about, more pairs alone would not
/// do.
fn pilot(sides: &SideBySide<'_>, question: Question) -> Option<Pilot> {
    Pilot::new(sides.halves(), sides.times_counted()).ok().filter(|_| question == Question::Models)
}

/// The pairs in a view of a decomposition: its second and fourth counts for each judgment.
fn decomposed_pairs(half: &[u64]) -> u64 {
    half.chunks_exact(4).map(|counts| counts[1] + counts[3]).sum()
}

/// The design effect of the difference of two accuracies.
fn effect(right: &PooledClusters, discordant: u64) -> Option<f64> {
    let clusters = right.clusters() as f64;
    // Of the squares only the sum over all clusters matters.
    let squares = discordant as f64 / clusters;
    design_effect(right, |counts| Cluster {
        units: f64::from(counts[1]),
        sum: f64::from(counts[0]) - f64::from(counts[2]),
        squares,
    })
    .ok()
    .filter(|effect| *effect > 0.0)
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Entailment, Unknown};
    use phenom_dataset::{Answer, Run};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::{Origin, Settings, StatisticsSettings};
    use crate::testing::{Pair, dataset, pairs_and_answers};

    /// Of 40 entailed originals `A` is correct on all, `B` and `C` on 20 each.
    #[test]
    fn exact_tests_that_are_made_again_have_their_intervals() {
        let pairs: Vec<Pair> =
            (0..40).map(|number| Pair::original(&number.to_string()).gold(Entailment)).collect();
        let run = |name: &str, wrong: std::ops::Range<usize>| {
            let answer = |at| if wrong.contains(&at) { Unknown } else { Entailment };
            let answers = (0..40).map(|at| Answer::Judged(answer(at)));
            (Run::from_answers(name, answers), Origin::Answers)
        };
        let runs = [run("A", 0..0), run("B", 0..20), run("C", 10..30)];
        let evaluation = Evaluation::new(&dataset(&pairs), &runs, &Settings::default());
        let again = in_blocks(&evaluation, 3, 0);
        let exact = again.iter().filter(|row| row.method() == "sign_flip_exact");
        assert!(exact.filter(|row| row.adjusted_interval().is_some()).count() >= 3);
        assert_eq!(again, comparisons(&evaluation));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn rows_are_the_same_where_exact_comparisons_are_made_twice(
            (pairs, answers) in pairs_and_answers(),
            runs_of_first in 1..3usize,
        ) {
            let mut runs = Vec::new();
            for (number, name) in ["a", "b", "c", "a"].into_iter().enumerate().take(2 + runs_of_first) {
                let mut turned = answers.clone();
                turned.rotate_left(number % answers.len().max(1));
                let answers = turned.into_iter().map(Answer::Judged);
                runs.push((Run::from_answers(name, answers), Origin::Answers));
            }
            runs.sort_by_key(|(run, _)| run.system().to_owned());
            let statistics = StatisticsSettings { resamples: 100, most_draws: 400, ..StatisticsSettings::default() };
            let settings = Settings { statistics, ..Settings::default() };
            let evaluation = Evaluation::new(&dataset(&pairs), &runs, &settings);
            let kept = comparisons(&evaluation);
            prop_assert!(!kept.is_empty());
            prop_assert_eq!(in_blocks(&evaluation, 3, 0), kept);
        }
    }
}
