//! At which stage systems that decompose for themselves have originals wrong, and what they leave out.

use phenom_dataset::{Aggregation, KnownFrom, listed};
use phenom_metrics::Population;
use phenom_metrics::stages::{Order, Section, StageAbout, StageRow, StagedSystem, Stages};

use crate::analyses::{Staged, because, short};
use crate::claims::claim::{Claim, ClaimKind, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::view::View;
use crate::claims::wording::{NAMED, fitting, p_value, plural};
use crate::paragraph::{Paragraph, Span};

/// The most stages that a line names.
const STAGES: usize = 3;

/// For each system its wrong originals by stage, and what it leaves out; the stages at which systems differ; and all budgets,
/// for a paper.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let Some(staged) = Staged::of(view.results) else { return Vec::new() };
    let mut claims = Vec::new();
    for system in staged.systems {
        claims.extend(budget(view, staged, system));
        claims.extend(left_out(view, staged, system));
    }
    claims.extend(differences(view, staged));
    claims.extend(for_a_paper(view, staged));
    claims
}

fn of_stages(view: &View<'_, '_>, name: &str, tier: u8, wording: Wording) -> Claim {
    made(view, ClaimKind::Stages, (name, tier), wording)
}

fn made(view: &View<'_, '_>, kind: ClaimKind, (name, tier): (&str, u8), wording: Wording) -> Claim {
    let slice = view.claim_slice(on_all(Population::Original));
    let made = claim(kind, tier, slice, wording);
    Claim { id: format!("{}/{name}", made.id), ..made }
}

/// The stages of a system with their rows and shares, the largest share first; none that have no originals, or no share.
fn by_stage<'r>(staged: Staged<'r>, system: &str) -> Vec<(Stages, &'r StageRow, f64)> {
    /// What is less is rounded to nothing.
    const LEAST: f64 = 0.0005;
    let stages = staged.stages().into_iter();
    let found = stages.filter_map(|of| {
        let row = staged.budget(system, of, Order::VerdictsFirst)?;
        let share = row.value.clone().ok().filter(|share| *share > 0.0)?;
        (!row.is_corrected || share >= LEAST).then_some((of, row, share))
    });
    let mut found: Vec<(Stages, &StageRow, f64)> = found.collect();
    found.sort_by(|one, other| other.2.total_cmp(&one.2));
    found
}

/// The wrong originals of a system.
fn wrong(staged: Staged<'_>, system: &StagedSystem) -> Option<u64> {
    let composed = staged.figure(&system.system, "composed")?.counts;
    Some(composed.denominator - composed.numerator)
}

/// A share with its interval.
fn with_interval(view: &View<'_, '_>, row: &StageRow, share: f64) -> String {
    let ends = row.interval.map_or(String::new(), |ends| {
        format!(" [{}, {}]", view.number(ends.lower), view.number(ends.upper))
    });
    format!("{}{ends}", view.share(share))
}

/// Originals that are correct, but depend on missing parts.
fn depending(staged: Staged<'_>, system: &StagedSystem) -> u64 {
    let row = staged.figure(&system.system, "incomplete");
    row.filter(|row| !row.is_corrected).map_or(0, |row| row.counts.numerator)
}

/// Whether accuracy of originals counts missing parts as failed verdicts: not for a system that predicts originals itself, and
/// not where shared words alone say what is missing.
fn counts_missing(staged: Staged<'_>, system: &StagedSystem) -> bool {
    let direct = staged.figure(&system.system, "direct");
    let predicts = direct.is_some_and(|row| row.counts.denominator > 0)
        || system.aggregation == Aggregation::Own;
    !predicts && system.knowledge.covers != Some(KnownFrom::Words)
}

