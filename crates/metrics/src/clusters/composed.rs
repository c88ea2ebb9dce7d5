//! Clusters of originals with what the rule of composition makes of their parts, pooled by kind.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hashbrown::HashMap;
use phenom_dataset::{Judgment, Task};

use super::joint::{JointClusters, JointOriginal};
use super::pass::Pass;
use super::seen::{ForPairs, View as Runs, Views};
use crate::composition::{AnsweredOriginals, OriginalKind, Seen, View, composed_slices};
use crate::counts::SlicePlan;
use crate::statistics::PooledClusters;

/// The originals of a cluster: the run, by its number in the view, and the kind; sorted.
type Kinds = Box<[(usize, OriginalKind)]>;

/// The clusters of one slice as the runs of a system, or of two, answer them: each different one with the
/// number of its clusters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ComposedClusters {
    runs: usize,
    pooled: Vec<(Kinds, u64)>,
}

impl ComposedClusters {
    /// The kinds of all originals, those of all runs together.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (&OriginalKind, u64)> {
        let clusters = self.pooled.iter();
        clusters.flat_map(|(kinds, times)| kinds.iter().map(|(_, kind)| (kind, *times)))
    }

    /// What a measure is a function of.
    pub(crate) fn view<'g>(&self, seen: Seen, gold: &'g [Judgment], task: Task) -> View<'g> {
        View::new(seen, gold, task, self.kinds(), self.runs as u64)
    }

    /// How many runs there are.
    pub(crate) fn runs(&self) -> usize {
        self.runs
    }

    /// The counts of each cluster, those of its runs side by side.
    pub(crate) fn side_by_side(&self, view: &View<'_>) -> PooledClusters {
        let width = view.width();
        let clusters = self.pooled.iter().map(|(kinds, times)| {
            let mut counts = vec![0; width * self.runs];
            for (run, kind) in kinds {
                if let Some(place) = view.place(kind) {
                    counts[run * width + place] += 1;
                }
            }
            (counts, *times)
        });
        let width = width * self.runs;
        PooledClusters::new(width, clusters).unwrap_or_else(|_| PooledClusters::empty(width))
    }

    /// The same as a view of the runs has them.
    fn seen_by(&self, view: &Runs) -> Self {
        let mut pooled: BTreeMap<Kinds, u64> = BTreeMap::new();
        for (kinds, times) in &self.pooled {
            let of_run = |(number, run): (usize, usize)| {
                // They are sorted by their runs.
                let start = kinds.partition_point(|(of, _)| *of < run);
                let here = kinds[start..].iter().take_while(move |(of, _)| *of == run);
                here.map(move |(_, kind)| (number, *kind))
            };
            let seen: Kinds = view.runs().enumerate().flat_map(of_run).collect();
            if !seen.is_empty() {
                *pooled.entry(seen).or_default() += times;
            }
        }
        Self { runs: view.width(), pooled: pooled.into_iter().collect() }
    }
}

/// The clusters of every slice in which originals are counted with their parts, for each system and each
/// pair of systems, with their runs side by side.
#[derive(Debug)]
pub(crate) struct ComposedPools {
    /// For each slice those of each system.
    pub(crate) systems: Vec<Vec<ComposedClusters>>,
    /// For each slice those of all runs; none where no systems are held against each other.
    all_runs: Vec<ComposedClusters>,
    of_pairs: ForPairs<ComposedClusters>,
    /// All decomposed originals, with all systems together.
    pub(crate) joint: JointClusters,
}

impl ComposedPools {
    /// Pools clusters, of each kind of which one is given with their number.
    pub(super) fn new(
        pass: &Pass<'_>,
        answered: &[AnsweredOriginals],
        views: &Views,
        kinds: impl Iterator<Item = (usize, u64)>,
    ) -> Self {
        let mut adding = ComposedAdding::new(pass.plan.slices().len());
        let mut joint = Vec::new();
        for (cluster, times) in kinds {
            let originals = kinds_of_originals(pass, answered, cluster);
            for (slice, of_runs) in by_slice(pass.plan, &originals) {
                adding.add(slice, of_runs, times);
            }
            joint.push((originals.into_iter().map(|(_, kinds)| kinds).collect(), times));
        }
        adding.finish(views, JointClusters::new(joint.into_iter()))
    }

    /// The clusters of a system in a slice.
    pub(crate) fn of_system(&self, slice: usize, system: usize) -> &ComposedClusters {
        &self.systems[slice][system]
    }

