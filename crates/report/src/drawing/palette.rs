//! Colours, hatches and marks that differ for the colour-blind and in black and white; [`colours`](super::colours)
//! says whose they are.
//!
//! The colours are Okabe & Ito's (2008, *Color Universal Design*). Nothing is told by colour alone:
//! bars differ in hatch and darkness, lines in dash, points in shape.

use std::fmt;

/// A colour: a byte each of red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u32);

impl Color {
    /// Red, green and blue.
    pub(crate) fn channels(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }
}

/// As it stands in an SVG.
impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:06x}", self.0);
        let pairs = digits.as_bytes().chunks(2);
        // A digit a part is enough where each part has the same digit twice.
        if pairs.clone().all(|pair| pair[0] == pair[1]) {
            let short: String = pairs.map(|pair| char::from(pair[0])).collect();
            return write!(formatter, "#{short}");
        }
        write!(formatter, "#{digits}")
    }
}

pub(crate) const INK: Color = Color(0x222222);
pub(crate) const FAINT: Color = Color(0x767676);
pub(crate) const GRID: Color = Color(0xdddddd);
/// Areas on which black is read.
pub(crate) const PALE: Color = Color(0xb0b0b0);
pub(crate) const PAPER: Color = Color(0xffffff);
pub(crate) const BLUE: Color = Color(0x0072b2);
pub(crate) const VERMILION: Color = Color(0xd55e00);
/// What is not there.
pub(crate) const EMPTY: Color = Color(0xf2f2f2);
const BLACK: Color = Color(0x000000);
pub(crate) const GREEN: Color = Color(0x009e73);
pub(crate) const PURPLE: Color = Color(0xcc79a7);
pub(crate) const ORANGE: Color = Color(0xe69f00);
pub(crate) const SKY: Color = Color(0x56b4e9);

/// The colour of a bar and the hatch over it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fill {
    pub(crate) color: Color,
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

/// The shape of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
}

impl Shape {
    /// The corners of the shape, right and down of its place in radii; `None` for a circle.
    pub(crate) fn corners(self) -> Option<&'static [(f64, f64)]> {
        match self {
            Self::Circle => None,
            Self::Square => Some(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Self::Up => Some(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            Self::Down => Some(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
            Self::Diamond => Some(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        }
    }
}

/// How a line and its points are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    pub(crate) color: Color,
    pub(crate) dash: &'static [f64],
    pub(crate) shape: Shape,
    pub(crate) filled: bool,
}

/// A share from 0 to 1 as a colour from white to a dark blue, darker the larger, and the colour of
/// text that is read on it.
pub(crate) fn shade(share: f64) -> (Color, Color) {
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
    let text = if share > 0.735 { PAPER } else { BLACK };
    (Color(u32::from_be_bytes([0, mixed[0], mixed[1], mixed[2]])), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, WCAG 2.2.
    fn luminance(color: Color) -> f64 {
        let [red, green, blue] = color.channels().map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Color, other: Color) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn text_on_a_shade_is_readable_and_a_larger_share_is_darker() {
        for step in 0..100 {
            let (color, text) = shade(f64::from(step) / 100.0);
            assert!(contrast(color, text) >= 4.5, "{step} {color} {}", contrast(color, text));
            let (next, _) = shade(f64::from(step + 1) / 100.0);
            assert!(luminance(next) < luminance(color), "{step}");
        }
    }
}
