//! Whether solving the parts solves the whole: direct and composed answers, and the solved table.

use phenom_metrics::Population;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::WHOLE_ACCURACY;
use phenom_metrics::measures::composed_accuracy::{COMPOSED_ACCURACY, DIRECT_MINUS_COMPOSED};
use phenom_metrics::measures::composition_consistency::{
    COMPOSITION_CONSISTENCY, COMPOSITION_KAPPA, EXPECTED_COMPOSITION_CONSISTENCY,
};
use phenom_metrics::measures::compositionality_gap::{
    COMPOSITIONALITY_GAP, EXPECTED_COMPOSITIONALITY_GAP, EXPECTED_WHOLE_RIGHT_PART_WRONG,
    WHOLE_RIGHT_PART_WRONG,
};
use phenom_metrics::measures::solved_difference::{
    SOLVED_DIFFERENCE, STRATIFIED_SOLVED_DIFFERENCE,
};
use phenom_metrics::measures::solved_information::{
    SOLVED_INFORMATION, SOLVED_INFORMATION_P_VALUE,
};
use phenom_metrics::measures::solved_odds_ratio::SOLVED_ODDS_RATIO;
use phenom_metrics::{READING_CONDITIONS, Reading, ReadingQuestion, ReadingRow, SystemCounts};

use super::{notes_on_systems, reading};
use crate::claims::gold_in_words;
use crate::task_words::strata_in_words;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

/// Direct and composed answers.
pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    if !results.evaluation.is_decomposed() {
        return Vec::new();
    }
    // Judged gold has no readings and no counts of predictions alone.
    let is_judged = results.evaluation.judged.is_some();
    let mut columns = vec![
        Column::new("system"),
        Column::grouped("accuracy", "direct"),
        Column::grouped("accuracy", "composed"),
        Column::grouped("accuracy", "difference"),
    ];
    if !is_judged {
        columns.extend([
            Column::new("verdict"),
            Column::grouped("same prediction", "share"),
            Column::grouped("same prediction", "expected"),
            Column::grouped("same prediction", "kappa"),
        ]);
    }
    let row = |system: &SystemCounts| {
        let (name, whole) = (&system.name, Population::Decomposition);
        let cell = |measure: &Measure| results.share(name, whole, Pairs::All, measure);
        let counted = |measure: &Measure| results.cell(name, whole, Pairs::All, measure);
        let mut cells = vec![
            Cell::text(results.marked(system)),
            counted(&WHOLE_ACCURACY),
            counted(&COMPOSED_ACCURACY),
        ];
        if is_judged {
            cells.push(counted(&DIRECT_MINUS_COMPOSED));
        } else {
            let question = ReadingQuestion::DirectOrComposed;
            cells.extend([
                tested(results, name, question, cell(&DIRECT_MINUS_COMPOSED)),
                Cell::text(words(results, name, question)),
                cell(&COMPOSITION_CONSISTENCY).without_interval(),
                cell(&EXPECTED_COMPOSITION_CONSISTENCY),
                cell(&COMPOSITION_KAPPA).without_interval(),
            ]);
        }
        Row { kind: RowKind::Body, cells }
    };
    let rows: Vec<Row> = results.evaluation.systems.iter().map(row).collect();
    let mut notes: Vec<String> = gold_in_words(results).into_iter().collect();
    notes.push(rule(results));
    let said = format!(
        "Direct: predictions on originals. Composed: the composition rule applied to predictions on their parts. Accuracy \
         {} (correct/originals). The difference uses originals that have both.",
        results.options.numbers.unit()
    );
    if is_judged {
        notes.push(said);
        notes.push(format!("Brackets: {} confidence intervals.", results.level()));
    } else {
        let expected = "Expected: for random predictions with the same label frequencies.";
        notes.push(format!("{said} {expected}"));
        notes.push(conditions(ReadingQuestion::DirectOrComposed));
        notes.extend(intervals_of_tests(results, &rows));
    }
    notes.extend(notes_on_systems(results));
    let title = "Direct and composed predictions".to_owned();
    vec![Table { key: SafeName::new("composition"), title, columns, rows, notes }]
}

/// The solved table, by gold judgment and by category.
pub(crate) fn solved(results: &Results<'_>) -> Vec<Table> {
    if !results.evaluation.is_decomposed() {
        return Vec::new();
    }
    [Some(solved_by_judgment(results)), solved_by_category(results)]
        .into_iter()
        .flatten()
        .filter(|table| !table.rows.is_empty())
        .collect()
}

