//! Accuracy on parts (across) against accuracy on wholes (up) on one scale, intervals as crosses, and the lines of
//! equal Correlation Index.

use std::ops::Range;

use super::labels::{self, Label};
use crate::Style;
use crate::drawing::Drawn;
use crate::drawing::axis::{key, tick_label, ticks};
use crate::drawing::canvas::{Anchor, Area, At, Canvas, SIZE, SMALL, Stroke, Type, plain, stroke};
use crate::drawing::colours::kind_look;
use crate::drawing::palette::{FAINT, GRID, INK, PALE};
use crate::figures::{Interval, PartsWholes, PartsWholesPoint, PointKind};
use crate::tables::wholes_and_parts::in_column;

/// The place of the numbers of the upright axis, and of its name.
const LEFT: f64 = 32.0;
/// The place of what is written at the right ends of lines.
const RIGHT: f64 = 30.0;
/// The Correlation Indices that have a line, the ideal one first.
const INDICES: [f64; 7] = [1.0, 0.5, 2.0, 0.75, 1.5, 0.25, 4.0];
/// Up to that many systems have names if there is room; of more, those that are far from the others.
const FEW: usize = 8;
/// On a narrower canvas more systems have numbers.
const NARROW: f64 = 300.0;
const KINDS: [(PointKind, &str); 3] = [
    (PointKind::System, "system"),
    (PointKind::Reference, "oracle"),
    (PointKind::Baseline, "baseline"),
];

impl Drawn for PartsWholes {
    fn lack(&self) -> Option<&'static str> {
        let undefined = |point: &PartsWholesPoint| point.parts.is_err() || point.whole.is_err();
        let nothing = self.points.iter().all(undefined);
        nothing.then_some("No system has an accuracy on originals and on their parts.")
    }

    fn is_wide(&self) -> bool {
        self.points.iter().filter(|point| point.kind != PointKind::Baseline).count() > FEW
    }

    fn draw(&self, canvas: &mut Canvas, _rows: Range<usize>) -> f64 {
        let places: Vec<Placed<'_>> = self
            .points
            .iter()
            .filter_map(|point| {
                Some((point, [*point.parts.as_ref().ok()?, *point.whole.as_ref().ok()?]))
            })
            .filter(|(_, place)| place.iter().all(|accuracy| accuracy.is_finite()))
            .collect();
        let seen: Vec<&(PointKind, &str)> = KINDS
            .iter()
            .filter(|(kind, _)| places.iter().any(|(point, _)| point.kind == *kind))
            .collect();
        let names: Vec<String> = seen.iter().map(|(_, name)| (*name).to_owned()).collect();
        let width = canvas.width - LEFT - RIGHT;
        let place = Area { left: LEFT, top: 0.0, width, height: 0.0 };
        let under_key = key(canvas, 0.0, place, &names, |canvas, index, at| {
            canvas.mark(at, 3.0, kind_look(seen[index].0));
        });

        let scale = Scale::of(&places, Area { top: under_key + 12.0, ..place });
        frame(canvas, self, &scale);
        let mut taken = lines(canvas, &scale);
        for (point, place) in &places {
            let at = scale.at(*place);
            let pen = stroke(kind_look(point.kind).color, 0.8);
            let drawn = |interval: Option<Interval>| interval.filter(|ends| ends.has_width());
            if let Some(ends) = drawn(point.parts_interval) {
                let (from, to) = (scale.x(ends.lower), scale.x(ends.upper));
                canvas.line((from, at.1), (to, at.1), pen);
                taken.push(Area { left: from, top: at.1 - 0.4, width: to - from, height: 0.8 });
            }
            if let Some(ends) = drawn(point.whole_interval) {
                let (from, to) = (scale.y(ends.upper), scale.y(ends.lower));
                canvas.line((at.0, from), (at.0, to), pen);
                taken.push(Area { left: at.0 - 0.4, top: from, width: 0.8, height: to - from });
            }
        }
        for (point, place) in &places {
            if point.kind == PointKind::Baseline {
                let ((x, y), half) = (scale.at(*place), radius(point.kind));
                taken.push(Area {
                    left: x - half,
                    top: y - half,
                    width: 2.0 * half,
                    height: 2.0 * half,
                });
            }
            let title = title(point, *place, canvas);
            canvas.counting(&title, point.behind.as_ref(), |canvas| {
                canvas.mark(scale.at(*place), radius(point.kind), kind_look(point.kind));
            });
        }
        let systems: Vec<&Placed<'_>> = in_order(&places, |kind| kind != PointKind::Baseline);
        let has_numbers = systems.len() > FEW && canvas.width < NARROW;
        let unnamed = match has_numbers {
            true => number(canvas, &systems, &scale, &mut taken),
            false => name(canvas, &systems, &scale, &mut taken),
        };
        let numbered = (1..).zip(&systems).filter(|_| has_numbers);
        corners(canvas, &scale, &taken);
        // Names of baselines would crowd out those of systems.
        let baselines = in_order(&places, |kind| kind == PointKind::Baseline);
        let named = [
            (
                "Systems",
                numbered.map(|(number, (of, _))| format!("{number} {}", of.name)).collect(),
            ),
            ("Squares, from left to right", names_of(&baselines)),
            ("Not named here, from left to right", unnamed),
        ];
        footer(canvas, self, &named, scale.area.bottom() + 23.0)
    }
}

