//! Engines that answer without training.

use std::fmt;

use phenom_dataset::{Judgment, Task};

use super::EngineOption;
use crate::Engine;

/// An engine that answers without training: everything that the program knows of it.
#[derive(Debug, Clone, Copy)]
pub struct UntrainedEngine {
    /// Its name in configs.
    pub name: &'static str,
    /// What it does, as docs/systems.md says it.
    pub summary: &'static str,
    /// Whether it reads texts or hypotheses.
    pub reads_texts: bool,
    /// What a config can say of it.
    pub options: &'static [EngineOption],
    /// Sets it up by what the config says.
    pub(crate) set_up: fn(&Settings) -> Result<Untrained, MissingSetting>,
}

/// What a config says of an engine without training.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings {
    /// The one judgment that it predicts.
    pub judgment: Option<Judgment>,
    /// Where its random numbers start.
    pub seed: Option<u64>,
}

/// A setting without which an engine cannot run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingSetting {
    /// What is missing.
    pub message: &'static str,
    /// What to write.
    pub help: &'static str,
}

/// An engine without training that is set up, and waits for the judgments of a dataset.
pub struct Untrained {
    how: String,
    for_task: Box<ForTask>,
}

type ForTask = dyn Fn(Task) -> Box<dyn Engine> + Send + Sync;

impl UntrainedEngine {
    /// The engine with its settings.
    ///
    /// # Errors
    /// If it needs a setting that the config does not have.
    pub fn set_up(&self, settings: &Settings) -> Result<Untrained, MissingSetting> {
        (self.set_up)(settings)
    }
}

impl Untrained {
    /// An engine, described with its settings, as it is for each task.
    pub(crate) fn new<E: Engine + 'static>(
        how: String,
        for_task: impl Fn(Task) -> E + Send + Sync + 'static,
    ) -> Self {
        Self { how, for_task: Box::new(move |task| Box::new(for_task(task))) }
    }

    /// The engine and its settings, in words.
    #[must_use]
    pub fn how(&self) -> &str {
        &self.how
    }

    /// The engine that predicts the judgments of a task.
    #[must_use]
    pub fn engine(&self, task: Task) -> Box<dyn Engine> {
        (self.for_task)(task)
    }
}

impl fmt::Debug for Untrained {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Untrained").field("how", &self.how).finish_non_exhaustive()
    }
}
