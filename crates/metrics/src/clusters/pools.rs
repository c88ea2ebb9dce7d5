//! The clusters of every slice, pooled by their counts, for each system and each pair of systems.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use phenom_dataset::{CompositionRule, Dataset, Run, Task};

use super::cluster::Cluster;
use super::composed::ComposedPools;
use super::pass::Pass;
use super::places::{POPULATIONS, number, place};
use super::seen::{ForPairs, View, Views, seen_by};
use super::views::RightOfRuns;
use crate::composition::AnsweredOriginals;
use crate::counts::{Layout, Population, SlicePlan, Unit};
use crate::statistics::threads::{both, side_by_side, with_scratch};
use crate::statistics::{ByRuns, DistinctClusters, PooledClusters};

/// The clusters of every slice.
#[derive(Debug)]
pub(crate) struct ClusterPools {
    pub(crate) layout: Layout,
    /// How many runs each system has.
    runs: Vec<usize>,
    /// System by system those of each [place], with its runs side by side.
    systems: Vec<PooledClusters>,
    /// The systems that are held against each other.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// For each place those of all runs side by side; none where no systems are held against each other.
    all_runs: Vec<DistinctClusters>,
    /// Those of pairs of systems.
    of_pairs: ForPairs<PooledClusters>,
    /// For each slice the right answers and the pairs of all runs, on originals and on monothematic pairs: the first two of
    /// [`POPULATIONS`].
    right: Vec<[RightOfRuns; 2]>,
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
    /// Pools the clusters of a dataset. Each system is a group of runs, whose counts are side by side. A rule of composition needs
    /// `answered`: the originals as each run answers them under it.
    pub(crate) fn new(
        (dataset, plan): (&Dataset, &SlicePlan),
        (systems, answered): (&[Vec<&Run>], Option<&[AnsweredOriginals]>),
        pooling: Pooling<'_>,
    ) -> Self {
        let Pooling { pairs, task, unit, common, rule, threads } = pooling.clone();
        let (layout, rule) = (Layout { task, unit }, rule.zip(answered));
        let pass = Pass { dataset, plan, systems, layout, common, rule };
        // Most clusters are alike in everything; the rest is done once for each kind.
        let kinds = pass.kinds();
        let runs: Vec<usize> = systems.iter().map(Vec::len).collect();
        let views = Views::new(&runs, &pairs);
        let composed = || Some(ComposedPools::new(&pass, rule?.1, &views, kinds.iter().copied()));
        if pairs.is_empty() && !common && systems.len() > 1 {
            // All runs together have many different clusters, and nobody looks at two systems.
            let pooling = Pooling { rule: None, ..pooling };
            let alone = |own| Self::new((dataset, plan), (own, None), pooling.clone()).systems;
            let systems = systems.chunks(1).flat_map(alone).collect();
            let pools = Self::of_all_runs(Vec::new(), pass.layout, (runs, pairs), threads);
            return Self { systems, composed: composed(), ..pools };
        }
        let (composed, (all_runs, discordant)) = both(threads, composed, || {
            let all_runs = of_all_runs(&pass, &kinds, threads);
            (all_runs, all_discordant(&pass, &pairs, &kinds, threads))
        });
        let pools = Self::of_all_runs(all_runs, pass.layout, (runs, pairs), threads);
        Self { discordant, composed, ..pools }
    }

    /// Those of systems, whose numbers of runs are given, and of pairs of systems, without [`discordant`](Self::discordant) and
    /// [`composed`](Self::composed). `clusters` are those of all runs for each [place].
    pub(super) fn of_all_runs(
        clusters: Vec<DistinctClusters>,
        layout: Layout,
        (runs, pairs): (Vec<usize>, Vec<(usize, usize)>),
        threads: NonZeroUsize,
    ) -> Self {
        let Views { systems: of_systems, pairs: of_pairs } = Views::new(&runs, &pairs);
        let places = clusters.len();
        let of_system = |view| (0..places).map(move |place| (place, view));
        let work: Vec<(usize, &View)> = of_systems.iter().flat_map(of_system).collect();
        let systems =
            side_by_side(&work, threads, |(place, view)| seen(&clusters, *place, view, layout));
        let compared = if pairs.is_empty() { Vec::new() } else { clusters };
        let slices: Vec<&[DistinctClusters]> = compared.chunks(POPULATIONS.len()).collect();
        let right = side_by_side(&slices, threads, |of_slice| {
            [0, 1].map(|population| RightOfRuns::new(&of_slice[population], layout))
        });
        let of_pairs = ForPairs::new(of_pairs, places);
        Self {
            layout,
            runs,
            systems,
            pairs,
            all_runs: compared,
            of_pairs,
            right,
            discordant: Vec::new(),
            composed: None,
        }
    }

