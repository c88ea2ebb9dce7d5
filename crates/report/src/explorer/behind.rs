//! Which pairs stand behind a mark of a figure.

use std::fmt;

use phenom_dataset::Judgment;
use phenom_metrics::Population;

use super::{Level, Question, Wanted};

/// The pairs that a mark of a figure counts, for a page on which they can be read.
#[derive(Clone, PartialEq)]
pub struct PairsBehind {
    pub(crate) question: Question,
    /// How many they are.
    pub(crate) pairs: u64,
}

impl fmt::Debug for PairsBehind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.pairs, self.question.address())
    }
}

impl PairsBehind {
    /// So many pairs of a population, on which the answers of systems count.
    pub(crate) fn counted(systems: &[usize], population: Population, pairs: u64) -> Self {
        let level = match population {
            Population::Monothematic => Level::Part,
            _ => Level::Original,
        };
        let answers = systems.iter().map(|system| (*system, Wanted::Counted)).collect();
        Self { question: Question { level, answers, ..Question::default() }, pairs }
    }

    /// One original pair.
    pub(crate) fn pair(id: &str) -> Self {
        Self { question: Question { pair: Some(id.to_owned()), ..Question::default() }, pairs: 1 }
    }

    /// Those of a phenomenon, by its path in the data.
    pub(crate) fn on(mut self, phenomenon: &str) -> Self {
        self.question.phenomenon = Some(phenomenon.to_owned());
        self
    }

    /// Those of a gold judgment.
    pub(crate) fn with_gold(mut self, gold: Judgment) -> Self {
        self.question.gold = Some(gold.name());
        self
    }

    /// Those that all systems gave this answer.
    pub(crate) fn answered(mut self, answer: &'static str) -> Self {
        for (_, wanted) in &mut self.question.answers {
            *wanted = Wanted::Answer(answer);
        }
        self
    }
}
