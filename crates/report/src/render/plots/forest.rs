//! Differences with their intervals about a line at zero, one row a phenomenon.

use std::ops::Range;

use crate::drawing::Drawn;
use crate::drawing::axis::{key, tick_label, ticks};
use crate::drawing::canvas::{Anchor, Area, Canvas, SIZE, SMALL, Stroke, Type, plain, stroke};
use crate::drawing::colours::verdict_look;
use crate::drawing::palette::{FAINT, GRID, INK};
use phenom_metrics::Verdict;

use crate::figures::{Difference, Forest};
use crate::{Numbers, Style, UNDEFINED};

const ROW: f64 = 11.5;

/// On a narrower canvas names have more room, and intervals have no text.
const NARROW: f64 = 300.0;

impl Drawn for Forest {
    fn lack(&self) -> Option<&'static str> {
        if self.rows.is_empty() {
            return Some("No phenomenon was compared.");
        }
        let undefined = self.rows.iter().all(|row| row.difference.is_err());
        undefined.then_some("No difference between the two systems is defined.")
    }

    fn is_wide(&self) -> bool {
        // What a column has room for beside the differences.
        self.rows.iter().any(|row| row.name.chars().count().max(row.category.chars().count()) > 19)
    }

    fn rows(&self, _canvas: &Canvas) -> usize {
        self.rows.len()
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        draw(self, canvas, rows)
    }
}

fn draw(plot: &Forest, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
    let here = plot.rows.get(rows).unwrap_or_default();
    let names = plot.rows.iter().flat_map(|row| [row.name.as_str(), row.category.as_str()]);
    let is_narrow = canvas.width < NARROW;
    let most = canvas.width * if is_narrow { 0.5 } else { 0.3 };
    let left = canvas.widest(names, SIZE, most) + 10.0;
    let beside = |text: &str| match text.split_once(" [") {
        Some((value, _)) if is_narrow => value.to_owned(),
        _ => text.to_owned(),
    };
    let texts = plot.rows.iter().map(|row| beside(&text(row, plot, canvas.numbers)));
    let texts: Vec<String> = texts.collect();
    let right = canvas.widest(texts.iter().map(String::as_str), SMALL, canvas.width * 0.4) + 4.0;
    let pairs: Vec<String> = plot.rows.iter().map(|row| row.pairs.to_string()).collect();
    let count = canvas.widest(pairs.iter().map(String::as_str), SMALL, 40.0).max(6.0) + 5.0;
    let area = Area {
        left: left + count,
        top: 27.0,
        width: canvas.width - left - count - right - 8.0,
        height: 0.0,
    };
    let (low, high) = range(plot);
    let place =
        |value: f64| area.left + area.width * ((value - low) / (high - low)).clamp(0.0, 1.0);
    let zero = place(0.0);
    // The head of the pairs is below that of the left side if both have no room in one line.
    let below = if zero - 35.0 < area.left { 9.0 } else { 0.0 };
    let area = Area { top: area.top + below, height: rows_height(here), ..area };
    heads(plot, canvas, (zero, area.left, below));

    let in_points = plot.style == Style::SignedPercent && !canvas.numbers.fractions;
    let scale = if in_points { 100.0 } else { 1.0 };
    let ticks = ticks(low * scale, high * scale, ((area.width / 25.0) as usize).max(4));
    for tick in &ticks {
        let x = place(*tick / scale);
        canvas.line((x, area.top), (x, area.bottom()), stroke(GRID, 0.6));
        let label = tick_label(*tick, &ticks);
        canvas.text((x, area.bottom() + 7.0), &label, plain(SIZE, Anchor::Middle));
    }
    canvas.line((zero, area.top), (zero, area.bottom()), stroke(INK, 0.8));
    let mut y = area.top + ROW / 2.0;
    let mut above = "";
    for row in here {
        let text = text(row, plot, canvas.numbers);
        if row.category != above && !row.category.is_empty() {
            canvas.text_within((0.0, y), &row.category, left, plain(SIZE, Anchor::Start));
            y += ROW;
        }
        above = &row.category;
        let indent = if row.category.is_empty() { 0.0 } else { 6.0 };
        canvas.text_within((indent, y), &row.name, left - indent - 4.0, plain(SIZE, Anchor::Start));
        canvas.text((area.left - 5.0, y), &row.pairs.to_string(), plain(SMALL, Anchor::End));
        let verdict =
            row.verdict.map_or(String::new(), |verdict| format!(", {}", said(verdict, plot)));
        let title = format!("{}: {text}{verdict}", row.name);
        canvas.counting(&title, row.behind.as_ref(), |canvas| difference(canvas, row, y, place));
        canvas.text_within(
            (canvas.width - 2.0, y),
            &beside(&text),
            right,
            plain(SMALL, Anchor::End),
        );
        y += ROW;
    }
    let middle = area.left + area.width / 2.0;
    let unit = if in_points { ", points" } else { "" };
    let label = format!("difference in {}{unit}", plot.measure);
    canvas.text_within(
        (middle, area.bottom() + 18.0),
        &label,
        canvas.width,
        plain(SIZE, Anchor::Middle),
    );
    legend(canvas, area.bottom() + 23.0, plot)
}

