//! Texts of the pairs within longer ones, as a prompt quotes them.

use super::{FEWEST_ROWS, Join, JoinedRow, ROWS_A_SLIP};
use crate::inspect::names::letters;
use crate::inspect::table::{Cell, Column, Table};

/// Shorter texts are parts of others by chance.
const FEWEST_LETTERS: usize = 12;

/// The most rows without their own pair that are searched for another one.
const ROWS_LOOKED_AT: usize = 8;

impl Join<'_> {
    /// A column that quotes the texts of other pairs than those that the ids name, as an open question.
    pub(super) fn other_quotes(&self, table: &Table, rows: &[JoinedRow]) -> Option<String> {
        let long = |column: &&Column| longest(column) > 2 * FEWEST_LETTERS;
        let mut columns = table.columns.iter().chain(&table.nested).filter(long).peekable();
        columns.peek()?;
        let of_pairs: Vec<Vec<Vec<String>>> = self.files.iter().map(texts).collect();
        columns.find_map(|column| {
            let quoting: Vec<(String, &[String])> = rows
                .iter()
                .filter_map(|(row, file, pair)| {
                    let own = of_pairs[*file][*pair].as_slice();
                    Some((quoted(&column.cells[*row])?, own)).filter(|_| !own.is_empty())
                })
                .collect();
            let others: Vec<&(String, &[String])> =
                quoting.iter().filter(|(quote, own)| !holds(quote, own)).collect();
            if quoting.len() < FEWEST_ROWS || others.len() * ROWS_A_SLIP <= quoting.len() {
                return None;
            }
            let looked_at = &others[..others.len().min(ROWS_LOOKED_AT)];
            let quotes_a_pair = |quote: &str| {
                of_pairs.iter().flatten().any(|texts| !texts.is_empty() && holds(quote, texts))
            };
            let of_others = looked_at.iter().filter(|(quote, _)| quotes_a_pair(quote)).count();
            (of_others * 2 > looked_at.len()).then(|| {
                format!(
                    "`{}` quotes the texts of other pairs than the one with this id on {} of {} rows",
                    column.name,
                    others.len(),
                    quoting.len()
                )
            })
        })
    }
}

fn longest(column: &Column) -> usize {
    let cells = column.cells.iter().take(FEWEST_ROWS);
    cells.filter_map(|cell| Some(quoted(cell)?.len())).max().unwrap_or(0)
}

/// What a cell holds, without case and what is no letter or digit.
fn quoted(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(letters(text)),
        Cell::List(members) => Some(members.iter().map(|member| letters(member)).collect()),
        Cell::Empty | Cell::Nested => None,
    }
}

/// The texts of each pair of a file that are long enough.
fn texts(file: &super::FileOfPairs<'_>) -> Vec<Vec<String>> {
    let of_pair = |row: usize| {
        let texts = file.texts.iter().filter_map(|text| text.cells[row].text()).map(letters);
        texts.filter(|text| text.len() >= FEWEST_LETTERS).collect()
    };
    (0..file.table.rows).map(of_pair).collect()
}

fn holds(quote: &str, texts: &[String]) -> bool {
    texts.iter().all(|text| quote.contains(text.as_str()))
}
