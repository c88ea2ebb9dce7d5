//! The one place where values are rounded.

use crate::Style;

/// What stands for a value that is not there.
pub const UNDEFINED: &str = "–";

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    /// How many digits stand after the point, in all but counts, ranks and p-values; without it as many
    /// as each kind of value bears.
    pub digits: Option<usize>,
    /// Whether shares stand as fractions of 1 and not in percent.
    pub fractions: bool,
}

impl Numbers {
    /// A value rounded for its style.
    #[must_use]
    pub fn rounded(self, value: f64, style: Style) -> String {
        let digits = |usual: usize| self.digits.unwrap_or(usual);
        let (scale, of_share) = if self.fractions { (1.0, digits(3)) } else { (100.0, digits(1)) };
        let text = match style {
            Style::Percent => format!("{:.of_share$}", scale * value),
            Style::SignedPercent => format!("{:+.of_share$}", scale * value),
            Style::Ratio => format!("{value:.*}", digits(2)),
            Style::Signed => format!("{value:+.*}", digits(2)),
            Style::Bits | Style::Fine => format!("{value:.*}", digits(4)),
            Style::SignedBits => format!("{value:+.*}", digits(4)),
            Style::Rank if value.fract() == 0.0 => format!("{value:.0}"),
            Style::Rank => format!("{value:.1}"),
            Style::Probability if value < 0.0001 => "< 0.0001".to_owned(),
            Style::Probability => format!("{value:.4}"),
        };
        // A number that rounds to zero has no sign.
        match text.strip_prefix(['-', '+']) {
            Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => {
                digits.to_owned()
            }
            _ => text,
        }
    }

    /// What shares stand in, for notes: `in percent`.
    #[must_use]
    pub fn unit(self) -> &'static str {
        if self.fractions { "as fractions of 1" } else { "in percent" }
    }

    /// What stands behind a share in a sentence: ` %`, or nothing.
    #[must_use]
    pub fn sign(self) -> &'static str {
        if self.fractions { "" } else { " %" }
    }
}

/// A value rounded for its style, with its usual digits.
#[must_use]
pub fn rounded(value: f64, style: Style) -> String {
    Numbers::default().rounded(value, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_for_their_style() {
        assert_eq!(rounded(35.0 / 60.0, Style::Percent), "58.3");
        assert_eq!(rounded(0.7324, Style::Ratio), "0.73");
        assert_eq!(rounded(-0.2, Style::Signed), "-0.20");
        assert_eq!(rounded(-0.00001, Style::Bits), "0.0000");
        assert_eq!(rounded(1e-9, Style::Probability), "< 0.0001");
        let numbers = Numbers { digits: Some(2), fractions: true };
        assert_eq!(numbers.rounded(-0.001, Style::SignedPercent), "0.00");
        let fractions = Numbers { digits: None, fractions: true };
        assert_eq!(fractions.rounded(0.58333, Style::Percent), "0.583");
    }
}
