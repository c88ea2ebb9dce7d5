//! Who owns which colour and mark: judgments, systems, kinds of points and verdicts have theirs in all figures, on paper
//! and on the page, whatever else is drawn. No figure colours both judgments and systems.

use phenom_dataset::Judgment;
use phenom_metrics::Verdict;

use super::palette::{
    BLUE, Color, FAINT, Fill, GREEN, Hatch, INK, Look, ORANGE, PURPLE, SKY, Shape, VERMILION,
};
use crate::figures::PointKind;

/// The line of what judgments come to together.
pub(crate) const OVERALL: Color = VERMILION;

/// The colour of a judgment, the mark of its points and the hatch of its bars.
fn of_judgment(judgment: Judgment) -> (Color, Shape, Hatch) {
    match judgment {
        Judgment::Entailment => (BLUE, Shape::Circle, Hatch::None),
        Judgment::Unknown => (ORANGE, Shape::Square, Hatch::Rising),
        Judgment::Contradiction => (GREEN, Shape::Up, Hatch::Falling),
        Judgment::NotEntailment => (PURPLE, Shape::Diamond, Hatch::Level),
    }
}

/// The points of a judgment.
pub(crate) fn judgment_look(judgment: Judgment) -> Look {
    let (color, shape, _) = of_judgment(judgment);
    Look { color, dash: &[], shape, filled: true }
}

/// The bars of a judgment.
pub(crate) fn judgment_fill(judgment: Judgment) -> Fill {
    let (color, _, hatch) = of_judgment(judgment);
    Fill { color, hatch }
}

const COLORS: [Color; 7] = [BLUE, VERMILION, GREEN, PURPLE, INK, ORANGE, SKY];
const DASHES: [&[f64]; 5] = [&[], &[5.0, 2.0], &[1.5, 1.5], &[6.0, 2.0, 1.5, 2.0], &[9.0, 3.0]];
const SHAPES: [Shape; 5] = [Shape::Circle, Shape::Square, Shape::Up, Shape::Diamond, Shape::Down];

/// The lines and points of a system by its place in the evaluation, from 0: 7 colours, 5 shapes and 2 fillings repeat
/// only after 70 systems.
pub(crate) fn system_look(place: usize) -> Look {
    Look {
        color: COLORS[place % COLORS.len()],
        dash: DASHES[place % DASHES.len()],
        shape: SHAPES[place % SHAPES.len()],
        filled: (place / SHAPES.len()).is_multiple_of(2),
    }
}

/// The points of systems and baselines that are named beside them.
pub(crate) fn kind_look(kind: PointKind) -> Look {
    let (color, shape, filled) = match kind {
        PointKind::System => (BLUE, Shape::Circle, true),
        PointKind::Reference => (FAINT, Shape::Circle, false),
        PointKind::Baseline => (FAINT, Shape::Square, false),
    };
    Look { color, dash: &[], shape, filled }
}

/// A difference of two systems, by what can be told of the first; `None` where nothing was tested.
pub(crate) fn verdict_look(verdict: Option<Verdict>) -> Look {
    let (color, shape, filled) = match verdict {
        None => (BLUE, Shape::Circle, true),
        Some(Verdict::First) => (BLUE, Shape::Up, true),
        Some(Verdict::Second) => (VERMILION, Shape::Down, true),
        Some(Verdict::CannotTell) => (FAINT, Shape::Circle, false),
    };
    Look { color, dash: &[], shape, filled }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_judgments_share_a_colour_a_mark_or_a_hatch() {
        let all = Judgment::ALL.map(of_judgment);
        for (place, one) in all.iter().enumerate() {
            for other in &all[..place] {
                assert!(one.0 != other.0 && one.1 != other.1 && one.2 != other.2, "{place}");
            }
        }
    }

    #[test]
    fn no_judgment_has_the_colour_of_the_line_over_all_of_them() {
        assert!(Judgment::ALL.iter().all(|judgment| judgment_fill(*judgment).color != OVERALL));
    }

    #[test]
    fn seventy_systems_have_seventy_looks() {
        let looks: Vec<Look> = (0..70).map(system_look).collect();
        assert!((0..70).all(|place| looks[..place].iter().all(|other| *other != looks[place])));
    }
}
