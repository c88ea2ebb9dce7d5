//! What a measure sees of the sums over clusters.

use phenom_dataset::Judgment;

use super::cluster_pools::Layout;
use crate::measures::correlation_index::correlation_index;
use crate::measures::deviation_index::deviation_index_signed;
use crate::uncertainty::PooledClusters;
use crate::undefined::Side;
use crate::{ContingencyTable, NEGATIVE, Population, Proportion, Undefined, Value};

/// The contingency table of some gold judgments, from the sums of a population's clusters.
pub(super) fn table(
    sums: &[u64],
    layout: Layout,
    gold: &[Judgment],
) -> Result<ContingencyTable, Undefined> {
    let labels = layout.answers() - 1;
    let mut cells = [0u64; 12];
    for judgment in gold {
        let row = &sums[usize::from(judgment.code()) * layout.answers()..][..layout.answers()];
        let label = layout.label(*judgment);
        if label == labels {
            if row.iter().any(|count| *count > 0) {
                return Err(Undefined::TwoWay);
            }
            continue;
        }
        for (answer, count) in row.iter().enumerate() {
            cells[label * layout.answers() + answer] += count;
        }
    }
    let cells = &cells[..labels * layout.answers()];
    ContingencyTable::from_cells(labels, cells).ok_or(Undefined::TwoWay)
}

/// Right answers and pairs over some gold judgments, of the original or of the monothematic pairs, for
/// each system side by side: so few counts that few clusters differ.
pub(super) fn right(
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
        let row = &counts[usize::from(judgment.code()) * layout.answers()..][..layout.answers()];
        let label = layout.label(*judgment);
        if label + 1 < layout.answers() {
            sums[0] += row[label];
        }
        sums[1] += row.iter().sum::<u32>();
    }
    sums
}

/// The accuracy of a [`right`] view.
pub(super) fn accuracy(sums: &[u64]) -> Value {
    Proportion { numerator: sums[0], denominator: sums[1] }.value()
}

/// CI over some gold judgments, from the sums of a decomposition's clusters.
pub(super) fn correlation(sums: &[u64], gold: &[Judgment]) -> Value {
    let mut all = [0; 4];
    for judgment in gold {
        let its = &sums[usize::from(judgment.code()) * 4..][..4];
        for (sum, count) in all.iter_mut().zip(its) {
            *sum += count;
        }
    }
    let of = |at: usize| Proportion { numerator: all[at], denominator: all[at + 1] };
    correlation_index(of(0), of(2))
}

/// The signed DI, with some judgments for the negative pairs, from the same.
pub(super) fn deviation(sums: &[u64], negative: &[Judgment]) -> Value {
    let side = match negative {
        [one] => Side::Judgment(*one),
        _ => Side::Negative,
    };
    let positive = correlation(sums, &[Judgment::Entailment]);
    deviation_index_signed(positive, (side, correlation(sums, negative)))
}

/// The judgments on the negative side of a deviation within some gold judgments.
pub(super) fn negative(gold: &[Judgment]) -> Vec<Judgment> {
    match gold {
        [one] => vec![*one],
        _ => NEGATIVE.to_vec(),
    }
}

/// Whether no cluster has two pairs, so that pairs are independent.
pub(super) fn are_single(clusters: &PooledClusters) -> bool {
    clusters.iter().all(|(counts, _)| counts.iter().sum::<u32>() <= 1)
}