/// A point that has a place: accuracy on parts, then on wholes.
type Placed<'a> = (&'a PartsWholesPoint, [f64; 2]);

/// Where accuracies stand: a point is as long across as up.
struct Scale {
    area: Area,
    across: (f64, f64),
    up: (f64, f64),
}

impl Scale {
    fn of(places: &[Placed<'_>], place: Area) -> Self {
        let ends = |axis: usize, interval: fn(&PartsWholesPoint) -> Option<Interval>| {
            let values = places.iter().flat_map(move |(point, place)| {
                let ends = interval(point).filter(|ends| ends.has_width());
                let ends = ends.map_or([place[axis]; 2], |ends| [ends.lower, ends.upper]);
                [place[axis], ends[0], ends[1]]
            });
            let (low, high) = values
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
                    (low.min(end), high.max(end))
                });
            ((low - 0.04).max(0.0), (high + 0.04).min(1.0))
        };
        let (across, up) =
            (ends(0, |point| point.parts_interval), ends(1, |point| point.whole_interval));
        // What comes near to all pairs has all pairs in sight.
        let across = if across.1 > 0.85 { (across.0, 1.0) } else { across };
        // Neither a stripe nor higher than wide.
        let span = |(low, high): (f64, f64)| high - low;
        let across = widened(across, span(up).max(0.3));
        let up = widened(up, 0.6 * span(across));
        let height = place.width * span(up) / span(across);
        Self { area: Area { height, ..place }, across, up }
    }

    fn x(&self, accuracy: f64) -> f64 {
        let (low, high) = self.across;
        self.area.left + self.area.width * (accuracy - low) / (high - low)
    }

    fn y(&self, accuracy: f64) -> f64 {
        let (low, high) = self.up;
        self.area.bottom() - self.area.height * (accuracy - low) / (high - low)
    }

    fn at(&self, [parts, whole]: [f64; 2]) -> At {
        (self.x(parts), self.y(whole))
    }
}

/// A range of accuracies at least so wide, about its middle where that leaves it between 0 and 1.
fn widened((low, high): (f64, f64), least: f64) -> (f64, f64) {
    if high - low >= least {
        return (low, high);
    }
    let low = ((low + high - least) / 2.0).clamp(0.0, 1.0 - least);
    (low, low + least)
}

fn radius(kind: PointKind) -> f64 {
    if kind == PointKind::Baseline { 2.6 } else { 3.4 }
}

fn frame(canvas: &mut Canvas, plot: &PartsWholes, scale: &Scale) {
    let area = scale.area;
    let unit = if canvas.numbers.fractions { 1.0 } else { 100.0 };
    let of = |(low, high): (f64, f64), room: f64| {
        ticks(unit * low, unit * high, ((room / 30.0) as usize).max(2))
    };
    // Both axes have one distance of ticks, as they have one scale, unless one is too short for that.
    let columns = of(scale.across, area.width);
    let step = columns.windows(2).map(|pair| pair[1] - pair[0]).next();
    let count = step.map(|step| (unit * (scale.up.1 - scale.up.0) / step).ceil() as usize);
    let rows = [count.unwrap_or(1).max(1), 4]
        .map(|count| ticks(unit * scale.up.0, unit * scale.up.1, count))
        .into_iter()
        .max_by_key(|rows| rows.len().min(2))
        .unwrap_or_default();
    for tick in &columns {
        let x = scale.x(tick / unit);
        canvas.line((x, area.top), (x, area.bottom()), stroke(GRID, 0.6));
        let label = tick_label(*tick, &columns);
        canvas.text((x, area.bottom() + 7.0), &label, plain(SIZE, Anchor::Middle));
    }
    for tick in &rows {
        let y = scale.y(tick / unit);
        canvas.line((area.left, y), (area.right(), y), stroke(GRID, 0.6));
        let label = tick_label(*tick, &rows);
        canvas.text((area.left - 3.0, y), &label, plain(SIZE, Anchor::End));
    }
    canvas.frame(area, stroke(INK, 0.6));
    let percent = if canvas.numbers.fractions { "" } else { ", %" };
    let across = format!("accuracy on {} monothematic pairs{percent}", plot.monothematic);
    let middle = area.left + area.width / 2.0;
    let kind = plain(SIZE, Anchor::Middle);
    canvas.text_within((middle, area.bottom() + 18.0), &across, canvas.width, kind);
    let up = format!("accuracy on {} original pairs{percent}", plot.originals);
    let at = (SIZE * 0.7, area.top + area.height / 2.0);
    canvas.text_within(at, &up, area.height + 24.0, Type { upwards: true, ..kind });
}

