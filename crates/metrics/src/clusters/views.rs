//! Clusters of which only the right answers and the pairs are looked at.

use phenom_dataset::Judgment;

use crate::counts::{Layout, Population};
use crate::statistics::PooledClusters;
use crate::undefined::{Proportion, Value};

/// Right answers and pairs over some gold judgments, of the original or of the monothematic pairs, for
/// each system side by side: so few counts that few clusters differ.
pub(crate) fn right(
    clusters: &PooledClusters,
    layout: Layout,
    gold: &[Judgment],
) -> PooledClusters {
    let width = layout.width(Population::Original);
    let view = |counts: &[u32]| -> Vec<u32> {
        let systems = counts.chunks_exact(width);
        systems.flat_map(|counts| right_of(counts, layout, gold)).collect()
    };
    let systems = clusters.width() / width;
    clusters.project(2 * systems, view).unwrap_or_else(|_| PooledClusters::empty(2 * systems))
}

fn right_of(counts: &[u32], layout: Layout, gold: &[Judgment]) -> [u32; 2] {
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

/// The accuracy of a [`right`] view.
pub(crate) fn right_share(sums: &[u64]) -> Value {
    Proportion { numerator: sums[0], denominator: sums[1] }.value()
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
