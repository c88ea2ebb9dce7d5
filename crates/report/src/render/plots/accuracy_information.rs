//! Points by accuracy and mutual information, their names where there is room.

use std::ops::Range;

use super::labels::{self, Label};
use crate::drawing::Drawn;
use crate::drawing::axis::{key, tick_label, ticks};
use crate::drawing::canvas::{Anchor, Area, At, Canvas, SIZE, SMALL, Stroke, Type, plain, stroke};
use crate::drawing::colours::kind_look;
use crate::drawing::palette::{FAINT, GRID, INK};
use crate::figures::{AccuracyInformation, Point, PointKind};

const LEFT: f64 = 32.0;
const KINDS: [(PointKind, &str); 3] = [
    (PointKind::System, "system"),
    (PointKind::Reference, "oracle"),
    (PointKind::Baseline, "baseline"),
];

impl Drawn for AccuracyInformation {
    fn lack(&self) -> Option<&'static str> {
        let undefined = |point: &Point| point.accuracy.is_err() || point.information.is_err();
        let nothing = self.points.iter().all(undefined);
        nothing.then_some("No system has both an accuracy and a mutual information.")
    }

    fn is_wide(&self) -> bool {
        self.points.len() > 12
    }

    fn draw(&self, canvas: &mut Canvas, _rows: Range<usize>) -> f64 {
        let places = places(self);
        let seen: Vec<&(PointKind, &str)> = KINDS
            .iter()
            .filter(|(kind, _)| places.iter().any(|(point, ..)| point.kind == *kind))
            .collect();
        let names: Vec<String> = seen.iter().map(|(_, name)| (*name).to_owned()).collect();
        let place = Area { left: LEFT, top: 0.0, width: canvas.width - LEFT, height: 0.0 };
        let top = key(canvas, 0.0, place, &names, |canvas, index, at| {
            canvas.mark(at, 3.0, kind_look(seen[index].0))
        });
        // The more names, the wider the margin around the points.
        let height = (canvas.width * 0.55).clamp(150.0, 250.0).max(9.0 * places.len() as f64);
        let area = Area { left: LEFT, top: top + 5.0, width: canvas.width - LEFT - 6.0, height };

        let ends = |value: f64, interval: Option<crate::figures::Interval>| {
            let interval = interval.filter(|interval| interval.has_width());
            interval.map_or([value, value], |interval| {
                [interval.lower.min(value), interval.upper.max(value)]
            })
        };
        let across = range(
            places.iter().flat_map(|(point, x, _)| ends(*x, point.information_interval)),
            true,
        );
        let up =
            range(places.iter().flat_map(|(point, _, y)| ends(*y, point.accuracy_interval)), false);
        let x = |value: f64| area.left + area.width * (value - across.0) / (across.1 - across.0);
        let y = |value: f64| area.bottom() - area.height * (value - up.0) / (up.1 - up.0);
        frame(canvas, area, across, up, (&x, &y));

        let points: Vec<At> = places
            .iter()
            .map(|(_, information, accuracy)| (x(*information), y(*accuracy)))
            .collect();
        // Marks and intervals, which no name may cover.
        let mut taken: Vec<Area> = Vec::new();
        let mut whisker = |canvas: &mut Canvas, from: At, to: At, pen: Stroke| {
            canvas.line(from, to, pen);
            let (width, height) = (to.0 - from.0, (from.1 - to.1).abs());
            taken.push(Area {
                left: from.0,
                top: to.1,
                width: width.max(0.5),
                height: height.max(0.5),
            });
        };
        for ((point, ..), at) in places.iter().zip(&points) {
            let pen = Stroke { color: kind_look(point.kind).color, width: 0.7, dash: &[] };
            if let Some(ends) = point.information_interval.filter(|ends| ends.has_width()) {
                whisker(canvas, (x(ends.lower), at.1), (x(ends.upper), at.1), pen);
            }
            if let Some(ends) = point.accuracy_interval.filter(|ends| ends.has_width()) {
                whisker(canvas, (at.0, y(ends.lower)), (at.0, y(ends.upper)), pen);
            }
        }
        for ((point, information, accuracy), at) in places.iter().zip(&points) {
            let title = format!(
                "{}: accuracy {}{}, {} bits",
                point.name,
                canvas.numbers.rounded(*accuracy, crate::Style::Percent),
                canvas.numbers.sign(),
                canvas.numbers.rounded(*information, crate::Style::Bits)
            );
            canvas.counting(&title, point.behind.as_ref(), |canvas| {
                canvas.mark(*at, 3.2, kind_look(point.kind));
            });
        }
        let names = places.iter().zip(&points).map(|((point, ..), at)| Label {
            point: *at,
            name: &point.name,
            below: "",
            color: if point.kind == PointKind::Baseline { FAINT } else { INK },
            rank: u8::from(point.kind == PointKind::Baseline),
        });
        let names: Vec<Label<'_>> = names.collect();
        labels::place(canvas, &names, area, &mut taken, 14);
        missing(canvas, self, area.bottom() + 23.0)
    }
}

