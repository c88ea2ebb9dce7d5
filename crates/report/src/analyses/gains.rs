//! What to fix next: what each system would gain if the parts of a phenomenon were solved.

use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::{GainRow, SliceKind, gain_rows};

use super::{Analysis, Found, Needs};
use crate::tables::rule;
use crate::tidy::{Tidy, TidyColumn, defined, lower, one, reason, upper};
use crate::{Cell, Column, PairCount, Results, Row, RowKind, SafeName, Style, Table};

/// So many phenomena of a system are shown, and drawn; all are in the tidy file.
pub(super) const SHOWN: usize = 10;

/// What each system would gain by each phenomenon.
pub const GAINS: Analysis = Analysis {
    key: "gains",
    measure: &COMPOSED_ACCURACY,
    needs: Needs { decomposition: true, ..Needs::NOTHING },
    rows: |given| Found::of(&TIDY, gain_rows(given.dataset, given.runs, given.evaluation)),
    table: build,
};

const TIDY: Tidy<GainRow> = Tidy {
    name: "gains",
    parts: one,
    columns: &[
        TidyColumn {
            name: "system",
            meaning: "the system's name",
            value: |row, _| row.system.as_str().into(),
        },
        TidyColumn {
            name: "phenomenon",
            meaning: "the phenomenon whose parts would be solved",
            value: |row, _| row.phenomenon.as_str().into(),
        },
        TidyColumn {
            name: "originals",
            meaning: "how many originals have a part of it",
            value: |row, _| row.gain.originals.into(),
        },
        TidyColumn {
            name: "gain",
            meaning: "the accuracy of composed answers then, less that of now",
            value: |row, _| defined(&row.gain.gain),
        },
        TidyColumn {
            name: "undefined_reason",
            meaning: "why there is no gain",
            value: |row, _| reason(&row.gain.gain),
        },
        TidyColumn {
            name: "lower",
            meaning: "the lower end of the confidence interval",
            value: |row, _| lower(row.gain.interval),
        },
        TidyColumn {
            name: "upper",
            meaning: "its upper end",
            value: |row, _| upper(row.gain.interval),
        },
        TidyColumn {
            name: "gained",
            meaning: "how many composed answers would become right",
            value: |row, _| row.gain.gained.into(),
        },
        TidyColumn {
            name: "lost",
            meaning: "how many are right only because a part is wrong",
            value: |row, _| row.gain.lost.into(),
        },
    ],
};

fn build(results: &Results<'_>) -> Vec<Table> {
    let columns = vec![
        Column::repeating("system"),
        Column::new("phenomenon"),
        Column::new("originals"),
        Column::new("gain"),
        Column::grouped("composed answers", "gained"),
        Column::grouped("composed answers", "lost"),
    ];
    let mut rows = Vec::new();
    let mut is_cut = false;
    for of_system in results.rows::<GainRow>().chunk_by(|one, next| one.system == next.system) {
        is_cut |= of_system.len() > SHOWN;
        for (place, row) in of_system.iter().take(SHOWN).enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells: cells(results, row) });
        }
    }
    let mut notes = vec![
        "Gain: the accuracy of composed answers if all parts of the phenomenon were answered with their gold and \
         all other answers stayed, less that of now; a part without gold keeps its answer. Originals: those with a part of it. Lost: composed answers \
         that are right only because a part is wrong."
            .to_owned(),
        rule(results),
    ];
    if is_cut {
        notes.push(format!(
            "Of each system the {SHOWN} phenomena with the highest gain; all are in `gains.csv`. The highest of \
             many gains is likely to be overestimated."
        ));
    }
    notes.extend(results.interval_note(&rows));
    let title =
        "What to fix next: the gain in composed accuracy if a phenomenon were solved".to_owned();
    vec![Table { key: SafeName::new("gains"), title, columns, rows, notes }]
}

fn cells(results: &Results<'_>, row: &GainRow) -> Vec<Cell> {
    let gain = &row.gain;
    let originals = |sum| Cell::count(PairCount::over_runs(sum, results.runs(&row.system)));
    vec![
        Cell::text(results.shown(&row.system)),
        Cell::text(results.slice_named(&SliceKind::Phenomenon, &row.phenomenon)),
        originals(gain.originals),
        Cell::value(gain.gain.clone(), Style::SignedPercent).between(gain.interval),
        originals(gain.gained),
        originals(gain.lost),
    ]
}

#[cfg(test)]
mod tests {
    use phenom_metrics::SolvedGain;

    use super::*;
    use crate::testing::{notes, shown, two_systems};

    #[test]
    fn the_first_gains_of_each_system_are_shown() {
        let scene = two_systems();
        let row = |number: u32| GainRow {
            system: "A".to_owned(),
            phenomenon: "lex:syn".to_owned(),
            gain: SolvedGain {
                phenomenon: number,
                originals: 12,
                gained: 3,
                lost: 1,
                gain: Ok(0.1),
                interval: None,
            },
        };
        let rows: Vec<GainRow> = (0..12).map(row).collect();
        let found = [Found::of(&TIDY, rows)];
        let table = &build(&scene.results().with_analyses(&found))[0];
        assert_eq!(shown(table)[0], "A | lex:syn | 12 | +10.0 | 3 | 1");
        assert_eq!(table.rows.len(), SHOWN);
        assert!(notes(table).contains("all are in `gains.csv`"), "{}", notes(table));
    }
}
