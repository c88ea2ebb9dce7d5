//! The edit distance of two sequences of words (Wagner & Fischer 1974), with rewritings of several words at once.

use std::collections::BTreeMap;

use super::script::{Edit, EditCosts, Rewrite};

/// The largest table that the script is traced back through, in cells of one byte.
const MOST_CELLS: usize = 1 << 27;

/// How the cheapest way comes to a cell; from `REWRITTEN` on by the rewritings that end there.
const DELETED: u8 = 0;
const INSERTED: u8 = 1;
const SUBSTITUTED: u8 = 2;
const REWRITTEN: u8 = 3;

/// The lowest cost of turning a text of so many words into a hypothesis of so many. What it needs of memory grows
/// with the hypothesis alone.
#[must_use]
pub fn token_distance(
    text: usize,
    hypothesis: usize,
    costs: &impl EditCosts,
    rewrites: &[Rewrite],
) -> f64 {
    filled(text, hypothesis, costs, &ByEnd::new(rewrites), |_, _, _| ())
}

/// The lowest cost and its edits, in the order of the words. Of equally cheap ways it takes, looking from the end,
/// the one that replaces a word, then the one that rewrites several, deletes, inserts.
///
/// Nothing where text and hypothesis are so long that the table of ways would take more than 128 MB.
#[must_use]
pub fn token_script(
    text: usize,
    hypothesis: usize,
    costs: &impl EditCosts,
    rewrites: &[Rewrite],
) -> Option<(f64, Vec<Edit>)> {
    let width = hypothesis.checked_add(1)?;
    let cells = text.checked_add(1)?.checked_mul(width).filter(|cells| *cells <= MOST_CELLS)?;
    let mut ways = vec![DELETED; cells];
    let by_end = ByEnd::new(rewrites);
    let distance = filled(text, hypothesis, costs, &by_end, |row, column, way| {
        ways[row * width + column] = way;
    });
    let mut edits = Vec::new();
    let (mut row, mut column) = (text, hypothesis);
    while (row, column) != (0, 0) {
        let edit = match ways[row * width + column] {
            DELETED => Edit::Delete(row - 1),
            INSERTED => Edit::Insert(column - 1),
            SUBSTITUTED => Edit::Substitute(row - 1, column - 1),
            way => Edit::Rewrite(by_end.ending_at(row, column)[usize::from(way - REWRITTEN)]),
        };
        (row, column) = match edit {
            Edit::Delete(_) => (row - 1, column),
            Edit::Insert(_) => (row, column - 1),
            Edit::Substitute(..) => (row - 1, column - 1),
            Edit::Rewrite(number) => {
                (rewrites[number].text.start, rewrites[number].hypothesis.start)
            }
        };
        edits.push(edit);
    }
    edits.reverse();
    Some((distance, edits))
}

/// The rewritings by the words behind their ends.
struct ByEnd<'a> {
    rewrites: &'a [Rewrite],
    /// For each row the columns, with the numbers of those that end there.
    rows: BTreeMap<usize, BTreeMap<usize, Vec<usize>>>,
    /// The most words of the text that are rewritten at once.
    longest: usize,
}

impl<'a> ByEnd<'a> {
    /// How many that end at one place can be told apart; far more than rules give.
    const MOST: usize = (u8::MAX - REWRITTEN) as usize;

    fn new(rewrites: &'a [Rewrite]) -> Self {
        let mut by_end = Self { rewrites, rows: BTreeMap::new(), longest: 0 };
        for (number, rewrite) in rewrites.iter().enumerate() {
            let row = by_end.rows.entry(rewrite.text.end).or_default();
            let ending = row.entry(rewrite.hypothesis.end).or_default();
            if !rewrite.text.is_empty()
                && !rewrite.hypothesis.is_empty()
                && ending.len() < Self::MOST
            {
                ending.push(number);
                by_end.longest = by_end.longest.max(rewrite.text.len());
            }
        }
        by_end
    }

    fn ending_at(&self, row: usize, column: usize) -> &[usize] {
        let ending = self.rows.get(&row).and_then(|columns| columns.get(&column));
        ending.map_or(&[], Vec::as_slice)
    }
}

