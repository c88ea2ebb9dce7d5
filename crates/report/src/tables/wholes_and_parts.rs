//! Do solved parts solve wholes? The figures of a decomposition on one screen, a column a system.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::by_chance::EXPECTED_CORRELATION_INDEX;
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::measures::compositionality_gap::{
    COMPOSITIONALITY_GAP, WHOLE_RIGHT_PART_WRONG,
};
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::{Population, Proportion, Reading, ReadingQuestion, SystemCounts};

use super::interval_cell::interval_cell;
use super::notes_on_systems;
use crate::{Cell, Column, PairCounts, Pairs, Results, Row, RowKind, SafeName, Table};

/// The rows that count originals with all parts right, and with some part wrong.
pub(crate) const SOLVED: [&str; 2] =
    ["original right, all parts right", "original right, some part wrong"];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let mut columns = vec![Column::new("do solved parts solve wholes?")];
    columns.extend(evaluation.systems.iter().map(|system| Column::new(results.marked(system))));
    let mut rows = Vec::new();
    let mut push = |kind, name: &str, of: &dyn Fn(&SystemCounts) -> Cell| {
        let cells: Vec<Cell> = evaluation.systems.iter().map(of).collect();
        if cells.iter().any(|cell| !matches!(cell, Cell::Empty)) {
            let name = match name.strip_prefix("  ") {
                Some(under) => Cell::Indented(under.to_owned()),
                None => Cell::text(name),
            };
            let cells = std::iter::once(name).chain(cells).collect();
            rows.push(Row { kind, cells });
        }
    };
    let figure = |measure: &'static Measure| {
        move |system: &SystemCounts| {
            let population = Population::Decomposition;
            results.cell(&system.name, population, Pairs::All, measure).without_interval()
        }
    };
    let interval = |measure: &'static Measure| {
        move |system: &SystemCounts| {
            interval_cell(results, &system.name, Population::Decomposition, Pairs::All, measure)
        }
    };
    push(RowKind::Body, "CI, originals by parts", &figure(&CORRELATION_INDEX));
    push(RowKind::Body, "  interval", &interval(&CORRELATION_INDEX));
    push(RowKind::Body, "  by chance", &figure(&EXPECTED_CORRELATION_INDEX));
    push(RowKind::Body, "DI, CI by gold judgment", &figure(&DEVIATION_INDEX));
    push(RowKind::Body, "  interval", &interval(&DEVIATION_INDEX));
    push(RowKind::First, SOLVED[0], &|system| {
        solved(results, &system.name).map_or(Cell::Empty, |[solved, _]| Cell::text(solved))
    });
    push(RowKind::Body, SOLVED[1], &|system| {
        solved(results, &system.name).map_or(Cell::Empty, |[_, other]| Cell::text(other))
    });
    let has_labels = results.has_labels();
    let in_strata = if has_labels { "  same gold and size, points" } else { "  same size, points" };
    push(RowKind::Body, in_strata, &|system| {
        let population = Population::Decomposition;
        let measure = &STRATIFIED_SOLVED_DIFFERENCE;
        results.cell(&system.name, population, Pairs::All, measure).without_interval()
    });
    push(RowKind::Body, "  interval", &interval(&STRATIFIED_SOLVED_DIFFERENCE));
    push(RowKind::Body, "accuracy of composed answers", &|system| {
        results
            .share(&system.name, Population::Decomposition, Pairs::All, &COMPOSED_ACCURACY)
            .without_interval()
    });
    push(RowKind::Body, "carries over?", &|system| {
        let mut readings = results.readings.iter().filter(|row| row.system == system.name);
        let reading = readings.find(|row| row.question == ReadingQuestion::CarryingOver);
        reading.map_or(Cell::Empty, |row| Cell::text(in_column(row.reading)))
    });
    let notes = notes(results);
    let title = "Do solved parts solve wholes?".to_owned();
    vec![Table { key: SafeName::new("decomposition"), title, columns, rows, notes }]
}

