//! The slices that the tidy scores have rows for, and the measures in each.

use arcstr::ArcStr;

use phenom_dataset::{Judgment, Task};

use crate::clusters::has_relevance;
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use crate::measures::correlation_index::CORRELATION_INDEX;
use crate::measures::deviation_index::NEGATIVE;
use crate::measures::{Computation, Measure, Slices};

/// The name of the slice of all negative pairs, beside those of one judgment each.
pub const NEGATIVE_PAIRS: &str = "negative";

/// What stands between a slice's name and a judgment in the name of a slice by judgment.
const BY: char = '|';

/// The name of a slice's pairs with one gold judgment, in the tidy files.
#[must_use]
pub fn by_judgment(slice: &str, judgment: Judgment) -> String {
    format!("{slice}{BY}{judgment}")
}

/// A slice of the tidy scores: a counted slice, or its pairs with some gold judgments.
#[derive(Debug)]
pub(super) struct Cut {
    /// The counted slice.
    pub(super) slice: usize,
    pub(super) kind: SliceKind,
    pub(super) name: ArcStr,
    pub(super) gold: Vec<Judgment>,
    pub(super) measures: Vec<&'static Measure>,
}

impl Cut {
    /// By what it is cut, and its name.
    pub(super) fn about(&self) -> (&SliceKind, &ArcStr) {
        (&self.kind, &self.name)
    }

    /// Whether only accuracies are asked for, for which right answers and pairs are enough.
    pub(super) fn is_of_accuracy(&self) -> bool {
        matches!(self.kind, SliceKind::CategoryByJudgment | SliceKind::PhenomenonByJudgment)
    }
}

/// The slices of an evaluation in the order of the rows: all pairs, those of each gold judgment, all
/// other counted slices, and the categories and phenomena by gold judgment.
pub(super) fn cuts(evaluation: &Evaluation) -> Vec<Cut> {
    let wanted: Vec<&'static Measure> = evaluation.wanted.measures().collect();
    let with = |gold: &[Judgment]| -> Vec<&'static Measure> {
        wanted.iter().copied().filter(|measure| measure.slices.hold(gold)).collect()
    };
    let among = |some: &[&Measure]| -> Vec<&'static Measure> {
        wanted.iter().copied().filter(|measure| some.contains(measure)).collect()
    };
    let of_label = |measure: &&Measure| measure.slices == Slices::OfJudgments;
    let everywhere = with(&Judgment::ALL);
    let slices = evaluation.slices.iter().enumerate().map(|(slice, counted)| Cut {
        slice,
        kind: counted.kind.clone(),
        name: counted.name.clone(),
        gold: Judgment::ALL.to_vec(),
        measures: everywhere.clone(),
    });
    let mut cuts: Vec<Cut> = slices.collect();
    let judgments = evaluation.judgments();
    let mut of_gold: Vec<Cut> = judgments
        .iter()
        .map(|&judgment| Cut {
            slice: 0,
            kind: SliceKind::Judgment,
            name: judgment.name().into(),
            gold: vec![judgment],
            measures: with(&[judgment]),
        })
        .collect();
    // A judgment that gold never holds may be answered all the same.
    let unseen = evaluation
        .task
        .judgments()
        .iter()
        .filter(|judgment| evaluation.task == Task::ThreeWay && !judgments.contains(judgment));
    of_gold.extend(unseen.map(|&judgment| Cut {
        slice: 0,
        kind: SliceKind::Judgment,
        name: judgment.name().into(),
        gold: vec![judgment],
        measures: wanted.iter().copied().filter(of_label).collect(),
    }));
    let negative: Vec<&Judgment> =
        judgments.iter().filter(|judgment| NEGATIVE.contains(judgment)).collect();
    let conflated = evaluation.task == Task::TwoWay
        && negative.iter().any(|judgment| **judgment != Judgment::NotEntailment);
    if negative.len() > 1 || conflated {
        let some = [&ACCURACY, &WHOLE_ACCURACY, &CORRELATION_INDEX];
        of_gold.push(Cut {
            slice: 0,
            kind: SliceKind::Judgment,
            name: NEGATIVE_PAIRS.into(),
            gold: NEGATIVE.to_vec(),
            measures: match evaluation.task {
                // All negative pairs are one label of the two-way task.
                Task::TwoWay | Task::Outcome => {
                    let here = |measure: &&Measure| of_label(measure) || some.contains(measure);
                    wanted.iter().copied().filter(here).collect()
                }
                Task::ThreeWay => among(&some),
            },
        });
    }
    // Judgments follow the whole.
    cuts.splice(1..1, of_gold);
    cuts.extend(slices_by_judgment(evaluation, &among(&[&ACCURACY])));
    cuts
}

/// The categories and phenomena by gold judgment.
fn slices_by_judgment(evaluation: &Evaluation, measures: &[&'static Measure]) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let judgments = evaluation.judgments();
    for (slice, counted) in evaluation.slices.iter().enumerate() {
        let kind = match counted.kind {
            SliceKind::Category => SliceKind::CategoryByJudgment,
            SliceKind::Phenomenon => SliceKind::PhenomenonByJudgment,
            _ => continue,
        };
        cuts.extend(judgments.iter().map(|&judgment| Cut {
            slice,
            kind: kind.clone(),
            name: by_judgment(&counted.name, judgment).into(),
            gold: vec![judgment],
            measures: measures.to_vec(),
        }));
    }
    cuts
}

/// Whether a measure is one of a decomposition, of wholes and parts together.
pub(super) fn is_of_decomposition(measure: &Measure) -> bool {
    matches!(
        measure.computation,
        Computation::RightWholes
            | Computation::WholeAndParts(_)
            | Computation::ByRelevance(_)
            | Computation::ByChance(_)
            | Computation::Composition(_)
    )
}

/// The populations that a slice has rows for: monothematic pairs only where there are any.
pub(super) fn populations(evaluation: &Evaluation, cut: &Cut) -> &'static [Population] {
    match (evaluation.is_decomposed(), cut.is_of_accuracy()) {
        (true, false) => {
            &[Population::Original, Population::Monothematic, Population::Decomposition]
        }
        (true, true) => &[Population::Original, Population::Monothematic],
        (false, false) => &[Population::Original, Population::Decomposition],
        (false, true) => &[Population::Original],
    }
}

/// The measures of a slice that a population has.
pub(super) fn measures(
    evaluation: &Evaluation,
    cut: &Cut,
    population: Population,
) -> impl Iterator<Item = &'static Measure> {
    let of_decomposition = population == Population::Decomposition;
    let of_wholes = cut.kind != SliceKind::Phenomenon;
    // Where nothing is decomposed, the indices say so.
    let wholes = evaluation.is_decomposed();
    let here = move |measure: &&'static Measure| {
        is_of_decomposition(measure) == of_decomposition
            && match measure.computation {
                Computation::RightWholes | Computation::ByChance(_) => wholes,
                Computation::ByRelevance(_) => {
                    evaluation.relevance.is_some()
                        && has_relevance(&evaluation.slices[cut.slice].kind)
                }
                // A single phenomenon stands in wholes with others, which compose with it.
                Computation::Composition(_) => wholes && of_wholes,
                _ => true,
            }
    };
    cut.measures.iter().copied().filter(here)
}
