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
        let (value, digits) = match style {
            Style::Percent | Style::SignedPercent => (scale * value, of_share),
            Style::Ratio | Style::Signed => (value, digits(2)),
            Style::Bits | Style::Fine | Style::SignedBits => (value, digits(4)),
            Style::Rank => (value, usize::from(value.fract() != 0.0)),
            Style::Probability if value < 0.0001 => return "< 0.0001".to_owned(),
            Style::Probability => (value, 4),
        };
        let text = fixed(value.abs(), digits);
        let signed = matches!(style, Style::SignedPercent | Style::Signed | Style::SignedBits);
        match value {
            // A number that rounds to zero has no sign.
            _ if text.bytes().all(|digit| matches!(digit, b'0' | b'.')) => text,
            below if below < 0.0 => format!("-{text}"),
            above if signed && above > 0.0 => format!("+{text}"),
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

/// A value of 0 or more with this number of decimal places, exactly as [`format!`] writes it. `format!` is slow for short
/// decimals, and most values of small slices are short.
fn fixed(value: f64, digits: usize) -> String {
    let power = 10u64.pow(digits.min(6) as u32);
    let scaled = value * power as f64;
    // Within these bounds the product is off by less than what is left to the next tie.
    let is_clear = scaled < 1e9 && (scaled.fract() - 0.5).abs() > 1e-6;
    if !is_clear || !(1..=6).contains(&digits) {
        return format!("{value:.digits$}");
    }
    let rounded = scaled.round() as u64;
    format!("{}.{:0digits$}", rounded / power, rounded % power)
}

/// A value rounded for its style, with its usual digits.
#[must_use]
pub fn rounded(value: f64, style: Style) -> String {
    Numbers::default().rounded(value, style)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn digits_are_those_of_format(
            digits in 0usize..9,
            value in prop_oneof![
                any::<f64>().prop_map(f64::abs),
                0.0..2e3,
                (0u32..9999, 0u32..4000).prop_map(|(a, b)| f64::from(a) / f64::from(b)),
            ],
        ) {
            prop_assert_eq!(fixed(value, digits), format!("{value:.digits$}"));
        }
    }

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
