//! The clusters of every slice, pooled by their counts, for each system and each pair of systems.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::Range;

use phenom_dataset::{CompositionRule, Dataset, Judgment, Run, Task};

use super::cluster::{Cluster, View};
use super::composed::{ComposedClusters, ComposedPools};
use super::pass::Pass;
use super::slice_clusters::{POPULATIONS, SliceClusters, number};
use super::views::{RightOfRuns, right, right_of_runs};
use crate::counts::{Layout, Population, SlicePlan, Unit};
use crate::statistics::threads::{both, side_by_side, with_scratch};
use crate::statistics::{ByRuns, DistinctClusters, PooledClusters};

/// The clusters of every slice.
#[derive(Debug)]
pub(crate) struct ClusterPools {
    pub(crate) layout: Layout,
    /// How many runs each system has.
    pub(super) runs: Vec<usize>,
    /// For each slice those of each system, with its runs side by side.
    pub(super) systems: Vec<Vec<SliceClusters>>,
    /// The systems that are held against each other.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// For each slice those of each pair: the counts of each run of the first system and then of each run of
    /// the second. Of many pairs, those of all runs side by side.
    pub(super) of_pairs: Vec<Vec<SliceClusters>>,
    /// Of many pairs, how each sees the clusters of all runs.
    pub(super) taken: Vec<View>,
    /// Of many pairs, for each slice the right answers and the pairs of all runs, on originals and on monothematic pairs.
    pub(super) right: Vec<[RightOfRuns; 2]>,
    /// For each slice and each pair of systems: on how many original and on how many monothematic pairs
    /// one of the two alone is right.
    pub(crate) discordant: Vec<Vec<[u64; 2]>>,
    /// The same clusters under the rule of composition, where it is asked for.
    pub(crate) composed: Option<ComposedPools>,
}

/// How clusters are pooled.
#[derive(Debug, Clone)]
pub(crate) struct Pooling<'r> {
    /// The systems that are held against each other.
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) task: Task,
    /// How many counts a pair adds.
    pub(crate) unit: Unit,
    /// Whether only pairs count that all systems answer.
    pub(crate) common: bool,
    /// With a rule of composition, originals are pooled by what it makes of their parts, too.
    pub(crate) rule: Option<&'r CompositionRule>,
    pub(crate) threads: NonZeroUsize,
}

