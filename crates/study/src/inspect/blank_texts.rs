//! Rows of pairs without the text that they should have: cells that a spreadsheet merged, notes, totals.

use super::looked::Looked;
use super::pairs::PairRoles;
use super::table::{Cell, Table};

/// A text may be missing by chance on one row of this number.
const BY_CHANCE: usize = 20;

/// Asks about rows without text or hypothesis, if they are many, or if little else stands on them.
pub(super) fn doubt(looked: &Looked, roles: &PairRoles) -> Option<String> {
    let table = &looked.table;
    let origin = roles.origin.as_ref().and_then(|origin| table.column(origin));
    let is_original = |row: &usize| origin.is_none_or(|origin| origin.cells[*row] == Cell::Empty);
    let columns = [&roles.text, &roles.hypothesis].into_iter().flatten();
    columns.filter_map(|name| table.column(name)).find_map(|column| {
        let rows = (0..table.rows).filter(is_original);
        let blank: Vec<usize> = rows.filter(|row| column.cells[*row] == Cell::Empty).collect();
        let first = blank.iter().find(|row| holds_little(table, **row)).or(blank.first())?;
        let asked = blank.len() * BY_CHANCE > table.rows || holds_little(table, *first);
        asked.then(|| {
            let (count, row) = (blank.len(), first + 1);
            format!(
                "the `{}` of `{}` on {count} of {} rows (first on row {row}), on which it is empty: fill in merged \
                 cells, and remove rows that are not pairs",
                column.name,
                looked.name(),
                table.rows
            )
        })
    })
}

/// Whether less than half of the columns hold something on a row.
fn holds_little(table: &Table, row: usize) -> bool {
    let filled = table.columns.iter().filter(|column| column.cells[row] != Cell::Empty).count();
    filled * 2 < table.columns.len()
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::pairs::SaidOfPairs;
    use super::super::table::column;
    use super::*;

    fn asked(premises: &[&str], others: &[&str]) -> Option<String> {
        let ids: Vec<String> = (1..=premises.len()).map(|id| id.to_string()).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let columns = vec![
            column("id", &ids),
            column("premise", premises),
            column("hypothesis", others),
            column("gold", others),
        ];
        let table = Table { columns, rows: premises.len(), whole: true, ..Table::default() };
        let classes = std::collections::BTreeMap::new();
        let path = "a.csv".into();
        let looked = Looked { path, more: Vec::new(), layout: Layout::default(), table, classes };
        doubt(&looked, &PairRoles::of(&looked, &SaidOfPairs::default()))
    }

    #[test]
    fn merged_cells_and_notes_are_asked_about_and_a_text_that_is_missing_is_not() {
        let full = ["A man walks."; 30];
        assert_eq!(asked(&full, &full), None);
        let mut one = full;
        one[7] = "-";
        assert_eq!(asked(&one, &full), None);
        assert!(asked(&one, &one).unwrap().contains("row 8"));
        let mut merged = full;
        (0..30).filter(|row| row % 3 > 0).for_each(|row| merged[row] = "-");
        assert!(asked(&merged, &full).unwrap().contains("20 of 30 rows"));
    }
}
