//! Answers without the ids of the pairs: what else the files share that tells the pairs apart, such as their texts.

use std::collections::BTreeSet;

use super::documents;
use super::ids;
use super::looked::Looked;
use super::names::Role;
use super::pairs::PairRoles;
use super::preset;
use super::table::{Column, Table};
use super::texts::named;

/// The columns of the pairs that are their id for all files of answers, if none of these has the id that the pairs have.
pub(super) fn by_what_files_share(
    pairs: &Looked,
    roles: &PairRoles,
    answers: &[Looked],
) -> Option<Vec<String>> {
    let own = ids::of(&pairs.table, &roles.id);
    let own: BTreeSet<&str> = own.iter().map(String::as_str).collect();
    let is_free = |looked: &Looked| {
        !names_pairs(&looked.table, &own) && !preset::of_answers(looked, None).any()
    };
    if answers.is_empty() || roles.preset.is_some() || !answers.iter().all(is_free) {
        return None;
    }
    let (text, hypothesis) = (roles.text.clone(), roles.hypothesis.clone());
    let mut candidates: Vec<Vec<String>> = Vec::new();
    candidates.extend(text.clone().zip(hypothesis.clone()).map(|(text, of)| vec![text, of]));
    candidates.extend(hypothesis.clone().or(text).map(|only| vec![only]));
    let documents = pairs
        .table
        .names()
        .into_iter()
        .filter(|name| Role::Id.rank(name).is_some() || documents::is_document(name));
    let with_document = |name: &str| Some(vec![name.to_owned(), hypothesis.clone()?]);
    candidates.extend(documents.filter_map(with_document));
    candidates.into_iter().find(|columns| {
        let of_pairs: Vec<String> =
            ids::of(&pairs.table, columns).iter().map(|id| ids::plain(id)).collect();
        let different: BTreeSet<&str> = of_pairs.iter().map(String::as_str).collect();
        different.len() == pairs.table.rows
            && answers.iter().all(|looked| fits(&looked.table, columns, &different))
    })
}

/// Whether some column, or the number of a row in a file of as many rows, may be an id of pairs.
fn names_pairs(table: &Table, pairs: &BTreeSet<&str>) -> bool {
    table.columns.iter().any(|column| {
        let values: BTreeSet<&str> = column.texts().collect();
        let known = values.iter().filter(|value| pairs.contains(**value)).count();
        known * 2 > values.len() && known * 2 > pairs.len()
    })
}

/// Whether every row of answers names a pair by some columns.
fn fits(table: &Table, columns: &[String], pairs: &BTreeSet<&str>) -> bool {
    let here = columns.iter().all(|name| table.column(name).is_some());
    let by_role = || -> Option<Vec<String>> {
        let text = named(table, Role::Text, &Column::is_prose)?;
        Some(vec![text, named(table, Role::Hypothesis, &Column::is_prose)?])
    };
    let own = if here { Some(columns.to_vec()) } else { by_role().filter(|_| columns.len() == 2) };
    let own = own.map(|own| ids::of(table, &own)).unwrap_or_default();
    !own.is_empty()
        && own.len() == table.rows
        && own.iter().all(|id| pairs.contains(ids::plain(id).as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::looked::looked;
    use crate::inspect::pairs::SaidOfPairs;

    #[test]
    fn answers_without_ids_are_known_by_texts_or_by_a_document_and_a_claim() {
        let pairs = "id,doc_id,document,claim,label\n1,a,One long text.,It is so.,neutral\n2,a,One long text.,It is not.,neutral\n\
                     3,b,Another long text.,It is so.,entailment\n";
        let pairs = looked(pairs, "csv").unwrap();
        let roles = PairRoles::of(&pairs, &SaidOfPairs::default());
        let key =
            |answers: &str| by_what_files_share(&pairs, &roles, &[looked(answers, "csv").unwrap()]);
        let by_texts = "document,claim,pred\nanother  long text.,IT IS SO.,neutral\nOne long text.,It is so.,neutral\n";
        assert_eq!(key(by_texts).unwrap(), ["document", "claim"]);
        let by_document = "doc_id,claim,pred\nb,It is so.,neutral\na,It is not.,entailment\n";
        assert_eq!(key(by_document).unwrap(), ["doc_id", "claim"]);
        // A claim alone is that of two pairs, other texts are those of none, and an id is surer than texts.
        assert_eq!(key("claim,pred\nIt is so.,neutral\nIt is not.,neutral\n"), None);
        assert_eq!(key(&by_texts.replace("another", "some other")), None);
        assert_eq!(key("id,claim,pred\n1,It is so.,neutral\n2,It is not.,neutral\n"), None);
    }
}
