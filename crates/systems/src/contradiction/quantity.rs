//! What a number says: exactly so many, more than so many, at most so many.

use crate::text::{Token, TokenKind};

/// The numbers that a number with the words around it leaves open; both ends belong to it. *More than 40* and *at least
/// 41* are kept apart by a hair, for measures need not be whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Quantity {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// How a quantity of the text stands to one of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Whatever the text leaves open, the hypothesis does too.
    Entails,
    /// No number is in both.
    Excludes,
    /// The text leaves more open.
    LeavesOpen,
}

/// The least difference that *more than* makes, as a share.
const HAIR: f64 = 1e-9;
/// How far *about* goes, as a share.
const ABOUT: f64 = 0.1;

impl Quantity {
    /// The quantity of each token, where it is a number.
    pub(super) fn of_tokens(tokens: &[Token]) -> Vec<Option<Self>> {
        (0..tokens.len()).map(|at| Self::at(tokens, at)).collect()
    }

    fn at(tokens: &[Token], at: usize) -> Option<Self> {
        let token = &tokens[at];
        // "1990s" are years, not a number.
        let value = token
            .value
            .filter(|_| token.kind == TokenKind::Number && !token.normal.ends_with('s'))?;
        let before =
            |back: usize| at.checked_sub(back).map_or("", |place| tokens[place].normal.as_str());
        let skipped = usize::from(matches!(before(1), "dollar" | "euro" | "pound"));
        let last = [before(skipped + 1), before(skipped + 2), before(skipped + 3)];
        let after = |on: usize| tokens.get(at + on).map_or("", |token| token.normal.as_str());
        let hair = value.abs() * HAIR;
        let above = Self { low: value + hair, high: f64::INFINITY };
        let below = Self { low: f64::NEG_INFINITY, high: value - hair };
        let least = Self { low: value, high: f64::INFINITY };
        let most = Self { low: f64::NEG_INFINITY, high: value };
        Some(match last {
            ["than", "less" | "fewer", "no" | "not"] => least,
            ["than", "more", "no" | "not"] => most,
            ["than", "more" | "greater" | "higher" | "better" | "larger", _]
            | ["over" | "above" | "exceeding", ..] => above,
            ["than", "less" | "fewer" | "lower" | "smaller", _] | ["under" | "below", ..] => below,
            ["least", "at", _] => least,
            ["most", "at", _] | ["to", "up", _] => most,
            [
                "about" | "around" | "approximately" | "roughly" | "nearly" | "almost" | "some"
                | "circa",
                ..,
            ] => Self { low: value * (1.0 - ABOUT), high: value * (1.0 + ABOUT) },
            _ => match (after(1), after(2)) {
                ("or", "more" | "above" | "over") => least,
                ("or", "less" | "fewer" | "below" | "under") => most,
                _ => Self { low: value, high: value },
            },
        })
    }

    /// How a quantity of the text stands to this one of the hypothesis.
    pub(super) fn compared_to(self, text: Self) -> Comparison {
        if text.low >= self.low && text.high <= self.high {
            Comparison::Entails
        } else if text.high < self.low || self.high < text.low {
            Comparison::Excludes
        } else {
            Comparison::LeavesOpen
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::AnalysedText;

    fn compared(text: &str, hypothesis: &str) -> Comparison {
        let first = |text: &str| {
            let tokens = AnalysedText::new(text, None).tokens;
            Quantity::of_tokens(&tokens).into_iter().flatten().next().unwrap()
        };
        first(hypothesis).compared_to(first(text))
    }

    #[test]
    fn bounds_are_compared_as_intervals() {
        use Comparison::{Entails, Excludes, LeavesOpen};
        for (text, hypothesis, expected) in [
            ("ten dogs", "10 dogs", Entails),
            ("ten dogs", "at least five dogs", Entails),
            ("ten dogs", "more than ten dogs", Excludes),
            ("ten dogs", "eleven dogs", Excludes),
            ("more than forty", "at least forty", Entails),
            ("more than forty", "forty", Excludes),
            ("more than forty", "fewer than thirty", Excludes),
            ("more than forty", "over sixty", LeavesOpen),
            ("no fewer than 5", "5 or more", Entails),
            ("at most $ 5", "no more than $ 6", Entails),
            ("up to 20", "20", LeavesOpen),
            ("about 100", "95", LeavesOpen),
            ("98", "nearly 100", Entails),
        ] {
            assert_eq!(compared(text, hypothesis), expected, "{text} / {hypothesis}");
        }
    }

    #[test]
    fn decades_are_no_quantities() {
        let tokens = AnalysedText::new("the 1990s", None).tokens;
        assert_eq!(Quantity::of_tokens(&tokens), [None, None]);
    }
}
