//! Wrong originals with their parts, for a reader who wants to see what is behind a share of the budget.

use phenom_dataset::Judgment;

use super::stage::Stages;
use super::traced::{Pipeline, Traced};

/// An original that a system has wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct StageOriginal {
    /// The system's name.
    pub system: String,
    /// The id of the original.
    pub original: String,
    /// Its gold label.
    pub gold: Option<Judgment>,
    /// What the system composed; `None` if it has no verdict.
    pub composed: Option<Judgment>,
    /// At which stage it became wrong, verdicts first and parts first.
    pub stages: [Stages; 2],
    /// The number of parts.
    pub parts: u32,
    /// The number of parts without a verdict.
    pub failed: u32,
    /// The number of parts that are known to be misjudged, failed verdicts included.
    pub misjudged: u32,
    /// The number of parts that are not faithful.
    pub unfaithful: u32,
    /// The ids of reference parts that no part covers; `None` if that is not known.
    pub missing: Option<Vec<String>>,
    /// The parts, where texts are kept.
    pub texts: Vec<TracedPart>,
}

/// A part with what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedPart {
    /// Its text.
    pub text: String,
    /// The system's verdict; `None` if it failed.
    pub verdict: Option<Judgment>,
    /// Its gold label.
    pub gold: Option<Judgment>,
    /// Whether it follows from the whole.
    pub faithful: Option<bool>,
}

/// The wrong originals of a system, in the order of the data.
pub(crate) fn wrong_originals(
    pipeline: &Pipeline<'_>,
    traced: &[Option<Traced>],
) -> Vec<StageOriginal> {
    let wrong = traced.iter().enumerate().filter_map(|(original, traced)| {
        traced.as_ref().filter(|traced| !traced.composed).map(|traced| (original, traced))
    });
    wrong.map(|(original, traced)| of(pipeline, original, traced)).collect()
}

fn of(pipeline: &Pipeline<'_>, original: usize, traced: &Traced) -> StageOriginal {
    let dataset = pipeline.dataset;
    let knows_covers = pipeline.own.knowledge.covers.is_some();
    let uncovered = pipeline.uncovered(original, |part| part.facts).filter(|_| knows_covers);
    let texts = pipeline.parts(original).filter_map(|(place, part)| {
        Some(TracedPart {
            text: pipeline.own.text(place).filter(|text| !text.is_empty())?.to_owned(),
            verdict: part.verdict,
            gold: pipeline.gold(&part.facts),
            faithful: part.facts.faithful,
        })
    });
    StageOriginal {
        system: pipeline.own.system.clone(),
        original: dataset.id(original).to_owned(),
        gold: dataset.gold()[original],
        composed: pipeline.composed(original),
        stages: traced.stages,
        parts: traced.parts,
        failed: traced.failed,
        misjudged: traced.judged - traced.right,
        unfaithful: traced.unfaithful,
        missing: uncovered
            .map(|rows| rows.into_iter().map(|row| dataset.id(row).to_owned()).collect()),
        texts: texts.collect(),
    }
}
