//! A figure as PNG.

use std::io;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use tiny_skia::{
    FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke as Pen, StrokeDash,
    Transform,
};

use super::picture::Picture;
use crate::drawing::palette::{Color, PAPER};
use crate::drawing::scene::{Area, At, Item, Stroke, TEXT_EDGE};
use crate::drawing::typeset::Placed;

/// The picture, at so many dots an inch.
///
/// # Errors
/// Where it is too small or too large for a picture.
pub(super) fn png(picture: &Picture, dots_per_inch: u32) -> io::Result<Vec<u8>> {
    let page = picture.scene.page;
    let scale = f64::from(dots_per_inch) / 72.0;
    let pixels = |points: f64| (points * scale).round() as u32;
    let pixmap = Pixmap::new(pixels(page.width), pixels(page.height))
        .ok_or_else(|| io::Error::other("the figure is too small or too large for a picture"))?;
    let scale = scale as f32;
    let to_pixels =
        Transform::from_scale(scale, scale).pre_translate(-page.left as f32, -page.top as f32);
    let mut raster = Raster { pixmap, to_pixels };
    let [red, green, blue] = PAPER.channels();
    raster.pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    let mut texts = picture.texts.iter();
    for item in &picture.scene.items {
        match item {
            Item::Line { points, stroke } => {
                if let Some(path) = through(points, false) {
                    raster.stroke(&path, *stroke);
                }
            }
            Item::Polygon { points, fill, edge } => {
                if let Some(path) = through(points, true) {
                    raster.fill(&path, *fill, Transform::identity());
                    raster.stroke(&path, *edge);
                }
            }
            Item::Rectangle { area, fill, edge } => raster.rectangle(*area, *fill, *edge),
            Item::Circle { at, radius, fill, edge } => {
                let circle = PathBuilder::from_circle(at.0 as f32, at.1 as f32, *radius as f32);
                if let Some(path) = circle {
                    raster.fill(&path, *fill, Transform::identity());
                    raster.stroke(&path, *edge);
                }
            }
            Item::Text { kind, .. } => {
                let glyphs = texts.next().map_or(&[][..], Vec::as_slice);
                let shapes = glyphs.iter().filter_map(|placed: &Placed| {
                    Some((picture.outlines.get(&placed.glyph)?, placed.place))
                });
                if kind.edged {
                    for (outline, place) in shapes.clone() {
                        if let Some(path) = outline.clone().transform(place) {
                            raster.text_edge(&path);
                        }
                    }
                }
                for (outline, place) in shapes {
                    raster.fill(outline, kind.color, place);
                }
            }
            Item::Group { .. } | Item::GroupEnd => {}
        }
    }
    encoded(&raster.pixmap).map_err(io::Error::other)
}

/// Pixels that are drawn on in points.
struct Raster {
    pixmap: Pixmap,
    to_pixels: Transform,
}

impl Raster {
    fn fill(&mut self, path: &Path, color: Color, place: Transform) {
        let place = self.to_pixels.pre_concat(place);
        self.pixmap.fill_path(path, &paint(color), FillRule::Winding, place, None);
    }

    fn stroke(&mut self, path: &Path, stroke: Stroke) {
        let dash = stroke.dash.iter().map(|length| *length as f32).collect::<Vec<_>>();
        let pen =
            Pen { width: stroke.width as f32, dash: StrokeDash::new(dash, 0.0), ..Pen::default() };
        self.pixmap.stroke_path(path, &paint(stroke.color), &pen, self.to_pixels, None);
    }

    fn text_edge(&mut self, path: &Path) {
        let pen = Pen { width: TEXT_EDGE as f32, line_join: LineJoin::Round, ..Pen::default() };
        self.pixmap.stroke_path(path, &paint(PAPER), &pen, self.to_pixels, None);
    }

    fn rectangle(&mut self, area: Area, fill: Option<Color>, edge: Option<Stroke>) {
        let [left, top, width, height] =
            [area.left, area.top, area.width, area.height].map(|length| length as f32);
        let Some(rectangle) = Rect::from_xywh(left, top, width, height) else { return };
        let path = PathBuilder::from_rect(rectangle);
        if let Some(fill) = fill {
            self.fill(&path, fill, Transform::identity());
        }
        if let Some(edge) = edge {
            self.stroke(&path, edge);
        }
    }
}

fn paint(color: Color) -> Paint<'static> {
    let [red, green, blue] = color.channels();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn through(points: &[At], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// Nothing shines through the paper, so there are three bytes a pixel.
fn encoded(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(pixmap.data().len() / 4 * 3);
    for pixel in pixmap.data().chunks_exact(4) {
        bytes.extend_from_slice(&pixel[..3]);
    }
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // A drawing has areas of one colour: a row is mostly the one above, and more effort finds nothing.
    encoder.set_filter(Filter::Up);
    encoder.set_deflate_compression(DeflateCompression::Level(1));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}
