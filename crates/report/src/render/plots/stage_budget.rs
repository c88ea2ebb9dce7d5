//! Bars of wrong originals, a group for each system and a bar for each stage, on one axis.

use std::ops::Range;

use crate::drawing::Drawn;
use crate::drawing::axis::{tick_label, ticks};
use crate::drawing::canvas::{Anchor, Area, Canvas, SIZE, SMALL, Type, plain, stroke};
use crate::drawing::palette::{FAINT, Fill, GRID, Hatch, INK, PALE};
use crate::figures::{Interval, OriginalsShare, StageBudget, SystemBudget};
use crate::{Numbers, Style, UNDEFINED};

/// The height of a bar with its room, and of each further line of a long name.
const ROW: f64 = 11.5;
const LINE: f64 = 8.5;
const BAR: f64 = 6.5;
/// The height of a system's name, and the room below its bars.
const HEAD: f64 = 13.0;
const GAP: f64 = 5.0;

impl Drawn for StageBudget {
    fn lack(&self) -> Option<&'static str> {
        self.stages.is_empty().then_some("No system is wrong on an original.")
    }

    fn is_wide(&self) -> bool {
        false
    }

    fn rows(&self, _canvas: &Canvas) -> usize {
        self.systems.len()
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        let systems = self.systems.get(rows).unwrap_or_default();
        let most = canvas.width * 0.42;
        let names: Vec<Vec<String>> =
            self.stages.iter().map(|stage| canvas.font.wrapped(stage, SIZE, most)).collect();
        let left = canvas.widest(names.iter().flatten().map(String::as_str), SIZE, most) + 6.0;
        let all = || self.systems.iter().flat_map(|system| &system.shares);
        let numbers: Vec<String> = all().map(|share| number(share, canvas.numbers)).collect();
        let right = canvas.widest(numbers.iter().map(String::as_str), SMALL, 60.0) + 6.0;
        let highest = all().flat_map(ends).fold(0.0, f64::max);
        let axis = Axis {
            left,
            width: canvas.width - left - right,
            highest: if highest > 0.0 { highest } else { 1.0 },
            scale: if canvas.numbers.fractions { 1.0 } else { 100.0 },
        };
        let ticks = ticks(0.0, axis.highest * axis.scale, (axis.width / 25.0) as usize);
        let mut top = 0.0;
        for system in systems {
            head(canvas, system, top + HEAD / 2.0);
            top = group(self, canvas, system, &names, (&axis, &ticks, top + HEAD)) + GAP;
        }
        let bottom = top - GAP;
        for tick in &ticks {
            let at = (axis.place(*tick / axis.scale), bottom + 7.0);
            canvas.text(at, &tick_label(*tick, &ticks), plain(SIZE, Anchor::Middle));
        }
        let unit = if canvas.numbers.fractions { "" } else { " (%)" };
        let middle = (axis.left + axis.width / 2.0, bottom + 17.0);
        canvas.text(middle, &format!("share of all originals{unit}"), plain(SIZE, Anchor::Middle));
        bottom + 23.0
    }
}

/// From zero to the highest end.
struct Axis {
    left: f64,
    width: f64,
    highest: f64,
    /// What a share is multiplied by for its number.
    scale: f64,
}

impl Axis {
    fn place(&self, share: f64) -> f64 {
        self.left + self.width * (share / self.highest).clamp(0.0, 1.0)
    }
}

/// The name of a system, and how many originals it has wrong.
fn head(canvas: &mut Canvas, system: &SystemBudget, y: f64) {
    let wrong = match (&system.wrong.share, system.wrong.count) {
        (_, Some(count)) => format!("{count} of {} originals wrong", system.originals),
        (Ok(_), None) => {
            let share = number(&system.wrong, canvas.numbers);
            format!("{share} of {} originals wrong", system.originals)
        }
        (Err(_), None) => format!("{} originals", system.originals),
    };
    let kind = Type { color: FAINT, ..plain(SMALL, Anchor::Start) };
    let limit = canvas.width - canvas.wide(&wrong, SMALL) - 8.0;
    canvas.text_within((0.0, y), &system.name, limit, plain(SIZE, Anchor::Start));
    let name = canvas.widest([system.name.as_str()], SIZE, limit);
    canvas.text((name + 6.0, y), &wrong, kind);
}

