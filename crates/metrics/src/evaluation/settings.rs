//! How an evaluation is made.

use phenom_dataset::{CompositionRule, Task};

use super::StatisticsSettings;
use crate::measures::Wanted;
use crate::rankings::Weighting;
use crate::seed::Seed;

/// How an evaluation is made.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Which judgments are told apart; without it, or where the judgments do not allow it, as
    /// finely as they do.
    pub task: Option<Task>,
    /// What the judgments on the parts of an original make of the whole.
    pub composition: CompositionRule,
    /// The weights of weighted measures; without it, the dataset's where it tells any, else by rank.
    pub weighting: Option<Weighting>,
    /// The seed of what is drawn.
    pub seed: Seed,
    /// The measures to compute.
    pub wanted: Wanted,
    /// Intervals and comparisons.
    pub statistics: StatisticsSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            task: None,
            composition: CompositionRule::default(),
            weighting: None,
            seed: Seed(1),
            wanted: Wanted::default(),
            statistics: StatisticsSettings::default(),
        }
    }
}
