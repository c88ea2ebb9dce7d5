//! What stands in a file beside its table: lines before the header, and comments.

use std::collections::BTreeMap;

/// What comments begin with.
const COMMENTS: [&str; 3] = ["#", "//", "%"];

/// So many lines say what a file has beside its table.
const HEAD_LINES: usize = 200;

/// At most so many lines stand before a header.
const MOST_SKIPPED: usize = 20;

/// What comments in a text begin with: lines that begin so, without the fields that the other lines have.
pub(super) fn comments(text: &str, delimiters: &[u8]) -> Option<&'static str> {
    let head = || text.lines().take(HEAD_LINES).filter(|line| !line.trim().is_empty());
    COMMENTS.into_iter().find(|start| {
        let (with, without): (Vec<&str>, Vec<&str>) =
            head().partition(|line| line.starts_with(start));
        !with.is_empty()
            && without.len() > 1
            && delimiters.iter().all(|delimiter| {
                let fields = |line: &str| line.split(char::from(*delimiter)).count();
                let Some(usual) = usual(without.iter().map(|line| fields(line))) else {
                    return true;
                };
                usual == 1 || with.iter().all(|line| fields(line) != usual)
            })
    })
}

/// The number that stands there most often, if it is that of most.
fn usual(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut all = 0;
    for number in numbers {
        *counts.entry(number).or_default() += 1;
        all += 1;
    }
    let (number, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count * 2 > all).then_some(number)
}

/// What follows the first lines of a text, once with each number of them, as long as there is enough left to tell a table
/// by.
pub(super) fn rests(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1).take(MOST_SKIPPED);
    (1..).zip(ends.map(|end| &text[end..])).filter(|(_, rest)| rest.lines().nth(2).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_have_other_fields_than_rows() {
        assert_eq!(
            comments("# made by, me\nid,gold\n1,a\n# half, way, through\n2,b\n", b","),
            None
        );
        assert_eq!(comments("# made by me\nid,gold\n1,a\n# half way\n2,b\n", b",\t"), Some("#"));
        // A header that begins so has the fields of the rows.
        assert_eq!(comments("#id,gold\n1,a\n2,b\n", b","), None);
    }

    #[test]
    fn lines_are_skipped_while_a_table_is_left() {
        let rests: Vec<(usize, &str)> = rests("title\n\nid,gold\n1,a\n2,b\n").collect();
        assert_eq!(rests, [(1, "\nid,gold\n1,a\n2,b\n"), (2, "id,gold\n1,a\n2,b\n")]);
    }
}
