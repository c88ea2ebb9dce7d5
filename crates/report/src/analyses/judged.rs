//! Judged gold: what judges say, what people say, and what judges say corrected by people.

use phenom_dataset::{Chosen, listed};
use phenom_metrics::judged::JudgedEvaluation;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{
    JudgeRow, JudgedRow, JudgedValue, OfJudge, Population, SliceKind, SystemCounts, Undefined,
    judged_rows,
};

use super::{Analysis, Found, Needs};
use crate::claims::quoted;
use crate::reading_words::unread_in_words;
use crate::tables::notes_on_systems;
use crate::task_words::of_people_and_judges;
use crate::tidy::{Tidy, Value, column};
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

/// Figures by judges' labels that people correct, beside those of people alone and of each judge alone.
pub const JUDGED: Analysis = Analysis {
    key: "judged",
    measure: &ACCURACY,
    needs: Needs { judged: true, ..Needs::NOTHING },
    files: &["judged"],
    rows: |given| vec![Found::of(&JUDGED_ROWS, judged_rows(given.evaluation))],
    table: build,
};

/// With fewer errors that people find, intervals cover less than they say (docs/statistics.md).
pub(super) const FEW_ERRORS: f64 = 5.0;

/// By whose labels a row of the file is.
enum By {
    Corrected,
    People,
    Judge(usize),
}

fn by(part: usize) -> By {
    match part {
        0 => By::Corrected,
        1 => By::People,
        judge => By::Judge(judge - 2),
    }
}

/// The value of a row of the file, and its interval; of a judge alone, the value.
fn estimate(row: &JudgedRow, part: usize) -> Option<&Result<JudgedValue, Undefined>> {
    match by(part) {
        By::Corrected => Some(&row.corrected),
        By::People => Some(&row.people),
        By::Judge(_) => None,
    }
}

fn of_value<'r>(row: &'r JudgedRow, part: usize, value: impl Fn(&JudgedValue) -> f64) -> Value<'r> {
    let estimate = estimate(row, part).and_then(|estimate| estimate.as_ref().ok());
    estimate.map(value).filter(|value| value.is_finite()).into()
}

/// The rows of `judged.csv`.
pub const JUDGED_ROWS: Tidy<JudgedRow> = Tidy {
    name: "judged",
    parts: |row| 2 + row.judges.len(),
    columns: &[
        column("system", "the system's name", |row, _| row.system.as_str().into()),
        column("population", "original, monothematic or decomposition", |row, _| {
            row.population.name().into()
        }),
        column("slice_kind", "by what the pairs are cut", |row, _| {
            row.slice_kind.to_string().into()
        }),
        column("slice", "the slice, empty for all pairs", |row, _| row.slice.as_str().into()),
        column("measure", "the key of the measure", |row, _| row.measure.into()),
        column(
            "labels_of",
            "whose labels decide: judges' that people correct (corrected), people's alone (people), or those of \
                      one judge alone (judge)",
            |_, at| match by(at.part) {
                By::Corrected => "corrected".into(),
                By::People => "people".into(),
                By::Judge(_) => "judge".into(),
            },
        ),
        column("judge", "the name of that judge", |row, at| match by(at.part) {
            By::Judge(judge) => row.judges[judge].0.as_str().into(),
            _ => Value::Absent,
        }),
        column(
            "value",
            "the value, unrounded; a corrected one may be outside of its range, where sums stay sums. None of a \
                      system by the judge that it is itself",
            |row, at| match by(at.part) {
                By::Judge(judge) => row.judges[judge].1.into(),
                _ => of_value(row, at.part, |of| of.value),
            },
        ),
        column("lower", "the lower end of its interval at the level of the report", |row, at| {
            of_value(row, at.part, |of| of.interval.lower)
        }),
        column("upper", "its upper end", |row, at| of_value(row, at.part, |of| of.interval.upper)),
        column("standard_error", "the standard error over clusters", |row, at| {
            of_value(row, at.part, |of| of.error)
        }),
        column(
            "standard_error_floored",
            "the same with four pseudo-pairs, from which interval and test are made",
            |row, at| of_value(row, at.part, |of| of.floored_error),
        ),
        column("degrees_of_freedom", "those of Student's t", |row, at| {
            of_value(row, at.part, |of| of.freedom)
        }),
        column("judged_pairs", "the pairs that judges labelled, of all gold labels", |row, _| {
            row.rests_on.pairs.into()
        }),
        column("labels", "how many of them people read", |row, _| row.rests_on.labels.into()),
        column(
            "effective_clusters",
            "the effective number of clusters that people read (Kish)",
            |row, _| row.rests_on.effective.into(),
        ),
        column(
            "worth",
            "the labels with which people alone would have the same standard error",
            |row, at| match by(at.part) {
                By::Corrected => row.worth.into(),
                _ => Value::Absent,
            },
        ),
        column("undefined_reason", "why there is no value", |row, at| {
            match estimate(row, at.part) {
                Some(Err(reason)) => reason.to_string().into(),
                _ => Value::Absent,
            }
        }),
    ],
};

