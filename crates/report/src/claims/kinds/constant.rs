//! Whether systems beat the constant baseline of a population.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Population};

use crate::Pairs;
use crate::claims::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::quoting::quoted;
use crate::claims::view::View;
use crate::claims::wording::{NAMED, fitting, number_in_words, plural, small_number};
use crate::paragraph::{Paragraph, listed};

/// How the systems are compared with the constant on one population.
struct OnPopulation<'r> {
    population: Population,
    label: &'r str,
    /// How often the constant is correct.
    share: f64,
    /// Whether that is on all pairs: a system that leaves out pairs is compared on those that it answers.
    on_all_pairs: bool,
    effects: Vec<Effect>,
    /// For each effect the accuracies of the system and of the constant on the pairs that the system answers.
    values: Vec<[f64; 2]>,
}

impl OnPopulation<'_> {
    fn with(&self, verdict: ClaimVerdict) -> Vec<&str> {
        let with = self.effects.iter().filter(|effect| effect.verdict == verdict);
        with.map(|effect| effect.system.as_str()).collect()
    }

    /// The systems that could not be tested; one that is as often correct as the constant needs no test.
    fn untested(&self) -> Vec<&str> {
        let is_untested = |effect: &&Effect| {
            effect.verdict == ClaimVerdict::NotTested && effect.difference != Some(0.0)
        };
        self.effects.iter().filter(is_untested).map(|effect| effect.system.as_str()).collect()
    }
}

/// One claim on both populations together.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let of = |population: &Population| {
        let rows = view.with_constant(on_all(*population));
        let first = *rows.first()?;
        let all = view.pairs(on_all(*population));
        let share = |row: &ComparisonRow| row.values[1].clone().ok();
        let whole = rows.iter().find(|row| row.pairs == all).copied();
        let of_all = view.results.value(&first.system_b, *population, Pairs::All, &ACCURACY);
        Some(OnPopulation {
            population: *population,
            label: view.constant_label(first),
            share: of_all.or_else(|| share(whole.unwrap_or(first)))?,
            on_all_pairs: whole.is_some(),
            effects: rows.iter().map(|row| view.effect(row)).collect(),
            values: rows
                .iter()
                .map(|row| row.values.clone().map(|value| value.unwrap_or(f64::NAN)))
                .collect(),
        })
    };
    let found: Vec<OnPopulation<'_>> = view.results.populations().iter().filter_map(of).collect();
    let Some(first) = found.first() else { return Vec::new() };
    let tested = without(&found, &[ClaimVerdict::NotTested]);
    let higher = without(&tested, &[ClaimVerdict::Lower]);
    let wording =
        of_one_label(view, &found).or_else(|| of_no_test(view, &found)).unwrap_or_else(|| {
            Wording {
                topic: "constant".to_owned(),
                line: fitting([
                    line(view, &found, Form { above: true, below: true, shares: true }),
                    line(view, &found, Form { above: true, below: false, shares: true }),
                    line(view, &found, Form { above: false, below: false, shares: true }),
                    line(view, &found, Form { above: false, below: false, shares: false }),
                    line(view, &tested, Form { above: false, below: false, shares: false }),
                    shortest(view, &found),
                    line(view, &higher, Form { above: false, below: false, shares: true }),
                ]),
                headline: Some(headline(view, &found)),
                sentence: Some(sentence(view, &found)),
                paper: Some(paper(view, &found)),
            }
        });
    let subjects: Vec<&str> = view.competing.iter().map(|system| system.name.as_str()).collect();
    let labels = found.iter().map(|one| one.label.to_owned());
    let slice = view.claim_slice(on_all(first.population));
    let made = claim(ClaimKind::Constant, 1, slice, wording).about(&subjects).against(labels);
    let estimates =
        found.iter().flat_map(|one| view.estimates(on_all(one.population), &ACCURACY, &subjects));
    let estimates = estimates.collect();
    let effects = found.iter().flat_map(|one| one.effects.clone()).collect();
    vec![Claim { estimates, ..made.with_effects(effects) }]
}

