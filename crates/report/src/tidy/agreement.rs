//! What people said of the pairs: agreement, answer keys, distributions.

use std::io::{self, Write};
use std::iter;

use phenom_metrics::people::{AgreementRow, Keys};

use super::{At, SCORES, Tidy, TidyColumn, defined, lower, one, reason, upper};
use crate::render::csv_rows;

/// Every figure on annotators, answer keys and systems under them.
pub const AGREEMENT: Tidy<AgreementRow> = Tidy { name: "agreement", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<AgreementRow>] = &[
    TidyColumn {
        name: "system",
        meaning: "the system, if the value is about one",
        value: |row, _| row.system.as_str().into(),
    },
    TidyColumn {
        name: "key_a",
        meaning: "the annotator or answer key",
        value: |row, _| row.keys[0].as_str().into(),
    },
    TidyColumn {
        name: "key_b",
        meaning: "the other one",
        value: |row, _| row.keys[1].as_str().into(),
    },
    TidyColumn {
        name: "population",
        meaning: "original or monothematic",
        value: |row, _| row.population.name().into(),
    },
    TidyColumn {
        name: "slice_kind",
        meaning: "what the slice is of",
        value: |row, _| row.slice_kind.to_string().into(),
    },
    TidyColumn {
        name: "slice",
        meaning: "the slice's name as in the data",
        value: |row, _| row.slice.as_str().into(),
    },
    TidyColumn {
        name: "task",
        meaning: "two-way or three-way",
        value: |row, _| row.task.name().into(),
    },
    TidyColumn {
        name: "measure",
        meaning: "the measure's key",
        value: |row, _| row.measure.into(),
    },
    TidyColumn {
        name: "value",
        meaning: "the value, unrounded; empty if it is undefined",
        value: |row, _| defined(&row.value),
    },
    TidyColumn {
        name: "numerator",
        meaning: "of a share, the pairs that count",
        value: |row, _| row.proportion.map(|share| share.numerator).into(),
    },
    TidyColumn {
        name: "denominator",
        meaning: "of a share, all of its pairs",
        value: |row, _| row.proportion.map(|share| share.denominator).into(),
    },
    TidyColumn {
        name: "support",
        meaning: "how many pairs the value is of",
        value: |row, _| row.support.into(),
    },
    TidyColumn {
        name: "undefined_reason",
        meaning: "why there is no value",
        value: |row, _| reason(&row.value),
    },
    TidyColumn {
        name: "lower",
        meaning: "the lower end of the confidence interval; empty if it was not computed",
        value: |row, _| lower(row.interval.map(|interval| interval.interval)),
    },
    TidyColumn {
        name: "upper",
        meaning: "its upper end",
        value: |row, _| upper(row.interval.map(|interval| interval.interval)),
    },
    TidyColumn {
        name: "confidence_level",
        meaning: "the level of the interval, between 0 and 1",
        value: |row, _| row.interval.map(|interval| interval.level.value()).into(),
    },
    TidyColumn {
        name: "interval_method",
        meaning: "how the interval was computed",
        value: |row, _| row.interval.map(|interval| interval.method.key()).into(),
    },
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
    csv_rows(out, |writer: &mut csv::Writer<Vec<u8>>| {
        let columns = SCORES.columns.iter().map(|column| column.name);
        writer.write_record(iter::once("key").chain(columns))?;
        keys.keys.iter().try_for_each(|key| {
            let mut shown = key.scores.iter().filter(|score| wanted(score.measure));
            shown.try_for_each(|score| {
                SCORES.csv_rows_of(score, At::default(), &mut |mut cells| {
                    cells.insert(0, key.name.clone().into());
                    writer.serialize(cells)
                })
            })
        })
    })
}
