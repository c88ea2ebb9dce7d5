//! Numbers in words, and in digits and words: *two hundred and five*, *2 million*, *third*.

use crate::text::tokens::digits_of;
use crate::text::{Token, TokenKind, lists};

/// The tokens with each number in words as one token with its value. *per cent* becomes *percent*.
pub(super) fn with_numbers(text: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let (count, value) = number_at(text, &tokens[at..]);
        if let (1.., Some(value)) = (count, value) {
            let place = tokens[at].place.start..tokens[at + count - 1].place.end;
            let normal = digits_of(value);
            found.push(Token { place, kind: TokenKind::Number, normal, value: Some(value) });
            at += count;
        } else if tokens[at].normal == "per"
            && tokens.get(at + 1).is_some_and(|next| next.normal == "cent")
        {
            let place = tokens[at].place.start..tokens[at + 1].place.end;
            let normal = "percent".to_owned();
            found.push(Token { place, kind: TokenKind::Word, normal, value: None });
            at += 2;
        } else {
            found.push(tokens[at].clone());
            at += 1;
        }
    }
    found
}

/// How many tokens at the start are one number that takes words, and its value; 0 where there is none.
///
/// The sum of finished groups (*two thousand*) and the group that is read (*three hundred and five*); a numeral of the
/// same size or larger than what stands before it begins another number.
fn number_at(text: &str, tokens: &[Token]) -> (usize, Option<f64>) {
    let (mut finished, mut group) = (0.0, None::<f64>);
    let (mut taken, mut at) = (0, 0);
    // The least numeral of the group so far, and the least scale of the groups before.
    let (mut smallest, mut smallest_scale) = (f64::INFINITY, f64::INFINITY);
    let mut takes_words = false;
    while let Some(token) = tokens.get(at) {
        let is_digits = token.kind == TokenKind::Number;
        if is_digits {
            if at > 0 || token.normal.ends_with('s') {
                break;
            }
            group = token.value;
            smallest = 1.0;
            taken = 1;
        } else if let Some(value) = lists::numeral(&token.normal) {
            if value >= 1000.0 {
                if value >= smallest_scale || (group.is_none() && at > 0) {
                    break;
                }
                finished += group.take().unwrap_or(1.0) * value;
                (smallest_scale, smallest) = (value, f64::INFINITY);
            } else if value == 100.0 && group.is_some_and(|group| (1.0..100.0).contains(&group)) {
                group = group.map(|group| group * 100.0);
                smallest = 100.0;
            } else if value < smallest && fits_below(smallest, value) {
                group = Some(group.unwrap_or(0.0) + value);
                smallest = value;
            } else {
                break;
            }
            takes_words = true;
            taken = at + 1;
        } else {
            let next = tokens.get(at + 1).and_then(|next| lists::numeral(&next.normal));
            let joins = match token.normal.as_str() {
                // "twenty-one", "five-million", but not "twenty - one".
                "-" => at > 0 && token.written(text) == "-" && is_tight(tokens, at),
                "and" => (group.is_some() && smallest == 100.0) || (group.is_none() && at > 0),
                _ => false,
            };
            if !(joins && next.is_some()) {
                break;
            }
        }
        at += 1;
    }
    if !takes_words {
        return (0, None);
    }
    (taken, Some(finished + group.unwrap_or(0.0)))
}

/// Units follow tens, both follow hundreds; nothing follows a unit.
fn fits_below(before: f64, value: f64) -> bool {
    if before == f64::INFINITY || before == 100.0 {
        value < before
    } else {
        (20.0..100.0).contains(&before) && (1.0..10.0).contains(&value)
    }
}

fn is_tight(tokens: &[Token], at: usize) -> bool {
    let ends = |one: &Token, other: &Token| one.place.end == other.place.start;
    tokens
        .get(at + 1)
        .is_some_and(|next| ends(&tokens[at - 1], &tokens[at]) && ends(&tokens[at], next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens;

    fn values(text: &str) -> Vec<f64> {
        let found = with_numbers(text, tokens(text));
        found.iter().filter_map(|token| token.value).collect()
    }

    #[test]
    fn numbers_in_words_have_their_values() {
        assert_eq!(values("ten dogs and twenty-one cats"), [10.0, 21.0]);
        assert_eq!(values("two hundred and five"), [205.0]);
        assert_eq!(values("2 million, 3.5 billion"), [2e6, 3.5e9]);
        assert_eq!(values("two thousand three hundred and forty-five"), [2345.0]);
        assert_eq!(values("one million and two"), [1_000_002.0]);
        assert_eq!(values("the third of twelve hundred"), [3.0, 1200.0]);
        assert_eq!(values("hundreds; a hundred"), [100.0]);
    }

    #[test]
    fn neighbours_are_numbers_of_their_own() {
        assert_eq!(values("two and three"), [2.0, 3.0]);
        assert_eq!(values("one two three"), [1.0, 2.0, 3.0]);
        assert_eq!(values("between 1990 and 2000"), [1990.0, 2000.0]);
        assert_eq!(values("ten - two"), [10.0, 2.0]);
        assert_eq!(values("million million"), [1e6, 1e6]);
        assert_eq!(values("5 ten"), [5.0, 10.0]);
        assert_eq!(values("the 1990s and and"), [1990.0]);
    }

    #[test]
    fn percent_is_one_word() {
        let text = "6 per cent";
        let found = with_numbers(text, tokens(text));
        assert_eq!(found[1].normal, "percent");
        assert_eq!(found[1].written(text), "per cent");
    }
}
