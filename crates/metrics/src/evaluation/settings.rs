//! How an evaluation is made.

use phenom_dataset::{Answer, CompositionRule, Dataset, Judgment, Run, Task};

use super::StatisticsSettings;
use super::system::Origin;
use crate::judged::JUDGED_MEASURES;
use crate::measures::Wanted;
use crate::measures::of_sets::{EXACT_MATCH, SET_F1};
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

impl Settings {
    /// The settings as the data need them: measures of sets are computed by default where some answer is a set, judgments
    /// are told apart two-way where a gold set is two-way, and of judged gold only what people can correct is computed.
    pub(super) fn for_data(&self, dataset: &Dataset, runs: &[(Run, Origin)]) -> Self {
        let mut settings = *self;
        let is_set = |code: &u8| matches!(Answer::from_code(*code), Answer::Several(_));
        if runs.iter().any(|(run, _)| run.codes().iter().any(is_set)) {
            settings.wanted = settings.wanted.by_default(&[&EXACT_MATCH, &SET_F1]);
        }
        let is_two_way = |row: usize| dataset.also_gold(row).contains(&Judgment::NotEntailment);
        if dataset.rows_with_gold_sets().any(is_two_way) {
            settings.task = Some(Task::TwoWay);
        }
        if let Some(judged) = dataset.judged() {
            let is_two_way = |judge: usize| {
                dataset.labels_of_judge(judge).contains(&Some(Judgment::NotEntailment))
            };
            if settings.task.is_none() && (0..judged.judges.len()).any(is_two_way) {
                settings.task = Some(Task::TwoWay);
            }
            settings.wanted = settings.wanted.among(JUDGED_MEASURES);
        }
        settings
    }
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
