//! Tidy rows: every figure once, a row each, under columns that are declared. One writer makes CSV and JSON of any of
//! them.
//!
//! A kind of rows is one value of the type [`Tidy`], in a file of its own. Later columns are added at the end, and names
//! do not change: people's scripts read these files.

mod agreement;
mod comparisons;
#[cfg(test)]
mod documented;
mod figures;
mod gold_check;
mod justifications;
mod readings;
mod scores;
mod writer;

pub use agreement::{AGREEMENT, keys_csv};
pub use comparisons::COMPARISONS;
pub use gold_check::GOLD_CHECK;
pub use justifications::JUSTIFICATIONS;
pub use readings::READINGS;
pub use scores::SCORES;

use std::borrow::Cow;

use figures::figures;
use phenom_metrics::statistics::{Correction, Interval};

/// A kind of tidy rows.
#[derive(Debug)]
pub struct Tidy<R: 'static> {
    /// What its files are called, before `.csv` and `.json`.
    pub name: &'static str,
    /// Its columns, in their order.
    pub columns: &'static [TidyColumn<R>],
    /// Into how many rows of the file one is written.
    pub parts: fn(&R) -> usize,
}

/// A column of tidy rows.
#[derive(Debug)]
pub struct TidyColumn<R> {
    /// Its name, in the header of CSV and as the key of JSON.
    pub name: &'static str,
    /// What is in it.
    pub meaning: &'static str,
    /// What is in it in a row.
    pub value: for<'r> fn(&'r R, At) -> Value<'r>,
}

/// A column with its name, its meaning, and what is in it in a row.
#[must_use]
pub const fn column<R>(
    name: &'static str,
    meaning: &'static str,
    value: for<'r> fn(&'r R, At) -> Value<'r>,
) -> TidyColumn<R> {
    TidyColumn { name, meaning, value }
}

/// Where a value is to stand.
#[derive(Debug, Clone, Copy, Default)]
pub struct At {
    /// Which of the rows that one is written into, from 0.
    pub part: usize,
    /// How the comparisons of the report are corrected for being many.
    pub correction: Correction,
}

/// What is in a cell of a tidy row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'r> {
    /// Words: a name of the data, or phenom's own.
    Text(Cow<'r, str>),
    /// How many.
    Count(u64),
    /// A whole number that may be negative: a judge's score.
    Whole(i64),
    /// An unrounded number; shares are shares, never percent.
    Number(f64),
    /// Whether it is so.
    Flag(bool),
    /// Nothing: empty in CSV, null in JSON.
    Absent,
}

/// One row of the file for each.
pub(crate) fn one<R>(_row: &R) -> usize {
    1
}

impl<'r> From<&'r str> for Value<'r> {
    fn from(text: &'r str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<u64> for Value<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Value<'_> {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Value<'_> {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<i32> for Value<'_> {
    fn from(number: i32) -> Self {
        Self::Whole(number.into())
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl<'r, T: Into<Value<'r>>> From<Option<T>> for Value<'r> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Absent, Into::into)
    }
}

/// A value that may be undefined.
pub(crate) fn defined<'r, E>(value: &Result<f64, E>) -> Value<'r> {
    value.as_ref().ok().copied().into()
}

/// Why a value is undefined; `None` if it is defined.
pub(crate) fn reason<'r, T, E: ToString>(value: &Result<T, E>) -> Value<'r> {
    value.as_ref().err().map(ToString::to_string).into()
}

/// The lower end of an interval.
pub(crate) fn lower<'r>(interval: Option<Interval>) -> Value<'r> {
    interval.map(|interval| interval.lower).into()
}

/// The upper end of an interval.
pub(crate) fn upper<'r>(interval: Option<Interval>) -> Value<'r> {
    interval.map(|interval| interval.upper).into()
}
