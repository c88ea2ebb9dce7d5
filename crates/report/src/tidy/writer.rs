//! Tidy rows as CSV and JSON.

use std::borrow::Cow;
use std::io::{self, Write};

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
        rows.try_for_each(|row| self.csv_rows_of(row, at, &mut |cells| writer.serialize(cells)))?;
        writer.flush()
    }

    /// The cells of what a row is written into, as CSV has them.
    pub(super) fn csv_rows_of<E>(
        &self,
        row: &R,
        at: At,
        write: &mut dyn FnMut(Vec<Value<'_>>) -> Result<(), E>,
    ) -> Result<(), E> {
        (0..(self.parts)(row)).try_for_each(|part| {
            let cells =
                self.columns.iter().map(|column| match (column.value)(row, At { part, ..at }) {
                    Value::Text(Cow::Borrowed(text)) => Value::Text(no_formula(text)),
                    Value::Text(Cow::Owned(text)) => no_formula(&text).into_owned().into(),
                    other => other,
                });
            write(cells.collect())
        })
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
