//! All engines that a config can name.

use super::option::EngineOption;
use super::untrained::UntrainedEngine;
use crate::baselines::{CONSTANT, HYPOTHESIS_ONLY, IDF_COVERAGE, MAJORITY, RANDOM, WORD_OVERLAP};
use crate::contradiction::CONTRADICTION;
use crate::edit_distance::EDIT_DISTANCE;
use crate::ensembles::{Ensemble, STACKED, VOTE};
use crate::features::FEATURES;
use crate::model::Learner;

/// Every engine, in the order in which configs and docs list them.
pub const ENGINES: &[EngineKind] = &[
    EngineKind::Untrained(&CONSTANT),
    EngineKind::Untrained(&RANDOM),
    EngineKind::Learner(&MAJORITY),
    EngineKind::Learner(&WORD_OVERLAP),
    EngineKind::Learner(&IDF_COVERAGE),
    EngineKind::Learner(&HYPOTHESIS_ONLY),
    EngineKind::Learner(&FEATURES),
    EngineKind::Learner(&EDIT_DISTANCE),
    EngineKind::Learner(&CONTRADICTION),
    EngineKind::Ensemble(&VOTE),
    EngineKind::Ensemble(&STACKED),
];

/// An engine by how it comes to its judgments.
#[derive(Debug, Clone, Copy)]
pub enum EngineKind {
    /// Without training.
    Untrained(&'static UntrainedEngine),
    /// By what it learnt from pairs with gold labels.
    Learner(&'static Learner),
    /// From the judgments of other systems.
    Ensemble(&'static Ensemble),
}

impl EngineKind {
    /// The engine with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        ENGINES.iter().copied().find(|engine| engine.name() == name)
    }

    /// The engine's name in configs and model files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Untrained(engine) => engine.name,
            Self::Learner(learner) => learner.name,
            Self::Ensemble(ensemble) => ensemble.name,
        }
    }

    /// What it does, as docs/systems.md says it.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Untrained(engine) => engine.summary,
            Self::Learner(learner) => learner.summary,
            Self::Ensemble(ensemble) => ensemble.summary,
        }
    }

    /// Whether a config can give the engine an option.
    #[must_use]
    pub fn takes(self, option: EngineOption) -> bool {
        match self {
            Self::Untrained(engine) => engine.options.contains(&option),
            Self::Learner(learner) => learner.takes(option),
            Self::Ensemble(ensemble) => ensemble.options.contains(&option),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_engine_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = ENGINES.iter().map(|engine| engine.name()).collect();
        assert_eq!(names.len(), ENGINES.len());
        for engine in ENGINES {
            assert_eq!(EngineKind::named(engine.name()).unwrap().name(), engine.name());
        }
        assert!(EngineKind::named("randon").is_none());
    }

    #[test]
    fn each_option_is_one_of_some_engine() {
        for option in EngineOption::ALL {
            assert!(ENGINES.iter().any(|engine| engine.takes(option)), "{}", option.key());
        }
    }

    #[test]
    fn the_docs_list_the_engines_with_what_each_does() {
        let docs = include_str!("../../../../docs/systems.md");
        let mut rows = docs.lines().skip_while(|line| !line.starts_with("| `engine:` |")).skip(2);
        for engine in ENGINES {
            let expected = format!("| `{}` | {} |", engine.name(), engine.summary());
            let row = rows.next().unwrap();
            assert!(row.starts_with(&expected), "{row} instead of {expected}");
        }
        assert!(!rows.next().unwrap().starts_with("| `"));
    }
}