/// If all pairs have one gold label, the constant is always correct, and comparing systems with it shows nothing.
fn of_one_label(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> Option<Wording> {
    let places = || found.iter().map(|one| on_all(one.population));
    if !places().all(|place| view.gold(place).len() == 1) {
        return None;
    }
    let pairs: u64 = places().map(|place| view.pairs(place)).sum();
    let who = match pairs {
        1 => "The only pair has".to_owned(),
        many => format!("All {many} pairs have"),
    };
    let said = format!(
        "{who} the label {}; the constant baseline is always correct.",
        quoted(found[0].label)
    );
    Some(Wording {
        topic: "check".to_owned(),
        line: fitting([said.clone()]),
        headline: None,
        sentence: Some(said.clone()),
        paper: Some(Paragraph::of(said)),
    })
}

/// If no system could be tested against the constant.
fn of_no_test(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> Option<Wording> {
    if found.iter().flat_map(|one| &one.effects).any(|effect| effect.p.is_some()) {
        return None;
    }
    let label = found[0].label;
    let what = match is_one_label(found) {
        true => format!("the constant {}", quoted(label)),
        false => "the constant baseline".to_owned(),
    };
    let shares = shares(view, found);
    let why = "differences rest on too few clusters";
    Some(Wording {
        topic: "constant".to_owned(),
        line: fitting([
            format!("Not tested against {what} ({shares}): {why}."),
            format!("Not tested against {what} ({shares})."),
        ]),
        headline: None,
        sentence: Some(format!("No system was tested against {what} ({shares}): {why}.")),
        paper: Some(Paragraph::of(format!(
            "No system was tested against always predicting {label} ({shares}), because {why}."
        ))),
    })
}

/// How a line is shortened.
#[derive(Clone, Copy)]
struct Form {
    /// Whether systems above the constant are named, not counted.
    above: bool,
    /// Whether systems below it are.
    below: bool,
    /// Whether the accuracy of the constant is there.
    shares: bool,
}

/// How many systems are above and below the constant on each population.
fn shortest(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> String {
    let counted = |words: &str, verdict: ClaimVerdict| {
        let counts: Vec<usize> = found.iter().map(|one| one.with(verdict).len()).collect();
        let each = found.iter().zip(&counts);
        let each =
            each.map(|(one, count)| format!("{count} on {}", view.pairs_word(one.population)));
        counts
            .iter()
            .any(|count| *count > 0)
            .then(|| format!("{words} {}", each.collect::<Vec<_>>().join(", ")))
    };
    let systems = found[0].effects.len();
    let above = counted("above it", ClaimVerdict::Higher);
    let below = counted("below it", ClaimVerdict::Lower);
    let both: Vec<String> = above.into_iter().chain(below).collect();
    format!(
        "{systems} {} against the constant: {}.",
        plural(systems, "system", "systems"),
        if both.is_empty() { "none differs significantly".to_owned() } else { both.join("; ") }
    )
}

/// The same without what some verdicts state, for a short line.
fn without<'r>(found: &[OnPopulation<'r>], left_out: &[ClaimVerdict]) -> Vec<OnPopulation<'r>> {
    let of = |one: &OnPopulation<'r>| {
        let mut effects = one.effects.clone();
        for effect in effects.iter_mut().filter(|one| left_out.contains(&one.verdict)) {
            effect.verdict = ClaimVerdict::NotSignificant;
        }
        OnPopulation { effects, values: one.values.clone(), ..*one }
    };
    found.iter().map(of).collect()
}

