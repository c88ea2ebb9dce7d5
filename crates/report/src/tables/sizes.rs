//! Accuracy by the number of parts, and of phenomena, of an original.

use phenom_metrics::{SizeBand, SizeOf, SizeRow, SizeShare, SystemCounts};

use super::composition::rule;
use super::notes_on_systems;
use crate::{Cell, Column, PairCount, PairCounts, Results, Row, RowKind, SafeName, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    SizeOf::ALL.into_iter().filter_map(|of| table(results, of)).collect()
}

/// Nothing where all originals stand in one row.
fn table(results: &Results<'_>, of: SizeOf) -> Option<Table> {
    let mut bands: Vec<SizeBand> = results.sizes.iter().map(|row| row.figures.band).collect();
    bands.retain(|band| band.of == of);
    bands.sort_unstable();
    bands.dedup();
    if bands.len() < 2 {
        return None;
    }
    let (key, number, title) = match of {
        SizeOf::Parts => ("sizes", "parts", "Accuracy by the number of parts of an original pair"),
        SizeOf::Phenomena => (
            "sizes-phenomena",
            "phenomena",
            "Accuracy by the number of phenomena of an original pair",
        ),
    };
    let columns = vec![
        Column::repeating("system"),
        Column::new(number),
        Column::new("originals"),
        Column::grouped("right", "direct"),
        Column::grouped("right", "composed"),
        Column::grouped("right", "all parts"),
    ];
    let mut rows = Vec::new();
    for system in &results.evaluation.systems {
        let of_system = results.sizes.iter().filter(|row| row.system == system.name);
        for (place, row) in of_system.filter(|row| row.figures.band.of == of).enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells: cells(results, system, row) });
        }
    }
    let counted = match of {
        SizeOf::Parts => "its monothematic pairs",
        SizeOf::Phenomena => "the different phenomena that it and its parts are tagged with",
    };
    let mut notes = vec![format!(
        "Number of {number}: {counted}. Originals: those with parts and gold. Direct: \
         right by the system's answer on the original; composed: right by what the rule makes of its answers on the \
         parts; all parts: those of which all parts are right, of those of which all parts have gold. Shares {} (right/originals). \
         Neighbouring numbers stand together until there are {} originals, and from the {}th row on all larger ones.",
        results.options.numbers.unit(),
        SizeBand::FEWEST,
        SizeBand::MOST,
    )];
    notes.push(rule(results));
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    Some(Table { key: SafeName::new(key), title: title.to_owned(), columns, rows, notes })
}

fn cells(results: &Results<'_>, system: &SystemCounts, row: &SizeRow) -> Vec<Cell> {
    let figures = &row.figures;
    let SizeBand { from, to, .. } = figures.band;
    let number = if from == to { from.to_string() } else { format!("{from} to {to}") };
    let share = |of: &SizeShare| match of.share.of_pairs() {
        Ok(share) => {
            Cell::proportion(PairCounts::over_runs(share, system.runs)).between(of.interval)
        }
        Err(reason) => Cell::Undefined(reason),
    };
    vec![
        Cell::text(results.marked(system)),
        Cell::text(number),
        Cell::count(PairCount::over_runs(figures.originals, system.runs)),
        share(&figures.direct),
        share(&figures.composed),
        share(&figures.all_parts_right),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, notes, plain, shown};

    /// Ten originals of one part, all right; ten of three, of which A has the wholes wrong and nine right by their
    /// parts.
    fn scene() -> Scene {
        let mut pairs = String::new();
        for number in 0..10 {
            pairs += &format!("{number} E - E\n{number}.1 E lex:syn E\n");
            let (other, part) = (number + 10, if number == 0 { "U" } else { "E" });
            pairs += &format!("{other} E - U\n{other}.1 E lex:syn E\n");
            pairs += &format!("{other}.2 E lex:syn {part}\n{other}.3 E lex:syn E\n");
        }
        Scene::new(plain(), &["A"], &pairs)
    }

    #[test]
    fn each_number_of_parts_has_a_row() {
        let scene = scene();
        let rows = scene.sizes();
        let tables = build(&scene.results().with_sizes(&rows));
        assert_eq!(
            shown(&tables[0]),
            [
                "A | 1 | 10 | 100.0 (10/10) | 100.0 (10/10) | 100.0 (10/10)",
                "A | 3 | 10 | 0.0 (0/10) | 90.0 (9/10) | 90.0 (9/10)",
            ]
        );
        let notes = notes(&tables[0]);
        assert!(notes.contains("until there are 10 originals"), "{notes}");
        // All originals have one phenomenon.
        assert_eq!(tables.len(), 1);
    }
}
