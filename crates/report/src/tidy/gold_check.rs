//! Gold of originals against gold of their parts.

use phenom_metrics::GoldRow;

use super::{Tidy, TidyColumn, column};

/// The originals that the gold check names, a row for each of their parts.
pub const GOLD_CHECK: Tidy<GoldRow> =
    Tidy { name: "gold_check", columns: COLUMNS, parts: |row| row.parts.len() };

const COLUMNS: &[TidyColumn<GoldRow>] = &[
    column("finding", "differs, undecided or without-gold", |row, _| row.finding.name().into()),
    column("original", "the id of the original", |row, _| row.original.as_str().into()),
    column("gold", "its gold label", |row, _| row.gold.map(|gold| gold.name()).into()),
    column("composed", "the label composed from the gold labels of its parts", |row, _| {
        row.composed.map(|composed| composed.name()).into()
    }),
    column("part", "the id of a part", |row, at| row.parts[at.part].0.as_str().into()),
    column("part_gold", "its gold label", |row, at| {
        row.parts[at.part].1.map(|gold| gold.name()).into()
    }),
];
