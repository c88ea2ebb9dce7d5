//! Accuracy and CI for each judgment, and DI [CM10, Table 5].

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::{
    DEVIATION_INDEX, DEVIATION_INDEX_SIGNED, deviation_index_signed,
};
use phenom_metrics::{Baseline, Evaluation, NEGATIVE, Population, Side, Undefined, Value};

use super::{
    BASELINE_NOTE, Results, baseline_name, name, notes_on_systems, only, reading, whole,
    with_intervals,
};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let whole = whole(evaluation);
    let columns = vec![
        Column::repeating("system"),
        Column::new("gold judgment"),
        Column::new("original pairs"),
        Column::new("monothematic pairs"),
        Column::new("CI"),
        Column::new("DI"),
        Column::new("signed DI"),
    ];
    let cuts = cuts(evaluation);
    let negative = match cuts.last() {
        Some(Cut { side: Side::Positive, .. }) | None => "negative pairs",
        Some(cut) => cut.name,
    };
    let mut rows = Vec::new();
    let mut readings = Vec::new();
    for system in &evaluation.systems {
        let correlation = |cut: &Cut| system.correlation_index(0, cut.gold);
        let accuracy = |population, cut: &Cut| {
            let cell = Cell::proportion(system.accuracy(population, 0, cut.gold));
            let of = with_intervals(system, population, 0);
            match cut.gold {
                [_] => results.sure(cell, &system.name, of, 0, cut.gold, &ACCURACY),
                _ => cell,
            }
        };
        let mut rows_of_system = block(&name(system), &cuts, whole, accuracy, correlation);
        for (row, cut) in rows_of_system.iter_mut().zip(&cuts) {
            let measures = [&CORRELATION_INDEX, &DEVIATION_INDEX, &DEVIATION_INDEX_SIGNED];
            // All negative pairs together are the other side of the deviation over all pairs.
            let gold = if cut.side == Side::Negative { &Judgment::ALL[..] } else { cut.gold };
            for (cell, measure) in row.cells[4..].iter_mut().zip(measures) {
                if cut.gold.len() > 1 && *measure == CORRELATION_INDEX {
                    continue;
                }
                let of = Population::Decomposition;
                let bare = std::mem::replace(cell, Cell::Empty);
                *cell = results.sure(bare, &system.name, of, 0, gold, measure);
            }
        }
        rows.extend(rows_of_system);
        let of = |gold: &[Judgment]| system.correlation_index(0, gold);
        if let (Ok(positive), Ok(other)) = (of(&[Judgment::Entailment]), of(&NEGATIVE)) {
            readings.push(reading::deviation(
                &system.name,
                positive,
                (negative, other),
                results.options.numbers,
            ));
        }
    }
    for baseline in Baseline::all(evaluation.task) {
        let correlation = |cut: &Cut| evaluation.baseline_correlation(baseline, 0, cut.gold);
        let accuracy = |population, cut: &Cut| {
            let answers = evaluation.baseline(baseline, population, 0, cut.gold);
            Cell::value(answers.map(|it| it.accuracy()), Style::Percent)
        };
        rows.extend(block(&baseline_name(baseline), &cuts, whole, accuracy, correlation));
    }
    let mut notes = readings;
    notes.push(reading::deviation_rule(negative));
    notes.push(format!(
        "Accuracy {} (right/pairs) on the pairs with that gold judgment, each pair by its own: \
         conditioned accuracy.",
        results.options.numbers.unit()
    ));
    notes.extend(results.interval_note(&rows));
    notes.push(BASELINE_NOTE.to_owned());
    notes.extend(notes_on_systems(evaluation));
    let title = "Accuracy and Correlation Index for each judgment, and Deviation Index (Cabrio & \
                 Magnini 2010, Table 5)"
        .to_owned();
    vec![Table { key: SafeName::new("judgments"), title, columns, rows, notes }]
}

/// The pairs with some gold judgments.
struct Cut {
    name: &'static str,
    gold: &'static [Judgment],
    side: Side,
}

/// A cut for each judgment that occurs; with several negative ones, also these together.
fn cuts(evaluation: &Evaluation) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = evaluation
        .judgments()
        .into_iter()
        .map(|judgment| Cut {
            name: judgment.name(),
            gold: only(judgment),
            side: match judgment {
                Judgment::Entailment => Side::Positive,
                other => Side::Judgment(other),
            },
        })
        .collect();
    let negative = cuts.iter().filter(|cut| cut.side != Side::Positive).count();
    if negative > 1 {
        cuts.push(Cut { name: "all negative", gold: &NEGATIVE, side: Side::Negative });
    }
    cuts
}

/// The rows of one system or baseline.
fn block(
    name: &str,
    cuts: &[Cut],
    whole: Population,
    accuracy: impl Fn(Population, &Cut) -> Cell,
    correlation: impl Fn(&Cut) -> Value,
) -> Vec<Row> {
    let positive = cuts.iter().find(|cut| cut.side == Side::Positive);
    let positive = positive.map_or(Err(Undefined::NoPairs), &correlation);
    cuts.iter()
        .enumerate()
        .map(|(index, cut)| {
            let here = correlation(cut);
            let deviation = (cut.side != Side::Positive)
                .then(|| deviation_index_signed(positive.clone(), (cut.side, here.clone())));
            let cell = |style, change: fn(f64) -> f64| {
                let value = deviation.clone().map(|value| value.map(change));
                value.map_or(Cell::Empty, |value| Cell::value(value, style))
            };
            Row {
                kind: if index == 0 { RowKind::First } else { RowKind::Body },
                cells: vec![
                    Cell::text(name),
                    Cell::text(cut.name),
                    accuracy(whole, cut),
                    accuracy(Population::Monothematic, cut),
                    Cell::value(here, Style::Ratio),
                    cell(Style::Ratio, f64::abs),
                    cell(Style::Signed, std::convert::identity),
                ],
            }
        })
        .collect()
}
