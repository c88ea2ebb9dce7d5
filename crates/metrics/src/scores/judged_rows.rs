//! The rows of judged gold: what judges say, what people say, and what both together say.

use super::cuts::{cuts, measures, populations};
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::judged::{By, JudgeOfPairs, JudgedEvaluation, RestsOn, Who};
use crate::statistics::Interval;
use crate::statistics::prediction_powered::Corrected;
use crate::statistics::threads::side_by_side;
use crate::undefined::Undefined;

/// A figure of a system on a slice, by whose labels it is.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedRow {
    /// The system's name.
    pub system: String,
    /// The pairs that it is about.
    pub population: Population,
    /// By what they are cut.
    pub slice_kind: SliceKind,
    /// The slice's name as in the data; empty for all.
    pub slice: String,
    /// The key of the measure.
    pub measure: &'static str,
    /// What the figures rest on. A figure of one gold label rests on those of all labels.
    pub rests_on: RestsOn,
    /// By judges' labels that people correct.
    pub corrected: Result<JudgedValue, Undefined>,
    /// By people's labels alone.
    pub people: Result<JudgedValue, Undefined>,
    /// Of each judge its name, and what it says alone; nothing of a system that is the judge itself.
    pub judges: Vec<(String, Option<f64>)>,
    /// The labels with which people alone would have the same standard error, with pseudo-pairs.
    pub worth: Option<f64>,
}

/// A value with its interval at the level of the report.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedValue {
    /// The value, which few labels and a strong correction may put outside of its range.
    pub value: f64,
    /// Its standard error over clusters.
    pub error: f64,
    /// The same with pseudo-pairs, as intervals and tests take it.
    pub floored_error: f64,
    /// The degrees of freedom of Student's t.
    pub freedom: f64,
    /// The interval, within the range of the value.
    pub interval: Interval,
}

/// The rows of all systems on judged gold, with all measures that labels of people can correct; none where gold is not judged.
#[must_use]
pub fn judged_rows(evaluation: &Evaluation) -> Vec<JudgedRow> {
    let Some(judged) = &evaluation.judged else { return Vec::new() };
    let mut cuts = cuts(evaluation);
    // Phenomena by gold label are in the scores, corrected.
    cuts.retain(|cut| !cut.is_of_accuracy());
    let systems = 0..evaluation.systems.len();
    let work: Vec<_> =
        systems.flat_map(|system| cuts.iter().map(move |cut| (system, cut))).collect();
    let found = side_by_side(&work, evaluation.statistics.threads, |(system, cut)| {
        let mut rows = Vec::new();
        for &population in populations(evaluation, cut) {
            let Some(rests_on) = judged.rests_on(population, cut.slice) else { continue };
            for measure in measures(evaluation, cut, population) {
                let is_own = JudgedEvaluation::has_rows(measure, &cut.gold);
                if !is_own || measure.is_made_of_another() {
                    continue;
                }
                let (at, who) = ((population, cut.slice), Who::System(*system));
                let of = |by| judged.corrected(measure, who, at, &cut.gold, by);
                let (corrected, people) = (of(By::Corrected), of(By::People));
                let worth = match (&corrected, &people) {
                    (Ok(corrected), Ok(people)) => {
                        let ratio = people.floored_error / corrected.floored_error;
                        Some(rests_on.labels as f64 * ratio * ratio)
                    }
                    _ => None,
                };
                let naive = |(judge, of): (usize, &JudgeOfPairs)| {
                    (of.name.clone(), judged.naive(measure, who, at, &cut.gold, judge))
                };
                let level = evaluation.statistics.level.significance();
                // Of pairs that were chosen nobody knows how, no interval is known.
                let level = judged.is_correctable().then_some(level);
                let value = |of: Result<Corrected, Undefined>| of.map(|of| value(&of, level));
                rows.push(JudgedRow {
                    system: evaluation.systems[*system].name.to_string(),
                    population,
                    slice_kind: cut.kind.clone(),
                    slice: cut.name.to_string(),
                    measure: measure.key,
                    rests_on,
                    corrected: value(corrected),
                    people: value(people),
                    judges: judged.judges.iter().enumerate().map(naive).collect(),
                    worth,
                });
            }
        }
        rows
    });
    found.into_iter().flatten().collect()
}

fn value(of: &Corrected, significance: Option<f64>) -> JudgedValue {
    let Corrected { value, error, floored_error, freedom, .. } = *of;
    let unknown = Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    let interval = significance.and_then(|level| of.interval(level)).unwrap_or(unknown);
    JudgedValue { value, error, floored_error, freedom, interval }
}
