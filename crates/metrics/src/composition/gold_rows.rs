//! The rows of the gold check: the originals that somebody should look at.

use phenom_dataset::{CompositionRule, Dataset, Judgment, Task};
use serde::Serialize;

use super::gold_check::{GoldCheck, gold_check};

/// What the gold check finds of an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldFinding {
    /// Its gold is not what the rule makes of the gold of its parts.
    Differs,
    /// The rule cannot tell, because a part that matters has no gold.
    Undecided,
    /// It has parts, and no gold of its own.
    WithoutGold,
}

impl GoldFinding {
    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Differs => "differs",
            Self::Undecided => "undecided",
            Self::WithoutGold => "without_gold",
        }
    }
}

/// An original that the gold check names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoldRow {
    /// The id of the original.
    pub original: String,
    /// What was found.
    pub finding: GoldFinding,
    /// Its gold judgment.
    pub gold: Option<Judgment>,
    /// What the rule makes of the gold of its parts; nothing where it cannot tell.
    pub composed: Option<Judgment>,
    /// Its parts by id, with their gold judgments.
    pub parts: Vec<(String, Option<Judgment>)>,
}

/// The gold check of a dataset with a row for each original that it names: those that differ first, then those
/// that the rule cannot decide, then those without gold, each in the order of the data.
#[must_use]
pub fn gold_rows(
    dataset: &Dataset,
    rule: &CompositionRule,
    task: Task,
) -> (GoldCheck, Vec<GoldRow>) {
    let check = gold_check(dataset, rule, task);
    let row = |original: usize, finding| {
        let parts = dataset.monothematic_of(original);
        let composed = dataset.compose(original, (rule, task), |part| dataset.gold()[part]);
        let parts = parts.map(|part| (dataset.id(part).to_owned(), dataset.gold()[part]));
        GoldRow {
            original: dataset.id(original).to_owned(),
            finding,
            gold: dataset.gold()[original],
            composed: composed.judgment(),
            parts: parts.collect(),
        }
    };
    let differ = check.differ.iter().map(|one| row(one.original, GoldFinding::Differs));
    let undecided = check.undecided.iter().map(|one| row(one.original, GoldFinding::Undecided));
    let without = check.without_gold.iter().map(|one| row(*one, GoldFinding::WithoutGold));
    let rows = differ.chain(undecided).chain(without).collect();
    (check, rows)
}
