//! The findings of the page: a headline, a sentence and a small drawing for each of at most six claims.

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{Origin, Population, ReadingQuestion, SliceKind, SystemCounts};

use super::choice::choose;
use super::claim::{Claim, ClaimKind};
use super::view::{Place, View};
use crate::{Pairs, PairsBehind, Results, Style};

/// At most so many findings are on a page.
pub(crate) const FINDINGS: usize = 6;

/// How many systems a drawing beside a finding shows.
const DRAWN: usize = 12;

/// A claim as a page shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// A word that names it in lists and links: its kind, with a number from the second one on.
    pub key: String,
    /// The conclusion in a few words.
    pub headline: String,
    /// The same with values, n and p.
    pub sentences: Vec<String>,
    /// What is drawn beside it.
    pub drawing: Option<Drawing>,
    /// Where the evidence is.
    pub evidence: Evidence,
}

/// Where the evidence of a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The comparisons of systems.
    Comparisons,
    /// Phenomena by systems.
    Phenomena,
    /// Originals beside their parts.
    Composition,
    /// What judges and people say.
    Judges,
    /// The section on stages of systems that decompose for themselves.
    Stages,
}

/// A small drawing.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawing {
    /// An estimate with its interval for each system, and a value that all are compared with.
    Strips {
        /// How values are written, which decides the axis.
        style: Style,
        /// A row a system.
        rows: Vec<Strip>,
        /// A value with its name.
        reference: Option<(f64, String)>,
        /// What is drawn, and what the intervals are.
        caption: String,
    },
    /// A value for each gold label, joined by a line, for each system.
    Dumbbells {
        /// The gold labels, at most three.
        judgments: Vec<Judgment>,
        /// A row a system, with a value a label.
        rows: Vec<(StripName, Vec<Option<Estimate>>)>,
    },
}

impl Drawing {
    /// What is drawn, and what its intervals are.
    #[must_use]
    pub fn caption(&self) -> String {
        match self {
            Self::Strips { caption, .. } => caption.clone(),
            Self::Dumbbells { .. } => "Recall on the pairs with each gold label".to_owned(),
        }
    }
}

/// The system of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripName {
    /// Its name as readers see it.
    pub name: String,
    /// Whether it is an oracle.
    pub reads_gold: bool,
}

/// A value with the pairs that it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The unrounded value, in the unit of its measure: shares from 0 to 1.
    pub value: f64,
    /// The pairs, if they are known one by one.
    pub behind: Option<PairsBehind>,
}

/// A row of strips.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// The system whose estimate the row shows.
    pub system: StripName,
    /// The system's value on the axis of the strips.
    pub estimate: Estimate,
    /// The interval of the value.
    pub interval: Option<Interval>,
}

/// The findings of a page, in the order of the summary.
pub(crate) fn findings(results: &Results<'_>, claims: &[Claim]) -> Vec<Finding> {
    let view = View::new(results);
    let chosen = choose(claims, FINDINGS, |claim| {
        claim.wording.headline.is_some() && claim.wording.sentence.is_some()
    });
    let mut found: Vec<Finding> = Vec::new();
    for claim in chosen {
        let kind = key(claim.kind);
        let number = 1 + found.iter().filter(|one| one.key.starts_with(kind)).count();
        let key = if number == 1 { kind.to_owned() } else { format!("{kind}-{number}") };
        let evidence = match claim.kind {
            ClaimKind::Composition | ClaimKind::Index | ClaimKind::DirectOrComposed => {
                Evidence::Composition
            }
            ClaimKind::Constant | ClaimKind::Groups if !results.comparisons.is_empty() => {
                Evidence::Comparisons
            }
            ClaimKind::Judges => Evidence::Judges,
            ClaimKind::Stages => Evidence::Stages,
            _ => Evidence::Phenomena,
        };
        found.push(Finding {
            key,
            headline: claim.wording.headline.clone().unwrap_or_default(),
            sentences: claim.wording.sentence.clone().into_iter().collect(),
            drawing: drawing(&view, claim),
            evidence,
        });
    }
    found
}

fn key(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Constant => "constant",
        ClaimKind::Groups => "best",
        ClaimKind::BelowConstant => "below",
        ClaimKind::Reversal => "reversal",
        ClaimKind::Separating => "separating",
        ClaimKind::CommonFailure => "failure",
        ClaimKind::Label => "labels",
        ClaimKind::Composition | ClaimKind::DirectOrComposed => "composition",
        ClaimKind::Index => "index",
        ClaimKind::Stages => "stages",
        _ => "note",
    }
}

/// What is drawn beside a claim.
fn drawing(view: &View<'_, '_>, claim: &Claim) -> Option<Drawing> {
    let population = match claim.slice.population {
        "original" => Population::Original,
        "monothematic" => Population::Monothematic,
        _ => Population::Decomposition,
    };
    let slices = &view.results.evaluation.slices;
    let slice = slices
        .iter()
        .position(|one| {
            one.kind.to_string() == claim.slice.slice_kind && one.name == claim.slice.slice
        })
        .unwrap_or(0);
    let place = Place { population, slice, measure: ACCURACY.key };
    match claim.kind {
        ClaimKind::Groups if claim.measure != ACCURACY.key => None,
        ClaimKind::Groups
        | ClaimKind::BelowConstant
        | ClaimKind::Separating
        | ClaimKind::Reversal
        | ClaimKind::CommonFailure => accuracies(view, place),
        ClaimKind::Label => dumbbells(view.results, population),
        ClaimKind::Composition => association(view),
        ClaimKind::Index => index(view),
        _ => None,
    }
}

