//! The rows of an analysis, whatever their type.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, Write};

use crate::tidy::{At, Tidy};

/// The rows that an analysis computed.
#[derive(Debug)]
pub struct Found(Box<dyn Rows>);

/// Rows that know their columns.
trait Rows: Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn columns(&self) -> Vec<&'static str>;
    fn is_empty(&self) -> bool;
    fn csv(&self, at: At, out: &mut dyn Write) -> io::Result<()>;
    fn json(&self, at: At, out: &mut dyn Write) -> io::Result<()>;
    fn all(&self) -> &dyn Any;
}

#[derive(Debug)]
struct Typed<R: 'static> {
    tidy: &'static Tidy<R>,
    rows: Vec<R>,
}

impl<R: Debug + Send + Sync> Rows for Typed<R> {
    fn name(&self) -> &'static str {
        self.tidy.name
    }

    fn columns(&self) -> Vec<&'static str> {
        self.tidy.columns.iter().map(|column| column.name).collect()
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn csv(&self, at: At, out: &mut dyn Write) -> io::Result<()> {
        self.tidy.csv(&self.rows, at, &mut { out })
    }

    fn json(&self, at: At, out: &mut dyn Write) -> io::Result<()> {
        self.tidy.json(&self.rows, at, &mut { out })
    }

    fn all(&self) -> &dyn Any {
        &self.rows
    }
}

impl Found {
    /// Rows, with what their columns are.
    #[must_use]
    pub fn of<R: Debug + Send + Sync>(tidy: &'static Tidy<R>, rows: Vec<R>) -> Self {
        Self(Box::new(Typed { tidy, rows }))
    }

    /// What their files are called, before `.csv` and `.json`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The names of the columns of their files, in order.
    #[must_use]
    pub fn columns(&self) -> Vec<&'static str> {
        self.0.columns()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes them as CSV.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn csv(&self, at: At, out: &mut dyn Write) -> io::Result<()> {
        self.0.csv(at, out)
    }

    /// Writes them as JSON, an object a line.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn json(&self, at: At, out: &mut dyn Write) -> io::Result<()> {
        self.0.json(at, out)
    }

    /// The rows, if they are of this type.
    #[must_use]
    pub fn rows<R: 'static>(&self) -> Option<&[R]> {
        self.0.all().downcast_ref::<Vec<R>>().map(Vec::as_slice)
    }
}