/// The lines of equal index through the area, each with its index where it leaves it. Gives the places of these.
fn lines(canvas: &mut Canvas, scale: &Scale) -> Vec<Area> {
    let area = scale.area;
    let mut written: Vec<Area> = Vec::new();
    for index in INDICES {
        let from = scale.across.0.max(scale.up.0 / index);
        let to = scale.across.1.min(scale.up.1 / index);
        // A stub in a corner tells nothing.
        if to - from < 0.1 * (scale.across.1 - scale.across.0) {
            continue;
        }
        let pen = if index == 1.0 { stroke(INK, 0.9) } else { stroke(PALE, 0.7) };
        let dash: &[f64] = if index == 1.0 { &[] } else { &[1.0, 2.2] };
        let end = scale.at([to, index * to]);
        canvas.line(scale.at([from, index * from]), end, Stroke { dash, ..pen });
        let text = format!("CI {index}");
        let width = canvas.wide(&text, SMALL);
        let leaves_above = index * to > scale.up.1 - 1e-9;
        let place = if leaves_above {
            Area { left: end.0 - width / 2.0, top: area.top - 10.0, width, height: 8.0 }
        } else {
            Area { left: area.right() + 3.0, top: end.1 - 4.0, width, height: 8.0 }
        };
        let apart = Area { left: place.left - 3.0, width: width + 6.0, ..place };
        if written.iter().any(|other| other.overlaps(&apart)) {
            continue;
        }
        let color = if index == 1.0 { INK } else { FAINT };
        let kind = Type { color, ..plain(SMALL, Anchor::Start) };
        canvas.text((place.left, place.top + 4.0), &text, kind);
        written.push(place);
    }
    written
}

/// What the two sides of the line at 1 mean, where nothing is in the corners.
fn corners(canvas: &mut Canvas, scale: &Scale, taken: &[Area]) {
    let area = scale.area;
    let sides = [
        (["more accurate", "on originals"], Anchor::Start),
        (["more accurate", "on parts"], Anchor::End),
    ];
    for (lines, anchor) in sides {
        let width = canvas.widest(lines, SMALL, area.width);
        let (left, top, at) = match anchor {
            Anchor::Start => (area.left + 3.0, area.top + 3.0, area.left + 4.0),
            _ => (area.right() - width - 5.0, area.bottom() - 22.0, area.right() - 4.0),
        };
        let place = Area { left, top, width: width + 2.0, height: 19.0 };
        // It stands on its side of the line alone.
        let line = |y: f64| {
            scale.x(scale.up.0 + (area.bottom() - y) / area.height * (scale.up.1 - scale.up.0))
        };
        let is_on_side = match anchor {
            Anchor::Start => place.right() < line(place.bottom()),
            _ => place.left > line(place.top),
        };
        let is_free = !taken.iter().any(|other| other.overlaps(&place));
        if is_on_side && is_free {
            for (index, line) in lines.iter().enumerate() {
                let kind = Type { color: FAINT, edged: true, ..plain(SMALL, anchor) };
                canvas.text((at, place.top + 5.0 + 9.0 * index as f64), line, kind);
            }
        }
    }
}

