//! Which word of the text stands for which word of the hypothesis.
//!
//! First in the order of both (Needleman and Wunsch 1970, with free ends on the text's side, where words of the text
//! that are left out between two that are aligned cost a little): that finds the place of the text that the hypothesis is
//! about, and sets words in one place beside each other, though they differ. Then, for words that nothing vouches for there,
//! anywhere in the text.

use std::collections::HashMap;
use std::ops::Range;

use crate::contradiction::near_copy::{NearCopy, Place};
use crate::contradiction::side::Side;
use crate::contradiction::tie::{Tie, Ties};

/// What a word of the text costs that is passed over.
const PASSED_OVER: f64 = 0.03;
/// What function words gain, for content words decide.
const OF_FUNCTION_WORDS: f64 = 0.15;

/// A word of the text for a word of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Link {
    /// Its token in the text.
    pub(super) text: usize,
    pub(super) tie: Tie,
    /// Whether it was found in the order of both.
    pub(super) in_order: bool,
}

/// The links of a hypothesis.
#[derive(Debug, Clone)]
pub(super) struct Alignment {
    /// What stands in the place of each token of the hypothesis, in the order of both.
    pub(super) in_place: Vec<Option<Link>>,
    /// What vouches for each token, or else stands in its place.
    pub(super) links: Vec<Option<Link>>,
}

impl Alignment {
    pub(super) fn new(
        text: &Side<'_>,
        hypothesis: &Side<'_>,
        ties: &Ties<'_>,
        near_copy: Option<&NearCopy>,
    ) -> Self {
        let table = Table::new(text, hypothesis, ties);
        let in_place = match near_copy {
            Some(near_copy) => place_by_place(&table, near_copy),
            None => in_order(&table, 0..table.height(), 0..table.width),
        };
        let window = window(&in_place);
        let mut links = in_place.clone();
        for (token, link) in links.iter_mut().enumerate() {
            // A number that replaces one of a copied text is not looked for elsewhere in it.
            let is_settled = hypothesis.quantities[token].is_some()
                && near_copy.and_then(|near_copy| near_copy.place(token)).is_some_and(|place| {
                    text.quantities[place.text.clone()].iter().any(Option::is_some)
                });
            let is_vouched_for = link.is_some_and(|link| link.tie.supports());
            if hypothesis.is_content(token) && !is_vouched_for && !is_settled {
                *link = anywhere(&table, token, window).or(*link);
            }
        }
        Self { in_place, links }
    }

    /// The first and the last token of the text that is aligned in order.
    pub(super) fn window(&self) -> Option<(usize, usize)> {
        window(&self.in_place)
    }

    /// The first token of the hypothesis that a token of the text vouches for.
    pub(super) fn of_text(&self, text: usize) -> Option<usize> {
        self.links
            .iter()
            .position(|link| link.is_some_and(|link| link.text == text && link.tie.supports()))
    }

    /// How a token lies beside its neighbours, as what stands in its place does.
    pub(super) fn fit(&self, hypothesis: &Side<'_>, token: usize) -> Fit {
        let Some(link) = self.in_place[token] else { return Fit::default() };
        let is_near = |(other, near): (usize, Link)| {
            let (here, there) = (token.abs_diff(other), link.text.abs_diff(near.text));
            here <= 3 && there <= here + 2
        };
        let beside = |tokens: &mut dyn Iterator<Item = usize>| {
            let mut has_content = false;
            let words = tokens.filter(|other| !hypothesis.is_mark(*other));
            for other in words {
                has_content |= hypothesis.is_content(other);
                if let Some(near) = self.in_place[other] {
                    let is_near = is_near((other, near));
                    return (is_near || !has_content, is_near && near.tie.supports());
                }
            }
            (!has_content, false)
        };
        let before = beside(&mut (0..token).rev());
        let after = beside(&mut (token + 1..self.in_place.len()));
        Fit {
            on_both_sides: before.0 && after.0,
            on_one_side: before.1 || after.1,
            is_adjacent: self.is_adjacent(token, link, -1) || self.is_adjacent(token, link, 1),
        }
    }

    /// Whether the next token in a direction is vouched for by the next one in the text; past words that replace words as
    /// the token itself does.
    fn is_adjacent(&self, token: usize, link: Link, direction: isize) -> bool {
        for step in 1..=isize::try_from(self.in_place.len()).unwrap_or_default() {
            let beside = |place: usize| place.checked_add_signed(direction * step);
            let near = beside(token).and_then(|other| *self.in_place.get(other)?);
            let Some(near) = near.filter(|near| Some(near.text) == beside(link.text)) else {
                return false;
            };
            if near.tie != Tie::Other {
                return near.tie.supports();
            }
        }
        false
    }