/// Fills the table of lowest costs row by row, tells how the cheapest way comes to each cell but the first, and returns
/// the cost of the last. Only as many rows are kept as the longest rewriting looks back.
fn filled(
    text: usize,
    hypothesis: usize,
    costs: &impl EditCosts,
    by_end: &ByEnd<'_>,
    mut tell: impl FnMut(usize, usize, u8),
) -> f64 {
    let kept = by_end.longest.max(1) + 1;
    let insertions: Vec<f64> = (0..hypothesis).map(|word| costs.insert(word)).collect();
    let mut rows = vec![vec![0.0_f64; hypothesis + 1]; kept];
    for (column, cost) in insertions.iter().enumerate() {
        rows[0][column + 1] = rows[0][column] + cost;
        tell(0, column + 1, INSERTED);
    }
    for row in 1..=text {
        let deletion = costs.delete(row - 1);
        // The row to fill is taken out, so that the others can be looked at beside it.
        let mut current = std::mem::take(&mut rows[row % kept]);
        let above = &rows[(row - 1) % kept];
        let rewritten_to = by_end.rows.get(&row);
        current[0] = above[0] + deletion;
        tell(row, 0, DELETED);
        for column in 1..=hypothesis {
            let mut least = above[column - 1] + costs.substitute(row - 1, column - 1);
            let mut way = SUBSTITUTED;
            let mut consider = |cost: f64, by: u8| {
                if cost < least {
                    (least, way) = (cost, by);
                }
            };
            let ending = rewritten_to.and_then(|columns| columns.get(&column));
            for (&number, by) in ending.into_iter().flatten().zip(REWRITTEN..) {
                let rewrite = &by_end.rewrites[number];
                let before = rows[rewrite.text.start % kept][rewrite.hypothesis.start];
                consider(before + rewrite.cost, by);
            }
            consider(above[column] + deletion, DELETED);
            consider(current[column - 1] + insertions[column - 1], INSERTED);
            current[column] = least;
            tell(row, column, way);
        }
        rows[row % kept] = current;
    }
    rows[text % kept][hypothesis]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::edit_distance::script::total_cost;

    /// Every edit costs 1, and keeping a letter nothing.
    struct Letters(Vec<u8>, Vec<u8>);

    impl EditCosts for Letters {
        fn delete(&self, _: usize) -> f64 {
            1.0
        }
        fn insert(&self, _: usize) -> f64 {
            1.0
        }
        fn substitute(&self, text: usize, hypothesis: usize) -> f64 {
            f64::from(u8::from(self.0[text] != self.1[hypothesis]))
        }
    }

    fn distance(text: &str, hypothesis: &str, rewrites: &[Rewrite]) -> f64 {
        let letters = Letters(text.into(), hypothesis.into());
        token_distance(text.len(), hypothesis.len(), &letters, rewrites)
    }

    #[test]
    fn distances_of_wagner_and_fischer_by_hand() {
        assert_eq!(distance("kitten", "sitting", &[]), 3.0);
        assert_eq!(distance("saturday", "sunday", &[]), 3.0);
        assert_eq!(distance("", "abc", &[]), 3.0);
        assert_eq!(distance("abc", "", &[]), 3.0);
        assert_eq!(distance("", "", &[]), 0.0);
    }

    #[test]
    fn several_words_are_rewritten_at_once() {
        let passed_away = Rewrite { text: 1..4, hypothesis: 1..3, cost: 0.25 };
        assert_eq!(distance("xabcy", "xdey", &[]), 3.0);
        assert_eq!(distance("xabcy", "xdey", std::slice::from_ref(&passed_away)), 0.25);
        let letters = Letters("xabcy".into(), "xdey".into());
        let (_, edits) = token_script(5, 4, &letters, &[passed_away]).unwrap();
        assert_eq!(edits, [Edit::Substitute(0, 0), Edit::Rewrite(0), Edit::Substitute(4, 3)]);
    }

    #[test]
    fn a_rewriting_without_words_is_none() {
        let nothing = Rewrite { text: 1..1, hypothesis: 0..1, cost: 0.0 };
        assert_eq!(distance("a", "b", &[nothing]), 1.0);
    }

    #[test]
    fn what_is_too_long_to_be_traced_back_has_a_distance() {
        let long = vec![b'a'; 12_000];
        let letters = Letters(long.clone(), long);
        assert_eq!(token_script(12_000, 12_000, &letters, &[]), None);
        assert_eq!(token_distance(12_000, 12_000, &letters, &[]), 0.0);
    }

    /// The definition, as a recursion.
    fn defined(text: &[u8], hypothesis: &[u8]) -> f64 {
        let (Some((last, before)), Some((end, rest))) =
            (text.split_last(), hypothesis.split_last())
        else {
            return (text.len() + hypothesis.len()) as f64;
        };
        let kept = defined(before, rest) + f64::from(u8::from(last != end));
        kept.min(defined(before, hypothesis) + 1.0).min(defined(text, rest) + 1.0)
    }

    proptest! {
        #[test]
        fn is_what_the_definition_says(text in "[abc]{0,6}", hypothesis in "[abc]{0,6}") {
            prop_assert_eq!(
                distance(&text, &hypothesis, &[]),
                defined(text.as_bytes(), hypothesis.as_bytes())
            );
        }

        #[test]
        fn edits_cost_the_distance_and_spell_the_hypothesis(
            text in "[abc]{0,12}",
            hypothesis in "[abc]{0,12}",
            spans in prop::collection::vec((0_usize..12, 1_usize..4, 0_usize..12, 1_usize..4), 0..5),
        ) {
            let rewrites: Vec<Rewrite> = spans
                .into_iter()
                .map(|(at, length, place, width)| Rewrite {
                    text: at..at + length,
                    hypothesis: place..place + width,
                    cost: 0.5,
                })
                .filter(|rewrite| {
                    rewrite.text.end <= text.len() && rewrite.hypothesis.end <= hypothesis.len()
                })
                .collect();
            let letters = Letters(text.clone().into(), hypothesis.clone().into());
            let sizes = (text.len(), hypothesis.len());
            let (lowest, edits) = token_script(sizes.0, sizes.1, &letters, &rewrites).unwrap();
            prop_assert_eq!(lowest, token_distance(sizes.0, sizes.1, &letters, &rewrites));
            prop_assert_eq!(total_cost(&edits, &letters, &rewrites), lowest);
            let (mut read, mut written) = (0, 0);
            for edit in &edits {
                match edit {
                    Edit::Delete(place) => { prop_assert_eq!(*place, read); read += 1; }
                    Edit::Insert(place) => { prop_assert_eq!(*place, written); written += 1; }
                    Edit::Substitute(from, to) => {
                        prop_assert_eq!((*from, *to), (read, written));
                        (read, written) = (read + 1, written + 1);
                    }
                    Edit::Rewrite(number) => {
                        let rewrite = &rewrites[*number];
                        prop_assert_eq!((rewrite.text.start, rewrite.hypothesis.start), (read, written));
                        (read, written) = (rewrite.text.end, rewrite.hypothesis.end);
                    }
                }
            }
            prop_assert_eq!((read, written), sizes);
        }
    }
}
