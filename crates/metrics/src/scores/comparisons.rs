//! Systems held against each other, figure by figure.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use phenom_dataset::Judgment;

use super::comparison_row::{ComparisonRow, Verdict};
use super::ranking_comparisons::compared_rankings;
use crate::clusters::{right, right_share};
use crate::counts::{Layout, Population, SliceKind, Tally};
use crate::evaluation::Evaluation;
use crate::measures::{
    Better, ComparedOn, Comparison as Compared, Computation, Measure, Test, measure,
};
use crate::seed::Seed;
use crate::statistics::power::{Plan, pairs_needed};
use crate::statistics::{
    Cluster, Comparison, Direction, PooledClusters, Resampling, Statistic, compare, design_effect,
    least_discordant,
};
use crate::threads::side_by_side;
use crate::undefined::Value;

/// What is compared.
struct Work {
    pair: usize,
    slice: usize,
    population: Population,
    measure: &'static Measure,
    test: Test,
}

/// Whether right answers and pairs are all that a measure needs of the clusters.
pub(super) fn needs_right_answers_only(measure: &Measure) -> bool {
    matches!(measure.computation, Computation::RightAnswers)
}

impl Work {
    /// The measure of one system, as a function of the sums of its clusters.
    fn statistic(&self, layout: Layout) -> Box<Statistic<'static>> {
        if needs_right_answers_only(self.measure) {
            return Box::new(right_share);
        }
        let measure = self.measure;
        Box::new(move |sums| measure.of(Tally::new(layout, sums), &Judgment::ALL, Seed(0)).value)
    }
}

/// Power for which the pairs needed are told.
const POWER: f64 = 0.8;

/// All comparisons of an evaluation: pair of systems by pair of systems, in the order of the slices.
#[must_use]
pub fn comparisons(evaluation: &Evaluation) -> Vec<ComparisonRow> {
    let Some(pools) = evaluation.pair_pools() else { return Vec::new() };
    let mut work = Vec::new();
    for pair in 0..pools.pairs.len() {
        for (slice, counted) in evaluation.slices.iter().enumerate() {
            for (population, measure, test) in compared(evaluation, &counted.kind) {
                work.push(Work { pair, slice, population, measure, test });
            }
        }
    }
    let mut families: BTreeMap<(&str, String, &str), usize> = BTreeMap::new();
    for work in &work {
        *families.entry(family(evaluation, work)).or_default() += 1;
    }
    let one = |work: &Work| {
        let members = families.get(&family(evaluation, work)).copied().unwrap_or(1);
        row(evaluation, work, members)
    };
    let threads = evaluation.statistics.threads;
    let mut rows: Vec<ComparisonRow> =
        side_by_side(&work, threads, one).into_iter().flatten().collect();
    let pairs: Vec<(usize, usize)> = pools.pairs.clone();
    let ranked = side_by_side(&pairs, threads, |pair| compared_rankings(evaluation, *pair));
    rows.extend(ranked.into_iter().flatten());
    // Pair of systems by pair of systems.
    let name = |system: usize| evaluation.systems[system].name.as_str();
    let order: HashMap<(&str, &str), usize> = pairs
        .iter()
        .enumerate()
        .map(|(at, (first, second))| ((name(*first), name(*second)), at))
        .collect();
    rows.sort_by_cached_key(|row| {
        let pair = (row.system_a.as_str(), row.system_b.as_str());
        (order.get(&pair).copied(), row.slice_kind != SliceKind::All)
    });
    adjust(evaluation, &mut rows);
    rows
}

fn family(evaluation: &Evaluation, work: &Work) -> (&'static str, String, &'static str) {
    let kind = evaluation.slices[work.slice].kind.to_string();
    (work.population.name(), kind, work.measure.key)
}

/// What is compared on the clusters of a slice of one kind, by which test.
pub(super) fn compared(
    evaluation: &Evaluation,
    kind: &SliceKind,
) -> Vec<(Population, &'static Measure, Test)> {
    let mut compared = Vec::new();
    for population in [Population::Original, Population::Monothematic, Population::Decomposition] {
        if population != Population::Original && !evaluation.is_decomposed() {
            continue;
        }
        for measure in evaluation.wanted.measures() {
            let of_decomposition = super::cuts::is_of_decomposition(measure);
            if of_decomposition != (population == Population::Decomposition)
                || !evaluation.wanted.compares(measure)
            {
                continue;
            }
            let (Compared::ByDefault(on, test) | Compared::WhereNamed(on, test)) =
                measure.comparison
            else {
                continue;
            };
            let here = match on {
                ComparedOn::AllSlices => true,
                ComparedOn::Categories => {
                    matches!(kind, SliceKind::All | SliceKind::Category)
                }
                ComparedOn::AllPairs => *kind == SliceKind::All,
            };
            if here && test != Test::RankSwap {
                compared.push((population, measure, on, test));
            }
        }
    }
    // What is compared everywhere first, then wholes with parts, then the rest.
    compared.sort_by_key(|(population, _, on, _)| match (on, population) {
        (ComparedOn::AllSlices, _) => 0,
        (_, Population::Decomposition) => 1,
        _ => 2,
    });
    compared.into_iter().map(|(population, measure, _, test)| (population, measure, test)).collect()
}

