//! What to fix next: what each system would gain if the parts of a phenomenon were solved.

use phenom_metrics::{GainRow, SliceKind};

use super::composition::rule;
use crate::{Cell, Column, PairCount, Results, Row, RowKind, SafeName, Style, Table};

/// So many phenomena of a system are shown, and drawn; all are in the tidy file.
pub(crate) const SHOWN: usize = 10;

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
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
    for of_system in results.gains.chunk_by(|one, next| one.system == next.system) {
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
        let table = &build(&scene.results().with_gains(&rows))[0];
        assert_eq!(shown(table)[0], "A | lex:syn | 12 | +10.0 | 3 | 1");
        assert_eq!(table.rows.len(), SHOWN);
        assert!(notes(table).contains("all are in `gains.csv`"), "{}", notes(table));
    }
}
