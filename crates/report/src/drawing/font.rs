//! The font by which texts are measured and drawn.

use ttf_parser::Face;

use crate::harmless;

/// The font's file. Its licence lies beside it.
pub(crate) const FILE: &[u8] = include_bytes!("../../assets/LiberationSans-Regular.ttf");

/// The families that an SVG asks for, for texts with characters that the shipped font lacks. Liberation Sans
/// has the widths of Arial and Helvetica.
pub(crate) const FAMILIES: &str = "Liberation Sans, Arial, Helvetica, sans-serif";

/// Measures texts.
pub(crate) struct Font(Option<Face<'static>>);

impl Font {
    pub(crate) fn new() -> Self {
        Self(Face::parse(FILE, 0).ok())
    }

    /// The width of a text of that size, as it is drawn.
    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
        harmless(text).chars().map(|character| self.advance(character)).sum::<f64>() * size
    }

    /// The width of a character, in its size. One that the font lacks comes from some other font and
    /// is taken for a wide one.
    fn advance(&self, character: char) -> f64 {
        let advance = self.0.as_ref().and_then(|face| {
            let advance = face.glyph_hor_advance(face.glyph_index(character)?)?;
            Some(f64::from(advance) / f64::from(face.units_per_em()))
        });
        advance.unwrap_or(1.0)
    }

    /// The text, cut with an ellipsis where it is wider than `limit`.
    pub(crate) fn fitted(&self, text: &str, size: f64, limit: f64) -> String {
        // A megabyte is cut before it is measured.
        if text.len() < 4096 && self.width(text, size) <= limit {
            return text.to_owned();
        }
        let start: String = text.chars().take(4096).collect();
        let mut fitted = String::new();
        let mut width = self.width("…", size);
        for character in harmless(&start).chars() {
            width += self.advance(character) * size;
            if width > limit {
                break;
            }
            fitted.push(character);
        }
        fitted.truncate(fitted.trim_end().len());
        fitted + "…"
    }

    /// The text in lines of at most `limit`.
    pub(crate) fn wrapped(&self, text: &str, size: f64, limit: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= limit => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(self.fitted(word, size, limit)),
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_the_fonts() {
        let font = Font::new();
        // From the font's hmtx table: python3 -c "from fontTools.ttLib import TTFont;
        // f = TTFont('LiberationSans-Regular.ttf'); print(f['hmtx']['A'], f['head'].unitsPerEm)"
        // gives (1366, 3) 2048.
        assert!((font.width("AA", 10.0) - 2.0 * 10.0 * 1366.0 / 2048.0).abs() < 1e-9);
    }

    #[test]
    fn a_character_is_as_wide_as_what_is_drawn_for_it() {
        let font = Font::new();
        assert_eq!(font.width("\u{202e}", 8.0), font.width("\u{fffd}", 8.0));
    }

    #[test]
    fn a_long_name_is_cut() {
        let font = Font::new();
        assert_eq!(font.fitted("short", 8.0, 100.0), "short");
        let cut = font.fitted(&"a very long name ".repeat(100_000), 8.0, 60.0);
        assert!(cut.ends_with('…') && font.width(&cut, 8.0) <= 60.0, "{cut}");
    }
}
