//! Fields separated by runs of blanks, as in the run files of the RTE challenges. There is no header:
//! the options name the columns, and a line may leave out the last of them.

use std::borrow::Cow;

use super::{Cells, ColumnRequest, TableOptions, positions};
use crate::ProblemKind;
use crate::input::{Fatal, Input};

pub(super) fn for_each_row(
    input: Input,
    options: &TableOptions,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let positions = positions(requests, &options.header).map_err(|kind| (None, kind))?;
    let mut seen = 0;
    input.for_each_line(|line, text| {
        let skipped = |text: &str| {
            options.skip_lines_starting.as_ref().is_some_and(|start| text.starts_with(start))
        };
        if text.as_ref().is_ok_and(|text| skipped(text)) {
            return;
        }
        seen += 1;
        let cells = text.and_then(|text| {
            let fields: Vec<&str> = text.split_whitespace().collect();
            if fields.len() > options.header.len() {
                let columns = options.header.join(", ");
                let message = format!("{} fields separated by blanks", fields.len());
                let help = Some(format!("each line is `{columns}`"));
                return Err(ProblemKind::Malformed { message, help });
            }
            let cell = |at: &Option<usize>| at.and_then(|at| fields.get(at).copied());
            Ok(positions.iter().map(|at| cell(at).map(Cow::Borrowed)).collect::<Vec<_>>())
        });
        visit(line, cells.as_deref().map_err(Clone::clone));
    })?;
    Ok(seen)
}
