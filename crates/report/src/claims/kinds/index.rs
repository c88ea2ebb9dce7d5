//! The Correlation Index of each system.

use phenom_metrics::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use phenom_metrics::{Family, Population, not_compared};

use crate::claims::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Estimated, Wording};
use crate::claims::draft::{claim, undefined};
use crate::claims::view::{Place, View};
use crate::claims::wording::{NAMED, fitting, plural};
use crate::paragraph::{Paragraph, listed};
use crate::{Pairs, Style};

/// One claim on all systems: their values with intervals, and whether their distances from 1 differ.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let results = view.results;
    let numbers = results.options.numbers;
    let estimates: Vec<Estimated> =
        view.competing.iter().filter_map(|system| index_of(view, &system.name)).collect();
    let place =
        Place { population: Population::Decomposition, slice: 0, measure: IDEAL_DISTANCE.key };
    let Some(first) = estimates.first() else {
        return undefined(view, (ClaimKind::Index, 6), place, &IDEAL_DISTANCE)
            .into_iter()
            .collect();
    };
    let rows = view.of_systems(place).into_iter().filter(|row| row.family == Family::Figures);
    let effects: Vec<Effect> = rows.map(|row| view.effect(row)).collect();
    let shown = |value: f64| numbers.rounded(value, Style::Ratio);
    let each: Vec<String> = estimates
        .iter()
        .map(|one| format!("{} {}", view.system(&one.system), shown(one.value)))
        .collect();
    let (least, most) = estimates.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |ends, one| {
        (ends.0.min(one.value), ends.1.max(one.value))
    });
    let significant: Vec<&Effect> = effects.iter().filter(|one| one.is_significant()).collect();
    let verdict = verdict(view, &effects, &significant);
    let n = first.pairs;
    let level = match estimates.len() <= NAMED && estimates.iter().any(|one| one.interval.is_some())
    {
        true => format!(", {} intervals in brackets", results.level()),
        false => String::new(),
    };
    let with_ends = |one: &Estimated| {
        let ends = one.interval.map_or(String::new(), |(ends, _)| {
            format!(" [{}, {}]", shown(ends.lower), shown(ends.upper))
        });
        format!("{}{ends}", shown(one.value))
    };
    let is_few = estimates.len() <= NAMED;
    let sentence = match is_few {
        true => {
            let each: Vec<String> = estimates
                .iter()
                .map(|one| format!("{} for {}", with_ends(one), view.system(&one.system)))
                .collect();
            phenom_dataset::listed(&each, "and")
        }
        false => format!("{} to {} for {} systems", shown(least), shown(most), estimates.len()),
    };
    let p = view.p_of(&effects.iter().collect::<Vec<_>>(), !significant.is_empty());
    let p = if p.is_empty() { p } else { format!(" ({p})") };
    let paper = paper(view, &estimates, (&sentence, &with_ends));
    let wording = Wording {
        topic: "index".to_owned(),
        line: fitting([
            format!("Correlation Index: {}{verdict}.", each.join(", ")),
            format!("Correlation Index from {} to {}{verdict}.", shown(least), shown(most)),
            format!("Correlation Index from {} to {}.", shown(least), shown(most)),
        ]),
        headline: Some(match (effects.len(), significant.len()) {
            (1.., 0) if effects.iter().any(|one| one.p.is_some()) => {
                "No significant difference in Correlation Index".to_owned()
            }
            _ => format!("Correlation Index from {} to {}", shown(least), shown(most)),
        }),
        sentence: Some(format!(
            "The Correlation Index is {sentence} (n = {n} originals{level}){verdict}{p}."
        )),
        paper: Some(paper),
    };
    let names: Vec<&str> = estimates.iter().map(|one| one.system.as_str()).collect();
    let made = claim(ClaimKind::Index, 6, view.claim_slice(place), wording).about(&names);
    let made = made.with_effects(effects);
    vec![Claim { measure: CORRELATION_INDEX.key, estimates: estimates.clone(), ..made }]
}

/// The index of a system with its interval; `None` if it is undefined.
fn index_of(view: &View<'_, '_>, system: &str) -> Option<Estimated> {
    let (results, population) = (view.results, Population::Decomposition);
    let score = results.score(system, population, Pairs::All, &CORRELATION_INDEX)?;
    Some(Estimated {
        system: system.to_owned(),
        value: score.value.clone().ok()?,
        pairs: results.evaluation.gold(population, 0).pairs(),
        interval: score.interval.map(|found| (found.interval.into(), found.level.value())),
    })
}

/// Whose index is nearer to 1.
fn verdict(view: &View<'_, '_>, effects: &[Effect], significant: &[&Effect]) -> String {
    match (effects.len(), significant) {
        (0, _) if !not_compared(view.results.evaluation).contains(&&IDEAL_DISTANCE) => {
            String::new()
        }
        (_, []) if effects.iter().all(|one| one.p.is_none()) => {
            "; distances from 1 were not tested".to_owned()
        }
        (_, []) => "; systems do not differ significantly in distance from 1".to_owned(),
        (_, [one]) => {
            let [near, far] = match one.verdict {
                ClaimVerdict::Higher => [&one.system, &one.against],
                _ => [&one.against, &one.system],
            };
            format!("; {} is nearer to 1 than {}", view.system(near), view.system(far))
        }
        (all, some) => {
            format!("; {} of {all} differences in distance from 1 are significant", some.len())
        }
    }
}

fn paper(
    view: &View<'_, '_>,
    estimates: &[Estimated],
    (sentence, with_ends): (&str, &dyn Fn(&Estimated) -> String),
) -> Paragraph {
    let mut paper = Paragraph::of(format!(
        "The Correlation {} ",
        plural(estimates.len(), "Index is", "Indices are")
    ));
    let each = estimates.iter().map(|one| {
        let mut said = Paragraph::of(format!("{} for ", with_ends(one)));
        said.extend(view.name_in_paper(&one.system));
        said
    });
    paper.extend(match estimates.len() <= NAMED {
        true => listed(each.collect()),
        false => Paragraph::of(sentence),
    });
    paper.say(".");
    paper
}