fn solved_by_judgment(results: &Results<'_>) -> Table {
    let judgments = results.evaluation.judgments();
    let has_labels = results.has_labels();
    let mut columns = vec![Column::repeating("system")];
    columns.extend(has_labels.then(|| Column::new("gold")));
    columns.extend(figures_of_solved().map(|(column, _)| column));
    columns.push(Column::new("verdict"));
    let mut rows = Vec::new();
    for system in &results.evaluation.systems {
        let mut row = |kind, gold: String, pairs: Pairs, said: Cell| {
            let mut figures = cells_of(results, &system.name, pairs);
            if !any_defined(&figures) {
                return;
            }
            if pairs == Pairs::All {
                let at = figures_of_solved()
                    .position(|(_, one)| one.key == STRATIFIED_SOLVED_DIFFERENCE.key);
                if let Some(at) = at {
                    let cell = std::mem::replace(&mut figures[at], Cell::Empty);
                    figures[at] =
                        tested(results, &system.name, ReadingQuestion::CarryingOver, cell);
                }
            }
            let mut cells = vec![Cell::text(results.marked(system))];
            cells.extend(has_labels.then(|| Cell::text(gold)));
            cells.extend(figures);
            cells.push(said);
            rows.push(Row { kind, cells });
        };
        let said = Cell::text(words(results, &system.name, ReadingQuestion::CarryingOver));
        row(RowKind::First, "all".to_owned(), Pairs::All, said);
        for judgment in &judgments {
            row(RowKind::Body, judgment.name().to_owned(), Pairs::Gold(*judgment), Cell::Empty);
        }
    }
    let mut notes: Vec<String> = gold_in_words(results).into_iter().collect();
    notes.extend(
        results.evaluation.systems.iter().filter_map(|system| against_index(results, &system.name)),
    );
    notes.extend(untold(results));
    notes.extend(has_labels.then(|| rule(results)));
    let strata = strata_in_words(results.evaluation.task);
    notes.push(format!(
        "Gap: originals that are wrong although all parts are correct, of those with all parts correct. Converse: \
         originals that are correct although a part is wrong, of those that are correct. Expected: if originals were \
         independent of their parts. Difference: how much more often originals are correct if all parts are; adjusted: \
         among originals with {strata}, which alone decides the verdict."
    ));
    notes.push(match has_labels {
        true => conditions(ReadingQuestion::CarryingOver),
        false => CONDITIONS_OF_OUTCOMES.to_owned(),
    });
    notes.extend(intervals_of_tests(results, &rows));
    notes.extend(notes_on_systems(results));
    let title = "Parts and originals: gap, converse and difference".to_owned();
    Table { key: SafeName::new("solved"), title, columns, rows, notes }
}

fn solved_by_category(results: &Results<'_>) -> Option<Table> {
    let mut columns = vec![Column::repeating("system"), Column::new("category")];
    columns.extend(figures_of_solved().map(|(column, _)| column));
    let mut rows = Vec::new();
    for system in &results.evaluation.systems {
        let categories = results.evaluation.phenomena_by_category().into_iter();
        for (place, (slice, _)) in categories.enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            let figures = cells_of(results, &system.name, Pairs::Slice(slice));
            if !any_defined(&figures) {
                continue;
            }
            let mut cells =
                vec![Cell::text(results.marked(system)), Cell::text(results.slice(slice))];
            cells.extend(figures);
            rows.push(Row { kind, cells });
        }
    }
    let mut notes = vec![
        "Originals with a part of the category, with all of their parts. The columns are those of the table on all originals."
            .to_owned(),
    ];
    notes.extend(notes_on_systems(results));
    let title = "Parts and originals by category: gap, converse and difference".to_owned();
    let key = SafeName::new("solved-categories");
    (!rows.is_empty()).then_some(Table { key, title, columns, rows, notes })
}

/// The figures of the solved table, column by column.
fn figures_of_solved() -> impl Iterator<Item = (Column, &'static Measure)> {
    [
        (Column::grouped("gap", "share"), &COMPOSITIONALITY_GAP),
        (Column::grouped("gap", "expected"), &EXPECTED_COMPOSITIONALITY_GAP),
        (Column::grouped("converse", "share"), &WHOLE_RIGHT_PART_WRONG),
        (Column::grouped("converse", "expected"), &EXPECTED_WHOLE_RIGHT_PART_WRONG),
        (Column::grouped("difference", "plain"), &SOLVED_DIFFERENCE),
        (Column::grouped("difference", "adjusted"), &STRATIFIED_SOLVED_DIFFERENCE),
        (Column::new("odds ratio"), &SOLVED_ODDS_RATIO),
        (Column::grouped("information", "bits"), &SOLVED_INFORMATION),
        (Column::grouped("information", "p"), &SOLVED_INFORMATION_P_VALUE),
    ]
    .into_iter()
}

fn cells_of(results: &Results<'_>, system: &str, pairs: Pairs) -> Vec<Cell> {
    let cell = |measure: &Measure| {
        results.cell(system, Population::Decomposition, pairs, measure).without_interval()
    };
    figures_of_solved().map(|(_, measure)| cell(measure)).collect()
}

/// Whether a row has anything to show.
fn any_defined(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.number().is_some())
}

/// What is said of a system.
fn reading_of<'r>(
    results: &Results<'r>,
    system: &str,
    question: ReadingQuestion,
) -> Option<&'r ReadingRow> {
    results.readings.iter().find(|row| row.system == system && row.question == question)
}

