//! The measures, one file each: its definition as data, and the function that computes it.

pub mod accuracy;
pub mod average_precision;
pub mod confidence_weighted_score;
pub mod correlation_index;
pub mod deviation_index;
pub mod entropy;
pub mod f1;
pub mod independence;
pub mod kappa;
pub mod mcc;
pub mod mutual_information;
pub mod precision;
#[cfg(test)]
mod scikit_learn;
pub mod shrunken_accuracy;
pub mod weighted_information;

use crate::{ContingencyTable, Seed, Value};

/// Which values of a measure are better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// High ones.
    Higher,
    /// Low ones.
    Lower,
    /// It says nothing of how good a system is, or its best value lies between others.
    Neither,
}

/// What a measure is, for `phenom measures`, for table headers and for the docs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its key in configs and files.
    pub key: &'static str,
    /// Which of its values are better, for ranking systems.
    pub better: Better,
    /// Its name in text.
    pub name: &'static str,
    /// What it tells the user of the field.
    pub definition: &'static str,
    /// The formula, with every symbol explained.
    pub formula: &'static str,
    /// The values that it can take, and their unit.
    pub range: &'static str,
    /// When it has no value.
    pub undefined: &'static str,
    /// Paper and section.
    pub source: &'static str,
}

/// Every measure, in the order of the files that a run writes.
pub const MEASURES: &[&Measure] = &[
    &accuracy::ACCURACY,
    &accuracy::ACCURACY_TWO_WAY,
    &accuracy::ACCURACY_THREE_WAY,
    &accuracy::CONDITIONED_ACCURACY,
    &accuracy::MEAN_CONDITIONED_ACCURACY,
    &shrunken_accuracy::SHRUNKEN_ACCURACY,
    &precision::PRECISION,
    &precision::MEAN_PRECISION,
    &f1::F1,
    &f1::MACRO_F1,
    &mcc::MCC,
    &correlation_index::CORRELATION_INDEX,
    &correlation_index::IDEAL_DISTANCE,
    &deviation_index::DEVIATION_INDEX,
    &deviation_index::DEVIATION_INDEX_SIGNED,
    &mutual_information::MUTUAL_INFORMATION,
    &entropy::GOLD_ENTROPY,
    &entropy::PREDICTED_ENTROPY,
    &entropy::CONDITIONAL_ENTROPY,
    &entropy::ENTROPY_GIVEN_ANSWER,
    &mutual_information::UNCERTAINTY_COEFFICIENT,
    &mutual_information::EXPECTED_MUTUAL_INFORMATION,
    &mutual_information::CORRECTED_MUTUAL_INFORMATION,
    &independence::INDEPENDENCE_P_VALUE,
    &kappa::KAPPA,
    &average_precision::AVERAGE_PRECISION,
    &average_precision::AVERAGE_PRECISION_PROCEEDINGS,
    &confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE,
    &weighted_information::WEIGHTED_MUTUAL_INFORMATION,
    &weighted_information::WEIGHTED_GOLD_ENTROPY,
];

/// The measures that are wanted only where a config names them.
pub const OFF_BY_DEFAULT: &[&Measure] = &[&average_precision::AVERAGE_PRECISION_PROCEEDINGS];

/// A function of one contingency table; the seed is for those that draw.
pub type OfATable = fn(&ContingencyTable, Seed) -> Value;

/// The measures that are functions of one contingency table, besides accuracy.
pub const OF_A_TABLE: &[(&Measure, OfATable)] = &[
    (&accuracy::MEAN_CONDITIONED_ACCURACY, |table, _| accuracy::mean_conditioned_accuracy(table)),
    (&precision::MEAN_PRECISION, |table, _| precision::mean_precision(table)),
    (&f1::MACRO_F1, |table, _| f1::macro_f1(table)),
    (&mcc::MCC, |table, _| mcc::mcc(table)),
    (&mutual_information::MUTUAL_INFORMATION, |table, _| {
        mutual_information::mutual_information(table)
    }),
    (&entropy::GOLD_ENTROPY, |table, _| entropy::gold_entropy(table)),
    (&entropy::PREDICTED_ENTROPY, |table, _| entropy::predicted_entropy(table)),
    (&entropy::CONDITIONAL_ENTROPY, |table, _| entropy::conditional_entropy(table)),
    (&mutual_information::UNCERTAINTY_COEFFICIENT, |table, _| {
        mutual_information::uncertainty_coefficient(table)
    }),
    (&mutual_information::EXPECTED_MUTUAL_INFORMATION, |table, _| {
        mutual_information::expected_mutual_information(table)
    }),
    (&mutual_information::CORRECTED_MUTUAL_INFORMATION, |table, _| {
        mutual_information::corrected_mutual_information(table)
    }),
    (&independence::INDEPENDENCE_P_VALUE, independence::independence_p_value),
    (&kappa::KAPPA, |table, _| kappa::kappa(table)),
];

/// The mean; nothing of nothing.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

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
            assert!(
                measure
                    .key
                    .chars()
                    .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_')
            );
            let known = SOURCES.iter().any(|(key, _)| measure.source.contains(key));
            assert!(known || measure.source.starts_with("Not in the papers"), "{}", measure.key);
        }
    }
}
