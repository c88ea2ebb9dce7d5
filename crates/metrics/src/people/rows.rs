//! The tidy rows of agreement: one figure each, of people, of answer keys, or of a system beside people.

use phenom_dataset::{Dataset, Task};

use crate::counts::{Counted, Population, SliceKind, SlicePlan};
use crate::scores::ScoreInterval;
use crate::undefined::{Proportion, Value};

/// Up to how many annotators every two have rows in slices too, and their mean agreement an interval.
pub(super) const MOST_PAIRED_IN_SLICES: usize = 10;

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct AgreementRow {
    /// The system; empty where the figure is of people or of answer keys alone.
    pub system: String,
    /// The two answer keys that it is about, by [name](super::AnswerKey::name): both empty for all
    /// annotators together, the second empty for one key.
    pub keys: [String; 2],
    /// The pairs that it is about.
    pub population: Population,
    /// By what they are cut.
    pub slice_kind: SliceKind,
    /// The slice's name as in the data; empty for all.
    pub slice: String,
    /// Which judgments are told apart.
    pub task: Task,
    /// The key of the measure.
    pub measure: &'static str,
    /// The unrounded value, or why there is none.
    pub value: Value,
    /// The two counts, where the value is a share.
    pub proportion: Option<Proportion>,
    /// The pairs behind the value: of agreement, those that two judged.
    pub support: u64,
    /// How sure the value is, where that was found out.
    pub interval: Option<ScoreInterval>,
}

/// The pairs of a population in a slice.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) population: Population,
    pub(super) kind: SliceKind,
    pub(super) name: String,
    /// The cluster that each pair is in, and the pair's own row; those of one cluster side by side.
    pub(super) rows: Vec<(u32, u32)>,
}

impl Cut {
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().map(|(_, row)| *row as usize)
    }

    /// A row about the cut, without figures yet.
    pub(super) fn row(&self, task: Task) -> AgreementRow {
        AgreementRow {
            system: String::new(),
            keys: [String::new(), String::new()],
            population: self.population,
            slice_kind: self.kind.clone(),
            slice: self.name.clone(),
            task,
            measure: "",
            value: Ok(0.0),
            proportion: None,
            support: 0,
            interval: None,
        }
    }
}

/// The slices of a dataset, each for the populations that annotators judged at all.
pub(super) fn cuts(dataset: &Dataset) -> Vec<Cut> {
    let plan = SlicePlan::new(dataset, std::num::NonZeroUsize::MIN);
    let judged = |row: usize| {
        dataset.annotator_counts(row).is_some()
            || dataset.numbered_annotations(row).next().is_some()
    };
    let populations = [
        (Population::Original, dataset.originals().any(judged)),
        (Population::Monothematic, dataset.monothematic().any(judged)),
    ];
    let mut rows = [Vec::new(), Vec::new()];
    rows.iter_mut().for_each(|of_slices| of_slices.resize(plan.slices().len(), Vec::new()));
    for cluster in dataset.clusters() {
        for original in dataset.originals_of(cluster) {
            for slice in plan.slices_of(original, Counted::Original) {
                rows[0][slice].push((cluster as u32, original as u32));
            }
            for part in dataset.monothematic_of(original) {
                for slice in plan.slices_of(part, Counted::Monothematic) {
                    rows[1][slice].push((cluster as u32, part as u32));
                }
            }
        }
    }
    let mut cuts = Vec::new();
    for (at, slice) in plan.slices().iter().enumerate() {
        for ((population, wanted), rows) in populations.iter().zip(&mut rows) {
            if *wanted {
                let (kind, name) = (slice.kind.clone(), slice.name.to_string());
                let rows = std::mem::take(&mut rows[at]);
                cuts.push(Cut { population: *population, kind, name, rows });
            }
        }
    }
    cuts
}