    /// The clusters of a pair of systems in a slice.
    pub(crate) fn of_pair(&self, slice: usize, pair: usize) -> Cow<'_, ComposedClusters> {
        self.of_pairs.get(slice, pair, |view| self.all_runs[slice].seen_by(view))
    }
}

/// Clusters of every slice as all runs answer them, added one after the other.
pub(super) struct ComposedAdding(Vec<HashMap<Kinds, u64>>);

impl ComposedAdding {
    /// None so far.
    pub(super) fn new(slices: usize) -> Self {
        Self(vec![HashMap::new(); slices])
    }

    /// Adds a cluster to a slice so many times: the runs, by their numbers over all systems, with their
    /// originals.
    pub(super) fn add(
        &mut self,
        slice: usize,
        mut of_runs: Vec<(usize, OriginalKind)>,
        times: u64,
    ) {
        of_runs.sort_unstable();
        *self.0[slice].entry_ref(of_runs.as_slice()).or_default() += times;
    }

    /// The clusters.
    pub(super) fn finish(self, views: &Views, joint: JointClusters) -> ComposedPools {
        let runs = views.systems.iter().map(Runs::width).sum();
        let all =
            |pool: HashMap<_, _>| ComposedClusters { runs, pooled: pool.into_iter().collect() };
        let mut all_runs: Vec<ComposedClusters> = self.0.into_iter().map(all).collect();
        let of_systems =
            |all: &ComposedClusters| views.systems.iter().map(|view| all.seen_by(view)).collect();
        let systems = all_runs.iter().map(of_systems).collect();
        all_runs.truncate(if views.pairs.is_empty() { 0 } else { all_runs.len() });
        let of_pairs = ForPairs::new(views.pairs.clone(), all_runs.len());
        ComposedPools { systems, all_runs, of_pairs, joint }
    }
}

/// The originals of a cluster that count, by their rows, with their kinds and the numbers of the runs over all systems.
fn kinds_of_originals(
    pass: &Pass<'_>,
    answered: &[AnsweredOriginals],
    cluster: usize,
) -> Vec<(usize, JointOriginal)> {
    let is_common = |original: usize| {
        let mut rows = pass.dataset.monothematic_of(original).chain([original]);
        rows.all(|row| pass.is_common(row))
    };
    let originals = pass.dataset.originals_of(cluster);
    let counted = originals.filter(|original| !pass.common || is_common(*original));
    counted
        .map(|original| {
            let of_run = |(number, run): (usize, &AnsweredOriginals)| {
                Some((number, run.kind(original).ok()?))
            };
            (original, answered.iter().enumerate().filter_map(of_run).collect())
        })
        .collect()
}

