//! Text-hypothesis pairs, the linguistic phenomena in them, and what systems say of them.
//!
//! A [`Dataset`] holds original pairs and the monothematic pairs that they were decomposed into; a
//! [`Run`] holds one system's answers, aligned to a dataset. Both are made by a builder that takes
//! rows from any of the readers and tells every problem at the end, so that whatever holds a
//! `Dataset` or a `Run` need not check it again.
//!
//! ```
//! use phenom_dataset::{
//!     DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PairSource, read_pairs,
//! };
//!
//! let line = r#"{"id": "1", "gold": "entailment", "monothematic": [
//!     {"id": "1.1", "gold": "entailment", "phenomena": ["lexical:synonymy"]}]}"#.replace('\n', "");
//! let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
//! let mut builder = DatasetBuilder::new(KeepTexts::No);
//! read_pairs(&source, "pairs.jsonl", Input::Stream(Box::new(std::io::Cursor::new(line))), &mut builder);
//! let dataset = builder.finish()?;
//! assert_eq!(dataset.originals().len(), 1);
//! assert_eq!(dataset.phenomena()[0].category(), "lexical");
//! # Ok::<(), phenom_dataset::Problems>(())
//! ```
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

mod answer;
mod archive;
mod bins;
mod builder;
mod causes;
mod clusters;
mod clusters_of_dataset;
mod composition;
mod composition_of_dataset;
mod compressed;
#[cfg(feature = "tables")]
mod count_files;
mod dataset;
mod decomposed_twice;
mod dependence;
mod factor;
#[cfg(feature = "tables")]
mod frame;
mod input;
pub mod instant;
mod json;
mod json_keys;
mod judged;
mod judged_of_dataset;
mod judged_problem;
mod judgment;
mod judgment_set;
mod justifications;
mod label_scheme;
mod logs;
mod missing_columns;
mod outcome;
mod own_parts;
mod pair;
mod pattern;
mod phenomenon;
mod problem;
mod problems;
mod readers;
mod relevance;
mod run;
mod run_scores;
mod signatures;
mod string_table;
mod tables;
mod unknown_ids;
mod unknown_pairs;
mod word_overlap;
mod wording;
mod writers;
mod xml;

pub use answer::Answer;
pub use bins::{Bins, BinsError};
pub use builder::{DatasetBuilder, KeepTexts};
pub use clusters::ClusterSource;
pub use composition::{Composed, CompositionError, CompositionRule, CompositionTable, PartsShare};
#[cfg(feature = "tables")]
pub use count_files::{Checksum, read_counts, write_counts};
pub use dataset::{Dataset, EXCEPTION};
pub use decomposed_twice::{ComparedWork, DecomposedTwice, NamedPhenomenon, Partners};
pub use dependence::{ClusterBy, SharedTexts};
pub use factor::Factor;
#[cfg(feature = "tables")]
pub use frame::{Frame, Seen};
pub use input::Input;
pub use json_keys::unambiguous_json;
pub use judged::{CHOOSE_FROM, Chosen, Judge, JudgedGold};
pub use judged_problem::JudgedProblem;
pub use judgment::{Judgment, RIGHT, Task, WRONG};
pub use judgment_set::{JudgmentSet, Several};
pub use justifications::{
    JustificationBuilder, Justifications, Rating, RatingRow, RatingRules, Scale,
};
pub use label_scheme::{LabelScheme, Meaning};
pub use logs::{LOGS, Log};
pub use missing_columns::MissingColumn;
pub use outcome::{Outcome, OutcomeThreshold, PARTLY_RIGHT};
pub use own_parts::{
    ANSWER, Aggregation, COVERS, COVERS_BY_JUDGE, FAITHFUL, FAITHFUL_BY_JUDGE, GOLD, GOLD_BY_JUDGE,
    KnownFrom, OwnPart, OwnParts, OwnPartsSource, PartFacts, PartsKnowledge, SAID_OF_PARTS,
    WordShares,
};
pub use pair::{EntailmentRule, PairRow};
pub use pattern::{Pattern, PatternError};
pub use phenomenon::{Phenomenon, PhenomenonError};
pub use problem::{FirstUse, Problem, ProblemKind, as_a_number};
pub use problems::Problems;
pub use readers::{
    Again, AnnotationColumns, AnnotationSource, AnswerColumns, Blank, Condition, DerivedAttributes,
    Extra, GoldBounds, GoldBoundsError, GoldSets, IdRewriting, IdStep, JustificationColumns,
    JustificationSource, LabelledBy, Lists, MOST_SYSTEMS, PairColumns, PairFormat, PairSource,
    PartSource, PhenomenonColumns, PredictionColumns, PredictionSource, RankingColumn, Repeated,
    RunColumns, RunsInRows, Subset, TagColumns, TagSource, Threshold, ThresholdFor,
    ThresholdLearner, Wanted, WithoutParts, are_probabilities, list_members, read_annotations,
    read_justifications, read_pairs, read_predictions, read_predictions_of_runs, read_run_names,
    read_tags,
};
pub use relevance::{GivenWeights, Relevance, WeightError};
pub use run::{Missing, Run, RunBuilder};
pub use run_scores::{RankingKind, RunScores, Score, ScoreKind};
pub use tables::{
    Header, Ragged, SampleBounds, SampledCell, SampledTable, TableFormat, TableOptions,
    sample_table,
};
#[cfg(feature = "tables")]
pub use tables::{
    SheetHead, Written, arrow_class_names, is_spreadsheet, parquet_class_names, sheet_heads,
    write_parquet,
};
pub use unknown_pairs::UnknownPairs;
pub use word_overlap::{word_overlap, words};
pub use wording::{listed, nearest};
pub use writers::{WriteFormat, write_dataset};
