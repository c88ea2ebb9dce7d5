//! Contingency tables as maps: counts, and shares of the row, darker the larger.

use std::ops::Range;

use crate::drawing::Drawn;
use crate::drawing::canvas::{Anchor, Area, Canvas, SIZE, SMALL, Type, plain, stroke};
use crate::drawing::palette::{Color, EMPTY, FAINT, PAPER, shade};
use crate::figures::{ContingencyMaps, ContingencyPanel};
use crate::{PairCounts, Style, UNDEFINED};

const CELL: f64 = 23.0;
const GAP: f64 = 10.0;

impl Drawn for ContingencyMaps {
    fn lack(&self) -> Option<&'static str> {
        if self.panels.is_empty() {
            return Some("There is no system.");
        }
        let empty = |panel: &ContingencyPanel| {
            panel
                .counts
                .as_ref()
                .map_or(true, |rows| rows.iter().flatten().all(|count| count.value().is_err()))
        };
        self.panels.iter().all(empty).then_some("There are no pairs.")
    }

    fn is_wide(&self) -> bool {
        self.panels.len() > 2
    }

    fn rows(&self, canvas: &Canvas) -> usize {
        self.panels.len().div_ceil(Layout::of(self, canvas).in_row)
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        let Layout { left, in_row, cell } = Layout::of(self, canvas);
        let panel = cell * self.answers.len().max(1) as f64;
        let mut y = 0.0;
        for panels in self.panels.chunks(in_row).skip(rows.start).take(rows.len()) {
            let top = y + 34.0;
            for (index, gold) in self.gold.iter().enumerate() {
                let at = (left - 4.0, top + CELL * (index as f64 + 0.5));
                canvas.text_within(at, gold, left - 16.0, plain(SIZE, Anchor::End));
            }
            let height = CELL * self.gold.len() as f64;
            let kind = Type { upwards: true, color: FAINT, ..plain(SMALL, Anchor::Middle) };
            canvas.text((5.0, top + height / 2.0), "gold", kind);
            for (index, system) in panels.iter().enumerate() {
                let left = left + (panel + GAP) * index as f64;
                let area = Area { left, top, width: panel, height };
                self::panel(canvas, self, system, area, cell);
            }
            y = top + height + 8.0;
        }
        let note = if canvas.numbers.fractions {
            "Number of pairs, and share of the row."
        } else {
            "Number of pairs, and share of the row in %."
        };
        canvas.text((0.0, y + 4.0), note, plain(SMALL, Anchor::Start));
        y + 11.0
    }
}

/// How panels are laid out.
struct Layout {
    /// Where the first panel starts, behind the names of gold labels.
    left: f64,
    /// How many panels stand side by side: the same number in each row.
    in_row: usize,
    /// The width of a cell.
    cell: f64,
}

impl Layout {
    fn of(plot: &ContingencyMaps, canvas: &Canvas) -> Self {
        let gold = plot.gold.iter().map(String::as_str);
        let left = canvas.widest(gold, SIZE, canvas.width * 0.3) + 16.0;
        let answers = plot.answers.len().max(1) as f64;
        let widest = canvas.widest(plot.answers.iter().map(String::as_str), SMALL, 60.0);
        let width = canvas.width - left - 2.0;
        // At least wide enough for a count of a million.
        let least = (widest + 5.0).max(34.0).min(width / answers).max(14.0);
        let most = (((width + GAP) / (least * answers + GAP)).floor() as usize).max(1);
        let rows = plot.panels.len().div_ceil(most).max(1);
        let in_row = plot.panels.len().div_ceil(rows).max(1);
        // All of the width is taken.
        let cell = (width - GAP * (in_row - 1) as f64) / (in_row as f64 * answers);
        Self { left, in_row, cell: cell.max(least) }
    }
}

fn panel(
    canvas: &mut Canvas,
    plot: &ContingencyMaps,
    panel: &ContingencyPanel,
    area: Area,
    cell: f64,
) {
    let middle = area.left + area.width / 2.0;
    canvas.text_within(
        (middle, area.top - 28.0),
        &panel.system,
        area.width,
        plain(SIZE, Anchor::Middle),
    );
    let faint = Type { color: FAINT, ..plain(SMALL, Anchor::Middle) };
    canvas.text((middle, area.top - 17.0), "answer", faint);
    for (index, answer) in plot.answers.iter().enumerate() {
        let at = (area.left + cell * (index as f64 + 0.5), area.top - 6.0);
        canvas.text_within(at, answer, cell - 2.0, plain(SMALL, Anchor::Middle));
    }
    let rows = match &panel.counts {
        Ok(rows) => rows,
        Err(reason) => {
            canvas.area(area, EMPTY, None);
            for (index, line) in
                canvas.font.wrapped(&reason.to_string(), SMALL, area.width - 8.0).iter().enumerate()
            {
                let at = (area.left + 4.0, area.top + 8.0 + 9.0 * index as f64);
                canvas.text(at, line, plain(SMALL, Anchor::Start));
            }
            return;
        }
    };
    for (row, gold) in plot.gold.iter().enumerate() {
        let counts = rows.get(row).map_or(&[][..], Vec::as_slice);
        for (column, answer) in plot.answers.iter().enumerate() {
            let counts = counts.get(column).copied().unwrap_or_default();
            let PairCounts { numerator, denominator, .. } = counts;
            let (left, top) = (area.left + cell * column as f64, area.top + CELL * row as f64);
            let place = Area { left, top, width: cell, height: CELL };
            let of = format!("{numerator} of {denominator}");
            let title = format!("{}: gold label {gold}, prediction {answer}: {of}", panel.system);
            let behind = panel.behind.get(row).and_then(|cells| cells.get(column)?.as_ref());
            canvas.counting(&title, behind, |canvas| self::cell(canvas, counts, place));
        }
    }
}

fn cell(canvas: &mut Canvas, counts: PairCounts, area: Area) {
    let share = counts.value().ok();
    let (color, ink) = shade(share.unwrap_or(0.0));
    let edge = if share.is_some() { Color(0xbbbbbb) } else { PAPER };
    canvas.area(area, color, Some(stroke(edge, 0.5)));
    let middle = area.left + area.width / 2.0;
    let kind = |size| Type { color: ink, ..plain(size, Anchor::Middle) };
    let limit = area.width - 2.0;
    canvas.text_within(
        (middle, area.top + CELL * 0.33),
        &counts.numerator.to_string(),
        limit,
        kind(SIZE),
    );
    let share =
        share.map_or(UNDEFINED.to_owned(), |share| canvas.numbers.rounded(share, Style::Percent));
    canvas.text((middle, area.top + CELL * 0.7), &share, kind(6.5));
}
