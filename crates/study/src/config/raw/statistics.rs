//! What the YAML says of intervals and comparisons.

use phenom_metrics::Compared;
use phenom_metrics::statistics::{Correction, Question, Resampling};
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::correction::CorrectionName;
use super::measure_key::MeasureKey;
use crate::config::numbers::{Decimal, Level, Whole};

/// How to compute intervals and comparisons of systems.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawStatistics {
    /// Whether to compute confidence intervals; the default is true.
    pub(in crate::config) intervals: Option<bool>,
    /// The level of intervals, from 0.01 to 0.9999; the level of tests is 1 minus this. The default is 0.95.
    pub(in crate::config) confidence_level: Option<Level>,
    /// How many resamples to draw for each comparison, and for intervals of rankings and of annotators, from 1 to
    /// 1,000,000; the default is 2000.
    pub(in crate::config) resamples: Option<Whole<1, { Resampling::MOST as u64 }>>,
    /// Which systems to compare with each other: all (every two; the default), or none.
    pub(in crate::config) compare: Option<Choice<Compared>>,
    /// The system to compare every other system with, instead of comparing all pairs of systems.
    pub(in crate::config) baseline: Option<String>,
    /// The primary measures, declared beforehand: their comparisons on all pairs share a third of the level, and
    /// everything else is exploratory. The default is `[accuracy, ideal_distance]`; of more than 20 systems
    /// `[accuracy]`.
    pub(in crate::config) primary: Option<Vec<MeasureKey>>,
    /// The question about systems with several runs: whether these methods differ (runs and pairs are samples; the
    /// default), or these models (pairs are samples). With a system of one run phenom can compare only models.
    pub(in crate::config) question: Option<Choice<Question>>,
    /// The difference of accuracies to plan for, from 0.0001 to 1; the default is 0.05.
    pub(in crate::config) planned_difference: Option<Decimal<1, 10_000>>,
    /// How to adjust p-values within a primary family; the default is holm. phenom controls the false discovery rate of
    /// exploratory comparisons; `none` turns both off.
    #[schemars(with = "Option<CorrectionName>")]
    pub(in crate::config) correction: Option<Correction>,
    /// Whether to compare systems that leave pairs out (`missing: skip`) on the pairs that all of them predict.
    pub(in crate::config) common_pairs: Option<bool>,
}
