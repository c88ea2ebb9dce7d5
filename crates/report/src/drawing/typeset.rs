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

/// A text that is set, from left to right, without the glyphs that show nothing.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// What takes the font's units, in which up is up, to the page, in which up is down.
    pub(crate) place: Transform,
    pub(crate) glyphs: Vec<Glyph>,
    /// Whether the font has all of its characters.
    pub(crate) is_complete: bool,
}

/// A glyph with its place in the line, in the font's units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) number: u16,
    pub(crate) along: i32,
    pub(crate) up: i32,
}

impl Line {
    /// Each glyph with what takes its outline to the page.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (u16, Transform)> + Clone + '_ {
        self.glyphs.iter().map(|glyph| {
            (glyph.number, self.place.pre_translate(glyph.along as f32, glyph.up as f32))
        })
    }
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

    /// Sets a text. Blanks are taken as SVG takes them: one in the place of several, none at the ends.
    pub(crate) fn set(&mut self, at: At, text: &str, kind: Type) -> Line {
        let text = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let mut glyphs = Vec::new();
        let mut end = 0;
        let mut units = 1.0;
        if let Some(face) = &self.face {
            units = f64::from(face.units_per_em());
            // The text runs from left to right, whatever its first letter.
            let directions = BidiInfo::new(&text, Some(Level::ltr()));
            for line in &directions.paragraphs {
                let (levels, runs) = directions.visual_runs(line, line.range.clone());
                for run in runs {
                    let is_ltr = levels[run.start].is_ltr();
                    end = shape(face, &mut self.plans, &text[run], is_ltr, end, &mut glyphs);
                }
            }
            for glyph in &glyphs {
                if !self.outlines.contains_key(&glyph.number)
                    && let Some(outline) = outline(face, glyph.number)
                {
                    self.outlines.insert(glyph.number, outline);
                }
            }
        }
        // The glyph with the number 0 stands for whatever a font lacks.
        let is_complete = self.face.is_some() && glyphs.iter().all(|glyph| glyph.number != 0);
        glyphs.retain(|glyph| self.outlines.contains_key(&glyph.number));
        let scale = kind.size / units;
        let start = match kind.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * f64::from(end) * scale,
            Anchor::End => -f64::from(end) * scale,
        };
        let (x, y) = kind.foot(at);
        let place = match kind.upwards {
            false => [scale, 0.0, 0.0, -scale, x + start, y],
            true => [0.0, -scale, -scale, 0.0, x, y - start],
        };
        let [sx, ky, kx, sy, tx, ty] = place.map(|number| number as f32);
        Line { place: Transform::from_row(sx, ky, kx, sy, tx, ty), glyphs, is_complete }
    }

    /// The outlines of what was set.
    pub(crate) fn into_outlines(self) -> Outlines {
        self.outlines
    }
}

/// Adds the glyphs of a text of one direction behind a line's end; gives the new end.
fn shape(
    face: &Face<'_>,
    plans: &mut Vec<(Direction, Script, ShapePlan)>,
    text: &str,
    is_ltr: bool,
    mut end: i32,
    glyphs: &mut Vec<Glyph>,
) -> i32 {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(if is_ltr { Direction::LeftToRight } else { Direction::RightToLeft });
    buffer.guess_segment_properties();
    let shaped = shape_with_plan(face, plan(plans, face, &buffer), buffer);
    for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
        // A font has at most 65535 glyphs.
        if let Ok(number) = u16::try_from(info.glyph_id) {
            glyphs.push(Glyph { number, along: end + position.x_offset, up: position.y_offset });
        }
        end += position.x_advance;
    }
    end
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

    /// The numbers of the glyphs of a text and where they start on the page.
    fn set(text: &str, kind: Type) -> Vec<(u16, f32, f32)> {
        let line = Typesetter::new().set((100.0, 50.0), text, kind);
        line.placed().map(|(number, place)| (number, place.tx, place.ty)).collect()
    }

    fn numbers(placed: &[(u16, f32, f32)]) -> Vec<u16> {
        placed.iter().map(|(number, ..)| *number).collect()
    }

    // python3 -c "from fontTools.ttLib import TTFont; f = TTFont('LiberationSans-Regular.ttf');
    // print(f.getGlyphID('A'), f.getGlyphID('V'), f['hmtx']['A'], f['kern'].kernTables[0]['A', 'V'])"
    // gives 36 57 (1366, 4) -152, of 2048.
    #[test]
    fn letters_stand_beside_each_other_with_the_kerning_of_the_font() {
        let placed = set("AV", plain(2048.0, Anchor::Start));
        assert_eq!(numbers(&placed), [36, 57]);
        let between = placed[1].1 - placed[0].1;
        assert!((between - (1366.0 - 152.0)).abs() < 0.01, "{between}");
        assert!((placed[0].1 - 100.0).abs() < 1e-3);
    }

    #[test]
    fn the_end_of_a_text_stands_where_its_anchor_says() {
        let placed = set("A", plain(2048.0, Anchor::End));
        assert!((placed[0].1 - (100.0 - 1366.0)).abs() < 0.01);
        let upwards = Type { upwards: true, ..plain(2048.0, Anchor::End) };
        let placed = set("A", upwards);
        assert!((placed[0].2 - (50.0 + 1366.0)).abs() < 0.01);
    }

    #[test]
    fn hebrew_runs_from_right_to_left_and_blanks_are_taken_as_svg_takes_them() {
        // The glyphs of alef and bet in the order of the page: bet, the second letter, is on the left.
        let glyph = |text| set(text, plain(8.0, Anchor::Start))[0].0;
        let (alef, bet) = (glyph("\u{5d0}"), glyph("\u{5d1}"));
        let placed = set("\u{5d0}\u{5d1}", plain(8.0, Anchor::Start));
        assert_eq!(numbers(&placed), [bet, alef]);
        let places = |text| {
            let placed = set(text, plain(8.0, Anchor::Start));
            placed.iter().map(|(_, x, _)| *x).collect::<Vec<_>>()
        };
        assert_eq!(places("  a   b "), places("a b"));
        assert!(places(" ").is_empty() && places("").is_empty());
    }

    #[test]
    fn what_the_font_lacks_is_told() {
        let complete =
            |text| Typesetter::new().set((0.0, 0.0), text, plain(8.0, Anchor::Start)).is_complete;
        assert!(complete("Synonymy ≈ −1.5 – ← → ∞ ‡ † š ñ Ω Ж \u{5d0} a b"));
        assert!(!complete("同义词"));
    }
}
