//! Pairs as rows of a table: columns named by the user, or by what they hold.

mod columns;
mod explained;
mod parts;
mod row;
#[cfg(test)]
mod tests;
mod wholes;

use columns::Plan;
use explained::explained;
use row::{RowReader, Whole};
use wholes::Wholes;

use super::PairSource;
use super::sources::RowPlace;
use crate::input::{Fatal, Input};
use crate::tables::{self, TableFormat};
use crate::{DatasetBuilder, ProblemKind};

/// Reads pairs and returns how many rows there were.
pub(super) fn read(
    source: &PairSource,
    format: TableFormat,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    if let Some(parts) = &source.parts {
        return parts::read(source, parts, format, file, input, builder);
    }
    let (mut plan, mut state) = Plan::new(source, format);
    plan.fit_gold(builder);
    if let Some(column) = &source.columns.cluster {
        builder.clusters_stand_in(column);
    }
    builder.repeated(source.columns.repeated);
    if !source.columns.keep.0.is_empty() {
        builder.read_subset();
    }
    let mut wholes = Wholes::request(&source.columns, &mut plan);
    let mut number = 0;
    let mut counted = vec![false; plan.places.annotator_counts.len()];
    let options = &source.options;
    let rows = builder.arriving(|arrivals| {
        tables::for_each_row_or_flawed(format, options, input, &plan.requests, |line, row| {
            number += 1;
            state.lost = None;
            let place = RowPlace { number, file };
            let added = state.kept(&row, &plan.requests, place, arrivals).and_then(|kept| {
                let Some(cells) = kept else { return Ok(()) };
                for (counted, at) in counted.iter_mut().zip(&plan.places.annotator_counts) {
                    *counted |= cells[*at].is_some();
                }
                let mut row = RowReader { source, plan: &plan, cells, line, place, whole: None };
                let named = wholes.of(&row, arrivals)?;
                row.whole = named.as_ref().map(|(id, part)| Whole { id, text: None, part: *part });
                let id = row.id(&mut state)?;
                row.add(&id, &mut state, arrivals)
            });
            if let Err(kind) = added {
                arrivals.lose(state.lost.take(), line, explained(source, kind));
            }
        })
    });
    let rows = rows.map_err(|(line, kind)| (line, explained(source, kind)))?;
    let uncounted = counted.iter().zip(&plan.places.annotator_counts);
    for (_, at) in uncounted.filter(|(counted, _)| !**counted) {
        let column = plan.requests[*at].name.clone();
        builder.problem(None, ProblemKind::NoCounts { column });
    }
    state.finish(builder);
    Ok(rows)
}
