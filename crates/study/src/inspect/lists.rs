//! Lists in cells that have something between the members.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::list_members;

use super::table::Column;

/// What can stand between the tags of a cell.
const SEPARATORS: [&str; 5] = ["|", "; ", ";", ", ", ","];

/// What is a part of tags as well, *Entities & Numbers*: it separates only what stands in other cells, too.
const WEAK_SEPARATORS: [&str; 4] = ["\n", "+", " & ", "/"];

/// The tags of a cell are short.
const LONGEST_TAG: usize = 60;

/// What stands between several tags in the cells of a column, where they have any: it cuts all cells into short
/// words that come again in other cells. Where one cell is a list in brackets, nothing does.
pub(super) fn separator(column: &Column) -> Option<&'static str> {
    if !column.holds_texts() || column.texts().any(|text| list_members(text).is_some()) {
        return None;
    }
    let between = SEPARATORS.into_iter().find(|separator| {
        let (mut cut, mut tags, mut different) = (0, 0, BTreeSet::new());
        for text in column.texts() {
            cut += usize::from(text.contains(separator));
            for tag in text.split(separator) {
                if tag.chars().count() > LONGEST_TAG || tag.ends_with('.') {
                    return false;
                }
                tags += 1;
                different.insert(tag.trim());
            }
        }
        cut > 0 && different.len() < tags.min(200)
    });
    between.or_else(|| {
        WEAK_SEPARATORS.into_iter().find(|separator| cuts_what_recurs(column, separator))
    })
}

/// A separator as a config has it: without blanks, which are cut off tags anyway.
pub(super) fn written(separator: &str) -> &str {
    match separator.trim() {
        "" => separator,
        written => written,
    }
}

/// What separates no names of places, people or topics, as a comma does: *Paris, France*.
const SURE_SEPARATORS: [&str; 3] = ["|", "; ", ";"];

/// A cell that is a list of tags, if cells are such lists: they are cut by a bar or a semicolon, or most of their parts are also in
/// other cells.
pub(super) fn example_of_tags(column: &Column) -> Option<&str> {
    let separator = separator(column)?;
    let cells: BTreeSet<&str> = column.texts().collect();
    let parts_of = |cell: &&str| -> BTreeSet<String> {
        cell.split(separator).map(|part| part.trim().to_owned()).collect()
    };
    let mut with_part: BTreeMap<String, usize> = BTreeMap::new();
    for part in cells.iter().flat_map(parts_of) {
        *with_part.entry(part).or_insert(0) += 1;
    }
    let cut = || cells.iter().filter(|cell| cell.contains(separator));
    let parts: BTreeSet<String> = cut().flat_map(parts_of).collect();
    let recurring = parts.iter().filter(|part| with_part[*part] > 1).count();
    let are_lists = SURE_SEPARATORS.contains(&separator) || recurring * 2 >= parts.len();
    cut().next().copied().filter(|_| are_lists)
}

/// Whether each part of a cell with a separator is a part of another cell, or another cell.
fn cuts_what_recurs(column: &Column, separator: &str) -> bool {
    let cells: BTreeSet<&str> = column.texts().collect();
    let mut with_part: BTreeMap<&str, usize> = BTreeMap::new();
    for cell in &cells {
        let parts: BTreeSet<&str> = cell.split(separator).map(str::trim).collect();
        parts.into_iter().for_each(|part| *with_part.entry(part).or_insert(0) += 1);
    }
    let mut cut = cells.iter().filter(|cell| cell.contains(separator)).peekable();
    cut.peek().is_some()
        && cut.flat_map(|cell| cell.split(separator)).all(|part| {
            let part = part.trim();
            !part.is_empty()
                && part.chars().count() <= LONGEST_TAG
                && !part.ends_with('.')
                && with_part.get(part).is_some_and(|cells| *cells > 1)
        })
}

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    #[test]
    fn a_separator_stands_between_words_that_come_again() {
        let of = |cells: &[&str]| separator(&column("tags", cells));
        assert_eq!(of(&["a|b", "a", "b|c"]), Some("|"));
        assert_eq!(of(&["a; b", "b; a"]), Some("; "));
        assert_eq!(of(&["Tricky-Exhaust, Basic-Coord", "Basic-Coord"]), Some(", "));
        assert_eq!(of(&["a", "b", "a"]), None);
        assert_eq!(of(&["a & b", "a", "c & b", "c"]), Some(" & "));
        assert_eq!(of(&["a\nb", "a", "b"]), Some("\n"));
        assert_eq!(of(&["Entities & Numbers", "Entities & Numbers", "Logic"]), None);
        assert_eq!(of(&["['a', 'b']", "b", "a"]), None);
        assert_eq!(of(&["One, two, and a sentence.", "Another, longer one."]), None);
    }

    #[test]
    fn lists_of_tags_have_tags_that_recur_and_names_with_a_comma_do_not() {
        let of = |cells: &[&str]| {
            let column = column("x", cells);
            example_of_tags(&column).map(str::to_owned)
        };
        assert_eq!(of(&["Neg", "Lex, Neg", "Quant"]).as_deref(), Some("Lex, Neg"));
        assert_eq!(of(&["Neg; Quant", "Neg; Quant"]).as_deref(), Some("Neg; Quant"));
        assert_eq!(of(&["Neg/Quant", "Neg", "Quant"]).as_deref(), Some("Neg/Quant"));
        assert_eq!(of(&["Paris, France", "Lyon, France", "Berlin, Germany"]), None);
        assert_eq!(of(&["fiction", "news"]), None);
    }
}
