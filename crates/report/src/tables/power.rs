//! The pairs needed for a significant difference, and the smallest detectable difference of the pairs at hand.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::people::attenuation;
use phenom_metrics::statistics::{Question, UncertaintyError};
use phenom_metrics::{ComparisonRow, SliceKind};

use crate::{Cell, Column, Names, Row, RowKind, SafeName, Style, Table};

/// Which difference is to be detected, and how surely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerQuestion {
    /// The difference of accuracies, in (0, 1].
    pub difference: f64,
    /// The probability of detecting it.
    pub power: f64,
    /// How often two annotators disagree.
    pub disagreement: f64,
    /// The number of labels.
    pub labels: usize,
}

/// The table for some comparisons of accuracy: all pairs, categories and phenomena.
///
/// # Errors
/// [`UncertaintyError::OutOfRange`] for a question that makes no sense.
pub fn power_table(
    comparisons: &[ComparisonRow],
    question: &PowerQuestion,
    task: &str,
    names: &Names,
) -> Result<Table, UncertaintyError> {
    let seen = attenuation(question.disagreement, question.labels)?;
    if !(question.difference > 0.0 && question.difference <= 1.0) {
        let (what, value) = ("the difference", question.difference);
        return Err(UncertaintyError::OutOfRange { what, value, from: 0.0, to: 1.0 });
    }
    if !(question.power > 0.0 && question.power < 1.0) {
        let (what, value) = ("the power", question.power);
        return Err(UncertaintyError::OutOfRange { what, value, from: 0.0, to: 1.0 });
    }
    let kinds = [SliceKind::All, SliceKind::Category, SliceKind::Phenomenon];
    let mut rows = Vec::new();
    let mut above = String::new();
    let mut of_methods = 0;
    for row in comparisons.iter().filter(|row| !row.is_with_constant()) {
        if row.measure.key != ACCURACY.key || !kinds.contains(&row.slice.kind) || row.pairs == 0 {
            continue;
        }
        of_methods += usize::from(row.question == Question::Methods);
        let Some(pilot) = &row.pilot else { continue };
        let systems =
            format!("{} against {}", names.system(&row.system_a), names.system(&row.system_b));
        let tellable = pilot
            .smallest_difference(row.pairs, row.significance, question.power)
            .map(|difference| difference / seen);
        let needed =
            pilot.units_needed(question.difference * seen, row.significance, question.power);
        let slice = match row.slice.kind {
            SliceKind::All => "all pairs".to_owned(),
            _ => names.slice(&row.slice.kind, &row.slice.name),
        };
        rows.push(Row {
            kind: if systems == above { RowKind::Body } else { RowKind::First },
            cells: vec![
                Cell::text(&systems),
                Cell::text(format!("{slice}, {}", row.population.name())),
                Cell::count(row.pairs),
                Cell::Value(row.significance, Style::Percent),
                match tellable {
                    Some(difference) if difference <= 1.0 => {
                        Cell::Value(difference, Style::Percent)
                    }
                    _ => Cell::text("none"),
                },
                needed.map_or(Cell::Empty, |needed| {
                    let needed = needed.range;
                    Cell::text(format!("{} to {}", needed.start(), needed.end()))
                }),
            ],
        });
        above = systems;
    }
    let mut columns = vec![Column::repeating("systems")];
    columns
        .extend(["pairs", "number", "level, %", "detectable, points", "needed"].map(Column::new));
    let notes = notes(question, seen, of_methods);
    Ok(Table {
        key: SafeName::new(&format!("power-{task}")),
        title: format!("Number of pairs needed, {task}"),
        columns,
        rows,
        notes,
    })
}

/// The notes under the table: `seen` is the share of a true difference that is left, and `of_methods` the number of
/// comparisons without a plan.
fn notes(question: &PowerQuestion, seen: f64, of_methods: usize) -> Vec<String> {
    let percent = |value: f64| (1e6 * value).round() / 1e4;
    let mut notes = vec![format!(
        "Detectable: smallest detectable difference of accuracies in points ({} % power). Needed: number of pairs that \
         detect a difference of {} points, as a range, because the variance between original pairs is an estimate. Level: \
         significance level that the correction for multiple testing leaves.",
        percent(question.power),
        percent(question.difference)
    )];
    notes.push(if question.disagreement > 0.0 {
        format!(
            "Assumption: two annotators disagree on {} % of the pairs. Then {} % of a true difference is visible under \
             the labels of one annotator.",
            percent(question.disagreement),
            (1e3 * seen).round() / 10.0
        )
    } else {
        "Assumption: all gold labels are correct. `--disagreement` sets how often two annotators disagree.".to_owned()
    });
    if of_methods > 0 {
        let are = if of_methods == 1 { "comparison is" } else { "comparisons are" };
        notes.push(format!(
            "{of_methods} {are} about methods. More pairs do not replace runs, so they have no plan. To plan for these \
             models, set `statistics: {{question: models}}`."
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{shown, told_apart};

    fn question(difference: f64) -> PowerQuestion {
        PowerQuestion { difference, power: 0.8, disagreement: 0.0, labels: 3 }
    }

    #[test]
    fn a_comparison_has_a_smallest_detectable_difference() {
        let scene = told_apart(&["A", "B"]);
        let table = power_table(&scene.comparisons, &question(0.5), "three-way", &scene.names);
        let rows = shown(&table.unwrap());
        assert!(rows[0].starts_with("A against B | all pairs, original | 12 | "), "{}", rows[0]);
        assert!(rows[2].starts_with("A against B | lex:syn, original | 12 | "), "{}", rows[2]);
    }

    #[test]
    fn a_difference_of_more_than_all_pairs_is_refused() {
        let scene = told_apart(&["A", "B"]);
        let table = power_table(&scene.comparisons, &question(1.5), "three-way", &scene.names);
        assert!(table.is_err());
    }
}
