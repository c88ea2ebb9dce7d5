//! How many pairs of a ranking share their place.

use super::{
    Better, Comparison, Computation, IntervalFrom, Measure, RankedBy, RankingFacts, Slices, Style,
};
use crate::undefined::Undefined;

/// The pairs that share their place in the entailment ranking.
pub const TIED_BY_ENTAILMENT: Measure = Measure {
    key: "tied_by_entailment",
    better: Better::Neither,
    name: "pairs tied in the entailment ranking",
    definition: "The number of pairs that are as likely entailed as another one according to the system. Average \
                 precision is the mean over all their orders.",
    formula: "the number of pairs that share their rank with another pair",
    range: "0 to the number of pairs",
    bounds: [0.0, f64::INFINITY],
    undefined: "without an entailment ranking",
    source: "B09 section 4",
    style: Style::Rank,
    slices: Slices::NotOfJudgments,
    computation: Computation::RankingFacts(|facts| tied(facts, RankedBy::Entailment).into()),
    interval: IntervalFrom::None("it describes the predictions at hand, and is not an estimate"),
    comparison: Comparison::None("it describes the predictions at hand, and is not an estimate"),
    ..Measure::OF_SYSTEMS
};

/// The same in the confidence ranking.
pub const TIED_BY_CONFIDENCE: Measure = Measure {
    key: "tied_by_confidence",
    name: "pairs tied in the confidence ranking",
    definition: "The number of pairs on which the system is as sure as on another one. The confidence-weighted score is \
                 the mean over all their orders.",
    undefined: "without a confidence ranking",
    source: "B09 section 5.3",
    computation: Computation::RankingFacts(|facts| tied(facts, RankedBy::Confidence).into()),
    ..TIED_BY_ENTAILMENT
};

fn tied(facts: &RankingFacts, by: RankedBy) -> Result<f64, Undefined> {
    let tied = match by {
        RankedBy::Entailment => &facts.tied_by_entailment,
        RankedBy::Confidence => &facts.tied_by_confidence,
    };
    tied.as_ref().map(|pairs| *pairs as f64).map_err(Clone::clone)
}
