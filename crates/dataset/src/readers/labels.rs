//! Labels under a scheme; blanks around a label are not part of it.

use crate::{LabelScheme, Meaning, ProblemKind};

/// What a label means, or the problem that the scheme does not say.
pub(super) fn meaning(scheme: &LabelScheme, label: &str) -> Result<Meaning, ProblemKind> {
    let label = label.trim();
    scheme.meaning(label).ok_or_else(|| ProblemKind::UnmappedLabel {
        label: label.to_owned(),
        scheme: scheme.clone(),
    })
}
