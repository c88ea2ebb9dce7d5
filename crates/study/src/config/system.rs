//! The systems of a config, and where their answers come from.

use std::path::PathBuf;
use std::time::Duration;

use phenom_dataset::{
    AnswerColumns, CompositionRule, LabelScheme, Missing, PredictionSource, RunColumns, Task,
    ThresholdFor,
};
use phenom_systems::endpoint::Endpoint;
use phenom_systems::{EnsembleRule, Learner, Untrained, UntrainedEngine, Use};

use super::{DataFile, OwnPartsFiles, Pairs};

/// A system to be evaluated.
#[derive(Debug)]
pub struct System {
    /// As reports show it.
    pub name: String,
    /// Where its answers come from.
    pub answers: Answers,
    /// The parts that it made itself, if it decomposes for itself.
    pub(crate) parts: Option<Box<OwnPartsFiles>>,
}

impl System {
    /// A system that makes no parts.
    pub(crate) fn new(name: String, answers: Answers) -> Self {
        Self { name, answers, parts: None }
    }

    /// The rows of a table that are its answers, with how the table is read; nothing if it has files of its own.
    pub(crate) fn rows(&self) -> Option<(&Predictions, &RowsOf)> {
        match &self.answers {
            Answers::Predictions(predictions) => Some((predictions, predictions.rows.as_ref()?)),
            _ => None,
        }
    }

    /// Whether its answers are in the same table as those of another system.
    pub(crate) fn is_of_the_table_of(&self, other: &Self) -> bool {
        match (self.rows(), other.rows()) {
            (Some((_, rows)), Some((_, others))) => rows.entry == others.entry,
            _ => false,
        }
    }
}

/// Where a system's answers come from.
#[derive(Debug)]
pub enum Answers {
    /// From files.
    Predictions(Box<Predictions>),
    /// From the linguistic-biased algorithm: the paper's two-way one, or the three-way one.
    LinguisticBiased {
        /// Whether it learns from the pairs of other groups alone.
        cross_validated: bool,
        /// Between which judgments it chooses.
        task: Task,
    },
    /// From an engine that is run.
    Engine(Box<EngineSystem>),
    /// From a program or a server.
    Outside(Box<OutsideSystem>),
    /// Composed of its own parts.
    OwnParts,
}

