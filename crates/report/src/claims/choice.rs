//! Which claims a surface shows, and in which order.

use std::cmp::Reverse;

use super::claim::{Claim, ClaimKind};

/// At most so many claims of one kind are on a surface, besides those that are always there.
const OF_A_KIND: usize = 2;

/// The tier of what is fragile.
const LAST_TIER: u8 = 7;

/// The tier of what separates systems, and of what none handles.
const SLICES_TIER: u8 = 4;

/// Sorts claims by what a reader should know first: tier, totals before categories before phenomena, the larger
/// conservative effect, the larger slice, the id.
pub(crate) fn rank(claims: &mut [Claim]) {
    let level = |claim: &Claim| match claim.slice.slice_kind.as_str() {
        "all" => 0,
        "category" => 1,
        _ => 2,
    };
    claims.sort_by(|a, b| {
        let is_of_parts = |claim: &Claim| claim.slice.population != "original";
        let key = |claim: &Claim| (claim.tier, claim.kind, level(claim), is_of_parts(claim));
        key(a)
            .cmp(&key(b))
            .then(b.conservative_effect.total_cmp(&a.conservative_effect))
            .then(Reverse(a.slice.pairs).cmp(&Reverse(b.slice.pairs)))
    });
}

/// Whether a claim is on every surface that has words for it.
fn is_always_there(claim: &Claim) -> bool {
    let is_total = matches!(claim.kind, ClaimKind::Constant | ClaimKind::Groups);
    let is_of_gold = claim.kind == ClaimKind::Judges && claim.tier == 0;
    claim.kind == ClaimKind::Provenance || is_of_gold || (is_total && claim.tier <= 2)
}

/// At most `most` of the claims that `has_words`, in their order: those that are always there, then the first of each tier,
/// then others. Fragile claims are left out, and a phenomenon whose category has the same claim on the same systems.
pub(crate) fn choose(
    claims: &[Claim],
    most: usize,
    has_words: impl Fn(&Claim) -> bool,
) -> Vec<&Claim> {
    let is_shown = |at: &usize| {
        let claim = &claims[*at];
        has_words(claim)
            && (claim.sensitivity.is_none() || claim.kind == ClaimKind::Sensitivity)
            && !repeats_its_category(claim, claims)
    };
    let candidates: Vec<usize> = (0..claims.len()).filter(is_shown).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let of_kind = |chosen: &[usize], kind: ClaimKind| {
        chosen.iter().filter(|at| claims[**at].kind == kind).count()
    };
    let mut add = |wanted: &dyn Fn(&Claim, &[usize]) -> bool| {
        for &at in &candidates {
            if chosen.len() < most && !chosen.contains(&at) && wanted(&claims[at], &chosen) {
                chosen.push(at);
            }
        }
    };
    add(&|claim, _| is_always_there(claim));
    // What is fragile comes after everything else has had its turn.
    add(&|claim, chosen| {
        claim.tier < LAST_TIER && !chosen.iter().any(|at| claims[*at].tier == claim.tier)
    });
    add(&|claim, chosen| claim.tier <= SLICES_TIER && of_kind(chosen, claim.kind) == 0);
    add(&|claim, chosen| !chosen.iter().any(|at| claims[*at].tier == claim.tier));
    add(&|claim, chosen| {
        of_kind(chosen, claim.kind) < OF_A_KIND && of_kind(chosen, claim.kind) == 0
    });
    add(&|claim, chosen| of_kind(chosen, claim.kind) < OF_A_KIND);
    chosen.sort_unstable();
    chosen.into_iter().map(|at| &claims[at]).collect()
}

/// Whether a claim on a phenomenon is that on its category.
fn repeats_its_category(claim: &Claim, claims: &[Claim]) -> bool {
    let Some((category, _)) = claim.slice.slice.split_once(':') else { return false };
    claim.slice.slice_kind == "phenomenon"
        && claims.iter().any(|other| {
            other.slice.slice_kind == "category"
                && other.slice.slice == category
                && other.sensitivity.is_none()
                && (other.kind, &other.subjects, &other.comparator)
                    == (claim.kind, &claim.subjects, &claim.comparator)
        })
}
