//! Which problems have one cause, so that they are told once and counted.

use std::borrow::Cow;
use std::mem::{Discriminant, discriminant};

use crate::problem::ProblemKind;

/// What problems of many rows may have in common: the kind, and the column or the scheme that it is about.
type Cause<'a> = (Discriminant<ProblemKind>, Cow<'a, str>);

impl ProblemKind {
    /// The cause of what is wrong with a row; nothing for what is to be mended each for itself.
    pub(crate) fn cause(&self) -> Option<Cause<'_>> {
        let of = match self {
            Self::WrongValue { column, .. }
            | Self::OutOfRange { column, .. }
            | Self::OffScale { column, .. }
            | Self::NotOneHot { column, .. } => column,
            Self::UnmappedLabel { scheme, .. } => scheme.name(),
            Self::Judged(problem) => problem.cause()?,
            Self::MissingColumns { missing, .. } => missing.first()?.column.as_str(),
            // A row with too many fields has the same cause as one with too few.
            Self::Malformed { message, .. } => {
                let but_numbers = message.chars().filter(|letter| !letter.is_ascii_digit());
                return Some((discriminant(self), Cow::Owned(but_numbers.collect())));
            }
            Self::BadConfidence { .. }
            | Self::ProbabilitySum { .. }
            | Self::DuplicateId { .. }
            | Self::RowsDiffer { .. }
            | Self::IdsBecomeEqual { .. }
            | Self::SecondAnswer { .. }
            | Self::SecondAnnotation { .. }
            | Self::SecondRating { .. }
            | Self::DanglingOrigin { .. }
            | Self::NestedOrigin { .. }
            | Self::OtherCluster { .. }
            | Self::CorrectnessForbidden { .. }
            | Self::CorrectnessMissing { .. }
            | Self::GoldSet { .. } => "",
            _ => return None,
        };
        Some((discriminant(self), Cow::Borrowed(of)))
    }

    /// Whether it is a label without a meaning.
    pub(crate) fn is_of_label(&self) -> bool {
        matches!(self, Self::UnmappedLabel { .. })
    }

    /// Whether two files lack the same columns.
    pub(crate) fn is_of_file_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::MissingColumns { missing, .. },
                Self::MissingColumns { missing: of_other, .. },
            ) => missing == of_other,
            _ => false,
        }
    }
}
