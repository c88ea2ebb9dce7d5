//! A figure as a PDF of one page of its size.
//!
//! Texts are outlines: every reader shows them alike, without a font. Each glyph that occurs is written once,
//! and drawn wherever it stands.

use std::collections::BTreeMap;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use tiny_skia::{Path, PathBuilder, PathSegment, Point, Transform};

use crate::drawing::palette::{Color, PAPER};
use crate::drawing::picture::Picture;
use crate::drawing::scene::{Area, At, Item, Stroke, TEXT_EDGE};
use crate::drawing::typeset::Line;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFORMATION: Ref = Ref::new(5);
/// The first glyph; the others follow.
const GLYPHS: i32 = 6;

/// The document.
pub(in crate::render) fn pdf(picture: &Picture) -> io::Result<Vec<u8>> {
    let page = picture.scene.page;
    let names: BTreeMap<u16, (String, Ref)> = (GLYPHS..)
        .zip(picture.outlines.keys())
        .map(|(number, glyph)| (*glyph, (format!("g{glyph}"), Ref::new(number))))
        .collect();
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut leaf = pdf.page(PAGE);
    leaf.parent(PAGES).contents(CONTENT);
    leaf.media_box(Rect::new(0.0, 0.0, page.width as f32, page.height as f32));
    let mut resources = leaf.resources();
    let mut glyphs = resources.x_objects();
    for (name, at) in names.values() {
        glyphs.pair(Name(name.as_bytes()), at);
    }
    glyphs.finish();
    resources.finish();
    leaf.finish();
    let content = compressed(&drawn(picture, &names))?;
    pdf.stream(CONTENT, &content).filter(Filter::FlateDecode);
    for (glyph, outline) in &picture.outlines {
        let Some((_, at)) = names.get(glyph) else { continue };
        let mut content = Content::new();
        draw_path(outline, &mut content);
        content.fill_nonzero();
        let content = compressed(&content.finish())?;
        let bounds = outline.bounds();
        let mut form = pdf.form_xobject(*at, &content);
        form.bbox(Rect::new(bounds.left(), bounds.top(), bounds.right(), bounds.bottom()));
        form.filter(Filter::FlateDecode);
    }
    pdf.document_info(INFORMATION).title(TextStr(&picture.scene.title)).producer(TextStr("phenom"));
    Ok(pdf.finish())
}

/// What is drawn on the page.
fn drawn(picture: &Picture, names: &BTreeMap<u16, (String, Ref)>) -> Vec<u8> {
    let page = picture.scene.page;
    let mut content = Content::new();
    // On a page of PDF up is up.
    let (left, top) = (page.left as f32, page.bottom() as f32);
    content.transform([1.0, 0.0, 0.0, -1.0, -left, top]);
    rectangle(page, Some(PAPER), None, &mut content);
    let mut texts = picture.texts.iter();
    for item in &picture.scene.items {
        match item {
            Item::Line { points, stroke } => {
                set_pen(*stroke, &mut content);
                through(points, &mut content);
                content.stroke();
            }
            Item::Polygon { points, fill, edge } => {
                set_fill(*fill, &mut content);
                set_pen(*edge, &mut content);
                through(points, &mut content);
                content.close_fill_nonzero_and_stroke();
            }
            Item::Rectangle { area, fill, edge } => rectangle(*area, *fill, *edge, &mut content),
            Item::Circle { at, radius, fill, edge } => {
                let circle = PathBuilder::from_circle(at.0 as f32, at.1 as f32, *radius as f32);
                if let Some(path) = circle {
                    set_fill(*fill, &mut content);
                    set_pen(*edge, &mut content);
                    draw_path(&path, &mut content);
                    content.fill_nonzero_and_stroke();
                }
            }
            Item::Text { kind, .. } => {
                let Some(line) = texts.next() else { continue };
                if kind.edged {
                    text_edge(picture, line, &mut content);
                }
                set_fill(kind.color, &mut content);
                for (glyph, place) in line.placed() {
                    let Some((name, _)) = names.get(&glyph) else { continue };
                    let Transform { sx, ky, kx, sy, tx, ty } = place;
                    content.save_state();
                    content.transform([
                        fine(sx),
                        fine(ky),
                        fine(kx),
                        fine(sy),
                        short(tx),
                        short(ty),
                    ]);
                    content.x_object(Name(name.as_bytes()));
                    content.restore_state();
                }
            }
            Item::Group { .. } | Item::GroupEnd => {}
        }
    }
    content.finish().into_vec()
}

