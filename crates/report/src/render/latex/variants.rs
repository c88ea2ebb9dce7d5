//! Narrower forms of a table that does not fit its paper: with fewer digits, columns or rows, and with codes for names.

use super::parts::Part;
use crate::number::UNDEFINED;
use crate::render::brief::{Size, in_brief};
use crate::{Cell, Column, Grid, Table};

/// Columns that follow from others, or are of less interest.
const DERIVED: [&str; 6] =
    ["|1 - CI|", "signed DI", "expected signed DI", "weighted signed DI", "gained", "lost"];

/// The column of the constant baseline, which has a row of its own in other tables.
const CONSTANT: &str = "constant";

/// The tables whose second column can name columns: its names are the same for each system.
const PIVOTED: [&str; 2] = ["categories", "judgments"];

/// With more reasons for undefined values, a table has one note for all of them.
const REASONS: usize = 3;

/// A form of a table, with the key of the codes in it.
pub(super) struct Variant {
    pub(super) part: Part,
    pub(super) key: Option<String>,
    pub(super) notes: Vec<String>,
}

/// The narrower forms of a table, the most complete first.
pub(super) fn variants(table: &Table) -> Vec<Variant> {
    let slim = slim(table);
    let systems_only = without_baselines(&slim);
    let bare = without_intervals(&systems_only);
    let systems = without_oracles(&bare);
    let mut variants = Vec::new();
    for table in [&slim, &systems_only, &bare, &systems] {
        let grid = Grid::with_whole_ends(table);
        let mut push = |part, key| variants.push(Variant { part, key, notes: table.notes.clone() });
        push(Part::whole(&grid), None);
        if let Some(gathered) = Part::gathered(&grid) {
            push(gathered, None);
        }
        if let Some((coded, key)) = grid.coded() {
            push(Part::whole(&coded), Some(key));
        }
        let is_pivoted = PIVOTED.contains(&table.key.as_str());
        if let Some(pivoted) = Part::pivoted(&grid).filter(|_| is_pivoted) {
            let (coded, key) = pivoted.clone().coded();
            push(pivoted, None);
            push(coded, Some(key));
        }
    }
    variants
}

/// The brief forms of a table with their title.
pub(super) fn brief(table: &Table, size: Size) -> Option<(String, Vec<Variant>)> {
    let brief = slim(&in_brief(table, size)?);
    let grid = Grid::with_whole_ends(&brief);
    let parts = Part::gathered(&grid).into_iter().chain([Part::whole(&grid)]);
    let variant = |part| Variant { part, key: None, notes: brief.notes.clone() };
    Some((brief.title.clone(), parts.map(variant).collect()))
}

/// A table without some columns and the notes on them.
fn without_columns(table: &Table, is_left_out: impl Fn(&Column) -> bool) -> Table {
    let mut slim = table.clone();
    let is_kept: Vec<bool> = slim.columns.iter().map(|column| !is_left_out(column)).collect();
    let mut at = is_kept.iter();
    slim.columns.retain(|_| at.next().is_none_or(|kept| *kept));
    for row in &mut slim.rows {
        let cells = std::mem::take(&mut row.cells).into_iter().zip(&is_kept);
        row.cells = cells.filter(|(_, kept)| **kept).map(|(cell, _)| cell).collect();
    }
    for (start, name) in [
        ("Expected:", "expected"),
        ("Weighted:", "weighted"),
        ("Constant:", CONSTANT),
        ("Gained, lost:", "gained"),
    ] {
        let has = |columns: &[Column]| columns.iter().any(|column| column.name.contains(name));
        if has(&table.columns) && !has(&slim.columns) {
            slim.notes.retain(|note| !note.starts_with(start));
            for note in &mut slim.notes {
                let sentences = note.split_inclusive(". ").filter(|one| !one.starts_with(start));
                *note = sentences.collect::<String>().trim_end().to_owned();
            }
        }
    }
    slim
}

/// A table without oracles and without the constant baseline.
fn without_oracles(table: &Table) -> Table {
    let is_oracle = |name: &str| name.ends_with(" ‡");
    let mut systems =
        without_columns(table, |column| column.name == CONSTANT || is_oracle(&column.name));
    systems.rows.retain(|row| match row.cells.first() {
        Some(Cell::Text(name)) => !is_oracle(name),
        _ => true,
    });
    systems.notes.retain(|note| !note.starts_with('‡'));
    systems
}

/// A table without derived columns, and without counts behind its percentages. Columns of systems stay.
fn slim(table: &Table) -> Table {
    let of_systems = Grid::new(table).of_systems;
    let is_derived = |column: &Column| !of_systems && DERIVED.contains(&column.name.as_str());
    let mut table = without_columns(table, is_derived);
    for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
        *cell = narrow(std::mem::replace(cell, Cell::Empty));
    }
    for note in &mut table.notes {
        *note = note.replace(" (correct/pairs)", "").replace(" (correct/originals)", "");
    }
    table
}

fn narrow(cell: Cell) -> Cell {
    match cell {
        Cell::Proportion(counts) => Cell::Share(counts),
        Cell::Standing(cell, standing) => Cell::Standing(Box::new(narrow(*cell)), standing),
        Cell::Between(cell, interval) => Cell::Between(Box::new(narrow(*cell)), interval),
        Cell::Written(cell, numbers) => Cell::Written(Box::new(narrow(*cell)), numbers),
        cell => cell,
    }
}

fn name(cell: Option<&Cell>) -> &str {
    match cell {
        Some(Cell::Text(name) | Cell::Indented(name)) => name,
        _ => "",
    }
}

/// A table without its baselines and without notes on single systems.
fn without_baselines(table: &Table) -> Table {
    let mut slim = table.clone();
    slim.rows.retain(|row| !name(row.cells.first()).ends_with(" †"));
    let mut names: Vec<&str> = table.rows.iter().map(|row| name(row.cells.first())).collect();
    names.dedup();
    let is_of_system = |note: &str| {
        let mut names = names.iter().map(|name| name.trim_end_matches(" ‡"));
        names.any(|name| note.replace('"', "").starts_with(&format!("{name}: ")))
    };
    slim.notes.retain(|note| !note.starts_with('†') && !is_of_system(note));
    slim
}

/// A table without intervals, and with one note on undefined values if they have many reasons.
fn without_intervals(table: &Table) -> Table {
    let mut bare = table.clone();
    bare.rows.retain(|row| !name(row.cells.first()).ends_with(" interval"));
    for cell in bare.rows.iter_mut().flat_map(|row| &mut row.cells) {
        if let Cell::Between(value, _) = cell {
            *cell = std::mem::replace(value, Cell::Empty);
        }
    }
    bare.notes.retain(|note| !note.starts_with("Brackets: ") && !note.starts_with("The interval "));
    if Grid::new(&bare).footnotes.len() > REASONS {
        for cell in bare.rows.iter_mut().flat_map(|row| &mut row.cells) {
            if matches!(cell, Cell::Undefined(_)) {
                *cell = Cell::text(UNDEFINED);
            }
        }
        bare.notes.insert(0, format!("{UNDEFINED}: undefined."));
    }
    bare
}
