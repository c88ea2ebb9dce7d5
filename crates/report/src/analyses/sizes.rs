//! Accuracy by the number of parts, and of phenomena, of an original.

use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::{SizeBand, SizeOf, SizeRow, SizeShare, SystemCounts, size_rows};

use super::{Analysis, Found, Needs};
use crate::tables::{notes_on_systems, rule};
use crate::tidy::{Tidy, column, lower, reason, upper};
use crate::{Cell, Column, PairCount, PairCounts, Results, Row, RowKind, SafeName, Table};

/// Accuracy on originals of each size, by direct and by composed predictions.
pub const SIZES: Analysis = Analysis {
    key: "sizes",
    measure: &COMPOSED_ACCURACY,
    needs: Needs { decomposition: true, ..Needs::NOTHING },
    files: &["sizes"],
    rows: |given| vec![Found::of(&TIDY, size_rows(given.dataset, given.runs, given.evaluation))],
    table: build,
};

/// A figure of a band of sizes.
type FigureOf = fn(&SizeRow) -> &SizeShare;

/// The figures of a band of sizes, by their names.
const FIGURES: [(&str, FigureOf); 3] = [
    ("direct", |row| &row.figures.direct),
    ("composed", |row| &row.figures.composed),
    ("all_parts_right", |row| &row.figures.all_parts_right),
];

fn share(row: &SizeRow, figure: usize) -> &SizeShare {
    FIGURES[figure].1(row)
}

const TIDY: Tidy<SizeRow> = Tidy {
    name: "sizes",
    parts: |_| FIGURES.len(),
    columns: &[
        column("system", "the system's name", |row, _| row.system.as_str().into()),
        column("size_of", "what is counted: parts, or phenomena", |row, _| {
            row.figures.band.of.name().into()
        }),
        column("from", "the smallest number", |row, _| row.figures.band.from.into()),
        column("to", "the largest number", |row, _| row.figures.band.to.into()),
        column(
            "figure",
            "correct by the direct prediction, by the composed one, or all parts correct",
            |_, at| FIGURES[at.part].0.into(),
        ),
        column("value", "the share, unrounded", |row, at| {
            share(row, at.part).share.value().ok().into()
        }),
        column("numerator", "the originals that count", |row, at| {
            share(row, at.part).share.numerator.into()
        }),
        column(
            "denominator",
            "all originals of the size, with the gold labels that the share needs",
            |row, at| share(row, at.part).share.denominator.into(),
        ),
        column("undefined_reason", "why there is no value", |row, at| {
            reason(&share(row, at.part).share.value())
        }),
        column("lower", "the lower end of the confidence interval", |row, at| {
            lower(share(row, at.part).interval)
        }),
        column("upper", "its upper end", |row, at| upper(share(row, at.part).interval)),
    ],
};

fn build(results: &Results<'_>) -> Vec<Table> {
    SizeOf::ALL.into_iter().filter_map(|of| table(results, of)).collect()
}

/// `None` if all originals are in one row.
fn table(results: &Results<'_>, of: SizeOf) -> Option<Table> {
    let mut bands: Vec<SizeBand> =
        results.rows::<SizeRow>().iter().map(|row| row.figures.band).collect();
    bands.retain(|band| band.of == of);
    bands.sort_unstable();
    bands.dedup();
    if bands.len() < 2 {
        return None;
    }
    let (key, number, title) = match of {
        SizeOf::Parts => ("sizes", "parts", "Accuracy on original pairs by number of parts"),
        SizeOf::Phenomena => {
            ("sizes-phenomena", "phenomena", "Accuracy on original pairs by number of phenomena")
        }
    };
    let columns = vec![
        Column::repeating("system"),
        Column::new(number),
        Column::new("originals"),
        Column::grouped("accuracy", "direct"),
        Column::grouped("accuracy", "composed"),
        Column::new("all parts correct"),
    ];
    let mut rows = Vec::new();
    for system in &results.evaluation.systems {
        let of_system = results.rows::<SizeRow>().iter().filter(|row| row.system == system.name);
        for (place, row) in of_system.filter(|row| row.figures.band.of == of).enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells: cells(results, system, row) });
        }
    }
    let counted = match of {
        SizeOf::Parts => "monothematic pairs of the original",
        SizeOf::Phenomena => "the different phenomena of the original and its parts",
    };
    let mut notes = vec![format!(
        "Number of {number}: {counted}. Originals: with parts and a gold label. Direct: the system's prediction for the \
         original. Composed: the composition rule applied to its predictions for the parts. All parts correct: of the \
         originals whose parts all have gold labels. Shares {} (correct/originals). Neighbouring numbers share a row until it \
         has at least {} originals. Row {} includes all larger numbers.",
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
        let found = scene.analysis(&SIZES);
        let tables = build(&scene.results().with_analyses(&found));
        assert_eq!(
            shown(&tables[0]),
            [
                "A | 1 | 10 | 100.0 (10/10) | 100.0 (10/10) | 100.0 (10/10)",
                "A | 3 | 10 | 0.0 (0/10) | 90.0 (9/10) | 90.0 (9/10)",
            ]
        );
        let notes = notes(&tables[0]);
        assert!(notes.contains("at least 10 originals"), "{notes}");
        // All originals have one phenomenon.
        assert_eq!(tables.len(), 1);
    }
}
