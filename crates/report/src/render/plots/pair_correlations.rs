//! One dot a pair, dots of one value heaped; 0, infinity and undefined at marked ends of the axis.

use std::collections::BTreeMap;
use std::ops::Range;

use phenom_metrics::{PairCorrelation, Undefined};

use crate::drawing::Drawn;
use crate::drawing::canvas::{Anchor, Area, Canvas, SIZE, SMALL, Stroke, Type, plain, stroke};
use crate::drawing::colours::{judgment_look, system_look};
use crate::drawing::palette::{EMPTY, FAINT, GRID, INK, Look, PAPER};
use crate::figures::{CorrelationRow, PairCorrelations};
use crate::{Numbers, PairsBehind, Style};

/// The distance of dots.
const DOT: f64 = 3.4;
/// How many pairs one dot may stand for, tried in turn until the heaps have room.
const PAIRS_A_DOT: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/// How far a dot may stand from its value, in dots.
const SPILL: i64 = 4;

/// The parts of the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Zero,
    Number,
    Infinite,
    Undefined,
}

struct Axis {
    left: f64,
    end: f64,
    numbers: f64,
    low: f64,
    high: f64,
    written: Numbers,
}

impl Axis {
    fn range(&self, part: Part) -> (f64, f64) {
        let zero = self.left + self.end;
        let infinite = zero + self.numbers;
        match part {
            Part::Zero => (self.left, zero),
            Part::Number => (zero, infinite),
            Part::Infinite => (infinite, infinite + self.end),
            Part::Undefined => (infinite + self.end, infinite + 2.0 * self.end),
        }
    }

    fn middle(&self, part: Part) -> f64 {
        let (from, to) = self.range(part);
        (from + to) / 2.0
    }

    fn place(&self, value: f64) -> f64 {
        let (from, to) = self.range(Part::Number);
        // Room for a heap on the first and the last value.
        let (from, to) = (from + 3.0 * DOT, to - 3.0 * DOT);
        from + (to - from) * (value.ln() - self.low) / (self.high - self.low)
    }

    fn of(&self, pair: &PairCorrelation) -> (Part, f64) {
        let part = match &pair.value {
            Ok(value) if *value > 0.0 && value.is_finite() => {
                return (Part::Number, self.place(*value));
            }
            Ok(value) if *value == 0.0 => Part::Zero,
            Ok(value) if value.is_infinite() => Part::Infinite,
            Err(Undefined::Infinite) => Part::Infinite,
            _ => Part::Undefined,
        };
        (part, self.middle(part))
    }
}

impl Drawn for PairCorrelations {
    fn lack(&self) -> Option<&'static str> {
        let empty = self.rows.iter().all(|row| row.pairs.is_empty());
        empty.then_some(
            "No original pair has monothematic pairs, so no pair has a Correlation Index.",
        )
    }

    fn is_wide(&self) -> bool {
        self.rows.iter().any(|row| row.pairs.len() > 200)
    }

    fn rows(&self, _canvas: &Canvas) -> usize {
        self.rows.len()
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        let label = |row: &CorrelationRow| match row.judgment {
            None => row.system.clone(),
            Some(judgment) => format!("gold {judgment}"),
        };
        let labels: Vec<String> = self.rows.iter().map(label).collect();
        let names = self.rows.iter().map(|row| row.system.as_str());
        let texts = labels.iter().map(String::as_str).chain(names);
        let left = canvas.widest(texts, SIZE, canvas.width * 0.35) + 6.0;
        let axis = axis(self, left, canvas.width - left - 2.0, canvas.numbers);
        let (pairs_a_dot, levels, heaps) = heaps(self, &axis);

        let mut y = 4.0;
        let start = y;
        let mut tops = Vec::new();
        let mut above: Option<&str> = None;
        let here = || self.rows.iter().zip(&labels).zip(&heaps).skip(rows.start).take(rows.len());
        for ((row, _), heaps) in here() {
            let named = row.judgment.is_some() && above != Some(row.system.as_str());
            if named {
                y += 11.0;
            }
            let highest = heaps.iter().map(|dot| dot.level + 1).max().unwrap_or(1).min(levels);
            let height = (highest as f64 * DOT + 11.0).max(22.0);
            tops.push((y, height, named));
            y += height;
            above = Some(&row.system);
        }
        frame(
            canvas,
            &axis,
            Area { left, top: start, width: canvas.width - left - 2.0, height: y - start },
        );
        for (((row, label), heaps), (top, height, named)) in here().zip(&tops) {
            let base = top + height - 3.0;
            if *named {
                let at = (0.0, top - 5.0);
                canvas.text_within(at, &row.system, left - 4.0, plain(SIZE, Anchor::Start));
            }
            let size = if row.judgment.is_none() { SIZE } else { SMALL };
            canvas.text_within(
                (left - 4.0, base - 6.0),
                label,
                left - 6.0,
                plain(size, Anchor::End),
            );
            canvas.line((left, base), (canvas.width - 2.0, base), stroke(FAINT, 0.5));
            let look = row.judgment.map_or_else(|| system_look(row.place), judgment_look);
            dots(canvas, heaps, base, look);
        }
        footer(canvas, y, left, pairs_a_dot)
    }
}

