//! Clusters of which only the right answers and the pairs are looked at.

use phenom_dataset::Judgment;

use super::seen::View;
use crate::counts::{Layout, Population};
use crate::statistics::{DistinctClusters, PooledClusters};

/// Right answers and pairs over some gold judgments, of the original or of the monothematic pairs of one system and cluster.
pub(crate) fn right_of(counts: &[u32], layout: Layout, gold: &[Judgment]) -> [u32; 2] {
    let mut sums = [0, 0];
    for judgment in gold {
        let row = &counts[layout.row(*judgment)..][..layout.answers()];
        if let Some(label) = layout.task.column(*judgment) {
            sums[0] += row[label];
        }
        sums[1] += row.iter().sum::<u32>();
    }
    sums
}

/// Right answers and pairs of all runs: so few counts that few clusters differ. Those of a run are one after the other in
/// memory, so that two runs are found soon.
#[derive(Debug, Default)]
pub(super) struct RightOfRuns {
    times: u64,
    multiplicities: Vec<u64>,
    counts: Vec<[u32; 2]>,
}

impl RightOfRuns {
    /// Of the clusters of all runs, of originals or of monothematic pairs.
    pub(super) fn new(all: &DistinctClusters, layout: Layout) -> Self {
        let (mut distinct, mut right) = (DistinctClusters::default(), Vec::new());
        all.for_each(all.places(), |counts, times| {
            let runs = counts.chunks_exact(layout.width(Population::Original));
            right.clear();
            right.extend(runs.flat_map(|counts| right_of(counts, layout, &Judgment::ALL)));
            distinct.add(&right, times);
        });
        let all = PooledClusters::of_distinct(right.len(), &distinct);
        let clusters: Vec<&[[u32; 2]]> =
            all.iter().map(|(counts, _)| counts.as_chunks().0).collect();
        let of_run = |run: usize| clusters.iter().map(move |counts| counts[run]);
        Self {
            times: layout.unit.get().into(),
            multiplicities: all.iter().map(|(_, times)| times).collect(),
            counts: (0..right.len() / 2).flat_map(of_run).collect(),
        }
    }

    /// Those that a view sees, side by side.
    pub(super) fn seen_by(&self, view: &View) -> PooledClusters {
        let all = self.multiplicities.len();
        let (mut distinct, mut seen) = (DistinctClusters::default(), Vec::new());
        for (cluster, times) in self.multiplicities.iter().enumerate() {
            seen.clear();
            view.runs().for_each(|run| seen.extend(self.counts[run * all + cluster]));
            distinct.add(&seen, *times);
        }
        PooledClusters::of_distinct(2 * view.width(), &distinct).counted(self.times)
    }
}

/// Of a decomposition, the counts of all gold judgments together, or of the negative ones together, for each
/// system side by side: the measures that tell no more apart have the same values, and fewer clusters differ.
pub(crate) fn judgments_together(
    clusters: &PooledClusters,
    layout: Layout,
    negative_alone: bool,
) -> PooledClusters {
    let width = layout.width(Population::Decomposition);
    let view = |counts: &[u32]| -> Vec<u32> {
        let mut together = vec![0; counts.len()];
        for (counts, together) in counts.chunks_exact(width).zip(together.chunks_exact_mut(width)) {
            for gold in Judgment::ALL {
                let into = match negative_alone && gold != Judgment::Entailment {
                    true => Judgment::NotEntailment,
                    false => Judgment::Entailment,
                };
                let (from, into) = (Layout::decomposed(gold), Layout::decomposed(into));
                for place in 0..4 {
                    together[into + place] += counts[from + place];
                }
            }
        }
        together
    };
    let width = clusters.width();
    clusters.project(width, view).unwrap_or_else(|_| PooledClusters::empty(width))
}

/// Whether no cluster has two of the pairs that a share of right answers counts, so that these pairs
/// are independent of each other: of a decomposition, the wholes.
pub(crate) fn are_single(clusters: &PooledClusters, population: Population) -> bool {
    let wholes = |counts: &[u32]| -> u32 {
        Judgment::ALL.into_iter().map(|gold| counts[Layout::decomposed(gold) + 1]).sum()
    };
    clusters.iter().all(|(counts, _)| match population {
        Population::Decomposition => wholes(counts) <= 1,
        Population::Original | Population::Monothematic => counts.iter().sum::<u32>() <= 1,
    })
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Task;

    use super::*;
    use crate::counts::Tally;
    use crate::measures::correlation_index::CORRELATION_INDEX;
    use crate::measures::deviation_index::DEVIATION_INDEX_SIGNED;
    use crate::seed::Seed;

    #[test]
    fn judgments_that_no_measure_tells_apart_may_stand_together() {
        let layout = Layout::of_pairs(Task::ThreeWay);
        // Of entailment, unknown, contradiction and not-entailment: wholes right, wholes, parts right, parts.
        let clusters = [
            ([1, 1, 2, 3, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0], 4),
            ([0, 0, 0, 1, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0], 3),
            ([0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0], 2),
            ([0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1], 5),
        ];
        let clusters = PooledClusters::new(16, clusters).unwrap();
        let value = |clusters: &PooledClusters, measure: &crate::measures::Measure| {
            let sums = clusters.sums();
            measure.of(Tally::new(layout, &sums), &Judgment::ALL, Seed(0)).value.unwrap()
        };
        let all = judgments_together(&clusters, layout, false);
        assert_eq!(value(&all, &CORRELATION_INDEX), value(&clusters, &CORRELATION_INDEX));
        let apart = judgments_together(&clusters, layout, true);
        let signed = &DEVIATION_INDEX_SIGNED;
        assert_eq!(value(&apart, signed), value(&clusters, signed));
        assert_eq!((all.clusters(), apart.clusters()), (14, 14));
    }
}
