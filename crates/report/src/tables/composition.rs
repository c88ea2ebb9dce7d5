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
use crate::composition_words::{gold_first, reading_in_words};
use crate::task_words::one_stratum_in_words;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

/// Direct and composed answers.
pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    if !results.evaluation.is_decomposed() {
        return Vec::new();
    }
    let columns = [
        Column::new("system"),
        Column::grouped("accuracy", "direct"),
        Column::grouped("accuracy", "composed"),
        Column::grouped("accuracy", "difference"),
        Column::new("reads better"),
        Column::grouped("same answer", "share"),
        Column::grouped("same answer", "by chance"),
        Column::grouped("same answer", "kappa"),
    ];
    let row = |system: &SystemCounts| {
        let cell = |measure: &Measure| {
            results.share(&system.name, Population::Decomposition, Pairs::All, measure)
        };
        let counted = |measure: &Measure| {
            results.cell(&system.name, Population::Decomposition, Pairs::All, measure)
        };
        let cells = vec![
            Cell::text(results.marked(system)),
            counted(&WHOLE_ACCURACY),
            counted(&COMPOSED_ACCURACY),
            cell(&DIRECT_MINUS_COMPOSED),
            Cell::text(words(results, &system.name, ReadingQuestion::DirectOrComposed)),
            cell(&COMPOSITION_CONSISTENCY).without_interval(),
            cell(&EXPECTED_COMPOSITION_CONSISTENCY),
            cell(&COMPOSITION_KAPPA).without_interval(),
        ];
        Row { kind: RowKind::Body, cells }
    };
    let rows: Vec<Row> = results.evaluation.systems.iter().map(row).collect();
    let mut notes: Vec<String> = gold_first(results).into_iter().collect();
    notes.extend(sentences(results, ReadingQuestion::DirectOrComposed));
    notes.push(rule(results));
    notes.push(format!(
        "Direct: the system's answers on the originals. Composed: what the rule makes of its answers on \
         their parts. Accuracy {} (right/originals). The difference is about the originals that have both.",
        results.options.numbers.unit()
    ));
    notes.push(conditions(ReadingQuestion::DirectOrComposed));
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let title = "Reading the whole, or its parts: direct and composed answers".to_owned();
    vec![Table { key: SafeName::new("composition"), title, columns: columns.into(), rows, notes }]
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
    columns.extend(figures().map(|(column, _)| column));
    columns.push(Column::new("carries over"));
    let mut rows = Vec::new();
    for system in &results.evaluation.systems {
        let mut row = |kind, gold: String, pairs: Pairs, said: Cell| {
            let figures = cells_of(results, &system.name, pairs);
            if !any_defined(&figures) {
                return;
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
    let mut notes: Vec<String> = gold_first(results).into_iter().collect();
    notes.extend(sentences(results, ReadingQuestion::CarryingOver));
    notes.extend(
        results.evaluation.systems.iter().filter_map(|system| against_index(results, &system.name)),
    );
    notes.extend(untold(results));
    notes.extend(has_labels.then(|| rule(results)));
    let in_strata = one_stratum_in_words(results.evaluation.task);
    let gold_moves = if has_labels { "gold moves wholes and parts together, and " } else { "" };
    notes.push(format!(
        "Gap: originals that are wrong though all of their parts are right, of those whose parts all are. \
         Converse: originals that are right though some part is wrong, of those that are right. Beside both \
         what they would be if wholes were independent of parts. Difference: by how much wholes are right more \
         often where all parts are; in strata, among originals of {in_strata}, which \
         alone says whether a system carries over: {gold_moves}all parts are \
         right the more rarely the more there are."
    ));
    notes.push(match has_labels {
        true => conditions(ReadingQuestion::CarryingOver),
        false => CONDITIONS_OF_OUTCOMES.to_owned(),
    });
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let title = "Does solving the parts solve the whole?".to_owned();
    Table { key: SafeName::new("solved"), title, columns, rows, notes }
}

fn solved_by_category(results: &Results<'_>) -> Option<Table> {
    let mut columns = vec![Column::repeating("system"), Column::new("category")];
    columns.extend(figures().map(|(column, _)| column));
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
        "Originals with a part of the category, with all of their parts. The columns are those of the table \
         on all originals."
            .to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let title = "Does solving the parts solve the whole? By category".to_owned();
    let key = SafeName::new("solved-categories");
    (!rows.is_empty()).then_some(Table { key, title, columns, rows, notes })
}

/// The figures of the solved table, column by column.
fn figures() -> impl Iterator<Item = (Column, &'static Measure)> {
    [
        (Column::grouped("gap", "share"), &COMPOSITIONALITY_GAP),
        (Column::grouped("gap", "if independent"), &EXPECTED_COMPOSITIONALITY_GAP),
        (Column::grouped("converse", "share"), &WHOLE_RIGHT_PART_WRONG),
        (Column::grouped("converse", "if independent"), &EXPECTED_WHOLE_RIGHT_PART_WRONG),
        (Column::grouped("difference", "plain"), &SOLVED_DIFFERENCE),
        (Column::grouped("difference", "in strata"), &STRATIFIED_SOLVED_DIFFERENCE),
        (Column::new("odds ratio"), &SOLVED_ODDS_RATIO),
        (Column::grouped("information", "bits"), &SOLVED_INFORMATION),
        (Column::grouped("information", "p"), &SOLVED_INFORMATION_P_VALUE),
    ]
    .into_iter()
}

fn cells_of(results: &Results<'_>, system: &str, pairs: Pairs) -> Vec<Cell> {
    let cell = |measure: &Measure| {
        let cell = results.cell(system, Population::Decomposition, pairs, measure);
        if measure.key == STRATIFIED_SOLVED_DIFFERENCE.key { cell } else { cell.without_interval() }
    };
    figures().map(|(_, measure)| cell(measure)).collect()
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

fn sentences(results: &Results<'_>, question: ReadingQuestion) -> Vec<String> {
    let rows = results.readings.iter().filter(|row| row.question == question);
    rows.map(|row| reading_in_words(results, row)).collect()
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
            "The terms of Cabrio and Magnini (2010) are about the Correlation Index alone. The data do not show whether \
             these systems carry over: {}.",
            named.join(", ")
        )
    })
}

