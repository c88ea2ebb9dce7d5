//! How many pairs would be needed to tell systems apart, and what those that are there can tell.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::statistics::power::{Plan, attenuation, pairs_needed, smallest_difference};
use phenom_metrics::statistics::{ConfidenceLevel, UncertaintyError};
use phenom_metrics::{ComparisonRow, SliceKind};

use crate::{Cell, Column, Names, Row, RowKind, SafeName, Style, Table};

/// Which difference is to be detected, and how surely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerQuestion {
    /// The difference of accuracies, in (0, 1].
    pub difference: f64,
    /// The probability of telling it.
    pub power: f64,
    /// How often two annotators disagree.
    pub disagreement: f64,
    /// How many judgments are told apart.
    pub labels: usize,
    /// The level of the test is 1 less this.
    pub level: ConfidenceLevel,
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
    let plan = |discordance: f64, design_effect: f64| Plan {
        discordance,
        power: question.power,
        level: question.level,
        design_effect,
    };
    // A question that makes no sense is refused even where there is no row.
    pairs_needed(question.difference * seen, &plan(0.5, 1.0))?;
    let kinds = [SliceKind::All, SliceKind::Category, SliceKind::Phenomenon];
    let mut rows = Vec::new();
    let mut above = String::new();
    for row in comparisons {
        let Some(discordant) = row.discordant else { continue };
        if row.measure != ACCURACY.key || !kinds.contains(&row.slice_kind) || row.pairs == 0 {
            continue;
        }
        let systems =
            format!("{} against {}", names.system(&row.system_a), names.system(&row.system_b));
        // Systems that never differ here are taken to differ on one pair.
        let discordance = discordant.max(1) as f64 / row.pairs as f64;
        let effect = row.design_effect.unwrap_or(1.0).max(0.05);
        let plan = plan(discordance, effect);
        let tellable = smallest_difference(row.pairs, &plan)?.map(|difference| difference / seen);
        let slice = match row.slice_kind {
            SliceKind::All => "all pairs".to_owned(),
            _ => names.slice(&row.slice_kind, &row.slice),
        };
        rows.push(Row {
            kind: if systems == above { RowKind::Body } else { RowKind::First },
            cells: vec![
                Cell::text(&systems),
                Cell::text(format!("{slice}, {}", row.population.name())),
                Cell::Count(row.pairs),
                Cell::Value(discordance, Style::Percent),
                Cell::Value(effect, Style::Ratio),
                match tellable {
                    Some(difference) if difference <= 1.0 => {
                        Cell::Value(difference, Style::Percent)
                    }
                    _ => Cell::text("none"),
                },
                Cell::Count(pairs_needed(question.difference * seen, &plan)?),
            ],
        });
        above = systems;
    }
    let mut columns = vec![Column::repeating("systems")];
    columns.extend(
        [
            "pairs of the kind",
            "there are",
            "discordant",
            "design effect",
            "can tell (points)",
            "needed",
        ]
        .map(Column::new),
    );
    let percent = |value: f64| (1e6 * value).round() / 1e4;
    let mut notes = vec![format!(
        "Can tell: the smallest difference of accuracy, in percentage points, that the pairs there tell with \
         a probability of {} % (test at {} %). Needed: the pairs of that kind that tell a difference of {} \
         points. Discordant: pairs in percent on which one system alone is right; design effect: how many \
         dependent pairs tell as much as one independent pair. Both are those observed, and uncertain \
         where pairs are few.",
        percent(question.power),
        percent(question.level.significance()),
        percent(question.difference)
    )];
    notes.push(if question.disagreement > 0.0 {
        format!(
            "Two annotators are taken to disagree on {} % of the pairs, so that {} % of a true difference is \
             left to be seen under the key of one of them (docs/statistics.md).",
            percent(question.disagreement),
            (1e3 * seen).round() / 10.0
        )
    } else {
        "Gold is taken for certain; --disagreement says how often two annotators disagree.".to_owned()
    });
    Ok(Table {
        key: SafeName::new(&format!("power-{task}")),
        title: format!("How many pairs, {task}"),
        columns,
        rows,
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{shown, told_apart};

    fn question(difference: f64) -> PowerQuestion {
        let level = ConfidenceLevel::NINETY_FIVE;
        PowerQuestion { difference, power: 0.8, disagreement: 0.0, labels: 3, level }
    }

    #[test]
    fn a_comparison_of_accuracy_says_what_its_pairs_can_tell() {
        let scene = told_apart(&["A", "B"]);
        let table = power_table(&scene.comparisons, &question(0.5), "three-way", &scene.names);
        let rows = shown(&table.unwrap());
        assert!(
            rows[0].starts_with("A against B | all pairs, original | 12 | 100.0 | "),
            "{}",
            rows[0]
        );
        assert!(
            rows[2].starts_with("A against B | lex:syn, original | 12 | 100.0 | "),
            "{}",
            rows[2]
        );
    }

    #[test]
    fn a_difference_of_more_than_all_pairs_is_refused() {
        let scene = told_apart(&["A", "B"]);
        let table = power_table(&scene.comparisons, &question(1.5), "three-way", &scene.names);
        assert!(table.is_err());
    }
}
