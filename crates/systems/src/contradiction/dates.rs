//! Parts of dates: two different ones of a kind exclude each other in one place.

use crate::text::{self, Token, TokenKind};

/// A part of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DatePart {
    Year,
    Month,
    Weekday,
    Day,
    /// Ten years: *the 1990s*.
    Decade,
}

const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// What part of a date a token is, if any. *May* and *March* are months where they are capitalised.
pub(super) fn date_part(text: &str, tokens: &[Token], at: usize) -> Option<DatePart> {
    let token = &tokens[at];
    match token.kind {
        TokenKind::Number => {
            let value = token.value?;
            let has_month = |place: Option<usize>| {
                place.and_then(|place| tokens.get(place)).is_some_and(|near| is_month(text, near))
            };
            // "4 May", "May 4", "the 4th of May".
            let of = tokens.get(at + 1).filter(|next| next.normal == "of").map(|_| at + 2);
            let has_month =
                has_month(at.checked_sub(1)) || has_month(Some(at + 1)) || has_month(of);
            let digits = token.written(text);
            if token.normal.ends_with('s') && digits.len() == 5 {
                Some(DatePart::Decade)
            } else if has_month && (1.0..=31.0).contains(&value) && value.fract() == 0.0 {
                Some(DatePart::Day)
            } else if digits.len() == 4 && (1000.0..2100.0).contains(&value) {
                Some(DatePart::Year)
            } else {
                None
            }
        }
        TokenKind::Word if is_month(text, token) => Some(DatePart::Month),
        TokenKind::Word if WEEKDAYS.contains(&token.normal.as_str()) => Some(DatePart::Weekday),
        _ => None,
    }
}

fn is_month(text: &str, token: &Token) -> bool {
    text::is_month(&token.normal) && token.written(text).starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::AnalysedText;

    #[test]
    fn parts_of_dates_are_told_by_form_and_place() {
        let text = "On Monday, 4 May 1998, we may march 12 miles in the 1990s";
        let tokens = AnalysedText::new(text, None).tokens;
        let parts: Vec<_> =
            (0..tokens.len()).filter_map(|at| date_part(text, &tokens, at)).collect();
        use DatePart::{Day, Decade, Month, Weekday, Year};
        assert_eq!(parts, [Weekday, Day, Month, Year, Decade]);
    }
}