fn drawn<'r>(view: &View<'_, 'r>) -> impl Iterator<Item = (&'r SystemCounts, StripName)> {
    view.results.evaluation.systems.iter().take(DRAWN).map(|system| {
        let name = view.results.marked(system);
        (system, StripName { name, reads_gold: system.origin == Origin::ReadsGold })
    })
}

fn accuracies(view: &View<'_, '_>, place: Place) -> Option<Drawing> {
    let results = view.results;
    let rows = drawn(view).filter_map(|(system, name)| {
        let pairs = Pairs::Slice(place.slice);
        let score = results.score(&system.name, place.population, pairs, &ACCURACY)?;
        let interval = score.interval.map(|interval| interval.interval);
        let estimate =
            Estimate { value: score.value.clone().ok()?, behind: results.behind(Some(score)) };
        Some(Strip { system: name, estimate, interval })
    });
    let rows: Vec<Strip> = rows.collect();
    let constant = view.with_constant(Place { ..place }).first().copied();
    let constant = constant.or_else(|| view.with_constant(place.on(0)).first().copied());
    let reference = constant.and_then(|row| {
        let is_here = row.slice.kind == SliceKind::All || place.slice > 0;
        let label = view.constant_label(row);
        let pairs = Pairs::Slice(place.slice);
        let share = results.value(&row.system_b, place.population, pairs, &ACCURACY)?;
        is_here.then(|| (share, format!("always {label}")))
    });
    let on = match place.slice {
        0 => view.pairs_word(place.population).to_owned(),
        slice => format!("{} {}", view.slice_quoted(slice), view.pairs_word(place.population)),
    };
    let caption = format!("Accuracy on {} {on}{}", view.pairs(place), intervals(view, &rows));
    (!rows.is_empty()).then_some(Drawing::Strips {
        style: ACCURACY.style,
        rows,
        reference,
        caption,
    })
}

/// ` with 95 % confidence intervals`, if there are any.
fn intervals(view: &View<'_, '_>, rows: &[Strip]) -> String {
    match rows.iter().any(|row| row.interval.is_some()) {
        true => format!(" with {} confidence intervals", view.results.level()),
        false => String::new(),
    }
}

/// The stratified differences with the intervals of their tests.
fn association(view: &View<'_, '_>) -> Option<Drawing> {
    let results = view.results;
    let rows = drawn(view).filter_map(|(system, name)| {
        let row = results.readings.iter().find(|row| {
            row.system == system.name && row.question == ReadingQuestion::CarryingOver
        })?;
        let all = (Population::Decomposition, Pairs::All);
        let counting = results.score(&system.name, all.0, all.1, &WHOLE_ACCURACY);
        let value = row.difference.as_ref().ok().copied()?;
        let estimate = Estimate { value, behind: results.behind(counting) };
        Some(Strip { system: name, estimate, interval: row.adjusted_interval })
    });
    let rows: Vec<Strip> = rows.collect();
    let caption = format!(
        "How much more often originals are correct if all parts are, in points, with adjusted {} intervals",
        results.level()
    );
    let reference = Some((0.0, "no difference".to_owned()));
    (!rows.is_empty()).then_some(Drawing::Strips {
        style: Style::SignedPercent,
        rows,
        reference,
        caption,
    })
}

fn index(view: &View<'_, '_>) -> Option<Drawing> {
    let results = view.results;
    let rows = drawn(view).filter_map(|(system, name)| {
        let (population, all) = (Population::Decomposition, Pairs::All);
        let score = results.score(&system.name, population, all, &CORRELATION_INDEX)?;
        let counting = results.score(&system.name, population, all, &WHOLE_ACCURACY);
        let estimate =
            Estimate { value: score.value.clone().ok()?, behind: results.behind(counting) };
        let interval = score.interval.map(|interval| interval.interval);
        Some(Strip { system: name, estimate, interval })
    });
    let rows: Vec<Strip> = rows.collect();
    let caption = format!("Correlation Index{}", intervals(view, &rows));
    let reference = Some((1.0, "CI 1".to_owned()));
    (!rows.is_empty()).then_some(Drawing::Strips {
        style: CORRELATION_INDEX.style,
        rows,
        reference,
        caption,
    })
}

fn dumbbells(results: &Results<'_>, population: Population) -> Option<Drawing> {
    let gold = results.evaluation.gold(population, 0);
    let judgments: Vec<Judgment> = results
        .evaluation
        .judgments()
        .into_iter()
        .filter(|judgment| gold.gold(*judgment) > 0)
        .collect();
    if !(2..=3).contains(&judgments.len()) {
        return None;
    }
    let view = View::new(results);
    let rows = drawn(&view).map(|(system, name)| {
        let of = |judgment: &Judgment| {
            let pairs = Pairs::Gold(*judgment);
            let score = |measure| {
                let score = results.score(&system.name, population, pairs, measure)?;
                score.value.is_ok().then_some(score)
            };
            let score = score(&CONDITIONED_ACCURACY).or_else(|| score(&ACCURACY))?;
            let behind = results.behind(Some(score)).map(|pairs| pairs.with_gold(*judgment));
            Some(Estimate { value: score.value.clone().ok()?, behind })
        };
        (name, judgments.iter().map(of).collect::<Vec<_>>())
    });
    let rows: Vec<_> = rows.filter(|(_, values)| values.iter().any(Option::is_some)).collect();
    (!rows.is_empty()).then_some(Drawing::Dumbbells { judgments, rows })
}
