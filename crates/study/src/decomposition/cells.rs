//! Figures of some pairs of a decomposed dataset, and how tables and JSON show them.

use std::collections::BTreeMap;

use phenom_dataset::{Dataset, Judgment};
use phenom_metrics::Proportion;
use phenom_metrics::statistics::{
    ConfidenceLevel, FEWEST_CLUSTERS, Interval, PooledClusters, clustered_mean, clustered_share,
};
use phenom_report::{Cell, Column, Row, RowKind, SafeName, Style, Table};
use serde_json::{Value, json};

/// A figure of some pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figure {
    pub(super) estimate: f64,
    /// Over clusters; nothing of means of fewer than [`FEWEST_CLUSTERS`].
    pub(super) interval: Option<Interval>,
    pub(super) pairs: u64,
}

/// The mean of values of rows.
pub(super) fn mean_of(
    dataset: &Dataset,
    values: impl Iterator<Item = (usize, f64)>,
) -> Option<Figure> {
    let clustered = values.map(|(row, value)| (cluster_of(dataset, row), value));
    let mean = clustered_mean(clustered, ConfidenceLevel::NINETY_FIVE).ok()?;
    let interval = mean.interval.filter(|_| mean.clusters >= FEWEST_CLUSTERS);
    Some(Figure { estimate: mean.estimate, interval, pairs: mean.values })
}

/// The share of rows of which something holds.
pub(super) fn share_of(
    dataset: &Dataset,
    rows: impl Iterator<Item = (usize, bool)>,
) -> Option<Figure> {
    let mut counted: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
    for (row, holds) in rows {
        let [some, all] = counted.entry(cluster_of(dataset, row)).or_default();
        *some += u32::from(holds);
        *all += 1;
    }
    let pairs = counted.values().map(|[_, all]| u64::from(*all)).sum();
    let clusters = PooledClusters::new(2, counted.into_values().map(|counts| (counts, 1))).ok()?;
    let share = |counts: &[u32]| match counts {
        [some, all] => Proportion { numerator: (*some).into(), denominator: (*all).into() },
        _ => Proportion { numerator: 0, denominator: 0 },
    };
    let share = clustered_share(&clusters, share, ConfidenceLevel::NINETY_FIVE).ok()?;
    Some(Figure { estimate: share.estimate, interval: Some(share.interval), pairs })
}

/// Gold of a row among the judgments of the dataset: of one that tells two apart, the two-way view.
pub(super) fn gold_of(dataset: &Dataset, row: usize, judgments: &[Judgment]) -> Option<Judgment> {
    let gold = dataset.gold()[row]?;
    Some(if judgments.contains(&gold) { gold } else { gold.two_way() })
}

fn cluster_of(dataset: &Dataset, row: usize) -> usize {
    dataset.cluster_of(dataset.original_of(row))
}

pub(super) fn cell(figure: Option<Figure>, style: Style) -> Cell {
    figure
        .map_or(Cell::Empty, |figure| Cell::Value(figure.estimate, style).between(figure.interval))
}

pub(super) fn json_of(figure: Option<Figure>) -> Value {
    let Some(figure) = figure else { return Value::Null };
    let interval = figure.interval.map(|interval| [interval.lower, interval.upper]);
    json!({"value": figure.estimate, "interval": interval, "pairs": figure.pairs})
}

pub(super) fn new_table(
    key: &str,
    title: &str,
    columns: Vec<Column>,
    rows: Vec<Row>,
    notes: Vec<String>,
) -> Table {
    Table { key: SafeName::new(key), title: title.to_owned(), columns, rows, notes }
}

pub(super) fn row(kind: RowKind, cells: Vec<Cell>) -> Row {
    Row { kind, cells }
}
