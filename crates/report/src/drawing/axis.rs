//! Round numbers for an axis, and the key to bars and marks.

use super::canvas::{Anchor, Area, At, Canvas, SMALL, plain};

/// Round values over a range, about `count` of them.
pub(crate) fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let rough = span / count.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|multiple| multiple as f64 * step).collect()
}

/// As many decimals as tell the values of an axis apart.
pub(crate) fn tick_label(value: f64, ticks: &[f64]) -> String {
    let step = ticks
        .windows(2)
        .map(|neighbours| neighbours[1] - neighbours[0])
        .fold(f64::INFINITY, f64::min);
    let decimals =
        if step.is_finite() { (-step.log10()).ceil().clamp(0.0, 6.0) as usize } else { 2 };
    // A step is 1, 2 or 5 times a power of ten.
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches('-').chars().all(|digit| matches!(digit, '0' | '.')) {
        text.trim_start_matches('-').to_owned()
    } else {
        text.replace('-', "−")
    }
}

/// Names with the marks that stand for them, in as many lines as they need. Gives the place under
/// the last line.
pub(crate) fn key(
    canvas: &mut Canvas,
    top: f64,
    area: Area,
    names: &[String],
    mut draw: impl FnMut(&mut Canvas, usize, At),
) -> f64 {
    const MARK: f64 = 12.0;
    const LINE: f64 = 11.0;
    let (mut x, mut y) = (area.left, top);
    for (index, name) in names.iter().enumerate() {
        let limit = area.width - MARK - 2.0;
        let width = canvas.widest([name.as_str()], SMALL, limit) + MARK + 8.0;
        if x > area.left && x + width - 8.0 > area.right() {
            x = area.left;
            y += LINE;
        }
        draw(canvas, index, (x + MARK / 2.0 - 1.0, y + LINE / 2.0));
        let at = (x + MARK, y + LINE / 2.0);
        canvas.text_within(at, name, limit, plain(SMALL, Anchor::Start));
        x += width;
    }
    y + LINE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let texts = |low, high| {
            let ticks = ticks(low, high, 5);
            ticks.iter().map(|tick| tick_label(*tick, &ticks)).collect::<Vec<_>>()
        };
        assert_eq!(texts(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(-0.3, 0.3), ["−0.2", "0.0", "0.2"]);
        assert_eq!(texts(0.0, 0.084), ["0.00", "0.02", "0.04", "0.06", "0.08"]);
        assert_eq!(texts(1.0, 1.0), ["1.00"]);
    }
}
