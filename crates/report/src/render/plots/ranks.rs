//! A line a system over judges or answer keys, the best rank on top, names at the right end.

use std::collections::BTreeMap;
use std::ops::Range;

use phenom_metrics::Value;

use crate::Style;
use crate::drawing::Drawn;
use crate::drawing::axis::{tick_label, ticks};
use crate::drawing::canvas::{Anchor, Area, At, Canvas, SIZE, Stroke, Type, plain, stroke};
use crate::drawing::colours::system_look;
use crate::drawing::palette::{FAINT, GRID};
use crate::figures::{LabelledRanks, RankLine, Ranks};

const AXIS: f64 = 30.0;
/// The distance of two names, one under the other.
const LINE: f64 = 10.0;

impl Drawn for LabelledRanks<'_> {
    fn lack(&self) -> Option<&'static str> {
        let columns = self.ranks.columns.len();
        let ranked = |line: &RankLine| line.ranks.iter().take(columns).any(Result::is_ok);
        (!self.ranks.lines.iter().any(ranked)).then_some(self.lack)
    }

    fn is_wide(&self) -> bool {
        self.ranks.columns.len() > 4
    }

    fn draw(&self, canvas: &mut Canvas, _rows: Range<usize>) -> f64 {
        draw(self.ranks, self.axis, canvas)
    }
}

fn draw(plot: &Ranks, label: &str, canvas: &mut Canvas) -> f64 {
    let lines: Vec<&RankLine> = plot
        .lines
        .iter()
        .filter(|line| line.ranks.iter().any(|rank| finite(rank).is_some()))
        .collect();
    let names =
        canvas.widest(lines.iter().map(|line| line.name.as_str()), SIZE, canvas.width * 0.3);
    let area = Area {
        left: AXIS,
        top: 8.0,
        width: canvas.width - AXIS - names - 20.0,
        height: (LINE * lines.len() as f64).max(110.0),
    };
    let values = lines.iter().flat_map(|line| line.ranks.iter().filter_map(finite));
    let worst = values.fold(1.0_f64, f64::max).max(2.0).ceil();
    let inset = 6.0;
    let down = |rank: f64| {
        area.top + inset + (area.height - 2.0 * inset) * (rank - 1.0).max(0.0) / (worst - 1.0)
    };
    let columns = plot.columns.len();
    let across = |column: usize| match columns {
        0 | 1 => area.left + area.width / 2.0,
        _ => area.left + 10.0 + (area.width - 20.0) * column as f64 / (columns - 1) as f64,
    };

    let ticks = ticks(1.0, worst, (area.height / 9.0).min(worst - 1.0) as usize);
    let ticks: Vec<f64> = if ticks.first() == Some(&1.0) {
        ticks
    } else {
        std::iter::once(1.0).chain(ticks).collect()
    };
    for tick in &ticks {
        let y = down(*tick);
        canvas.line((area.left, y), (area.right(), y), stroke(GRID, 0.6));
        let label = tick_label(*tick, &ticks);
        canvas.text((area.left - 3.0, y), &label, plain(SIZE, Anchor::End));
    }
    let kind = Type { upwards: true, ..plain(SIZE, Anchor::Middle) };
    canvas.text((SIZE * 0.7, area.top + area.height / 2.0), label, kind);

    let dodges = dodges(&lines, columns);
    let at = |index: usize, column: usize, rank: f64| -> At {
        (across(column) + dodges.get(&(column, index)).copied().unwrap_or(0.0), down(rank))
    };
    for (index, line) in lines.iter().enumerate() {
        let look = system_look(line.place);
        let pen = Stroke { color: look.color, width: 1.1, dash: look.dash };
        for (column, pair) in line.ranks.windows(2).enumerate().take(columns.saturating_sub(1)) {
            if let [Some(from), Some(to)] = [&pair[0], &pair[1]].map(finite) {
                canvas.path(&[at(index, column, from), at(index, column + 1, to)], pen);
            }
        }
    }
    for (index, line) in lines.iter().enumerate() {
        for (column, name) in plot.columns.iter().enumerate() {
            if let Some(rank) = line.ranks.get(column).and_then(finite) {
                let title = format!(
                    "{}, {name}: {}",
                    line.name,
                    canvas.numbers.rounded(rank, Style::Ratio)
                );
                canvas.titled(&title, |canvas| {
                    canvas.mark(at(index, column, rank), 3.0, system_look(line.place))
                });
            }
        }
    }
    ends(canvas, &lines, columns, area, names, at);
    column_names(canvas, plot, area, across)
}

