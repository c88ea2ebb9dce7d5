//! Answers in lists within the rows of pairs, which no config reads: neither parts of a pair nor what annotators said.

use std::collections::BTreeSet;

use super::answer_lists::{is_called_answers, of_systems};
use super::labels::MOST_LABELS;
use super::looked::Looked;
use super::pairs::PairRoles;

/// Asks whose answers the lists within the rows hold, if they hold some.
pub(super) fn doubt(looked: &Looked, roles: &PairRoles) -> Option<String> {
    let table = &looked.table;
    let gold = roles.gold_column(table).and_then(|gold| gold.values(MOST_LABELS));
    let known: BTreeSet<String> = match (&roles.parts, gold) {
        (Some(parts), _) => parts.labels.clone(),
        (None, gold) => gold.into_iter().flatten().map(|(label, _)| label.to_owned()).collect(),
    };
    let of_parts = roles.parts.as_ref().map(|parts| format!("{}[*].", parts.list));
    let within = table.nested.iter().filter(|column| {
        let (list, _) = column.name.split_once("[*].").unwrap_or_default();
        let is_gold = roles.parts.as_ref().zip(of_parts.as_ref()).is_some_and(|(parts, within)| {
            column.name.strip_prefix(within.as_str()) == Some(&parts.gold)
        });
        let in_parts = of_parts.as_ref().is_some_and(|within| column.name.starts_with(within));
        let levels = column.name.matches("[*]").count();
        // What is deeper in an object of a log is no answer of its row.
        let is_at_top = column.name.split("[*].").skip(1).all(|key| !key.contains('.'));
        !is_gold && is_at_top && (in_parts || (levels == 1 && of_systems(table, list)))
    });
    // Lists in a cell of text, too.
    let lists = table.columns.iter().filter(|column| {
        is_called_answers(&column.name)
            && (column.holds_lists() || column.lists().is_some_and(|lists| !lists.is_empty()))
    });
    let answers = within.chain(lists).filter(|column| {
        let mut labels: Vec<String> = column.lists().into_iter().flatten().flatten().collect();
        // Lists in the members of a list are texts with blanks between what is in them.
        if column.name.matches("[*]").count() > 1 {
            labels = labels.iter().flat_map(|list| list.split(' ')).map(str::to_owned).collect();
            labels.retain(|label| !label.is_empty());
        }
        !labels.is_empty() && labels.iter().all(|label| known.contains(label))
    });
    let answers: Vec<String> = answers.map(|column| format!("`{}`", column.name)).collect();
    (!answers.is_empty()).then(|| {
        format!(
            "which system predicts {} of `{}`: a config cannot read predictions in lists within the rows. Write a row \
             for each pair and system",
            answers.join(", "),
            looked.name()
        )
    })
}
