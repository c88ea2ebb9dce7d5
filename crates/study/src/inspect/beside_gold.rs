//! The systems whose answers are in columns of the pairs, beside gold.

use super::against::Against;
use super::annotations::LongForm;
use super::answers::{self, Found};
use super::labels::MOST_LABELS;
use super::likeness::best_mapping;
use super::looked::Looked;
use super::names::names_a_system;
use super::pairs::PairRoles;
use super::preset;
use super::table::Column;
use super::unit::Unit;

/// The systems in columns of the pairs, and the columns that may hold others; `said` are the columns of answers, if the user
/// named them.
pub(super) fn in_columns(
    looked: &Looked,
    roles: &PairRoles,
    against: &Against<'_>,
    (unit, annotated): (Option<&Unit>, Option<&LongForm>),
    said: &[String],
) -> Found {
    let one = [
        &roles.text,
        &roles.hypothesis,
        &roles.gold,
        &roles.origin,
        &roles.origin_candidate,
        &roles.task,
        &roles.cluster,
    ];
    let over = unit.map(Unit::over).unwrap_or_default();
    let used: Vec<&str> = one
        .into_iter()
        .flatten()
        .chain(&over)
        .chain(annotated.map(|long| &long.label))
        .chain(&roles.annotators)
        .chain(&roles.id)
        .chain(&roles.gold_candidates)
        .map(String::as_str)
        .chain(roles.phenomena.columns())
        .collect();
    let said: Vec<String> =
        said.iter().filter(|name| Some(*name) != roles.gold.as_ref()).cloned().collect();
    let mut found = answers::systems(looked, against, &used, &said, true);
    // A number alone may be anything.
    found.systems.retain(|system| {
        system.label.is_some() || system.outcome.is_some() || system.probabilities.is_some()
    });
    if roles.preset.is_some() {
        // What a dataset calls its outputs are texts, not answers.
        let few = |label: &String| {
            looked.table.column(label).is_some_and(|column| column.values(MOST_LABELS).is_some())
        };
        found.systems.retain(|system| system.label.iter().all(few));
        found.unclear.clear();
    }
    // A log of answers to the pairs that it holds itself.
    let own = roles.preset.and_then(|found| preset::of_answers(looked, Some(found)).one());
    let own = own.and_then(|found| answers::of_preset(looked, found, against));
    match own {
        Some(own) => Found { systems: vec![own], ..Found::default() },
        None => found,
    }
}

/// Columns that nothing is read from though they may hold what a system predicts, as an open question, for pairs without any
/// system: scores, and labels in words of their own that go with gold far more often than by chance.
pub(super) fn left_over<'n>(
    looked: &Looked,
    names: impl Iterator<Item = &'n String>,
    gold: Option<&Column>,
) -> Option<String> {
    let is_scores = |column: &Column| {
        let fractions =
            column.numbers().is_some_and(|all| all.iter().any(|number| number.fract() != 0.0));
        fractions && (answers::is_called_score(&column.name) || names_a_system(&column.name))
    };
    let columns: Vec<&Column> = names.filter_map(|name| looked.table.column(name)).collect();
    if let Some(scores) = columns.iter().find(|column| is_scores(column)) {
        return Some(format!(
            "whether `{0}` of `{1}` contains scores of a system: no other column predicts. A system reads them with \
             `columns: {{score: {0}}}` and a `threshold`",
            scores.name,
            looked.name()
        ));
    }
    let of_system = |column: &&&Column| names_a_system(&column.name) && column.holds_texts();
    if let Some(column) = columns.iter().find(of_system) {
        return Some(format!(
            "whether `{}` of `{}` contains predictions: it has the name of a system, and its values are not labels. \
             Write a label in each cell, or remove the column",
            column.name,
            looked.name()
        ));
    }
    let gold = gold?;
    let predicts = |column: &&&Column| {
        let rows = gold.cells.iter().zip(&column.cells);
        let rows: Vec<(&str, &str)> =
            rows.filter_map(|(gold, cell)| Some((gold.text()?, cell.text()?))).collect();
        let most = gold.values(MOST_LABELS).and_then(|values| values.into_values().max());
        let (Some(most), Some(found)) = (most, best_mapping(rows)) else { return false };
        let share = most as f64 / found.rows as f64;
        let deviation = (share * (1.0 - share).max(0.0) * found.rows as f64).sqrt();
        found.agreeing < found.rows && found.agreeing as f64 > most as f64 + DEVIATIONS * deviation
    };
    let column = columns.iter().find(predicts)?;
    Some(format!(
        "whether `{0}` of `{1}` contains predictions: no other column does, and its values match the gold labels: \
         `--label {0}`",
        column.name,
        looked.name()
    ))
}

/// Beyond this number of standard deviations of a constant answer, it is not by chance.
const DEVIATIONS: f64 = 4.0;
