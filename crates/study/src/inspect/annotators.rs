//! Columns of a file of pairs with what annotators said.

use std::collections::BTreeMap;

use super::answer_lists::is_called_answers;
use super::labels::MOST_LABELS;
use super::names::{is_annotator, names_a_system};
use super::pairs::{LabelsAreOf, PairRoles, meanings};
use super::table::{Column, Table};

impl PairRoles {
    /// Columns of annotators, and of lists of what they said, beside gold.
    pub(super) fn find_annotators(&mut self, table: &Table) {
        let Some(gold) = self.gold_column(table).and_then(|gold| gold.values(MOST_LABELS)) else {
            return;
        };
        let like_gold = |column: &Column| {
            let known = |values: &BTreeMap<&str, usize>| {
                !values.is_empty() && values.keys().all(|label| gold.contains_key(label))
            };
            let sure = meanings(column).is_some_and(|meanings| meanings.is_sure());
            column.holds_texts()
                && column.values(MOST_LABELS).is_some_and(|values| known(&values) || sure)
        };
        let annotators = table.columns.iter().filter(|column| {
            is_annotator(&column.name)
                && Some(&column.name) != self.gold.as_ref()
                && like_gold(column)
        });
        self.annotators = annotators.map(|column| column.name.clone()).collect();
        // One alone agrees with nobody.
        if self.annotators.len() < 2 {
            self.annotators.clear();
        }
        let of_labels = |column: &&Column| {
            column.holds_lists()
                && !is_called_answers(&column.name)
                && !names_a_system(&column.name)
                && self.parts.iter().all(|parts| parts.beside.as_ref() != Some(&column.name))
                && column.lists().is_some_and(|lists| {
                    lists
                        .iter()
                        .flatten()
                        .all(|label| gold.contains_key(label.as_str()) || label.is_empty())
                })
        };
        self.annotator_labels =
            table.columns.iter().find(of_labels).map(|column| column.name.clone());
    }

    /// Where no column is gold: columns of labels that are called as annotators are, or, where the user compares
    /// annotators, all columns of labels.
    pub(super) fn find_annotators_without_gold(
        &mut self,
        table: &Table,
        labels_are_of: LabelsAreOf,
    ) {
        let all = labels_are_of == LabelsAreOf::Annotators;
        if !all && !self.gold_candidates.is_empty() {
            return;
        }
        let annotators = table.columns.iter().filter(|column| {
            let sure = meanings(column).map(|meanings| meanings.is_sure());
            !self.id.contains(&column.name)
                && (sure == Some(true) && all || sure.is_some() && is_annotator(&column.name))
        });
        let annotators: Vec<String> = annotators.map(|column| column.name.clone()).collect();
        if annotators.len() > 1 {
            self.annotators = annotators;
            self.without_gold = true;
            self.gold_candidates.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::looked::Looked;
    use super::super::pairs::SaidOfPairs;
    use super::super::table::column;
    use super::*;

    #[test]
    fn annotators_may_stand_beside_no_gold() {
        let e = ["entailment", "neutral", "entailment"];
        let of_names = |names: [&str; 2], labels_are_of| {
            let columns =
                vec![column("id", &["1", "2", "3"]), column(names[0], &e), column(names[1], &e)];
            let table = Table { columns, rows: 3, whole: true, ..Table::default() };
            let looked = Looked {
                path: "a.csv".into(),
                more: Vec::new(),
                layout: Layout::default(),
                table,
                classes: std::collections::BTreeMap::new(),
            };
            PairRoles::of(&looked, &SaidOfPairs { labels_are_of, ..SaidOfPairs::default() })
        };
        let found = of_names(["annotator1", "annotator2"], LabelsAreOf::GoldOrSystems);
        assert_eq!((found.without_gold, found.annotators.len()), (true, 2));
        for names in [["ann", "bob"], ["bob", "cat"]] {
            let found = of_names(names, LabelsAreOf::Annotators);
            assert_eq!((found.gold, found.annotators), (None, names.map(str::to_owned).to_vec()));
        }
        let found = of_names(["bob", "cat"], LabelsAreOf::GoldOrSystems);
        assert_eq!((found.without_gold, found.gold_candidates.len()), (false, 2));
    }
}