/// Writes the names of systems: of few all that find room, of many the best and the worst, then those that are far from
/// the others. Gives the names that are not written.
fn name(
    canvas: &mut Canvas,
    systems: &[&Placed<'_>],
    scale: &Scale,
    taken: &mut Vec<Area>,
) -> Vec<String> {
    let mut ends: Vec<&Placed<'_>> = Vec::new();
    for axis in [1, 0] {
        let by_accuracy =
            |one: &&&Placed<'_>, other: &&&Placed<'_>| one.1[axis].total_cmp(&other.1[axis]);
        ends.extend(systems.iter().max_by(by_accuracy));
        ends.extend(systems.iter().min_by(by_accuracy));
    }
    let is_many = systems.len() > FEW;
    let labels: Vec<Label<'_>> = systems
        .iter()
        .map(|(of, place)| {
            let is_end = ends.iter().any(|end| std::ptr::eq(end.0, *of));
            Label {
                point: scale.at(*place),
                name: &of.name,
                below: of.reading.map_or("", in_column),
                color: INK,
                rank: u8::from(is_many && !is_end),
            }
        })
        .collect();
    let rings = if is_many { 2 } else { 5 };
    let without = labels::place(canvas, &labels, scale.area, taken, rings);
    names_of(&without.into_iter().map(|number| systems[number]).collect::<Vec<_>>())
}

/// Writes the number of each system, whose key is under the figure. Gives the names of systems without a number.
fn number(
    canvas: &mut Canvas,
    systems: &[&Placed<'_>],
    scale: &Scale,
    taken: &mut Vec<Area>,
) -> Vec<String> {
    let numbers: Vec<String> = (1..=systems.len()).map(|number| number.to_string()).collect();
    let places = systems.iter().map(|(_, place)| scale.at(*place));
    let labels: Vec<Label<'_>> = places
        .zip(&numbers)
        .map(|(point, name)| Label { point, name, below: "", color: INK, rank: 0 })
        .collect();
    let without = labels::place(canvas, &labels, scale.area, taken, 5);
    names_of(&without.into_iter().map(|number| systems[number]).collect::<Vec<_>>())
}

/// The points of some kinds from left to right.
fn in_order<'p, 'd>(
    places: &'p [Placed<'d>],
    is_wanted: fn(PointKind) -> bool,
) -> Vec<&'p Placed<'d>> {
    let mut wanted: Vec<&Placed<'_>> =
        places.iter().filter(|(point, _)| is_wanted(point.kind)).collect();
    wanted.sort_by(|one, other| one.1[0].total_cmp(&other.1[0]));
    wanted
}

fn names_of(places: &[&Placed<'_>]) -> Vec<String> {
    places.iter().map(|(point, _)| point.name.clone()).collect()
}

fn title(point: &PartsWholesPoint, [parts, whole]: [f64; 2], canvas: &Canvas) -> String {
    let numbers = canvas.numbers;
    let [parts, whole] = [parts, whole].map(|value| numbers.rounded(value, Style::Percent));
    let sign = numbers.sign();
    let index = point
        .index
        .as_ref()
        .map_or(String::new(), |index| format!(", CI {}", numbers.rounded(*index, Style::Ratio)));
    let reading =
        point.reading.map_or(String::new(), |reading| format!("; {}", in_column(reading)));
    format!(
        "{}: monothematic pairs {parts}{sign}, original pairs {whole}{sign}{index}{reading}",
        point.name
    )
}

/// Who has no name in the picture, and who no place, and why.
fn footer(canvas: &mut Canvas, plot: &PartsWholes, named: &[(&str, Vec<String>)], top: f64) -> f64 {
    let mut notes: Vec<String> = Vec::new();
    for (who, names) in named.iter().filter(|(_, names)| !names.is_empty()) {
        let names: Vec<String> =
            names.iter().map(|name| canvas.font.fitted(name, SMALL, 120.0)).collect();
        notes.push(format!("{who}: {}.", names.join(", ")));
    }
    for point in &plot.points {
        if let (Err(reason), _) | (_, Err(reason)) = (&point.parts, &point.whole) {
            let name = canvas.font.fitted(&point.name, SMALL, canvas.width / 2.0);
            notes.push(format!("{name}: {reason}"));
        }
    }
    if notes.is_empty() {
        return top;
    }
    let mut y = top + 5.0;
    for note in notes {
        for line in canvas.font.wrapped(&note, SMALL, canvas.width - 4.0) {
            canvas.text((0.0, y), &line, plain(SMALL, Anchor::Start));
            y += 9.0;
        }
    }
    y - 5.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_widened_within_what_an_accuracy_can_be() {
        assert_eq!(widened((0.2, 0.8), 0.5), (0.2, 0.8));
        assert_eq!(widened((0.9, 1.0), 0.5), (0.5, 1.0));
        assert_eq!(widened((0.0, 0.1), 0.5), (0.0, 0.5));
        let (low, high) = widened((0.4, 0.6), 0.4);
        assert!((low - 0.3).abs() < 1e-12 && (high - 0.7).abs() < 1e-12);
    }
}