/// The names of the two sides over the line at zero, and the head of the numbers of pairs.
fn heads(plot: &Forest, canvas: &mut Canvas, (zero, left, below): (f64, f64, f64)) {
    let kind = |anchor| Type { color: FAINT, ..plain(SMALL, anchor) };
    canvas.text_within(
        (zero - 3.0, 8.0),
        &format!("← {}", plot.second),
        zero - 3.0,
        kind(Anchor::End),
    );
    canvas.text_within(
        (zero + 3.0, 8.0),
        &format!("{} →", plot.first),
        canvas.width - zero - 3.0,
        kind(Anchor::Start),
    );
    canvas.text((zero - 3.0, 17.5), "higher", kind(Anchor::End));
    canvas.text((zero + 3.0, 17.5), "higher", kind(Anchor::Start));
    canvas.text((left - 5.0, 17.5 + below), "pairs", kind(Anchor::End));
}

/// The least and the greatest value, with zero between them and room for what stands on either side of it.
fn range(plot: &Forest) -> (f64, f64) {
    let ends = plot.rows.iter().filter_map(ends);
    let (low, high) =
        ends.fold((0.0_f64, 0.0_f64), |(low, high), ends| (low.min(ends.0), high.max(ends.1)));
    let span = if high > low { high - low } else { 2.0 };
    (low.min(-0.25 * span) - 0.03 * span, high.max(0.25 * span) + 0.03 * span)
}

/// The least and the greatest value of a row.
fn ends(row: &Difference) -> Option<(f64, f64)> {
    let value = *row.difference.as_ref().ok().filter(|value| value.is_finite())?;
    let ends = row.interval.filter(|ends| ends.has_width());
    Some(ends.map_or((value, value), |ends| (ends.lower.min(value), ends.upper.max(value))))
}

fn rows_height(here: &[Difference]) -> f64 {
    let mut rows = 0;
    let mut above = "";
    for row in here {
        rows += if row.category != above && !row.category.is_empty() { 2 } else { 1 };
        above = &row.category;
    }
    f64::from(rows) * ROW
}

fn text(row: &Difference, plot: &Forest, numbers: Numbers) -> String {
    let Ok(value) = row.difference else { return UNDEFINED.to_owned() };
    let shown = |value: f64| numbers.rounded(value, plot.style).replace('-', "−");
    match row.interval.filter(|ends| ends.has_width()) {
        Some(ends) => format!("{} [{}, {}]", shown(value), shown(ends.lower), shown(ends.upper)),
        None => shown(value),
    }
}

fn difference(canvas: &mut Canvas, row: &Difference, y: f64, place: impl Fn(f64) -> f64) {
    let Ok(value) = row.difference else { return };
    let look = verdict_look(row.verdict);
    if let Some(ends) = row.interval.filter(|ends| ends.has_width()) {
        let (from, to) = (place(ends.lower), place(ends.upper));
        let line = Stroke { color: look.color, width: 1.0, dash: &[] };
        canvas.line((from, y), (to, y), line);
        for x in [from, to] {
            canvas.line((x, y - 2.0), (x, y + 2.0), line);
        }
    }
    canvas.mark((place(value), y), 3.0, look);
}

fn said(verdict: Verdict, plot: &Forest) -> String {
    match verdict {
        Verdict::First => format!("{} better", plot.first),
        Verdict::Second => format!("{} worse", plot.first),
        Verdict::CannotTell => "no significant difference".to_owned(),
    }
}

fn legend(canvas: &mut Canvas, top: f64, plot: &Forest) -> f64 {
    let all = [Verdict::First, Verdict::Second, Verdict::CannotTell];
    let is_seen = |verdict: &Verdict| plot.rows.iter().any(|row| row.verdict == Some(*verdict));
    let seen: Vec<Verdict> = all.into_iter().filter(is_seen).collect();
    let names: Vec<String> = seen.iter().map(|verdict| said(*verdict, plot)).collect();
    if seen.is_empty() {
        return top;
    }
    let area = Area { left: 0.0, top, width: canvas.width, height: 0.0 };
    key(canvas, top, area, &names, |canvas, index, at| {
        canvas.mark(at, 3.0, verdict_look(Some(seen[index])))
    }) + 2.0
}
