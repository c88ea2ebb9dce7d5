//! What the first table shows, phenomena by systems.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use serde::Deserialize;

/// What the first table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverviewOptions {
    /// The measure of its figures: one that [has a value on phenomena](Measure::is_of_phenomena).
    pub measure: &'static Measure,
    /// Under which rows the intervals of the figures stand.
    pub intervals: OverviewIntervals,
    /// The order of phenomena within their category.
    pub order: OverviewOrder,
}

impl Default for OverviewOptions {
    fn default() -> Self {
        Self { measure: &ACCURACY, intervals: OverviewIntervals::Totals, order: OverviewOrder::N }
    }
}

/// Under which rows intervals stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverviewIntervals {
    /// Under none.
    None,
    /// Under those of all pairs.
    Totals,
    /// Under all of them.
    All,
}

/// The order of phenomena within their category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverviewOrder {
    /// Those with the most pairs first.
    N,
    /// As they come in the data.
    Data,
    /// Those first on which two systems that do not read gold differ most.
    Difference,
}
