//! Groups of bars, one group a system; as many rows of groups as there is need of.

use std::ops::Range;

use phenom_metrics::Value;

use crate::drawing::Drawn;
use crate::drawing::axis::key;
use crate::drawing::canvas::{Anchor, Area, Canvas, SIZE, SMALL, Type, plain, stroke};
use crate::drawing::colours::{OVERALL, judgment_fill};
use crate::drawing::palette::{FAINT, GRID, INK, PAPER};
use crate::figures::{ConditionedAccuracy, ConditionedSystem};
use crate::{Numbers, Style, UNDEFINED};

const AXIS: f64 = 32.0;
const HEIGHT: f64 = 110.0;
/// The place of overall accuracy over the bars.
const NUMBERS: f64 = 12.0;

impl Drawn for ConditionedAccuracy {
    fn lack(&self) -> Option<&'static str> {
        if self.systems.is_empty() {
            return Some("There is no system.");
        }
        let no_value = |system: &ConditionedSystem| {
            system.overall.is_err() && system.conditioned.iter().all(Result::is_err)
        };
        self.systems
            .iter()
            .all(no_value)
            .then_some("No system has an accuracy: there are no pairs.")
    }

    fn is_wide(&self) -> bool {
        self.systems.len() > 5
    }

    fn rows(&self, canvas: &Canvas) -> usize {
        self.systems.len().div_ceil(in_row(self, canvas))
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        let width = canvas.width - AXIS - 2.0;
        let in_row = in_row(self, canvas);
        let group = width / in_row as f64;

        let names = self.judgments.iter().map(|judgment| format!("gold {judgment}"));
        let names: Vec<String> = names.chain(["overall".to_owned()]).collect();
        let place = Area { left: AXIS, top: 0.0, width, height: 0.0 };
        let mut top = key(canvas, 1.0, place, &names, |canvas, index, (x, y)| {
            if let Some(judgment) = self.judgments.get(index) {
                let swatch = Area { left: x - 4.5, top: y - 3.5, width: 9.0, height: 7.0 };
                canvas.bar(swatch, judgment_fill(*judgment));
            } else {
                canvas.line((x - 5.0, y), (x + 5.0, y), stroke(OVERALL, 1.6));
            }
        });
        let upwards =
            self.systems.iter().any(|system| canvas.wide(&system.name, SIZE) > group - 3.0);
        for systems in self.systems.chunks(in_row).skip(rows.start).take(rows.len()) {
            let area = Area { left: AXIS, top: top + NUMBERS + 2.0, width, height: HEIGHT };
            frame(canvas, area);
            for (index, system) in systems.iter().enumerate() {
                let left = area.left + group * index as f64;
                self::group(canvas, system, self, Area { left, width: group, ..area });
                let middle = left + group / 2.0;
                if upwards {
                    let kind = Type { upwards: true, ..plain(SIZE, Anchor::End) };
                    canvas.text_within((middle, area.bottom() + 4.0), &system.name, 90.0, kind);
                } else {
                    let at = (middle, area.bottom() + 7.0);
                    canvas.text(at, &system.name, plain(SIZE, Anchor::Middle));
                }
            }
            let names = systems.iter().map(|system| system.name.as_str());
            let under = if upwards { canvas.widest(names, SIZE, 90.0) + 6.0 } else { 12.0 };
            top = area.bottom() + under + 4.0;
        }
        top
    }
}

/// How many systems stand side by side: the same number in each row.
fn in_row(plot: &ConditionedAccuracy, canvas: &Canvas) -> usize {
    let bars = plot.judgments.len().max(1) as f64;
    let least = (7.0 * bars + 6.0).max(24.0);
    let most = (((canvas.width - AXIS - 2.0) / least).floor() as usize).max(1);
    let rows = plot.systems.len().div_ceil(most).max(1);
    plot.systems.len().div_ceil(rows).max(1)
}

fn frame(canvas: &mut Canvas, area: Area) {
    for step in 0..=5 {
        let share = f64::from(step) / 5.0;
        let y = area.bottom() - share * area.height;
        let color = if step == 0 { INK } else { GRID };
        canvas.line((area.left, y), (area.right(), y), stroke(color, 0.6));
        let label =
            if canvas.numbers.fractions { format!("{share:.1}") } else { (20 * step).to_string() };
        canvas.text((area.left - 3.0, y), &label, plain(SIZE, Anchor::End));
    }
    let at = (SIZE * 0.7, area.top + area.height / 2.0);
    let kind = Type { upwards: true, ..plain(SIZE, Anchor::Middle) };
    canvas.text(at, canvas.accuracy(), kind);
}

fn group(canvas: &mut Canvas, system: &ConditionedSystem, plot: &ConditionedAccuracy, area: Area) {
    let bars = plot.judgments.len().max(1) as f64;
    let margin = (area.width * 0.12).max(2.0);
    let wide = ((area.width - 2.0 * margin) / bars).min(16.0);
    let left = area.left + (area.width - wide * bars) / 2.0;
    for (index, judgment) in plot.judgments.iter().enumerate() {
        let x = left + wide * index as f64;
        let value = system.conditioned.get(index);
        let title =
            format!("{}, gold label {judgment}: {}", system.name, percent(value, canvas.numbers));
        let behind = system.behind.get(index).and_then(Option::as_ref);
        canvas.counting(&title, behind, |canvas| match value {
            Some(Ok(value)) => {
                let height = area.height * value.clamp(0.0, 1.0);
                let top = area.bottom() - height;
                let bar = Area { left: x, top, width: wide, height };
                canvas.bar(bar, judgment_fill(*judgment));
            }
            _ => {
                let kind = Type { color: FAINT, ..plain(SIZE, Anchor::Middle) };
                canvas.text((x + wide / 2.0, area.bottom() - 4.0), UNDEFINED, kind);
            }
        });
    }
    let middle = area.left + area.width / 2.0;
    let overall = percent(Some(&system.overall), canvas.numbers);
    canvas.text((middle, area.top - NUMBERS / 2.0 - 1.0), &overall, plain(SMALL, Anchor::Middle));
    if let Ok(value) = system.overall {
        let y = area.bottom() - area.height * value.clamp(0.0, 1.0);
        let (from, to) = ((left - 2.0, y), (left + wide * bars + 2.0, y));
        canvas.line(from, to, stroke(PAPER, 2.8));
        canvas.line(from, to, stroke(OVERALL, 1.6));
    }
}

fn percent(value: Option<&Value>, numbers: Numbers) -> String {
    match value {
        Some(Ok(value)) => numbers.rounded(*value, Style::Percent),
        _ => UNDEFINED.to_owned(),
    }
}
