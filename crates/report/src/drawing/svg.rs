//! A figure as SVG.
//!
//! Only what every reader of SVG draws alike: no style sheets (a page may forbid them), no patterns and
//! no references (several figures stand in one page), hatches as lines.

use std::fmt::{self, Write};

use super::font::FAMILIES;
use super::palette::PAPER;
use super::scene::{Anchor, At, Item, Scene, Stroke, TEXT_EDGE, Type};

/// The SVG document.
pub(crate) fn svg(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write(scene, &mut out);
    out
}

fn write(scene: &Scene, out: &mut String) -> fmt::Result {
    let page = scene.page;
    let (left, top) = (Short(page.left), Short(page.top));
    let (width, height) = (Short(page.width), Short(page.height));
    let title = Escaped(&scene.title);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{}mm\" \
         height=\"{}mm\" viewBox=\"{left} {top} {width} {height}\" font-family=\"{FAMILIES}\">",
        Short(page.width * 25.4 / 72.0),
        Short(page.height * 25.4 / 72.0)
    )?;
    writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>"
    )?;
    for item in &scene.items {
        write_item(item, out)?;
    }
    out.write_str("</svg>\n")
}

fn write_item(item: &Item, out: &mut String) -> fmt::Result {
    match item {
        Item::Line { points, stroke } => {
            writeln!(out, "<path d=\"{}\" fill=\"none\"{}/>", Points(points), Pen(*stroke))
        }
        Item::Polygon { points, fill, edge } => {
            writeln!(out, "<path d=\"{}Z\" fill=\"{fill}\"{}/>", Points(points), Pen(*edge))
        }
        Item::Rectangle { area, fill, edge } => {
            write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                Short(area.left),
                Short(area.top),
                Short(area.width.max(0.0)),
                Short(area.height.max(0.0))
            )?;
            match fill {
                Some(fill) => write!(out, " fill=\"{fill}\"")?,
                None => out.write_str(" fill=\"none\"")?,
            }
            if let Some(edge) = edge {
                write!(out, "{}", Pen(*edge))?;
            }
            out.write_str("/>\n")
        }
        Item::Circle { at: (x, y), radius, fill, edge } => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"{}/>",
            Short(*x),
            Short(*y),
            Short(*radius),
            Pen(*edge)
        ),
        Item::Text { at, text, kind } => write_text(*at, text, *kind, out),
        Item::Group { title } => writeln!(out, "<g><title>{}</title>", Escaped(title)),
        Item::GroupEnd => out.write_str("</g>\n"),
    }
}

fn write_text(at: At, text: &str, kind: Type, out: &mut String) -> fmt::Result {
    let anchor = match kind.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (x, y) = kind.foot(at);
    let (x, y) = (Short(x), Short(y));
    let (size, color) = (Short(kind.size), kind.color);
    write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\"{anchor}")?;
    if kind.upwards {
        write!(out, " transform=\"rotate(-90 {x} {y})\"")?;
    }
    if kind.edged {
        write!(
            out,
            " paint-order=\"stroke\" stroke=\"{PAPER}\" stroke-width=\"{TEXT_EDGE}\" \
             stroke-linejoin=\"round\""
        )?;
    }
    writeln!(out, ">{}</text>", Escaped(text))
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

/// The attributes of a line.
struct Pen(Stroke);

impl fmt::Display for Pen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stroke { color, width, dash } = self.0;
        write!(formatter, " stroke=\"{color}\" stroke-width=\"{}\"", Short(width))?;
        if !dash.is_empty() {
            let lengths: Vec<String> = dash.iter().map(f64::to_string).collect();
            write!(formatter, " stroke-dasharray=\"{}\"", lengths.join(" "))?;
        }
        Ok(())
    }
}

/// A text that means nothing to XML, without what XML forbids.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\u{fffe}' | '\u{ffff}' => formatter.write_char('\u{fffd}')?,
                other => formatter.write_char(other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;
    use crate::drawing::Canvas;
    use crate::drawing::canvas::{SIZE, plain};

    #[test]
    fn text_is_no_markup() {
        let mut canvas = Canvas::new(100.0, Numbers::default());
        canvas.text((0.0, 0.0), "<a b=\"c\">&\u{0}\u{202e}\u{fffe}", plain(SIZE, Anchor::Start));
        let svg = svg(&canvas.finish(10.0, ""));
        assert!(
            svg.contains(">&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\u{fffd}\u{fffd}</text>"),
            "{svg}"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.126, -0.001, f64::NAN].map(|value| Short(value).to_string()),
            ["1", "0.13", "0", "0"]
        );
    }
}
