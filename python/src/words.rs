//! Words: what a report says of keys and options of the command becomes what Python calls them.

use phenom_report::{Block, Report, Table};
use pyo3::prelude::*;

/// How sentences are said: by what was evaluated.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    /// A config that its reader wrote: its keys are its own.
    Config,
    /// Files that a call named: a few of its keywords are keys.
    Files,
    /// Tables that a call was given.
    Tables,
}

impl Words {
    fn of_text(self, py: Python<'_>, text: &str) -> PyResult<String> {
        let evaluated = match self {
            Self::Config => "config",
            Self::Files => "files",
            Self::Tables => "tables",
        };
        py.import("phenom._words")?.getattr("said")?.call1((text, evaluated))?.extract()
    }

    pub(crate) fn of_texts(self, py: Python<'_>, texts: &mut [String]) -> PyResult<()> {
        for text in texts {
            *text = self.of_text(py, text)?;
        }
        Ok(())
    }

    pub(crate) fn of_table(self, py: Python<'_>, mut table: Table) -> PyResult<Table> {
        self.of_texts(py, &mut table.notes)?;
        Ok(table)
    }

    pub(crate) fn of_report(self, py: Python<'_>, mut report: Report) -> PyResult<Report> {
        self.of_texts(py, &mut report.notes)?;
        for table in &mut report.tables {
            self.of_texts(py, &mut table.notes)?;
        }
        Ok(report)
    }

    pub(crate) fn of_blocks(self, py: Python<'_>, mut blocks: Vec<Block>) -> PyResult<Vec<Block>> {
        for block in &mut blocks {
            match block {
                Block::Heading(_, text) | Block::Paragraph(text) | Block::Method(text) => {
                    *text = self.of_text(py, text)?;
                }
                Block::Table(table) => self.of_texts(py, &mut table.notes)?,
                Block::Pairs(pairs) => pairs.summary = self.of_text(py, &pairs.summary)?,
            }
        }
        Ok(blocks)
    }
}