fn build(results: &Results<'_>) -> Vec<Table> {
    let Some(judged) = &results.evaluation.judged else { return Vec::new() };
    let populations = results.populations();
    let mut tables = vec![table(results, judged, (SafeName::new("judged"), populations))];
    if results.evaluation.has_phenomena() {
        let population = results.evaluation.tagged();
        let key = SafeName::new("judged-phenomena");
        tables.push(table(results, judged, (key, &[population])));
    }
    tables
}

/// The accuracy of each system on some populations, and with one of them on its phenomena.
fn table(
    results: &Results<'_>,
    judged: &JudgedEvaluation,
    (key, populations): (SafeName, &[Population]),
) -> Table {
    let by_phenomenon = key.as_str() != JUDGED.key;
    let of_accuracy = results.rows::<JudgedRow>().iter().filter(|row| row.measure == ACCURACY.key);
    let all: Vec<&JudgedRow> = of_accuracy.collect();
    let mut columns = vec![Column::new("system"), Column::new("read"), Column::new("judged")];
    columns.extend(judged.judges.iter().map(|judge| Column::grouped("accuracy by", &judge.name)));
    columns.push(Column::grouped("accuracy by", "people"));
    columns.push(Column::grouped("accuracy by", "corrected"));
    columns.push(Column::new("worth"));
    let mut rows = Vec::new();
    for system in &results.evaluation.systems {
        let mut kind = if by_phenomenon { RowKind::First } else { RowKind::Body };
        for &population in populations {
            let of = |kind: SliceKind| {
                all.iter().filter(move |row| {
                    (row.system == system.name && row.slice_kind == kind)
                        && row.population == population
                })
            };
            let name = results.marked(system);
            let name = match results.evaluation.is_decomposed() {
                true => format!("{name}, {}", population.name()),
                false => name,
            };
            rows.extend(
                of(SliceKind::All).map(|row| Row { kind, cells: cells(Cell::text(&name), row) }),
            );
            kind = RowKind::Body;
            rows.extend(of(SliceKind::Phenomenon).filter(|_| by_phenomenon).map(|row| {
                let name = results.slice_named(&row.slice_kind, &row.slice);
                Row { kind, cells: cells(Cell::Indented(name), row) }
            }));
        }
    }
    let title = match by_phenomenon {
        true => "Accuracy by judges, by people, and corrected, by phenomenon",
        false => "Accuracy by judges, by people, and corrected",
    };
    let mut notes = notes(results, judged);
    let has_few_errors = |row: &&JudgedRow| {
        let is_shown = row.slice_kind == SliceKind::All || by_phenomenon;
        let people = row.people.as_ref().ok().filter(|_| is_shown);
        people
            .is_some_and(|people| (1.0 - people.value) * (row.rests_on.labels as f64) < FEW_ERRORS)
    };
    if all.iter().filter(|row| populations.contains(&row.population)).any(has_few_errors) {
        notes.push(
            "Where people found fewer than five errors, the interval may be too short.".to_owned(),
        );
    }
    notes.extend(notes_on_systems(results));
    Table { key, title: title.to_owned(), columns, rows, notes }
}

fn cells(name: Cell, row: &JudgedRow) -> Vec<Cell> {
    let value = |of: &Result<JudgedValue, Undefined>| match of {
        Ok(of) => {
            let value = of.value.clamp(0.0, 1.0);
            Cell::value(Ok(value), Style::Percent)
                .between(Some(of.interval).filter(|ends| ends.width().is_finite()))
        }
        Err(reason) => Cell::Undefined(reason.clone()),
    };
    let mut cells =
        vec![name, Cell::count(row.rests_on.labels as u64), Cell::count(row.rests_on.pairs as u64)];
    cells.extend(row.judges.iter().map(|(_, naive)| match naive {
        Some(naive) => Cell::value(Ok(*naive), Style::Percent),
        None => Cell::Empty,
    }));
    cells.extend([&row.people, &row.corrected].map(value));
    cells.push(row.worth.map_or(Cell::Empty, |worth| Cell::count(worth.round() as u64)));
    cells
}