/// The bars of a system; gives the place below them.
fn group(
    plot: &StageBudget,
    canvas: &mut Canvas,
    system: &SystemBudget,
    names: &[Vec<String>],
    (axis, ticks, top): (&Axis, &[f64], f64),
) -> f64 {
    let height = |lines: &Vec<String>| ROW + LINE * lines.len().saturating_sub(1) as f64;
    let bottom = top + names.iter().map(height).sum::<f64>();
    for tick in ticks {
        let x = axis.place(*tick / axis.scale);
        canvas.line((x, top), (x, bottom), stroke(GRID, 0.6));
    }
    let mut y = top;
    for ((stage, lines), share) in plot.stages.iter().zip(names).zip(&system.shares) {
        let middle = y + height(lines) / 2.0;
        let first = middle - LINE * lines.len().saturating_sub(1) as f64 / 2.0;
        for (line, text) in lines.iter().enumerate() {
            let at = (axis.left - 5.0, first + LINE * line as f64);
            canvas.text(at, text, plain(SIZE, Anchor::End));
        }
        let title = title(system, stage, share, canvas.numbers);
        canvas.titled(&title, |canvas| bar(canvas, share, axis, middle));
        y += height(lines);
    }
    canvas.line((axis.left, top), (axis.left, bottom), stroke(INK, 0.8));
    bottom
}

/// A bar with its interval and its number, which is behind both.
fn bar(canvas: &mut Canvas, share: &OriginalsShare, axis: &Axis, y: f64) {
    let ends = ends(share);
    let end = axis.place(ends.iter().copied().fold(0.0, f64::max));
    if let Some(value) = ends.first().filter(|value| **value > 0.0) {
        let width = axis.place(*value) - axis.left;
        let area = Area { left: axis.left, top: y - BAR / 2.0, width, height: BAR };
        canvas.bar(area, Fill { color: PALE, hatch: Hatch::None });
    }
    if let Some(Interval { lower, upper }) = drawn_interval(share) {
        let (from, to) = (axis.place(lower), axis.place(upper));
        canvas.line((from, y), (to, y), stroke(INK, 1.0));
        for x in [from, to] {
            canvas.line((x, y - 2.0), (x, y + 2.0), stroke(INK, 1.0));
        }
    }
    let color = if ends.is_empty() { FAINT } else { INK };
    let kind = Type { color, ..plain(SMALL, Anchor::Start) };
    canvas.text((end + 4.0, y), &number(share, canvas.numbers), kind);
}

fn drawn_interval(share: &OriginalsShare) -> Option<Interval> {
    share.share.as_ref().ok()?;
    share.interval.filter(|ends| ends.has_width())
}

/// The value and the ends of its interval; empty if there is no value.
fn ends(share: &OriginalsShare) -> Vec<f64> {
    let Some(value) = share.share.as_ref().ok().filter(|value| value.is_finite()) else {
        return Vec::new();
    };
    let ends = drawn_interval(share).map(|ends| [ends.lower, ends.upper]);
    std::iter::once(*value).chain(ends.into_iter().flatten()).collect()
}

/// How many originals, or their share if it is corrected.
fn number(share: &OriginalsShare, numbers: Numbers) -> String {
    match (&share.share, share.count) {
        (Err(_), _) => UNDEFINED.to_owned(),
        (_, Some(count)) => count.to_string(),
        (Ok(value), None) => {
            format!("{}{}", numbers.rounded(*value, Style::Percent), numbers.sign())
        }
    }
}

fn title(system: &SystemBudget, stage: &str, share: &OriginalsShare, numbers: Numbers) -> String {
    let of = format!("{}, {stage}", system.name);
    let value = match &share.share {
        Ok(value) => *value,
        Err(reason) => return format!("{of}: {reason}"),
    };
    let shown = |value: f64| numbers.rounded(value, Style::Percent);
    let count = share.count.map(|count| format!("{count} of {} originals, ", system.originals));
    let ends = drawn_interval(share);
    let ends = ends.map(|ends| format!(" [{}, {}]", shown(ends.lower), shown(ends.upper)));
    format!(
        "{of}: {}{}{}{}",
        count.unwrap_or_default(),
        shown(value),
        numbers.sign(),
        ends.unwrap_or_default()
    )
}