/// The notes under the table.
fn notes(results: &Results<'_>) -> Vec<String> {
    let (evaluation, has_labels) = (results.evaluation, results.has_labels());
    let level = 100.0 * evaluation.statistics.level.value();
    let by_chance = match has_labels {
        true => "By chance: CI of answers drawn at random with the system's own shares. ",
        false => "",
    };
    let gold = if has_labels { "gold and " } else { "" };
    // Scores between 0 and 1 have no reading, and no originals that are right.
    let (corrected, of_rights) = match evaluation.has_scores() {
        true => ("", String::new()),
        false => (
            "; the last row is",
            format!(
                " Original right: of those whose parts all are right, and of the others; under these by how much more \
                 often it is right among originals of the same {gold}number of parts."
            ),
        ),
    };
    let mut notes = vec![
        format!(
            "{by_chance}Intervals ({level} %) are not corrected for several systems{corrected}."
        ),
        format!(
            "CI: accuracy on the originals over accuracy on their monothematic pairs.{of_rights}"
        ),
    ];
    if results.readings.iter().any(|row| row.reading == Reading::RightWithRightParts) {
        notes[0] += &format!(
            " {ASSOCIATED}: right originals go with right parts, without evidence of composition."
        );
    }
    notes.extend(notes_on_systems(results));
    notes
}

/// Right originals that go with right parts, in a column.
const ASSOCIATED: &str = "Associated";

/// A reading in a narrow column.
fn in_column(reading: Reading) -> String {
    match reading {
        Reading::RightWithRightParts => ASSOCIATED.to_lowercase(),
        reading => reading.words().to_owned(),
    }
}

/// How many originals are right of those whose parts all are right, and of those of which some part is wrong.
fn solved(results: &Results<'_>, system: &str) -> Option<[String; 2]> {
    let score = |measure| results.score(system, Population::Decomposition, Pairs::All, measure);
    let found = score(&COMPOSITIONALITY_GAP)?;
    // If no original has all parts right, or none is right, there is no share, and nothing to count.
    let gap = found.proportion.unwrap_or_default();
    let others = found.support.checked_sub(gap.denominator)?;
    let converse = score(&WHOLE_RIGHT_PART_WRONG)?.proportion.unwrap_or_default();
    let counts = |numerator, denominator| {
        let proportion = Proportion { numerator, denominator };
        PairCounts::over_runs(proportion, results.runs(system)).to_string()
    };
    Some([
        counts(gap.denominator - gap.numerator, gap.denominator),
        counts(converse.numerator, others),
    ])
}

#[cfg(test)]
mod tests {
    use phenom_metrics::readings;

    use super::*;
    use crate::testing::{Scene, compared, shown};

    #[test]
    fn counts_of_solved_wholes_stand_under_each_other() {
        // Two originals are right with all of their parts, one is wrong though they are, one is right though a
        // part is wrong.
        let pairs = "1 E - E\n1.1 E lex:syn E\n2 E - E\n2.1 E lex:syn E\n3 E - U\n3.1 E lex:syn E\n\
                     4 E - E\n4.1 E syn:act U";
        let scene = Scene::new(compared(), &["A"], pairs);
        let rows = readings(&scene.evaluation, &scene.comparisons);
        let table = &build(&scene.results().with_readings(&rows))[0];
        let rows = shown(table);
        assert!(rows.contains(&"original right, all parts right | 2/3".to_owned()), "{rows:?}");
        assert!(rows.contains(&"original right, some part wrong | 1/1".to_owned()), "{rows:?}");
        assert!(rows.contains(&"accuracy of composed answers | 75.0".to_owned()), "{rows:?}");
        assert!(rows.contains(&"carries over? | cannot tell".to_owned()), "{rows:?}");
        assert!(rows[0].ends_with("| 1.00"), "{rows:?}");
    }
}
