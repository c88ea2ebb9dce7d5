//! What people said of the pairs: agreement, answer keys, distributions.

use std::io::{self, Write};
use std::iter;

use csv::ByteRecord;
use phenom_metrics::people::{AgreementRow, Keys};

use super::{At, SCORES, Tidy, TidyColumn, figures, one};
use crate::render::no_formula;

/// Every figure on annotators, answer keys and systems under them.
pub const AGREEMENT: Tidy<AgreementRow> = Tidy { name: "agreement", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<AgreementRow>] = figures!(
    [
        column("system", "the system, if the value is about one", |row, _| row
            .system
            .as_str()
            .into()),
        column("key_a", "the annotator or answer key", |row, _| row.keys[0].as_str().into()),
        column("key_b", "the other one", |row, _| row.keys[1].as_str().into()),
        column("population", "original or monothematic", |row, _| row.population.name().into()),
        column("slice_kind", "what the slice is of", |row, _| row.slice_kind.to_string().into()),
        column("slice", "the slice's name as in the data", |row, _| row.slice.as_str().into()),
        column("task", "two-way or three-way", |row, _| row.task.name().into()),
    ],
    []
);

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
    let mut record = ByteRecord::new();
    for key in &keys.keys {
        for score in key.scores.iter().filter(|score| wanted(score.measure)) {
            record.clear();
            record.push_field(no_formula(&key.name).as_bytes());
            SCORES.push_cells(score, At::default(), &mut record);
            writer.write_byte_record(&record)?;
        }
    }
    writer.flush()
}