fn notes(results: &Results<'_>, judged: &JudgedEvaluation) -> Vec<String> {
    let chosen = match judged.chosen {
        Chosen::Random => "at random",
        Chosen::Probability => "with stated probabilities",
        Chosen::Strata => "at random within strata",
        Chosen::WholeClusters => "as whole clusters, at random",
        Chosen::ByLabel => return shares(results, judged),
        Chosen::Unknown => {
            return vec![
                "Nobody states how the pairs were chosen that people read. So people's labels correct no judge, and values \
                 by people hold for the pairs that they read."
                    .to_owned(),
            ];
        }
    };
    let [labelled, labels] = of_people_and_judges(results.evaluation.task);
    let mut notes = vec![format!(
        "Read: pairs that people {labelled}, chosen {chosen}. Judged: all pairs. A judge alone may be wrong. Corrected: judges' \
         {labels} of all pairs, corrected by those of people (prediction-powered estimates). Worth: the {labels} with which \
         people alone would have as small a standard error. Brackets: {} % intervals over clusters.",
        100.0 * results.evaluation.statistics.level.value()
    )];
    notes.extend(unread_in_words(judged, &|kind, slice| results.slice_named(kind, slice)));
    if !judged.blind {
        notes.push(
            "People saw what a judge said, so their labels may follow it, and the correction is too small if they do."
                .to_owned(),
        );
    }
    for (number, judge) in judged.judges.iter().enumerate() {
        let unlabelled = judged.unlabelled(number);
        if unlabelled > 0 {
            notes.push(format!(
                "{} lacks {labels} of {unlabelled} pairs, where no prediction counts as correct by it.",
                judge.name
            ));
        }
        let system: Option<&SystemCounts> =
            judge.also.map(|number| &results.evaluation.systems[number]);
        if let Some(system) = system {
            notes.push(format!(
                "{} is also the system {}, on which it says nothing.",
                judge.name,
                results.system(&system.name)
            ));
        }
    }
    notes
}

/// The shares of gold labels, which are all that labels of pairs correct that were chosen by their labels.
fn shares(results: &Results<'_>, judged: &JudgedEvaluation) -> Vec<String> {
    let mut notes = vec![
        "The pairs that people read were chosen by their labels. So people's labels correct the shares of gold labels alone, and \
         values by people hold for the pairs that they read."
            .to_owned(),
    ];
    for &population in results.evaluation.populations() {
        for judge in &judged.judges {
            let of_judge = results.rows::<JudgeRow>().iter().filter(|row| {
                row.judge == judge.name
                    && row.population == population
                    && row.figure == OfJudge::Share
            });
            let in_words = |row: &JudgeRow| match (&row.value, row.interval) {
                (Ok(share), Some(interval)) => {
                    let [share, lower, upper] =
                        [share.clamp(0.0, 1.0), interval.lower, interval.upper]
                            .map(|share| crate::rounded(share, Style::Percent));
                    Ok(format!("{} {share} % [{lower}, {upper}]", row.slice))
                }
                (Ok(share), None) => {
                    Ok(format!("{} {} %", row.slice, crate::rounded(*share, Style::Percent)))
                }
                (Err(reason), _) => Err(reason.to_string()),
            };
            let shares: Result<Vec<String>, String> = of_judge.map(in_words).collect();
            let of = match results.evaluation.is_decomposed() {
                true => format!("{} pairs", population.name()),
                false => "all pairs".to_owned(),
            };
            let judge = quoted(&judge.name);
            notes.push(match shares {
                Ok(shares) => format!(
                    "Shares of gold labels on {of} by {judge}, assuming a judge that errs alike on other pairs with the same gold \
                     label ({} % intervals): {}.",
                    100.0 * results.evaluation.statistics.level.value(),
                    listed(&shares, "and")
                ),
                Err(reason) => {
                    format!("Shares of gold labels on {of} by {judge} are undefined: {reason}.")
                }
            });
        }
    }
    notes
}