/// The points that can be drawn, with information and accuracy.
fn places(plot: &AccuracyInformation) -> Vec<(&Point, f64, f64)> {
    plot.points
        .iter()
        .filter_map(|point| {
            Some((point, *point.information.as_ref().ok()?, *point.accuracy.as_ref().ok()?))
        })
        .filter(|(_, information, accuracy)| information.is_finite() && accuracy.is_finite())
        .collect()
}

/// The range of an axis, a little wider than its values.
fn range(values: impl Iterator<Item = f64>, from_zero: bool) -> (f64, f64) {
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    let low = if from_zero { low.min(0.0) } else { low };
    let edge = ((high - low) * 0.08).max(0.005);
    (low - edge, high + edge)
}

fn frame(
    canvas: &mut Canvas,
    area: Area,
    across: (f64, f64),
    up: (f64, f64),
    (x, y): (&dyn Fn(f64) -> f64, &dyn Fn(f64) -> f64),
) {
    let columns = ticks(across.0, across.1, (area.width / 45.0) as usize);
    for tick in &columns {
        let place = x(*tick);
        canvas.line((place, area.top), (place, area.bottom()), stroke(GRID, 0.6));
        let label = tick_label(*tick, &columns);
        canvas.text((place, area.bottom() + 7.0), &label, plain(SIZE, Anchor::Middle));
    }
    let scale = if canvas.numbers.fractions { 1.0 } else { 100.0 };
    let rows = ticks(scale * up.0, scale * up.1, 6);
    for tick in &rows {
        let place = y(tick / scale);
        canvas.line((area.left, place), (area.right(), place), stroke(GRID, 0.6));
        let label = tick_label(*tick, &rows);
        canvas.text((area.left - 3.0, place), &label, plain(SIZE, Anchor::End));
    }
    canvas.frame(area, stroke(INK, 0.6));
    let middle = area.left + area.width / 2.0;
    let label = "mutual information I(G;L) (bits)";
    canvas.text((middle, area.bottom() + 18.0), label, plain(SIZE, Anchor::Middle));
    let kind = Type { upwards: true, ..plain(SIZE, Anchor::Middle) };
    canvas.text((SIZE * 0.7, area.top + area.height / 2.0), canvas.accuracy(), kind);
}

/// What has no place in the plot, and why.
fn missing(canvas: &mut Canvas, plot: &AccuracyInformation, top: f64) -> f64 {
    let mut y = top;
    let mut first = true;
    for point in &plot.points {
        let ((Err(reason), _) | (_, Err(reason))) = (&point.accuracy, &point.information) else {
            continue;
        };
        let name = canvas.font.fitted(&point.name, SMALL, canvas.width / 2.0);
        for line in canvas.font.wrapped(&format!("{name}: {reason}"), SMALL, canvas.width - 4.0) {
            y += if std::mem::take(&mut first) { 5.0 } else { 9.0 };
            canvas.text((0.0, y), &line, plain(SMALL, Anchor::Start));
        }
    }
    if first { y } else { y + 4.0 }
}