    /// Whether a token is aligned in order, and not far from its neighbours.
    pub(super) fn is_in_order(&self, token: usize) -> bool {
        /// Words of the text may be passed over between two neighbours, so many.
        const FURTHEST: usize = 8;
        let Some(link) = self.links[token].filter(|link| link.in_order) else { return false };
        let supporting = |other: &usize| {
            self.links[*other].is_some_and(|link| link.in_order && link.tie.supports())
        };
        let before = (0..token).rev().find(supporting);
        let after = (token + 1..self.links.len()).find(supporting);
        let neighbours = [before, after].into_iter().flatten();
        let mut distances = neighbours
            .filter_map(|other| Some(self.links[other]?.text.abs_diff(link.text)))
            .peekable();
        distances.peek().is_none() || distances.any(|distance| distance <= FURTHEST)
    }
}

/// Whether the neighbours of a word are aligned with the neighbours of what stands in its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// Before and after it, or nothing with a content stands there.
    pub(super) on_both_sides: bool,
    /// One of them vouches for a neighbour.
    pub(super) on_one_side: bool,
    /// One of them stands right beside it on both sides of the pair.
    pub(super) is_adjacent: bool,
}

/// The tie of each pair of different words, and which pair each two tokens are.
struct Table<'a> {
    hypothesis: &'a Side<'a>,
    /// For each token of the text and each of the hypothesis the tie.
    ties: Vec<Option<Tie>>,
    width: usize,
}

impl<'a> Table<'a> {
    fn new(text: &'a Side<'a>, hypothesis: &'a Side<'a>, ties: &Ties<'_>) -> Self {
        let (height, width) = (text.tokens().len(), hypothesis.tokens().len());
        let mut found = vec![None; height * width];
        for token in 0..width {
            // A word that is repeated in one class has one tie; numbers depend on their neighbours.
            let mut known = HashMap::new();
            for other in 0..height {
                let tie = if text.quantities[other].is_some() || text.dates[other].is_some() {
                    ties.between(other, token)
                } else {
                    let word = (text.normal(other), text.class(other));
                    *known.entry(word).or_insert_with(|| ties.between(other, token))
                };
                found[other * width + token] = tie;
            }
        }
        Self { hypothesis, ties: found, width }
    }

    fn tie(&self, text: usize, token: usize) -> Option<Tie> {
        self.ties[text * self.width + token]
    }

    fn height(&self) -> usize {
        self.ties.len().checked_div(self.width).unwrap_or_default()
    }

    fn gain(&self, tie: Tie, token: usize) -> f64 {
        if self.hypothesis.is_content(token) { tie.gain() } else { tie.gain() * OF_FUNCTION_WORDS }
    }
}

/// How the best alignment of a start of the text with a start of the hypothesis came about.
#[derive(Clone, Copy)]
enum Step {
    Begin,
    Aligned,
    WithoutText,
    WithoutHypothesis,
}

impl Place {
    /// The content words of the text that nothing of the hypothesis stands for.
    pub(super) fn dropped<'a>(
        &self,
        text: &'a Side<'_>,
        alignment: &'a Alignment,
    ) -> impl Iterator<Item = usize> + 'a {
        let place = self.text.clone().filter(|token| text.is_content(*token));
        place.filter(|token| alignment.of_text(*token).is_none())
    }

    /// The content words of the hypothesis that nothing of the text's place stands for.
    pub(super) fn added<'a>(
        &self,
        hypothesis: &'a Side<'_>,
        alignment: &'a Alignment,
    ) -> impl Iterator<Item = usize> + 'a {
        let place = self.hypothesis.clone().filter(|token| hypothesis.is_content(*token));
        place.filter(|token| {
            alignment.links[*token].is_none_or(|link| !link.in_order || !link.tie.supports())
        })
    }
}

/// Links of what is the same to itself, and of what differs in the order of both.
fn place_by_place(table: &Table<'_>, near_copy: &NearCopy) -> Vec<Option<Link>> {
    let mut links = vec![None; table.width];
    for (text, token) in near_copy.same(table.width) {
        links[token] = table.tie(text, token).map(|tie| Link { text, tie, in_order: true });
    }
    for place in &near_copy.places {
        let within = in_order(table, place.text.clone(), place.hypothesis.clone());
        links[place.hypothesis.clone()].copy_from_slice(&within);
    }
    links
}