impl ClusterPools {
    /// Pools the clusters of a dataset. Each system is a group of runs, whose counts are side by side.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        systems: &[Vec<&Run>],
        pooling: Pooling<'_>,
    ) -> Self {
        let Pooling { pairs, task, unit, common, rule, threads } = pooling;
        let pass = Pass { dataset, plan, systems, layout: Layout { task, unit }, common, rule };
        let PairViews { pooled: views, taken } =
            PairViews::new(systems.iter().map(Vec::len), &pairs);
        // Most clusters are alike in everything; the rest is done once for each kind.
        let kinds: Vec<(usize, u64)> = pass.kinds().collect();
        let composed =
            || rule.map(|rule| ComposedPools::new(&pass, rule, &views, kinds.iter().copied()));
        let (composed, (of_views, discordant)) = both(threads, composed, || {
            let of_views = of_slices((&pass, &views), &kinds, threads);
            (of_views, all_discordant(&pass, &pairs, &kinds, threads))
        });
        let (mut of_systems, mut of_pairs) = (Vec::new(), Vec::new());
        for mut of_views in of_views {
            of_pairs.push(of_views.split_off(systems.len()));
            of_systems.push(of_views);
        }
        Self {
            layout: pass.layout,
            runs: systems.iter().map(Vec::len).collect(),
            systems: of_systems,
            pairs,
            right: right_of_runs(&of_pairs, &taken, pass.layout, threads),
            of_pairs,
            taken,
            discordant,
            composed,
        }
    }

    /// The clusters of a system in a slice.
    pub(crate) fn of_system(
        &self,
        slice: usize,
        system: usize,
        population: Population,
    ) -> ByRuns<'_> {
        ByRuns::new(self.systems[slice][system].of(population), self.runs[system])
    }

    /// The clusters of a pair of systems in a slice.
    pub(crate) fn of_pair(
        &self,
        slice: usize,
        pair: usize,
        population: Population,
    ) -> Cow<'_, PooledClusters> {
        let of_slice = &self.of_pairs[slice];
        let Some(view) = self.taken.get(pair) else {
            return Cow::Borrowed(of_slice[pair].of(population));
        };
        Cow::Owned(taken_of_all(of_slice[0].of(population), view, self.layout.width(population)))
    }

    /// The right answers and the pairs of a pair of systems in a slice, as [`right`] has them of its clusters.
    pub(crate) fn right_of_pair(
        &self,
        slice: usize,
        pair: usize,
        population: Population,
    ) -> PooledClusters {
        let (of_slice, layout) = (&self.of_pairs[slice], self.layout);
        let Some(view) = self.taken.get(pair) else {
            return right(of_slice[pair].of(population), layout, &Judgment::ALL);
        };
        self.right[slice][number(population)].seen_by(view)
    }

    /// The same under the rule of composition; nothing without one.
    pub(crate) fn composed_of_pair(
        &self,
        slice: usize,
        pair: usize,
    ) -> Option<Cow<'_, ComposedClusters>> {
        let composed = self.composed.as_ref()?;
        Some(composed.of_pair(slice, pair, self.taken.get(pair)))
    }

    /// The clusters of some pairs of systems in a slice, with the number of these pairs: of one, or where pairs are
    /// many, of all runs, among which more clusters differ.
    pub(crate) fn held_for_pairs(
        &self,
        slice: usize,
    ) -> impl Iterator<Item = (&SliceClusters, usize)> {
        let pairs = if self.taken.is_empty() { 1 } else { self.taken.len() };
        self.of_pairs[slice].iter().map(move |clusters| (clusters, pairs))
    }
}

/// Up to so many pairs of systems, the clusters of each are pooled once and held. Of more these would take more memory
/// than all else, and they are taken of the clusters of all runs whenever they are needed.
const MOST_HELD: usize = 64;

/// The views of systems and of pairs of systems.
pub(super) struct PairViews {
    /// Those that are pooled: of each system, and then of each pair, or of all runs where pairs are many.
    pub(super) pooled: Vec<View>,
    /// Of many pairs, how each sees the clusters of all runs.
    pub(super) taken: Vec<View>,
}

impl PairViews {
    pub(super) fn new(runs: impl Iterator<Item = usize>, pairs: &[(usize, usize)]) -> Self {
        let runs: Vec<usize> = runs.collect();
        let mut pooled = views(runs.iter().copied(), pairs);
        if pairs.len() <= MOST_HELD {
            return Self { pooled, taken: Vec::new() };
        }
        let taken = pooled.split_off(runs.len());
        pooled.push(View::of_runs(0..runs.iter().sum()));
        Self { pooled, taken }
    }
}

/// The clusters as a view has them, of those of all runs with so many counts each.
pub(super) fn taken_of_all(all: &PooledClusters, view: &View, width: usize) -> PooledClusters {
    seen_by(view, width, all.iter()).counted(all.times())
}

/// Clusters as a view has them, of those of all runs with `width` counts each.
fn seen_by<'c>(
    view: &View,
    width: usize,
    clusters: impl Iterator<Item = (&'c [u32], u64)>,
) -> PooledClusters {
    let (mut distinct, mut seen) = (DistinctClusters::default(), Vec::new());
    for (counts, times) in clusters {
        seen.clear();
        view.extend(&mut seen, counts, width);
        distinct.add(&seen, times);
    }
    PooledClusters::of_distinct(width * view.width(), &distinct)
}

