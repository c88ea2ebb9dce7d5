//! The judges of judged gold: how far people agree with them, and which systems they favour.

use phenom_dataset::listed;
use phenom_metrics::judged::JudgedEvaluation;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{JudgeRow, OfJudge, Population, SliceKind, judge_rows};

use super::judged::FEW_ERRORS;
use super::{Analysis, Found, Needs};
use crate::claims::{p_value, quoted};
use crate::reading_words::test_in_words;
use crate::tidy::{Tidy, column, defined, lower, one, reason, upper};
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

/// Agreement of judges with people, and whether they favour systems.
pub const JUDGES: Analysis = Analysis {
    key: "judges",
    measure: &ACCURACY,
    needs: Needs { judged: true, ..Needs::NOTHING },
    files: &["judges"],
    rows: |given| vec![Found::of(&JUDGE_ROWS, judge_rows(given.evaluation))],
    table: build,
};

/// The rows of `judges.csv`.
pub const JUDGE_ROWS: Tidy<JudgeRow> = Tidy {
    name: "judges",
    parts: one,
    columns: &[
        column("judge", "the judge's name", |row, _| row.judge.as_str().into()),
        column(
            "figure",
            "agreement: the share of read pairs on which people say the same; kappa: the same beyond chance; \
                      length: agreement on pairs with more words (text and hypothesis) than the median minus that on other pairs; \
                      share: the share of a gold label among all pairs, assuming a judge that errs alike (`chosen: by-label`); \
                      overrates: a system's accuracy by the judge minus that by people, on the pairs that people read; \
                      favours: how much more the judge overrates it than the mean of the other systems",
            |row, _| row.figure.name().into(),
        ),
        column("system", "the system that the judge overrates or favours", |row, _| {
            row.system.as_deref().into()
        }),
        column("population", "original or monothematic", |row, _| row.population.name().into()),
        column(
            "slice_kind",
            "by what the pairs are cut; judgments are those of people",
            |row, _| row.slice_kind.to_string().into(),
        ),
        column("slice", "the slice, empty for all pairs", |row, _| row.slice.as_str().into()),
        column("labels", "the pairs here that people read", |row, _| row.labels.into()),
        column("value", "the value, unrounded", |row, _| defined(&row.value)),
        column("lower", "the lower end of its interval at the level of the report", |row, _| {
            lower(row.interval)
        }),
        column("upper", "its upper end", |row, _| upper(row.interval)),
        column(
            "p",
            "of favours, the p-value of no favour; of length, of no difference",
            |row, _| row.p.into(),
        ),
        column(
            "p_adjusted",
            "the same, adjusted by Holm's method for all tests of judges",
            |row, _| row.p_adjusted.into(),
        ),
        column("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
    ],
};

fn build(results: &Results<'_>) -> Vec<Table> {
    let Some(judged) = &results.evaluation.judged else { return Vec::new() };
    let mut tables = Vec::new();
    for &population in results.evaluation.populations() {
        tables.push(agreement(results, judged, population));
        tables.extend(favour(results, judged, population));
    }
    tables
}

fn key(what: &str, results: &Results<'_>, population: Population) -> SafeName {
    match results.evaluation.is_decomposed() {
        true => SafeName::new(&format!("{what}-{}", population.name())),
        false => SafeName::new(what),
    }
}

fn cell(row: &JudgeRow, style: Style) -> Cell {
    Cell::value(row.value.clone(), style).between(row.interval)
}

/// Agreement with people, slice by slice.
fn agreement(results: &Results<'_>, judged: &JudgedEvaluation, population: Population) -> Table {
    let rows: Vec<&JudgeRow> =
        results.rows::<JudgeRow>().iter().filter(|row| row.population == population).collect();
    let mut columns = vec![Column::new("pairs"), Column::new("read")];
    // Scores of predictions have none.
    let has_kappa = rows.iter().any(|row| row.figure == OfJudge::Kappa);
    for judge in &judged.judges {
        columns.push(Column::grouped(&judge.name, "agreement"));
        columns.extend(has_kappa.then(|| Column::grouped(&judge.name, "kappa")));
    }
    let of = |judge: &str, figure: OfJudge, like: &JudgeRow| {
        let is_it = |row: &&&JudgeRow| {
            (row.judge.as_str(), row.figure) == (judge, figure)
                && (&row.slice_kind, &row.slice) == (&like.slice_kind, &like.slice)
        };
        rows.iter().find(is_it).copied()
    };
    let is_shown = |row: &&&JudgeRow| {
        let shown = matches!(
            row.slice_kind,
            SliceKind::All | SliceKind::Judgment | SliceKind::Category | SliceKind::Phenomenon
        );
        let first = judged.judges.first().map(|judge| judge.name.as_str());
        shown && row.figure == OfJudge::Agreement && Some(row.judge.as_str()) == first
    };
    let mut kind = None;
    let mut table_rows = Vec::new();
    for row in rows.iter().filter(is_shown) {
        let name = match row.slice_kind {
            SliceKind::All => "all".to_owned(),
            _ => results.slice_named(&row.slice_kind, &row.slice),
        };
        let mut cells = vec![Cell::text(name), Cell::count(row.labels)];
        for judge in &judged.judges {
            let found = |figure| of(&judge.name, figure, row);
            cells.push(
                found(OfJudge::Agreement).map_or(Cell::Empty, |row| cell(row, Style::Percent)),
            );
            let kappa = found(OfJudge::Kappa).map_or(Cell::Empty, |row| cell(row, Style::Ratio));
            cells.extend(has_kappa.then_some(kappa));
        }
        let first = kind.as_ref() != Some(&row.slice_kind);
        kind = Some(row.slice_kind.clone());
        table_rows.push(Row { kind: if first { RowKind::First } else { RowKind::Body }, cells });
    }
    let of_length: Vec<&JudgeRow> =
        rows.iter().copied().filter(|row| row.figure == OfJudge::Length).collect();
    let median = judged.median_words(population);
    table_rows.extend(of_length.first().map(|row| length_row(judged, row, &of_length, has_kappa)));
    let notes =
        notes((results, judged), population, &rows, median.filter(|_| !of_length.is_empty()));
    let title = "Agreement of judges with people".to_owned();
    Table { key: key("judges", results, population), title, columns, rows: table_rows, notes }
}

/// What the figures of agreement are; `median` is that of the words of pairs, if longer ones are compared with others.
fn notes(
    (results, judged): (&Results<'_>, &JudgedEvaluation),
    population: Population,
    rows: &[&JudgeRow],
    median: Option<u32>,
) -> Vec<String> {
    let mut notes = vec![match results.has_labels() {
        true => {
            "Agreement: the share of the pairs that people read on which they say the same as the judge. Kappa: the same \
             beyond chance. Labels are those of people."
        }
        false => {
            "Agreement: 1 minus the mean difference between the scores of people and of the judge, on the pairs that people read."
        }
    }
    .to_owned()];
    let has_few = |row: &&JudgeRow| {
        let share = row.value.as_ref().ok().filter(|_| row.figure == OfJudge::Agreement);
        share.is_some_and(|share| (1.0 - share) * (row.labels as f64) < FEW_ERRORS)
    };
    if rows.iter().copied().any(|row| has_few(&row)) {
        notes.push(
            "Where people differ from a judge on fewer than five pairs, the interval may be too short."
                .to_owned(),
        );
    }
    let of_length: Vec<&JudgeRow> =
        rows.iter().copied().filter(|row| row.figure == OfJudge::Length).collect();
    notes.extend(median.map(|median| {
        let p = |row: &&JudgeRow| Some(format!("p {} for {}", p_value("=", row.p_adjusted?), quoted(&row.judge)));
        let p: Vec<String> = of_length.iter().filter_map(p).collect();
        let tested = if p.is_empty() { String::new() } else { format!(" (adjusted {})", listed(&p, "and")) };
        format!(
            "Longer minus other: agreement on pairs with more than {median} words (text and hypothesis, median) minus agreement \
             on the other pairs{tested}."
        )
    }));
    let worth = judged.independent_judges(population);
    // If errors are hardly correlated, there is nothing to tell.
    let is_less = |worth: &f64| *worth < judged.judges.len() as f64 - 0.05;
    if let Some(worth) = worth.filter(is_less) {
        notes.push(format!(
            "{} judges, whose errors are correlated, are worth {} independent ones.",
            judged.judges.len(),
            crate::rounded(worth, Style::Ratio)
        ));
    }
    let name = |system: &str| results.system(system).to_owned();
    notes.extend(test_in_words(results.evaluation, judged, population, &name));
    notes.push(
        "Judges that agree with each other may be wrong together: their agreement is no evidence of truth.".to_owned(),
    );
    notes
}

/// By how much agreement on longer pairs differs, judge by judge.
fn length_row(
    judged: &JudgedEvaluation,
    first: &JudgeRow,
    of_length: &[&JudgeRow],
    has_kappa: bool,
) -> Row {
    let mut cells = vec![Cell::text("longer minus other pairs"), Cell::count(first.labels)];
    for judge in &judged.judges {
        let found = of_length.iter().find(|row| row.judge == judge.name);
        cells.push(found.map_or(Cell::Empty, |row| cell(row, Style::SignedPercent)));
        cells.extend(has_kappa.then_some(Cell::Empty));
    }
    Row { kind: RowKind::First, cells }
}

/// Which systems the judges favour; nothing for one system.
fn favour(
    results: &Results<'_>,
    judged: &JudgedEvaluation,
    population: Population,
) -> Option<Table> {
    let rows: Vec<&JudgeRow> = results
        .rows::<JudgeRow>()
        .iter()
        .filter(|row| row.population == population && row.system.is_some())
        .collect();
    if !rows.iter().any(|row| row.figure == OfJudge::Favours) {
        return None;
    }
    let columns = vec![
        Column::repeating("judge"),
        Column::new("system"),
        Column::new("overrates"),
        Column::new("favours"),
        Column::new("p"),
        Column::new("adjusted p"),
    ];
    let mut table_rows = Vec::new();
    for (number, judge) in judged.judges.iter().enumerate() {
        let mut kind = RowKind::First;
        for system in &results.evaluation.systems {
            let of = |figure| {
                let is_it = |row: &&&JudgeRow| {
                    row.judge == judge.name
                        && row.figure == figure
                        && row.system.as_deref() == Some(&*system.name)
                };
                rows.iter().find(is_it).copied()
            };
            let Some(overrates) = of(OfJudge::Overrates) else { continue };
            let favours = of(OfJudge::Favours);
            let itself =
                judge.also.is_some_and(|also| results.evaluation.systems[also].name == system.name);
            let name = results.marked(system);
            let p =
                |p: Option<f64>| p.map_or(Cell::Empty, |p| Cell::value(Ok(p), Style::Probability));
            let cells = vec![
                Cell::text(&judged.judges[number].name),
                Cell::text(if itself { format!("{name} (itself)") } else { name }),
                cell(overrates, Style::SignedPercent),
                favours.map_or(Cell::Empty, |row| cell(row, Style::SignedPercent)),
                p(favours.and_then(|row| row.p)),
                p(favours.and_then(|row| row.p_adjusted)),
            ];
            table_rows.push(Row { kind, cells });
            kind = RowKind::Body;
        }
    }
    let notes = vec![
        "On the pairs that people read. Overrates: accuracy by the judge minus accuracy by people. Favours: how much more \
         the judge overrates the system than the mean of the others, tested by Student's t over clusters; p-values of all \
         tests of judges are adjusted together (Holm)."
            .to_owned(),
    ];
    let title = "Systems that judges overrate, and favour".to_owned();
    let key = key("judges-favour", results, population);
    Some(Table { key, title, columns, rows: table_rows, notes })
}
