//! How lists within the rows of pairs are called that hold what systems said.

use super::names::{Over, bare, is_answer, is_gold, names_a_system};
use super::table::Table;
use super::usual_words::usual;

/// Whether a list in the rows is called as one of answers is.
pub(super) fn is_called_answers(list: &str) -> bool {
    let bare = bare(list);
    let one = bare.strip_suffix('s').unwrap_or(&bare);
    let of_models = ["model", "system", "pred"].iter().any(|word| one.starts_with(word));
    let ends = ["sample", "completion", "generation"].iter().any(|word| one.ends_with(word));
    usual("answer-list").contains(&one)
        || of_models
        || ends
        || is_answer(one)
        || names_a_system(list)
}

/// Whether the objects of a list in the rows say which system each is of, or the list is called as one of answers is and nothing
/// in its objects is called gold.
pub(super) fn of_systems(table: &Table, list: &str) -> bool {
    let within = format!("{list}[*].");
    let keys = || table.nested.iter().filter_map(|column| column.name.strip_prefix(&within));
    let names_systems =
        keys().any(|key| Over::Systems.names(key) || Over::Runs.names(key) || is_answer(key));
    let has_gold = keys().any(is_gold);
    !has_gold && (names_systems || is_called_answers(list))
}
