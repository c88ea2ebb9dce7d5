//! Two systems on one slice: one sentence, the difference with its interval, the pairs behind it, and how many pairs more
//! it would take.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::statistics::Question;
use phenom_metrics::{Change, ComparisonRow, Population, Slice, SliceKind, sensitivity};

use super::block::Block;
use super::changes::ShownChange;
use super::names::{counted, cut};
use super::outcome::Shown;
use super::short::method;
use crate::Results;
use crate::claims::{View, pairwise};
use crate::low_power::low_power_caution;
use crate::question_words::Asked;

/// At most so many pairs are named unasked.
const NAMED: usize = 8;

/// The first two systems of an evaluation by accuracy on a slice, by its number; the changed pairs of the slice, if they are
/// known. Empty if the systems were not compared there.
#[must_use]
pub fn on_slice(
    results: &Results<'_>,
    number: usize,
    changes: Option<&[ShownChange]>,
    shown: Shown,
) -> Vec<Block> {
    let evaluation = results.evaluation;
    let [Some(new), Some(old)] = [evaluation.systems.first(), evaluation.systems.get(1)] else {
        return Vec::new();
    };
    let of = &evaluation.slices[number];
    let population = evaluation.populations().last().copied().unwrap_or(Population::Original);
    let row = results.comparisons.iter().find(|row| {
        (&row.system_a, &row.system_b) == (&new.name, &old.name)
            && row.slice == *of
            && row.measure.key == ACCURACY.key
            && row.population == population
    });
    let Some(row) = row else { return Vec::new() };
    let view = View::new(results);
    let said = pairwise(&view, row).unwrap_or_default();
    let (first, rest) =
        said.split_once("). ").map_or((said.as_str(), None), |(first, rest)| (first, Some(rest)));
    let end = if rest.is_some() { ")." } else { "" };
    let mut blocks = vec![Block::Heading(None, format!("{first}{end}"))];
    blocks.extend(rest.map(|rest| Block::Paragraph(rest.to_owned())));
    let asked = Asked::of_two(evaluation).filter(|asked| asked.runs() != [1, 1]);
    let [new, old] = [new, old].map(|system| cut(results.shown(&system.name)));
    blocks.extend(asked.map(|asked| Block::Paragraph(asked.in_words([&new, &old]))));
    blocks.extend(difference(&view, row).map(Block::Paragraph));
    blocks.extend(rests_on(results, row).map(Block::Paragraph));
    blocks.extend(low_power_caution([row]).map(Block::Paragraph));
    if let Some(changes) = changes {
        blocks.push(Block::Paragraph(behind(results, changes, (of, population), shown.pairs)));
    }
    blocks.extend(needed(results, row).map(Block::Paragraph));
    blocks.push(Block::Method(method(results, None)));
    blocks
}

/// `Difference: +45.0 points, adjusted 95 % interval [+7.8, +82.2].`
fn difference(view: &View<'_, '_>, row: &ComparisonRow) -> Option<String> {
    let effect = view.effect(row);
    let points = view.with_unit(&view.points(effect.difference?));
    let interval = match effect.adjusted_interval {
        Some(_) => {
            format!(", adjusted {} interval{}", view.results.level(), view.interval_of(&effect))
        }
        None => String::new(),
    };
    Some(format!("Difference: {points}{interval}."))
}

fn rests_on(results: &Results<'_>, row: &ComparisonRow) -> Option<String> {
    let found = sensitivity(results.evaluation, row)?;
    let unit = crate::resampled::unit(results.evaluation);
    Some(format!(
        "Fragile: the difference is not significant without {} of the {} {unit}s in which the predictions differ.",
        found.without, found.differing
    ))
}

/// The changed pairs of a slice, by their phenomena and properties.
fn behind(
    results: &Results<'_>,
    changes: &[ShownChange],
    (of, population): (&Slice, Population),
    all: bool,
) -> String {
    let has_tag = |path: &String| {
        let rest = path.strip_prefix(of.name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    let is_here = |change: &&ShownChange| match of.kind {
        SliceKind::Phenomenon | SliceKind::Category => change.phenomena.iter().any(has_tag),
        _ => change.properties.iter().any(|(kind, name)| *kind == of.kind && of.name == *name),
    };
    let here = changes.iter().filter(|change| change.population == population).filter(is_here);
    match of.kind {
        SliceKind::Phenomenon
        | SliceKind::Category
        | SliceKind::Task
        | SliceKind::Attribute(_) => pairs(results, &here.collect::<Vec<_>>(), all),
        _ => {
            "The pairs behind it are not listed for a slice of this kind. `--pairs` without `--on` lists all pairs."
                .to_owned()
        }
    }
}

/// The pairs that are newly correct and newly wrong.
fn pairs(results: &Results<'_>, here: &[&ShownChange], all: bool) -> String {
    let of = |change: Change, what: &str| {
        let mut own: Vec<&&ShownChange> = here.iter().filter(|one| one.change == change).collect();
        own.sort_by(|a, b| b.share.total_cmp(&a.share));
        let count = own.len();
        let named = own.iter().take(if all { usize::MAX } else { NAMED });
        let named: Vec<String> = named.map(|one| cut(&one.pair)).collect();
        let more = if count > named.len() { ", …" } else { "" };
        match named.is_empty() {
            true => format!("none {what}"),
            false => {
                format!("{} {what} ({}{more})", counted(count, "pair", "pairs"), named.join(", "))
            }
        }
    };
    let more = if here.len() > NAMED && !all { " `--pairs` names all." } else { "" };
    let whose = match results.evaluation.judged {
        None => "Pairs",
        Some(_) => "Of the pairs that people read",
    };
    format!(
        "{whose}: {}, {}.{more}",
        of(Change::Mended, "newly correct"),
        of(Change::Broken, "newly wrong")
    )
}

/// How many more pairs a test of the planned difference takes.
fn needed(results: &Results<'_>, row: &ComparisonRow) -> Option<String> {
    if results.evaluation.judged.is_some() {
        let said = "`phenom label CONFIG A B --for difference` draws pairs whose labels show more of this difference.";
        return Some(said.to_owned());
    }
    if row.is_significant() {
        return None;
    }
    if row.question == Question::Methods {
        return Some(
            "More pairs do not replace runs, so phenom gives no number of pairs for a test of methods. To plan for these trained \
             models, set `statistics: {question: models}`."
                .to_owned(),
        );
    }
    let points = (1e4 * results.evaluation.statistics.planned_difference).round() / 100.0;
    let Some(needed) = &row.pairs_needed else {
        return Some(format!(
            "How many more pairs would show a difference of {points} points cannot be estimated from these predictions."
        ));
    };
    let more = needed.expected.saturating_sub(row.pairs);
    let (least, most) = (needed.range.start(), needed.range.end());
    Some(match more {
        0 => format!(
            "These pairs are enough for a test to find a difference of {points} points (80 % power)."
        ),
        more => format!(
            "A test would take about {more} more pairs of this kind to find a difference of {points} points \
             (80 % power; {least} to {most} pairs in all)."
        ),
    })
}
