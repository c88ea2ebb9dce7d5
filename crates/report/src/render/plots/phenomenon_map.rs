//! A map of phenomena by systems: darker is more accurate, and every cell says its numbers.

use std::ops::Range;

use super::labels::halves;
use crate::drawing::Drawn;
use crate::drawing::canvas::{Anchor, Area, Canvas, SIZE, SMALL, Type, plain, stroke};
use crate::drawing::palette::{Color, EMPTY, FAINT, Hatch, INK, PAPER, shade};
use crate::figures::{PhenomenonCell, PhenomenonMap, PhenomenonRow};
use crate::{Numbers, Style, UNDEFINED};

/// The size of counts and intervals, under the accuracy.
const TINY: f64 = 6.0;

impl Drawn for PhenomenonMap {
    fn lack(&self) -> Option<&'static str> {
        if self.phenomena.is_empty() {
            return Some("No pair is tagged with a phenomenon.");
        }
        self.systems.is_empty().then_some("There is no system.")
    }

    fn is_wide(&self) -> bool {
        self.systems.len() > 2
    }

    fn rows(&self, canvas: &Canvas) -> usize {
        self.phenomena.len() * Layout::of(self, canvas).panels
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        let Layout { left, in_panel, cell, height, one_line, .. } = Layout::of(self, canvas);
        let mut y = 0.0;
        for (panel, systems) in self.systems.chunks(in_panel).enumerate() {
            // The rows of all panels are counted on.
            let first = panel * self.phenomena.len();
            let here = (first..).zip(&self.phenomena).filter(|(number, _)| rows.contains(number));
            let here: Vec<&PhenomenonRow> = here.map(|(_, row)| row).collect();
            if here.is_empty() {
                continue;
            }
            y = header(canvas, systems, y, left, cell);
            let mut above = "";
            for row in here {
                if row.category != above && !row.category.is_empty() {
                    canvas.text_within(
                        (0.0, y + 7.0),
                        &row.category,
                        left - 3.0,
                        plain(SIZE, Anchor::Start),
                    );
                    y += 13.0;
                }
                above = &row.category;
                let indent = if row.category.is_empty() { 0.0 } else { 6.0 };
                let at = (indent, y + height / 2.0);
                canvas.text_within(at, &row.name, left - indent - 4.0, plain(SIZE, Anchor::Start));
                for (index, system) in systems.iter().enumerate() {
                    let area =
                        Area { left: left + cell * index as f64, top: y, width: cell, height };
                    self::cell(canvas, row, system, panel * in_panel + index, area, one_line);
                }
                y += height;
            }
            y += 6.0;
        }
        scale(canvas, y, left)
    }
}

/// How the cells are laid out. Where there is no room for all systems side by side, they go on in another panel
/// under the first, with all phenomena again.
struct Layout {
    /// Where the cells start, behind the names of phenomena.
    left: f64,
    panels: usize,
    /// The systems in each panel.
    in_panel: usize,
    /// The width of a cell.
    cell: f64,
    height: f64,
    /// Whether counts and interval are in one line.
    one_line: bool,
}

impl Layout {
    fn of(plot: &PhenomenonMap, canvas: &Canvas) -> Self {
        let names = plot.phenomena.iter().map(|row| row.name.as_str());
        let categories = plot.phenomena.iter().map(|row| row.category.as_str());
        let left = canvas.widest(names, SIZE, canvas.width * 0.34 - 6.0) + 6.0;
        let left = left.max(canvas.widest(categories, SIZE, canvas.width * 0.34)) + 4.0;
        let width = canvas.width - left - 2.0;
        let cells = || plot.phenomena.iter().flat_map(|row| &row.cells);
        let lines: Vec<Lines> = cells().map(|cell| lines(cell, canvas.numbers)).collect();
        let widest =
            |lines: &mut dyn Iterator<Item = &str>| canvas.widest(lines, TINY, 200.0) + 5.0;
        let counts = widest(&mut lines.iter().map(|texts| texts.counts.as_str()));
        let intervals = widest(&mut lines.iter().map(|texts| texts.interval.as_str()));
        let with_intervals = lines.iter().any(|texts| !texts.interval.is_empty());
        let least = counts.max(intervals).max(26.0);
        let most = ((width / least).floor() as usize).max(1);
        let panels = plot.systems.len().div_ceil(most).max(1);
        let in_panel = plot.systems.len().div_ceil(panels).max(1);
        let cell = width / in_panel as f64;
        let one_line = counts + intervals <= cell + 2.0;
        let height = if with_intervals && !one_line { 24.0 } else { 17.0 };
        Self { left, panels, in_panel, cell, height, one_line }
    }
}

/// The texts of a cell.
struct Lines {
    accuracy: String,
    counts: String,
    interval: String,
}

