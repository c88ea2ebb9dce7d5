//! The one place where values are rounded.

use crate::{Cell, Style};

/// What stands for a value that is not there.
pub const UNDEFINED: &str = "–";

/// A cell as a human reads it, before any escaping; an undefined value is a dash.
#[must_use]
pub fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Proportion(it) => match it.value() {
            Ok(value) => {
                format!("{} ({}/{})", rounded(value, Style::Percent), it.numerator, it.denominator)
            }
            Err(_) => UNDEFINED.to_owned(),
        },
        Cell::Share(it) => {
            it.value().map_or_else(|_| UNDEFINED.to_owned(), |it| rounded(it, Style::Percent))
        }
        Cell::Value(value, style) => rounded(*value, *style),
        Cell::Between(cell, interval) => {
            let style = match **cell {
                Cell::Value(_, style) => style,
                _ => Style::Percent,
            };
            let (lower, upper) = (rounded(interval.lower, style), rounded(interval.upper, style));
            format!("{} [{lower}, {upper}]", shown(cell))
        }
        Cell::Undefined(_) => UNDEFINED.to_owned(),
    }
}

/// A value rounded for its style.
#[must_use]
pub fn rounded(value: f64, style: Style) -> String {
    let text = match style {
        Style::Percent => format!("{:.1}", 100.0 * value),
        Style::Ratio => format!("{value:.2}"),
        Style::Signed => format!("{value:+.2}"),
        Style::Bits | Style::Fine => format!("{value:.4}"),
        Style::SignedBits => format!("{value:+.4}"),
        Style::SignedPercent => format!("{:+.1}", 100.0 * value),
        Style::Rank if value.fract() == 0.0 => format!("{value:.0}"),
        Style::Rank => format!("{value:.1}"),
        Style::Probability if value < 0.0001 => "< 0.0001".to_owned(),
        Style::Probability => format!("{value:.4}"),
    };
    // A number that rounds to zero has no sign.
    match text.strip_prefix(['-', '+']) {
        Some(digits) if digits.chars().all(|it| matches!(it, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Proportion;

    use super::*;

    #[test]
    fn values_are_rounded_for_their_style() {
        assert_eq!(rounded(35.0 / 60.0, Style::Percent), "58.3");
        assert_eq!(rounded(0.7324, Style::Ratio), "0.73");
        assert_eq!(rounded(-0.2, Style::Signed), "-0.20");
        assert_eq!(rounded(-0.00001, Style::Bits), "0.0000");
        assert_eq!(rounded(1e-9, Style::Probability), "< 0.0001");
        let third = Cell::Proportion(Proportion { numerator: 1, denominator: 3 });
        assert_eq!(shown(&third), "33.3 (1/3)");
    }
}