/// A rank that has a place.
fn finite(rank: &Value) -> Option<f64> {
    rank.as_ref().ok().copied().filter(|rank| rank.is_finite())
}

/// How far to the side the points of a column stand that share a rank.
fn dodges(lines: &[&RankLine], columns: usize) -> BTreeMap<(usize, usize), f64> {
    let mut dodges = BTreeMap::new();
    for column in 0..columns {
        let mut places: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (index, line) in lines.iter().enumerate() {
            if let Some(rank) = line.ranks.get(column).and_then(finite) {
                places.entry((rank * 1e6).round() as i64).or_default().push(index);
            }
        }
        for sharing in places.values().filter(|lines_there| lines_there.len() > 1) {
            let step = (14.0 / sharing.len() as f64).min(5.0);
            for (position, index) in sharing.iter().enumerate() {
                let middle = (sharing.len() - 1) as f64 / 2.0;
                dodges.insert((column, *index), step * (position as f64 - middle));
            }
        }
    }
    dodges
}

/// The names at the right, apart from each other, with a thin line from each line's last point.
fn ends(
    canvas: &mut Canvas,
    lines: &[&RankLine],
    columns: usize,
    area: Area,
    names: f64,
    at: impl Fn(usize, usize, f64) -> At,
) {
    let last = |line: &RankLine| -> Option<(usize, f64)> {
        let ranks: Vec<&Value> = line.ranks.iter().take(columns).collect();
        ranks.iter().enumerate().rev().find_map(|(column, rank)| Some((column, finite(rank)?)))
    };
    let mut ends: Vec<(usize, At)> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| {
            last(line).map(|(column, rank)| (index, at(index, column, rank)))
        })
        .collect();
    ends.sort_by(|one, other| one.1.1.total_cmp(&other.1.1).then(one.0.cmp(&other.0)));
    let wanted: Vec<f64> = ends.iter().map(|(_, at)| at.1).collect();
    for ((index, point), y) in ends.iter().zip(spread(&wanted, area.top, area.bottom())) {
        let x = area.right() + 8.0;
        canvas.line((point.0 + 4.0, point.1), (x - 1.0, y), stroke(FAINT, 0.4));
        canvas.mark((x + 3.0, y), 2.6, system_look(lines[*index].place));
        canvas.text_within((x + 9.0, y), &lines[*index].name, names, plain(SIZE, Anchor::Start));
    }
}

/// Places in order, each as near to the wanted one as a distance of [`LINE`] and the edges allow.
fn spread(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut places = wanted.to_vec();
    let mut least = top;
    for place in &mut places {
        *place = place.max(least);
        least = *place + LINE;
    }
    let mut most = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - LINE;
    }
    places
}

fn column_names(
    canvas: &mut Canvas,
    plot: &Ranks,
    area: Area,
    across: impl Fn(usize) -> f64,
) -> f64 {
    let room = if plot.columns.len() > 1 { across(1) - across(0) } else { area.width };
    let names = || plot.columns.iter().map(String::as_str);
    let upwards = canvas.widest(names(), SIZE, 300.0) > room - 4.0;
    let y = area.bottom();
    for (column, name) in plot.columns.iter().enumerate() {
        let x = across(column);
        canvas.line((x, y - 2.0), (x, y + 1.0), stroke(FAINT, 0.6));
        if upwards {
            let kind = Type { upwards: true, ..plain(SIZE, Anchor::End) };
            canvas.text_within((x, y + 4.0), name, 90.0, kind);
        } else {
            canvas.text((x, y + 8.0), name, plain(SIZE, Anchor::Middle));
        }
    }
    y + if upwards { canvas.widest(names(), SIZE, 90.0) + 8.0 } else { 15.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_distance_within_the_edges() {
        let places = spread(&[50.0, 50.0, 51.0, 99.0], 0.0, 100.0);
        assert_eq!(places, [50.0, 60.0, 70.0, 99.0]);
        let places = spread(&[95.0, 96.0, 97.0], 0.0, 100.0);
        assert_eq!(places, [80.0, 90.0, 100.0]);
    }
}
