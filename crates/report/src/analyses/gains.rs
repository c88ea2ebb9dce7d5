//! The gain of each system in composed accuracy if all parts of a phenomenon were correct.

use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::{GainRow, SliceKind, gain_rows};

use super::{Analysis, Found, Needs};
use crate::tables::rule;
use crate::tidy::{Tidy, column, defined, lower, one, reason, upper};
use crate::{Cell, Column, PairCount, Results, Row, RowKind, SafeName, Style, Table};

/// The most phenomena of a system that are shown, and drawn; all are in the tidy file.
pub(super) const SHOWN: usize = 10;

/// Phenomena in fewer originals are only in the tidy file.
pub(super) const LEAST: u64 = 5;

/// The gains that are shown for each system, highest first.
pub(super) fn shown_gains<'r>(results: &Results<'r>) -> Vec<Vec<&'r GainRow>> {
    let systems = results.rows::<GainRow>().chunk_by(|one, next| one.system == next.system);
    let shown = |rows: &'r [GainRow]| {
        let runs = rows.first().map_or(1, |row| results.runs(&row.system) as u64);
        rows.iter().filter(|row| row.gain.originals >= LEAST * runs).take(SHOWN).collect()
    };
    systems.map(shown).collect()
}

/// What each system would gain by each phenomenon.
pub const GAINS: Analysis = Analysis {
    key: "gains",
    measure: &COMPOSED_ACCURACY,
    needs: Needs { decomposition: true, ..Needs::NOTHING },
    files: &["gains"],
    rows: |given| vec![Found::of(&TIDY, gain_rows(given.dataset, given.runs, given.evaluation))],
    table: build,
};

const TIDY: Tidy<GainRow> = Tidy {
    name: "gains",
    parts: one,
    columns: &[
        column("system", "the system's name", |row, _| row.system.as_str().into()),
        column("phenomenon", "the phenomenon whose parts would all be correct", |row, _| {
            row.phenomenon.as_str().into()
        }),
        column("originals", "how many originals have a part of it", |row, _| {
            row.gain.originals.into()
        }),
        column(
            "gain",
            "the accuracy of composed predictions then, minus the present one",
            |row, _| defined(&row.gain.change),
        ),
        column("undefined_reason", "why there is no gain", |row, _| reason(&row.gain.change)),
        column("lower", "the lower end of the confidence interval", |row, _| {
            lower(row.gain.interval)
        }),
        column("upper", "its upper end", |row, _| upper(row.gain.interval)),
        column("gained", "how many composed predictions would become correct", |row, _| {
            row.gain.gained.into()
        }),
        column(
            "lost",
            "how many composed predictions are correct only because a part is wrong",
            |row, _| row.gain.lost.into(),
        ),
    ],
};

fn build(results: &Results<'_>) -> Vec<Table> {
    let columns = vec![
        Column::repeating("system"),
        Column::new("phenomenon"),
        Column::new("originals"),
        Column::new("gain"),
        Column::grouped("composed predictions", "gained"),
        Column::grouped("composed predictions", "lost"),
    ];
    let mut rows = Vec::new();
    for of_system in shown_gains(results) {
        for (place, row) in of_system.into_iter().enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells: cells(results, row) });
        }
    }
    let mut notes = vec![
        "Gain: change in the accuracy of composed predictions, in points, if all parts of the phenomenon had their gold \
         labels as predictions. A part without a gold label keeps its prediction. Originals: those with a part of the \
         phenomenon. Gained, lost: composed predictions that would become correct, or wrong."
            .to_owned(),
        rule(results),
    ];
    if rows.len() < results.rows::<GainRow>().len() {
        notes.push(format!(
            "Shown: for each system the {SHOWN} highest gains among phenomena with at least {LEAST} originals. The \
             highest of many gains is likely to be overestimated."
        ));
    }
    notes.extend(results.interval_note(&rows));
    let title =
        "Gain in the accuracy of composed predictions if all parts of a phenomenon were correct"
            .to_owned();
    vec![Table { key: SafeName::new("gains"), title, columns, rows, notes }]
}

fn cells(results: &Results<'_>, row: &GainRow) -> Vec<Cell> {
    let gain = &row.gain;
    let originals = |sum| Cell::count(PairCount::over_runs(sum, results.runs(&row.system)));
    vec![
        Cell::text(results.shown(&row.system)),
        Cell::text(results.slice_named(&SliceKind::Phenomenon, &row.phenomenon)),
        originals(gain.originals),
        Cell::value(gain.change.clone(), Style::SignedPercent).between(gain.interval),
        originals(gain.gained),
        originals(gain.lost),
    ]
}

#[cfg(test)]
mod tests {
    use phenom_metrics::AccuracyChange;

    use super::*;
    use crate::testing::{notes, shown, two_systems};

    #[test]
    fn the_first_gains_of_each_system_are_shown() {
        let scene = two_systems();
        let row = |_| GainRow {
            system: "A".to_owned(),
            phenomenon: "lex:syn".to_owned(),
            gain: AccuracyChange {
                originals: 12,
                gained: 3,
                lost: 1,
                change: Ok(0.1),
                interval: None,
            },
        };
        let rows: Vec<GainRow> = (0..12).map(row).collect();
        let found = [Found::of(&TIDY, rows)];
        let table = &build(&scene.results().with_analyses(&found))[0];
        assert_eq!(shown(table)[0], "A | lex:syn | 12 | +10.0 | 3 | 1");
        assert_eq!(table.rows.len(), SHOWN);
        assert!(notes(table).contains("the 10 highest gains"), "{}", notes(table));
    }
}