/// The views of systems with so many runs, which are numbered one system after the other: first of each
/// system, then of each pair.
fn views(runs: impl Iterator<Item = usize>, pairs: &[(usize, usize)]) -> Vec<View> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for number in runs {
        let first = ranges.last().map_or(0, |before: &Range<usize>| before.end);
        ranges.push(first..first + number);
    }
    let beside = |(first, second): &(usize, usize)| {
        View::of_runs(ranges[*first].clone().chain(ranges[*second].clone()))
    };
    ranges.iter().cloned().map(View::of_runs).chain(pairs.iter().map(beside)).collect()
}

/// For each slice the clusters as each view has them.
fn of_slices(
    (pass, views): (&Pass<'_>, &[View]),
    kinds: &[(usize, u64)],
    threads: NonZeroUsize,
) -> Vec<Vec<SliceClusters>> {
    let slices = pass.plan.slices().len();
    // On all pairs nearly every cluster is unlike the others for all runs together, and they are pooled for
    // each view; elsewhere few are, and the views are taken of these few.
    let all_runs = [View::of_runs(0..pass.systems.iter().map(Vec::len).sum())];
    let work = [(views, 0..slices.min(1)), (&all_runs[..], slices.min(1)..slices)];
    let mut pools: Vec<Vec<DistinctClusters>> =
        side_by_side(&work, threads, |(views, slices)| pooled(pass, views, slices.clone(), kinds));
    let (elsewhere, on_all) = (pools.pop().unwrap_or_default(), pools.pop().unwrap_or_default());
    let of_all = views_of_all(on_all, (views, pass.layout), threads);
    // Taken one by one, so that what was seen of a slice is no longer held.
    let mut elsewhere = elsewhere.into_iter();
    let work: Vec<Vec<DistinctClusters>> =
        (1..slices).map(|_| elsewhere.by_ref().take(POPULATIONS.len()).collect()).collect();
    let others = with_scratch(
        work,
        threads,
        || (),
        |(), pools: Vec<DistinctClusters>| {
            views.iter().map(|view| seen(&pools, view, pass.layout)).collect::<Vec<_>>()
        },
    );
    (slices > 0).then_some(of_all).into_iter().chain(others).collect()
}

/// For each slice and each pair of systems: on how many original and on how many monothematic pairs one of the two alone
/// is right.
fn all_discordant(
    pass: &Pass<'_>,
    pairs: &[(usize, usize)],
    kinds: &[(usize, u64)],
    threads: NonZeroUsize,
) -> Vec<Vec<[u64; 2]>> {
    let share = pairs.len().div_ceil(threads.get()).max(1);
    let work: Vec<&[(usize, usize)]> = pairs.chunks(share).collect();
    let mut all: Vec<Vec<[u64; 2]>> = vec![Vec::new(); pass.plan.slices().len()];
    for part in side_by_side(&work, threads, |pairs| discordant(pass, pairs, kinds)) {
        for (all, more) in all.iter_mut().zip(part) {
            all.extend(more);
        }
    }
    all
}

/// For each of some slices, view and population the clusters, of kinds that stand for so many each.
fn pooled(
    pass: &Pass<'_>,
    views: &[View],
    slices: Range<usize>,
    kinds: &[(usize, u64)],
) -> Vec<DistinctClusters> {
    let pools = slices.len() * views.len() * POPULATIONS.len();
    let mut pooled = vec![DistinctClusters::default(); pools];
    let runs = pass.systems.iter().flatten().count();
    let mut counts = Cluster::new(slices.len(), runs, pass.layout);
    for &(cluster, clusters) in kinds {
        pass.for_each(cluster, |slice, run, (population, cell), number| {
            if slices.contains(&slice) {
                counts.add(slice - slices.start, run, (population, cell), number);
            }
        });
        counts.next(|counts, slice| {
            let of_slice = pooled.chunks_exact_mut(POPULATIONS.len()).skip(slice * views.len());
            for (view, pools) in views.iter().zip(of_slice) {
                counts.pool_into(pools, slice, (view, clusters));
            }
        });
    }
    pooled
}

/// The clusters of a slice that were pooled for each view.
fn views_of_all(
    pools: Vec<DistinctClusters>,
    (views, layout): (&[View], Layout),
    threads: NonZeroUsize,
) -> Vec<SliceClusters> {
    let mut pools = pools.into_iter();
    let of_view = |view| (view, POPULATIONS.map(|_| pools.next().unwrap_or_default()));
    let work: Vec<(&View, [DistinctClusters; 3])> = views.iter().map(of_view).collect();
    with_scratch(
        work,
        threads,
        || (),
        |(), (view, pools)| {
            SliceClusters(POPULATIONS.map(|population| {
                let width = layout.width(population) * view.width();
                let pooled = PooledClusters::of_distinct(width, &pools[number(population)]);
                pooled.counted(layout.unit.get().into())
            }))
        },
    )
}

/// The clusters of a slice as a view has them, of those of all runs side by side.
pub(super) fn seen(pools: &[DistinctClusters], view: &View, layout: Layout) -> SliceClusters {
    SliceClusters(POPULATIONS.map(|population| {
        let width = layout.width(population);
        let clusters = pools[number(population)].iter();
        seen_by(view, width, clusters).counted(layout.unit.get().into())
    }))
}

/// For each slice and each of some pairs of systems: on how many original and on how many monothematic pairs
/// one of the two alone is right.
fn discordant(
    pass: &Pass<'_>,
    pairs: &[(usize, usize)],
    kinds: &[(usize, u64)],
) -> Vec<Vec<[u64; 2]>> {
    let mut discordant = vec![vec![[0; 2]; pairs.len()]; pass.plan.slices().len()];
    for &(cluster, clusters) in kinds {
        pass.for_each_discordant(cluster, pairs, |slice, pair, part| {
            discordant[slice][pair][part] += clusters;
        });
    }
    discordant
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment};
    use proptest::prelude::*;

    use super::*;
    use crate::clusters::pass::cells;
    use crate::counts::{Counted, Population, count};
    use crate::testing::{clustered, dataset, pairs_and_answers};

    fn pooling(pairs: Vec<(usize, usize)>, task: Task) -> Pooling<'static> {
        let threads = NonZeroUsize::new(2).unwrap();
        Pooling { pairs, task, unit: Unit::ONE, common: false, rule: None, threads }
    }

    proptest! {
        /// The sums over all clusters are the counts of the one pass.
        #[test]
        fn clusters_add_up_to_the_counts(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            let dataset = dataset(&clustered(&pairs, clusters));
            let plan = SlicePlan::new(&dataset);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |answers: Vec<Judgment>| {
                Run::from_answers("s", answers.into_iter().map(Answer::Judged))
            };
            let (first, second) = (run(answers), run(turned));
            let systems = [vec![&first], vec![&second]];
            let task = Task::ThreeWay;
            let pools = ClusterPools::new(&dataset, &plan, &systems, pooling(vec![(0, 1)], task));
            let layout = pools.layout;
            for (system, run) in [&first, &second].into_iter().enumerate() {
                let counts = count(&plan, run);
                for slice in 0..plan.slices().len() {
                    for (counted, _) in Counted::ALL {
                        for gold in Judgment::ALL {
                            let (mut right, mut all) = (0, 0);
                            for answer in &Judgment::ALL[..3] {
                                let answer = Answer::Judged(*answer);
                                let expected = counts.get(slice, counted).count(Some(gold), answer);
                                all += expected;
                                right += if answer == Answer::Judged(gold) { expected } else { 0 };
                                let population = match counted {
                                    Counted::Original => Population::Original,
                                    Counted::Monothematic => Population::Monothematic,
                                    Counted::Decomposed => continue,
                                };
                                let (_, cell) = cells(layout, counted, gold, answer).next().unwrap();
                                let sums = pools.systems[slice][system].of(population).sums();
                                prop_assert_eq!(sums[cell], expected);
                                let paired = pools.of_pairs[slice][0].of(population).sums();
                                let width = layout.width(population);
                                prop_assert_eq!(paired[system * width + cell], expected);
                            }
                            let at = 4 * usize::from(gold.code())
                                + if counted == Counted::Monothematic { 2 } else { 0 };
                            if counted != Counted::Original {
                                let sums =
                                    pools.systems[slice][system].of(Population::Decomposition).sums();
                                prop_assert_eq!((sums[at], sums[at + 1]), (right, all));
                            }
                        }
                    }
                }
            }
        }

        /// Clusters that are pooled because they look the same are those that one finds cluster by cluster.
        #[test]
        fn only_clusters_that_look_the_same_are_pooled(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            let dataset = dataset(&clustered(&pairs, clusters));
            let plan = SlicePlan::new(&dataset);
            let run = Run::from_answers("s", answers.into_iter().map(Answer::Judged));
            let task = Task::ThreeWay;
            let systems = [vec![&run]];
            let pools = ClusterPools::new(&dataset, &plan, &systems, pooling(Vec::new(), task));
            let layout = Layout::of_pairs(task);
            let pass =
                Pass { dataset: &dataset, plan: &plan, systems: &systems, layout, common: false, rule: None };
            for population in POPULATIONS {
                let width = layout.width(population);
                let one_by_one = dataset.clusters().map(|cluster| {
                    let mut counts = vec![0; width];
                    pass.for_each(cluster, |slice, _, (its_population, cell), _| {
                        if slice == 0 && its_population == population {
                            counts[cell] += 1;
                        }
                    });
                    (counts, 1)
                });
                let expected = &PooledClusters::new(width, one_by_one).unwrap();
                prop_assert_eq!(pools.systems[0][0].of(population), expected);
                prop_assert!(expected.clusters() <= dataset.clusters().len() as u64);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// What is taken of the clusters of all runs for one of many pairs of systems is what is pooled for it where
        /// there are only these two.
        #[test]
        fn pairs_of_many_systems_have_the_clusters_of_two(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            const SYSTEMS: usize = 12;
            let dataset = dataset(&clustered(&pairs, clusters));
            let plan = SlicePlan::new(&dataset);
            let run = |turned: usize| {
                let mut answers = answers.clone();
                let turned = turned % answers.len().max(1);
                answers.rotate_left(turned);
                Run::from_answers("s", answers.into_iter().map(Answer::Judged))
            };
            // The first system has two runs.
            let runs: Vec<Run> = (0..=SYSTEMS).map(run).collect();
            let (first, others) = runs.split_at(2);
            let systems: Vec<Vec<&Run>> =
                [first.iter().collect()].into_iter().chain(others.iter().map(|run| vec![run])).collect();
            let of_pairs = |pairs| Pooling {
                rule: Some(&CompositionRule::All),
                ..pooling(pairs, Task::ThreeWay)
            };
            let all = (0..SYSTEMS).flat_map(|one| (one + 1..SYSTEMS).map(move |other| (one, other)));
            let all: Vec<(usize, usize)> = all.collect();
            prop_assert!(all.len() > MOST_HELD);
            let of_many = ClusterPools::new(&dataset, &plan, &systems, of_pairs(all.clone()));
            for (pair, (one, other)) in all.into_iter().enumerate().step_by(5) {
                let two = [systems[one].clone(), systems[other].clone()];
                let of_two = ClusterPools::new(&dataset, &plan, &two, of_pairs(vec![(0, 1)]));
                for slice in 0..plan.slices().len() {
                    for population in POPULATIONS {
                        prop_assert_eq!(
                            of_many.of_pair(slice, pair, population),
                            of_two.of_pair(slice, 0, population)
                        );
                        if population != Population::Decomposition {
                            prop_assert_eq!(
                                of_many.right_of_pair(slice, pair, population),
                                of_two.right_of_pair(slice, 0, population)
                            );
                        }
                    }
                    prop_assert_eq!(
                        of_many.composed_of_pair(slice, pair),
                        of_two.composed_of_pair(slice, 0)
                    );
                    prop_assert_eq!(of_many.discordant[slice][pair], of_two.discordant[slice][0]);
                }
            }
        }
    }
}
