//! Other names of measures, as the field has them.

use super::{MEASURES, Measure};

/// Names in lower case with underscores, and the key that each leads to.
const ALIASES: &[(&str, &str)] = &[
    ("balanced_accuracy", "mean_conditioned_accuracy"),
    ("bacc", "mean_conditioned_accuracy"),
    ("roc_auc", "auroc"),
    ("auc", "auroc"),
    ("brier", "brier_score"),
    ("brier_score_loss", "brier_score"),
    ("cohen_kappa", "kappa"),
    ("matthews_corrcoef", "mcc"),
    ("recall", "conditioned_accuracy"),
    ("ece", "expected_calibration_error"),
];

/// The measure that a user names: by its key or another name. Capitals do not matter, and a hyphen or blank is an underscore.
#[must_use]
pub fn measure_named(name: &str) -> Option<&'static Measure> {
    let name = name.trim().to_lowercase().replace(['-', ' '], "_");
    let known = |name: &str| {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let key = alias.map_or(name, |(_, key)| key);
        MEASURES.iter().copied().find(|measure| measure.key == key)
    };
    // scikit-learn adds `_score` to the names of functions.
    known(&name).or_else(|| known(name.strip_suffix("_score")?))
}

/// The other names of a measure.
pub fn other_names(measure: &Measure) -> impl Iterator<Item = &'static str> {
    ALIASES.iter().filter(|(_, key)| *key == measure.key).map(|(alias, _)| *alias)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::measure;

    #[test]
    fn other_names_lead_to_measures_and_are_no_keys() {
        for (alias, key) in ALIASES {
            assert_eq!(measure_named(alias), measure(key), "{alias}");
            assert_eq!(measure(alias), None);
            assert!(other_names(measure(key).unwrap()).any(|other| other == *alias));
        }
    }

    #[test]
    fn capitals_and_hyphens_do_not_matter() {
        for name in ["BAcc", "Balanced-Accuracy", "balanced accuracy", "mean-conditioned-accuracy"]
        {
            assert_eq!(measure_named(name).unwrap().key, "mean_conditioned_accuracy", "{name}");
        }
        assert_eq!(measure_named("AUROC").unwrap().key, "auroc");
        assert_eq!(measure_named("F1").unwrap().key, "f1");
        assert_eq!(measure_named("cohen_kappa_score").unwrap().key, "kappa");
        assert_eq!(measure_named("f1_score").unwrap().key, "f1");
        assert_eq!(measure_named("balance"), None);
    }
}
