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
mod layouts;
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

pub use derived::DerivedAttributes;
pub use gold_bounds::{GoldBounds, GoldBoundsError};
pub use highest::are_probabilities;
pub use id_rewriting::{IdRewriting, IdStep};
pub(crate) use id_rewriting::{Rewriter, UnfitExpressions};
pub(crate) use labels::split;
pub use layouts::{
    AnnotationColumns, AnnotationSource, AnswerColumns, GoldSets, JustificationColumns,
    JustificationSource, LabelledBy, PairColumns, PairFormat, PairSource, PartSource,
    PredictionColumns, PredictionSource, RankingColumn, TagColumns, TagSource, WithoutParts,
};
pub(crate) use layouts::{TAG_SEPARATOR, required};
pub use list_cells::{Lists, list_members};
pub use phenomena::PhenomenonColumns;
pub use repeated::{Again, Blank, Extra, Repeated};
pub use runs_in_rows::{MOST_SYSTEMS, RunColumns, RunsInRows, read_run_names};
pub use subset::{Condition, Subset, Wanted};
pub use threshold::{Threshold, ThresholdFor, ThresholdLearner};

use crate::input::{Fatal, Input};
use crate::{DatasetBuilder, JustificationBuilder, ProblemKind, RunBuilder};

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
        builder.problem(line, kind.read_by_name(names));
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
        let names: &[&str] = match (source.columns.id.is_empty(), &source.columns.labelled_by) {
            (false, _) => &[],
            (true, LabelledBy::EachRow) => &["id", "annotator", "label"],
            (true, LabelledBy::One(_) | LabelledBy::People(_)) => &["id", "label"],
        };
        builder.problem(line, kind.read_by_name(names));
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
    if let Some((line, kind)) = failure(result, "prediction") {
        let names: &[&str] =
            if source.columns.only_named { &[] } else { &["id", "label", "confidence"] };
        builder.reader_problem(line, kind.read_by_name(names));
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
    if let (Some((line, kind)), [first, ..]) = (failure(result, "prediction"), runs.builders()) {
        first.reader_problem(line, kind);
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
