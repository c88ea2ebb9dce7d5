//! Lists in cells that have something between the members.

use phenom_dataset::list_members;

use super::table::Column;

/// What can stand between the tags of a cell.
const SEPARATORS: [&str; 5] = ["|", "; ", ";", ", ", ","];

/// The tags of a cell are short.
const LONGEST_TAG: usize = 60;

/// What stands between several tags in the cells of a column, where they have any: it cuts all cells into short
/// words that come again in other cells. Where one cell is a list in brackets, nothing does.
pub(super) fn separator(column: &Column) -> Option<&'static str> {
    if !column.holds_texts() || column.texts().any(|text| list_members(text).is_some()) {
        return None;
    }
    SEPARATORS.into_iter().find(|separator| {
        let (mut cut, mut tags, mut different) = (0, 0, std::collections::BTreeSet::new());
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
        assert_eq!(of(&["['a', 'b']", "b", "a"]), None);
        assert_eq!(of(&["One, two, and a sentence.", "Another, longer one."]), None);
    }
}
