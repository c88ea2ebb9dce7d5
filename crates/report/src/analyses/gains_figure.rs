//! The gain of each system if all parts of a phenomenon were correct, as figures.

use phenom_metrics::{GainRow, Population, SliceKind};

use super::gains::{LEAST, SHOWN, shown_gains};
use crate::figures::{Difference, Figure, Forest, Plot, split};
use crate::{PairsBehind, Results, SafeName, Style};

/// The most systems that have a figure; all are in the tidy file.
const SYSTEMS: usize = 6;

pub(crate) fn gains_figure(results: &Results<'_>) -> Vec<Figure> {
    let title = "Gain in the accuracy of composed predictions";
    let rows = results.rows::<GainRow>();
    if rows.is_empty() {
        let reason = match results.evaluation.is_decomposed() {
            true => "No part has a phenomenon.",
            false => "No original pair has monothematic pairs.",
        };
        return vec![Figure::without_data(SafeName::new("gains"), title, reason)];
    }
    let systems: Vec<_> =
        shown_gains(results).into_iter().filter(|rows| !rows.is_empty()).collect();
    if systems.is_empty() {
        let reason = format!("No phenomenon is in {LEAST} originals.");
        return vec![Figure::without_data(SafeName::new("gains"), title, reason)];
    }
    let systems = systems.into_iter();
    systems.take(SYSTEMS).enumerate().map(|(number, rows)| figure(results, number, &rows)).collect()
}

fn figure(results: &Results<'_>, number: usize, rows: &[&GainRow]) -> Figure {
    let system = rows.first().map_or("", |row| results.shown(&row.system));
    // Every run predicts the same originals.
    let originals = |row: &GainRow| row.gain.originals / results.runs(&row.system) as u64;
    let all: Vec<String> = results
        .evaluation
        .slices_of(&SliceKind::Phenomenon)
        .map(|slice| results.slice(slice))
        .collect();
    // The category is behind a name that several categories have.
    let name = |path: &str| match path.split_once(':') {
        Some((category, name)) => {
            let namesakes = all.iter().filter(|other| split(other).1 == name).count();
            if namesakes > 1 { format!("{name} ({category})") } else { name.to_owned() }
        }
        None => path.to_owned(),
    };
    let difference = |row: &&GainRow| Difference {
        // In the order of gains, phenomena of one category are not next to each other.
        category: String::new(),
        name: name(&results.slice_named(&SliceKind::Phenomenon, &row.phenomenon)),
        pairs: originals(row),
        difference: row.gain.change.clone(),
        interval: row.gain.interval.map(Into::into),
        verdict: None,
        behind: Some(
            PairsBehind::counted(&[], Population::Original, originals(row)).on(&row.phenomenon),
        ),
    };
    let forest = Forest {
        first: "corrected".to_owned(),
        second: "observed".to_owned(),
        measure: "composed accuracy".to_owned(),
        style: Style::SignedPercent,
        rows: rows.iter().map(difference).collect(),
    };
    let key = match number {
        0 => SafeName::new("gains"),
        number => SafeName::new(&format!("gains-{}", number + 1)),
    };
    let title = format!("Gain of {system} in the accuracy of composed predictions");
    Figure::new(key, title, Plot::Forest(forest)).with_notes(vec![format!(
        "Corrected: all parts of the phenomenon have their gold labels as predictions. Shown: the {SHOWN} highest gains among phenomena with at \
         least {LEAST} originals. Bars are {} % intervals. The highest of many gains is likely to be overestimated.",
        100.0 * results.evaluation.statistics.level.value()
    )])
}
