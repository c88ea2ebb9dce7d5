//! How the odds of a right whole change with right parts.

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Style, Test,
};
use crate::statistics::odds_ratio;
use crate::undefined::Undefined;

/// The odds ratio of the solved table.
pub const SOLVED_ODDS_RATIO: Measure = Measure {
    key: "solved_odds_ratio",
    better: Better::Higher,
    name: "odds ratio by correct parts",
    definition: "The odds of a correct original if all of its parts are correct, over those if some part is wrong. If \
                 one of the four counts is 0, a half is added to each of them (Haldane and Anscombe), and only the side \
                 of 1 is meaningful.",
    formula: "a d / (b c): a, original and all parts correct; b, all parts correct and the original wrong; c, the \
              original correct and some part wrong; d, neither",
    range: "above 0; 1 if originals and parts are independent",
    bounds: [0.0, f64::INFINITY],
    undefined: "if all originals are correct or none is, or if all originals have all parts correct or none has",
    source: "Not in the papers",
    style: Style::Ratio,
    computation: Computation::Composition(OfComposition::Solved(|table| {
        odds_ratio(table).map_err(Undefined::from).into()
    })),
    interval: IntervalFrom::OddsRatio,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};
