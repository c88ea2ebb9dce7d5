//! The measures that are simulated: which counts each needs, and its value.

use phenom_metrics::measures::correlation_index::correlation_index;
use phenom_metrics::measures::kappa::kappa;
use phenom_metrics::measures::mutual_information::mutual_information;
use phenom_metrics::statistics::PooledClusters;
use phenom_metrics::{ContingencyTable, Proportion, Value};

use crate::world::{COUNTS, LABELS};

#[derive(Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    /// The counts that it needs of those of a system.
    pub(crate) view: fn(&[u32]) -> Vec<u32>,
    pub(crate) value: fn(&[u64]) -> Value,
}

pub(crate) const ACCURACY_ORIGINAL: Measured = Measured {
    name: "accuracy, originals",
    view: |counts| right(counts, 0, 0..3),
    value: accuracy,
};
pub(crate) const ACCURACY_MONOTHEMATIC: Measured = Measured {
    name: "accuracy, monothematic",
    view: |counts| right(counts, 1, 0..3),
    value: accuracy,
};
pub(crate) const CI: Measured = Measured {
    name: "CI",
    view: |counts| [right(counts, 0, 0..3), right(counts, 1, 0..3)].concat(),
    value: ci,
};
pub(crate) const DI: Measured =
    Measured { name: "DI", view: sides, value: |counts| di_signed(counts).map(f64::abs) };
pub(crate) const DI_SIGNED: Measured =
    Measured { name: "signed DI", view: sides, value: di_signed };
pub(crate) const I_ORIGINAL: Measured =
    Measured { name: "I, originals", view: |counts| counts[..9].to_vec(), value: information };
pub(crate) const I_MONOTHEMATIC: Measured =
    Measured { name: "I, monothematic", view: |counts| counts[9..].to_vec(), value: information };
pub(crate) const KAPPA_ORIGINAL: Measured =
    Measured { name: "kappa, originals", view: |counts| counts[..9].to_vec(), value: agreement };
pub(crate) const KAPPA_MONOTHEMATIC: Measured =
    Measured { name: "kappa, monothematic", view: |counts| counts[9..].to_vec(), value: agreement };

pub(crate) const ALL: [Measured; 8] = [
    ACCURACY_ORIGINAL,
    ACCURACY_MONOTHEMATIC,
    CI,
    DI,
    I_ORIGINAL,
    I_MONOTHEMATIC,
    KAPPA_ORIGINAL,
    KAPPA_MONOTHEMATIC,
];

impl Measured {
    /// The clusters of two systems in the counts that the measure needs.
    pub(crate) fn paired(&self, clusters: &PooledClusters) -> PooledClusters {
        let width = 2 * (self.view)(&[0; COUNTS]).len();
        let view = |counts: &[u32]| {
            let (first, second) = counts.split_at(COUNTS);
            [(self.view)(first), (self.view)(second)].concat()
        };
        clusters.project(width, view).expect("all vectors have one length")
    }

    /// The clusters of the first system alone.
    pub(crate) fn single(&self, clusters: &PooledClusters) -> PooledClusters {
        let width = (self.view)(&[0; COUNTS]).len();
        let view = |counts: &[u32]| (self.view)(&counts[..COUNTS]);
        clusters.project(width, view).expect("all vectors have one length")
    }

    /// The true value, from the probabilities of all answers.
    pub(crate) fn truth(&self, cells: &[u64]) -> f64 {
        let cells: Vec<u32> = cells.iter().map(|&count| count as u32).collect();
        let sums: Vec<u64> = (self.view)(&cells).into_iter().map(u64::from).collect();
        (self.value)(&sums).expect("the truth is defined")
    }
}

/// The right answers and all of them, on pairs of a kind with some gold.
fn right(counts: &[u32], kind: usize, gold: std::ops::Range<usize>) -> Vec<u32> {
    let row = |label: usize| &counts[kind * 9 + label * LABELS..][..LABELS];
    let right = gold.clone().map(|label| row(label)[label]).sum();
    vec![right, gold.map(|label| row(label).iter().sum::<u32>()).sum()]
}

/// What CI needs, on positive and then on negative pairs.
fn sides(counts: &[u32]) -> Vec<u32> {
    let side = |gold: std::ops::Range<usize>| {
        [right(counts, 0, gold.clone()), right(counts, 1, gold)].concat()
    };
    [side(0..1), side(1..3)].concat()
}

fn proportion(sums: &[u64]) -> Proportion {
    Proportion { numerator: sums[0], denominator: sums[1] }
}

fn accuracy(sums: &[u64]) -> Value {
    proportion(sums).value()
}

fn ci(sums: &[u64]) -> Value {
    correlation_index(&[proportion(&sums[..2]), proportion(&sums[2..])], &[])
}

fn di_signed(sums: &[u64]) -> Value {
    Ok(ci(&sums[..4])? - ci(&sums[4..])?)
}

fn table(sums: &[u64]) -> ContingencyTable {
    ContingencyTable::from_cells(LABELS, sums).expect("a square table")
}

fn information(sums: &[u64]) -> Value {
    mutual_information(&table(sums))
}

fn agreement(sums: &[u64]) -> Value {
    kappa(&table(sums))
}
