//! What renderers of a report have in common: its figures in files, and the notes under a table.

use crate::figures::Figure;
use crate::{Grid, ReportFile, Table};

/// Figures beside a report, in files of their own: `figures/KEY.ENDING`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gallery<'a> {
    /// The figures in the order of the page.
    pub figures: &'a [Figure],
    /// The ending of their files; without it there are none, and nothing is said of them.
    pub ending: Option<&'static str>,
}

impl<'a> Gallery<'a> {
    /// The figures with the file of each, or the sentence that says why there is none.
    pub(super) fn shown(self) -> impl Iterator<Item = (&'a Figure, Result<ReportFile, &'a str>)> {
        let figures = self
            .ending
            .into_iter()
            .flat_map(move |ending| self.figures.iter().map(move |figure| (figure, ending)));
        figures.map(|(figure, ending)| {
            let file = match &figure.plot {
                Ok(_) => Ok(ReportFile::figure(&figure.key, ending)),
                Err(reason) => Err(reason.as_str()),
            };
            (figure, file)
        })
    }
}

/// The notes under a table: footnotes of undefined values first, each with its mark.
pub(crate) fn notes<'a>(grid: &'a Grid<'_>, table: &'a Table) -> Vec<(Option<&'a str>, &'a str)> {
    let footnotes =
        grid.footnotes.iter().map(|(mark, reason)| (Some(mark.as_str()), reason.as_str()));
    footnotes.chain(table.notes.iter().map(|note| (None, note.as_str()))).collect()
}
