//! How the odds of a right whole change with right parts.

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Slices,
    Style, Test,
};
use crate::statistics::odds_ratio;
use crate::undefined::Undefined;

/// The odds ratio of the solved table.
pub const SOLVED_ODDS_RATIO: Measure = Measure {
    key: "solved_odds_ratio",
    better: Better::Higher,
    name: "odds ratio by solved parts",
    definition: "The odds that a whole is right where all of its parts are, over those where some part is \
                 wrong. Where one of the four counts is 0, a half is added to each of them (Haldane and \
                 Anscombe), and the value says little more than its side of 1.",
    formula: "a d / (b c): a, whole and all parts right; b, all parts right and the whole wrong; c, the \
              whole right and some part wrong; d, neither",
    range: "above 0; 1 where wholes and parts are independent",
    bounds: [0.0, f64::INFINITY],
    undefined: "where all wholes are right or none is, or where all originals have all parts right or none \
                has",
    source: "Not in the papers",
    style: Style::Ratio,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Solved(|table| {
        odds_ratio(table).map_err(Undefined::from).into()
    })),
    expected: None,
    interval: IntervalFrom::OddsRatio,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    by_default: true,
};
