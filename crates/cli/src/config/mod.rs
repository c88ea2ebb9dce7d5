//! The YAML config in two layers: [`raw`], what the file says, and [`Config`], checked and typed.
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
mod files;
mod formats;
mod not_a_config;
mod numbers;
mod presets;
mod raw;
mod resolve;
mod resolve_annotators;
mod resolve_columns;
mod resolve_composition;
mod resolve_engine;
mod resolve_options;
mod resolve_outcomes;
mod resolve_outside;
mod resolve_pairs;
mod resolve_parts;
mod resolve_relevance;
mod resolve_report;
mod resolve_rows;
mod resolve_statistics;
mod resolve_systems;
mod resolve_table;
mod slips;
mod system;

use std::path::{Path, PathBuf};

use phenom_annotate::Called;
use phenom_dataset::{
    AnnotationSource, Bins, ClusterBy, CompositionRule, JustificationSource, LabelScheme, Missing,
    PairSource, PhenomenonColumns, RatingRules, Relevance, TagSource, Task,
};
use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::by_chance::{
    EXPECTED_CORRELATION_INDEX, EXPECTED_DEVIATION_INDEX_SIGNED,
};
use phenom_metrics::measures::by_relevance::{
    WEIGHTED_CORRELATION_INDEX, WEIGHTED_DEVIATION_INDEX_SIGNED,
};
use phenom_metrics::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use phenom_metrics::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use phenom_metrics::measures::{Measure, Wanted};
use phenom_metrics::{Seed, Settings, StatisticsSettings, Weighting};

pub(crate) use document::Document;
pub(crate) use files::{DataFile, Names};
pub(crate) use formats::{
    PAIR_FORMATS, instead_of, listed, pair_format_names, prediction_format_names,
};
pub(crate) use presets::{Preset, presets};
pub(crate) use raw::choices;
use raw::{Choice, RawSystem};
pub(crate) use resolve_report::{
    Format, Order, ReportOptions, caption_place, name_place, stands_for,
};
pub(crate) use resolve_rows::Excluded;
pub(crate) use system::{
    Answers, Asked, Asking, EngineSystem, EnsembleRule, LearnOn, LearnsOn, LearntThreshold,
    OutsideSystem, Predictions, RowsOf, System, ThresholdFrom, WordNetFrom,
};

use crate::failure::Failure;

/// An evaluation, ready to be run.
#[derive(Debug)]
pub(crate) struct Config {
    pub(crate) title: String,
    pub(crate) notes: Vec<String>,
    pub(crate) source: Source,
    /// Judges' scores of justifications.
    pub(crate) justifications: Option<JudgedFiles>,
    pub(crate) task: Option<Task>,
    /// What the judgments on the parts of an original make of the whole.
    pub(crate) composition: CompositionRule,
    pub(crate) weighting: Option<Weighting>,
    pub(crate) seed: Seed,
    /// Intervals and comparisons.
    pub(crate) statistics: StatisticsSettings,
    /// Whether the config itself says if methods or models are compared.
    pub(crate) has_question: bool,
    /// The measure that systems are ranked by, beside accuracy.
    pub(crate) rank_by: &'static Measure,
    /// Whether all systems together have rows of their own.
    pub(crate) pool: bool,
    /// The keys of the measures that were asked for; nothing for all of them.
    pub(crate) measures: Option<Vec<String>>,
    /// What the report shows, and how.
    pub(crate) report: ReportOptions,
    pub(crate) output: Option<OutputFolder>,
    /// Whether systems from outside may be asked: the command says it, and no config.
    pub(crate) asking: Asking,
    /// Where the config is.
    pub(crate) path: PathBuf,
    /// The text of the config, to point at later.
    pub(crate) document: Document,
}

/// The report folder that a config names.
#[derive(Debug, Clone)]
pub(crate) struct OutputFolder {
    /// As messages show it.
    pub(crate) shown: PathBuf,
    /// The folder of the config.
    pub(crate) config: PathBuf,
    /// As the config names it, from there.
    pub(crate) named: PathBuf,
}

/// What is evaluated.
#[derive(Debug)]
pub(crate) enum Source {
    /// Pairs and answers.
    Data { pairs: Box<Pairs>, systems: Vec<System> },
    /// Count tables made of them before.
    Counts(CountTables),
    /// No system: judges' scores of justifications are all there is.
    Nothing,
}

/// Tables of what was counted before.
#[derive(Debug, Clone)]
pub(crate) struct CountTables {
    pub(crate) counts: Vec<DataFile>,
    /// None where there are no intervals and comparisons.
    pub(crate) clusters: Vec<DataFile>,
    /// What a pair without an answer means.
    pub(crate) missing: Missing,
    /// The systems that read gold.
    pub(crate) references: Vec<String>,
    /// The system that the others are compared with, in the place of each with each.
    pub(crate) baseline: Option<String>,
}

