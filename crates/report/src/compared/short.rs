//! A new system against an old one, in short.

use phenom_dataset::Phenomenon;
use phenom_metrics::{ComparisonRow, Family, SliceKind, Verdict};

use super::block::Block;
use super::changes::{self, ShownChange};
use super::names::{counted, cut, pairs_of};
use super::outcome::Shown;
use super::table;
use crate::Results;
use crate::claims::{View, pairwise, quoted};
use crate::low_power::low_power_caution;
use crate::question_words::Asked;
use crate::test_words::{by_people_alone, tests};

/// How many exploratory comparisons stand in the table unasked.
const ROWS: usize = 12;

/// A new system against an old one: the primary measures, what they show, what else differs, and which pairs changed.
/// The evaluation's first system is the new one, its second the old one.
#[must_use]
pub fn two_systems(
    results: &Results<'_>,
    changes: Option<&[ShownChange]>,
    shown: Shown,
) -> Vec<Block> {
    let systems = &results.evaluation.systems;
    let [Some(new), Some(old)] = [systems.first(), systems.get(1)] else { return Vec::new() };
    let between: Vec<&ComparisonRow> = results
        .comparisons
        .iter()
        .filter(|row| row.system_a == new.name && row.system_b == old.name)
        .filter(|row| !is_of_no_category(row))
        .collect();
    let [new, old] = [new, old].map(|system| cut(results.shown(&system.name)));
    let heading =
        format!("{} (new) against {} (old): {}", quoted(&new), quoted(&old), sizes(results));
    let mut blocks = vec![Block::Heading(None, heading)];
    let asked = Asked::of_two(results.evaluation).map(|asked| asked.in_words([&new, &old]));
    blocks.extend(asked.map(Block::Paragraph));
    let primary: Vec<&ComparisonRow> =
        between.iter().copied().filter(|row| row.family == Family::Figures).collect();
    if !primary.is_empty() {
        blocks.push(Block::Table(table::comparisons(results, "primary", &primary)));
        blocks.push(Block::Paragraph(said(results, &primary)));
    }
    let exploratory: Vec<&ComparisonRow> =
        between.iter().copied().filter(|row| row.family == Family::Exploratory).collect();
    blocks.extend(of_exploratory(results, &exploratory, shown.all));
    if let Some(changes) = changes {
        let mut of_changes = changes::blocks(results, changes, &[], !shown.pairs);
        if !shown.pairs && !changes.is_empty() {
            of_changes.push(Block::Paragraph("--pairs names them.".to_owned()));
        }
        blocks.extend(of_changes);
    }
    blocks.push(Block::Method(method(results, None)));
    blocks
}

/// Whether a row is about the category of phenomena that have none, which is all pairs once more.
fn is_of_no_category(row: &ComparisonRow) -> bool {
    row.slice.kind == SliceKind::Category && row.slice.name == Phenomenon::NO_CATEGORY
}

/// How many pairs there are.
pub(super) fn sizes(results: &Results<'_>) -> String {
    let evaluation = results.evaluation;
    let sizes = evaluation.populations().iter().map(|population| {
        let pairs = evaluation.gold(*population, 0).pairs();
        match pairs_of(evaluation, *population) {
            "all pairs" => format!("{pairs} pairs"),
            of => format!("{pairs} {of}"),
        }
    });
    sizes.collect::<Vec<_>>().join(", ")
}

/// What each primary comparison shows.
fn said(results: &Results<'_>, rows: &[&ComparisonRow]) -> String {
    let view = View::new(results);
    let mut sentences: Vec<String> = rows.iter().filter_map(|row| pairwise(&view, row)).collect();
    sentences.extend(low_power_caution(rows.iter().copied()));
    sentences.join(" ")
}

/// The significant exploratory comparisons, and how many others there are; with `all`, every one.
fn of_exploratory(results: &Results<'_>, rows: &[&ComparisonRow], all: bool) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut told: Vec<&ComparisonRow> =
        rows.iter().copied().filter(|row| row.verdict != Verdict::CannotTell).collect();
    let (all_told, tested) = (told.len(), rows.iter().filter(|row| row.p().is_some()).count());
    let mut blocks = Vec::new();
    if all {
        blocks.push(Block::Table(table::comparisons(results, "exploratory", rows)));
        blocks.extend(low_power_caution(rows.iter().copied()).map(Block::Paragraph));
        return blocks;
    }
    told.truncate(ROWS);
    if !told.is_empty() {
        blocks.push(Block::Table(table::comparisons(results, "exploratory", &told)));
    }
    let mut sentences: Vec<String> = low_power_caution(told.iter().copied()).into_iter().collect();
    if all_told > ROWS {
        sentences.push(format!("{} more differ significantly.", all_told - ROWS));
    }
    let untold = tested - all_told;
    if untold > 0 {
        let (more, do_not) = match untold {
            1 => ("other comparison was", "does"),
            _ => ("other comparisons were", "do"),
        };
        sentences.push(format!("{untold} {more} tested and {do_not} not differ significantly."));
    }
    let phenomena: Vec<&str> = results
        .evaluation
        .slices_of(&SliceKind::Phenomenon)
        .map(|slice| results.evaluation.slices[slice].name.as_str())
        .collect();
    let is_tested = |name: &&&str| {
        rows.iter().any(|row| {
            row.slice.kind == SliceKind::Phenomenon && row.slice.name == **name && row.p().is_some()
        })
    };
    let tested = phenomena.iter().filter(is_tested).count();
    if tested < phenomena.len() {
        sentences.push(format!(
            "On {} of {} phenomena the difference rests on too few {}s to test.",
            phenomena.len() - tested,
            phenomena.len(),
            crate::resampled::unit(results.evaluation)
        ));
    }
    if all_told > ROWS || untold > 0 {
        sentences.push("--all shows every comparison.".to_owned());
    }
    if !sentences.is_empty() {
        blocks.push(Block::Paragraph(sentences.join(" ")));
    }
    blocks
}

/// How p-values are adjusted; `asked` is the question of the tests, if no other block states it.
pub(super) fn method(results: &Results<'_>, asked: Option<String>) -> String {
    let settings = &results.evaluation.statistics;
    let alpha = settings.level.significance();
    let level = (1e9 * alpha).round() / 1e7;
    let primary = results.comparisons.iter().filter(|row| row.family == Family::Figures);
    let primary = primary.filter(|row| row.p().is_some()).count();
    let asked = asked.map_or(String::new(), |asked| format!(" {asked}"));
    let tests = tests(results.evaluation);
    let Some(whose) = settings.correction.method() else {
        return format!("{tests} at {level} %, p-values not adjusted.{asked}");
    };
    let how = match primary {
        0 => "Adjusted p: the false discovery rate over the report.".to_owned(),
        _ => format!(
            "Adjusted p of primary comparisons: {whose} method over {}, at a third of the level, multiplied by 3; of \
             exploratory ones: the false discovery rate over the report.",
            counted(primary, "primary comparison", "primary comparisons")
        ),
    };
    format!(
        "{tests} at {level} %. {how} An adjusted interval is that of the same test at the level that the \
         correction leaves to it.{}{asked}",
        by_people_alone(results.evaluation)
    )
}
