//! A figure as it is drawn: shapes and texts in points (1/72 inch), in the order in which they cover each
//! other. SVG, PNG and PDF are written from it.

use super::palette::Color;
use crate::PairsBehind;

/// A place: from the left, from the top.
pub(crate) type At = (f64, f64);

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right()
            && other.left < self.right()
            && self.top < other.bottom()
            && other.top < self.bottom()
    }
}

/// A line's colour, width and the lengths of its dashes and gaps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    pub(crate) width: f64,
    pub(crate) dash: &'static [f64],
}

/// A line.
pub(crate) fn stroke(color: Color, width: f64) -> Stroke {
    Stroke { color, width, dash: &[] }
}

/// Which part of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is written. Its place is the middle of its height.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) color: Color,
    /// Whether it runs upwards.
    pub(crate) upwards: bool,
    /// Whether what is under it is kept off by a white edge.
    pub(crate) edged: bool,
}

/// The width of the edge of a text that has one; half of it is under the text.
pub(crate) const TEXT_EDGE: f64 = 2.5;

impl Type {
    /// Where the line that a text stands on starts, ends or has its middle, for a text at a place. The
    /// middle of its height lies a third of its size above that line.
    pub(crate) fn foot(&self, at: At) -> At {
        let drop = 0.35 * self.size;
        if self.upwards { (at.0 + drop, at.1) } else { (at.0, at.1 + drop) }
    }
}

/// One thing that is drawn.
#[derive(Debug)]
pub(crate) enum Item {
    /// A line through points.
    Line { points: Vec<At>, stroke: Stroke },
    /// A closed and filled line through points.
    Polygon { points: Vec<At>, fill: Color, edge: Stroke },
    /// A rectangle; without a fill, what is under it shows.
    Rectangle { area: Area, fill: Option<Color>, edge: Option<Stroke> },
    /// A filled circle.
    Circle { at: At, radius: f64, fill: Color, edge: Stroke },
    /// A text; no character in it steers anything.
    Text { at: At, text: String, kind: Type },
    /// What comes up to the end of the group shows this text under the pointer, where there is a pointer, and stands
    /// for these pairs.
    Group { title: String, behind: Option<PairsBehind> },
    /// The end of a group.
    GroupEnd,
}

/// A figure as it is drawn.
#[derive(Debug)]
pub(crate) struct Scene {
    /// What is read out in its place.
    pub(crate) title: String,
    /// What tells names within it from those of other figures on one page: letters and digits.
    pub(crate) id: String,
    /// All of it, with an empty edge around what is drawn.
    pub(crate) page: Area,
    pub(crate) items: Vec<Item>,
}