fn budget(view: &View<'_, '_>, staged: Staged<'_>, system: &StagedSystem) -> Option<Claim> {
    let found = by_stage(staged, &system.system);
    let wrong = wrong(staged, system)?;
    let (most, row, share) = found.first()?;
    let name = view.system(&system.system);
    // Counts are those of the judge, where people correct it.
    let counted = !row.is_corrected;
    let amount = |row: &StageRow, share: f64| match counted {
        true => row.counts.numerator.to_string(),
        false => view.share(share),
    };
    let shown: Vec<String> = found
        .iter()
        .take(STAGES)
        .map(|(of, row, share)| format!("{} {}", amount(row, *share), short(*of)))
        .collect();
    let shown = format!("{}{}", shown.join(", "), if found.len() > STAGES { ", …" } else { "" });
    let long: Vec<String> = found
        .iter()
        .map(|(of, row, share)| {
            let share = with_interval(view, row, *share);
            match counted {
                true => format!("{} ({share}) because {}", row.counts.numerator, because(*of)),
                false => format!("{share} because {}", because(*of)),
            }
        })
        .collect();
    let depends = depending(staged, system);
    let more = match depends {
        0 => String::new(),
        depends => format!(" (+ {depends} that depend on missing parts)"),
    };
    let wording = Wording {
        topic: "stages".to_owned(),
        line: fitting([
            format!("{name}, {wrong} wrong as composed{more}: {shown}."),
            format!("{name}, {wrong} wrong as composed: {shown}."),
            format!("{name}, {wrong} wrong as composed: {}, …", amount_of(&shown)),
        ]),
        headline: Some(match counted {
            true => {
                let count = row.counts.numerator;
                format!("{name}: {count} of {wrong} wrong because {}", because(*most))
            }
            false => format!("{name}: {} wrong because {}", view.share(*share), because(*most)),
        }),
        sentence: Some(format!(
            "{wrong} of {} originals of {name} are wrong as composed{more}: {}. Shares are of all originals{}; verdicts are replaced \
             first.",
            system.originals,
            listed(&long, "and"),
            if counted { "" } else { ", corrected by people" }
        )),
        paper: None,
    };
    Some(of_stages(view, &format!("budget/{name}"), 3, wording).about(&[&system.system]))
}

/// The first of some stages in a line.
fn amount_of(shown: &str) -> &str {
    shown.split(", ").next().unwrap_or(shown)
}

/// Reference parts, originals and verdicts that a system leaves out.
fn left_out(view: &View<'_, '_>, staged: Staged<'_>, system: &StagedSystem) -> Option<Claim> {
    let name = view.system(&system.system);
    let covered = staged.figure(&system.system, "covered")?;
    let mut said = Vec::new();
    let missing = covered.value.clone().ok().map(|covered| 1.0 - covered);
    if let Some(missing) = missing.filter(|missing| *missing > 0.0) {
        said.push(format!("{} of the reference parts", view.share(missing)));
    }
    if system.empty > 0 {
        let originals = plural(system.empty as usize, "original", "originals");
        said.push(format!("all parts of {} {originals}", system.empty));
    }
    if system.failed > 0 {
        said.push(format!("{} of {} verdicts", system.failed, system.parts));
    }
    if said.is_empty() {
        return None;
    }
    let what = listed(&said, "and");
    let depends = depending(staged, system);
    let on_them = match depends {
        0 => String::new(),
        1 => "; 1 correct original depends on them".to_owned(),
        depends => format!("; {depends} correct originals depend on them"),
    };
    let of_correct = match depends > 0 && counts_missing(staged, system) {
        true => " The accuracy of originals counts these as wrong.",
        false => "",
    };
    let wording = Wording {
        topic: "left out".to_owned(),
        line: fitting([
            format!("{name} lacks {what}{on_them}."),
            format!("{name} lacks {}{on_them}.", said[0]),
            format!("{name} lacks {}.", said[0]),
        ]),
        headline: Some(format!("{name} lacks {}", said[0])),
        sentence: Some(format!("{name} lacks {what}{on_them}.{of_correct}")),
        paper: None,
    };
    let id = format!("left_out/{name}");
    Some(made(view, ClaimKind::Validity, (&id, 2), wording).about(&[&system.system]))
}

