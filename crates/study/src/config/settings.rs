//! An evaluation as a config describes it, checked and typed.

use std::path::PathBuf;

use phenom_dataset::{CompositionRule, Task};
use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::by_chance::{
    EXPECTED_CORRELATION_INDEX, EXPECTED_DEVIATION_INDEX_SIGNED,
};
use phenom_metrics::measures::by_relevance::{
    WEIGHTED_CORRELATION_INDEX, WEIGHTED_DEVIATION_INDEX_SIGNED,
};
use phenom_metrics::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use phenom_metrics::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::measures::{Measure, Wanted};
use phenom_metrics::{Seed, Settings, StatisticsSettings, Weighting};

use super::document::Document;
use super::report_options::ReportOptions;
use super::source::{JudgedFiles, Source};
use super::system::Asking;

/// An evaluation, ready to be run.
#[derive(Debug)]
pub struct Config {
    /// The title of the report.
    pub title: String,
    /// What the report says of itself, a paragraph each.
    pub notes: Vec<String>,
    /// What readers must know of the data before any result, in a sentence.
    pub caution: Option<String>,
    /// The pairs and answers, or the counts of them.
    pub source: Source,
    /// Judges' scores of justifications.
    pub justifications: Option<JudgedFiles>,
    /// The judgments that are told apart; where it is not said, all that gold has.
    pub task: Option<Task>,
    /// What the judgments on the parts of an original make of the whole.
    pub composition: CompositionRule,
    pub(crate) weighting: Option<Weighting>,
    /// The seed of everything that is drawn at random.
    pub seed: Seed,
    /// Intervals and comparisons.
    pub statistics: StatisticsSettings,
    /// Whether the config itself says if methods or models are compared.
    pub has_question: bool,
    /// The measure that systems are ranked by, beside accuracy.
    pub(crate) rank_by: &'static Measure,
    /// Whether all systems together have rows of their own.
    pub(crate) pool: bool,
    /// The keys of the measures that were asked for; nothing for all of them.
    pub measures: Option<Vec<String>>,
    /// What the report shows, and how.
    pub report: ReportOptions,
    /// The folder that the report is written to; nothing where the config names none.
    pub output: Option<OutputFolder>,
    /// Whether systems from outside may be asked: the command says it, and no config.
    pub asking: Asking,
    /// Where the config is.
    pub path: PathBuf,
    /// The text of the config, to point at later.
    pub document: Document,
}

/// The report folder that a config names.
#[derive(Debug, Clone)]
pub struct OutputFolder {
    /// As messages show it.
    pub(crate) shown: PathBuf,
    /// The folder of the config.
    pub(crate) config: PathBuf,
    /// As the config names it, from there.
    pub(crate) named: PathBuf,
}

/// Whether a command needs systems beside a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemsNeeded {
    /// It does.
    Always,
    /// It does unless what annotators said is all there is.
    BesidePairs,
    /// It does not.
    Never,
}

impl SystemsNeeded {
    /// Whether systems have to be there, given whether what annotators said is all there is.
    pub(super) fn has_to_be(self, annotations_alone: bool) -> bool {
        match self {
            Self::Always => true,
            Self::BesidePairs => !annotations_alone,
            Self::Never => false,
        }
    }
}

impl Config {
    /// The settings of a config that says nothing of them, for pairs and answers that stand in no file.
    pub(crate) fn bare(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            notes: Vec::new(),
            caution: None,
            source: Source::Nothing,
            justifications: None,
            task: None,
            composition: CompositionRule::default(),
            weighting: None,
            seed: Seed(1),
            statistics: StatisticsSettings::default(),
            has_question: false,
            rank_by: &MUTUAL_INFORMATION,
            pool: false,
            measures: None,
            report: ReportOptions::default(),
            output: None,
            asking: Asking::Never,
            path: PathBuf::new(),
            document: Document::none(),
        }
    }

    /// The names of the systems, in the order of the config; empty if it has count tables.
    pub fn system_names(&self) -> Vec<&str> {
        match &self.source {
            Source::Data { systems, .. } => {
                systems.iter().map(|system| system.name.as_str()).collect()
            }
            Source::Counts(_) | Source::Nothing => Vec::new(),
        }
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
    pub fn settings(&self) -> Settings {
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
