//! The same judgment for every pair.

use phenom_dataset::Judgment;

use crate::engines::{EngineOption, MissingSetting, Untrained, UntrainedEngine};
use crate::{Engine, Reply, TextPair};

/// The engine that predicts one judgment.
pub const CONSTANT: UntrainedEngine = UntrainedEngine {
    name: "constant",
    summary: "predicts one `judgment` for every pair",
    reads_texts: false,
    options: &[EngineOption::Judgment],
    set_up: |settings| {
        let judgment = settings.judgment.ok_or(MissingSetting {
            message: "a constant system needs its `judgment`",
            help: "write `engine: {name: constant, judgment: entailment}`",
        })?;
        Ok(Untrained::new(format!("constant: {judgment}"), move |_| Constant(judgment)))
    },
};

/// Judges every pair the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant(pub Judgment);

impl Engine for Constant {
    fn reply(&self, _: &TextPair<'_>) -> Reply {
        Reply::judged(self.0)
    }
}