/// The same in a cell.
fn words(results: &Results<'_>, system: &str, question: ReadingQuestion) -> String {
    let row = reading_of(results, system, question);
    row.map_or(String::new(), |row| row.reading.words().to_owned())
}

/// A value with the interval of the test that decides the verdict.
fn tested(results: &Results<'_>, system: &str, question: ReadingQuestion, cell: Cell) -> Cell {
    let row = reading_of(results, system, question);
    cell.without_interval().between(row.and_then(|row| row.adjusted_interval))
}

/// What the brackets are, if there are any.
fn intervals_of_tests(results: &Results<'_>, rows: &[Row]) -> Option<String> {
    let has = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval().is_some());
    has.then(|| {
        format!(
            "Brackets: adjusted {} intervals of the tests that decide the verdict; of accuracies, confidence intervals.",
            results.level()
        )
    })
}

/// Where what is said is not what the reading of the Correlation Index says.
fn against_index(results: &Results<'_>, system: &str) -> Option<String> {
    let row = reading_of(results, system, ReadingQuestion::CarryingOver)?;
    reading::against_index(results, system, row.reading)
}

/// The systems of which the Correlation Index has a reading, and of which the solved table has none.
fn untold(results: &Results<'_>) -> Option<String> {
    let rows = results.readings.iter().filter(|row| {
        row.question == ReadingQuestion::CarryingOver && row.reading == Reading::CannotTell
    });
    let named = rows.filter_map(|row| {
        let (index, reading) = reading::read(results, &row.system)?;
        Some(format!("{} (CI {index}: {})", results.shown(&row.system), reading.term()))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| {
        format!(
            "The terms of Cabrio and Magnini (2010) are about the Correlation Index alone. For these systems no association \
             between parts and originals is significant: {}.",
            named.join(", ")
        )
    })
}

/// The rule that a table is made by.
pub(crate) fn rule(results: &Results<'_>) -> String {
    format!("Composition rule: {}.", results.evaluation.composition)
}

/// When what is said of outcomes, which have no constant baseline.
const CONDITIONS_OF_OUTCOMES: &str = "Verdict: associated if originals with the same number of parts are significantly more often correct if all parts are; \
     within 10 points if the adjusted interval of the difference is; else not significant. Outcomes do not state which label \
     a system predicts, so no system is said to compose.";

/// What the verdicts mean.
fn conditions(question: ReadingQuestion) -> String {
    let of_question = READING_CONDITIONS.iter().filter(|one| one.question == question);
    let named: Vec<String> =
        of_question.map(|one| format!("{} if {}", one.reading.words(), one.condition)).collect();
    format!("Verdict: {}; else not significant.", named.join("; "))
}

#[cfg(test)]
mod tests {
    use phenom_metrics::{Settings, readings};

    use super::*;
    use crate::testing::{Scene, columns, compared, notes, shown};

    /// Two originals are right with all of their parts, one is wrong though they are, one is right though a
    /// part is wrong.
    const PAIRS: &str = "1 E - E\n1.1 E lex:syn E\n2 E - E\n2.1 E lex:syn E\n3 E - U\n3.1 E lex:syn E\n\
                         4 E - E\n4.1 E syn:act U";

    #[test]
    fn direct_answers_stand_beside_composed_ones() {
        let scene = Scene::new(compared(), &["A"], PAIRS);
        let rows = readings(&scene.evaluation, &scene.comparisons);
        let table = &build(&scene.results().with_readings(&rows))[0];
        // Composed: the first three.
        let row = shown(table)[0].clone();
        assert!(
            row.starts_with("A | 75.0 (3/4) | 75.0 (3/4) | 0.0 | not significant | 50.0 | 62.5 |"),
            "{row}"
        );
        let notes = notes(table);
        assert!(notes.contains("Composition rule: "), "{notes}");
    }

    #[test]
    fn the_gap_and_its_converse_stand_in_the_solved_table() {
        let scene = Scene::new(compared(), &["A"], PAIRS);
        let rows = readings(&scene.evaluation, &scene.comparisons);
        let tables = solved(&scene.results().with_readings(&rows));
        assert!(columns(&tables[0]).starts_with("system | gold | gap: share"));
        let row = shown(&tables[0])[0].clone();
        // Independent wholes: a quarter wrong; three quarters of the parts right.
        assert!(
            row.starts_with("A | all | 33.3 (1/3) | 25.0 | 33.3 (1/3) | 25.0 | -33.3 |"),
            "{row}"
        );
        assert!(row.ends_with("not significant"), "{row}");
        assert_eq!(tables[1].key.as_str(), "solved-categories");
        assert!(shown(&tables[1])[1].starts_with("A | syn | – "), "{:?}", shown(&tables[1]));
    }

    #[test]
    fn where_nothing_is_decomposed_there_is_no_table() {
        let scene = Scene::new(Settings::default(), &["A"], "1 E - E\n2 U - U");
        assert!(build(&scene.results()).is_empty() && solved(&scene.results()).is_empty());
    }
}
