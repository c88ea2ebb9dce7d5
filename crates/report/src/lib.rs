//! The report of an evaluation.
//!
//! [`contents::tables`] builds the tables of an [`Evaluation`](phenom_metrics::Evaluation) as a model, a
//! [`Report`] joins them to a title, notes and a [`Signature`], and [`render`] turns the model into
//! a format. [`figures`] are models too, drawn by [`render::svg`] and its siblings. The model knows no
//! format. Tables, figures and sentences of an evaluation select rows of its scores; renderers round
//! them and compute nothing.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

pub mod analyses;
mod answers;
mod by_place;
mod cell;
mod claims;
mod cluster_words;
mod compared;
mod comparison_names;
pub mod contents;
mod drawing;
#[cfg(test)]
mod every_output;
mod explorer;
pub mod figures;
mod first_tables;
mod grid;
mod harmless;
mod low_power;
mod model;
mod names;
mod number;
mod overview_options;
#[cfg(test)]
mod owned_colours;
mod page;
mod pair_counts;
mod paragraph;
mod question_words;
mod reading_words;
pub mod render;
mod report_file;
mod resampled;
mod results;
mod safe_name;
mod selection;
mod signature;
mod standing;
mod tables;
mod task_words;
mod test_words;
#[cfg(test)]
mod testing;
pub mod tidy;

pub use answers::{AnswerRow, Answers};
pub use cell::{Cell, shown};
pub use claims::{
    Claim, ClaimKind, ClaimSlice, ClaimVerdict, Drawing, Effect, Estimate, Estimated, Evidence,
    Finding, Fragility, Interval2, Strip, StripName, Wording, audit, claims, comparison_in_words,
    how_to_report, short_words, summary,
};
pub use compared::{
    Block, Gate, ListedPairs, Outcome, Shown, ShownChange, every_two_systems, on_slice,
    shown_changes, two_systems,
};
pub use explorer::{Explorer, ExplorerAnswer, ExplorerOriginal, ExplorerPair, PairsBehind};
pub use first_tables::{FirstTables, first_tables};
use grid::{Grid, GridCell};
pub use harmless::harmless;
use harmless::steers;
pub use model::{Column, Report, Row, RowKind, SummaryLine, Table};
pub use names::Names;
pub use number::{Numbers, UNDEFINED, rounded};
pub use overview_options::{OverviewIntervals, OverviewOptions, OverviewOrder};
pub use page::{
    ExampleOriginal, IndexByCategory, PageModel, PageSystem, PhenomenaBySystems, PhenomenonRow,
    RowComparison, RowComparisons, RowLevel, RunValues, StageExamples, SystemRuns, SystemStages,
    WrongOriginals, page_model,
};
pub use pair_counts::{PairCount, PairCounts};
pub use paragraph::{Paragraph, Span};
pub use phenom_metrics::measures::Style;
pub use reading_words::warnings_of_reading;
pub use report_file::ReportFile;
pub(crate) use results::Pairs;
pub use results::{Differences, Presentation, Results};
pub use safe_name::SafeName;
pub use selection::is_on_selection;
pub use signature::{File, Signature, SystemSignature};
pub use standing::Standing;
pub use tables::{
    Annotated, PowerQuestion, TABLES_ON_PEOPLE, agreement_tables, bare_table, comparison_tables,
    decomposition_in_words, gold_check_in_words, gold_check_table, is_on_what_is_missing,
    justification_tables, notes_on_annotators, power_table,
};
