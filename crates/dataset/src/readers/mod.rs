//! Readers: one file a format. They take a stream of bytes (Parquet: a path) and hand pairs to a
//! [`DatasetBuilder`](crate::DatasetBuilder), or answers to a [`RunBuilder`](crate::RunBuilder),
//! with every problem that they find on the way.

mod annotation_rows;
mod derived;
mod gold_bounds;
mod highest;
mod id_rewriting;
mod justification_rows;
mod labels;
mod list_cells;
mod pair_rows;
mod phenom_jsonl;
mod phenomena;
mod prediction_rows;
mod repeated;
mod rte_xml;
mod runs_in_rows;
mod sources;
mod subset;
mod tag_rows;
mod threshold;

pub use annotation_rows::AnnotationColumns;
pub use derived::DerivedAttributes;
pub use gold_bounds::{GoldBounds, GoldBoundsError};
pub use highest::are_probabilities;
pub use id_rewriting::{IdRewriting, IdStep};
pub(crate) use id_rewriting::{Rewriter, UnfitExpressions};
pub use justification_rows::JustificationColumns;
pub use list_cells::{Lists, list_members};
pub use pair_rows::{GoldSets, PairColumns, PartSource, WithoutParts};
pub use phenomena::PhenomenonColumns;
pub(crate) use phenomena::one_hot_number;
pub use prediction_rows::{AnswerColumns, Extra, PredictionColumns, RankingColumn};
pub use repeated::{Again, Repeated};
pub use runs_in_rows::{MOST_SYSTEMS, RunColumns, RunsInRows, read_run_names};
pub use subset::{Condition, Subset, Wanted};
pub use tag_rows::TagColumns;
pub use threshold::{Threshold, ThresholdFor, ThresholdLearner};

/// What stands between the phenomena of a pair in flat rows that name no other separator.
pub(crate) const TAG_SEPARATOR: &str = ";";

use crate::input::{Fatal, Input};
use crate::tables::{CellKind, ColumnRequest, TableFormat, TableOptions};
use crate::{DatasetBuilder, JustificationBuilder, LabelScheme, ProblemKind, RunBuilder};

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

/// How a file of pairs is to be read.
#[derive(Debug, Clone)]
pub struct PairSource {
    /// Its format.
    pub format: PairFormat,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// How a table is written down; for [`PairFormat::Table`] only, as what follows.
    pub options: TableOptions,
    /// Which column holds what.
    pub columns: PairColumns,
    /// Where phenomena stand besides the columns for them.
    pub phenomena: PhenomenonColumns,
    /// What a gold that is a set of judgments means.
    pub gold_sets: GoldSets,
    /// Lists of parts in the rows of JSON.
    pub parts: Option<Box<PartSource>>,
}

impl PairSource {
    /// A source with nothing special about it.
    #[must_use]
    pub fn new(format: PairFormat, labels: LabelScheme) -> Self {
        Self {
            format,
            labels,
            options: TableOptions::default(),
            columns: PairColumns::default(),
            phenomena: PhenomenonColumns::default(),
            gold_sets: GoldSets::default(),
            parts: None,
        }
    }
}

/// How a file of tags is to be read.
#[derive(Debug, Clone)]
pub struct TagSource {
    /// Its format.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// Which column holds what.
    pub columns: TagColumns,
}

/// How a file of annotations is to be read.
#[derive(Debug, Clone)]
pub struct AnnotationSource {
    /// Its format.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// Which column holds what.
    pub columns: AnnotationColumns,
}

/// How a file of judges' scores of justifications is to be read.
#[derive(Debug, Clone)]
pub struct JustificationSource {
    /// Its format.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// Which column holds what.
    pub columns: JustificationColumns,
}

/// How a file of answers is to be read.
#[derive(Debug, Clone)]
pub struct PredictionSource {
    /// Its format.
    pub format: TableFormat,
    /// How it is written down.
    pub options: TableOptions,
    /// What its labels mean.
    pub labels: LabelScheme,
    /// Which column holds what.
    pub columns: PredictionColumns,
}