    /// Lets go of what only comparisons need. Right answers of two systems are still found.
    pub(crate) fn let_go(&mut self) {
        (self.all_runs, self.discordant, self.composed) = (Vec::new(), Vec::new(), None);
    }

    /// The clusters of a system in a slice.
    pub(crate) fn of_system(
        &self,
        slice: usize,
        system: usize,
        population: Population,
    ) -> ByRuns<'_> {
        let places = self.systems.len() / self.runs.len();
        let clusters = &self.systems[system * places + place(slice, population)];
        ByRuns::new(clusters, self.runs[system])
    }

    /// The clusters of a pair of systems in a slice.
    pub(crate) fn of_pair(
        &self,
        slice: usize,
        pair: usize,
        population: Population,
    ) -> Cow<'_, PooledClusters> {
        let place = place(slice, population);
        self.of_pairs.get(place, pair, |view| seen(&self.all_runs, place, view, self.layout))
    }

    /// The right answers and the pairs of a pair of systems in a slice, as [`right_of`](super::views::right_of) has them.
    pub(crate) fn right_of_pair(
        &self,
        slice: usize,
        pair: usize,
        population: Population,
    ) -> PooledClusters {
        self.right[slice][number(population)].seen_by(&self.of_pairs.views[pair])
    }
}

/// The clusters of a place as a view has them.
fn seen(all: &[DistinctClusters], place: usize, view: &View, layout: Layout) -> PooledClusters {
    let population = POPULATIONS[place % POPULATIONS.len()];
    let seen = seen_by(view, &all[place], layout.width(population));
    seen.counted(layout.unit.get().into())
}

/// For each place the clusters of all runs: one cluster of each kind is given, with how many are like it.
fn of_all_runs(
    pass: &Pass<'_>,
    kinds: &[(usize, u64)],
    threads: NonZeroUsize,
) -> Vec<DistinctClusters> {
    let places = pass.plan.slices().len() * POPULATIONS.len();
    // Each share has room for the counts of a cluster in all slices.
    let shares = threads.get().min(1 + kinds.len() / places.max(1));
    let shares: Vec<&[(usize, u64)]> = kinds.chunks(kinds.len().div_ceil(shares).max(1)).collect();
    let shares = side_by_side(&shares, threads, |kinds| pooled(pass, kinds));
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    let of_place = |_| shares.iter_mut().filter_map(Iterator::next).collect();
    let of_places: Vec<Vec<DistinctClusters>> = (0..places).map(of_place).collect();
    let together = |mut all: DistinctClusters, more: DistinctClusters| {
        all.add_kinds_of(&more);
        all
    };
    let all = |(): &mut (), shares: Vec<_>| shares.into_iter().reduce(together).unwrap_or_default();
    with_scratch(of_places, threads, || (), all)
}

