//! The clusters of every slice, pooled by their counts, for each system and each pair of systems.

use std::ops::Range;

use phenom_dataset::{CompositionRule, Dataset, Run, Task};

use super::cluster::{Cluster, Pool, View};
use super::composed::ComposedPools;
use super::pass::Pass;
use super::slice_clusters::{POPULATIONS, SliceClusters, number};
use crate::counts::{Layout, Population, SlicePlan};
use crate::statistics::PooledClusters;

/// The clusters of every slice.
#[derive(Debug)]
pub(crate) struct ClusterPools {
    pub(crate) layout: Layout,
    /// For each slice those of each system.
    pub(crate) systems: Vec<Vec<SliceClusters>>,
    /// The systems that are held against each other.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// For each slice those of each pair: the counts of each run of the first system and then of each run of
    /// the second.
    pub(crate) of_pairs: Vec<Vec<SliceClusters>>,
    /// For each slice and each pair of systems: on how many original and on how many monothematic pairs
    /// one of the two alone is right.
    pub(crate) discordant: Vec<Vec<[u64; 2]>>,
    /// The same clusters under the rule of composition, where it is asked for.
    pub(crate) composed: Option<ComposedPools>,
}

/// Pools the clusters of every slice, one kind of cluster after the other.
pub(super) struct Pooling {
    layout: Layout,
    systems: usize,
    pairs: Vec<(usize, usize)>,
    views: Vec<View>,
    pooled: Vec<Pool>,
    discordant: Vec<Vec<[u64; 2]>>,
    counts: Cluster,
}

impl Pooling {
    /// Nothing so far. `runs` says how many runs each system has, which are numbered one system after the
    /// other.
    pub(super) fn new(
        layout: Layout,
        slices: usize,
        runs: impl Iterator<Item = usize>,
        pairs: Vec<(usize, usize)>,
    ) -> Self {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for number in runs {
            let first = ranges.last().map_or(0, |before: &Range<usize>| before.end);
            ranges.push(first..first + number);
        }
        let beside = |(first, second): &(usize, usize)| {
            View::SideBySide(ranges[*first].clone().chain(ranges[*second].clone()).collect())
        };
        let views: Vec<View> =
            ranges.iter().cloned().map(View::Added).chain(pairs.iter().map(beside)).collect();
        let all_runs = ranges.last().map_or(0, |last| last.end);
        Self {
            layout,
            systems: ranges.len(),
            pooled: vec![Pool::default(); slices * views.len() * POPULATIONS.len()],
            discordant: vec![vec![[0; 2]; pairs.len()]; slices],
            counts: Cluster::new(slices, all_runs, layout),
            pairs,
            views,
        }
    }

    /// Adds so many pairs to a count of the present cluster.
    pub(super) fn add(
        &mut self,
        slice: usize,
        run: usize,
        counted: (Population, usize),
        pairs: u32,
    ) {
        self.counts.add(slice, run, counted, pairs);
    }

    /// Adds pairs of a population (0 original, 1 monothematic) that one of two systems alone judges right.
    pub(super) fn add_discordant(&mut self, slice: usize, pair: usize, part: usize, pairs: u64) {
        self.discordant[slice][pair][part] += pairs;
    }

    /// Ends the present cluster, of which there are so many, and begins another.
    pub(super) fn end(&mut self, clusters: u64) {
        for slice in self.counts.touched() {
            for (place, view) in self.views.iter().enumerate() {
                for population in POPULATIONS {
                    let at = (slice * self.views.len() + place) * POPULATIONS.len();
                    let pool = &mut self.pooled[at + number(population)];
                    self.counts.pool_into(pool, slice, view, population, clusters);
                }
            }
            self.counts.clear(slice);
        }
    }

    pub(super) fn finish(self) -> ClusterPools {
        let mut pooled = self.pooled.into_iter();
        let mut of_view = |view: &View| {
            SliceClusters(POPULATIONS.map(|population| {
                let width = self.layout.width(population) * view.width();
                let clusters = pooled.next().unwrap_or_default().into_values();
                PooledClusters::new(width, clusters)
                    .unwrap_or_else(|_| PooledClusters::empty(width))
            }))
        };
        let (mut systems, mut of_pairs) = (Vec::new(), Vec::new());
        for _ in &self.discordant {
            let (one, two) = self.views.split_at(self.systems);
            systems.push(one.iter().map(&mut of_view).collect());
            of_pairs.push(two.iter().map(&mut of_view).collect());
        }
        let Self { layout, pairs, discordant, .. } = self;
        ClusterPools { layout, systems, pairs, of_pairs, discordant, composed: None }
    }
}

impl ClusterPools {
    /// Pools the clusters of a dataset. Each system is a group of runs, whose counts are added up. With
    /// `common`, only pairs count that all systems answer; with a rule of composition, originals are pooled by
    /// what it makes of their parts, too.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        systems: &[Vec<&Run>],
        pairs: Vec<(usize, usize)>,
        task: Task,
        common: bool,
        rule: Option<&CompositionRule>,
    ) -> Self {
        let in_order = rule.is_some_and(CompositionRule::is_ordered);
        let pass = Pass { dataset, plan, systems, layout: Layout { task }, common, in_order };
        // Most clusters are alike in everything; the rest is done once for each kind.
        let kinds: Vec<(usize, u64)> = pass.kinds().collect();
        let runs = systems.iter().map(Vec::len);
        let mut pooling = Pooling::new(pass.layout, plan.slices().len(), runs, pairs.clone());
        let composed =
            rule.map(|rule| ComposedPools::new(&pass, rule, &pooling.views, kinds.iter().copied()));
        for (cluster, clusters) in kinds {
            pass.for_each_discordant(cluster, &pairs, |slice, pair, part| {
                pooling.add_discordant(slice, pair, part, clusters);
            });
            pass.for_each(cluster, |slice, run, population, cell| {
                pooling.add(slice, run, (population, cell), 1);
            });
            pooling.end(clusters);
        }
        ClusterPools { composed, ..pooling.finish() }
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment};
    use proptest::prelude::*;

    use super::*;
    use crate::clusters::pass::cells;
    use crate::clusters::runs_side_by_side;
    use crate::counts::{Counted, Population, count};
    use crate::testing::{clustered, dataset, pairs_and_answers};

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
            let pools = ClusterPools::new(&dataset, &plan, &systems, vec![(0, 1)], task, false, None);
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
            let pools = ClusterPools::new(&dataset, &plan, &[vec![&run]], Vec::new(), task, false, None);
            let one_by_one = runs_side_by_side(&dataset, &plan, &[&run], task);
            for population in POPULATIONS {
                let expected = one_by_one.of(population);
                prop_assert_eq!(pools.systems[0][0].of(population), expected);
                prop_assert!(expected.clusters() <= dataset.clusters().len() as u64);
            }
        }
    }
}
