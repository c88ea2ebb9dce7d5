//! The measures, one file each: its definition as data, and the function that computes it.

pub mod accuracy;
mod aliases;
mod answer_moments;
pub mod auroc;
pub mod average_precision;
pub mod brier_score;
pub mod by_chance;
pub mod by_relevance;
pub mod composed_accuracy;
pub mod composition_consistency;
pub mod compositionality_gap;
pub mod confidence_weighted_score;
pub mod correlation_index;
pub mod correlation_reading;
mod described;
pub mod deviation_index;
mod drawn_table;
pub mod entropy;
pub mod expected_calibration_error;
pub mod f1;
mod figure;
pub(crate) mod forecast;
pub mod independence;
pub mod kappa;
mod labelled;
mod logarithms;
mod margins;
pub mod mcc;
mod mean;
mod measure;
pub mod mutual_information;
mod needs;
mod of_composition;
pub mod of_sets;
mod pair_influences;
pub mod precision;
pub(crate) mod ranking_facts;
#[cfg(test)]
mod scikit_learn;
pub mod shrunken_accuracy;
mod slices;
pub mod solved_difference;
pub mod solved_information;
pub mod solved_odds_ratio;
pub mod soundness;
mod style;
pub mod ties;
mod wanted;
pub mod weighted_information;

pub use aliases::{measure_named, other_names};
pub use figure::Figure;
pub use measure::{Better, Measure};
pub(crate) use measure::{
    ComparedOn, Comparison, Computation, Expected, Fit, IntervalFrom, OfPairs, RankedBy,
    RankingSum, Test,
};
pub use needs::Needs;
pub(crate) use of_composition::OfComposition;
pub(crate) use ranking_facts::RankingFacts;
pub(crate) use slices::Slices;
pub use style::Style;
pub use wanted::Wanted;

/// Every measure. The rows of a run's files stand in this order.
pub const MEASURES: &[&Measure] = &[
    &accuracy::ACCURACY,
    &accuracy::ACCURACY_TWO_WAY,
    &accuracy::ACCURACY_THREE_WAY,
    &accuracy::CONDITIONED_ACCURACY,
    &precision::PRECISION,
    &f1::F1,
    &entropy::ENTROPY_GIVEN_ANSWER,
    &accuracy::MEAN_CONDITIONED_ACCURACY,
    &precision::MEAN_PRECISION,
    &f1::MACRO_F1,
    &mcc::MCC,
    &mutual_information::MUTUAL_INFORMATION,
    &entropy::GOLD_ENTROPY,
    &entropy::PREDICTED_ENTROPY,
    &entropy::CONDITIONAL_ENTROPY,
    &mutual_information::UNCERTAINTY_COEFFICIENT,
    &mutual_information::EXPECTED_MUTUAL_INFORMATION,
    &mutual_information::CORRECTED_MUTUAL_INFORMATION,
    &independence::INDEPENDENCE_P_VALUE,
    &kappa::KAPPA,
    &of_sets::EXACT_MATCH,
    &of_sets::SET_F1,
    &average_precision::AVERAGE_PRECISION,
    &average_precision::AVERAGE_PRECISION_STEP,
    &average_precision::AVERAGE_PRECISION_PROCEEDINGS,
    &auroc::AUROC,
    &confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE,
    &brier_score::BRIER_SCORE,
    &expected_calibration_error::EXPECTED_CALIBRATION_ERROR,
    &ties::TIED_BY_ENTAILMENT,
    &ties::TIED_BY_CONFIDENCE,
    &soundness::ANSWERS_TO_CHANGE,
    &soundness::BEST_CUTOFF_ACCURACY,
    &soundness::BEST_CUTOFF_RANK,
    &soundness::CUTOFF_AT_POSITIVES,
    &weighted_information::WEIGHTED_MUTUAL_INFORMATION,
    &weighted_information::WEIGHTED_GOLD_ENTROPY,
    &accuracy::WHOLE_ACCURACY,
    &correlation_index::CORRELATION_INDEX,
    &correlation_index::IDEAL_DISTANCE,
    &deviation_index::DEVIATION_INDEX,
    &deviation_index::DEVIATION_INDEX_SIGNED,
    &by_relevance::WEIGHTED_CORRELATION_INDEX,
    &by_relevance::WEIGHTED_DEVIATION_INDEX,
    &by_relevance::WEIGHTED_DEVIATION_INDEX_SIGNED,
    &by_chance::EXPECTED_CORRELATION_INDEX,
    &by_chance::EXPECTED_DEVIATION_INDEX_SIGNED,
    &composed_accuracy::COMPOSED_ACCURACY,
    &composed_accuracy::DIRECT_MINUS_COMPOSED,
    &composition_consistency::COMPOSITION_CONSISTENCY,
    &composition_consistency::EXPECTED_COMPOSITION_CONSISTENCY,
    &composition_consistency::COMPOSITION_KAPPA,
    &solved_difference::SOLVED_DIFFERENCE,
    &solved_difference::STRATIFIED_SOLVED_DIFFERENCE,
    &solved_odds_ratio::SOLVED_ODDS_RATIO,
    &solved_information::SOLVED_INFORMATION,
    &solved_information::SOLVED_INFORMATION_P_VALUE,
    &compositionality_gap::COMPOSITIONALITY_GAP,
    &compositionality_gap::EXPECTED_COMPOSITIONALITY_GAP,
    &compositionality_gap::WHOLE_RIGHT_PART_WRONG,
    &compositionality_gap::EXPECTED_WHOLE_RIGHT_PART_WRONG,
    &compositionality_gap::WHOLE_RIGHT_COMPOSED_WRONG,
    &shrunken_accuracy::SHRUNKEN_ACCURACY,
];

/// The measure with a key.
#[must_use]
pub fn measure(key: &str) -> Option<&'static Measure> {
    MEASURES.iter().copied().find(|measure| measure.key == key)
}

/// The papers that the measures come from, as [`Measure::source`] names them.
pub const SOURCES: &[(&str, &str)] = &[
    (
        "CM10",
        "Elena Cabrio and Bernardo Magnini. 2010. Toward Qualitative Evaluation of Textual \
         Entailment Systems. Coling 2010: Poster Volume, pages 99-107.",
    ),
    (
        "B09",
        "Richard Bergmair. 2009. A Proposal on Evaluation Measures for RTE. Workshop on Applied \
         Textual Inference (TextInfer 2009), corrected edition.",
    ),
    (
        "V08",
        "Ellen M. Voorhees. 2008. Contradictions and Justifications: Extensions to the Textual \
         Entailment Task. ACL-08: HLT.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_snake_case_and_sources_are_known() {
        for (index, measure) in MEASURES.iter().enumerate() {
            assert!(MEASURES[..index].iter().all(|other| other.key != measure.key));
            assert!(measure.key.chars().all(|letter| letter.is_ascii_lowercase()
                || letter.is_ascii_digit()
                || letter == '_'));
            let known = SOURCES.iter().any(|(key, _)| measure.source.contains(key));
            assert!(known || measure.source.starts_with("Not in the papers"), "{}", measure.key);
        }
    }
}