fn axis(plot: &PairCorrelations, left: f64, width: f64, written: Numbers) -> Axis {
    let values =
        plot.rows.iter().flat_map(|row| &row.pairs).filter_map(|pair| pair.value.clone().ok());
    let values = values.filter(|value| *value > 0.0 && value.is_finite());
    let (low, high) =
        values.fold((1.0_f64, 2.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let end = (width * 0.14).max(26.0);
    Axis { left, end, numbers: width - 3.0 * end, low: low.ln(), high: high.ln(), written }
}

/// A dot: where it stands and the pairs it stands for.
struct Dot {
    x: f64,
    level: usize,
    title: String,
    /// The pair, where it is one.
    behind: Option<PairsBehind>,
    /// How many pairs the heap holds, on the dot that stands over the middle of it.
    heap: Option<(f64, u64)>,
}

/// The dots of each row, with the number of pairs that each stands for and the height of the highest
/// heap.
fn heaps(plot: &PairCorrelations, axis: &Axis) -> (u64, usize, Vec<Vec<Dot>>) {
    for pairs_a_dot in PAIRS_A_DOT {
        for levels in [5, 8, 12, 16] {
            let rows: Option<Vec<Vec<Dot>>> =
                plot.rows.iter().map(|row| heap(row, axis, pairs_a_dot, levels)).collect();
            if let Some(rows) = rows {
                return (pairs_a_dot, levels, rows);
            }
        }
    }
    // Not even a thousand pairs a dot have room: one dot a value, its number beside it.
    let rows = plot.rows.iter().map(|row| heap(row, axis, u64::MAX, 1).unwrap_or_default());
    (u64::MAX, 1, rows.collect())
}

fn heap(row: &CorrelationRow, axis: &Axis, pairs_a_dot: u64, levels: usize) -> Option<Vec<Dot>> {
    let mut values: BTreeMap<(Part, i64), Vec<&PairCorrelation>> = BTreeMap::new();
    for pair in &row.pairs {
        let (part, x) = axis.of(pair);
        values.entry((part, (x / DOT).round() as i64)).or_default().push(pair);
    }
    let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
    let mut dots = Vec::new();
    for ((part, column), pairs) in values {
        let (from, to) = axis.range(part);
        let within = |at: &i64| {
            let x = *at as f64 * DOT;
            x >= from + DOT * 0.6 && x <= to - DOT * 0.6
        };
        // Nearest first, then right before left.
        let columns = std::iter::once(0).chain((1..=SPILL).flat_map(|steps| [steps, -steps]));
        let columns: Vec<i64> = columns.map(|steps| column + steps).filter(within).collect();
        let step = usize::try_from(pairs_a_dot).unwrap_or(usize::MAX).min(pairs.len());
        let first = dots.len();
        for pairs in pairs.chunks(step) {
            // The lowest level first, so that a heap is as broad as it may be.
            let level_of = |candidate: &i64| taken.get(candidate).copied().unwrap_or(0);
            let place = columns.iter().min_by_key(|candidate| {
                level_of(candidate) * 9 + candidate.abs_diff(column) as usize * 4
            });
            let place = *place?;
            let level = level_of(&place);
            if level >= levels {
                return None;
            }
            taken.insert(place, level + 1);
            dots.push(Dot {
                x: place as f64 * DOT,
                level,
                title: title(pairs, axis.written),
                behind: match pairs {
                    [pair] => Some(PairsBehind::pair(&pair.id)),
                    _ => None,
                },
                heap: None,
            });
        }
        let highest = (first..dots.len()).max_by_key(|dot| dots[*dot].level);
        if let Some(highest) = highest.filter(|_| pairs.len() >= 4) {
            dots[highest].heap = Some((column as f64 * DOT, pairs.len() as u64));
        }
    }
    Some(dots)
}

fn title(pairs: &[&PairCorrelation], numbers: Numbers) -> String {
    let value = |pair: &PairCorrelation| match &pair.value {
        Ok(value) => numbers.rounded(*value, Style::Ratio),
        Err(reason) => reason.to_string(),
    };
    match pairs {
        [pair] => format!("{}: CI {}", pair.id, value(pair)),
        [first, ..] => format!("{} pairs: CI {}", pairs.len(), value(first)),
        [] => String::new(),
    }
}

fn dots(canvas: &mut Canvas, dots: &[Dot], base: f64, look: Look) {
    let height = |level: usize| base - DOT * (level as f64 + 0.6);
    for dot in dots {
        canvas.counting(&dot.title, dot.behind.as_ref(), |canvas| {
            canvas.mark((dot.x, height(dot.level)), DOT * 0.46, look);
        });
    }
    for dot in dots {
        if let Some((x, pairs)) = dot.heap {
            let at = (x, height(dot.level) - DOT - 2.0);
            let kind = Type { edged: true, ..plain(6.0, Anchor::Middle) };
            canvas.text(at, &pairs.to_string(), kind);
        }
    }
}

fn frame(canvas: &mut Canvas, axis: &Axis, area: Area) {
    for part in [Part::Zero, Part::Infinite, Part::Undefined] {
        let (from, to) = axis.range(part);
        let band = Area { left: from, top: area.top, width: to - from, height: area.height };
        canvas.area(band, EMPTY, None);
        canvas.line((from, area.top), (from, area.bottom()), stroke(PAPER, 1.0));
    }
    let label = area.bottom() + 7.0;
    for (part, text) in [(Part::Zero, "0"), (Part::Infinite, "∞"), (Part::Undefined, "0/0")] {
        canvas.text((axis.middle(part), label), text, plain(SIZE, Anchor::Middle));
    }
    let mut last = f64::NEG_INFINITY;
    for value in [0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0, 50.0, 100.0, 1000.0_f64]
    {
        if value.ln() < axis.low - 1e-9 || value.ln() > axis.high + 1e-9 {
            continue;
        }
        let x = axis.place(value);
        let ideal = value == 1.0;
        let line = if ideal { stroke(INK, 0.8) } else { stroke(GRID, 0.6) };
        let line = Stroke { dash: if ideal { &[3.0, 2.0] } else { &[] }, ..line };
        canvas.line((x, area.top), (x, area.bottom()), line);
        if x - last > 14.0 || ideal {
            canvas.text((x, label), &value.to_string(), plain(SIZE, Anchor::Middle));
            last = x;
        }
    }
}

fn footer(canvas: &mut Canvas, top: f64, left: f64, pairs_a_dot: u64) -> f64 {
    let middle = left + (canvas.width - left - 2.0) / 2.0;
    canvas.text(
        (middle, top + 18.0),
        "CI of each original pair (log scale; 1 is ideal)",
        plain(SIZE, Anchor::Middle),
    );
    let dot = match pairs_a_dot {
        1 => "One dot: one pair.".to_owned(),
        u64::MAX => "One dot: all pairs with one value, with their number.".to_owned(),
        many => format!("One dot: {many} pairs or fewer."),
    };
    let note = format!(
        "{dot} 0: original wrong, some part correct. ∞: original correct, no part correct. 0/0: neither correct."
    );
    let mut y = top + 30.0;
    for line in canvas.font.wrapped(&note, SMALL, canvas.width - 2.0) {
        canvas.text((0.0, y), &line, plain(SMALL, Anchor::Start));
        y += 9.0;
    }
    y
}
