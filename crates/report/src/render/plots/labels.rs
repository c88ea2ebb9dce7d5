//! Names beside points: near them, apart from each other and off what is drawn.

use crate::drawing::canvas::{Anchor, Area, At, Canvas, SMALL, Type, plain, stroke};
use crate::drawing::palette::FAINT;

/// The height of a line of a name.
const LINE: f64 = 9.0;
/// How far names go out from their point, ring by ring.
const RING: f64 = 7.0;

/// A name with its point.
pub(super) struct Label<'a> {
    pub(super) point: At,
    pub(super) name: &'a str,
    /// What stands under the name; nothing where it is empty.
    pub(super) below: &'a str,
}

/// Writes each name, the first ones first, at the nearest place around its point where it covers no point, no
/// other name and nothing else that is `taken`; in that many rings at most. Gives the numbers of those for which
/// there is no room: they are still shown under the pointer.
pub(super) fn place(
    canvas: &mut Canvas,
    labels: &[Label<'_>],
    area: Area,
    mut taken: Vec<Area>,
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
        if (nearest.0 - x).hypot(nearest.1 - y) > 9.0 {
            canvas.line(label.point, nearest, stroke(FAINT, 0.4));
        }
        let kind = Type { edged: true, ..plain(SMALL, Anchor::Start) };
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

/// The places around a point, the nearest first.
fn around(point: At, width: f64, height: f64, rings: u32) -> impl Iterator<Item = Area> {
    const STEPS: [At; 8] = [
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (0.8, -0.8),
        (0.8, 0.8),
        (-0.8, -0.8),
        (-0.8, 0.8),
    ];
    (0..rings).flat_map(move |ring| {
        STEPS.iter().map(move |(along, down)| {
            let far = 6.0 + RING * f64::from(ring);
            let left = match along {
                right if *right > 0.0 => point.0 + far * along,
                left if *left < 0.0 => point.0 + far * along - width,
                _ => point.0 - width / 2.0,
            };
            // A name of two lines stands as far off as one of one line.
            let top = point.1 - height / 2.0 + (far + 1.0 + (height - LINE) / 2.0) * down;
            Area { left, top, width, height }
        })
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
        let label = |point: &At| Label { point: *point, name: "name", below: "said" };
        let labels: Vec<Label<'_>> = points.iter().map(label).collect();
        let without = place(&mut canvas, &labels, area, Vec::new(), rings);
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
                assert!((one.0 - other.0).abs() > 15.0 || (one.1 - other.1).abs() > 16.0);
            }
        }
        let crowd: Vec<At> = (0..60).map(|index| (90.0 + f64::from(index % 5), 50.0)).collect();
        let (names, without) = placed(&crowd, 2);
        assert_eq!(names.len() + without.len(), 60);
        assert!(!names.is_empty() && !without.is_empty());
    }
}
