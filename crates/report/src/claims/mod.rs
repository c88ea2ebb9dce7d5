//! What a report claims: one list, from which the summary, the findings of the page, the paragraph for papers and the
//! marks in tables are rendered. A kind of claim is a file in `kinds/`.

mod audit;
mod choice;
mod claim;
mod draft;
mod findings;
mod grouping;
mod kinds;
mod marks;
mod method;
mod pairwise;
mod paragraph;
mod quoting;
#[cfg(test)]
mod tests;
mod view;
mod wording;

pub use audit::audit;
pub use claim::{
    Claim, ClaimKind, ClaimSlice, ClaimVerdict, Effect, Estimated, Fragility, Interval2, Wording,
};
pub(crate) use findings::findings;
pub use findings::{Drawing, Estimate, Evidence, Finding, Strip, StripName};
pub(crate) use kinds::composition::gold_in_words;
pub(crate) use marks::{LETTERED, RowMarks, legend, row_marks};
pub(crate) use pairwise::pairwise;
pub use paragraph::how_to_report;
pub(crate) use quoting::{cut, quoted};
pub(crate) use view::{Place, View};
pub(crate) use wording::p_value;

use phenom_dataset::Task;
use phenom_metrics::{ComparisonRow, Evaluation, Population};

use crate::{Results, SummaryLine};

/// At most so many lines are in a summary.
pub(crate) const LINES: usize = 8;

/// What a comparison of two systems shows, in a sentence or two; `None` for a measure that phenom does not have.
#[must_use]
pub fn comparison_in_words(results: &Results<'_>, row: &ComparisonRow) -> Option<String> {
    pairwise(&View::new(results), row)
}

/// Every claim of a report, those that a reader should know first at the start.
#[must_use]
pub fn claims(results: &Results<'_>) -> Vec<Claim> {
    let view = View::new(results);
    let mut all = kinds::all(&view);
    choice::rank(&mut all);
    all
}

/// The summary: what was evaluated, and at most eight claims of a line each.
#[must_use]
pub fn summary(results: &Results<'_>, claims: &[Claim]) -> Vec<SummaryLine> {
    let chosen = choice::choose(claims, LINES, |claim| claim.wording.line.is_some());
    let lines = chosen.into_iter().filter_map(|claim| {
        Some(SummaryLine { topic: claim.wording.topic.clone(), text: claim.wording.line.clone()? })
    });
    let what = SummaryLine::plain(what(results));
    [what].into_iter().chain(lines).collect()
}

/// What was evaluated: `60 original pairs, 167 monothematic pairs (parts), two-way labels, 3 systems`.
pub(crate) fn what(results: &Results<'_>) -> String {
    let evaluation = results.evaluation;
    let view = View::new(results);
    let count = |count: u64, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let pairs = |population| pairs_of(evaluation, population);
    let originals = pairs(Population::Original);
    let pairs = match evaluation.is_decomposed() {
        false => count(originals, "pair"),
        true => format!(
            "{}, {} (parts)",
            count(originals, "original pair"),
            count(pairs(Population::Monothematic), "monothematic pair")
        ),
    };
    let read: u64 = evaluation
        .populations()
        .iter()
        .map(|population| evaluation.gold(*population, 0).pairs())
        .sum();
    let pairs = match evaluation.judged {
        None => pairs,
        Some(_) => format!("{pairs}, {read} of them read by people"),
    };
    let labels = match evaluation.task {
        Task::TwoWay => "two-way labels",
        Task::ThreeWay => "three-way labels",
        Task::Outcome => "outcomes without labels",
    };
    let runs: usize = view.competing.iter().map(|system| system.runs).sum();
    let runs = match runs > view.competing.len() {
        true => format!(" in {}", count(runs as u64, "run")),
        false => String::new(),
    };
    format!("{pairs}, {labels}, {}{runs}", count(view.competing.len() as u64, "system"))
}

/// The pairs of a population that are evaluated: those with a gold label, or with labels of judges.
pub(crate) fn pairs_of(evaluation: &Evaluation, population: Population) -> u64 {
    let judged = evaluation.judged.as_ref();
    match judged.and_then(|judged| judged.rests_on(population, 0)) {
        Some(rests_on) => rests_on.pairs as u64,
        None => evaluation.gold(population, 0).pairs(),
    }
}

/// What the short words of the summary mean; `None` if no test is behind it.
#[must_use]
pub fn short_words(results: &Results<'_>) -> Option<String> {
    let constant = match results.has_labels() {
        true => " Constant: always predicts the most frequent label.",
        false => "",
    };
    let level = results.level();
    (!results.comparisons.is_empty()).then(|| {
        format!(
            "Beats: is significantly more accurate than.{constant} Brackets: {level} confidence intervals."
        )
    })
}
