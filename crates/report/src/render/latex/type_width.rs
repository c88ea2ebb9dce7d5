//! How wide texts are when LaTeX sets them.

use std::sync::LazyLock;

/// Whether a character is written as its number.
pub(super) fn is_number(character: char) -> bool {
    character >= '\u{180}' || (character.is_control() && !character.is_whitespace())
}

/// The size of type in points: a font drawn for 8 points stands at 8, Times at what the class calls
/// `\footnotesize`. Whatever is measured is as wide as in the wider of the two, so that a table that fits its own
/// class fits where it is set in the other font.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Type {
    pub(super) times: f64,
    pub(super) computer_modern: f64,
}

/// Thousandths of the size that a character from the blank to the tilde takes, in Times and Computer Modern, and in the
/// bold ones; from the metrics that TeX Live has (`tftopl ptmr8t.tfm`, `ec-lmr8.tfm`, `ptmb8t.tfm`, `ec-lmbx8.tfm`).
static WIDTHS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
    let fonts = include_str!("../../../assets/type-widths.txt").split("\n\n");
    let numbers = |font: &str| {
        let numbers = font.lines().skip(1).flat_map(str::split_whitespace);
        numbers.filter_map(|number| number.parse().ok()).collect()
    };
    fonts.map(numbers).collect()
});

/// Thousandths that a letter beyond ASCII takes at most.
const OTHER: u32 = 1_100;

/// The width of a text in points.
pub(super) fn width(text: &str, size: Type) -> f64 {
    measured(text, size, &WIDTHS[..2])
}

/// The width of an emphasised text in points.
pub(super) fn bold_width(text: &str, size: Type) -> f64 {
    measured(text, size, &WIDTHS[2..])
}

fn measured(text: &str, size: Type, fonts: &[Vec<u16>]) -> f64 {
    let mut sums = [0u32; 2];
    for character in text.chars() {
        for (sum, widths) in sums.iter_mut().zip(fonts) {
            *sum += thousandths(character, widths);
        }
    }
    let [of_times, of_computer_modern] = sums.map(f64::from);
    let times = of_times * size.times;
    // The widths above are rounded.
    times.max(of_computer_modern * size.computer_modern) * 1.002 / 1_000.0
}

fn thousandths(character: char, widths: &[u16]) -> u32 {
    let of = |character: char| {
        let at = usize::try_from(u32::from(character)).unwrap_or_default().wrapping_sub(32);
        widths.get(at).copied().map(u32::from)
    };
    match character {
        '–' => of('0').unwrap_or(OTHER),
        // The minus sign of mathematics, which is Computer Modern's.
        '\u{2212}' => 830,
        '’' | '‘' => 295,
        '†' | '‡' | '°' => 550,
        _ if is_number(character) => {
            // `[U+1F600]`
            let digits = format!("[U+{:04X}]", u32::from(character));
            digits.chars().filter_map(of).sum()
        }
        _ => of(character).unwrap_or(OTHER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACL: Type = Type { times: 9.0, computer_modern: 8.0 };

    #[test]
    fn four_fonts_have_the_characters_from_the_blank_to_the_tilde() {
        assert!(WIDTHS.iter().map(Vec::len).eq([usize::from(b'~' - b' ') + 1; 4]));
    }

    /// The width that pdflatex gives a box of the text at `\footnotesize`, the wider of Times at 9 points and Latin
    /// Modern at 8: `\setbox0\hbox{100.0}\typeout{\the\wd0}`. It moves some letters closer together.
    #[test]
    fn texts_are_as_wide_as_latex_sets_them() {
        for (text, set) in [
            ("100.0", 20.25),
            ("79.6 (133/167)", 54.306),
            ("verbalization-nominalization", 105.314),
            ("Word overlap", 49.826),
        ] {
            let width = width(text, ACL);
            assert!((set..1.03 * set).contains(&width), "{text}: {width}");
        }
        let bold = bold_width("RoBERTa", ACL);
        assert!((43.039..1.05 * 43.039).contains(&bold), "{bold}");
    }
}
