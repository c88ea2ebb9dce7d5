//! Categories and phenomena on which systems are below the constant baseline of the population.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Verdict};

use super::groups::best_group;
use crate::claims::claim::{Claim, ClaimKind, Effect, Wording};
use crate::claims::draft::{LEAST_PAIRS, claim, fragility, on_all, topic};
use crate::claims::quoting::quoted;
use crate::claims::view::{Place, View};
use crate::claims::wording::{fitting, number_in_words, plural, small_number};
use crate::paragraph::{Paragraph, listed};

/// A claim for each slice on which some system is significantly below the constant. Slices with one gold label were not
/// compared with it.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let slices = view.slices(LEAST_PAIRS).into_iter();
    slices.filter_map(|slice| on_slice(view, on_all(view.tagged()).on(slice))).collect()
}

fn on_slice(view: &View<'_, '_>, place: Place) -> Option<Claim> {
    let rows: Vec<&ComparisonRow> = view
        .with_constant(place)
        .into_iter()
        .filter(|row| row.verdict == Verdict::Second)
        .collect();
    let first = *rows.first()?;
    let constant = first.values[1].clone().ok()?;
    let mut below: Vec<(&str, f64)> = rows
        .iter()
        .filter_map(|row| Some((row.system_a.as_str(), row.values[0].clone().ok()?)))
        .collect();
    below.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let names: Vec<&str> = below.iter().map(|(name, _)| *name).collect();
    let effects: Vec<Effect> = rows.iter().map(|row| view.effect(row)).collect();
    let all: Vec<&Effect> = effects.iter().collect();
    let (n, on) = (view.pairs(place), view.pairs_word(place.population));
    let label = quoted(view.constant_label(first));
    let slice = view.slice_quoted(place.slice);
    let q = view.short_p_of(&all, true);
    let (topic, before) = topic(view, place.slice);
    let are = plural(below.len(), "is", "are");
    let range = view.range(below.iter().map(|(_, value)| *value));
    let range = range.trim_end_matches(view.sign());
    let systems = view.systems(&names);
    let share = view.share(constant);
    let named = format!(
        "{before}{systems} {are} below the constant {label} ({range} against {share}, n = {n}, {q})."
    );
    let without_label =
        format!("{before}{systems} {are} below the constant ({range} against {share}, n = {n}).");
    let counted = format!(
        "{before}{} {} below the constant ({range} against {share}, n = {n}).",
        below.len(),
        plural(below.len(), "system is", "systems are")
    );
    let who = match below.len() {
        few if few <= 2 => view.systems(&names),
        many if many == view.competing.len() => "All systems".to_owned(),
        many => format!("{} systems", number_in_words(many)),
    };
    let paper = paper(view, place, (&below, constant), &all, view.constant_label(first));
    let wording = Wording {
        topic,
        line: fitting([named, without_label, counted]),
        headline: Some(format!("{who} {are} below the constant on {slice}")),
        sentence: Some(format!(
            "{} {are} less accurate than always predicting {label} on {n} {slice} {on} (constant: {}, {}).",
            view.with_values(&below, n),
            view.of(constant, n),
            view.p_of(&all, true)
        )),
        paper: Some(paper),
    };
    let best = best_group(view, place.population);
    // That a system of the best group is below the constant reverses what the totals suggest.
    let is_surprise = names.iter().any(|name| best.contains(name)) || best.is_empty();
    let weakest = rows.iter().copied().min_by(|a, b| {
        let size =
            |row: &ComparisonRow| row.adjusted_interval().map_or(0.0, |ends| ends.upper.abs());
        size(a).total_cmp(&size(b))
    });
    // A system that is below the constant on all pairs is so on many slices.
    let is_below_on_all = |name: &&str| {
        let rows = view.with_constant(place.on(0));
        rows.iter().any(|row| row.system_a == **name && row.verdict == Verdict::Second)
    };
    let tier = match names.iter().all(is_below_on_all) {
        true => 8,
        false if is_surprise => 3,
        false => 4,
    };
    let made = claim(ClaimKind::BelowConstant, tier, view.claim_slice(place), wording)
        .about(&names)
        .against([view.constant_label(first).to_owned()])
        .with_effects(effects);
    let sensitivity = fragility(view, weakest.as_slice());
    Some(Claim { estimates: view.estimates(place, &ACCURACY, &names), sensitivity, ..made })
}

fn paper(
    view: &View<'_, '_>,
    place: Place,
    (below, constant): (&[(&str, f64)], f64),
    effects: &[&Effect],
    label: &str,
) -> Paragraph {
    let slice = view.slice_quoted(place.slice);
    let mut paper = Paragraph::of(format!("On {slice} (n = {}), ", view.pairs(place)));
    paper.extend(match below.len() {
        0..=3 => listed(below.iter().map(|(name, _)| view.name_in_paper(name)).collect()),
        many => Paragraph::of(format!("{} systems", small_number(many))),
    });
    let are = plural(below.len(), "is", "are");
    paper.say(format!(" {are} significantly less accurate than always predicting {label} ("));
    paper.say(view.range(below.iter().map(|(_, value)| *value)));
    paper.say(format!(" against {}", view.share(constant)));
    if let Some(p) = view.p_in_paper(effects, true) {
        paper.say("; ");
        paper.push(p);
    }
    paper.say(").");
    paper
}
