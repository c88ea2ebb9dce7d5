//! The paragraphs for a paper: data and results in at most 180 words, methods in at most 80.

use phenom_dataset::{Judgment, Task};
use phenom_metrics::{Origin, Population, SliceKind};

use super::claim::{Claim, ClaimKind};
use super::method::method;
use super::view::View;
use super::wording::{NAMED, small_number};
use super::{choice, pairs_of};
use crate::Results;
use crate::paragraph::{Paragraph, listed};

/// At most so many words are in the paragraph on results.
pub(crate) const WORDS: usize = 180;

/// The paragraphs for a paper, ready to be pasted: data and results, then methods. Empty if no system predicts without gold
/// labels.
#[must_use]
pub fn how_to_report(results: &Results<'_>, claims: &[Claim], version: &str) -> Vec<Paragraph> {
    let Some(data) = data(results) else { return Vec::new() };
    let words = |paragraph: &Paragraph| paragraph.plain().split_whitespace().count();
    let mut left = WORDS.saturating_sub(words(&data));
    let candidates = choice::choose(claims, claims.len(), |claim| claim.wording.paper.is_some());
    // Claims of later tiers give way first.
    let mut kept: Vec<&Claim> = Vec::new();
    let mut by_need = candidates.clone();
    by_need.sort_by_key(|claim| (!is_needed(claim), claim.tier));
    for claim in by_need {
        let Some(paper) = &claim.wording.paper else { continue };
        if words(paper) <= left && kept.iter().filter(|one| one.kind == claim.kind).count() < 2 {
            left -= words(paper);
            kept.push(claim);
        }
    }
    // What limits a test is about a test that is stated.
    if !kept.iter().any(|claim| claim.kind == ClaimKind::Composition) {
        let has_test = claims.iter().any(|claim| claim.kind == ClaimKind::Composition);
        kept.retain(|claim| claim.kind != ClaimKind::Gold || !has_test);
    }
    let mut said = data;
    for claim in in_the_order_of_a_paper(&candidates) {
        if let (true, Some(paper)) =
            (kept.iter().any(|one| one.id == claim.id), &claim.wording.paper)
        {
            said.say(" ");
            said.extend(paper.clone());
        }
    }
    vec![said, method(results, claims, version)]
}

/// Claims without which a paragraph would be incomplete.
fn is_needed(claim: &Claim) -> bool {
    matches!(
        claim.kind,
        ClaimKind::Provenance
            | ClaimKind::Judges
            | ClaimKind::Validity
            | ClaimKind::Groups
            | ClaimKind::Constant
            | ClaimKind::Composition
            | ClaimKind::Gold
            | ClaimKind::Stages
            | ClaimKind::Power
    )
}

/// Papers state the data with their limits first, then which systems are best, then whether they beat the constant.
fn in_the_order_of_a_paper<'c>(claims: &[&'c Claim]) -> Vec<&'c Claim> {
    let place = |claim: &Claim| match claim.kind {
        ClaimKind::Provenance | ClaimKind::Validity => 0,
        ClaimKind::Groups => 1,
        ClaimKind::Constant => 2,
        ClaimKind::Composition | ClaimKind::Stages => 4,
        ClaimKind::Gold => 5,
        ClaimKind::Power => 7,
        ClaimKind::Index => 6,
        _ => 3,
    };
    let mut ordered = claims.to_vec();
    ordered.sort_by_key(|claim| place(claim));
    ordered
}

/// What was evaluated on what.
fn data(results: &Results<'_>) -> Option<Paragraph> {
    let view = View::new(results);
    let evaluation = results.evaluation;
    if view.competing.is_empty() {
        return None;
    }
    let mut said = Paragraph::of("We evaluate ");
    said.extend(match view.competing.len() {
        many if many > NAMED => Paragraph::of(format!("{} systems", small_number(many))),
        _ => listed(view.competing.iter().map(|system| view.name_in_paper(&system.name)).collect()),
    });
    let runs: Vec<usize> = view.competing.iter().map(|system| system.runs).collect();
    if runs.iter().any(|runs| *runs > 1) {
        let (least, most) = (runs.iter().min().copied()?, runs.iter().max().copied()?);
        said.say(match least == most {
            true => format!(" ({most} runs{})", if runs.len() > 1 { " each" } else { "" }),
            false => format!(" ({least} to {most} runs each)"),
        });
    }
    said.say(format!(" on {}", counted(&view, Population::Original)));
    if evaluation.is_decomposed() {
        said.say(format!(
            " and the {} derived from {}",
            counted(&view, Population::Monothematic),
            sources(&view)
        ));
        said.say(" (Cabrio and Magnini, 2010)");
    }
    let phenomena = evaluation.slices_of(&SliceKind::Phenomenon).count();
    if phenomena > 0 {
        let name = if phenomena == 1 { "phenomenon" } else { "phenomena" };
        said.say(format!(", tagged with {phenomena} {name}"));
    }
    let oracles = evaluation.systems.iter().any(|system| system.origin == Origin::ReadsGold);
    debug_assert!(oracles || view.competing.len() == evaluation.systems.len());
    said.say(".");
    Some(said)
}

/// The originals that have parts: `them`, or `40 of them`.
fn sources(view: &View<'_, '_>) -> String {
    let of = |population| pairs_of(view.results.evaluation, population);
    match (of(Population::Decomposition), of(Population::Original)) {
        (some, all) if some < all => format!("{some} of them"),
        _ => "them".to_owned(),
    }
}

/// `60 original pairs (30 entailed)`.
fn counted(view: &View<'_, '_>, population: Population) -> String {
    let evaluation = view.results.evaluation;
    let gold = evaluation.gold(population, 0);
    let pairs = pairs_of(evaluation, population);
    let kind = match evaluation.is_decomposed() {
        true => format!("{} ", population.name()),
        false => String::new(),
    };
    let noun = if pairs == 1 { "pair" } else { "pairs" };
    if evaluation.task == Task::Outcome {
        return format!("{pairs} {kind}{noun}");
    }
    if evaluation.judged.is_some() {
        return format!("{pairs} {kind}{noun} (n: the {} that people read)", gold.pairs());
    }
    let entailed = gold.gold(Judgment::Entailment);
    let labels = match (population, evaluation.task) {
        (Population::Original, Task::TwoWay) => "two-way labels, ",
        (Population::Original, _) => "three-way labels, ",
        _ => "",
    };
    format!("{pairs} {kind}{noun} ({labels}{entailed} entailed)")
}