/// The files of a dataset.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) files: Vec<PairFile>,
    pub(crate) tags: Vec<TagFile>,
    pub(crate) annotations: Vec<AnnotationFile>,
    /// The steps of annotators on the pairs.
    pub(crate) work: Option<WorkFiles>,
    /// Whether the pairs are those that annotators judged, and nothing more is known of them.
    pub(crate) of_annotations: bool,
    /// Original pairs that are left out.
    pub(crate) exclude: Vec<Excluded>,
    /// Phenomena on fewer pairs are gathered under *other*.
    pub(crate) least_pairs: u64,
    /// The attributes whose numbers are put into bins.
    pub(crate) bins: Vec<(String, Bins)>,
    /// Which originals depend on each other, if no column says it; without it, phenom looks at their texts.
    pub(crate) cluster_by: Option<ClusterBy>,
    /// Whether the pairs have no gold labels: `task: outcome`.
    pub(crate) of_outcomes: bool,
    /// The rule that makes gold of originals without it, of gold of their parts.
    pub(crate) composed_by: Option<CompositionRule>,
    /// What monothematic pairs weigh by their phenomena.
    pub(crate) relevance: Option<Relevance>,
    /// The lines of the config that ask for what only the data can refuse.
    pub(crate) places: Vec<KeyPlace>,
}

/// The files with the steps of annotators.
#[derive(Debug)]
pub(crate) struct WorkFiles {
    pub(crate) folder: PathBuf,
    /// The files in it, or why there are none: an annotator may be about to begin.
    pub(crate) files: Result<Vec<DataFile>, (String, String)>,
    pub(crate) called: Called,
}

/// Where a config has a key: `relevance`, `exclude`, or the name of an attribute under `bins`.
#[derive(Debug)]
pub(crate) struct KeyPlace {
    pub(crate) key: String,
    pub(crate) file: String,
    pub(crate) line: u64,
}

impl KeyPlace {
    fn of(document: &Document, key: &str, place: &[document::Segment]) -> Self {
        let before = document.text.get(..document.place(place).start).unwrap_or_default();
        let line = before.matches('\n').count().saturating_add(1);
        let line = u64::try_from(line).unwrap_or(u64::MAX);
        Self { key: key.to_owned(), file: document.file.clone(), line }
    }
}

impl Pairs {
    /// What the labels of all files mean, and phenom's own words besides; nothing where they mean different
    /// things.
    fn labels(&self) -> Option<LabelScheme> {
        let (first, rest) = self.files.split_first()?;
        let labels = &first.source.labels;
        rest.iter().all(|other| other.source.labels == *labels).then(|| labels.or_judgments())
    }

    /// The columns of the id of the pairs, if one layout of tables holds them all.
    fn id_columns(&self) -> Vec<String> {
        let first = self.files.first().map(|file| file.source.columns.id.clone());
        first.unwrap_or_default()
    }
}

/// A file of pairs.
#[derive(Debug)]
pub(crate) struct PairFile {
    pub(crate) file: DataFile,
    pub(crate) source: PairSource,
}

/// A file of tags.
#[derive(Debug)]
pub(crate) struct TagFile {
    pub(crate) file: DataFile,
    pub(crate) source: TagSource,
    pub(crate) phenomena: PhenomenonColumns,
}

/// A file of what annotators said.
#[derive(Debug)]
pub(crate) struct AnnotationFile {
    pub(crate) file: DataFile,
    pub(crate) source: AnnotationSource,
}

/// Files of judges' scores of justifications.
#[derive(Debug)]
pub(crate) struct JudgedFiles {
    pub(crate) files: Vec<DataFile>,
    pub(crate) source: JustificationSource,
    pub(crate) rules: RatingRules,
}

/// Whether a command needs systems beside a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SystemsNeeded {
    /// It does.
    Always,
    /// It does unless what annotators said is all there is.
    BesidePairs,
    /// It does not.
    Never,
}

impl SystemsNeeded {
    /// Whether systems have to be there, given whether what annotators said is all there is.
    fn has_to_be(self, annotations_alone: bool) -> bool {
        match self {
            Self::Always => true,
            Self::BesidePairs => !annotations_alone,
            Self::Never => false,
        }
    }
}

impl Config {
    /// Reads a config and checks everything that can be checked without reading data.
    pub(crate) fn load(path: &Path) -> Result<Self, Failure> {
        Self::load_with(path, SystemsNeeded::Always)
    }