/// The kinds of originals in each slice.
fn by_slice(
    plan: &SlicePlan,
    originals: &[(usize, JointOriginal)],
) -> BTreeMap<usize, Vec<(usize, OriginalKind)>> {
    let mut by_slice: BTreeMap<usize, Vec<(usize, OriginalKind)>> = BTreeMap::new();
    for (original, kinds) in originals.iter().filter(|(_, kinds)| !kinds.is_empty()) {
        for slice in composed_slices(plan, *original) {
            by_slice.entry(slice).or_default().extend(kinds);
        }
    }
    by_slice
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, CompositionRule, CompositionTable, Run};
    use proptest::prelude::*;

    use super::*;
    use crate::clusters::{ClusterPools, Pooling};
    use crate::composition::{CompositionCounts, GoldUnderRule};
    use crate::counts::Unit;
    use crate::testing::{Pair, clustered, dataset, pairs_and_answers, weighted_rule};

    /// A table of which the order of the parts matters: what is not entailed ends a chain.
    fn chain() -> CompositionRule {
        let labels = &Judgment::ALL[..3];
        let rows: Vec<[Judgment; 3]> = labels
            .iter()
            .flat_map(|so_far| {
                let both = |next| if *so_far == Judgment::Entailment { next } else { *so_far };
                labels.iter().map(move |next| [*so_far, *next, both(*next)])
            })
            .collect();
        CompositionRule::Table(CompositionTable::new(&rows).unwrap())
    }

    /// Two originals that differ in the weights of their parts alone.
    #[test]
    fn clusters_with_other_weights_are_not_alike() {
        let pairs = [
            Pair::original("a"),
            Pair::of("a.0", "a").weight(3.0),
            Pair::of("a.1", "a").weight(1.0),
            Pair::original("b"),
            Pair::of("b.0", "b").weight(1.0),
            Pair::of("b.1", "b").weight(3.0),
        ];
        let dataset = dataset(&pairs);
        let plan = SlicePlan::new(&dataset, std::num::NonZeroUsize::MIN);
        let answers = (0..dataset.len()).map(|row| match dataset.id(row) {
            "a.1" | "b.1" => Answer::Judged(Judgment::Unknown),
            _ => Answer::Judged(Judgment::Entailment),
        });
        let run = Run::from_answers("s", answers);
        let composed_right = |rule: &CompositionRule| {
            let threads = std::num::NonZeroUsize::MIN;
            let (pairs, task, unit, common) = (Vec::new(), Task::TwoWay, Unit::ONE, false);
            let pooling = Pooling { pairs, task, unit, common, rule: Some(rule), threads };
            let gold = GoldUnderRule::new(&dataset, rule, task);
            let answered = [AnsweredOriginals::new(&dataset, &run, &gold)];
            let pools =
                ClusterPools::new((&dataset, &plan), (&[vec![&run]], Some(&answered)), pooling);
            let pools = pools.composed.unwrap();
            let kinds = pools.of_system(0, 0).kinds();
            let mut right: Vec<bool> = kinds
                .flat_map(|(kind, times)| std::iter::repeat_n(kind.composed_right, times as usize))
                .collect();
            right.sort_unstable();
            right
        };
        assert_eq!(composed_right(&weighted_rule()), [false, true]);
        assert_eq!(composed_right(&CompositionRule::All), [false, false]);
    }

    proptest! {
        /// The sums over all clusters are the counts of the one pass, for one system and side by side.
        #[test]
        fn clusters_add_up_to_the_counts(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
            rule in proptest::sample::select(vec![CompositionRule::All, chain(), weighted_rule()]),
        ) {
            let of_weight = |(at, pair): (usize, Pair)| pair.weight([0.0, 1.0, 2.0, 5.0][at % 4]);
            let pairs: Vec<Pair> = pairs.into_iter().enumerate().map(of_weight).collect();
            let pairs = [pairs, vec![Pair::original("weighted").weight(1.0)]].concat();
            let answers = [answers, vec![Judgment::Entailment]].concat();
            let dataset = dataset(&clustered(&pairs, clusters));
            let plan = SlicePlan::new(&dataset, std::num::NonZeroUsize::MIN);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |answers: Vec<Judgment>| {
                Run::from_answers("s", answers.into_iter().map(Answer::Judged))
            };
            let (first, second) = (run(answers), run(turned));
            let systems = [vec![&first], vec![&second]];
            let task = Task::ThreeWay;
            let pairs = vec![(0, 1)];
            let rule_of_pools = Some(&rule);
            let threads = std::num::NonZeroUsize::MIN;
            let (unit, common) = (Unit::ONE, false);
            let pooling = Pooling { pairs, task, unit, common, rule: rule_of_pools, threads };
            let gold = GoldUnderRule::new(&dataset, &rule, task);
            let answered =
                [&first, &second].map(|run| AnsweredOriginals::new(&dataset, run, &gold));
            let pools = ClusterPools::new((&dataset, &plan), (&systems, Some(&answered)), pooling);
            let pools = pools.composed.unwrap();
            let counts = [0, 1].map(|run| CompositionCounts::of_run(&plan, &answered[run]));
            let gold = &Judgment::ALL;
            for slice in 0..plan.slices().len() {
                for seen in [Seen::Solved, Seen::Right, Seen::Agreement, Seen::Strata] {
                    let of_pair = &pools.of_pair(slice, 0);
                    let beside = of_pair.side_by_side(&of_pair.view(seen, gold, task)).sums();
                    for (system, counts) in counts.iter().enumerate() {
                        let view = View::new(seen, gold, task, counts.of(slice), 1);
                        let expected = view.counts(counts.of(slice));
                        let clusters = &pools.systems[slice][system];
                        prop_assert_eq!(clusters.side_by_side(&view).sums(), expected.as_slice());
                        if counts.of(slice).next().is_some() {
                            let half = &beside[system * view.width()..][..view.width()];
                            prop_assert_eq!(half, expected.as_slice());
                        }
                    }
                }
            }
        }
    }
}
