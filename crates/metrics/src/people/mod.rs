//! How far people agree: annotators on judgments, judges on justifications, answer keys on systems.
//!
//! Two kinds of counts are made in one pass and need no pair afterwards: `LabelCounts`, how often
//! units were given each combination of labels, from which come agreement, Fleiss' kappa and
//! Krippendorff's alpha; and [`AnnotationCounts`], which adds who gave them, from which come the
//! tables of two annotators. Both compare as values.

mod agreement_rows;
mod annotation_counts;
mod answer_keys;
mod attenuation;
mod decomposition_rows;
mod distributions;
mod fleiss;
mod justification_rows;
mod justifications;
mod kendall_tau;
mod kendall_w;
mod key_rows;
mod key_scores;
mod krippendorff;
mod label_counts;
mod mid_ranks;
mod opinions;
mod resampled;
mod rows;

pub use agreement_rows::{AnnotatorTable, MOST_PAIRED, agreement_rows, annotator_tables};
pub use annotation_counts::AnnotationCounts;
pub(crate) use annotation_counts::MEAN_PAIR_AGREEMENT;
pub(crate) use answer_keys::KeyGold;
pub use answer_keys::{AnswerKey, Opinion, answer_keys, key_gold};
pub use attenuation::attenuation;
pub use decomposition_rows::{
    AUTHOR_AND_READER, CATEGORY_KAPPA, DECOMPOSED_TWICE, PART_LABEL_AGREEMENT, PART_LABEL_KAPPA,
    PHENOMENON_KAPPA, PLACE_F1, PLACE_KAPPA, decomposition_rows,
};
pub(crate) use distributions::compare_distributions;
pub use distributions::{
    CROSS_ENTROPY, IMPOSSIBLE_JUDGMENTS, JENSEN_SHANNON, cross_entropy, jensen_shannon_distance,
};
pub use fleiss::FLEISS_KAPPA;
pub(crate) use fleiss::fleiss_kappa;
pub use justification_rows::{
    JUDGE_SWAPS, JustificationRow, MEAN_RANK, MEAN_SCORE, SCORE_SHARE, justification_rows,
};
pub use justifications::{Aspect, JudgeRanks, JudgedRun, judge_ranks, run_scores};
pub(crate) use justifications::{judge_coincidences, judge_swaps};
pub use kendall_tau::{KENDALL_TAU, kendall_tau, swapped};
pub use kendall_w::{KENDALL_W, kendall_w};
pub use key_rows::{OBSERVED_CHANGE, RANK_UNDER_KEY, SWAPPED_SYSTEMS};
pub use key_scores::{KeyComparison, KeyScores, Keys, MOST_KEYED, key_scores};
pub(crate) use krippendorff::Coincidences;
pub(crate) use krippendorff::krippendorff_alpha;
pub use krippendorff::{KRIPPENDORFF_ALPHA, Level};
pub(crate) use label_counts::LabelCounts;
pub use label_counts::{AGREEMENT, DISAGREEMENT};
pub use mid_ranks::mid_ranks;
pub use opinions::distribution_rows;
pub use rows::AgreementRow;

use crate::measures::Measure;

/// The measures of agreement, in the order in which files show them.
pub const MEASURES: &[&Measure] = &[
    &AGREEMENT,
    &DISAGREEMENT,
    &MEAN_PAIR_AGREEMENT,
    &FLEISS_KAPPA,
    &KRIPPENDORFF_ALPHA,
    &DECOMPOSED_TWICE,
    &PLACE_KAPPA,
    &PLACE_F1,
    &PHENOMENON_KAPPA,
    &CATEGORY_KAPPA,
    &PART_LABEL_AGREEMENT,
    &PART_LABEL_KAPPA,
    &KENDALL_TAU,
    &SWAPPED_SYSTEMS,
    &OBSERVED_CHANGE,
    &RANK_UNDER_KEY,
    &JENSEN_SHANNON,
    &CROSS_ENTROPY,
    &IMPOSSIBLE_JUDGMENTS,
    &MEAN_SCORE,
    &SCORE_SHARE,
    &MEAN_RANK,
    &KENDALL_W,
    &JUDGE_SWAPS,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::{self, SOURCES};

    #[test]
    fn keys_are_unique_snake_case_and_sources_are_known() {
        for (index, measure) in super::MEASURES.iter().enumerate() {
            assert!(super::MEASURES[..index].iter().all(|other| other.key != measure.key));
            assert_eq!(measures::measure(measure.key), None);
            let is_plain = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
            };
            assert!(measure.key.chars().all(is_plain));
            let known = SOURCES.iter().any(|(key, _)| measure.source.contains(key));
            assert!(known || measure.source.starts_with("Not in the papers"), "{}", measure.key);
        }
    }

    /// Entailment, unknown, contradiction: V08, table 3.
    #[test]
    fn the_annotators_of_voorhees_2008() {
        let units = label_counts::tests::voorhees_table_3();
        assert_eq!(units.agreement().unwrap().value(), Ok(0.83));
        assert_eq!(units.disagreement().numerator, 136);
        assert_eq!(format!("{:.4}", fleiss_kappa(&units).unwrap()), "0.7063");
        let alpha = krippendorff_alpha(&Coincidences::of(&units), Level::Nominal);
        assert_eq!(format!("{:.4}", alpha.unwrap()), "0.7065");
    }
}
