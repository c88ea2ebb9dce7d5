//! Texts as outlines of the font that is shipped, and of no other.
//!
//! A font is read once a figure, and the outline of each of its glyphs taken once: that is why pictures are
//! not left to a renderer of SVG, which does both anew for every text.

use std::collections::BTreeMap;

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, Script, ShapePlan, UnicodeBuffer, shape_with_plan};
use tiny_skia::{Path, PathBuilder, Transform};
use unicode_bidi::{BidiInfo, Level};

use super::font::FILE;
use super::scene::{Anchor, At, Type};

/// A glyph with its place: what takes its outline from the font's units, in which up is up, to the page, in
/// which up is down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) glyph: u16,
    pub(crate) place: Transform,
}

/// The outlines of all glyphs that texts were set with.
pub(crate) type Outlines = BTreeMap<u16, Path>;

/// Sets texts.
pub(crate) struct Typesetter {
    face: Option<Face<'static>>,
    /// What the font does to the letters of a script.
    plans: Vec<(Direction, Script, ShapePlan)>,
    outlines: Outlines,
}

impl Typesetter {
    pub(crate) fn new() -> Self {
        Self { face: Face::from_slice(FILE, 0), plans: Vec::new(), outlines: Outlines::new() }
    }

    /// The glyphs of a text from left to right, without those that show nothing. Blanks are taken as SVG takes
    /// them: one in the place of several, none at the ends.
    pub(crate) fn set(&mut self, at: At, text: &str, kind: Type) -> Vec<Placed> {
        let text = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let Some(face) = &self.face else { return Vec::new() };
        // The text runs from left to right, whatever its first letter.
        let directions = BidiInfo::new(&text, Some(Level::ltr()));
        let Some(line) = directions.paragraphs.first() else { return Vec::new() };
        let (levels, runs) = directions.visual_runs(line, line.range.clone());
        let mut glyphs = Vec::new();
        let mut end = 0;
        for run in runs {
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(&text[run.clone()]);
            buffer.set_direction(if levels[run.start].is_ltr() {
                Direction::LeftToRight
            } else {
                Direction::RightToLeft
            });
            buffer.guess_segment_properties();
            let shaped = shape_with_plan(face, plan(&mut self.plans, face, &buffer), buffer);
            for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
                // A font has at most 65535 glyphs.
                if let Ok(glyph) = u16::try_from(info.glyph_id) {
                    glyphs.push((glyph, end + position.x_offset, position.y_offset));
                }
                end += position.x_advance;
            }
        }
        let scale = kind.size / f64::from(face.units_per_em());
        let start = match kind.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * f64::from(end),
            Anchor::End => -f64::from(end),
        };
        let (x, y) = kind.foot(at);
        for (glyph, ..) in &glyphs {
            if !self.outlines.contains_key(glyph)
                && let Some(outline) = outline(face, *glyph)
            {
                self.outlines.insert(*glyph, outline);
            }
        }
        let visible = glyphs.iter().filter(|(glyph, ..)| self.outlines.contains_key(glyph));
        let placed = visible.map(|(glyph, along, up)| {
            let along = (start + f64::from(*along)) * scale;
            let up = f64::from(*up) * scale;
            let place = match kind.upwards {
                false => [scale, 0.0, 0.0, -scale, x + along, y - up],
                true => [0.0, -scale, -scale, 0.0, x - up, y - along],
            };
            let [sx, ky, kx, sy, tx, ty] = place.map(|number| number as f32);
            Placed { glyph: *glyph, place: Transform::from_row(sx, ky, kx, sy, tx, ty) }
        });
        placed.collect()
    }

    /// The outlines of what was set.
    pub(crate) fn into_outlines(self) -> Outlines {
        self.outlines
    }
}

/// The plan for the script of a text, made once.
fn plan<'p>(
    plans: &'p mut Vec<(Direction, Script, ShapePlan)>,
    face: &Face<'_>,
    buffer: &UnicodeBuffer,
) -> &'p ShapePlan {
    let (direction, script) = (buffer.direction(), buffer.script());
    let known = plans.iter().position(|(of, with, _)| (*of, *with) == (direction, script));
    let at = known.unwrap_or_else(|| {
        let language = buffer.language();
        let plan = ShapePlan::new(face, direction, Some(script), language.as_ref(), &[]);
        plans.push((direction, script, plan));
        plans.len() - 1
    });
    &plans[at].2
}

/// The outline of a glyph in the font's units; a blank has none.
fn outline(face: &Face<'_>, glyph: u16) -> Option<Path> {
    let mut builder = Builder(PathBuilder::new());
    face.outline_glyph(GlyphId(glyph), &mut builder)?;
    builder.0.finish()
}

struct Builder(PathBuilder);

impl OutlineBuilder for Builder {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::canvas::plain;

    fn set(text: &str, kind: Type) -> Vec<Placed> {
        Typesetter::new().set((100.0, 50.0), text, kind)
    }

    // python3 -c "from fontTools.ttLib import TTFont; f = TTFont('LiberationSans-Regular.ttf');
    // print(f.getGlyphID('A'), f.getGlyphID('V'), f['hmtx']['A'], f['kern'].kernTables[0]['A', 'V'])"
    // gives 36 57 (1366, 4) -152, of 2048.
    #[test]
    fn letters_stand_beside_each_other_with_the_kerning_of_the_font() {
        let placed = set("AV", plain(2048.0, Anchor::Start));
        assert_eq!(placed.iter().map(|placed| placed.glyph).collect::<Vec<_>>(), [36, 57]);
        let between = placed[1].place.tx - placed[0].place.tx;
        assert!((between - (1366.0 - 152.0)).abs() < 0.01, "{between}");
        assert!((placed[0].place.tx - 100.0).abs() < 1e-3 && placed[0].place.sy < 0.0);
    }

    #[test]
    fn the_end_of_a_text_stands_where_its_anchor_says() {
        let placed = set("A", plain(2048.0, Anchor::End));
        assert!((placed[0].place.tx - (100.0 - 1366.0)).abs() < 0.01);
        let upwards = Type { upwards: true, ..plain(2048.0, Anchor::End) };
        let placed = set("A", upwards);
        assert!((placed[0].place.ty - (50.0 + 1366.0)).abs() < 0.01);
    }

    #[test]
    fn hebrew_runs_from_right_to_left_and_blanks_are_taken_as_svg_takes_them() {
        // The glyphs of alef and bet in the order of the page: bet, the second letter, is on the left.
        let glyph = |text| set(text, plain(8.0, Anchor::Start))[0].glyph;
        let (alef, bet) = (glyph("\u{5d0}"), glyph("\u{5d1}"));
        let placed = set("\u{5d0}\u{5d1}", plain(8.0, Anchor::Start));
        assert_eq!(placed.iter().map(|placed| placed.glyph).collect::<Vec<_>>(), [bet, alef]);
        let places = |text| {
            let placed = set(text, plain(8.0, Anchor::Start));
            placed.iter().map(|placed| placed.place.tx).collect::<Vec<_>>()
        };
        assert_eq!(places("  a   b "), places("a b"));
        assert!(places(" ").is_empty() && places("").is_empty());
    }
}
