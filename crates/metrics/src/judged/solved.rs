//! Whether originals are right more often where all of their parts are, on judged pairs.

use std::ops::Range;

use super::estimates::of_share;
use super::formula::Formula;
use super::slice::weights_of;
use super::table::{Answers, JudgedTable};
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
    /// `decomposed` has the decomposed originals of each slice, and `of_original` the rows of the parts of each original.
    pub(super) fn new(
        table: &JudgedTable,
        of_original: &[Range<usize>],
        decomposed: &[Vec<u32>],
        systems: &[Answers],
    ) -> Self {
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
        let systems: Vec<[Values; 4]> =
            systems.iter().map(|answers| values(table, of_original, answers)).collect();
        let parts: Vec<Option<Part>> = decomposed
            .iter()
            .map(|rows| (!rows.is_empty()).then(|| Part::new(&sample, rows.clone())))
            .collect();
        let weights = parts.iter().map(|part| {
            part.as_ref().map_or_else(Vec::new, |part| weights_of(part, systems.iter().flatten()))
        });
        Self { weights: weights.collect(), parts, systems }
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

/// The four values of each original: by people, and by each judge. Of several runs, their means.
fn values(table: &JudgedTable, of_original: &[Range<usize>], answers: &Answers) -> [Values; 4] {
    let of = |pick: fn(bool, bool) -> bool| {
        let share = |original: usize, label: &dyn Fn(usize) -> Option<usize>| {
            answers.share_of_runs(|answered| {
                let right = |pair: usize| label(pair).is_some() && answered(pair) == label(pair);
                pick(right(original), of_original[original].clone().all(right))
            })
        };
        Values::new(
            of_original.len(),
            table.judges(),
            |original| share(original, &|pair| table.of_people(pair)),
            |original, judge| share(original, &|pair| table.of_judge(judge, pair)),
        )
    };
    [
        of(|right, solved| right && solved),
        of(|_, solved| solved),
        of(|right, solved| right && !solved),
        of(|_, solved| !solved),
    ]
}
