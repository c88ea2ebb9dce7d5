//! Names beside points: near them, apart from each other and off what is drawn.

use crate::drawing::canvas::{Anchor, Area, At, Canvas, SMALL, Type, plain, stroke};
use crate::drawing::palette::{Color, FAINT};

/// The height of a line of a name.
const LINE: f64 = 9.0;
/// How far names go out from their point, ring by ring.
const RING: f64 = 7.0;

/// Of more names than these, those off the crowd come first; of fewer, those that have hardly any place.
const FEW: usize = 12;

/// A name with its point.
pub(super) struct Label<'a> {
    pub(super) point: At,
    pub(super) name: &'a str,
    /// What is under the name, paler; `None` if it is empty.
    pub(super) below: &'a str,
    /// The colour of the name.
    pub(super) color: Color,
    /// Names of a lower rank are written first.
    pub(super) rank: u8,
}

/// Writes each name at the nearest place around its point where it covers no point, no other name and nothing else
/// that is `taken`, in that many rings at most. Gives the numbers of those for which there is no room: they are
/// still shown under the pointer.
pub(super) fn place(
    canvas: &mut Canvas,
    labels: &[Label<'_>],
    area: Area,
    taken: &mut Vec<Area>,
    rings: u32,
) -> Vec<usize> {
    taken.extend(labels.iter().map(|label| mark(label.point)));
    let limit = area.width * 0.4;
    let sizes: Vec<(f64, f64)> = labels
        .iter()
        .map(|label| {
            let height = if label.below.is_empty() { LINE } else { 2.0 * LINE - 1.0 };
            (canvas.widest([label.name, label.below], SMALL, limit), height)
        })
        .collect();
    let places = |number: usize, rings: u32, taken: &[Area]| -> Vec<Area> {
        let (width, height) = sizes[number];
        let point = labels[number].point;
        let places = around(point, width, height, rings);
        places.filter(|place| is_free(place, point, area, taken)).collect()
    };
    let mut without = Vec::new();
    let mut waiting: Vec<usize> = (0..labels.len()).collect();
    while let Some(at) = (0..waiting.len()).min_by_key(|at| {
        let number = waiting[*at];
        let near = places(number, 1, taken).len();
        let crowded = if labels.len() > FEW { usize::MAX - near } else { near };
        (labels[number].rank, crowded, number)
    }) {
        let number = waiting.remove(at);
        let Some(place) = places(number, rings, taken).first().copied() else {
            without.push(number);
            continue;
        };
        write(canvas, &labels[number], place, limit, taken);
    }
    without.sort_unstable();
    without
}

/// What a point covers.
fn mark((x, y): At) -> Area {
    Area { left: x - 3.5, top: y - 3.5, width: 7.0, height: 7.0 }
}

/// Whether a name has room at a place, and nothing stands between it and its point.
fn is_free(place: &Area, point: At, area: Area, taken: &[Area]) -> bool {
    let is_within = place.left >= area.left + 1.0
        && place.right() <= area.right() - 1.0
        && place.top >= area.top + 1.0
        && place.bottom() <= area.bottom() - 1.0;
    let own = mark(point);
    let others = || taken.iter().filter(|other| **other != own);
    is_within
        && !taken.iter().any(|other| other.overlaps(place))
        && leader(place, point).is_none_or(|steps| {
            !steps.iter().skip(6).any(|step| others().any(|other| other.overlaps(step)))
        })
}

/// The way from a point to the name that stands too far off to be taken for its own, step by step.
fn leader(place: &Area, (x, y): At) -> Option<Vec<Area>> {
    let (along, down) = (
        x.clamp(place.left, place.right()) - x,
        y.clamp(place.top + 2.0, place.bottom() - 2.0) - y,
    );
    let far = along.hypot(down);
    let step = |part: f64| {
        // From the edge of the mark.
        let part = (4.5 + (far - 4.5) * part) / far;
        Area { left: x + along * part, top: y + down * part, width: 0.4, height: 0.4 }
    };
    (far > 9.0).then(|| (0..=48).map(|number| step(f64::from(number) / 48.0)).collect())
}

fn write(canvas: &mut Canvas, label: &Label<'_>, place: Area, limit: f64, taken: &mut Vec<Area>) {
    if let Some(steps) = leader(&place, label.point)
        && let [from, .., to] = steps.as_slice()
    {
        canvas.line((from.left, from.top), (to.left, to.top), stroke(FAINT, 0.4));
        // No later name stands on it.
        taken.extend(steps);
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

/// A name in two lines, broken at the blank or hyphen that is nearest to its middle.
pub(super) fn halves(name: &str) -> (&str, &str) {
    let middle = name.len() / 2;
    let breaks = name.char_indices().filter(|(_, letter)| [' ', '-'].contains(letter));
    let nearest = breaks.min_by_key(|(at, _)| at.abs_diff(middle));
    nearest.map_or((name, ""), |(at, letter)| {
        let (first, second) = name.split_at(at + letter.len_utf8());
        (first.trim_end(), second)
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
        let label = |point: &At| Label {
            point: *point,
            name: "name",
            below: "said",
            color: FAINT,
            rank: 0,
        };
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

    #[test]
    fn a_name_is_broken_near_its_middle() {
        assert_eq!(halves("always not-entailment"), ("always not-", "entailment"));
        assert_eq!(halves("random from gold"), ("random", "from gold"));
        assert_eq!(halves("constant"), ("constant", ""));
    }
}