/// The stages at which two systems differ significantly.
fn differences(view: &View<'_, '_>, staged: Staged<'_>) -> Vec<Claim> {
    let alpha = 1.0 - view.level();
    let significant = staged.differences(Section::Budget).filter(|row| row.is_significant(alpha));
    let made = significant.filter_map(|row| {
        let (StageAbout::Budget(of, order), Ok(value)) = (&row.about, &row.value) else { return None };
        let versus = row.versus.as_deref()?;
        let (more, less) = match *value > 0.0 {
            true => (row.system.as_str(), versus),
            false => (versus, row.system.as_str()),
        };
        let share = |system: &str| {
            let value = staged.budget(system, *of, *order)?.value.clone().ok()?;
            Some(view.share(value.clamp(0.0, 1.0)))
        };
        let (high, low) = (share(more)?, share(less)?);
        let (first, second) = (view.system(more), view.system(less));
        let p = p_value("=", row.p_adjusted?);
        let long = format!(
            "More originals of {first} than of {second} are wrong because {} ({high} against {low}, adjusted p {p}).",
            because(*of)
        );
        let wording = Wording {
            topic: "stages".to_owned(),
            line: fitting([
                format!("{}: more of {first} than of {second} ({high}, {low}, p {p}).", short(*of)),
                format!("{}: {first} {high}, {second} {low} (p {p}).", short(*of)),
                format!("Two systems differ at a stage ({high} against {low}, p {p})."),
            ]),
            headline: Some(format!("More of {first} than of {second} because {}", because(*of))),
            sentence: Some(long),
            paper: difference_in_paper(view, [more, less], *of, row),
        };
        let id = format!("difference/{}/{first}/{second}", of.name());
        Some(of_stages(view, &id, 3, wording).about(&[more, less]))
    });
    made.collect()
}

/// The same for a paper.
fn difference_in_paper(
    view: &View<'_, '_>,
    [more, less]: [&str; 2],
    of: Stages,
    row: &StageRow,
) -> Option<Paragraph> {
    let mut said = Paragraph::of("More originals of ");
    said.extend(view.name_in_paper(more));
    said.say(" than of ");
    said.extend(view.name_in_paper(less));
    said.say(format!(" are wrong because {} (", because(of)));
    said.push(Span::P { name: "adjusted p", value: p_value("=", row.p_adjusted?) });
    said.say(").");
    Some(said)
}

/// All budgets in a sentence.
fn for_a_paper(view: &View<'_, '_>, staged: Staged<'_>) -> Option<Claim> {
    let mut said = Paragraph::of(
        "Shares of originals by the first replacement that mends the composed prediction (gold labels for verdicts, then no \
         unfaithful parts, then the reference parts; rule: none does), the largest first: ",
    );
    let mut any = false;
    for system in staged.systems.iter().take(NAMED) {
        let found = by_stage(staged, &system.system);
        if found.is_empty() {
            continue;
        }
        said.say(if any { "; " } else { "" });
        said.extend(view.name_in_paper(&system.system));
        for (place, (of, row, share)) in found.iter().take(STAGES).enumerate() {
            said.say(if place == 0 { " " } else { ", " });
            said.push(view.share_in_paper(*share));
            let ends = row.interval.map_or(String::new(), |ends| {
                format!(" [{}, {}]", view.number(ends.lower), view.number(ends.upper))
            });
            said.say(format!("{ends} ({})", short(*of)));
        }
        if let Some(row) = staged.figure(&system.system, "incomplete")
            && let Some(share) = row.value.clone().ok().filter(|share| *share > 0.0)
        {
            said.say("; a further ");
            said.push(view.share_in_paper(share));
            said.say(" are correct but depend on missing parts");
        }
        any = true;
    }
    said.say(".");
    let wording = Wording { topic: "stages".to_owned(), paper: Some(said), ..Wording::default() };
    any.then(|| of_stages(view, "paper", 1, wording))
}
