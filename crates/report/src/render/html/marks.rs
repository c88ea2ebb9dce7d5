//! The marks of estimates in cells: a dot, the line of its interval, a tick for what it is held against.

use std::fmt::Write;

use phenom_metrics::measures::Measure;
use phenom_metrics::statistics::Interval;

use crate::{Cell, Style};

/// The width of a strip, and where its axis begins and ends.
pub(super) const WIDTH: f64 = 104.0;
const ENDS: [f64; 2] = [4.0, 100.0];

/// The axis of a strip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    lower: f64,
    upper: f64,
    logarithmic: bool,
}

impl Axis {
    /// The axis of ratios: from a quarter to 4, as far below 1 as above.
    pub(super) fn ratio() -> Self {
        Self { lower: 0.25, upper: 4.0, logarithmic: true }
    }

    /// An axis from the lowest to the highest end of what occurs.
    pub(super) fn fitted<'c>(cells: impl Iterator<Item = &'c Cell>) -> Self {
        let ends = |cell: &Cell| {
            let ends = cell.interval().map(|ends| [ends.lower, ends.upper]);
            cell.number().into_iter().chain(ends.into_iter().flatten()).collect::<Vec<f64>>()
        };
        let all: Vec<f64> = cells.flat_map(ends).filter(|value| value.is_finite()).collect();
        let lower = all.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let upper = all.iter().copied().reduce(f64::max).unwrap_or(1.0).max(lower + 1e-9);
        Self { lower, upper, logarithmic: false }
    }

    /// The axis on which all cells of a measure are drawn: its range, or where that has no end, what occurs.
    pub(super) fn of<'c>(measure: &Measure, cells: impl Iterator<Item = &'c Cell>) -> Self {
        let [mut lower, mut upper] = match measure.style {
            Style::Percent => [0.0, 1.0],
            _ => measure.bounds,
        };
        let mut seen = [0.0, 0.0];
        for cell in cells {
            let ends = cell.interval().map(|Interval { lower, upper }| [lower, upper]);
            let values = cell.number().into_iter().chain(ends.into_iter().flatten());
            for value in values.filter(|value| value.is_finite()) {
                seen = [f64::min(seen[0], value), f64::max(seen[1], value)];
            }
        }
        // Bits have an end that no system comes near.
        if !lower.is_finite() || (measure.style != Style::Percent && lower < seen[0]) {
            lower = seen[0];
        }
        if !upper.is_finite() || measure.style == Style::Bits {
            upper = seen[1];
        }
        if upper - lower < 1e-9 {
            Self { lower, upper: lower + 1.0, logarithmic: false }
        } else {
            Self { lower, upper, logarithmic: false }
        }
    }

    /// Where a value stands on the axis, within its ends.
    pub(super) fn place(self, value: f64) -> Place {
        let of = |value: f64| if self.logarithmic { value.max(1e-9).ln() } else { value };
        let [value, lower, upper] = [value, self.lower, self.upper].map(of);
        let share = ((value - lower) / (upper - lower)).clamp(0.0, 1.0);
        Place(ENDS[0] + share * (ENDS[1] - ENDS[0]))
    }

    /// Where zero stands, if it is within the axis.
    pub(super) fn zero(self) -> Option<Place> {
        (self.lower < 0.0 && self.upper > 0.0).then(|| self.place(0.0))
    }
}

/// A place on an axis, to a tenth of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place(pub(super) f64);

impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.1}", self.0);
        formatter.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// The strip of a cell; nothing where it has no number.
pub(super) fn strip(axis: Axis, cell: &Cell, tick: Option<f64>, class: &str) -> Option<String> {
    let value = cell.number().filter(|value| value.is_finite())?;
    let mut svg =
        format!("<svg class=\"strip{class}\" viewBox=\"0 0 {WIDTH} 14\" aria-hidden=\"true\">");
    // Writing to a string can't fail.
    if let Some(zero) = axis.zero() {
        let _ = write!(svg, "<path class=\"t\" d=\"M{zero} 2V12\"/>");
    }
    if let Some(tick) = tick {
        let _ = write!(svg, "<path class=\"b\" d=\"M{} 3.5V10.5\"/>", axis.place(tick));
    }
    if let Some(interval) = cell.interval().filter(|interval| interval.lower < interval.upper) {
        let (lower, upper) = (axis.place(interval.lower), axis.place(interval.upper));
        let _ = write!(svg, "<path class=\"w\" d=\"M{lower} 7H{upper}\"/>");
    }
    let _ =
        write!(svg, "<circle class=\"d\" cx=\"{}\" cy=\"7\" r=\"3.2\"/></svg>", axis.place(value));
    Some(svg)
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Proportion;
    use phenom_metrics::measures::accuracy::ACCURACY;
    use phenom_metrics::measures::kappa::KAPPA;

    use super::*;

    #[test]
    fn a_strip_is_drawn_between_the_ends_of_its_axis() {
        let half = Cell::share(Proportion { numerator: 1, denominator: 2 })
            .between(Some(Interval { lower: 0.25, upper: 1.0 }));
        let axis = Axis::of(&ACCURACY, [&half].into_iter());
        let svg = strip(axis, &half, Some(0.0), " few").unwrap();
        assert!(svg.contains("d=\"M28 7H100\"") && svg.contains("cx=\"52\""), "{svg}");
        assert!(svg.contains("M4 3.5V10.5") && svg.contains("class=\"strip few\""), "{svg}");
        assert_eq!(strip(axis, &Cell::Empty, None, ""), None);
    }

    #[test]
    fn ratios_are_as_far_below_1_as_above() {
        let [low, middle, high] = [0.5, 1.0, 2.0].map(|value| Axis::ratio().place(value).0);
        assert!((middle - 52.0).abs() < 1e-9 && (high - middle - (middle - low)).abs() < 1e-9);
    }

    #[test]
    fn a_measure_with_negative_values_shows_where_zero_is() {
        let [low, high] = [-1.0, 1.0].map(|value| Cell::Value(value, Style::Signed));
        let axis = Axis::of(&KAPPA, [&low, &high].into_iter());
        assert_eq!(axis.zero(), Some(Place(52.0)));
    }
}
