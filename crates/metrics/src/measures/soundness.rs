//! Measures of whether answers and ranking of a run fit together [B09, section 4].

use super::ranking_facts::Soundness;
use super::{
    Better, Comparison, Computation, Figure, IntervalFrom, Measure, RankingFacts, Slices, Style,
};
use crate::undefined::Undefined;

/// What the measures of this file have in common.
const OF_SOUNDNESS: Measure = Measure {
    better: Better::Neither,
    undefined: "without an entailment ranking",
    source: "B09 section 4",
    slices: Slices::NotOfJudgments,
    computation: Computation::RankingFacts(|_| Err::<f64, _>(Undefined::NoRanking).into()),
    interval: IntervalFrom::None("it describes the predictions at hand, and is not an estimate"),
    comparison: Comparison::None("it describes the predictions at hand, and is not an estimate"),
    ..Measure::SHARE
};

/// How far answers are from following from the ranking.
pub const ANSWERS_TO_CHANGE: Measure = Measure {
    key: "answers_to_change",
    better: Better::Lower,
    name: "predictions to change",
    definition: "The smallest number of predictions to change so that some cutoff of the entailment ranking has exactly \
                 its first pairs predicted entailment: 0 for a sound output, and more for a self-contradictory one. \
                 Tied pairs may be in any order.",
    formula: "min over cutoffs r of the pairs up to r that are not predicted entailment and the pairs after r that are",
    range: "0 to the number of pairs",
    bounds: [0.0, f64::INFINITY],
    style: Style::Rank,
    computation: Computation::RankingFacts(|facts| of(facts, |sound| sound.changes as f64)),
    ..OF_SOUNDNESS
};

/// The best two-way accuracy that a ranking allows.
pub const BEST_CUTOFF_ACCURACY: Measure = Measure {
    key: "best_cutoff_accuracy",
    better: Better::Higher,
    name: "two-way accuracy at the best cutoff",
    definition: "The highest two-way accuracy that a cutoff of the entailment ranking gives. The cutoff is chosen on \
                 the same gold labels, so that other pairs are expected to give less. A cutoff does not split tied \
                 pairs.",
    formula: "max over cutoffs r of A2 if the first r pairs are predicted entailment",
    computation: Computation::RankingFacts(|facts| of(facts, |sound| sound.best_cutoff)),
    ..OF_SOUNDNESS
};

/// Where that accuracy is reached.
pub const BEST_CUTOFF_RANK: Measure = Measure {
    key: "best_cutoff_rank",
    name: "rank of the best cutoff",
    definition: "The number of pairs predicted entailment at the cutoff of the entailment ranking that gives the \
                 highest two-way accuracy; the first such cutoff if several do.",
    formula: "the least r with the best A2 if the first r pairs are predicted entailment",
    range: "0 to the number of pairs",
    bounds: [0.0, f64::INFINITY],
    style: Style::Rank,
    computation: Computation::RankingFacts(|facts| of(facts, |sound| sound.best_rank as f64)),
    ..OF_SOUNDNESS
};

/// The accuracy where as many pairs are positive as in gold.
pub const CUTOFF_AT_POSITIVES: Measure = Measure {
    key: "cutoff_at_positives",
    better: Better::Higher,
    name: "two-way accuracy cut at the number entailed",
    definition: "The two-way accuracy if the cutoff of the entailment ranking is the number of pairs with gold \
                 entailment; if it splits tied pairs, the mean over their orders.",
    formula: "A2 if the first r pairs are predicted entailment, with r the pairs of gold entailment",
    computation: Computation::RankingFacts(|facts| of(facts, |sound| sound.at_positives)),
    ..OF_SOUNDNESS
};

/// A figure that soundness holds.
fn of<T>(facts: &RankingFacts, figure: fn(&Soundness) -> T) -> Figure
where
    Figure: From<Result<T, Undefined>>,
{
    facts.soundness.as_ref().map(figure).map_err(Clone::clone).into()
}
