//! A new system against an old one, in short.

use phenom_dataset::{Phenomenon, listed};
use phenom_metrics::measures::measure;
use phenom_metrics::{ComparisonRow, Family, Population, SliceKind, Verdict};

use super::block::Block;
use super::changes::{self, ShownChange};
use super::names::{counted, cut, figure, in_a_sentence, pairs_of};
use super::outcome::Shown;
use super::table;
use crate::Results;
use crate::low_power::low_power_caution;
use crate::question_words::Asked;

/// How many exploratory comparisons stand in the table unasked.
const ROWS: usize = 12;

/// A new system against an old one: the declared figures, what they say, what else differs, and which pairs changed.
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
    let mut blocks =
        vec![Block::Heading(None, format!("{new} (new) against {old} (old): {}", sizes(results)))];
    let asked = Asked::of_two(results.evaluation).map(|asked| asked.in_words([&new, &old]));
    blocks.extend(asked.map(Block::Paragraph));
    let primary: Vec<&ComparisonRow> =
        between.iter().copied().filter(|row| row.family == Family::Figures).collect();
    if !primary.is_empty() {
        blocks.push(Block::Table(table::comparisons(results, "primary", &primary)));
        blocks.push(Block::Paragraph(said(results, &primary, [&new, &old])));
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
    row.slice_kind == SliceKind::Category && row.slice == Phenomenon::NO_CATEGORY
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

/// What the declared figures say: who is better in what, and what the pairs could show of the rest.
fn said(results: &Results<'_>, rows: &[&ComparisonRow], [new, old]: [&str; 2]) -> String {
    let mut sentences = Vec::new();
    for row in rows {
        let Some(measure) = measure(row.measure) else { continue };
        let winner = match row.verdict {
            Verdict::First => new,
            Verdict::Second => old,
            Verdict::CannotTell => continue,
        };
        // Of the winner, whichever of the two it is.
        let [words, _] = measure.verdicts();
        let what = figure(results, row);
        sentences.push(match (measure.key, words) {
            ("accuracy", _) => {
                format!(
                    "On {} {winner} is more accurate.",
                    pairs_of(results.evaluation, row.population)
                )
            }
            (_, "better" | "higher") => format!("{winner} is {words} in {what}."),
            (_, words) if words.starts_with("deviates") => format!("{winner} {words}."),
            (_, words) => format!("By {what} {winner} is {words}."),
        });
    }
    let untold: Vec<&&ComparisonRow> =
        rows.iter().filter(|row| row.verdict == Verdict::CannotTell).collect();
    if !untold.is_empty() {
        let named: Vec<String> = untold.iter().map(|row| in_a_sentence(results, row)).collect();
        sentences.push(format!(
            "In {} this set cannot tell the two apart{}.",
            listed(&named, "and"),
            detectable(results, &untold)
        ));
    }
    sentences.extend(low_power_caution(rows.iter().copied()));
    sentences.join(" ")
}

/// What differences a test could have shown.
fn detectable(results: &Results<'_>, rows: &[&&ComparisonRow]) -> String {
    let shown = rows.iter().filter_map(|row| {
        let style = measure(row.measure)?.style.unsigned();
        let least = results.options.numbers.rounded(row.detectable?, style);
        let unit = match (row.population, results.options.numbers.fractions) {
            (Population::Decomposition, _) => format!(" in {}", figure(results, row)),
            (population, fractions) => {
                let points = if fractions { "" } else { " points" };
                format!("{points} on {}", pairs_of(results.evaluation, population))
            }
        };
        Some(format!("{least}{unit}"))
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() {
        return String::new();
    }
    format!("; differences that it shows with a power of 80 %: {}", listed(&shown, "and"))
}

/// The exploratory comparisons that can be told, and how many others there are; with `all`, every one.
fn of_exploratory(results: &Results<'_>, rows: &[&ComparisonRow], all: bool) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut told: Vec<&ComparisonRow> =
        rows.iter().copied().filter(|row| row.verdict != Verdict::CannotTell).collect();
    let (all_told, tested) = (told.len(), rows.iter().filter(|row| row.p.is_some()).count());
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
            row.slice_kind == SliceKind::Phenomenon && row.slice == **name && row.p.is_some()
        })
    };
    let tested = phenomena.iter().filter(is_tested).count();
    if tested < phenomena.len() {
        sentences.push(format!(
            "On {} of {} phenomena the two differ on too few pairs to test.",
            phenomena.len() - tested,
            phenomena.len()
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
    let primary = primary.filter(|row| row.p.is_some()).count();
    let asked = asked.map_or(String::new(), |asked| format!(" {asked}"));
    let Some(whose) = settings.correction.method() else {
        return format!("Sign-flip tests at {level} %, p-values not adjusted.{asked}");
    };
    let family = counted(primary, "primary comparison", "primary comparisons");
    format!(
        "Sign-flip tests at {level} %. Adjusted p of primary comparisons: {whose} method over {family}, at a third of \
         the level; of exploratory ones: the false discovery rate over the report. An adjusted interval is that of the \
         same test at the level that the correction leaves to it.{asked}"
    )
}
