//! A figure as SVG.
//!
//! Only what every reader of SVG draws alike: no style sheets (a page may forbid them), no patterns, hatches as
//! lines, and texts as outlines, so that a figure looks the same where none of its fonts is installed. Each glyph
//! is in the file once and is used wherever it occurs. So that texts are found and read out, they are at the end
//! again, unseen.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use tiny_skia::{Path, PathSegment, Point, Transform};

use super::canvas::SIZE;
use super::font::FAMILIES;
use super::palette::{INK, PAPER};
use super::picture::Picture;
use super::scene::{Anchor, At, Item, Stroke, TEXT_EDGE, Type};
use super::typeset::Line;

/// The SVG document.
pub(crate) fn svg(picture: &Picture) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write(picture, &mut out);
    out
}

fn write(picture: &Picture, out: &mut String) -> fmt::Result {
    let scene = &picture.scene;
    let page = scene.page;
    let (left, top) = (Short(page.left), Short(page.top));
    let (width, height) = (Short(page.width), Short(page.height));
    let title = Escaped(&scene.title);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{}mm\" \
         height=\"{}mm\" viewBox=\"{left} {top} {width} {height}\" fill=\"{INK}\">",
        Short(page.width * 25.4 / 72.0),
        Short(page.height * 25.4 / 72.0)
    )?;
    write_glyphs(picture, out)?;
    writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>"
    )?;
    let mut lines = picture.texts.iter();
    for item in &scene.items {
        match item {
            Item::Text { at, text, kind } => match lines.next().filter(|line| line.is_complete) {
                Some(line) => write_line(line, *kind, &scene.id, out)?,
                None => write_in_any_font(*at, text, *kind, out)?,
            },
            Item::Group { title, .. } => write!(out, "<g><title>{}</title>", Escaped(title))?,
            Item::GroupEnd => out.write_str("</g>\n")?,
            other => write_shape(other, out)?,
        }
    }
    write_unseen(picture, out)?;
    out.write_str("</svg>\n")
}

/// The glyphs that occur. A document may hold several figures, so that each has names of its own for them.
fn write_glyphs(picture: &Picture, out: &mut String) -> fmt::Result {
    let complete = picture.texts.iter().filter(|line| line.is_complete);
    let used: BTreeSet<u16> =
        complete.flat_map(|line| line.glyphs.iter().map(|glyph| glyph.number)).collect();
    if used.is_empty() {
        return Ok(());
    }
    out.write_str("<defs>\n")?;
    for glyph in used {
        if let Some(outline) = picture.outlines.get(&glyph) {
            writeln!(out, "<path id=\"{}{glyph}\" d=\"{}\"/>", picture.scene.id, Outline(outline))?;
        }
    }
    out.write_str("</defs>\n")
}

fn write_shape(item: &Item, out: &mut String) -> fmt::Result {
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
        Item::Text { .. } | Item::Group { .. } | Item::GroupEnd => Ok(()),
    }
}

/// A text as outlines.
fn write_line(line: &Line, kind: Type, id: &str, out: &mut String) -> fmt::Result {
    let Transform { sx, ky, kx, sy, tx, ty } = line.place;
    let [sx, ky, kx, sy] = [sx, ky, kx, sy].map(Factor);
    let [tx, ty] = [tx, ty].map(|length| Short(length.into()));
    let place = format!("<g transform=\"matrix({sx} {ky} {kx} {sy} {tx} {ty})\"");
    let mut glyphs = String::new();
    for glyph in &line.glyphs {
        write!(glyphs, "<use href=\"#{id}{}\"", glyph.number)?;
        for (name, offset) in [("x", glyph.along), ("y", glyph.up)] {
            if offset != 0 {
                write!(glyphs, " {name}=\"{offset}\"")?;
            }
        }
        glyphs.write_str("/>")?;
    }
    if kind.edged {
        // The edge is in the units of the font, too.
        let scale = f64::from(line.place.sx).hypot(f64::from(line.place.ky));
        let width = Short(TEXT_EDGE / scale);
        writeln!(
            out,
            "{place} stroke=\"{PAPER}\" stroke-width=\"{width}\" stroke-linejoin=\"round\">{glyphs}</g>"
        )?;
    }
    out.write_str(&place)?;
    if kind.color != INK {
        write!(out, " fill=\"{}\"", kind.color)?;
    }
    writeln!(out, ">{glyphs}</g>")
}

/// A text with a character that the shipped font lacks: some other font of the machine may have it.
fn write_in_any_font(at: At, text: &str, kind: Type, out: &mut String) -> fmt::Result {
    write!(out, "<text{} font-family=\"{FAMILIES}\" fill=\"{}\"", Standing(at, kind), kind.color)?;
    if kind.edged {
        write!(
            out,
            " paint-order=\"stroke\" stroke=\"{PAPER}\" stroke-width=\"{TEXT_EDGE}\" \
             stroke-linejoin=\"round\""
        )?;
    }
    writeln!(out, ">{}</text>", Escaped(text))
}

/// The texts that are outlines, once more for whoever searches or listens.
fn write_unseen(picture: &Picture, out: &mut String) -> fmt::Result {
    let texts = picture.scene.items.iter().filter_map(|item| match item {
        Item::Text { at, text, kind } => Some((*at, text, *kind)),
        _ => None,
    });
    let mut outlined = texts.zip(&picture.texts).filter(|(_, line)| line.is_complete).peekable();
    if outlined.peek().is_none() {
        return Ok(());
    }
    writeln!(out, "<g fill=\"none\" font-family=\"{FAMILIES}\" font-size=\"{}\">", Short(SIZE))?;
    for ((at, text, kind), _) in outlined {
        writeln!(out, "<text{}>{}</text>", Standing(at, kind), Escaped(text))?;
    }
    out.write_str("</g>\n")
}

