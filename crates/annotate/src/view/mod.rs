//! What the page is sent.

mod answer;
mod attempt;
mod blind;
mod decomposition;
mod difference;
mod file;
mod follows;
mod line;
mod pair;
mod places;
mod plan;
mod settle;
mod start;
mod texts;

pub use self::answer::StepAnswer;
pub(crate) use self::answer::step_answer;
pub use self::attempt::{Attempt, attempt};
pub use self::blind::Blind;
pub(crate) use self::blind::blind;
pub use self::decomposition::{
    ChainStep, ChainView, Composition, DecompositionView, Mark, Marks, Shown,
};
pub use self::file::FileView;
pub(crate) use self::file::{download, file};
pub use self::line::Strip;
pub(crate) use self::line::strip;
pub(crate) use self::pair::of_parts;
pub use self::pair::{PairView, pair};
pub(crate) use self::places::in_utf16;
pub use self::plan::PlanView;
pub(crate) use self::plan::plan;
pub use self::settle::Settle;
pub(crate) use self::settle::settle;
pub use self::start::Start;
pub(crate) use self::start::start;

pub use crate::agreement::AgreementView;
pub use crate::index::PairLine;
pub use crate::inventory::Guideline;

/// What an error says, as a sentence.
pub(crate) fn sentence(error: &str) -> String {
    let mut letters = error.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}
