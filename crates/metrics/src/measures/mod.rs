//! The measures, one file each: its definition as data, and the function that computes it.

pub mod accuracy;
pub mod correlation_index;
pub mod deviation_index;
pub mod entropy;
pub mod independence;
pub mod kappa;
pub mod mutual_information;

/// What a measure is, for `phenom measures`, for table headers and for the docs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its key in configs and files.
    pub key: &'static str,
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
    &accuracy::CONDITIONED_ACCURACY,
    &correlation_index::CORRELATION_INDEX,
    &correlation_index::IDEAL_DISTANCE,
    &deviation_index::DEVIATION_INDEX,
    &deviation_index::DEVIATION_INDEX_SIGNED,
    &mutual_information::MUTUAL_INFORMATION,
    &entropy::GOLD_ENTROPY,
    &entropy::PREDICTED_ENTROPY,
    &entropy::CONDITIONAL_ENTROPY,
    &mutual_information::UNCERTAINTY_COEFFICIENT,
    &mutual_information::EXPECTED_MUTUAL_INFORMATION,
    &mutual_information::CORRECTED_MUTUAL_INFORMATION,
    &independence::INDEPENDENCE_P_VALUE,
    &kappa::KAPPA,
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
            assert!(measure.key.chars().all(|it| it.is_ascii_lowercase() || it == '_'));
            let known = SOURCES.iter().any(|(key, _)| measure.source.contains(key));
            assert!(known || measure.source.starts_with("Not in the papers"), "{}", measure.key);
        }
    }
}
