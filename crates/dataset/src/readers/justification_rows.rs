//! Judges' scores of justifications: one row a run, pair and judge.

use super::{JustificationSource, required};
use crate::input::{Fatal, Input};
use crate::tables::{self, CellKind, ColumnRequest};
use crate::{JustificationBuilder, ProblemKind, RatingRow, Scale};

/// Reads scores and returns how many rows there were.
pub(super) fn read(
    source: &JustificationSource,
    input: Input,
    builder: &mut JustificationBuilder,
) -> Result<u64, Fatal> {
    let columns = &source.columns;
    let mut requests: Vec<ColumnRequest> = Vec::new();
    let run = required(columns.run.as_deref(), "run", &mut requests);
    let pair = required(columns.pair.as_deref(), "pair", &mut requests);
    let judge = required(columns.judge.as_deref(), "judge", &mut requests);
    let understandability =
        required(columns.understandability.as_deref(), "understandability", &mut requests);
    let correctness = required(columns.correctness.as_deref(), "correctness", &mut requests);
    requests[understandability].kind = CellKind::Number;
    requests[correctness].kind = CellKind::Number;
    let rules = builder.rules();
    tables::for_each_row(source.format, &source.options, input, &requests, |line, row| {
        let added = row.and_then(|cells| {
            let cell = |at: usize| {
                let empty = || requests[at].empty();
                cells[at].as_deref().ok_or_else(empty)
            };
            let score =
                |at: usize, cell: &str, scale: Scale| on_scale(&requests[at].name, cell, scale);
            let rating = RatingRow {
                line,
                run: cell(run)?,
                pair: cell(pair)?,
                judge: cell(judge)?,
                understandability: score(
                    understandability,
                    cell(understandability)?,
                    rules.understandability,
                )?,
                correctness: match cells[correctness].as_deref() {
                    Some(cell) => Some(score(correctness, cell, rules.correctness)?),
                    None => None,
                },
            };
            builder.add(&rating);
            Ok(())
        });
        if let Err(kind) = added {
            builder.problem(Some(line), kind);
        }
    })
}

fn on_scale(column: &str, cell: &str, scale: Scale) -> Result<i32, ProblemKind> {
    let score = cell.parse().ok().filter(|score| scale.contains(*score));
    score.ok_or_else(|| ProblemKind::OffScale {
        column: column.to_owned(),
        value: cell.to_owned(),
        least: scale.least(),
        greatest: scale.greatest(),
    })
}
