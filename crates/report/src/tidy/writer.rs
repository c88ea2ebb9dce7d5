//! Tidy rows as CSV and JSON.

use std::io::{self, Write};

use csv::ByteRecord;
use itoa::Buffer as Digits;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{At, Tidy, Value};
use crate::render::{json_lines, no_formula};

impl<R> Tidy<R> {
    /// Writes the rows as CSV, in which no text is taken for a formula or steers what shows it; without a header where
    /// there is no row.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn csv<'r>(
        &self,
        rows: impl IntoIterator<Item = &'r R>,
        at: At,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut rows = rows.into_iter().peekable();
        let mut writer = csv::Writer::from_writer(out);
        if rows.peek().is_some() {
            writer.write_record(self.columns.iter().map(|column| column.name))?;
        }
        let mut record = ByteRecord::new();
        for row in rows {
            for part in 0..(self.parts)(row) {
                record.clear();
                self.push_cells(row, At { part, ..at }, &mut record);
                writer.write_byte_record(&record)?;
            }
        }
        writer.flush()
    }

    /// Adds the cells of a row to a record of CSV.
    pub(super) fn push_cells(&self, row: &R, at: At, record: &mut ByteRecord) {
        for column in self.columns {
            match (column.value)(row, at) {
                Value::Text(text) => record.push_field(no_formula(&text).as_bytes()),
                Value::Count(count) => record.push_field(Digits::new().format(count).as_bytes()),
                Value::Whole(number) => record.push_field(Digits::new().format(number).as_bytes()),
                Value::Number(number) => {
                    record.push_field(ryu::Buffer::new().format(number).as_bytes());
                }
                Value::Flag(flag) => record.push_field(if flag { b"true" } else { b"false" }),
                Value::Absent => record.push_field(b""),
            }
        }
    }

    /// Writes the rows as JSON: a list with an object a line.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn json<'r>(
        &self,
        rows: impl IntoIterator<Item = &'r R>,
        at: At,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let all = rows.into_iter().flat_map(|row| {
            let parts = 0..(self.parts)(row);
            parts.map(move |part| Object { tidy: self, row, at: At { part, ..at } })
        });
        json_lines(all.collect::<Vec<_>>(), out)
    }
}

/// A row as a JSON object.
struct Object<'r, R: 'static> {
    tidy: &'r Tidy<R>,
    row: &'r R,
    at: At,
}

impl<R> Serialize for Object<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.tidy.columns.len()))?;
        for column in self.tidy.columns {
            object.serialize_entry(column.name, &(column.value)(self.row, self.at))?;
        }
        object.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Absent => serializer.serialize_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::{column, one};
    use super::*;

    type Row = (String, u64, i32, f64, bool, Option<u32>);

    const ROWS: Tidy<Row> = Tidy {
        name: "rows",
        columns: &[
            column("text", "", |row, _| row.0.as_str().into()),
            column("count", "", |row, _| row.1.into()),
            column("whole", "", |row, _| row.2.into()),
            column("number", "", |row, _| row.3.into()),
            column("flag", "", |row, _| row.4.into()),
            column("absent", "", |row, _| row.5.into()),
        ],
        parts: one,
    };

    proptest! {
        #[test]
        fn rows_are_written_as_csv_serializes_them(
            rows in vec(("[a\",\n =]{0,4}", any::<u64>(), any::<i32>(), any::<f64>(), any::<bool>(), any::<Option<u32>>()), 1..9)
        ) {
            let (mut ours, mut expected) = (Vec::new(), csv::Writer::from_writer(Vec::new()));
            ROWS.csv(&rows, At::default(), &mut ours).unwrap();
            expected.write_record(ROWS.columns.iter().map(|column| column.name)).unwrap();
            for (text, count, whole, number, flag, absent) in &rows {
                expected.serialize((no_formula(text), count, whole, number, flag, absent)).unwrap();
            }
            prop_assert_eq!(String::from_utf8(ours), String::from_utf8(expected.into_inner().unwrap()));
        }
    }
}
