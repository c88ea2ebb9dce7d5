//! A page of an SVG: lines, areas, marks and texts, in points (1/72 inch).
//!
//! Only what every reader of SVG draws alike: no style sheets (a page may forbid them), no patterns and
//! no references (several figures stand in one page), hatches as lines.

use std::fmt::{self, Write};

use super::font::{FAMILIES, Font};
use super::palette::{Fill, Hatch, INK, Look, PAPER, Shape};
use crate::{Numbers, harmless};

/// The size of names and axes.
pub(crate) const SIZE: f64 = 8.0;
/// The size of values within a figure.
pub(crate) const SMALL: f64 = 7.0;

/// The empty edge of a figure.
const MARGIN: f64 = 2.0;

/// What shows under the pointer is cut at this width, in its size: some 400 letters.
const TITLE: f64 = 200.0;

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

/// A line's colour, width and dash.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: &'static str,
    pub(crate) width: f64,
    pub(crate) dash: &'static str,
}

/// A line.
pub(crate) fn stroke(color: &'static str, width: f64) -> Stroke {
    Stroke { color, width, dash: "" }
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
    pub(crate) color: &'static str,
    /// Whether it runs upwards.
    pub(crate) upwards: bool,
    /// Whether what is under it is kept off by a white edge.
    pub(crate) edged: bool,
}

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
    body: String,
}

impl Canvas {
    /// A page of that width.
    pub(crate) fn new(width: f64, numbers: Numbers) -> Self {
        let width = width - 2.0 * MARGIN;
        Self { font: Font::new(), width, numbers, body: String::new() }
    }

    /// What stands beside an axis of accuracy.
    pub(crate) fn accuracy(&self) -> &'static str {
        if self.numbers.fractions { "accuracy" } else { "accuracy (%)" }
    }

    /// The SVG, for a drawing of that height; `title` is read out in its place.
    pub(crate) fn finish(self, height: f64, title: &str) -> String {
        let (width, height) = (self.width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" \
             width=\"{}mm\" height=\"{}mm\" viewBox=\"-{MARGIN} -{MARGIN} {} {}\" font-family=\"{FAMILIES}\">\n\
             <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n{}</svg>\n",
            Short(width * 25.4 / 72.0),
            Short(height * 25.4 / 72.0),
            Short(width),
            Short(height),
            self.body
        )
    }

    fn put(&mut self, arguments: fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.body.write_fmt(arguments);
    }

    /// What `draw` draws, with a text that shows under the pointer.
    pub(crate) fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        let title = escaped(&self.font.fitted(title, 1.0, TITLE));
        self.put(format_args!("<g><title>{title}</title>\n"));
        draw(self);
        self.body.push_str("</g>\n");
    }

    pub(crate) fn line(&mut self, from: At, to: At, stroke: Stroke) {
        self.path(&[from, to], stroke);
    }

    pub(crate) fn path(&mut self, points: &[At], stroke: Stroke) {
        self.put(format_args!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
            Points(points),
            stroke.color,
            Short(stroke.width),
            Dash(stroke.dash)
        ));
    }

    pub(crate) fn area(&mut self, area: Area, fill: &str, edge: Option<Stroke>) {
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"",
            Short(area.left),
            Short(area.top),
            Short(area.width.max(0.0)),
            Short(area.height.max(0.0))
        ));
        if let Some(edge) = edge {
            self.put(format_args!(
                " stroke=\"{}\" stroke-width=\"{}\"",
                edge.color,
                Short(edge.width)
            ));
        }
        self.body.push_str("/>\n");
    }

    /// A bar with its hatch and a thin edge.
    pub(crate) fn bar(&mut self, area: Area, fill: Fill) {
        self.area(area, fill.color, Some(stroke(INK, 0.5)));
        self.hatch(area, fill.hatch, INK);
    }

    /// Lines over an area, ending at its edge.
    pub(crate) fn hatch(&mut self, area: Area, hatch: Hatch, color: &'static str) {
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
        let edge = if look.filled { PAPER } else { look.color };
        let width = if look.filled { 0.4 } else { 1.0 };
        let (x, y) = at;
        let around = |points: &[At]| -> Vec<At> {
            points.iter().map(|(along, down)| (x + radius * along, y + radius * down)).collect()
        };
        let corners = match look.shape {
            Shape::Circle => {
                self.put(format_args!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" \
                     stroke-width=\"{width}\"/>\n",
                    Short(x),
                    Short(y),
                    Short(radius)
                ));
                return;
            }
            Shape::Square => around(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Shape::Up => around(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            Shape::Down => around(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
            Shape::Diamond => around(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        };
        self.put(format_args!(
            "<path d=\"{}Z\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\"/>\n",
            Points(&corners)
        ));
    }

    /// A text as it is: nothing in it is markup.
    pub(crate) fn text(&mut self, at: At, text: &str, kind: Type) {
        let anchor = match kind.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        // The middle of a text's height lies a third of its size above the line that it stands on.
        let drop = 0.35 * kind.size;
        let (x, y) = if kind.upwards { (at.0 + drop, at.1) } else { (at.0, at.1 + drop) };
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}",
            Short(x),
            Short(y),
            Short(kind.size),
            kind.color
        ));
        if kind.upwards {
            self.put(format_args!(" transform=\"rotate(-90 {} {})\"", Short(x), Short(y)));
        }
        if kind.edged {
            self.put(format_args!(
                " paint-order=\"stroke\" stroke=\"{PAPER}\" stroke-width=\"2.5\" \
                 stroke-linejoin=\"round\""
            ));
        }
        self.put(format_args!(">{}</text>\n", escaped(text)));
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

/// A number with at most two digits after the point.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            return formatter.write_str("0");
        }
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(if text == "-0" { "0" } else { text })
    }
}

/// The data of a path through points.
struct Points<'a>(&'a [At]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (x, y)) in self.0.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            write!(formatter, "{command}{} {}", Short(*x), Short(*y))?;
        }
        Ok(())
    }
}

struct Dash(&'static str);

impl fmt::Display for Dash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(formatter, " stroke-dasharray=\"{}\"", self.0)
    }
}

/// A text that means nothing to XML, without what XML forbids.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in harmless(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(
            escaped("<a b=\"c\">&\u{0}\u{202e}"),
            "&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.126, -0.001, f64::NAN].map(|value| Short(value).to_string()),
            ["1", "0.13", "0", "0"]
        );
    }

    #[test]
    fn hatches_stay_within_their_area() {
        let area = Area { left: 10.0, top: 20.0, width: 7.0, height: 31.0 };
        for hatch in [Hatch::Rising, Hatch::Falling, Hatch::Level] {
            let mut canvas = Canvas::new(100.0, Numbers::default());
            canvas.hatch(area, hatch, INK);
            let svg = canvas.finish(100.0, "");
            let tree = roxmltree::Document::parse(&svg).unwrap();
            let paths: Vec<_> = tree.descendants().filter_map(|node| node.attribute("d")).collect();
            assert!(paths.len() > 5);
            for at in
                paths.iter().flat_map(|path| path.split(['M', 'L']).filter(|path| !path.is_empty()))
            {
                let (x, y) = at.split_once(' ').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((10.0..=17.0).contains(&x) && (20.0..=51.0).contains(&y), "{at}");
            }
        }
    }
}
