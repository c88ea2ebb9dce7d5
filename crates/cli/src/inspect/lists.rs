//! Lists in cells: as Python and JSON print them, or with something between the members.

use super::table::Column;

/// The members of a list as Python or JSON print it, `['a', "b"]`; nothing where a text is none.
pub(super) fn members(text: &str) -> Option<Vec<String>> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let mut members = Vec::new();
    let mut rest = inside.trim();
    while !rest.is_empty() {
        let (member, after) = match rest.chars().next() {
            Some(quote @ ('\'' | '"')) => quoted(&rest[1..], quote)?,
            _ => {
                let end = rest.find(',').unwrap_or(rest.len());
                let bare = rest[..end].trim();
                if bare.is_empty() || bare.contains(['[', ']', '{', '}', '\'', '"']) {
                    return None;
                }
                (bare.to_owned(), &rest[end..])
            }
        };
        members.push(member);
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(next) => next.trim_start(),
            None if after.is_empty() => after,
            // numpy prints arrays with blanks between their members.
            None => return None,
        };
    }
    Some(members)
}

/// What stands before a closing quote, with its escapes read, and what follows.
fn quoted(text: &str, quote: char) -> Option<(String, &str)> {
    let mut member = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => member.push(letters.next()?.1),
            letter if letter == quote => return text.get(at + 1..).map(|rest| (member, rest)),
            letter => member.push(letter),
        }
    }
    None
}

/// What can stand between the tags of a cell.
const SEPARATORS: [&str; 5] = ["|", "; ", ";", ", ", ","];

/// The tags of a cell are short.
const LONGEST_TAG: usize = 60;

/// What stands between several tags in the cells of a column, where they have any: it cuts all cells into short
/// words that come again in other cells.
pub(super) fn separator(column: &Column) -> Option<&'static str> {
    if !column.holds_texts() {
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

    // python3 -c "print(['negation', \"it's\", 'a \"b\", c', 'x\\\\y'], json.dumps(['é', 'a\"b']))"
    #[test]
    fn lists_as_python_and_json_print_them() {
        let of = |text| members(text).unwrap();
        assert_eq!(of("['negation', 'modality']"), ["negation", "modality"]);
        assert_eq!(
            of(r#"['negation', "it's", 'a "b", c', 'x\\y']"#),
            ["negation", "it's", "a \"b\", c", "x\\y"]
        );
        assert_eq!(of(r#"["é", "a\"b"]"#), ["é", "a\"b"]);
        assert_eq!(of(" [] "), Vec::<String>::new());
        assert_eq!(of("[0.1, 2]"), ["0.1", "2"]);
        assert_eq!(of("['a',]"), ["a"]);
        for no in ["a", "['a'", "['a' 'b']", "[['a']]", "[a'b]", "['a\\", "[,]"] {
            assert_eq!(members(no), None, "{no}");
        }
    }

    #[test]
    fn a_separator_stands_between_words_that_come_again() {
        let of = |cells: &[&str]| separator(&column("tags", cells));
        assert_eq!(of(&["a|b", "a", "b|c"]), Some("|"));
        assert_eq!(of(&["a; b", "b; a"]), Some("; "));
        assert_eq!(of(&["Tricky-Exhaust, Basic-Coord", "Basic-Coord"]), Some(", "));
        assert_eq!(of(&["a", "b", "a"]), None);
        assert_eq!(of(&["One, two, and a sentence.", "Another, longer one."]), None);
    }
}
