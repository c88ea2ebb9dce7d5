//! Which stage makes the original wrong? Systems that decompose for themselves.
//!
//! A system that makes its own parts has several stages: it divides the original into parts, judges each, and composes the
//! verdicts. phenom replaces one stage of an original after the other by what is known to be right and sees when
//! the composed verdict becomes right. A [`StageFigure`] counts something of each traced original, and a [`StageRow`] is one
//! figure of one system, with its interval over clusters of originals, or of two systems, with its test.

mod budget;
mod corrected;
mod figures;
mod originals;
mod pooled;
mod rows;
mod sizes;
mod stage;
#[cfg(test)]
mod tests;
mod traced;
mod what_if;

pub use figures::{FIGURES, PartsNeeds, Section, StageFigure};
pub use originals::{StageOriginal, TracedPart};
pub use rows::{Decomposers, StageAbout, StageRow, StageRows, StagedSystem, stage_rows};
pub use stage::{Order, Stage, Stages};
pub use traced::composed_run;
pub use what_if::WhatIf;
