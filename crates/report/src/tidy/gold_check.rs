//! Gold of originals against gold of their parts.

use phenom_metrics::GoldRow;

use super::{Tidy, TidyColumn};

/// The originals that the gold check names, a row for each of their parts.
pub const GOLD_CHECK: Tidy<GoldRow> =
    Tidy { name: "gold_check", columns: COLUMNS, parts: |row| row.parts.len() };

const COLUMNS: &[TidyColumn<GoldRow>] = &[
    TidyColumn {
        name: "finding",
        meaning: "differs, undecided or without-gold",
        value: |row, _| row.finding.name().into(),
    },
    TidyColumn {
        name: "original",
        meaning: "the id of the original",
        value: |row, _| row.original.as_str().into(),
    },
    TidyColumn {
        name: "gold",
        meaning: "its gold label",
        value: |row, _| row.gold.map(|gold| gold.name()).into(),
    },
    TidyColumn {
        name: "composed",
        meaning: "the label composed from the gold labels of its parts",
        value: |row, _| row.composed.map(|composed| composed.name()).into(),
    },
    TidyColumn {
        name: "part",
        meaning: "the id of a part",
        value: |row, at| row.parts[at.part].0.as_str().into(),
    },
    TidyColumn {
        name: "part_gold",
        meaning: "its gold label",
        value: |row, at| row.parts[at.part].1.map(|gold| gold.name()).into(),
    },
];
