//! What each system would gain if the parts of a phenomenon were solved.

use phenom_metrics::{GainRow, Population, SliceKind};

use super::gains::SHOWN;
use crate::figures::{Difference, Figure, Forest, Plot};
use crate::{PairsBehind, Results, SafeName, Style};

/// So many systems have a figure; all are in the tidy file.
const SYSTEMS: usize = 6;

pub(crate) fn gains_figure(results: &Results<'_>) -> Vec<Figure> {
    let title = "What to fix next";
    let rows = results.rows::<GainRow>();
    if rows.is_empty() {
        let reason = match results.evaluation.is_decomposed() {
            true => "What phenomena would gain needs the pairs and their tags.",
            false => "No original pair has monothematic pairs.",
        };
        return vec![Figure::without_data(SafeName::new("gains"), title, reason)];
    }
    let systems = rows.chunk_by(|one, next| one.system == next.system);
    systems.take(SYSTEMS).enumerate().map(|(number, rows)| figure(results, number, rows)).collect()
}

fn figure(results: &Results<'_>, number: usize, rows: &[GainRow]) -> Figure {
    let system = rows.first().map_or("", |row| results.shown(&row.system));
    // Every run answers the same originals.
    let originals = |row: &GainRow| row.gain.originals / results.runs(&row.system) as u64;
    let difference = |row: &GainRow| Difference {
        // In the order of their gains, those of a category do not stand together.
        category: String::new(),
        name: results.slice_named(&SliceKind::Phenomenon, &row.phenomenon),
        pairs: originals(row),
        difference: row.gain.gain.clone(),
        interval: row.gain.interval.map(Into::into),
        verdict: None,
        behind: Some(
            PairsBehind::counted(&[], Population::Original, originals(row)).on(&row.phenomenon),
        ),
    };
    let forest = Forest {
        first: "solved".to_owned(),
        second: "as it is".to_owned(),
        measure: "composed accuracy".to_owned(),
        style: Style::SignedPercent,
        rows: rows.iter().take(SHOWN).map(difference).collect(),
    };
    let key = match number {
        0 => SafeName::new("gains"),
        number => SafeName::new(&format!("gains-{}", number + 1)),
    };
    let title = format!("What to fix next in {system}: the gain in composed accuracy");
    Figure::new(key, title, Plot::Forest(forest)).with_notes(vec![format!(
        "The {SHOWN} phenomena at the most with the highest gain, if all parts of one were answered with their gold \
         and all other answers stayed. Bars are {} % intervals; the highest of many gains is likely to be \
         overestimated.",
        100.0 * results.evaluation.statistics.level.value()
    )])
}
