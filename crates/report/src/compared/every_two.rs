//! Every two systems that are held against each other, and each against the best constant answer, in short.

use phenom_metrics::measures::Measure;
use phenom_metrics::{ComparisonRow, Population};

use super::block::Block;
use super::names::{counted, in_a_sentence};
use super::short::method;
use super::table::adjusted;
use crate::claims::{Claim, ClaimKind, claims, quoted, what};
use crate::comparison_names::opponent;
use crate::low_power::low_power_caution;
use crate::question_words::question_in_words;
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Table};

/// Up to so many pairs of opponents all stand in the table; of more, those with the most accurate system.
const PAIRS: usize = 15;

/// What the declared figures say of every two systems.
#[must_use]
pub fn every_two_systems(results: &Results<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(None, what(results))];
    let mut primary: Vec<&ComparisonRow> =
        results.comparisons.iter().filter(|row| row.family.is_primary()).collect();
    let all = pairs(&primary).len();
    let mut how = "Differences: the system above minus the one below.".to_owned();
    if all > PAIRS
        && let Some(best) = highest(&primary)
    {
        let before = pairs_of_systems(&primary);
        primary.retain(|row| opponents(row).contains(&best));
        let left = before - pairs_of_systems(&primary);
        let more = counted(left, "other pair", "other pairs");
        how.push_str(&format!(
            " Shown: comparisons with {}, the system with the highest accuracy. `--all` shows {more} of systems.",
            quoted(results.shown(best))
        ));
    }
    if !primary.is_empty() {
        blocks.push(Block::Table(table(results, &primary, &pairs(&primary))));
        blocks.push(Block::Paragraph(how));
    }
    let claims = claims(results);
    let is_primary = |claim: &&Claim| matches!(claim.kind, ClaimKind::Constant | ClaimKind::Groups);
    let mut sentences: Vec<String> = claims
        .iter()
        .filter(is_primary)
        .filter_map(|claim| claim.wording.sentence.clone())
        .collect();
    sentences.extend(low_power_caution(primary.iter().copied()));
    if !sentences.is_empty() {
        blocks.push(Block::Paragraph(sentences.join(" ")));
    }
    let exploratory = || results.comparisons.iter().filter(|row| !row.family.is_primary());
    let significant = exploratory().filter(|row| row.is_significant()).count();
    blocks.push(Block::Paragraph(format!(
        "{significant} of {} exploratory comparisons are significant; `--all` shows them. Name OLD and NEW after the \
         config to compare two systems.",
        exploratory().count()
    )));
    let asked = question_in_words(results.evaluation, results.comparisons);
    blocks.push(Block::Method(method(results, asked)));
    blocks
}

/// Every two that are held against each other.
fn pairs<'r>(rows: &[&'r ComparisonRow]) -> Vec<[&'r str; 2]> {
    let mut pairs: Vec<[&str; 2]> = Vec::new();
    for row in rows {
        let pair = opponents(row);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// How many two systems are held against each other.
fn pairs_of_systems(rows: &[&ComparisonRow]) -> usize {
    let between: Vec<&ComparisonRow> =
        rows.iter().filter(|row| !row.is_with_constant()).copied().collect();
    pairs(&between).len()
}

/// The system with the highest value of the first figure.
fn highest<'r>(rows: &[&'r ComparisonRow]) -> Option<&'r str> {
    let first = rows.first()?;
    let between = rows.iter().filter(|row| {
        !row.is_with_constant()
            && (row.population, row.measure) == (first.population, first.measure)
    });
    let values = between.flat_map(|row| opponents(row).into_iter().zip(&row.values));
    let values = values.filter_map(|(system, value)| Some((system, value.as_ref().ok().copied()?)));
    values.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(system, _)| system)
}

fn opponents(row: &ComparisonRow) -> [&str; 2] {
    [&row.system_a, &row.system_b]
}

/// Each system with its opponents under it; for each figure the difference and its adjusted p-value.
fn table(results: &Results<'_>, rows: &[&ComparisonRow], pairs: &[[&str; 2]]) -> Table {
    let mut figures: Vec<(Population, &Measure)> = Vec::new();
    for row in rows {
        let figure = (row.population, row.measure);
        if !figures.contains(&figure) {
            figures.push(figure);
        }
    }
    let mut columns = vec![Column::new("against")];
    for figure in &figures {
        let of = rows.iter().find(|row| (row.population, row.measure) == *figure);
        columns.push(Column::new(of.map_or(String::new(), |row| in_a_sentence(results, row))));
        columns.push(Column::new("adjusted p"));
    }
    let mut firsts: Vec<&str> = Vec::new();
    for [first, _] in pairs {
        if !firsts.contains(first) {
            firsts.push(first);
        }
    }
    let mut shown = Vec::new();
    for first in firsts {
        let mut cells = vec![Cell::text(results.shown(first))];
        cells.extend(figures.iter().flat_map(|_| [Cell::Empty, Cell::Empty]));
        let kind = if shown.is_empty() { RowKind::Body } else { RowKind::First };
        shown.push(Row { kind, cells });
        for pair in pairs.iter().filter(|pair| pair[0] == first) {
            let of_pair: Vec<&ComparisonRow> =
                rows.iter().copied().filter(|row| opponents(row) == *pair).collect();
            let second = of_pair.first().map_or(String::new(), |row| opponent(results, row));
            let mut cells = vec![Cell::Indented(second)];
            cells.extend(figures.iter().flat_map(|figure| {
                let row = of_pair.iter().find(|row| (row.population, row.measure) == *figure);
                row.map_or([Cell::Empty, Cell::Empty], |row| difference(results, row))
            }));
            shown.push(Row { kind: RowKind::Body, cells });
        }
    }
    let (key, title) = (SafeName::new("primary"), "primary".to_owned());
    Table { key, title, columns, rows: shown, notes: Vec::new() }
}

/// The difference of two, and its adjusted p-value.
fn difference(results: &Results<'_>, row: &ComparisonRow) -> [Cell; 2] {
    let style = row.measure.style.of_difference();
    let difference = Cell::value(row.difference(), style);
    [Cell::Written(Box::new(difference), results.options.numbers), adjusted(row)]
}
