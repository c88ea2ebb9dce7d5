//! Readers: one file a format. They take a stream of bytes (Parquet: a path) and hand pairs to a
//! [`DatasetBuilder`](crate::DatasetBuilder), or answers to a [`RunBuilder`](crate::RunBuilder),
//! with every problem that they find on the way.

mod edits;
mod labels;
mod pair_rows;
mod phenom_jsonl;
mod prediction_rows;
mod rte_xml;

pub use pair_rows::PairColumns;
pub use prediction_rows::PredictionColumns;

use crate::input::{Fatal, Input};
use crate::tables::TableFormat;
use crate::{DatasetBuilder, LabelScheme, ProblemKind, RunBuilder};

/// The formats of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairFormat {
    /// One original pair a line with its monothematic pairs in it; the format that we recommend.
    PhenomJsonl,
    /// The XML of the RTE challenges.
    RteXml,
    /// Rows with named columns.
    Table(TableFormat),
}

/// The formats of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PredictionFormat {
    /// The output of EDITS: id, gold, answer, confidence, separated by tabs, no header.
    Edits,
    /// Rows with named columns.
    Table(TableFormat),
}

/// How a file of pairs is to be read.
#[derive(Debug, Clone)]
pub struct PairSource {
    /// Its format.
    pub format: PairFormat,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// Which column holds what; for [`PairFormat::Table`] only.
    pub columns: PairColumns,
}

/// How a file of answers is to be read.
#[derive(Debug, Clone)]
pub struct PredictionSource {
    /// Its format.
    pub format: PredictionFormat,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// Which column holds what; for [`PredictionFormat::Table`] only.
    pub columns: PredictionColumns,
}

/// Reads the pairs of one file, which messages call `file`, into a builder.
pub fn read_pairs(source: &PairSource, file: &str, input: Input, builder: &mut DatasetBuilder) {
    builder.start_file(file);
    let result = match source.format {
        PairFormat::PhenomJsonl => phenom_jsonl::read(input, &source.labels, builder),
        PairFormat::RteXml => rte_xml::read(input, &source.labels, builder),
        PairFormat::Table(format) => pair_rows::read(source, format, input, builder),
    };
    if let Some((line, kind)) = failure(result, "pair") {
        builder.problem(line, kind);
    }
}

/// Reads the answers of one file, which messages call `file`, into a builder.
pub fn read_predictions(
    source: &PredictionSource,
    file: &str,
    input: Input,
    builder: &mut RunBuilder<'_>,
) {
    builder.start_file(file);
    let result = match source.format {
        PredictionFormat::Edits => edits::read(input, &source.labels, builder),
        PredictionFormat::Table(format) => prediction_rows::read(source, format, input, builder),
    };
    if let Some((line, kind)) = failure(result, "answer") {
        builder.problem(line, kind);
    }
}

/// What is wrong with a file as a whole, given how many of its rows were seen.
fn failure(rows: Result<u64, Fatal>, wanted: &'static str) -> Option<Fatal> {
    match rows {
        Ok(0) => Some((None, ProblemKind::NothingInIt { wanted })),
        Ok(_) => None,
        Err(fatal) => Some(fatal),
    }
}
