//! The tables, one builder each; [`contents`](crate::contents) has their order.

mod agreement;
mod annotated;
mod annotators;
mod bare;
pub(crate) mod bins;
pub(crate) mod categories;
pub(crate) mod clusters;
pub(crate) mod comparisons;
pub(crate) mod composition;
pub(crate) mod conditioned;
pub(crate) mod contingency;
pub(crate) mod correlation;
mod decomposition;
pub(crate) mod degradation;
mod distributions;
mod gold_check;
pub(crate) mod information;
mod interval_cell;
pub(crate) mod judgments;
mod justifications;
mod key_tables;
mod notes;
pub(crate) mod overview;
mod people;
pub(crate) mod phenomena;
mod power;
pub(crate) mod ranking;
pub(crate) mod rankings;
pub(crate) mod reading;
pub(crate) mod runs;
pub(crate) mod sets;
pub(crate) mod shrunken;
pub(crate) mod symmetry;
pub(crate) mod systems;
pub(crate) mod wholes_and_parts;

pub use agreement::agreement_tables;
pub use annotated::Annotated;
pub use annotators::notes_on_annotators;
pub use bare::bare_table;
pub use comparisons::comparison_tables;
pub(crate) use composition::rule;
pub use decomposition::decomposition_in_words;
pub use gold_check::{gold_check_in_words, gold_check_table};
pub use justifications::justification_tables;
pub use notes::is_on_what_is_missing;
use notes::{BASELINE_NOTE, POOLED_NOTE, TOO_FEW_PAIRS, part_key, shown_systems};
pub(crate) use notes::{baseline_name, notes_on_systems};
pub use power::{PowerQuestion, power_table};

/// The keys of the tables on annotators, answer keys and judges, which follow these.
pub const TABLES_ON_PEOPLE: &[&str] = &[
    "decomposition-agreement",
    "agreement",
    "annotators",
    "annotator-judgments",
    "people",
    "keys",
    "key-accuracies",
    "key-rankings",
    "distributions",
    "justifications",
    "judge-ranks",
    "judges",
    "judge-swaps",
];
