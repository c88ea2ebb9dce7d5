//! The rows of judges themselves: how far people agree with them, and whom they favour.

use phenom_dataset::{Chosen, Judgment, Task};

use super::cuts::{Cut, cuts, populations};
use crate::counts::{Population, SliceKind};
use crate::evaluation::{Evaluation, Origin};
use crate::judged::{By, JudgedEvaluation, Who};
use crate::measures::accuracy::ACCURACY;
use crate::measures::kappa::KAPPA;
use crate::statistics::prediction_powered::Corrected;
use crate::statistics::{HOLM, Interval};
use crate::undefined::{Undefined, Value};

/// What is found of a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfJudge {
    /// The share of the pairs that people read on which people say the same.
    Agreement,
    /// The same beyond chance.
    Kappa,
    /// The same on pairs with more words than the median, minus that on the other pairs: tested against 0.
    Length,
    /// By how much the accuracy of a system by the judge exceeds that by people.
    Overrates,
    /// The share of a gold label among all pairs, if the judge errs on other pairs as on those that people read; of pairs that were
    /// chosen by their labels.
    Share,
    /// By how much more it overrates a system than the mean of the others: tested against 0.
    Favours,
}

impl OfJudge {
    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Agreement => "agreement",
            Self::Kappa => "kappa",
            Self::Length => "length",
            Self::Share => "share",
            Self::Overrates => "overrates",
            Self::Favours => "favours",
        }
    }
}

/// A figure of a judge.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgeRow {
    /// The judge's name.
    pub judge: String,
    /// What it is.
    pub figure: OfJudge,
    /// The system that it is about; nothing for agreement with people.
    pub system: Option<String>,
    /// The pairs that it is about.
    pub population: Population,
    /// By what they are cut.
    pub slice_kind: SliceKind,
    /// The slice's name as in the data; empty for all.
    pub slice: String,
    /// The pairs here that people read.
    pub labels: u64,
    /// The value, or why there is none.
    pub value: Value,
    /// Its interval at the level of the report.
    pub interval: Option<Interval>,
    /// The p-value of no favour, and of no difference by length.
    pub p: Option<f64>,
    /// The same, adjusted by Holm's method for all tests of judges of the report.
    pub p_adjusted: Option<f64>,
}

/// The rows of all judges; none where gold is not judged, or nobody knows how the pairs were chosen that people read. Of pairs that
/// were chosen by their labels, the shares of labels alone.
#[must_use]
pub fn judge_rows(evaluation: &Evaluation) -> Vec<JudgeRow> {
    let Some(judged) = &evaluation.judged else { return Vec::new() };
    let mut rows = Vec::new();
    if !judged.is_correctable() {
        if judged.chosen == Chosen::ByLabel {
            for judge in 0..judged.judges.len() {
                agreement(evaluation, judged, judge, &mut rows);
                for &population in evaluation.populations() {
                    shares(evaluation, judged, (judge, population), &mut rows);
                }
            }
        }
        return rows;
    }
    for judge in 0..judged.judges.len() {
        agreement(evaluation, judged, judge, &mut rows);
        for &population in evaluation.populations() {
            rows.extend(length(evaluation, judged, (judge, population)));
            favour(evaluation, judged, (judge, population), &mut rows);
        }
    }
    let p: Vec<Option<f64>> = rows.iter().map(|row| row.p).collect();
    for (row, adjusted) in rows.iter_mut().zip(HOLM.adjust(&p)) {
        row.p_adjusted = adjusted;
    }
    rows
}

/// The shares of gold labels, of pairs that were chosen by their labels.
fn shares(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    (judge, population): (usize, Population),
    rows: &mut Vec<JudgeRow>,
) {
    let found = judged.shares_of_gold(judge, population);
    let significance = evaluation.statistics.level.significance();
    for (place, judgment) in evaluation.task.judgments().iter().enumerate() {
        let of_label = found.as_ref().ok();
        rows.push(JudgeRow {
            judge: judged.judges[judge].name.clone(),
            figure: OfJudge::Share,
            system: None,
            population,
            slice_kind: SliceKind::Judgment,
            slice: judgment.name().to_owned(),
            labels: judged.labels_of_people(place, population),
            value: found.as_ref().map(|found| found.shares[place]).map_err(Clone::clone),
            interval: of_label.and_then(|found| found.interval(place, significance)),
            p: None,
            p_adjusted: None,
        });
    }
}

