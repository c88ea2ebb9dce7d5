//! A figure as it is drawn in a page: texts as texts in the font of the page, and colours as classes of its style, so
//! that it follows light and dark. Marks link to the pairs that they count.

use std::fmt::{self, Write};

use super::canvas::SIZE;
use super::palette::{BLUE, Color, EMPTY, FAINT, GRID, INK, PALE, PAPER, VERMILION};
use super::scene::{Item, Scene, Stroke, Type};
use super::svg::{Escaped, Pen, Points, Short, Standing};
use crate::PairsBehind;

/// Pixels of a page for each point of a scene: texts of 8 points have 12 pixels.
const SCALE: f64 = 1.5;

/// The colours that the style of a page has in light and dark, by their class.
const CLASSES: [(Color, char); 8] = [
    (INK, 'i'),
    (FAINT, 'f'),
    (GRID, 'g'),
    (PAPER, 'p'),
    (PALE, 'l'),
    (EMPTY, 'e'),
    (BLUE, 'a'),
    (VERMILION, 'v'),
];

fn class(color: Color) -> Option<char> {
    CLASSES.iter().find(|(known, _)| *known == color).map(|(_, class)| *class)
}

/// The scene as an SVG element, its marks links if `address` knows the pairs behind them.
pub(crate) fn native(scene: &Scene, address: &dyn Fn(&PairsBehind) -> Option<String>) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write(scene, address, &mut out);
    out
}

fn write(
    scene: &Scene,
    address: &dyn Fn(&PairsBehind) -> Option<String>,
    out: &mut String,
) -> fmt::Result {
    let page = scene.page;
    write!(
        out,
        "<svg class=\"native\" role=\"group\" aria-label=\"{}\" width=\"{}\" height=\"{}\" \
         viewBox=\"{} {} {} {}\" font-size=\"{SIZE}\">",
        Escaped(&scene.title),
        Short((page.width * SCALE).round()),
        Short((page.height * SCALE).round()),
        Short(page.left),
        Short(page.top),
        Short(page.width),
        Short(page.height)
    )?;
    let mut open = Vec::new();
    for item in &scene.items {
        match item {
            Item::Line { points, stroke } => {
                write!(out, "<path d=\"{}\" fill=\"none\"{}/>", Points(points), Edge(*stroke))?;
            }
            Item::Polygon { points, fill, edge } => {
                write!(out, "<path d=\"{}Z\"{}{}/>", Points(points), Fill(*fill), Edge(*edge))?;
            }
            Item::Rectangle { area, fill, edge } => {
                let (width, height) = (area.width.max(0.0), area.height.max(0.0));
                let (left, top) = (Short(area.left), Short(area.top));
                let (width, height) = (Short(width), Short(height));
                write!(
                    out,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\""
                )?;
                match fill {
                    Some(fill) => write!(out, "{}", Fill(*fill))?,
                    None => out.write_str(" fill=\"none\"")?,
                }
                match edge {
                    Some(edge) => write!(out, "{}/>", Edge(*edge))?,
                    None => out.write_str("/>")?,
                }
            }
            Item::Circle { at: (x, y), radius, fill, edge } => {
                let (x, y, radius) = (Short(*x), Short(*y), Short(*radius));
                let (fill, edge) = (Fill(*fill), Edge(*edge));
                write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}{edge}/>")?;
            }
            Item::Text { at, text, kind } => {
                let (standing, look) = (Standing(*at, *kind), Look(*kind));
                write!(out, "<text{standing}{look}>{}</text>", Escaped(text))?;
            }
            Item::Group { title, behind } => {
                let address = behind.as_ref().and_then(address);
                match &address {
                    Some(address) => write!(out, "<a href=\"{}\">", Escaped(address))?,
                    None => out.write_str("<g>")?,
                }
                write!(out, "<title>{}</title>", Escaped(title))?;
                open.push(if address.is_some() { "</a>" } else { "</g>" });
            }
            Item::GroupEnd => out.write_str(open.pop().unwrap_or_default())?,
        }
    }
    out.write_str("</svg>")
}

/// The attributes of an area's colour.
struct Fill(Color);

impl fmt::Display for Fill {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match class(self.0) {
            Some(class) => write!(formatter, " data-f=\"{class}\""),
            None => write!(formatter, " fill=\"{}\"", self.0),
        }
    }
}

/// The attributes of a line.
struct Edge(Stroke);

impl fmt::Display for Edge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(class) = class(self.0.color) {
            write!(formatter, " data-s=\"{class}\"")?;
        }
        write!(formatter, "{}", Pen(self.0))
    }
}

/// The attributes of a text's colour; white text stands on a colour that is no class.
struct Look(Type);

impl fmt::Display for Look {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.color {
            PAPER => write!(formatter, " fill=\"{PAPER}\"")?,
            color => write!(formatter, "{}", Fill(color))?,
        }
        formatter.write_str(if self.0.edged { " class=\"edged\"" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas::{Anchor, Canvas, plain, stroke};
    use super::*;
    use crate::Numbers;

    #[test]
    fn colours_are_classes_and_texts_are_escaped_texts() {
        let mut canvas = Canvas::new(100.0, Numbers::default());
        canvas.text((1.0, 2.0), "<b>&\u{0}", plain(SIZE, Anchor::Middle));
        canvas.line((0.0, 0.0), (1.0, 1.0), stroke(GRID, 0.5));
        let svg = native(&canvas.finish(10.0, "\"title\""), &|_| None);
        assert!(svg.contains("data-f=\"i\">&lt;b&gt;&amp;\u{fffd}</text>"), "{svg}");
        assert!(svg.contains("data-s=\"g\"") && svg.contains("aria-label=\"&quot;title&quot;\""));
        assert!(!svg.contains("style=") && !svg.contains("<use"));
    }
}