/// Reads the pairs of one file, which messages call `file`, into a builder.
pub fn read_pairs(source: &PairSource, file: &str, input: Input, builder: &mut DatasetBuilder) {
    builder.start_file(file);
    let result = match source.format {
        PairFormat::PhenomJsonl => phenom_jsonl::read(input, &source.labels, builder),
        PairFormat::RteXml => rte_xml::read(input, &source.labels, builder),
        PairFormat::Table(format) => pair_rows::read(source, format, file, input, builder),
    };
    if let Some((line, kind)) = failure(result, "pair") {
        builder.lose(None);
        builder.problem(line, kind);
    }
}

/// Reads the phenomena of pairs from a file of their own, which messages call `file`.
pub fn read_tags(
    source: &TagSource,
    phenomena: &PhenomenonColumns,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) {
    builder.start_file(file);
    let result = tag_rows::read(source, source.format, phenomena, file, input, builder);
    if let Some((line, kind)) = failure(result, "tag") {
        let names: &[&str] =
            if source.columns.only_named { &[] } else { &["id", "phenomenon", "category"] };
        let kind = kind.read_by_name(names);
        builder.problem(line, kind);
    }
}

/// Reads what annotators said, in long form, from a file of its own, which messages call `file`. The
/// pairs may be read before or after it.
pub fn read_annotations(
    source: &AnnotationSource,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) {
    builder.start_file(file);
    let result = annotation_rows::read(source, file, input, builder);
    if let Some((line, kind)) = failure(result, "annotation") {
        let names: &[&str] =
            if source.columns.id.is_empty() { &["id", "annotator", "label"] } else { &[] };
        let kind = kind.read_by_name(names);
        builder.problem(line, kind);
    }
}

/// Reads judges' scores of justifications, in long form, from a file that messages call `file`.
pub fn read_justifications(
    source: &JustificationSource,
    file: &str,
    input: Input,
    builder: &mut JustificationBuilder,
) {
    builder.start_file(file);
    let result = justification_rows::read(source, input, builder);
    if let Some((line, kind)) = failure(result, "score") {
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
    let mut runs = RunsInRows::one(builder);
    let result = prediction_rows::read(source, source.format, file, input, &mut runs);
    if matches!(result, Ok(0) | Err((_, ProblemKind::EmptyFile))) && builder.may_be_empty() {
        builder.note_empty(file);
        return;
    }
    if let Some((line, kind)) = failure(result, "answer") {
        let names: &[&str] =
            if source.columns.only_named { &[] } else { &["id", "label", "confidence"] };
        let kind = kind.read_by_name(names);
        builder.reader_problem(line, kind);
    }
}

/// Reads the answers of one file with rows of several systems or runs, which messages call `file`, each into its builder.
/// Problems of the file as a whole are those of the first builder.
pub fn read_predictions_of_runs(
    source: &PredictionSource,
    file: &str,
    input: Input,
    runs: &mut RunsInRows<'_, '_>,
) {
    runs.builders().iter_mut().for_each(|builder| builder.start_file(file));
    let result = prediction_rows::read(source, source.format, file, input, runs);
    if let (Some((line, kind)), [first, ..]) = (failure(result, "answer"), runs.builders()) {
        first.reader_problem(line, kind);
    }
}

/// Asks for a column that must be there, under its own name where no other is given, and returns
/// the number of the request.
fn required(name: Option<&str>, role: &'static str, requests: &mut Vec<ColumnRequest>) -> usize {
    let (name, kind) = (name.unwrap_or(role).to_owned(), CellKind::Text);
    requests.push(ColumnRequest { name, role, required: true, kind });
    requests.len() - 1
}

/// What is wrong with a file as a whole, given how many of its rows were seen.
fn failure(rows: Result<u64, Fatal>, wanted: &'static str) -> Option<Fatal> {
    match rows {
        Ok(0) => Some((None, ProblemKind::NothingInIt { wanted })),
        Ok(_) => None,
        Err(fatal) => Some(fatal),
    }
}
