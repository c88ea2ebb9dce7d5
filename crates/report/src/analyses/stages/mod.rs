//! Systems that decompose for themselves: at which stage originals become wrong, and what would help.

mod staged;
mod tables;
mod tidy;
mod words;

pub(crate) use staged::Staged;
pub use tidy::{STAGE_ORIGINALS, STAGE_ROWS, STAGED_SYSTEMS};
pub(crate) use words::{REPLACEMENT, because, short};

use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::stages::stage_rows;

use super::{Analysis, Found, Needs};

/// Wrong originals by stage, decompositions, and what would help.
pub const STAGES: Analysis = Analysis {
    key: "stages",
    measure: &COMPOSED_ACCURACY,
    needs: Needs { gold: true, ..Needs::NOTHING },
    files: &["stages", "stage-systems", "stage-originals"],
    rows: |given| {
        let Some(decomposers) = given.decomposers else { return Vec::new() };
        let found = stage_rows(decomposers, given.runs, given.evaluation);
        vec![
            Found::of(&STAGE_ROWS, found.rows),
            Found::of(&STAGED_SYSTEMS, found.systems),
            Found::of(&STAGE_ORIGINALS, found.originals),
        ]
    },
    table: tables::build,
};