/// The best alignment of some tokens of the text with some of the hypothesis, in the order of both.
fn in_order(
    table: &Table<'_>,
    of_text: Range<usize>,
    of_hypothesis: Range<usize>,
) -> Vec<Option<Link>> {
    let (height, width) = (of_text.len(), of_hypothesis.len());
    let mut steps = vec![Step::Begin; (height + 1) * (width + 1)];
    let mut above = vec![0.0; width + 1];
    let (mut best, mut end) = (0.0, None);
    for text in 1..=height {
        let mut row = vec![0.0; width + 1];
        for token in 1..=width {
            let (mut most, mut step) = (0.0, Step::Begin);
            let mut consider = |value: f64, by| {
                if value > most {
                    (most, step) = (value, by);
                }
            };
            let (there, here) = (of_text.start + text - 1, of_hypothesis.start + token - 1);
            if let Some(tie) = table.tie(there, here) {
                consider(above[token - 1] + table.gain(tie, here), Step::Aligned);
            }
            consider(above[token] - PASSED_OVER, Step::WithoutText);
            consider(row[token - 1], Step::WithoutHypothesis);
            row[token] = most;
            steps[text * (width + 1) + token] = step;
        }
        if row[width] > best {
            (best, end) = (row[width], Some(text));
        }
        above = row;
    }
    let mut links = vec![None; width];
    let Some(mut text) = end else { return links };
    let mut token = width;
    while text > 0 && token > 0 {
        match steps[text * (width + 1) + token] {
            Step::Begin => break,
            Step::Aligned => {
                (text, token) = (text - 1, token - 1);
                let (there, here) = (of_text.start + text, of_hypothesis.start + token);
                let tie = table.tie(there, here);
                links[token] = tie.map(|tie| Link { text: there, tie, in_order: true });
            }
            Step::WithoutText => text -= 1,
            Step::WithoutHypothesis => token -= 1,
        }
    }
    links
}

fn window(links: &[Option<Link>]) -> Option<(usize, usize)> {
    let of_content = || links.iter().flatten().filter(|link| link.tie.supports());
    let first = of_content().map(|link| link.text).min()?;
    let last = of_content().map(|link| link.text).max()?;
    Some((first, last))
}

/// The closest word of the text that vouches for a token, next to the window.
fn anywhere(table: &Table<'_>, token: usize, window: Option<(usize, usize)>) -> Option<Link> {
    let distance = |text: usize| match window {
        Some((first, _)) if text < first => first - text,
        Some((_, last)) => text.saturating_sub(last),
        None => 0,
    };
    let mut best: Option<(f64, usize, Link)> = None;
    for text in 0..table.height() {
        let Some(tie) = table.tie(text, token).filter(|tie| tie.supports()) else { continue };
        let found = (tie.gain(), distance(text), Link { text, tie, in_order: false });
        if best.is_none_or(|best| found.0 > best.0 || found.0 == best.0 && found.1 < best.1) {
            best = Some(found);
        }
    }
    best.map(|(_, _, link)| link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(text: &str, hypothesis: &str) -> Vec<Option<(String, Tie)>> {
        let (text, hypothesis) = (Side::new(text, None, 100), Side::new(hypothesis, None, 100));
        let ties = Ties::new(&text, &hypothesis, None);
        let alignment = Alignment::new(&text, &hypothesis, &ties, None);
        let named = |link: Link| (text.normal(link.text).to_owned(), link.tie);
        alignment.links.into_iter().map(|link| link.map(named)).collect()
    }

    fn word(word: &str, tie: Tie) -> Option<(String, Tie)> {
        Some((word.to_owned(), tie))
    }

    #[test]
    fn words_in_one_place_are_beside_each_other() {
        let found = aligned("It rained. Then Anna won 5 prizes in May.", "Anna lost 6 prizes");
        let expected = [
            word("anna", Tie::Same),
            word("won", Tie::Opposite),
            word("5", Tie::Other),
            word("prizes", Tie::Same),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn words_that_moved_are_found() {
        let found = aligned("Harwick beat Solden", "Solden beat Harwick");
        let expected =
            [word("solden", Tie::Same), word("beat", Tie::Same), word("harwick", Tie::Same)];
        assert_eq!(found, expected);
        assert!(aligned("", "Anna won").iter().all(Option::is_none));
        assert!(aligned("Anna won", "").is_empty());
    }
}
