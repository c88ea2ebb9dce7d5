//! Whether originals are right more often where all of their parts are, on judged pairs.

use std::ops::Range;

use phenom_dataset::Dataset;

use super::estimates::of_share;
use super::formula::Formula;
use super::slice::weights_of;
use super::table::JudgedTable;
use super::{By, NotCorrected};
use crate::statistics::prediction_powered::{Chances, Part, Sample, Scale, Values};

/// Decomposed originals, which are read where people read the original and all of its parts.
#[derive(Debug, Clone)]
pub(super) struct Solved {
    /// By slice; nothing without decomposed originals.
    parts: Vec<Option<Part>>,
    /// By slice: the weights of judges.
    weights: Vec<Vec<f64>>,
    /// By system: right and all parts right, all parts right, right and some part wrong, some part wrong.
    systems: Vec<[Values; 4]>,
}

impl Solved {
    /// `decomposed` has the decomposed originals of each slice, and `runs` the number of runs of each system. Nothing if no
    /// pair has parts.
    pub(super) fn new<'d>(
        table: &JudgedTable,
        dataset: &Dataset,
        decomposed: impl Iterator<Item = &'d Vec<u32>>,
        (runs, is_right): (&[usize], IsRight<'_>),
    ) -> Option<Self> {
        if dataset.monothematic().is_empty() {
            return None;
        }
        let of_original: Vec<Range<usize>> =
            dataset.originals().map(|original| dataset.monothematic_of(original)).collect();
        let originals = of_original.len();
        let clusters = table.clusters(originals);
        let labelled: Vec<bool> = of_original
            .iter()
            .enumerate()
            .map(|(original, parts)| {
                table.is_read(original) && parts.clone().all(|part| table.is_read(part))
            })
            .collect();
        let chances: Option<Vec<Option<f64>>> = (!table.reads_whole_clusters()).then(|| {
            let of = |(original, parts): (usize, &Range<usize>)| {
                table.joint_chance(std::iter::once(original).chain(parts.clone()))
            };
            of_original.iter().enumerate().map(of).collect()
        });
        let chances = chances.as_deref().map_or(Chances::Equal, Chances::Known);
        let sample = Sample { clusters: &clusters, labelled: &labelled, chances };
        let systems: Vec<[Values; 4]> = runs
            .iter()
            .enumerate()
            .map(|system| values(table, &of_original, (system.0, *system.1), is_right))
            .collect();
        let parts: Vec<Option<Part>> = decomposed
            .map(|rows| (!rows.is_empty()).then(|| Part::new(&sample, rows.clone())))
            .collect();
        let weights = parts.iter().map(|part| {
            part.as_ref().map_or_else(Vec::new, |part| weights_of(part, systems.iter().flatten()))
        });
        Some(Self { weights: weights.collect(), parts, systems })
    }

    /// P(original right | all parts right) - P(original right | some part wrong).
    pub(super) fn difference(
        &self,
        system: usize,
        slice: usize,
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let part = self.parts[slice].as_ref().ok_or(NotCorrected::NoLabels)?;
        let [both, solved, right_unsolved, unsolved] = &self.systems[system];
        let of = |values: [&Values; 2]| of_share(part, values, (&self.weights[slice], part), by);
        let difference = of([both, solved])?.less(of([right_unsolved, unsolved])?);
        Ok(difference.on(Scale::Plain, [-1.0, 1.0]))
    }
}

/// Whether an answer is right: of a run of a system, by people or by a judge, to a pair.
pub(super) type IsRight<'r> = &'r dyn Fn((usize, usize), Option<usize>, usize) -> bool;

/// The four values of each original: by people, and by each judge. Of several runs, their means.
fn values(
    table: &JudgedTable,
    of_original: &[Range<usize>],
    (system, runs): (usize, usize),
    is_right: IsRight<'_>,
) -> [Values; 4] {
    let of = |pick: fn(bool, bool) -> bool| {
        let share = |original: usize, judge: Option<usize>| {
            let holds = |run: &usize| {
                let right = |pair: usize| is_right((system, *run), judge, pair);
                pick(right(original), of_original[original].clone().all(right))
            };
            (0..runs).filter(holds).count() as f64 / runs as f64
        };
        Values::new(
            of_original.len(),
            table.judges(),
            |original| share(original, None),
            |original, judge| share(original, Some(judge)),
        )
    };
    [
        of(|right, solved| right && solved),
        of(|_, solved| solved),
        of(|right, solved| right && !solved),
        of(|_, solved| !solved),
    ]
}
