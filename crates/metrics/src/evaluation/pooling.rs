//! The clusters of an evaluation, pooled where intervals, comparisons or several runs need them.

use phenom_dataset::{CompositionRule, Dataset, Missing, Run};

use super::{Compared, Evaluation, GivenClusters, StatisticsSettings};
use crate::clusters::{ClusterPools, Pooling, TableClusters};
use crate::counts::{Layout, SlicePlan};

impl Evaluation {
    /// Whether intervals or comparisons are wanted.
    pub(super) fn needs_clusters(&self) -> bool {
        self.statistics.intervals || self.statistics.compare != Compared::None
    }

    /// The clusters that intervals, comparisons and rows on several runs are made from, where these are wanted, and those of
    /// pairs of systems, where they are other ones. `skips` says whether missing answers are left out.
    fn pooled_by(
        &self,
        skips: bool,
        rule: Option<CompositionRule>,
        of: impl Fn(Pooling<'_>) -> ClusterPools,
    ) -> (Option<ClusterPools>, Option<ClusterPools>) {
        let several = self.systems.iter().any(|system| system.runs > 1);
        if !self.needs_clusters() && !several {
            return (None, None);
        }
        let (own, of_common) = self.poolings(skips, rule.as_ref());
        (Some(of(own)), of_common.map(of))
    }

    /// How the clusters of systems are pooled, and those of pairs of systems where these are held against each other on
    /// pairs that all of them answer; else the first has both.
    pub(super) fn poolings<'r>(
        &self,
        skips: bool,
        rule: Option<&'r CompositionRule>,
    ) -> (Pooling<'r>, Option<Pooling<'r>>) {
        let StatisticsSettings { compare, common_pairs, threads, .. } = self.statistics;
        let (task, unit, pairs) = (self.task, self.unit, compare.pairs(&self.origins()));
        let all = Pooling { pairs, task, unit, common: false, rule, threads };
        if !(common_pairs && skips) {
            return (all, None);
        }
        let own = Pooling { pairs: Vec::new(), ..all.clone() };
        (own, Some(Pooling { common: true, ..all }))
    }

    /// Lets go of the clusters that scores and comparisons were made from, of which there may be many. Neither may be computed
    /// again: what readers ask afterwards needs the others, which stay.
    pub fn let_go_of_clusters(&mut self) {
        (self.sets, self.relevance) = (None, None);
        self.pools.iter_mut().chain(&mut self.common_pools).for_each(ClusterPools::let_go);
    }

    /// Pools the clusters of a dataset.
    pub(super) fn pool(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
        let rule = Some(self.composition).filter(|_| self.composes(dataset));
        let answered = self.answered.get().map(Vec::as_slice);
        let of = |of: Pooling<'_>| ClusterPools::new((dataset, plan), (runs, answered), of);
        (self.pools, self.common_pools) = self.pooled_by(skips, rule, of);
    }

    /// The same of the clusters of count tables. A rule for which the order or the weights of parts matter has no counts
    /// there, which do not keep them.
    pub(super) fn pool_table(&mut self, clusters: &TableClusters, missing: Missing) {
        let layout = Layout::of_pairs(self.task);
        let rule = self.composition;
        let is_by_number = !rule.is_ordered() && !rule.is_weighted();
        let composes = self.is_decomposed() && self.wants_composition() && is_by_number;
        for (system, runs) in self.systems.iter_mut().zip(&clusters.runs) {
            system.runs = *runs;
        }
        let skips = missing == Missing::Skip;
        let of = |pooling: Pooling<'_>| clusters.pools(layout, pooling);
        (self.pools, self.common_pools) = self.pooled_by(skips, composes.then_some(rule), of);
        for (number, system) in self.systems.iter_mut().enumerate() {
            if system.runs > 1 {
                system.pairs_by_runs = clusters.pairs_by_runs(number, self.task);
            }
            system.composition = composes.then(|| clusters.composition(number, &rule, layout));
        }
        self.clusters = GivenClusters::of_table(clusters);
    }
}
