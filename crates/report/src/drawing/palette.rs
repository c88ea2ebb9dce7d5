//! Colours, hatches, dashes and marks that are told apart by the colour-blind and in black and white.
//!
//! The colours are Okabe & Ito's (2008, *Color Universal Design*). Nothing is told by colour alone:
//! bars differ in hatch and darkness, lines in dash, points in shape.

pub(crate) const INK: &str = "#222222";
pub(crate) const FAINT: &str = "#767676";
pub(crate) const GRID: &str = "#dddddd";
pub(crate) const PAPER: &str = "#ffffff";
pub(crate) const BLUE: &str = "#0072b2";
pub(crate) const VERMILION: &str = "#d55e00";
const GREEN: &str = "#009e73";
const PURPLE: &str = "#cc79a7";
const ORANGE: &str = "#e69f00";
const SKY: &str = "#56b4e9";

/// The colour of a bar and the hatch over it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fill {
    pub(crate) color: &'static str,
    pub(crate) hatch: Hatch,
}

/// Lines over an area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Hatch {
    None,
    Rising,
    Falling,
    Level,
}

const FILLS: [Fill; 5] = [
    Fill { color: BLUE, hatch: Hatch::None },
    Fill { color: "#f4c04d", hatch: Hatch::Rising },
    Fill { color: PAPER, hatch: Hatch::None },
    Fill { color: GREEN, hatch: Hatch::Falling },
    Fill { color: "#e9c3d7", hatch: Hatch::Level },
];

/// The fill of the bar with that number.
pub(crate) fn fill(number: usize) -> Fill {
    FILLS[number % FILLS.len()]
}

const COLORS: [&str; 7] = [BLUE, VERMILION, GREEN, PURPLE, INK, ORANGE, SKY];
const DASHES: [&str; 5] = ["", "5 2", "1.5 1.5", "6 2 1.5 2", "9 3"];

/// The shape of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
}

const SHAPES: [Shape; 5] = [Shape::Circle, Shape::Square, Shape::Up, Shape::Diamond, Shape::Down];

/// How a line and its points are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    pub(crate) color: &'static str,
    pub(crate) dash: &'static str,
    pub(crate) shape: Shape,
    pub(crate) filled: bool,
}

/// The look of the line or point with that number: 7 colours, 5 shapes and 2 fillings repeat only
/// after 70.
pub(crate) fn look(number: usize) -> Look {
    Look {
        color: COLORS[number % COLORS.len()],
        dash: DASHES[number % DASHES.len()],
        shape: SHAPES[number % SHAPES.len()],
        filled: (number / SHAPES.len()).is_multiple_of(2),
    }
}

/// A share from 0 to 1 as a colour from white to a dark blue, darker the larger, and the colour of
/// text that is read on it.
pub(crate) fn shade(share: f64) -> (String, &'static str) {
    // Three points of one hue whose lightness falls evenly.
    const STEPS: [[f64; 3]; 3] = [[255.0, 255.0, 255.0], [111.0, 174.0, 214.0], [8.0, 61.0, 119.0]];
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let (from, to, part) = if share < 0.5 {
        (STEPS[0], STEPS[1], 2.0 * share)
    } else {
        (STEPS[1], STEPS[2], 2.0 * share - 1.0)
    };
    let mixed = [0, 1, 2]
        .map(|channel| (from[channel] + (to[channel] - from[channel]) * part).round() as u8);
    // Where white and black are read equally well.
    let text = if share > 0.735 { PAPER } else { "#000000" };
    (format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, WCAG 2.2.
    fn luminance(color: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn text_on_a_shade_is_readable_and_a_larger_share_is_darker() {
        for step in 0..100 {
            let (color, text) = shade(f64::from(step) / 100.0);
            assert!(contrast(&color, text) >= 4.5, "{step} {color} {}", contrast(&color, text));
            let (next, _) = shade(f64::from(step + 1) / 100.0);
            assert!(luminance(&next) < luminance(&color), "{step}");
        }
    }

    #[test]
    fn seventy_lines_have_seventy_looks() {
        let looks: Vec<Look> = (0..70).map(look).collect();
        assert!((0..70).all(|line| looks[..line].iter().all(|other| *other != looks[line])));
    }
}