fn lines(cell: &PhenomenonCell, numbers: Numbers) -> Lines {
    let Ok((counts, value)) = cell
        .accuracy
        .as_ref()
        .map_err(|_| ())
        .and_then(|share| share.value().map(|value| (*share, value)).map_err(|_| ()))
    else {
        return Lines {
            accuracy: UNDEFINED.to_owned(),
            counts: String::new(),
            interval: String::new(),
        };
    };
    let interval = cell.interval.filter(|interval| interval.has_width()).map(|interval| {
        format!(
            "[{}–{}]",
            numbers.rounded(interval.lower, Style::Percent),
            numbers.rounded(interval.upper, Style::Percent)
        )
    });
    Lines {
        accuracy: numbers.rounded(value, Style::Percent),
        counts: counts.to_string(),
        interval: interval.unwrap_or_default(),
    }
}

/// The names of systems: in one line where they fit, else in two, else upwards.
fn header(canvas: &mut Canvas, systems: &[String], top: f64, left: f64, cell: f64) -> f64 {
    let names = || systems.iter().map(String::as_str);
    let parts = || names().map(halves).flat_map(|(first, second)| [first, second]);
    let (one_line, two_lines) = (
        canvas.widest(names(), SIZE, 200.0) <= cell - 4.0,
        canvas.widest(parts(), SIZE, 200.0) <= cell - 2.0,
    );
    let upwards = !one_line && !two_lines;
    let height = match (one_line, two_lines) {
        (true, _) => 13.0,
        (false, true) => 22.0,
        (false, false) => canvas.widest(names(), SIZE, 90.0) + 6.0,
    };
    for (index, system) in systems.iter().enumerate() {
        let middle = left + cell * (index as f64 + 0.5);
        let kind = plain(SIZE, Anchor::Middle);
        if upwards {
            let kind = Type { upwards: true, ..plain(SIZE, Anchor::Start) };
            canvas.text_within((middle, top + height - 3.0), system, 90.0, kind);
        } else if canvas.wide(system, SIZE) <= cell - 4.0 {
            canvas.text((middle, top + height - 7.0), system, kind);
        } else {
            let (first, second) = halves(system);
            canvas.text((middle, top + 6.0), first, kind);
            canvas.text((middle, top + 15.0), second, kind);
        }
    }
    top + height
}

fn cell(
    canvas: &mut Canvas,
    row: &PhenomenonRow,
    system: &str,
    column: usize,
    area: Area,
    one_line: bool,
) {
    let Some(cell) = row.cells.get(column) else { return };
    let texts = lines(cell, canvas.numbers);
    let value = cell.accuracy.as_ref().ok().and_then(|share| share.value().ok());
    let reason = match &cell.accuracy {
        Err(reason) => reason.to_string(),
        Ok(_) => format!("{} {} {}", texts.accuracy, texts.counts, texts.interval),
    };
    let title = format!("{system}, {}: {}", row.name, reason.trim_end());
    canvas.counting(&title, cell.behind.as_ref(), |canvas| {
        let edge = Some(stroke(PAPER, 1.0));
        let Some(value) = value else {
            canvas.area(area, EMPTY, edge);
            canvas.hatch(area, Hatch::Rising, Color(0xcccccc));
            let at = (area.left + area.width / 2.0, area.top + area.height / 2.0);
            let kind = Type { edged: true, ..plain(SMALL, Anchor::Middle) };
            canvas.text(at, UNDEFINED, kind);
            return;
        };
        let (color, ink) = shade(value);
        canvas.area(area, color, edge);
        let middle = area.left + area.width / 2.0;
        let type_of = |size| Type { color: ink, ..plain(size, Anchor::Middle) };
        let under = if one_line && !texts.interval.is_empty() {
            vec![format!("{} {}", texts.counts, texts.interval)]
        } else {
            [texts.counts, texts.interval].into_iter().filter(|text| !text.is_empty()).collect()
        };
        let mut y = area.top + area.height / 2.0 - 3.5 * under.len() as f64;
        canvas.text((middle, y), &texts.accuracy, type_of(SMALL));
        y += 7.2;
        for line in under {
            canvas.text((middle, y), &line, type_of(TINY));
            y += 7.0;
        }
    });
}

fn scale(canvas: &mut Canvas, top: f64, left: f64) -> f64 {
    const STEPS: usize = 20;
    let width = (canvas.width - left - 60.0).clamp(40.0, 120.0);
    let start = left + 6.0;
    for step in 0..STEPS {
        let (color, _) = shade((step as f64 + 0.5) / STEPS as f64);
        let wide = width / STEPS as f64;
        // Each cell reaches a little into the next one, or a hairline shows between them.
        let over = if step + 1 < STEPS { 0.3 } else { 0.0 };
        let area = Area { left: start + wide * step as f64, top, width: wide + over, height: 7.0 };
        canvas.area(area, color, None);
    }
    canvas.frame(Area { left: start, top, width, height: 7.0 }, stroke(FAINT, 0.5));
    let kind = |anchor| Type { color: INK, ..plain(SMALL, anchor) };
    canvas.text((start - 2.0, top + 3.5), "0", kind(Anchor::End));
    let whole = if canvas.numbers.fractions { "accuracy 1" } else { "100 % accuracy" };
    canvas.text((start + width + 3.0, top + 3.5), whole, kind(Anchor::Start));
    top + 12.0
}
