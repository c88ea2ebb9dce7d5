//! What a log of a tool is.

use serde_json::{Map, Value};

/// A log that a tool writes.
#[derive(Debug)]
pub struct Log {
    /// Its name in a config, `format: NAME`.
    pub name: &'static str,
    /// The tool, with the version that the reader was tried with.
    pub tool: &'static str,
    /// Which files it is.
    pub about: &'static str,
    /// The columns that are made, each with what it is made of.
    pub columns: &'static [(&'static str, &'static str)],
    /// What is not read.
    pub left_out: &'static str,
    /// A sample as the tool writes it.
    pub example: &'static str,
    /// Whether the files of one evaluation are one table: each says whose answers it has.
    pub is_one_table: bool,
    /// Whether the folder that a file is in is called after the system.
    pub folder_is_system: bool,
    /// The path of the list that holds the samples, in a file that is one JSON object.
    pub(crate) samples: &'static str,
    /// A key before the list whose value the rows need.
    pub(crate) head: Option<&'static str>,
    /// What the beginning of a file has, each of them.
    pub(crate) begins_with: &'static [&'static str],
    /// Whether a value is a sample of this log.
    pub(crate) is_sample: fn(&Value) -> bool,
    /// The rows of a sample, with what stands under `head`.
    pub(crate) rows: fn(&Value, &Value) -> Vec<Map<String, Value>>,
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Log {}

/// The samples of a log, turned into rows.
pub(crate) struct LogRows {
    pub(crate) log: &'static Log,
    pub(crate) head: Value,
}

impl LogRows {
    pub(crate) fn new(log: &'static Log) -> Self {
        Self { log, head: Value::Null }
    }

    /// The rows of a sample.
    pub(crate) fn of(&self, sample: &Value) -> Vec<Value> {
        let rows = (self.log.rows)(sample, &self.head).into_iter();
        rows.map(|mut row| {
            // A column of the log is there on each row, if only empty.
            for (column, _) in self.log.columns.iter().filter(|(name, _)| !name.starts_with('@')) {
                row.entry(*column).or_insert(Value::Null);
            }
            Value::Object(row)
        })
        .collect()
    }
}
