//! A report as a model: sections, tables, cells with unrounded values. No format in it.

use phenom_metrics::statistics::Interval;
use phenom_metrics::{Proportion, Undefined, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::{Numbers, SafeName, Signature, Style};

/// A report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// What the reader must know before any table: what the data is, what was left out.
    pub notes: Vec<String>,
    /// Its tables, in order.
    pub tables: Vec<Table>,
    /// The version, the settings and the files behind the figures.
    pub signature: Signature,
}

/// A table.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// Its key, which names its files and what leads to it.
    pub key: SafeName,
    /// Its title.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with one cell a column.
    pub rows: Vec<Row>,
    /// In words, what the values mean and how they were computed.
    pub notes: Vec<String>,
}

impl Table {
    /// The same table with its numbers written so.
    #[must_use]
    pub fn written(mut self, numbers: Numbers) -> Self {
        if numbers != Numbers::default() {
            for cell in self.rows.iter_mut().flat_map(|row| &mut row.cells) {
                if matches!(
                    cell,
                    Cell::Proportion(_) | Cell::Share(_) | Cell::Value(..) | Cell::Between(..)
                ) {
                    let plain = std::mem::replace(cell, Cell::Empty);
                    *cell = Cell::Written(Box::new(plain), numbers);
                }
            }
        }
        self
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The name over several columns together; empty for none.
    pub group: String,
    /// The column's own name.
    pub name: String,
    /// Whether a text that the row above has too need not be repeated for a human reader.
    #[serde(skip)]
    pub repeats: bool,
}

impl Column {
    /// A column on its own.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { group: String::new(), name: name.into(), repeats: false }
    }

    /// A column under a common name.
    #[must_use]
    pub fn grouped(group: impl Into<String>, name: impl Into<String>) -> Self {
        Self { group: group.into(), name: name.into(), repeats: false }
    }

    /// A column of texts that repeat from row to row.
    #[must_use]
    pub fn repeating(name: impl Into<String>) -> Self {
        Self { repeats: true, ..Self::new(name) }
    }

    /// Group and name in one.
    #[must_use]
    pub fn full_name(&self) -> String {
        if self.group.is_empty() {
            self.name.clone()
        } else {
            format!("{}: {}", self.group, self.name)
        }
    }
}

/// The place of a row among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    /// A row like others.
    Body,
    /// The first row of a group, after a line.
    First,
    /// The sum of the rows above, after a line.
    Total,
}

/// A row.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Its place among the rows.
    pub kind: RowKind,
    /// One cell a column.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A number of pairs.
    Count(u64),
    /// A share of pairs, shown in percent with its two counts.
    Proportion(Proportion),
    /// A share of pairs, shown in percent; its counts stand elsewhere in the row.
    Share(Proportion),
    /// Any other value.
    Value(f64, Style),
    /// A value between the ends of its confidence interval.
    Between(Box<Cell>, Interval),
    /// A value whose number is written otherwise than usual.
    Written(Box<Cell>, Numbers),
    /// No value, and why.
    Undefined(Undefined),
}

impl Cell {
    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A value, or why there is none.
    #[must_use]
    pub fn value(value: Value, style: Style) -> Self {
        value.map_or_else(Self::Undefined, |value| Self::Value(value, style))
    }

    /// A share of pairs with its counts, or why there is none.
    #[must_use]
    pub fn proportion(proportion: Result<Proportion, Undefined>) -> Self {
        proportion.map_or_else(Self::Undefined, Self::Proportion)
    }

    /// The cell with its interval, if it has one.
    #[must_use]
    pub fn between(self, interval: Option<Interval>) -> Self {
        match (self, interval) {
            (cell @ (Self::Proportion(_) | Self::Share(_) | Self::Value(..)), Some(interval)) => {
                Self::Between(Box::new(cell), interval)
            }
            (cell, _) => cell,
        }
    }

    /// The cell without its interval.
    #[must_use]
    pub fn without_interval(self) -> Self {
        match self {
            Self::Between(cell, _) => *cell,
            cell => cell,
        }
    }

    /// The unrounded number in the cell.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(*count as f64),
            Self::Proportion(share) | Self::Share(share) => share.value().ok(),
            Self::Value(value, _) => Some(*value),
            Self::Between(cell, _) | Self::Written(cell, _) => cell.number(),
            Self::Empty | Self::Text(_) | Self::Undefined(_) => None,
        }
    }

    /// The interval of the value.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        match self {
            Self::Between(_, interval) => Some(*interval),
            Self::Written(cell, _) => cell.interval(),
            _ => None,
        }
    }

    /// The two counts of a share.
    #[must_use]
    pub fn counts(&self) -> Option<Proportion> {
        match self {
            Self::Proportion(share) | Self::Share(share) => Some(*share),
            Self::Between(cell, _) | Self::Written(cell, _) => cell.counts(),
            _ => None,
        }
    }
}

/// A text as itself, a count as itself, nothing as null; a value as an object with `value`, and
/// `numerator` and `denominator`, `lower` and `upper`, or `undefined_reason`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => return serializer.serialize_none(),
            Self::Text(text) => return serializer.serialize_str(text),
            Self::Count(count) => return serializer.serialize_u64(*count),
            _ => {}
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.number())?;
        if let Some(Proportion { numerator, denominator }) = self.counts() {
            map.serialize_entry("numerator", &numerator)?;
            map.serialize_entry("denominator", &denominator)?;
        }
        if let Some(Interval { lower, upper }) = self.interval() {
            map.serialize_entry("lower", &lower)?;
            map.serialize_entry("upper", &upper)?;
        }
        if let Self::Undefined(reason) = self {
            map.serialize_entry("undefined_reason", reason)?;
        }
        map.end()
    }
}
