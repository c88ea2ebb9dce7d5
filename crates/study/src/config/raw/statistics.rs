//! What the YAML says of intervals and comparisons.

use phenom_metrics::Compared;
use phenom_metrics::statistics::{Correction, Question, Resampling};
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::correction::CorrectionName;
use super::measure_key::MeasureKey;
use crate::config::numbers::{Decimal, Level, Whole};

/// How intervals and comparisons of systems are made.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawStatistics {
    /// Whether figures get confidence intervals; true without it.
    pub(in crate::config) intervals: Option<bool>,
    /// The level of intervals, from 0.01 to 0.9999; tests are made at 1 less this. 0.95 without it.
    pub(in crate::config) confidence_level: Option<Level>,
    /// How many resamples are drawn for each comparison, and for intervals of rankings and of annotators, from
    /// 1 to 1,000,000; 2000 without it.
    pub(in crate::config) resamples: Option<Whole<1, { Resampling::MOST as u64 }>>,
    /// Which systems are held against each other: all (every two), or none. All without it.
    pub(in crate::config) compare: Option<Choice<Compared>>,
    /// The system that every other is held against, in the place of all pairs of systems.
    pub(in crate::config) baseline: Option<String>,
    /// The measures whose comparisons on all pairs are declared beforehand: they share a third of the level,
    /// and everything else is exploratory. `[accuracy, ideal_distance]` without it.
    pub(in crate::config) primary: Option<Vec<MeasureKey>>,
    /// What is asked of systems with several runs: whether these methods differ (runs and pairs are samples),
    /// or these models (pairs are). Methods without it; with a system of one run only models can be compared.
    pub(in crate::config) question: Option<Choice<Question>>,
    /// The difference of accuracies that plans are made for, from 0.0001 to 1; 0.05 without it.
    pub(in crate::config) planned_difference: Option<Decimal<1, 10_000>>,
    /// How p-values are adjusted within a primary family; holm without it. Of exploratory comparisons the
    /// false discovery rate is controlled; `none` adjusts nothing.
    #[schemars(with = "Option<CorrectionName>")]
    pub(in crate::config) correction: Option<Correction>,
    /// Whether systems that leave pairs out (`missing: skip`) are compared on the pairs that all of them
    /// answer.
    pub(in crate::config) common_pairs: Option<bool>,
}
