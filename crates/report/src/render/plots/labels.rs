//! Names beside points: near them, apart from each other and off what is drawn.

use crate::drawing::canvas::{Anchor, Area, At, Canvas, SMALL, Type, plain, stroke};
use crate::drawing::palette::{Color, FAINT};

/// The height of a line of a name.
const LINE: f64 = 9.0;
/// How far names go out from their point, ring by ring.
const RING: f64 = 7.0;

/// A name with its point.
pub(super) struct Label<'a> {
    pub(super) point: At,
    pub(super) name: &'a str,
    /// What stands under the name, paler; nothing where it is empty.
    pub(super) below: &'a str,
    /// The colour of the name.
    pub(super) color: Color,
}

/// Writes each name, the first ones first, at the nearest place around its point where it covers no point, no
/// other name and nothing else that is `taken`; in that many rings at most. Gives the numbers of those for which
/// there is no room: they are still shown under the pointer.
pub(super) fn place(
    canvas: &mut Canvas,
    labels: &[Label<'_>],
    area: Area,
    taken: &mut Vec<Area>,
    rings: u32,
) -> Vec<usize> {
    let mark = |(x, y): At| Area { left: x - 3.5, top: y - 3.5, width: 7.0, height: 7.0 };
    taken.extend(labels.iter().map(|label| mark(label.point)));
    let mut without = Vec::new();
    for (number, label) in labels.iter().enumerate() {
        let limit = area.width * 0.4;
        let width = canvas.widest([label.name, label.below], SMALL, limit);
        let height = if label.below.is_empty() { LINE } else { 2.0 * LINE - 1.0 };
        let free = |place: &Area| {
            place.left >= area.left + 1.0
                && place.right() <= area.right() - 1.0
                && place.top >= area.top + 1.0
                && place.bottom() <= area.bottom() - 1.0
                && !taken.iter().any(|other| other.overlaps(place))
        };
        let Some(place) = around(label.point, width, height, rings).find(free) else {
            without.push(number);
            continue;
        };
        let (x, y) = label.point;
        let nearest =
            (x.clamp(place.left, place.right()), y.clamp(place.top + 2.0, place.bottom() - 2.0));
        let (along, down) = (nearest.0 - x, nearest.1 - y);
        let far = along.hypot(down);
        if far > 9.0 {
            // From the edge of the mark, and no later name may stand on it.
            let at = |part: f64| (x + along * part, y + down * part);
            canvas.line(at(4.5 / far), nearest, stroke(FAINT, 0.4));
            let steps = (1..8).map(|step| at(f64::from(step) / 8.0));
            taken.extend(steps.map(|(left, top)| Area { left, top, width: 0.5, height: 0.5 }));
        }
        let kind = Type { edged: true, color: label.color, ..plain(SMALL, Anchor::Start) };
        let below = Type { color: FAINT, ..kind };
        for (line, (text, kind)) in [(label.name, kind), (label.below, below)].iter().enumerate() {
            if !text.is_empty() {
                let middle = place.top + LINE / 2.0 + (LINE - 1.0) * line as f64;
                canvas.text_within((place.left, middle), text, limit + 0.5, *kind);
            }
        }
        taken.push(place);
    }
    without
}

/// The places around a point, the nearest first: beside, above and below it, then in the four corners that a cross
/// through it leaves.
fn around(point: At, width: f64, height: f64, rings: u32) -> impl Iterator<Item = Area> {
    let (x, y) = point;
    let place = move |left: f64, top: f64| Area { left, top, width, height };
    (0..rings).flat_map(move |ring| {
        let out = RING * f64::from(ring);
        let (middle, across) = (y - height / 2.0, x - width / 2.0);
        let beside = [
            place(x + 5.5 + out, middle),
            place(x - 5.5 - out - width, middle),
            place(across, y - 4.5 - out - height),
            place(across, y + 4.5 + out),
        ];
        let corners = [(0.8 * out, 0.8 * out), (0.0, out), (out, 0.0)];
        let corners = corners.into_iter().take(if ring == 0 { 1 } else { 3 });
        let corners = corners.flat_map(move |(along, down)| {
            let (right, left) = (x + 4.0 + along, x - 4.0 - along - width);
            let (above, below) = (y - 1.5 - down - height, y + 1.5 + down);
            [(right, above), (right, below), (left, above), (left, below)]
        });
        beside.into_iter().chain(corners.map(move |(left, top)| place(left, top)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;
    use crate::drawing::scene::Item;

    fn placed(points: &[At], rings: u32) -> (Vec<At>, Vec<usize>) {
        let mut canvas = Canvas::new(200.0, Numbers::default());
        let area = Area { left: 0.0, top: 0.0, width: 190.0, height: 100.0 };
        let label = |point: &At| Label { point: *point, name: "name", below: "said", color: FAINT };
        let labels: Vec<Label<'_>> = points.iter().map(label).collect();
        let without = place(&mut canvas, &labels, area, &mut Vec::new(), rings);
        let names = canvas.finish(100.0, "").items.into_iter().filter_map(|item| match item {
            Item::Text { at, text, .. } if text == "name" => Some(at),
            _ => None,
        });
        (names.collect(), without)
    }

    #[test]
    fn names_stand_apart_and_those_without_room_are_told() {
        let (names, without) = placed(&[(50.0, 50.0), (52.0, 50.0), (150.0, 20.0)], 3);
        assert_eq!((names.len(), without.len()), (3, 0));
        for (index, one) in names.iter().enumerate() {
            for other in &names[..index] {
                assert!((one.0 - other.0).abs() > 15.0 || (one.1 - other.1).abs() >= 17.0);
            }
        }
        let crowd: Vec<At> = (0..60).map(|index| (90.0 + f64::from(index % 5), 50.0)).collect();
        let (names, without) = placed(&crowd, 2);
        assert_eq!(names.len() + without.len(), 60);
        assert!(!names.is_empty() && !without.is_empty());
    }
}
