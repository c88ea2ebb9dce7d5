//! The YAML config in two layers: `raw`, what the file says, and [`Config`], checked and typed.
//! Nothing outside this folder sees the raw one.

#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

mod check;
mod document;
mod excluded;
mod files;
mod formats;
mod judged_outcomes;
mod listed;
mod load;
mod not_a_config;
mod numbers;
mod own_parts;
mod pairs;
mod presets;
mod raw;
mod report_options;
mod resolve;
mod resolve_annotators;
mod resolve_columns;
mod resolve_composition;
mod resolve_engine;
mod resolve_judged;
mod resolve_options;
mod resolve_outcomes;
mod resolve_outside;
mod resolve_own_parts;
mod resolve_pairs;
mod resolve_parts;
mod resolve_relevance;
mod resolve_report;
mod resolve_rows;
mod resolve_statistics;
mod resolve_systems;
mod resolve_table;
mod settings;
mod slips;
mod source;
mod system;

pub use document::Document;
pub use excluded::Excluded;
pub use files::{DataFile, Frames, Names};
pub use formats::{PAIR_FORMATS, pair_format_names, prediction_format_names};
pub use listed::{instead_of, listed};
#[cfg(test)]
pub(crate) use load::values_of;
pub use load::{pairs_of_file, schema, system_of_file};
pub(crate) use own_parts::OwnPartsFiles;
pub(crate) use pairs::{AnnotationFile, Judged, KeyPlace, TagFile};
pub use pairs::{PairFile, Pairs, WorkFiles};
pub use presets::{Preset, presets};
pub use raw::choices;
pub use report_options::{Format, Order, ReportOptions};
pub use resolve_report::{caption_place, name_place, stands_for};
pub use settings::{Config, OutputFolder, SystemsNeeded};
pub use source::{CountTables, JudgedFiles, Source};
pub use system::{
    Answers, Asked, Asking, EngineSystem, LearnOn, LearnsOn, LearntThreshold, OutsideSystem,
    Predictions, RowsOf, System, ThresholdFrom, WordNetFrom,
};
