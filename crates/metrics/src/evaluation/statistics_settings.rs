//! How intervals and comparisons are made.

use std::num::NonZeroUsize;

use serde::Deserialize;

use super::{Evaluation, Origin};
use crate::measures::Wanted;
use crate::measures::accuracy::ACCURACY;
use crate::measures::correlation_index::IDEAL_DISTANCE;
use crate::statistics::{ConfidenceLevel, Correction, Question, Resampling};

/// How sure one is to be, and how it is found out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StatisticsSettings {
    /// Whether figures get intervals.
    pub intervals: bool,
    /// The level of intervals; tests are made at 1 less this.
    pub level: ConfidenceLevel,
    /// How many resamples are drawn for each comparison, and for intervals of rankings and of annotators,
    /// from 1 to [`Resampling::MOST`].
    pub resamples: usize,
    /// Up to how many are drawn for one comparison, four times as many after another, as long as another seed
    /// could change its verdict. Where it is not above `resamples`, no more than these are drawn.
    pub most_draws: usize,
    /// The measures whose comparisons on all pairs are declared beforehand, and controlled together. `None` if none are
    /// named; see [`Evaluation::primary`].
    pub primary: Option<Wanted>,
    /// What is asked of systems with several runs.
    pub question: Question,
    /// The difference of accuracies that plans are made for, in (0, 1].
    pub planned_difference: f64,
    /// How p-values are adjusted within a primary family; of `none`, exploratory ones are not adjusted
    /// either.
    pub correction: Correction,
    /// Which systems are held against each other.
    pub compare: Compared,
    /// Whether systems that answer different pairs are compared on those that all of them answer.
    pub common_pairs: bool,
    /// How many threads draw; the results do not depend on it.
    pub threads: NonZeroUsize,
}

impl Default for StatisticsSettings {
    fn default() -> Self {
        Self {
            intervals: true,
            level: ConfidenceLevel::NINETY_FIVE,
            resamples: 2_000,
            most_draws: 1 << 17,
            primary: None,
            question: Question::Methods,
            planned_difference: 0.05,
            correction: Correction::default(),
            compare: Compared::All,
            common_pairs: false,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }
}

impl StatisticsSettings {
    /// The draws of one interval or test: each on one thread, with many side by side.
    pub(crate) fn resampling(&self, seed: crate::seed::Seed) -> Resampling {
        Resampling { resamples: self.resamples, seed: seed.0, threads: NonZeroUsize::MIN }
    }
}

/// Which systems are held against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compared {
    /// Every system with every other, of those that do not read the gold judgments.
    All,
    /// None.
    None,
    /// Every system with this one, by its number; a config says it by name, under another key.
    #[serde(skip)]
    Against(usize),
}

impl Compared {
    /// Up to this many systems are compared with each other by all measures. Most tests resample: those of 20 systems take
    /// half a minute, and those of 100 systems, with 4,950 pairs, twenty minutes.
    pub const MANY: usize = 20;

    /// The pairs of systems with these origins, by number. A reference that reads gold is no competitor, and is held
    /// against others only where it is named.
    pub(crate) fn pairs(self, origins: &[Origin]) -> Vec<(usize, usize)> {
        let competing = || (0..origins.len()).filter(|number| origins[*number] == Origin::Answers);
        match self {
            Self::None => Vec::new(),
            Self::All => competing()
                .flat_map(|first| {
                    competing()
                        .filter(move |second| first < *second)
                        .map(move |second| (first, second))
                })
                .collect(),
            Self::Against(one) => {
                let named = (0..origins.len()).filter(|other| *other != one);
                named.map(|other| (other, one)).collect()
            }
        }
    }
}

impl Evaluation {
    /// Whether measures whose tests resample are compared only if a config names them: there are
    /// [many](Compared::MANY) systems, and it names no measures. Tests with labels of people never resample.
    #[must_use]
    pub fn compares_only_exactly(&self) -> bool {
        let systems = self.systems.iter().filter(|system| system.origin == Origin::Answers);
        self.statistics.compare == Compared::All
            && systems.count() > Compared::MANY
            && !self.wanted.is_named()
            && self.judged.is_none()
    }

    /// The measures whose comparisons on all pairs are declared beforehand: unless a config names others, accuracy and how
    /// far the Correlation Index is from 1; [of many systems](Self::compares_only_exactly) accuracy alone.
    #[must_use]
    pub fn primary(&self) -> Wanted {
        self.statistics.primary.unwrap_or_else(|| match self.compares_only_exactly() {
            true => Wanted::named([ACCURACY.key]),
            false => Wanted::named([ACCURACY.key, IDEAL_DISTANCE.key]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_held_against_others_only_where_it_is_named() {
        let origins = [Origin::Answers, Origin::ReadsGold, Origin::Answers];
        assert_eq!(Compared::All.pairs(&origins), [(0, 2)]);
        assert_eq!(Compared::Against(1).pairs(&origins), [(0, 1), (2, 1)]);
        assert!(Compared::None.pairs(&origins).is_empty());
    }
}
