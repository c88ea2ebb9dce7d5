//! A table: rows for computing further and, of a table of the report, its forms for people.

use phenom_report::render::{self, LatexTable, Paper, PaperClass};
use phenom_report::tidy::Tidy;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::arrow;
use crate::columns::{Column, Columns, of_rows, of_table};

/// A table.
#[pyclass(frozen)]
pub(crate) struct Table {
    columns: Columns,
    rows: usize,
    /// As the report shows it; nothing of rows that it has no table of.
    shown: Option<phenom_report::Table>,
}

impl Table {
    /// Tidy rows.
    pub(crate) fn of_rows<'r, R: 'r>(
        tidy: &Tidy<R>,
        rows: impl Iterator<Item = &'r R> + Clone,
        at: phenom_report::tidy::At,
    ) -> Self {
        Self::of_columns(of_rows(tidy, rows, at))
    }

    /// A table of the report.
    pub(crate) fn of_report(table: phenom_report::Table) -> Self {
        Self { shown: Some(table.clone()), ..Self::of_columns(of_table(&table)) }
    }

    pub(crate) fn of_columns(columns: Columns) -> Self {
        let rows = columns.first().map_or(0, |(_, column)| match column {
            Column::Texts(texts) => texts.len(),
            Column::Counts(counts) => counts.len(),
            Column::Numbers(numbers) => numbers.len(),
            Column::Flags(flags) => flags.len(),
        });
        Self { columns, rows, shown: None }
    }

    fn shown(&self) -> PyResult<&phenom_report::Table> {
        let absent =
            "these rows are for computing further: `.table(key)` has the tables of the report";
        self.shown.as_ref().ok_or_else(|| PyValueError::new_err(absent))
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> PyResult<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.rows
    }

    /// The names of the columns, and what their values are.
    fn columns(&self) -> Vec<(&str, &'static str)> {
        self.columns.iter().map(|(name, column)| (name.as_str(), column.kind())).collect()
    }

    /// The values of a column.
    fn values<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let column = self.columns.iter().find(|(known, _)| known == name);
        let (_, column) = column.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        column.list(py)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer hand out its own schema.
        drop(requested_schema);
        let columns = self.columns.iter();
        let columns = columns.map(|(name, column)| (name.clone(), column.arrow())).collect();
        arrow::stream(py, columns, self.rows)
    }

    /// Whether the report has it as a table.
    fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    fn key(&self) -> Option<&str> {
        self.shown.as_ref().map(|table| table.key.as_str())
    }

    fn title(&self) -> Option<&str> {
        self.shown.as_ref().map(|table| table.title.as_str())
    }

    fn notes(&self) -> Vec<String> {
        self.shown.as_ref().map(|table| table.notes.clone()).unwrap_or_default()
    }

    /// As the report shows it, in JSON: its columns, and rows of cells with their kind.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(self.shown()?)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The names of its columns as the report shows them, without the counts and intervals beside shares.
    fn headers(&self) -> PyResult<Vec<String>> {
        Ok(self.shown()?.columns.iter().map(phenom_report::Column::full_name).collect())
    }

    /// The texts of its cells, row by row: `first`, `body` or `total`, and the cells.
    fn texts(&self) -> PyResult<Vec<(String, Vec<String>)>> {
        let row = |row: &phenom_report::Row| {
            let cells = row.cells.iter().map(phenom_report::shown).collect();
            (format!("{:?}", row.kind).to_lowercase(), cells)
        };
        Ok(self.shown()?.rows.iter().map(row).collect())
    }

    #[pyo3(signature = (paper=None, caption=None, standalone=false))]
    fn latex(
        &self,
        paper: Option<&str>,
        caption: Option<String>,
        standalone: bool,
    ) -> PyResult<String> {
        let mut table = self.shown()?.clone();
        if let Some(caption) = caption {
            table.title = caption;
        }
        let class = match paper {
            None => PaperClass::default(),
            Some(name) => serde_json::from_value(name.into()).map_err(|_| {
                PyValueError::new_err(format!(
                    "paper={name:?} is not one of acl, article, ieee, lncs"
                ))
            })?,
        };
        let latex = LatexTable::new(&table, Paper { class, ..Paper::default() });
        written(|out| match standalone {
            true => latex.write_document(out),
            false => latex.write(out),
        })
    }

    fn markdown(&self) -> PyResult<String> {
        let table = self.shown()?;
        written(|out| render::markdown_table(table, out))
    }

    fn csv(&self) -> PyResult<String> {
        let table = self.shown()?;
        written(|out| render::csv_table(table, out))
    }

    #[pyo3(signature = (width=None))]
    fn text(&self, width: Option<usize>) -> PyResult<String> {
        let options = render::Terminal { styled: false, width };
        let table = self.shown()?;
        written(|out| render::terminal_tables(std::slice::from_ref(table), options, out))
    }
}