/// The edge that keeps off what is under a text.
fn text_edge(picture: &Picture, line: &Line, content: &mut Content) {
    content.save_state();
    set_pen(Stroke { color: PAPER, width: TEXT_EDGE, dash: &[] }, content);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for (glyph, place) in line.placed() {
        let outline = picture.outlines.get(&glyph).cloned();
        if let Some(path) = outline.and_then(|outline| outline.transform(place)) {
            draw_path(&path, content);
        }
    }
    content.stroke();
    content.restore_state();
}

fn rectangle(area: Area, fill: Option<Color>, edge: Option<Stroke>, content: &mut Content) {
    let [left, top, width, height] =
        [area.left, area.top, area.width, area.height].map(|length| short(length as f32));
    if width <= 0.0 || height <= 0.0 {
        return;
    }
    if let Some(fill) = fill {
        set_fill(fill, content);
    }
    if let Some(edge) = edge {
        set_pen(edge, content);
    }
    content.rect(left, top, width, height);
    match (fill, edge) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

fn set_fill(color: Color, content: &mut Content) {
    let [red, green, blue] = channels(color);
    content.set_fill_rgb(red, green, blue);
}

fn set_pen(stroke: Stroke, content: &mut Content) {
    let [red, green, blue] = channels(stroke.color);
    content.set_stroke_rgb(red, green, blue);
    content.set_line_width(stroke.width as f32);
    content.set_dash_pattern(stroke.dash.iter().map(|length| *length as f32), 0.0);
}

fn channels(color: Color) -> [f32; 3] {
    color.channels().map(|channel| fine(f32::from(channel) / 255.0))
}

fn through(points: &[At], content: &mut Content) {
    for (index, (x, y)) in points.iter().enumerate() {
        let (x, y) = (short(*x as f32), short(*y as f32));
        if index == 0 {
            content.move_to(x, y)
        } else {
            content.line_to(x, y)
        };
    }
}

fn draw_path(path: &Path, content: &mut Content) {
    let mut from = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(short(to.x), short(to.y));
                from = to;
            }
            PathSegment::LineTo(to) => {
                content.line_to(short(to.x), short(to.y));
                from = to;
            }
            PathSegment::QuadTo(by, to) => {
                // PDF has cubic curves alone.
                let third = |end: Point| {
                    (short((end.x + 2.0 * by.x) / 3.0), short((end.y + 2.0 * by.y) / 3.0))
                };
                let ((x1, y1), (x2, y2)) = (third(from), third(to));
                content.cubic_to(x1, y1, x2, y2, short(to.x), short(to.y));
                from = to;
            }
            PathSegment::CubicTo(one, two, to) => {
                let [x1, y1, x2, y2, x, y] = [one.x, one.y, two.x, two.y, to.x, to.y].map(short);
                content.cubic_to(x1, y1, x2, y2, x, y);
                from = to;
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

/// A length in points to a thousandth: far less than any printer's dot.
fn short(length: f32) -> f32 {
    rounded(length, 1e3)
}

/// A factor.
fn fine(factor: f32) -> f32 {
    rounded(factor, 1e7)
}

fn rounded(number: f32, steps: f64) -> f32 {
    ((f64::from(number) * steps).round() / steps) as f32
}

fn compressed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    encoder.finish()
}
