//! What people said of the pairs: agreement, answer keys, distributions.

use std::io::{self, Write};
use std::iter;

use phenom_metrics::people::{AgreementRow, Keys};

use super::{At, SCORES, Tidy, TidyColumn, column, defined, lower, one, reason, upper};
use crate::render::no_formula;

/// Every figure on annotators, answer keys and systems under them.
pub const AGREEMENT: Tidy<AgreementRow> = Tidy { name: "agreement", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<AgreementRow>] = &[
    column("system", "the system, if the value is about one", |row, _| row.system.as_str().into()),
    column("key_a", "the annotator or answer key", |row, _| row.keys[0].as_str().into()),
    column("key_b", "the other one", |row, _| row.keys[1].as_str().into()),
    column("population", "original or monothematic", |row, _| row.population.name().into()),
    column("slice_kind", "what the slice is of", |row, _| row.slice_kind.to_string().into()),
    column("slice", "the slice's name as in the data", |row, _| row.slice.as_str().into()),
    column("task", "two-way or three-way", |row, _| row.task.name().into()),
    column("measure", "the measure's key", |row, _| row.measure.into()),
    column("value", "the value, unrounded; empty if it is undefined", |row, _| defined(&row.value)),
    column("numerator", "of a share, the pairs that count", |row, _| {
        row.proportion.map(|share| share.numerator).into()
    }),
    column("denominator", "of a share, all of its pairs", |row, _| {
        row.proportion.map(|share| share.denominator).into()
    }),
    column("support", "how many pairs the value is of", |row, _| row.support.into()),
    column("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
    column(
        "lower",
        "the lower end of the confidence interval; empty if it was not computed",
        |row, _| lower(row.interval.map(|interval| interval.interval)),
    ),
    column("upper", "its upper end", |row, _| {
        upper(row.interval.map(|interval| interval.interval))
    }),
    column("confidence_level", "the level of the interval, between 0 and 1", |row, _| {
        row.interval.map(|interval| interval.level.value()).into()
    }),
    column("interval_method", "how the interval was computed", |row, _| {
        row.interval.map(|interval| interval.method.key()).into()
    }),
];

/// Writes the scores under every answer key as CSV, those whose measure is wanted: the key, then the columns of the tidy
/// scores.
///
/// # Errors
/// What the writer gives.
pub fn keys_csv(
    keys: &Keys,
    wanted: &dyn Fn(&str) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let columns = SCORES.columns.iter().map(|column| column.name);
    writer.write_record(iter::once("key").chain(columns))?;
    for key in &keys.keys {
        for score in key.scores.iter().filter(|score| wanted(score.measure)) {
            SCORES.csv_rows_of(score, At::default(), &mut |mut cells| {
                cells.insert(0, no_formula(&key.name).into_owned().into());
                writer.serialize(cells)
            })?;
        }
    }
    writer.flush()
}
