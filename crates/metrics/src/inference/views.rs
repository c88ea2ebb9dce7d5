//! What a measure needs to see of a cluster: the fewer counts, the fewer clusters differ, and the faster
//! they are resampled.

use phenom_dataset::Judgment;

use super::cluster_pools::Layout;
use crate::measures::correlation_index::correlation_index;
use crate::measures::deviation_index::deviation_index_signed;
use crate::slices::Counted;
use crate::uncertainty::PooledClusters;
use crate::undefined::Side;
use crate::{ContingencyTable, NEGATIVE, Population, Proportion, Undefined, Value};

/// The table of one population: for each gold judgment its answers.
pub(super) fn tables(
    clusters: &PooledClusters,
    layout: Layout,
    population: Population,
    systems: usize,
) -> PooledClusters {
    let start = layout.start(counted(population));
    let ranges = (0..systems).map(|it| it * layout.width() + start);
    let ranges: Vec<_> = ranges.map(|start| start..start + layout.part()).collect();
    projected(clusters, systems * layout.part(), |counts| {
        ranges.iter().flat_map(|range| counts[range.clone()].iter().copied()).collect()
    })
}

/// The contingency table of some gold judgments, from the sums of a [`tables`] view.
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

/// Right answers and pairs of one population, over some gold judgments.
pub(super) fn right(
    clusters: &PooledClusters,
    layout: Layout,
    population: Population,
    gold: &[Judgment],
    systems: usize,
) -> PooledClusters {
    projected(clusters, 2 * systems, |counts| {
        let halves = counts.chunks_exact(layout.width());
        halves.flat_map(|half| right_of(half, layout, counted(population), gold)).collect()
    })
}

/// The accuracy of a [`right`] view.
pub(super) fn accuracy(sums: &[u64]) -> Value {
    Proportion { numerator: sums[0], denominator: sums[1] }.value()
}

/// For each gold judgment right answers and pairs, of decomposed originals and of monothematic pairs.
pub(super) fn decomposition(
    clusters: &PooledClusters,
    layout: Layout,
    systems: usize,
) -> PooledClusters {
    projected(clusters, 16 * systems, |counts| {
        let halves = counts.chunks_exact(layout.width());
        halves
            .flat_map(|half| {
                Judgment::ALL.into_iter().flat_map(move |gold| {
                    let whole = right_of(half, layout, Counted::Decomposed, &[gold]);
                    let parts = right_of(half, layout, Counted::Monothematic, &[gold]);
                    [whole[0], whole[1], parts[0], parts[1]]
                })
            })
            .collect()
    })
}

/// CI over some gold judgments, from the sums of a [`decomposition`] view.
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

/// Right answers and pairs in the counts of one system.
pub(super) fn right_in(
    half: &[u32],
    layout: Layout,
    population: Population,
    gold: &[Judgment],
) -> [u32; 2] {
    right_of(half, layout, counted(population), gold)
}

fn counted(population: Population) -> Counted {
    match population {
        Population::Original => Counted::Original,
        Population::Monothematic => Counted::Monothematic,
        Population::Decomposition => Counted::Decomposed,
    }
}

fn right_of(half: &[u32], layout: Layout, counted: Counted, gold: &[Judgment]) -> [u32; 2] {
    let part = &half[layout.start(counted)..][..layout.part()];
    let mut sums = [0, 0];
    for judgment in gold {
        let row = &part[usize::from(judgment.code()) * layout.answers()..][..layout.answers()];
        let label = layout.label(*judgment);
        if label + 1 < layout.answers() {
            sums[0] += row[label];
        }
        sums[1] += row.iter().sum::<u32>();
    }
    sums
}

fn projected(
    clusters: &PooledClusters,
    width: usize,
    view: impl Fn(&[u32]) -> Vec<u32>,
) -> PooledClusters {
    clusters.project(width, view).unwrap_or_else(|_| PooledClusters::empty(width))
}
