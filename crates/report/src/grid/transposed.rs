//! Some rows of a table, and a table whose rows and columns are exchanged.

use std::ops::Range;

use super::{Grid, GridCell};
use crate::{Column, RowKind};

impl Grid<'_> {
    /// Some of its rows; what the first of them would repeat from a row above stands there again.
    pub(crate) fn with_rows(&self, rows: Range<usize>) -> Grid<'static> {
        let mut shown = self.rows[rows.clone()].to_vec();
        if let Some((_, first)) = shown.first_mut() {
            for (at, cell) in first.iter_mut().enumerate() {
                if self.columns[at].repeats && cell.text.is_empty() {
                    let above = self.rows[..rows.start].iter().rev();
                    let said = above.filter_map(|(_, cells)| cells.get(at));
                    if let Some(said) = said.into_iter().find(|cell| !cell.text.is_empty()) {
                        *cell = said.clone();
                    }
                }
            }
        }
        Grid {
            columns: self.columns.to_vec().into(),
            numeric: self.numeric.clone(),
            rows: shown,
            footnotes: self.footnotes.clone(),
            of_systems: self.of_systems,
        }
    }

    /// Whether it has rows, and a column of names before columns of figures alone.
    pub(crate) fn is_turnable(&self) -> bool {
        let is_of_figures = self.numeric.split_first().is_some_and(|(names, figures)| {
            !names && !figures.is_empty() && figures.iter().all(|numeric| *numeric)
        });
        is_of_figures && !self.rows.is_empty()
    }

    /// The table with its rows as columns; `None` for one that has other columns than one of names and figures. Rows
    /// that belong under another are columns under its name, after its own, *all*, or *value* if an interval follows.
    pub(crate) fn transposed(&self) -> Option<Grid<'static>> {
        if !self.is_turnable() {
            return None;
        }
        let mut columns = vec![Column::new(&self.columns[0].name)];
        let mut above = "";
        for (at, (_, cells)) in self.rows.iter().enumerate() {
            let name = cells.first()?;
            let next = self.rows.get(at + 1).and_then(|(_, cells)| cells.first());
            columns.push(if name.indented {
                Column::grouped(above, &name.text)
            } else if next.is_some_and(|next| next.indented) {
                above = &name.text;
                let is_interval = next.is_some_and(|next| next.text.ends_with("interval"));
                Column::grouped(above, if is_interval { "value" } else { "all" })
            } else {
                Column::new(&name.text)
            });
        }
        let row = |(at, column): (usize, &Column)| {
            let text = column.full_name();
            let name = GridCell { text, mark: None, standing: None, indented: false };
            let figures = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).cloned();
            (RowKind::Body, std::iter::once(name).chain(figures).collect())
        };
        let numeric = (0..columns.len()).map(|at| at > 0).collect();
        Some(Grid {
            columns: columns.into(),
            numeric,
            rows: self.columns.iter().enumerate().skip(1).map(row).collect(),
            footnotes: self.footnotes.clone(),
            of_systems: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Row, SafeName, Table};

    fn table(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
        let rows = rows.into_iter().map(|cells| Row { kind: RowKind::Body, cells }).collect();
        let (title, notes) = ("Title".to_owned(), Vec::new());
        Table { key: SafeName::new("table"), title, columns, rows, notes }
    }

    fn shown(grid: &Grid<'_>) -> Vec<String> {
        let texts = |(_, cells): &(RowKind, Vec<GridCell>)| {
            cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>().join(" | ")
        };
        grid.rows.iter().map(texts).collect()
    }

    #[test]
    fn rows_become_columns_under_the_name_of_their_category() {
        let names = ["accuracy", "A", "B"].map(Column::new).to_vec();
        let row = |name: Cell, a, b| vec![name, Cell::count(a), Cell::count(b)];
        let rows = vec![
            row(Cell::text("all pairs"), 1, 2),
            row(Cell::text("lexical"), 3, 4),
            row(Cell::Indented("synonymy".to_owned()), 5, 6),
        ];
        let table = table(names, rows);
        let turned = Grid::new(&table).transposed().unwrap();
        let names: Vec<String> = turned.columns.iter().map(Column::full_name).collect();
        assert_eq!(names, ["accuracy", "all pairs", "lexical: all", "lexical: synonymy"]);
        assert_eq!(shown(&turned), ["A | 1 | 3 | 5", "B | 2 | 4 | 6"]);
        assert_eq!(turned.numeric, [false, true, true, true]);
    }

    #[test]
    fn a_table_with_two_columns_of_names_is_not_turned() {
        let columns = ["system", "gold", "pairs"].map(Column::new).to_vec();
        let table =
            table(columns, vec![vec![Cell::text("A"), Cell::text("entailment"), Cell::count(1)]]);
        assert!(Grid::new(&table).transposed().is_none());
    }

    #[test]
    fn the_first_of_some_rows_says_what_it_repeats() {
        let columns = vec![Column::repeating("system"), Column::new("gold"), Column::new("pairs")];
        let row =
            |system: &str, gold: &str| vec![Cell::text(system), Cell::text(gold), Cell::count(1)];
        let table = table(columns, vec![row("A", "E"), row("B", "E"), row("B", "C")]);
        let grid = Grid::new(&table);
        assert_eq!(shown(&grid)[2], " | C | 1");
        assert_eq!(shown(&grid.with_rows(2..3)), ["B | C | 1"]);
    }
}
