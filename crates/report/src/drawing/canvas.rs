//! What plots draw on: it puts shapes together from lines and areas, and cuts texts that are too wide.

use super::font::Font;
use super::palette::{Color, Fill, Hatch, INK, Look, PAPER};
pub(crate) use super::scene::{Anchor, Area, At, Stroke, Type, stroke};
use super::scene::{Item, Scene};
use crate::{Numbers, PairsBehind, harmless};

/// The size of names and axes.
pub(crate) const SIZE: f64 = 8.0;
/// The size of values within a figure.
pub(crate) const SMALL: f64 = 7.0;

/// The empty edge of a figure.
const MARGIN: f64 = 2.0;

/// What shows under the pointer is cut at this width, in its size: some 400 letters.
const TITLE: f64 = 200.0;

/// Plain type.
pub(crate) fn plain(size: f64, anchor: Anchor) -> Type {
    Type { size, anchor, color: INK, upwards: false, edged: false }
}

/// What is drawn.
pub(crate) struct Canvas {
    pub(crate) font: Font,
    /// The width of what is drawn.
    pub(crate) width: f64,
    /// How numbers are written.
    pub(crate) numbers: Numbers,
    items: Vec<Item>,
}

impl Canvas {
    /// A page of that width.
    pub(crate) fn new(width: f64, numbers: Numbers) -> Self {
        let width = width - 2.0 * MARGIN;
        Self { font: Font::new(), width, numbers, items: Vec::new() }
    }

    /// What stands beside an axis of accuracy.
    pub(crate) fn accuracy(&self) -> &'static str {
        if self.numbers.fractions { "accuracy" } else { "accuracy (%)" }
    }

    /// The whole, for a drawing of that height; `title` is read out in its place.
    pub(crate) fn finish(self, height: f64, title: &str) -> Scene {
        let page = Area {
            left: -MARGIN,
            top: -MARGIN,
            width: self.width + 2.0 * MARGIN,
            height: height + 2.0 * MARGIN,
        };
        Scene { title: harmless(title), id: String::new(), page, items: self.items }
    }

    /// What `draw` draws, with a text that shows under the pointer.
    pub(crate) fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        self.counting(title, None, draw);
    }

    /// The same for what stands for pairs that can be read somewhere.
    pub(crate) fn counting(
        &mut self,
        title: &str,
        behind: Option<&PairsBehind>,
        draw: impl FnOnce(&mut Self),
    ) {
        let title = harmless(&self.font.fitted(title, 1.0, TITLE));
        self.items.push(Item::Group { title, behind: behind.cloned() });
        draw(self);
        self.items.push(Item::GroupEnd);
    }

    pub(crate) fn line(&mut self, from: At, to: At, stroke: Stroke) {
        self.path(&[from, to], stroke);
    }

    pub(crate) fn path(&mut self, points: &[At], stroke: Stroke) {
        self.items.push(Item::Line { points: points.to_vec(), stroke });
    }

    pub(crate) fn area(&mut self, area: Area, fill: Color, edge: Option<Stroke>) {
        self.items.push(Item::Rectangle { area, fill: Some(fill), edge });
    }

    /// The edge of an area.
    pub(crate) fn frame(&mut self, area: Area, edge: Stroke) {
        self.items.push(Item::Rectangle { area, fill: None, edge: Some(edge) });
    }

    /// A bar with its hatch and a thin edge.
    pub(crate) fn bar(&mut self, area: Area, fill: Fill) {
        self.area(area, fill.color, Some(stroke(INK, 0.5)));
        self.hatch(area, fill.hatch, INK);
    }

    /// Lines over an area, ending at its edge.
    pub(crate) fn hatch(&mut self, area: Area, hatch: Hatch, color: Color) {
        const STEP: f64 = 3.0;
        let line = stroke(color, 0.5);
        let (width, height) = (area.width, area.height);
        if width <= 0.0 || height <= 0.0 || hatch == Hatch::None {
            return;
        }
        if hatch == Hatch::Level {
            let mut down = STEP;
            while down < height {
                let y = area.bottom() - down;
                self.line((area.left, y), (area.right(), y), line);
                down += STEP;
            }
            return;
        }
        // The line `along + up = offset` through the area, measured from its lower corner.
        let mut offset = STEP;
        while offset < width + height {
            let from = (offset.min(width), (offset - width).max(0.0));
            let to = ((offset - height).max(0.0), offset.min(height));
            let place = |(along, up): At| match hatch {
                Hatch::Falling => (area.left + along, area.bottom() - up),
                _ => (area.right() - along, area.bottom() - up),
            };
            self.line(place(from), place(to), line);
            offset += STEP;
        }
    }

    /// A point of that radius.
    pub(crate) fn mark(&mut self, at: At, radius: f64, look: Look) {
        let fill = if look.filled { look.color } else { PAPER };
        let edge = if look.filled { stroke(PAPER, 0.4) } else { stroke(look.color, 1.0) };
        let (x, y) = at;
        let Some(corners) = look.shape.corners() else {
            self.items.push(Item::Circle { at, radius, fill, edge });
            return;
        };
        let around = corners.iter().map(|(along, down)| (x + radius * along, y + radius * down));
        self.items.push(Item::Polygon { points: around.collect(), fill, edge });
    }

    /// A text as it is: nothing in it is markup.
    pub(crate) fn text(&mut self, at: At, text: &str, kind: Type) {
        self.items.push(Item::Text { at, text: harmless(text), kind });
    }

    /// A text, cut where it is wider than `limit`; the whole then shows under the pointer.
    pub(crate) fn text_within(&mut self, at: At, text: &str, limit: f64, kind: Type) {
        let fitted = self.font.fitted(text, kind.size, limit);
        if fitted == text {
            self.text(at, text, kind);
        } else {
            self.titled(text, |canvas| canvas.text(at, &fitted, kind));
        }
    }

    /// The width of a text.
    pub(crate) fn wide(&self, text: &str, size: f64) -> f64 {
        self.font.width(text, size)
    }

    /// The width of the widest text, at most `limit`.
    pub(crate) fn widest<'a>(
        &self,
        texts: impl IntoIterator<Item = &'a str>,
        size: f64,
        limit: f64,
    ) -> f64 {
        let mut widest = 0.0_f64;
        for text in texts {
            let start: String = text.chars().take(300).collect();
            widest = widest.max(self.wide(&start, size));
        }
        widest.min(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hatches_stay_within_their_area() {
        let area = Area { left: 10.0, top: 20.0, width: 7.0, height: 31.0 };
        for hatch in [Hatch::Rising, Hatch::Falling, Hatch::Level] {
            let mut canvas = Canvas::new(100.0, Numbers::default());
            canvas.hatch(area, hatch, INK);
            let lines: Vec<Vec<At>> = canvas
                .finish(100.0, "")
                .items
                .into_iter()
                .filter_map(|item| match item {
                    Item::Line { points, .. } => Some(points),
                    _ => None,
                })
                .collect();
            assert!(lines.len() > 5);
            for (x, y) in lines.into_iter().flatten() {
                assert!((10.0..=17.0).contains(&x) && (20.0..=51.0).contains(&y), "{x} {y}");
            }
        }
    }
}