impl Answers {
    /// The systems that an ensemble is of, and what it makes of their judgments; nothing for any other system.
    pub(crate) fn ensemble(&self) -> Option<(&[String], EnsembleRule)> {
        match self {
            Self::Engine(engine) => match &**engine {
                EngineSystem::Ensemble { of, rule } => Some((of, *rule)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A system outside of phenom, which is asked.
#[derive(Debug)]
pub struct OutsideSystem {
    pub(crate) asked: Asked,
    /// What its labels mean; nothing: the words for the judgments of the dataset, and the labels of its files.
    pub(crate) labels: Option<LabelScheme>,
    /// The labels of the dataset and the names of judgments; nothing if its files do not agree on what labels mean.
    pub(crate) labels_of_pairs: Option<LabelScheme>,
    /// Answers of another version are not used.
    pub(crate) version: Option<String>,
    /// Whether it is asked about the monothematic pairs alone, and its answers for originals are composed by a rule.
    pub(crate) by_parts: Option<CompositionRule>,
    /// The folder that its answers are kept in.
    pub(crate) store: PathBuf,
}

/// Whether systems from outside are asked what is not stored, or all anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// They may not: what is stored is all there is.
    Never,
    /// They may, if the host lets them be asked.
    Asks(Use),
}

/// Who is asked.
#[derive(Debug)]
pub enum Asked {
    /// A program, which is sent a line of JSON for each pair.
    Command {
        /// The program's name or path.
        program: String,
        /// What it is started with.
        arguments: Vec<String>,
        /// The folder that it runs in.
        folder: PathBuf,
        /// How long it may be silent; nothing: as long as is usual.
        time_out: Option<Duration>,
    },
    /// A server that speaks the protocol of chat completions.
    Endpoint {
        /// Its address, and what it is sent.
        endpoint: Box<Endpoint>,
        /// The environment variable of the key.
        key_variable: Option<String>,
    },
}

/// An engine to be run.
#[derive(Debug)]
pub enum EngineSystem {
    /// One that answers without training.
    Untrained {
        /// The engine.
        engine: &'static UntrainedEngine,
        /// The engine with its settings.
        set_up: Untrained,
    },
    /// An engine that is asked about the monothematic pairs alone; its answers for originals are composed by a rule.
    ByParts(Box<EngineSystem>, CompositionRule),
    /// What is made of the judgments of some systems, by their names.
    Ensemble {
        /// The names of its members.
        of: Vec<String>,
        /// How their answers become one.
        rule: EnsembleRule,
    },
    /// One that learns.
    Learnt {
        /// The engine.
        learner: &'static Learner,
        /// What it learns from.
        from: LearnsOn,
        /// Where WordNet is, if it knows words.
        wordnet: WordNetFrom,
        /// Files of lexical rules.
        rules: Vec<DataFile>,
        /// Parses of the pairs of the dataset.
        trees: Vec<DataFile>,
    },
}

/// Where an engine has WordNet from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordNetFrom {
    /// From the usual places, if it is there.
    UsualPlaces,
    /// From a folder.
    Folder(PathBuf),
    /// It is not used.
    Nowhere,
}

/// From what an engine learns.
#[derive(Debug)]
pub enum LearnsOn {
    /// Other pairs with gold, and their parses.
    Pairs {
        /// The pairs.
        pairs: Box<Pairs>,
        /// Files with their parses.
        trees: Vec<DataFile>,
    },
    /// The dataset itself, split into this number of parts by its groups: a model predicts each part after learning from the
    /// others.
    OtherParts(usize),
    /// What it learnt before stands in a file.
    Model(DataFile),
    /// What it learnt before comes with phenom.
    Shipped,
}

/// Answers in files.
#[derive(Debug)]
pub struct Predictions {
    /// The files of each run: one run, or several that differ by their seed.
    pub(crate) runs: Vec<Vec<DataFile>>,
    pub(crate) source: PredictionSource,
    /// The column of the labels of each run, if runs differ by it; empty if all are read as the source says.
    pub(crate) run_columns: Vec<String>,
    pub(crate) missing: Missing,
    /// How the threshold of its score is learnt, if it is.
    pub(crate) threshold: Option<LearntThreshold>,
    /// The rows of its files that are its own, if these are a table of several systems or runs; the files are those of one
    /// run then.
    pub(crate) rows: Option<RowsOf>,
    /// The outcomes by each judge, where the source has those by people.
    pub(crate) by_judges: Vec<AnswerColumns>,
}

impl Predictions {
    /// What missing answers mean, as a signature states it. What people did not score is not missing.
    pub(crate) fn missing_in_words(&self) -> &'static str {
        match self.by_judges.as_slice() {
            [] => self.missing.name(),
            _ => Missing::Refuse.name(),
        }
    }
}

/// The rows of a table that are answers of one system.
#[derive(Debug)]
pub struct RowsOf {
    /// The number of the entry of the config that describes the table.
    pub(crate) entry: usize,
    pub(crate) columns: RunColumns,
    /// What the column of systems holds; empty without one.
    pub(crate) system: String,
    /// What the column of runs holds, for each run; one empty text without one.
    pub(crate) runs: Vec<String>,
}

/// How a threshold is learnt.
#[derive(Debug)]
pub struct LearntThreshold {
    pub(crate) from: ThresholdFrom,
    pub(crate) best_for: ThresholdFor,
}

/// From which pairs a threshold is learnt.
#[derive(Debug)]
pub enum ThresholdFrom {
    /// A development set.
    Development(Box<LearnOn>),
    /// The other parts of the dataset, which is split into this number of them.
    OtherParts(usize),
}

/// A development set with a system's scores on it.
#[derive(Debug)]
pub struct LearnOn {
    pub(crate) pairs: Pairs,
    pub(crate) files: Vec<DataFile>,
}
