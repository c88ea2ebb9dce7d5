//! Originals and their parts on one screen: one column for each system.

use phenom_dataset::Task;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::by_chance::EXPECTED_CORRELATION_INDEX;
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::measures::compositionality_gap::{
    COMPOSITIONALITY_GAP, WHOLE_RIGHT_PART_WRONG,
};
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{Origin, Population, Proportion, Reading, ReadingQuestion, SystemCounts};

use super::interval_cell::interval_cell;
use super::notes_on_systems;
use crate::{Cell, Column, PairCounts, Pairs, Results, Row, RowKind, SafeName, Table};

/// The rows that count the originals that are correct, of those with all parts correct and of the others.
pub(crate) const SOLVED: [&str; 2] = ["correct, all parts correct", "correct, some part wrong"];

/// The rows that are left out, with those under them, if a terminal is too narrow for the columns.
pub(crate) const FURTHER: [&str; 3] =
    ["Deviation Index (DI)", "composed predictions, %", "significant"];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let mut columns = vec![Column::new("originals and parts")];
    columns.extend(evaluation.systems.iter().map(|system| Column::new(results.marked(system))));
    let level = 100.0 * evaluation.statistics.level.value();
    let interval_name = format!("  {level} % interval");
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
    push(RowKind::Body, "Correlation Index (CI)", &figure(&CORRELATION_INDEX));
    push(RowKind::Body, &interval_name, &interval(&CORRELATION_INDEX));
    push(RowKind::Body, "  expected", &figure(&EXPECTED_CORRELATION_INDEX));
    push(RowKind::Body, FURTHER[0], &figure(&DEVIATION_INDEX));
    push(RowKind::Body, &interval_name, &interval(&DEVIATION_INDEX));
    push(RowKind::First, SOLVED[0], &|system| {
        solved(results, &system.name).map_or(Cell::Empty, |[solved, _]| Cell::text(solved))
    });
    push(RowKind::Body, SOLVED[1], &|system| {
        solved(results, &system.name).map_or(Cell::Empty, |[_, other]| Cell::text(other))
    });
    let reading = |system: &SystemCounts| {
        let is_tested = system.origin == Origin::Answers;
        let mut readings =
            results.readings.iter().filter(|row| is_tested && row.system == system.name);
        readings.find(|row| row.question == ReadingQuestion::CarryingOver)
    };
    push(RowKind::Body, "difference", &figure(&STRATIFIED_SOLVED_DIFFERENCE));
    push(RowKind::Body, "  adjusted interval", &|system| {
        let interval = reading(system).and_then(|row| row.adjusted_interval);
        interval.map_or(Cell::Empty, |Interval { lower, upper }| {
            let [lower, upper] =
                [lower, upper].map(|end| format!("{:.0}", (100.0 * end).round() + 0.0));
            Cell::text(format!("{lower} to {upper}"))
        })
    });
    push(RowKind::Body, FURTHER[1], &|system| {
        results
            .share(&system.name, Population::Decomposition, Pairs::All, &COMPOSED_ACCURACY)
            .without_interval()
    });
    push(RowKind::Body, FURTHER[2], &|system| {
        reading(system).map_or(Cell::Empty, |row| match in_column(row.reading) {
            SIGNIFICANT => Cell::text("yes"),
            NOT_SIGNIFICANT if row.p.is_none() => Cell::Empty,
            NOT_SIGNIFICANT => Cell::text("no"),
            other => Cell::text(other),
        })
    });
    let notes = notes(results);
    let title =
        "Correlation Index, and accuracy on originals by the correctness of their parts".to_owned();
    vec![Table { key: SafeName::new("decomposition"), title, columns, rows, notes }]
}

/// The notes under the table.
fn notes(results: &Results<'_>) -> Vec<String> {
    let evaluation = results.evaluation;
    let level = 100.0 * evaluation.statistics.level.value();
    let mut first =
        "CI: accuracy on originals divided by accuracy on their monothematic pairs (parts)."
            .to_owned();
    let is_judged = evaluation.judged.is_some();
    if results.has_labels() && !is_judged {
        first += " Expected: CI of random predictions with the same label frequencies.";
    }
    let mut notes = vec![first];
    // Scores between 0 and 1 have no verdict, and no correct originals.
    if !evaluation.has_scores() && !is_judged {
        notes.push(format!(
            "Correct: correct originals of those whose parts are all correct, and of the others. Difference: points \
             between these two shares, adjusted for {}, with the adjusted {level} % interval of its test.",
            adjusted_for(evaluation.task)
        ));
    }
    let has = |reading| results.readings.iter().any(|row| row.reading == reading);
    let verdicts = [
        (
            Reading::RightWithRightParts,
            "Associated: significant, but a control comparison does not exclude explanations other than composition.",
        ),
        (Reading::IndependentOfParts, "Small: significantly smaller than 10 points."),
        (
            Reading::RightForOtherReasons,
            "Despite parts: of its correct originals, the composed prediction is wrong on significantly more than half.",
        ),
    ];
    let verdicts = verdicts.into_iter().filter(|(reading, _)| has(*reading));
    notes.extend(verdicts.map(|(_, meaning)| meaning.to_owned()));
    notes.extend(notes_on_systems(results));
    notes
}

/// What a difference between shares of originals is adjusted for.
fn adjusted_for(task: Task) -> &'static str {
    match task {
        Task::TwoWay | Task::ThreeWay => "gold label and number of parts",
        Task::Outcome => "number of parts",
    }
}

/// Verdicts in few words.
const SIGNIFICANT: &str = "significant";
const NOT_SIGNIFICANT: &str = "not significant";

/// A verdict in few words.
pub(crate) fn in_column(reading: Reading) -> &'static str {
    match reading {
        Reading::CarriesOver => SIGNIFICANT,
        Reading::RightWithRightParts => "associated",
        Reading::IndependentOfParts => "small",
        Reading::RightForOtherReasons => "despite parts",
        Reading::OwnPartsPredict
        | Reading::BetterOnWholes
        | Reading::BetterByParts
        | Reading::CannotTell => NOT_SIGNIFICANT,
    }
}

/// How many originals are correct, of those with all parts correct and of those with some part wrong.
fn solved(results: &Results<'_>, system: &str) -> Option<[String; 2]> {
    let score = |measure| results.score(system, Population::Decomposition, Pairs::All, measure);
    let found = score(&COMPOSITIONALITY_GAP)?;
    // If no original has all parts correct, or none is correct, there is no share.
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
    fn correct_originals_are_counted_by_the_correctness_of_their_parts() {
        // Two originals are right with all of their parts, one is wrong though they are, one is right though a
        // part is wrong.
        let pairs = "1 E - E\n1.1 E lex:syn E\n2 E - E\n2.1 E lex:syn E\n3 E - U\n3.1 E lex:syn E\n\
                     4 E - E\n4.1 E syn:act U";
        let scene = Scene::new(compared(), &["A"], pairs);
        let rows = readings(&scene.evaluation, &scene.comparisons);
        let table = &build(&scene.results().with_readings(&rows))[0];
        let rows = shown(table);
        assert!(rows.contains(&"correct, all parts correct | 2/3".to_owned()), "{rows:?}");
        assert!(rows.contains(&"correct, some part wrong | 1/1".to_owned()), "{rows:?}");
        assert!(rows.contains(&"composed predictions, % | 75.0".to_owned()), "{rows:?}");
        assert!(rows.contains(&"significant | no".to_owned()), "{rows:?}");
        assert!(rows[0].ends_with("| 1.00"), "{rows:?}");
    }
}