/// `always "entailment"`, with the share on each population.
fn shares(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> String {
    let numbers: Vec<String> = found.iter().map(|one| view.number(one.share)).collect();
    format!("{}{}", numbers.join(", "), view.sign())
}

fn is_one_label(found: &[OnPopulation<'_>]) -> bool {
    found.iter().all(|one| one.label == found[0].label && one.on_all_pairs)
}

/// The systems below the constant on each population, and those that were not tested: `; "A" is below on parts`.
fn below(view: &View<'_, '_>, found: &[OnPopulation<'_>], named: bool) -> String {
    let of = |one: &OnPopulation<'_>, with: Vec<&str>, words: &str| {
        let who = match (with.len(), named) {
            (0, _) => return None,
            (count, false) => count.to_string(),
            (_, true) => view.systems(&with),
        };
        let is = plural(with.len(), "is", "are");
        Some(format!("; {who} {is} {words} on {}", view.pairs_word(one.population)))
    };
    let lower = found.iter().filter_map(|one| of(one, one.with(ClaimVerdict::Lower), "below"));
    let untested = found.iter().filter_map(|one| of(one, one.untested(), "not tested"));
    lower.chain(untested).collect()
}

fn line(view: &View<'_, '_>, found: &[OnPopulation<'_>], form: Form) -> String {
    let Form { above: named, below: below_named, shares: has_shares } = form;
    let systems = found[0].effects.len();
    let label = quoted(found[0].label);
    if systems == 1 {
        let name = view.system(&found[0].effects[0].system);
        let each: Vec<String> = found
            .iter()
            .map(|one| {
                let verb = match one.effects[0].verdict {
                    ClaimVerdict::Higher => "beats",
                    ClaimVerdict::Lower => "is below",
                    _ => "does not significantly beat",
                };
                let on = view.pairs_word(one.population);
                let (label, share) = (quoted(one.label), view.share(one.share));
                format!("{verb} the constant {label} on {on} ({share})")
            })
            .collect();
        return match named {
            true => format!("{name} {}.", each.join(" and ")),
            false => format!("The system {}.", each.join(" and ")),
        };
    }
    if found.iter().all(|one| one.with(ClaimVerdict::Higher).is_empty()) {
        let which = match is_one_label(found) {
            true => format!("the constant {label}"),
            false => "the constant baseline".to_owned(),
        };
        let shares = match has_shares {
            true => format!(" ({})", shares(view, found)),
            false => String::new(),
        };
        return format!("No system beats {which}{shares}{}.", below(view, found, below_named));
    }
    let each = found.iter().enumerate().map(|(at, one)| {
        let higher = one.with(ClaimVerdict::Higher);
        let on = view.pairs_word(one.population);
        let share = match has_shares {
            true => format!(" ({})", view.share(one.share)),
            false => String::new(),
        };
        let always = match at == 0 || one.label != found[0].label {
            true => format!("always {} ", quoted(one.label)),
            false => String::new(),
        };
        match (at, named && higher.len() <= 2 && !higher.is_empty()) {
            (0, true) => {
                let beats = plural(higher.len(), "beats", "beat");
                format!("{} {beats} {always}on {on}{share}", view.systems(&higher))
            }
            (0, false) => {
                let beat = plural(higher.len(), "beats", "beat");
                format!("{} of {systems} systems {beat} {always}on {on}{share}", higher.len())
            }
            (_, true) => format!("{} {always}on {on}{share}", view.systems(&higher)),
            (_, false) => format!("{} {always}on {on}{share}", higher.len()),
        }
    });
    format!("{}{}.", each.collect::<Vec<_>>().join(", "), below(view, found, below_named))
}

fn headline(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> String {
    let systems = found[0].effects.len();
    let on_all =
        |system: &&str| found.iter().all(|one| one.with(ClaimVerdict::Higher).contains(system));
    let higher = found[0].with(ClaimVerdict::Higher);
    let on_both = higher.iter().filter(|system| on_all(system)).count();
    let anywhere = found.iter().any(|one| !one.with(ClaimVerdict::Higher).is_empty());
    let what = match is_one_label(found) {
        true => format!("always predicting {}", found[0].label),
        false => "the constant baseline".to_owned(),
    };
    match (systems, anywhere) {
        (1, false) => {
            format!("No evidence that {} beats {what}", view.system(&found[0].effects[0].system))
        }
        (_, false) => format!("No system beats {what}"),
        (1, true) if on_both == 1 => {
            format!("{} beats {what}", view.system(&found[0].effects[0].system))
        }
        (_, true) if found.len() > 1 => {
            format!("{} the constant on both populations", beat(on_both, systems))
        }
        (_, true) => format!("{} {what}", beat(on_both, systems)),
    }
}

/// `Three of nine systems beat`, `No system beats`, `Both systems beat`.
fn beat(winners: usize, systems: usize) -> String {
    match (winners, systems) {
        (0, _) => "No system beats".to_owned(),
        (2, 2) => "Both systems beat".to_owned(),
        (all, of) if all == of => format!("All {} systems beat", small_number(of)),
        (1, of) => format!("One of {} systems beats", small_number(of)),
        (some, of) => {
            format!("{} of {} systems beat", number_in_words(some), small_number(of))
        }
    }
}

/// How many of many systems beat the constant on each population.
fn counted_in_paper(view: &View<'_, '_>, found: &[OnPopulation<'_>], said: &mut Paragraph) {
    for (at, one) in found.iter().enumerate() {
        let count = one.with(ClaimVerdict::Higher).len();
        let better = format!("significantly better than always predicting {}", one.label);
        said.say(match (at, count) {
            (0, 0) => format!("No system is {better}"),
            (0, 1) => format!("One system is {better}"),
            (0, many) => format!("{} systems are {better}", number_in_words(many)),
            (_, 0) => " and none".to_owned(),
            (_, some) => format!(" and {}", small_number(some)),
        });
        said.say(format!(" on {} (", pairs_in_paper(view, one.population)));
        said.push(view.share_in_paper(one.share));
        let higher: Vec<&Effect> = one.effects.iter().filter(|one| one.is_significant()).collect();
        if let Some(p) = view.p_in_paper(&higher, true).filter(|_| count > 0) {
            said.say("; ");
            said.push(p);
        }
        said.say(")");
    }
}

/// Each significant difference, or that there is none.
fn sentence(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> String {
    let mut clauses = Vec::new();
    for one in found {
        let on = view.pairs_word(one.population);
        let against = format!("always predicting {}", quoted(one.label));
        for (verdict, words) in [
            (ClaimVerdict::Higher, "more accurate than"),
            (ClaimVerdict::Lower, "less accurate than"),
        ] {
            let names = one.with(verdict);
            let effects: Vec<&Effect> =
                one.effects.iter().filter(|effect| effect.verdict == verdict).collect();
            if !names.is_empty() {
                let is = plural(names.len(), "is", "are");
                let p = view.p_of(&effects, true);
                let tested: Vec<(u64, [f64; 2])> = one
                    .effects
                    .iter()
                    .zip(&one.values)
                    .filter(|(effect, _)| effect.verdict == verdict)
                    .map(|(effect, values)| (effect.pairs, *values))
                    .collect();
                let range = match tested.as_slice() {
                    [(_, [first, _]), (_, [second, _])] => {
                        format!("{} and {}", view.number(*first), view.share(*second))
                    }
                    _ => view.range(tested.iter().map(|(_, [own, _])| *own)),
                };
                let (least, most) = tested
                    .iter()
                    .fold((u64::MAX, 0), |(least, most), (n, _)| (least.min(*n), most.max(*n)));
                let pairs = match least == most {
                    true => least.to_string(),
                    false => format!("the {least} to {most}"),
                };
                let on = match least == view.pairs(on_all(one.population)) {
                    true => on.to_owned(),
                    false => {
                        format!("{on} that {}", plural(names.len(), "it predicts", "they predict"))
                    }
                };
                clauses.push(format!(
                    "{} {is} {words} {against} on {pairs} {on} ({range} against {}, {p})",
                    match names.len() {
                        few if few <= 2 => view.systems(&names),
                        many => format!(
                            "{} of {} systems",
                            number_in_words(many),
                            small_number(one.effects.len())
                        ),
                    },
                    view.range(tested.iter().map(|(_, [_, constant])| *constant))
                ));
            }
        }
    }
    if clauses.is_empty() {
        let all: Vec<&Effect> = found.iter().flat_map(|one| &one.effects).collect();
        let p = view.p_of(&all, false);
        let p = if p.is_empty() { p } else { format!(", {p}") };
        let n = found.iter().map(|one| {
            format!("{} {}", view.pairs(on_all(one.population)), view.pairs_word(one.population))
        });
        return format!(
            "No difference from the constant ({} on {}) is significant{p}.{}",
            shares(view, found),
            n.collect::<Vec<_>>().join(" and "),
            untested(view, found)
        );
    }
    let has = |verdict| found.iter().any(|one| !one.with(verdict).is_empty());
    let rest = match has(ClaimVerdict::NotSignificant) && clauses.len() == 1 {
        true => " No other difference from the constant is significant.",
        false => "",
    };
    format!("{}.{rest}{}", clauses.join(". "), untested(view, found))
}

/// The systems that were not tested, in a sentence of their own.
fn untested(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> String {
    let of = |one: &OnPopulation<'_>| {
        let names = one.untested();
        let were = plural(names.len(), "was", "were");
        let on = view.pairs_word(one.population);
        (!names.is_empty()).then(|| format!(" {} {were} not tested on {on}.", view.systems(&names)))
    };
    found.iter().filter_map(of).collect()
}

/// Which systems are better than the constant: a clause for each population, or one if they are the same on both.
fn clauses_in_paper(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> Vec<Paragraph> {
    let is_same = |one: &OnPopulation<'_>| {
        (one.with(ClaimVerdict::Higher), one.label)
            == (found[0].with(ClaimVerdict::Higher), found[0].label)
    };
    let groups: Vec<&[OnPopulation<'_>]> = match found.iter().all(is_same) {
        true => vec![found],
        false => found.chunks(1).collect(),
    };
    let clause = |on: &&[OnPopulation<'_>]| {
        let places: Vec<String> =
            on.iter().map(|one| pairs_in_paper(view, one.population)).collect();
        let mut said = Paragraph::of(format!("On {}, ", places.join(" and ")));
        let higher = on[0].with(ClaimVerdict::Higher);
        said.extend(match higher.as_slice() {
            [] => Paragraph::of("no system"),
            few if few.len() <= 3 => {
                listed(few.iter().map(|name| view.name_in_paper(name)).collect())
            }
            many => Paragraph::of(format!(
                "{} of the {} systems",
                small_number(many.len()),
                small_number(on[0].effects.len())
            )),
        });
        let is = if higher.len() > 1 { "are" } else { "is" };
        said.say(format!(" {is} significantly better than always predicting {} (", on[0].label));
        said.extend(listed(
            on.iter().map(|one| Paragraph(vec![view.share_in_paper(one.share)])).collect(),
        ));
        let significant: Vec<&Effect> = on
            .iter()
            .flat_map(|one| &one.effects)
            .filter(|effect| effect.verdict == ClaimVerdict::Higher)
            .collect();
        if let Some(p) = view.p_in_paper(&significant, true) {
            said.say("; ");
            said.push(p);
        }
        said.say(")");
        said
    };
    groups.iter().map(clause).collect()
}

/// `original pairs`, or `the pairs` of data without parts.
fn pairs_in_paper(view: &View<'_, '_>, population: Population) -> String {
    match view.results.evaluation.is_decomposed() {
        true => format!("{} pairs", population.name()),
        false => "the pairs".to_owned(),
    }
}

fn paper(view: &View<'_, '_>, found: &[OnPopulation<'_>]) -> Paragraph {
    let pairs = |population: Population| pairs_in_paper(view, population);
    let shares =
        listed(found.iter().map(|one| Paragraph(vec![view.share_in_paper(one.share)])).collect());
    let mut said = Paragraph::default();
    let none = found.iter().all(|one| one.with(ClaimVerdict::Higher).is_empty());
    if none {
        let who = match found[0].effects.as_slice() {
            [only] => {
                let mut name = view.name_in_paper(&only.system);
                name.say(" is not");
                name
            }
            _ => Paragraph::of("No system is"),
        };
        said.extend(who);
        said.say(format!(" significantly better than always predicting {} (", found[0].label));
        said.extend(shares);
        said.say(")");
    } else if found[0].effects.len() > NAMED {
        counted_in_paper(view, found, &mut said);
    } else {
        let clauses = clauses_in_paper(view, found);
        for (at, clause) in clauses.into_iter().enumerate() {
            said.say(if at > 0 { ". " } else { "" });
            said.extend(clause);
        }
    }
    let lower = |one: &OnPopulation<'_>| -> Vec<String> {
        one.with(ClaimVerdict::Lower).into_iter().map(str::to_owned).collect()
    };
    let mut worse: Vec<(Vec<String>, Vec<&OnPopulation<'_>>)> = Vec::new();
    for one in found.iter().filter(|one| !lower(one).is_empty()) {
        match worse.iter_mut().find(|(names, _)| *names == lower(one)) {
            Some((_, on)) => on.push(one),
            None => worse.push((lower(one), vec![one])),
        }
    }
    let worse: Vec<Paragraph> = worse
        .iter()
        .map(|(names, on)| {
            let mut who = match names.len() {
                1..=3 => listed(names.iter().map(|name| view.name_in_paper(name)).collect()),
                many => Paragraph::of(format!("{} systems", small_number(many))),
            };
            let is = plural(names.len(), "is", "are");
            let places: Vec<String> = on.iter().map(|one| pairs(one.population)).collect();
            who.say(format!(" {is} significantly worse on {}", places.join(" and ")));
            let effects = on.iter().flat_map(|one| &one.effects);
            let effects: Vec<&Effect> =
                effects.filter(|effect| effect.verdict == ClaimVerdict::Lower).collect();
            if let Some(p) = view.p_in_paper(&effects, true) {
                who.say(" (");
                who.push(p);
                who.say(")");
            }
            who
        })
        .collect();
    if !worse.is_empty() {
        said.say("; ");
        said.extend(listed(worse));
    }
    said.say(".");
    said.say(untested(view, found));
    said
}
