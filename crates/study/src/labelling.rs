//! Which pairs people should read next, so that they correct judges most; with the file to fill in.

use std::collections::BTreeSet;
use std::io;

use phenom_dataset::{CHOOSE_FROM, Dataset, JudgedGold, Judgment, Task};
use phenom_metrics::judged::{JudgedEvaluation, LabelsFor, NextLabels};
use phenom_metrics::{Evaluation, SliceKind};
use phenom_report::tidy::{At, Tidy, column};

use crate::failure::Failure;

/// A pair with what people say of it, or are to say.
#[derive(Debug, Clone)]
struct LabelRow {
    id: String,
    text: String,
    hypothesis: String,
    label: &'static str,
    probability: f64,
    choose_from: String,
}

const LABELS: Tidy<LabelRow> = Tidy {
    name: "labels",
    parts: |_| 1,
    columns: &[
        column("id", "the pair", |row, _| row.id.as_str().into()),
        column("text", "its text", |row, _| row.text.as_str().into()),
        column("hypothesis", "its hypothesis", |row, _| row.hypothesis.as_str().into()),
        column("label", "what people say; empty until they read the pair", |row, _| {
            row.label.into()
        }),
        column("probability", "with which it is read, now or before", |row, _| {
            row.probability.into()
        }),
        column(
            CHOOSE_FROM,
            "the labels to choose from; empty if the pair was not drawn",
            |row, _| row.choose_from.as_str().into(),
        ),
    ],
};

/// Pairs to read next.
pub struct Labelling<'l> {
    dataset: &'l Dataset,
    next: NextLabels,
    /// The pairs that people are to read: those drawn now, and those drawn before that have no label yet.
    to_read: BTreeSet<usize>,
    /// The labels to choose from.
    judgments: &'static [Judgment],
}

impl<'l> Labelling<'l> {
    /// Draws so many pairs.
    ///
    /// # Errors
    /// Gold is not judged, nobody knows how the pairs were chosen that people read, or there are no pairs left.
    pub fn draw(
        dataset: &'l Dataset,
        evaluation: &Evaluation,
        (count, goal): (usize, LabelsFor),
    ) -> Result<Self, Failure> {
        let judged = judged(evaluation)?;
        if evaluation.task == Task::Outcome {
            let help = "draw a random sample of the pairs that people have not read, have them score the predictions of every \
                        system for these, and keep `chosen: random`";
            return Err(Failure::input(
                "phenom draws pairs to be labelled, and of `task: outcome` people score predictions",
                Some(help.to_owned()),
            ));
        }
        let mut phenomena = vec![Vec::new(); dataset.len()];
        let of_phenomena: Vec<(usize, &str)> = evaluation
            .slices_of(&SliceKind::Phenomenon)
            .map(|slice| (slice, evaluation.slices[slice].name.as_str()))
            .collect();
        for (row, slices) in phenomena.iter_mut().enumerate() {
            let tags = dataset.tags(row).iter();
            let paths = tags.map(|tag| dataset.phenomena()[*tag as usize].path());
            slices.extend(paths.filter_map(|path| {
                of_phenomena.iter().find(|(_, name)| *name == path).map(|(slice, _)| *slice)
            }));
        }
        let next = judged.next_labels(count, (goal, &phenomena), evaluation.seed);
        let next = next.ok_or_else(not_by_chance)?;
        if next.rows.is_empty() {
            return Err(Failure::input("people have read all pairs", None));
        }
        let before = drawn(dataset).iter().copied().filter(|row| dataset.gold()[*row].is_none());
        let to_read = next.rows.iter().copied().chain(before).collect();
        Ok(Self { dataset, next, to_read, judgments: evaluation.task.judgments() })
    }

    /// How many pairs are to be read.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.to_read.len()
    }

    /// How many pairs were drawn now.
    #[must_use]
    pub fn drawn(&self) -> usize {
        self.next.rows.len()
    }

    /// How many of the pairs to be read were drawn before.
    #[must_use]
    pub fn drawn_before(&self) -> usize {
        self.to_read.len() - self.next.rows.len()
    }

    /// All pairs, those to read first, then those that people read, with their labels: id, text, hypothesis, label,
    /// probability, labels to choose from, as CSV. It has no label of a judge.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let gold = self.dataset.gold();
        let all = 0..self.dataset.len();
        let read = all.clone().filter(|row| gold[*row].is_some());
        let others = all.filter(|row| gold[*row].is_none() && !self.to_read.contains(row));
        let names: Vec<&str> = self.judgments.iter().map(|label| label.name()).collect();
        let drawn = drawn(self.dataset);
        let rows = self.to_read.iter().copied().chain(read).chain(others).map(|row| {
            let is_drawn = self.to_read.contains(&row) || drawn.binary_search(&row).is_ok();
            let (text, hypothesis) = self.dataset.texts(row).unwrap_or_default();
            LabelRow {
                id: self.dataset.id(row).to_owned(),
                text: text.to_owned(),
                hypothesis: hypothesis.to_owned(),
                label: gold[row].map_or("", |label| label.name()),
                probability: self.next.probabilities[row],
                choose_from: if is_drawn { names.join(", ") } else { String::new() },
            }
        });
        LABELS.csv(&rows.collect::<Vec<_>>(), At::default(), out)
    }
}

/// People's labels correct nothing.
fn not_by_chance() -> Failure {
    let help = "have people read pairs that are chosen at random, and write `chosen: random`";
    Failure::input(
        "chance did not choose the pairs that people read (`chosen: unknown` or `by-label`), so that more of them correct no \
         value",
        Some(help.to_owned()),
    )
}

/// The pairs that were drawn for people before.
fn drawn(dataset: &Dataset) -> &[usize] {
    dataset.judged().map_or(&[], JudgedGold::drawn)
}

/// The judged gold of an evaluation, which people's labels correct.
pub(crate) fn judged(evaluation: &Evaluation) -> Result<&JudgedEvaluation, Failure> {
    let judged = evaluation.judged.as_ref().ok_or_else(|| {
        let help = "state whose labels are where with `judged` in the `dataset` (docs/judged.md)";
        Failure::input("this config has no judged gold", Some(help.to_owned()))
    })?;
    if judged.is_correctable() { Ok(judged) } else { Err(not_by_chance()) }
}
