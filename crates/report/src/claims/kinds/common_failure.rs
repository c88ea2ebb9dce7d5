//! Categories and phenomena on which no system is better than the constant baseline.

use phenom_metrics::measures::accuracy::ACCURACY;

use crate::claims::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Wording};
use crate::claims::draft::{claim, on_all, topic};
use crate::claims::quoting::quoted;
use crate::claims::view::{Place, View};
use crate::claims::wording::fitting;
use crate::paragraph::Paragraph;

/// On fewer pairs, intervals are too wide to show a failure of all.
const LEAST_PAIRS: u64 = 10;

/// Every confidence interval ends at most so far above the constant.
const MARGIN: f64 = 0.1;

/// A claim for each slice on which every system was tested against the constant, none is significantly better, and no
/// confidence interval reaches more than ten points above the constant.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let slices = view.slices(LEAST_PAIRS).into_iter();
    slices.filter_map(|slice| on_slice(view, on_all(view.tagged()).on(slice))).collect()
}

fn on_slice(view: &View<'_, '_>, place: Place) -> Option<Claim> {
    let rows = view.with_constant(place);
    let first = *rows.first()?;
    let effects: Vec<Effect> = rows.iter().map(|row| view.effect(row)).collect();
    let is_failure =
        |one: &Effect| matches!(one.verdict, ClaimVerdict::NotSignificant | ClaimVerdict::Lower);
    // Systems that predict what the constant predicts do not differ from it.
    let is_constant = |one: &Effect| one.difference == Some(0.0);
    let is_tested = effects.iter().any(is_failure);
    if view.competing.len() < 2
        || !is_tested
        || !effects.iter().all(|one| is_failure(one) || is_constant(one))
    {
        return None;
    }
    let constant = first.values[1].clone().ok()?;
    let names: Vec<&str> = view.competing.iter().map(|system| system.name.as_str()).collect();
    let estimates = view.estimates(place, &ACCURACY, &names);
    let is_low = estimates
        .iter()
        .all(|estimate| estimate.interval.is_some_and(|(ends, _)| ends.upper <= constant + MARGIN));
    if !is_low || estimates.len() != names.len() {
        return None;
    }
    let highest = estimates.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    let (n, on) = (view.pairs(place), view.pairs_word(place.population));
    let label = quoted(view.constant_label(first));
    let slice = view.slice_quoted(place.slice);
    let (topic, before) = topic(view, place.slice);
    let (high, low) = (view.number(highest.value), view.share(constant));
    let ends = highest.interval.map_or(String::new(), |(ends, _)| {
        format!(
            ", {} interval [{}, {}]",
            view.results.level(),
            view.number(ends.lower),
            view.number(ends.upper)
        )
    });
    let wording = Wording {
        topic,
        line: fitting([
            format!(
                "{before}No system beats the constant {label} (highest {high} against {low}, n = {n} {on})."
            ),
            format!(
                "{before}No system beats the constant (highest {high} against {low}, n = {n})."
            ),
        ]),
        headline: Some(format!("No system beats the constant on {slice}")),
        sentence: Some(format!(
            "On {n} {slice} {on}, no system is significantly better than always predicting {label} (highest: {}, \
             {}{ends}; constant: {low}).",
            view.system(&highest.system),
            view.share(highest.value)
        )),
        paper: Some(Paragraph::of(format!(
            "On {slice} (n = {n}), no system is significantly better than always predicting {} ({low}).",
            view.constant_label(first)
        ))),
    };
    let made = claim(ClaimKind::CommonFailure, 4, view.claim_slice(place), wording)
        .about(&names)
        .against([view.constant_label(first).to_owned()])
        .with_effects(effects);
    // Larger slices first: the conservative effect here is how far below the highest interval ends.
    let reach = highest.interval.map_or(0.0, |(ends, _)| ends.upper - constant);
    let conservative_effect = (MARGIN - reach).max(0.0);
    Some(Claim { estimates, conservative_effect, verdict: ClaimVerdict::NotSignificant, ..made })
}
