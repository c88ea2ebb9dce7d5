//! How much of an advantage on monothematic pairs a property of the pairs explains.

use phenom_metrics::{AdvantagePart, AdvantageRow};

use crate::{Cell, Column, PairCount, Results, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let mut columns = vec![Column::repeating("property"), Column::new("system")];
    columns.extend(["originals", "monothematic"].map(|name| Column::grouped("pairs", name)));
    columns.push(Column::new("advantage on parts"));
    columns.extend(["by gold", "by the property"].map(|name| Column::grouped("explained", name)));
    columns.push(Column::new("left"));
    let mut sorted: Vec<&AdvantageRow> = results.advantages.iter().collect();
    // All systems by one property, then by the next, as they first come.
    let place = |property: &str| sorted_place(results.advantages, property);
    sorted.sort_by_key(|row| place(&row.property));
    let mut rows = Vec::new();
    for of_property in sorted.chunk_by(|one, next| one.property == next.property) {
        for (at, row) in of_property.iter().enumerate() {
            let kind = if at == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells: cells(results, row) });
        }
    }
    let mut notes = vec![
        "Advantage on parts: accuracy on the monothematic pairs less accuracy on the originals that they come from. \
         By gold: how much smaller it is over originals weighted so that their gold is distributed as that of the \
         parts. By the property: how much smaller it is again where both gold and the property are. Left: what \
         neither explains. A system that is led by the likeness of text and hypothesis has its advantage by that; \
         what goes along with a property need not come from it."
            .to_owned(),
    ];
    let unmatched =
        |row: &AdvantageRow| row.advantage.unmatched_originals + row.advantage.unmatched_parts > 0;
    if results.advantages.iter().any(unmatched) {
        notes.push(
            "Pairs of which no pair of the other kind has the same gold and bin are left out; `advantage.csv` counts \
             them."
                .to_owned(),
        );
    }
    notes.extend(results.interval_note(&rows));
    let title =
        "How much of the advantage on parts does a property of the pairs explain?".to_owned();
    vec![Table { key: SafeName::new("advantage"), title, columns, rows, notes }]
}

fn sorted_place(rows: &[AdvantageRow], property: &str) -> usize {
    rows.iter().position(|row| row.property == property).unwrap_or(0)
}

fn cells(results: &Results<'_>, row: &AdvantageRow) -> Vec<Cell> {
    let part = |found: &AdvantagePart| {
        let interval = found.interval.as_ref().ok().copied();
        Cell::value(found.value.clone(), Style::SignedPercent).between(interval)
    };
    let of = &row.advantage;
    let pairs = |sum| Cell::count(PairCount::over_runs(sum, results.runs(&row.system)));
    vec![
        Cell::text(&row.property),
        Cell::text(results.shown(&row.system)),
        pairs(of.originals),
        pairs(of.parts),
        part(&of.advantage),
        part(&of.by_gold),
        part(&of.by_property),
        part(&of.left),
    ]
}

#[cfg(test)]
mod tests {
    use phenom_metrics::PartsAdvantage;
    use phenom_metrics::statistics::{Interval, NoInterval};

    use super::*;
    use crate::testing::{notes, shown, two_systems};

    #[test]
    fn properties_follow_each_other_with_all_systems() {
        let scene = two_systems();
        let part = |value: f64| AdvantagePart {
            value: Ok(value),
            interval: Ok(Interval { lower: value - 0.1, upper: value + 0.1 }),
        };
        let none = AdvantagePart { value: Ok(0.0), interval: Err(NoInterval::Constant) };
        let row = |system: &str, property: &str| AdvantageRow {
            system: system.to_owned(),
            property: property.to_owned(),
            advantage: PartsAdvantage {
                originals: 12,
                parts: 30,
                unmatched_originals: 0,
                unmatched_parts: 2,
                advantage: part(0.2),
                by_gold: none.clone(),
                by_property: part(0.15),
                left: part(0.05),
            },
        };
        let rows = [row("A", "word-overlap"), row("A", "length"), row("B", "word-overlap")];
        let table = &build(&scene.results().with_advantages(&rows))[0];
        let expected = "word-overlap | A | 12 | 30 | +20.0 [+10.0, +30.0] | 0.0 | +15.0 [+5.0, +25.0] | \
                        +5.0 [-5.0, +15.0]";
        assert_eq!(shown(table)[0], expected);
        assert!(shown(table)[1].starts_with("word-overlap | B |"));
        assert!(shown(table)[2].starts_with("length | A |"));
        assert!(notes(table).contains("`advantage.csv`"), "{}", notes(table));
    }
}
