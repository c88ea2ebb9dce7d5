//! A report as a model: sections, tables, rows of cells. No format in it.

use serde::Serialize;

use crate::{Cell, Numbers, Paragraph, SafeName, Signature};

/// A report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The heading of the report, from the config.
    pub title: String,
    /// What was evaluated and what came out, a claim a line; empty if no system was evaluated.
    pub summary: Vec<SummaryLine>,
    /// What the reader must know before any table: what the data is, what was left out.
    pub notes: Vec<String>,
    /// Its tables, in order.
    pub tables: Vec<Table>,
    /// The paragraphs for a paper.
    pub how_to_report: Vec<Paragraph>,
    /// The version, the settings and the files behind the figures.
    pub signature: Signature,
}

/// A line of the summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SummaryLine {
    /// What it is about, in a word; empty for what was evaluated.
    pub topic: String,
    /// One sentence or two.
    pub text: String,
}

impl SummaryLine {
    /// A line without a topic.
    #[must_use]
    pub fn plain(text: String) -> Self {
        Self { topic: String::new(), text }
    }

    /// Topic and text in one.
    #[must_use]
    pub fn in_one(&self) -> String {
        match self.topic.as_str() {
            "" => self.text.clone(),
            topic => format!("{topic}: {}", self.text),
        }
    }
}

/// A table.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// Its key, which names its files and what leads to it.
    pub key: SafeName,
    /// The caption of the table, plain text without its number.
    pub title: String,
    /// The columns from left to right; every row has one cell for each.
    pub columns: Vec<Column>,
    /// The rows, each with one cell a column.
    pub rows: Vec<Row>,
    /// In words, what the values mean and how they were computed.
    pub notes: Vec<String>,
}

impl Table {
    /// The table itself if it has no more rows; otherwise the first rows of each group, all totals of the table, and a note.
    #[must_use]
    pub fn beginning(&self, most: usize) -> Self {
        let (all, mut at) = (self.rows.len(), 0);
        let count = |kind| self.rows.iter().filter(|row| row.kind == kind).count();
        let (groups, totals) = (count(RowKind::First).max(1), count(RowKind::Total));
        let of_group = if all > most { most.saturating_sub(totals) / groups } else { all };
        let is_shown = |row: &&Row| {
            at = if row.kind == RowKind::First { 1 } else { at + 1 };
            row.kind == RowKind::Total || at <= of_group.max(1)
        };
        let rows: Vec<Row> = self.rows.iter().filter(is_shown).take(most).cloned().collect();
        let shown = rows.len();
        let first = if groups > 1 { "the first of each group" } else { "the first" };
        let note = || format!("{shown} of {all} rows, {first}. CSV and JSON: all.");
        let notes = (shown < all).then(note).into_iter().chain(self.notes.clone()).collect();
        let (key, title, columns) = (self.key.clone(), self.title.clone(), self.columns.clone());
        Self { key, title, columns, rows, notes }
    }

    /// The same table with its numbers written so.
    #[must_use]
    pub fn written(mut self, numbers: Numbers) -> Self {
        if numbers != Numbers::default() {
            for cell in self.rows.iter_mut().flat_map(|row| &mut row.cells) {
                if cell.number().is_some() && !matches!(cell, Cell::Count(_) | Cell::Written(..)) {
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
