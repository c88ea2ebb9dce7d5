//! What is asked of the cells of parts that a system made.

use crate::readers::split;
use crate::{Judgment, LabelScheme, Meaning};

/// The attribute of a part that holds the system's verdict.
pub const ANSWER: &str = "answer";
/// The attribute that holds the gold label by people.
pub const GOLD: &str = "gold";
/// The attribute that holds the gold label by a judge.
pub const GOLD_BY_JUDGE: &str = "gold-by-judge";
/// The attribute that holds faithfulness by people.
pub const FAITHFUL: &str = "faithful";
/// The attribute that holds faithfulness by a judge.
pub const FAITHFUL_BY_JUDGE: &str = "faithful-by-judge";
/// The attribute that holds the ids of covered reference parts by people.
pub const COVERS: &str = "covers";
/// The attribute that holds the ids of covered reference parts by a judge.
pub const COVERS_BY_JUDGE: &str = "covers-by-judge";

/// The attributes by which is read what a system and others say of its parts.
pub const SAID_OF_PARTS: [&str; 7] =
    [ANSWER, GOLD, GOLD_BY_JUDGE, FAITHFUL, FAITHFUL_BY_JUDGE, COVERS, COVERS_BY_JUDGE];

/// The word for a part that covers no reference part, where an empty cell means that people did not read it.
pub(super) const NOTHING: &str = "none";

/// What stands between ids of covered parts in a cell that is no list.
const SEPARATOR: &str = ";";

/// What a label means; an error if the scheme does not say.
pub(super) fn label(scheme: &LabelScheme, cell: &str) -> Result<Option<Judgment>, ()> {
    match scheme.meaning(cell.trim()) {
        Some(Meaning::Judgment(judgment)) => Ok(Some(judgment)),
        Some(Meaning::None) => Ok(None),
        None => Err(()),
    }
}

/// Whether a part follows from its whole: yes or no, or a label, of which *entailment* alone is yes.
pub(super) fn truth(scheme: &LabelScheme, cell: &str) -> Result<Option<bool>, ()> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "true" | "1" => Ok(Some(true)),
        "no" | "false" | "0" => Ok(Some(false)),
        _ => Ok(label(scheme, cell)?.map(|judgment| judgment == Judgment::Entailment)),
    }
}

/// The ids in a cell.
pub(super) fn ids(cell: &str) -> Vec<String> {
    let ids = split(cell, Some(SEPARATOR)).map(std::borrow::Cow::into_owned);
    ids.filter(|id| !id.eq_ignore_ascii_case(NOTHING)).collect()
}