    /// The same, for commands that may do without systems.
    pub(crate) fn load_with(path: &Path, needed: SystemsNeeded) -> Result<Self, Failure> {
        Self::of(Document::read(path)?, path, needed)
    }

    /// The same of the text of a config that is to stand at a path.
    pub(crate) fn of_text(
        text: String,
        path: &Path,
        needed: SystemsNeeded,
    ) -> Result<Self, Failure> {
        Self::of(Document::parse(path.display().to_string(), text)?, path, needed)
    }

    fn of(document: Document, path: &Path, needed: SystemsNeeded) -> Result<Self, Failure> {
        let raw = check::raw_config(&document).map_err(|problems| document.failure(problems))?;
        resolve::resolve(raw, path, document, needed)
    }

    /// Whether a measure that was computed was asked for: where none is named, all are.
    pub(crate) fn wants(&self, key: &str) -> bool {
        self.measures.as_ref().is_none_or(|keys| keys.iter().any(|wanted| wanted == key))
    }

    /// The measures that are computed: those that were asked for, and what tables show beside them.
    fn computed(&self) -> Wanted {
        let Some(keys) = &self.measures else { return Wanted::default() };
        let named = Wanted::named(keys.iter().map(String::as_str)).and(&ACCURACY);
        let of_decomposition = [
            &WHOLE_ACCURACY,
            &CORRELATION_INDEX,
            &IDEAL_DISTANCE,
            &DEVIATION_INDEX_SIGNED,
            &WEIGHTED_CORRELATION_INDEX,
            &WEIGHTED_DEVIATION_INDEX_SIGNED,
            &EXPECTED_CORRELATION_INDEX,
            &EXPECTED_DEVIATION_INDEX_SIGNED,
        ];
        if [&CORRELATION_INDEX, &DEVIATION_INDEX].iter().any(|index| named.asks_for(index)) {
            of_decomposition.into_iter().fold(named, Wanted::and)
        } else {
            named
        }
    }

    /// How the evaluation is made.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            task: self.task,
            composition: self.composition,
            weighting: self.weighting,
            seed: self.seed,
            wanted: self.computed(),
            statistics: self.statistics,
        }
    }
}

/// The values that a text of YAML has, as a config is read.
#[cfg(test)]
pub(crate) fn values_of(text: &str) -> Option<serde_json::Value> {
    document::parse_values(text)
}

/// The JSON Schema of the config.
pub(crate) fn schema() -> serde_json::Value {
    raw::schema()
}

/// A file of pairs described on the command line: its path, and what a config would say of it.
pub(crate) fn pairs_of_file(
    path: &Path,
    format: Option<&str>,
    labels: Option<serde_json::Value>,
) -> Result<Pairs, Failure> {
    let mut said = serde_json::json!({ "path": path.to_string_lossy() });
    add(&mut said, [("format", format.map(Into::into)), ("labels", labels)]);
    presets::apply_to_pairs(&mut said);
    described(path, said, resolve::resolve_pairs)
}

/// A system described on the command line: the file of its answers, and what a config would say of
/// it. Labels are those of a preset where it knows them.
pub(crate) fn system_of_file(
    name: &str,
    path: &Path,
    format: Option<&str>,
    labels: Option<serde_json::Value>,
    missing: Option<Missing>,
) -> Result<System, Failure> {
    let mut said = serde_json::json!({ "name": name, "predictions": path.to_string_lossy() });
    add(&mut said, [("format", format.map(Into::into))]);
    presets::apply_to_system(&mut said);
    if said.get("labels").is_none() {
        add(&mut said, [("labels", labels)]);
    }
    described(path, said, |mut raw: RawSystem, document: &Document| {
        raw.missing = missing.map(Choice).or(raw.missing);
        resolve::resolve_system(raw, document)
    })
}

fn add<const N: usize>(said: &mut serde_json::Value, more: [(&str, Option<serde_json::Value>); N]) {
    for (key, value) in more {
        if let Some(value) = value {
            said[key] = value;
        }
    }
}

fn described<Raw: serde::de::DeserializeOwned, Resolved>(
    path: &Path,
    said: serde_json::Value,
    resolve: impl Fn(Raw, &Document) -> Result<Resolved, Vec<String>>,
) -> Result<Resolved, Failure> {
    let document = Document::parse(path.display().to_string(), "{}".to_owned())?;
    let raw = serde_json::from_value(said)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display()), None))?;
    resolve(raw, &document).map_err(|problems| {
        // On the command line these are flags.
        let said = problems.join("; ").replace("`labels: ", "`--labels ");
        Failure::input(said.replace("`format:`", "`--format`"), None)
    })
}
