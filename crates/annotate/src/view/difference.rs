//! What a part changes, on one line.

use serde::Serialize;

use crate::rule::Applied;
use crate::words::{Word, shared, words};

/// A piece of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    /// `same`, `old`, `new`, or `cut` for words that are left out.
    pub(crate) kind: &'static str,
    /// The words; none of what is left out.
    pub(crate) text: String,
}

/// The number of words shown before and behind a change.
const BESIDE: usize = 2;

/// The words that a rule replaces and those that it brings, with the words beside them.
pub(crate) fn difference(text: &str, made: &Applied) -> Vec<Piece> {
    let of_text = words(text);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut shown = 0;
    for (number, (range, instead)) in made.words.iter().zip(&made.instead).enumerate() {
        let before = range.start.saturating_sub(BESIDE).max(shown);
        if before > shown {
            add(&mut pieces, "cut", "");
        }
        add(&mut pieces, "same", slice(text, &of_text, before..range.start));
        changed(text, &of_text[range.clone()], instead, &mut pieces);
        let next = made.words.get(number + 1).map_or(of_text.len(), |next| next.start);
        shown = (range.end + BESIDE).min(next);
        add(&mut pieces, "same", slice(text, &of_text, range.end..shown));
    }
    if shown < of_text.len() {
        add(&mut pieces, "cut", "");
    }
    pieces
}

/// The words of one place: what both sides share stays.
fn changed(text: &str, left: &[Word], instead: &str, pieces: &mut Vec<Piece>) {
    let right = words(instead);
    let (mut from_left, mut from_right) = (0, 0);
    for (at, other) in shared(left, &right).into_iter().chain([(left.len(), right.len())]) {
        add(pieces, "old", slice(text, left, from_left..at));
        add(pieces, "new", slice(instead, &right, from_right..other));
        if at < left.len() {
            add(pieces, "same", slice(instead, &right, other..other + 1));
        }
        (from_left, from_right) = (at + 1, other + 1);
    }
}

fn slice<'t>(text: &'t str, of_text: &[Word], range: std::ops::Range<usize>) -> &'t str {
    match of_text.get(range).unwrap_or_default() {
        [] => "",
        [first, .., last] => &text[first.place.start..last.place.end],
        [only] => &text[only.place.clone()],
    }
}

/// Adds words to the last piece of their kind.
fn add(pieces: &mut Vec<Piece>, kind: &'static str, text: &str) {
    if text.is_empty() && kind != "cut" {
        return;
    }
    match pieces.last_mut() {
        Some(last) if last.kind == kind && kind != "cut" => {
            last.text.push(' ');
            last.text.push_str(text);
        }
        _ => pieces.push(Piece { kind, text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rule, apply};

    fn shown(text: &str, left: &str, right: &str) -> String {
        let rule =
            Rule { left_hand_side: left.into(), right_hand_side: right.into(), ..Rule::default() };
        let pieces = difference(text, &apply(text, &rule).unwrap());
        let shown = pieces.iter().map(|piece| match piece.kind {
            "cut" => "…".to_owned(),
            "old" => format!("-{}-", piece.text),
            "new" => format!("+{}+", piece.text),
            _ => piece.text.clone(),
        });
        shown.collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn a_change_has_the_words_beside_it() {
        let text = "The night ferry to Olm leaves at ten and carries no cars.";
        assert_eq!(shown(text, "ferry", "boat"), "The night -ferry- +boat+ to Olm …");
        assert_eq!(
            shown(text, "at ten and carries no cars", "at ten"),
            "… Olm leaves at ten -and carries no cars- ."
        );
        assert_eq!(
            shown(text, "night … no", "… few"),
            "The -night- ferry to … and carries -no- +few+ cars."
        );
    }
}
