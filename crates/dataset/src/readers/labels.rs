//! Labels under a scheme.

use crate::{LabelScheme, Meaning, ProblemKind};

/// What a label means, or the problem that the scheme does not say.
pub(super) fn meaning(scheme: &LabelScheme, label: &str) -> Result<Meaning, ProblemKind> {
    scheme.meaning(label).ok_or_else(|| ProblemKind::UnmappedLabel {
        label: label.to_owned(),
        scheme: scheme.clone(),
    })
}
