//! How wide texts are when LaTeX sets them.

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

/// Thousandths of the size that a character from the blank to the tilde takes; from the metrics that TeX Live has
/// (`tftopl ptmr8t.tfm`, `ec-lmr8.tfm`, `ptmb8t.tfm`, `ec-lmbx8.tfm`).
type Widths = [u16; 95];

#[rustfmt::skip]
const TIMES: Widths = [
    250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
#[rustfmt::skip]
const COMPUTER_MODERN: Widths = [
    354, 295, 403, 885, 531, 885, 826, 295, 413, 413, 531, 826, 295, 354, 295, 531,
    531, 531, 531, 531, 531, 531, 531, 531, 531, 531, 295, 295, 826, 826, 826, 502,
    826, 796, 752, 767, 811, 723, 693, 834, 796, 383, 546, 825, 664, 973, 796, 826,
    723, 826, 782, 590, 767, 796, 796, 1091, 796, 796, 649, 295, 531, 295, 556, 796,
    295, 531, 590, 472, 590, 472, 325, 531, 590, 295, 325, 561, 295, 885, 590, 531,
    590, 561, 414, 419, 413, 590, 561, 767, 561, 561, 472, 531, 295, 531, 556,
];
#[rustfmt::skip]
const TIMES_BOLD: Widths = [
    250, 333, 555, 500, 500, 1000, 833, 333, 333, 333, 500, 570, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500,
    930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778,
    611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500,
    333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500,
    556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520,
];
#[rustfmt::skip]
const COMPUTER_MODERN_BOLD: Widths = [
    408, 373, 518, 1021, 612, 1021, 953, 340, 476, 476, 612, 953, 340, 408, 340, 612,
    612, 612, 612, 612, 612, 612, 612, 612, 612, 612, 340, 340, 894, 953, 894, 579,
    953, 922, 869, 885, 938, 803, 769, 962, 955, 459, 631, 956, 735, 1159, 955, 920,
    835, 920, 915, 681, 852, 939, 922, 1263, 922, 922, 749, 340, 575, 340, 556, 922,
    340, 596, 681, 544, 681, 561, 374, 612, 681, 340, 374, 647, 340, 1021, 681, 612,
    681, 647, 506, 483, 476, 681, 647, 885, 647, 647, 544, 575, 319, 575, 556,
];

/// Thousandths that a letter beyond ASCII takes at most.
const OTHER: u32 = 1_100;

/// The width of a text in points.
pub(super) fn width(text: &str, size: Type) -> f64 {
    measured(text, size, [&TIMES, &COMPUTER_MODERN])
}

/// The width of an emphasised text in points.
pub(super) fn bold_width(text: &str, size: Type) -> f64 {
    measured(text, size, [&TIMES_BOLD, &COMPUTER_MODERN_BOLD])
}

fn measured(text: &str, size: Type, [times, computer_modern]: [&Widths; 2]) -> f64 {
    let mut sums = [0u32; 2];
    for character in text.chars() {
        sums[0] += thousandths(character, times);
        sums[1] += thousandths(character, computer_modern);
    }
    let [of_times, of_computer_modern] = sums.map(f64::from);
    let times = of_times * size.times;
    // The widths above are rounded.
    times.max(of_computer_modern * size.computer_modern) * 1.002 / 1_000.0
}

fn thousandths(character: char, widths: &Widths) -> u32 {
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