/// The rule that a table is made by.
pub(crate) fn rule(results: &Results<'_>) -> String {
    format!("The rule of composition: {}.", results.evaluation.composition)
}

/// When what is said of outcomes, which have no constant baseline.
const CONDITIONS_OF_OUTCOMES: &str = "What is said: “goes with its parts” if originals with the same number of parts are right more often if all of their parts \
     are, by a test that is significant after correction; “does not carry over: independent of its parts” if the interval of \
     that difference lies within 10 points of 0; else “cannot tell”. Outcomes do not show which label a system predicts. So no \
     system is said to carry over.";

/// When what is said.
fn conditions(question: ReadingQuestion) -> String {
    let of_question = READING_CONDITIONS.iter().filter(|one| one.question == question);
    let named: Vec<String> =
        of_question.map(|one| format!("“{}” if {}", one.reading.words(), one.condition)).collect();
    format!(
        "What is said: {}; else “cannot tell”. Intervals in the sentences are those of the level that the \
         readings of all systems leave each other.",
        named.join("; ")
    )
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
            row.starts_with("A | 75.0 (3/4) | 75.0 (3/4) | 0.0 | cannot tell | 50.0 | 62.5 |"),
            "{row}"
        );
        let notes = notes(table);
        assert!(notes.contains("A is right as often reading whole pairs as composing"), "{notes}");
        assert!(notes.contains("a whole is entailed where all of its parts are."), "{notes}");
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
        assert!(row.ends_with("cannot tell"), "{row}");
        assert_eq!(tables[1].key.as_str(), "solved-categories");
        assert!(shown(&tables[1])[1].starts_with("A | syn | – "), "{:?}", shown(&tables[1]));
    }

    #[test]
    fn where_nothing_is_decomposed_there_is_no_table() {
        let scene = Scene::new(Settings::default(), &["A"], "1 E - E\n2 U - U");
        assert!(build(&scene.results()).is_empty() && solved(&scene.results()).is_empty());
    }
}