fn row(evaluation: &Evaluation, work: &Work, members: usize) -> Option<ComparisonRow> {
    let pools = evaluation.pair_pools()?;
    let (layout, statistics) = (pools.layout, &evaluation.statistics);
    let whole = &pools.of_pairs[work.slice][work.pair];
    let population = work.population;
    let is_accuracy = needs_right_answers_only(work.measure);
    let clusters = match is_accuracy {
        true => Cow::Owned(right(whole.of(population), layout, &Judgment::ALL)),
        false => Cow::Borrowed(whole.of(population)),
    };
    let statistic = work.statistic(layout);
    if clusters.clusters() == 0 {
        return None;
    }
    let (first, second) = pools.pairs[work.pair];
    let sums = clusters.sums();
    let (of_first, of_second) = sums.split_at(sums.len() / 2);
    let values = [statistic(of_first), statistic(of_second)];
    let difference = values[0].clone().and_then(|first_value| Ok(first_value - values[1].clone()?));
    let discordant = match population {
        Population::Original => Some(pools.discordant[work.slice][work.pair][0]),
        Population::Monothematic => Some(pools.discordant[work.slice][work.pair][1]),
        Population::Decomposition => None,
    };
    let discordant = discordant.filter(|_| is_accuracy);
    let effect = discordant.and_then(|discordant| effect(&clusters, discordant));
    // Of a decomposition, the pairs are those of both kinds.
    let pairs = match population {
        _ if is_accuracy => of_first[1],
        Population::Decomposition => decomposed_pairs(of_first),
        Population::Original | Population::Monothematic => of_first.iter().sum(),
    };
    let compared = resampled(evaluation, &clusters.blocked(), &*statistic, members);
    let enough =
        |compared: &Comparison| compared.test.informative >= least_discordant(statistics.level);
    let slice = &evaluation.slices[work.slice];
    Some(ComparisonRow {
        system_a: evaluation.systems[first].name.clone(),
        system_b: evaluation.systems[second].name.clone(),
        population,
        slice_kind: slice.kind.clone(),
        slice: slice.name.clone(),
        measure: work.measure.key,
        pairs,
        interval: compared.as_ref().and_then(|compared| compared.interval),
        p: compared.as_ref().filter(|compared| enough(compared)).map(|compared| match work.test {
            // Nothing is less extreme than no difference.
            _ if compared.test.difference.abs() < 1e-12 => 1.0,
            Test::Cautious => compared.cautious_p_value(),
            Test::SignFlip | Test::RankSwap => compared.p_value(),
        }),
        p_adjusted: None,
        verdict: Verdict::CannotTell {
            needed: needed(evaluation, &difference, discordant, pairs, effect),
        },
        method: match &compared {
            Some(_) if work.test == Test::Cautious => "sign_flip_and_bootstrap",
            Some(compared) if compared.test.exact => "sign_flip_exact",
            _ => "sign_flip_monte_carlo",
        },
        discordant,
        clusters: clusters.clusters(),
        design_effect: effect,
        values,
        difference,
    })
}

/// Compares two systems on clusters, in a family of some members. A p-value that could be low enough for
/// the family is found with as many draws as it needs to fall below alpha / members.
fn resampled(
    evaluation: &Evaluation,
    clusters: &PooledClusters,
    statistic: &Statistic<'_>,
    members: usize,
) -> Option<Comparison> {
    let statistics = &evaluation.statistics;
    let (level, resampling) = (statistics.level, statistics.resampling(evaluation.seed));
    let compared = compare(clusters, statistic, level, &resampling).ok()?;
    let alpha = level.significance();
    let least = ((2.0 * members as f64 / alpha).ceil() as usize).min(Resampling::MOST);
    if compared.test.exact || least <= resampling.resamples || compared.p_value() > alpha {
        return Some(compared);
    }
    let resampling = Resampling { resamples: least, ..resampling };
    compare(clusters, statistic, level, &resampling).ok()
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
        pairs: f64::from(counts[1]),
        sum: f64::from(counts[0]) - f64::from(counts[2]),
        squares,
    })
    .ok()
    .filter(|effect| *effect > 0.0)
}

/// The pairs that would tell a difference of the size observed.
fn needed(
    evaluation: &Evaluation,
    difference: &Value,
    discordant: Option<u64>,
    pairs: u64,
    effect: Option<f64>,
) -> Option<u64> {
    let difference = difference.as_ref().ok().filter(|difference| **difference != 0.0)?;
    let plan = Plan {
        discordance: discordant? as f64 / pairs as f64,
        power: POWER,
        level: evaluation.statistics.level,
        design_effect: effect.unwrap_or(1.0).max(1.0),
    };
    pairs_needed(*difference, &plan).ok()
}

/// Adjusts the p-values of each family, and gives the verdicts.
fn adjust(evaluation: &Evaluation, rows: &mut [ComparisonRow]) {
    let statistics = &evaluation.statistics;
    let mut families: BTreeMap<(&str, String, &str), Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let family = (row.population.name(), row.slice_kind.to_string(), row.measure);
        families.entry(family).or_default().push(at);
    }
    for family in families.into_values() {
        let raw: Vec<Option<f64>> = family.iter().map(|&at| rows[at].p).collect();
        for (at, adjusted) in family.into_iter().zip(statistics.correction.adjust(&raw)) {
            let row = &mut rows[at];
            row.p_adjusted = adjusted;
            let Ok(difference) = row.difference else { continue };
            let better = measure(row.measure).map_or(Better::Neither, |measure| measure.better);
            let advantage = match &row.values {
                [Ok(first), Ok(second)] => better.advantage(*first, *second),
                _ => difference,
            };
            row.verdict = match Direction::new(difference, adjusted, statistics.level) {
                Direction::CannotTell => row.verdict,
                _ if advantage > 0.0 => Verdict::Better,
                _ => Verdict::Worse,
            };
        }
    }
}
