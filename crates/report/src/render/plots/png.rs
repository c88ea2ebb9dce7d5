//! A figure as PNG.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter, PixelDimensions, Unit};
use tiny_skia::{
    FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect,
    Stroke as Pen, StrokeDash, Transform,
};

use crate::drawing::palette::{Color, PAPER};
use crate::drawing::picture::Picture;
use crate::drawing::scene::{Area, At, Item, Stroke, TEXT_EDGE};

/// The picture, at so many dots an inch.
///
/// # Errors
/// Where it is too small or too large for a picture.
pub(in crate::render) fn png(picture: &Picture, dots_per_inch: u32) -> io::Result<Vec<u8>> {
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
                let Some(line) = texts.next() else { continue };
                let shapes = line
                    .placed()
                    .filter_map(|(glyph, place)| Some((picture.outlines.get(&glyph)?, place)));
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
    encoded(&raster.pixmap, dots_per_inch).map_err(io::Error::other)
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

/// As many colours as one byte a pixel can name.
const COLORS: usize = 256;

/// A drawing has few colours, and between them the many of edges that were smoothed: the most frequent ones are in
/// a palette, and of the others each pixel has the nearest of these. Nothing shines through the paper.
fn encoded(pixmap: &Pixmap, dots_per_inch: u32) -> Result<Vec<u8>, png::EncodingError> {
    // Most pixels are as the one before.
    let runs = || pixmap.pixels().chunk_by(|one, next| one == next);
    let color = |run: &[PremultipliedColorU8]| {
        run.first().map_or([255; 3], |pixel| [pixel.red(), pixel.green(), pixel.blue()])
    };
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for run in runs() {
        *counts.entry(color(run)).or_default() += run.len();
    }
    let mut by_count: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    by_count.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
    let palette: Vec<[u8; 3]> = by_count.iter().take(COLORS).map(|(color, _)| *color).collect();
    let number = |color: &[u8; 3]| {
        let nearest = (0..=u8::MAX).zip(&palette).min_by_key(|(_, known)| distance(color, known));
        nearest.map_or(0, |(number, _)| number)
    };
    let numbers: HashMap<[u8; 3], u8> =
        by_count.iter().map(|(color, _)| (*color, number(color))).collect();
    let mut bytes = Vec::with_capacity(pixmap.pixels().len());
    for run in runs() {
        let number = numbers.get(&color(run)).copied().unwrap_or_default();
        bytes.resize(bytes.len() + run.len(), number);
    }

    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    // So that it has its width wherever it is put in.
    let dots = (f64::from(dots_per_inch) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: dots, yppu: dots, unit: Unit::Meter }));
    // The numbers of a palette have no order that a filter could use.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(6));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}

/// How far two colours are from each other: the square of the distance.
fn distance(one: &[u8; 3], other: &[u8; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
}