/// Agreement with people in each slice, and by each label of people.
fn agreement(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    judge: usize,
    rows: &mut Vec<JudgeRow>,
) {
    // Where people's pairs were chosen by their labels, it is known for each label alone.
    let is_known = |cut: &&Cut| judged.is_correctable() || cut.kind == SliceKind::Judgment;
    for cut in cuts(evaluation).iter().filter(|cut| !cut.is_of_accuracy()).filter(is_known) {
        let own = populations(evaluation, cut).iter();
        for &population in own.filter(|population| **population != Population::Decomposition) {
            let labels = evaluation.gold(population, cut.slice).with_gold(&cut.gold).pairs();
            let mut push = |figure, measure, gold: &[Judgment]| {
                let at = (population, cut.slice);
                let found = judged.corrected(measure, Who::Judge(judge), at, gold, By::People);
                rows.push(JudgeRow {
                    population,
                    slice_kind: cut.kind.clone(),
                    slice: cut.name.to_string(),
                    labels,
                    ..row(evaluation, judged, (judge, figure), found)
                });
            };
            push(OfJudge::Agreement, &ACCURACY, &cut.gold);
            if cut.gold.len() == Judgment::ALL.len() && evaluation.task != Task::Outcome {
                push(OfJudge::Kappa, &KAPPA, &cut.gold);
            }
        }
    }
}

/// Whether agreement with people depends on the length of pairs; nothing if pairs have no texts.
fn length(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    (judge, population): (usize, Population),
) -> Option<JudgeRow> {
    let median = judged.median_words(population)?;
    let found = judged.agreement_by_length(judge, population, median);
    let p = found.as_ref().ok().and_then(Corrected::p);
    Some(JudgeRow {
        population,
        labels: evaluation.gold(population, 0).pairs(),
        p: p.filter(|_| judged.has_verdicts(population)),
        ..row(evaluation, judged, (judge, OfJudge::Length), found)
    })
}

/// By how much a judge overrates each system, and whether it favours one. A system that is the judge itself is left out of
/// the others.
fn favour(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    (judge, population): (usize, Population),
    rows: &mut Vec<JudgeRow>,
) {
    let itself = judged.judges[judge].also;
    let competing: Vec<usize> = (0..evaluation.systems.len())
        .filter(|system| evaluation.systems[*system].origin == Origin::Answers)
        .collect();
    let labels = evaluation.gold(population, 0).pairs();
    for &system in &competing {
        let is_other = |other: &usize| *other != system && Some(*other) != itself;
        let others: Vec<usize> = competing.iter().copied().filter(is_other).collect();
        let mut push = |figure, others: &[usize]| {
            let found = judged.overrated(judge, (system, others), population);
            let p = found.as_ref().ok().and_then(Corrected::p);
            let is_tested = figure == OfJudge::Favours && judged.has_verdicts(population);
            rows.push(JudgeRow {
                system: Some(evaluation.systems[system].name.to_string()),
                population,
                labels,
                p: p.filter(|_| is_tested),
                ..row(evaluation, judged, (judge, figure), found)
            });
        };
        push(OfJudge::Overrates, &[]);
        if !others.is_empty() {
            push(OfJudge::Favours, &others);
        }
    }
}

fn row(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    (judge, figure): (usize, OfJudge),
    found: Result<Corrected, Undefined>,
) -> JudgeRow {
    let significance = evaluation.statistics.level.significance();
    JudgeRow {
        judge: judged.judges[judge].name.clone(),
        figure,
        system: None,
        population: Population::Original,
        slice_kind: SliceKind::All,
        slice: String::new(),
        labels: 0,
        interval: found.as_ref().ok().and_then(|found| found.interval(significance)),
        value: found.map(|found| found.value),
        p: None,
        p_adjusted: None,
    }
}
