//! A table whose columns are systems, with a letter for each name, and with whole percentages.

use super::{Grid, code};
use phenom_metrics::statistics::Interval;

use crate::cell::shown;
use crate::{Cell, Numbers, Style, Table};

/// Narrower names need no letter.
const SHORT: usize = 3;

impl Grid<'_> {
    /// The table with a capital letter for the name of each column of systems, and the key of these letters; `None` for a
    /// table whose columns are not systems.
    pub(crate) fn coded(&self) -> Option<(Grid<'static>, String)> {
        if !self.of_systems {
            return None;
        }
        let mut coded = self.with_columns(&(0..self.columns.len()).collect::<Vec<_>>());
        let mut key = Vec::new();
        for (column, numeric) in coded.columns.to_mut().iter_mut().zip(&self.numeric) {
            if *numeric && column.name.chars().count() > SHORT {
                let code = code(key.len());
                key.push(format!("{code}: {}", column.name));
                column.name = code;
            }
        }
        (key.len() > 1).then(|| (coded, key.join("; ")))
    }

    /// The texts of a table with whole percentages.
    pub(crate) fn in_whole_percentages(table: &Table) -> Grid<'_> {
        let whole = |value: f64| format!("{:.0}", (100.0 * value).round());
        Grid::of(table, |cell| match cell.number().filter(|_| is_percentage(cell)) {
            Some(value) => whole(value),
            None => shown(cell),
        })
    }

    /// The texts of a table with intervals of percentages in whole percentages.
    pub(crate) fn with_whole_ends(table: &Table) -> Grid<'_> {
        let whole = Numbers { digits: Some(0), ..Numbers::default() };
        Grid::of(table, |cell| match cell {
            Cell::Between(value, Interval { lower, upper }) if is_percentage(value) => {
                let style = match **value {
                    Cell::Value(_, style) => style,
                    _ => Style::Percent,
                };
                let [lower, upper] = [lower, upper].map(|end| whole.rounded(*end, style));
                format!("{} [{lower}, {upper}]", shown(value))
            }
            cell => shown(cell),
        })
    }
}

fn is_percentage(cell: &Cell) -> bool {
    match cell {
        Cell::Share(_) | Cell::Value(_, Style::Percent | Style::SignedPercent) => true,
        Cell::Standing(cell, _) | Cell::Between(cell, _) => is_percentage(cell),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Row, RowKind, SafeName};

    #[test]
    fn letters_with_a_key_replace_the_names_of_systems() {
        let columns = ["accuracy, %", "n", "EDITS", "Word overlap"].map(Column::new).to_vec();
        let share = |value| Cell::Value(value, Style::Percent);
        let cells = vec![Cell::text("all pairs"), Cell::count(7), share(0.514), share(0.286)];
        let rows = vec![Row { kind: RowKind::Body, cells }];
        let (title, notes) = ("Title".to_owned(), Vec::new());
        let mut table = Table { key: SafeName::new("overview"), title, columns, rows, notes };
        let grid = Grid::in_whole_percentages(&table);
        let texts: Vec<&str> = grid.rows[0].1.iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["all pairs", "7", "51", "29"]);
        let (coded, key) = grid.coded().unwrap();
        let names: Vec<&str> = coded.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["accuracy, %", "n", "A", "B"]);
        assert_eq!(key, "A: EDITS; B: Word overlap");
        table.key = SafeName::new("correlation");
        assert!(Grid::new(&table).coded().is_none());
    }
}