/// The same of some of the kinds.
fn pooled(pass: &Pass<'_>, kinds: &[(usize, u64)]) -> Vec<DistinctClusters> {
    let (slices, runs) = (pass.plan.slices().len(), pass.systems.iter().flatten().count());
    let mut pooled = vec![DistinctClusters::default(); slices * POPULATIONS.len()];
    let mut counts = POPULATIONS.map(|of| Cluster::new(slices, runs, (of, pass.layout)));
    for &(cluster, clusters) in kinds {
        for counts in &mut counts {
            pass.for_each(cluster, counts.population, |slice, of_pair| counts.add(slice, of_pair));
            counts.pool_into(&mut pooled, clusters);
        }
    }
    pooled
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
    use crate::clusters::MOST_HELD;
    use crate::clusters::pass::cells;
    use crate::composition::GoldUnderRule;
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
            let plan = SlicePlan::new(&dataset, NonZeroUsize::MIN);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |answers: Vec<Judgment>| {
                Run::from_answers("s", answers.into_iter().map(Answer::Judged))
            };
            let (first, second) = (run(answers), run(turned));
            let systems = [vec![&first], vec![&second]];
            let task = Task::ThreeWay;
            let pools = ClusterPools::new((&dataset, &plan), (&systems, None), pooling(vec![(0, 1)], task));
            // Where no systems are held against each other, each is pooled alone.
            let alone = ClusterPools::new((&dataset, &plan), (&systems, None), pooling(Vec::new(), task));
            for (slice, system) in (0..plan.slices().len()).flat_map(|of| [(of, 0), (of, 1)]) {
                for of in POPULATIONS {
                    let [one, other] = [&pools, &alone].map(|pools| pools.of_system(slice, system, of));
                    prop_assert_eq!(one.clusters(), other.clusters());
                }
            }
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
                                let sums = pools.of_system(slice, system, population).clusters().sums();
                                prop_assert_eq!(sums[cell], expected);
                                let paired = pools.of_pair(slice, 0, population).sums();
                                let width = layout.width(population);
                                prop_assert_eq!(paired[system * width + cell], expected);
                            }
                            let at = 4 * usize::from(gold.code())
                                + if counted == Counted::Monothematic { 2 } else { 0 };
                            if counted != Counted::Original {
                                let sums =
                                    pools.of_system(slice, system, Population::Decomposition).clusters().sums();
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
            let plan = SlicePlan::new(&dataset, NonZeroUsize::MIN);
            let run = Run::from_answers("s", answers.into_iter().map(Answer::Judged));
            let task = Task::ThreeWay;
            let systems = [vec![&run]];
            let pools = ClusterPools::new((&dataset, &plan), (&systems, None), pooling(Vec::new(), task));
            let layout = Layout::of_pairs(task);
            let pass =
                Pass { dataset: &dataset, plan: &plan, systems: &systems, layout, common: false, rule: None };
            for population in POPULATIONS {
                let width = layout.width(population);
                let one_by_one = dataset.clusters().map(|cluster| {
                    let mut counts = vec![0; width];
                    pass.for_each(cluster, population, |slice, of_pair| {
                        if slice == 0 {
                            of_pair.iter().for_each(|(_, cell, _)| counts[*cell] += 1);
                        }
                    });
                    (counts, 1)
                });
                let expected = &PooledClusters::new(width, one_by_one).unwrap();
                prop_assert_eq!(pools.of_system(0, 0, population).clusters(), expected);
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
            let plan = SlicePlan::new(&dataset, NonZeroUsize::MIN);
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
            let gold = GoldUnderRule::new(&dataset, &CompositionRule::All, Task::ThreeWay);
            let answered_by = |systems: &[Vec<&Run>]| -> Vec<AnsweredOriginals> {
                let runs = systems.iter().flatten();
                runs.map(|run| AnsweredOriginals::new(&dataset, run, &gold)).collect()
            };
            let answered = answered_by(&systems);
            let of_many = ClusterPools::new((&dataset, &plan), (&systems, Some(&answered)), of_pairs(all.clone()));
            for (pair, (one, other)) in all.into_iter().enumerate().step_by(5) {
                let two = [systems[one].clone(), systems[other].clone()];
                let answered = answered_by(&two);
                let of_two =
                    ClusterPools::new((&dataset, &plan), (&two, Some(&answered)), of_pairs(vec![(0, 1)]));
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
                        of_many.composed.as_ref().unwrap().of_pair(slice, pair),
                        of_two.composed.as_ref().unwrap().of_pair(slice, 0)
                    );
                    prop_assert_eq!(of_many.discordant[slice][pair], of_two.discordant[slice][0]);
                }
            }
        }
    }
}