/// Where a text stands and how large it is, where that is not the usual size.
pub(super) struct Standing(pub(super) At, pub(super) Type);

impl fmt::Display for Standing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(at, kind) = self;
        let (x, y) = kind.foot(*at);
        let (x, y) = (Short(x), Short(y));
        write!(formatter, " x=\"{x}\" y=\"{y}\"")?;
        if kind.size != SIZE {
            write!(formatter, " font-size=\"{}\"", Short(kind.size))?;
        }
        match kind.anchor {
            Anchor::Start => {}
            Anchor::Middle => formatter.write_str(" text-anchor=\"middle\"")?,
            Anchor::End => formatter.write_str(" text-anchor=\"end\"")?,
        }
        if kind.upwards {
            write!(formatter, " transform=\"rotate(-90 {x} {y})\"")?;
        }
        Ok(())
    }
}

/// The data of a path, each point told from the one before.
struct Outline<'a>(&'a Path);

impl fmt::Display for Outline<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut from = Point::zero();
        let mut start = from;
        let mut step = |formatter: &mut fmt::Formatter<'_>, command: char, points: &[Point]| {
            formatter.write_char(command)?;
            for (index, point) in points.iter().enumerate() {
                let (along, down) = (point.x - from.x, point.y - from.y);
                let gap = if index == 0 { "" } else { " " };
                write!(formatter, "{gap}{} {}", Short(along.into()), Short(down.into()))?;
            }
            if let Some(end) = points.last() {
                from = *end;
            } else {
                from = start;
            }
            if command == 'm' {
                start = from;
            }
            Ok(())
        };
        for segment in self.0.segments() {
            match segment {
                PathSegment::MoveTo(to) => step(formatter, 'm', &[to])?,
                PathSegment::LineTo(to) => step(formatter, 'l', &[to])?,
                PathSegment::QuadTo(by, to) => step(formatter, 'q', &[by, to])?,
                PathSegment::CubicTo(one, two, to) => step(formatter, 'c', &[one, two, to])?,
                PathSegment::Close => step(formatter, 'z', &[])?,
            }
        }
        Ok(())
    }
}

/// A factor from the font's units to points.
struct Factor(f32);

impl fmt::Display for Factor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.7}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A number with at most two digits after the point.
pub(super) struct Short(pub(super) f64);

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
pub(super) struct Points<'a>(pub(super) &'a [At]);

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
pub(super) struct Pen(pub(super) Stroke);

impl fmt::Display for Pen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stroke { color, width, dash } = self.0;
        write!(formatter, " stroke=\"{color}\"")?;
        // The width that a line has without one.
        if width != 1.0 {
            write!(formatter, " stroke-width=\"{}\"", Short(width))?;
        }
        if !dash.is_empty() {
            let lengths: Vec<String> = dash.iter().map(f64::to_string).collect();
            write!(formatter, " stroke-dasharray=\"{}\"", lengths.join(" "))?;
        }
        Ok(())
    }
}

/// A text that means nothing to XML, without what XML forbids.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

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
    use crate::drawing::canvas::plain;

    fn drawn(text: &str) -> String {
        let mut canvas = Canvas::new(100.0, Numbers::default());
        canvas.text((0.0, 0.0), text, plain(SIZE, Anchor::Start));
        let mut scene = canvas.finish(10.0, "");
        scene.id = "k".to_owned();
        svg(&Picture::new(scene))
    }

    #[test]
    fn text_is_no_markup() {
        let svg = drawn("<a b=\"c\">&\u{0}\u{202e}\u{fffe}");
        assert!(
            svg.contains(">&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\u{fffd}\u{fffd}</text>"),
            "{svg}"
        );
    }

    #[test]
    fn a_text_is_the_outlines_of_its_glyphs() {
        // 36 and 57 are A and V of the font, V 1366 - 152 behind A (see typeset.rs); 8 / 2048 is 0.00390625.
        let svg = drawn("AVA");
        assert!(
            svg.contains(
                "<g transform=\"matrix(0.0039062 0 0 -0.0039062 0 2.8)\"><use href=\"#k36\"/>\
                 <use href=\"#k57\" x=\"1214\"/><use href=\"#k36\" x=\"2428\"/></g>"
            ),
            "{svg}"
        );
        assert_eq!(svg.matches("<path id=\"k36\"").count(), 1);
        let (_, unseen) = svg.split_once("<g fill=\"none\"").unwrap();
        assert!(unseen.contains("<text x=\"0\" y=\"2.8\">AVA</text>"), "{unseen}");
        assert_eq!(svg.matches("<text").count(), 1);
    }

    #[test]
    fn a_text_that_the_font_lacks_is_left_to_other_fonts() {
        let svg = drawn("同义词");
        assert!(svg.contains("fill=\"#222\">同义词</text>") && !svg.contains("<use"), "{svg}");
    }

    #[test]
    fn an_outline_goes_from_point_to_point() {
        let mut builder = tiny_skia::PathBuilder::new();
        builder.move_to(10.0, 20.0);
        builder.line_to(15.0, 20.0);
        builder.quad_to(20.0, 25.5, 10.0, 30.0);
        builder.close();
        builder.move_to(11.0, 21.0);
        builder.line_to(11.0, 22.0);
        builder.close();
        let path = builder.finish().unwrap();
        assert_eq!(Outline(&path).to_string(), "m10 20l5 0q5 5.5 -5 10zm1 1l0 1z");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.126, -0.001, f64::NAN].map(|value| Short(value).to_string()),
            ["1", "0.13", "0", "0"]
        );
    }
}
