//! The YAML config in two layers: [`raw`], what the file says, and [`Config`], checked and typed.
//! Nothing outside this folder sees the raw one.

mod check;
mod document;
mod formats;
mod raw;
mod resolve;

use std::path::{Path, PathBuf};

use phenom_dataset::{Missing, PairSource, PredictionSource, Task};
use phenom_metrics::LearnsFrom;

pub(crate) use document::{ConfigProblem, Document};
pub(crate) use formats::{PairFormatName, guess_pair_format, names};
pub(crate) use resolve::require_labels;

use crate::failure::Failure;

/// An evaluation, ready to be run.
#[derive(Debug)]
pub(crate) struct Config {
    pub(crate) title: String,
    pub(crate) notes: Vec<String>,
    pub(crate) pairs: Vec<PairFile>,
    pub(crate) systems: Vec<System>,
    pub(crate) task: Option<Task>,
    /// The keys of the measures that were asked for; nothing for all of them.
    pub(crate) measures: Option<Vec<String>>,
    pub(crate) output: Option<PathBuf>,
    /// The text of the config, to point at later.
    pub(crate) document: Document,
}

/// A file of pairs.
#[derive(Debug)]
pub(crate) struct PairFile {
    pub(crate) file: DataFile,
    pub(crate) source: PairSource,
}

/// A data file.
#[derive(Debug, Clone)]
pub(crate) struct DataFile {
    /// As the config names it.
    pub(crate) named: String,
    /// Where it is.
    pub(crate) path: PathBuf,
}

impl DataFile {
    /// The path as messages show it.
    pub(crate) fn shown(&self) -> String {
        self.path.display().to_string()
    }
}

/// A system to be evaluated.
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) name: String,
    pub(crate) answers: Answers,
}

/// Where a system's answers come from.
#[derive(Debug)]
pub(crate) enum Answers {
    /// From files.
    Predictions { files: Vec<DataFile>, source: PredictionSource, missing: Missing },
    /// From the linguistic-biased algorithm.
    LinguisticBiased(LearnsFrom),
}

impl Config {
    /// Reads a config and checks everything that can be checked without reading data.
    pub(crate) fn load(path: &Path) -> Result<Self, Failure> {
        let document = Document::read(path)?;
        let raw = check::raw_config(&document).map_err(|it| Failure::config(&document, it))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        resolve::resolve(raw, folder, document)
    }

    /// Whether a measure was asked for.
    pub(crate) fn wants(&self, measure: &str) -> bool {
        self.measures.as_ref().is_none_or(|keys| keys.iter().any(|key| key == measure))
    }
}

/// The JSON Schema of the config.
pub(crate) fn schema() -> serde_json::Value {
    raw::schema()
}
