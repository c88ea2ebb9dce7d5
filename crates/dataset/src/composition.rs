//! The rule by which judgments on the parts of a pair make a judgment on the whole.

mod by_weight;
mod composed;
mod table;
#[cfg(test)]
mod tests;

use by_weight::by_weight;
pub use composed::Composed;
pub use table::CompositionTable;
use thiserror::Error;

use crate::{Judgment, Task};

/// The rule that a decomposition assumes: what the judgments on the monothematic pairs of an original say of
/// the original.
///
/// All but the table ask for a share of the parts: the whole is entailed if the entailed parts have this share;
/// contradicted if the parts that are not contradicted do not have it; unknown otherwise. Of two-way judgments:
/// entailed, or not. The order of the parts matters to a table alone, and their weights to [`Self::Weighted`] alone.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum CompositionRule {
    /// All parts. One contradicted part contradicts the whole.
    #[default]
    All,
    /// Some part. The whole is contradicted where all parts are.
    Any,
    /// At least a share of the number of parts.
    Fraction(PartsShare),
    /// Parts with at least a share of the weight of all parts. A part with a weight of 0 does not count.
    Weighted(PartsShare),
    /// A table, from the judgment of the parts so far and that of the next part to that of both.
    Table(CompositionTable),
}

/// A share of parts, or of their weight, above 0 and up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartsShare(f64);

impl PartsShare {
    /// A share of parts.
    ///
    /// # Errors
    /// [`CompositionError::Share`] for a number that does not lie above 0 and up to 1.
    pub fn new(share: f64) -> Result<Self, CompositionError> {
        if share > 0.0 && share <= 1.0 {
            Ok(Self(share))
        } else {
            Err(CompositionError::Share(share))
        }
    }

    /// The number, above 0 and up to 1.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }

    /// The number in percent, with at most two decimals.
    fn in_percent(self) -> f64 {
        (1e4 * self.0).round() / 100.0
    }
}

/// Why there is no such rule.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CompositionError {
    /// A share of parts outside its range.
    #[error("a fraction of parts must be above 0 and at most 1, and {0} is not")]
    Share(f64),
    /// A share of the weight of parts outside its range.
    #[error(
        "`pass-at` is a share of the weight of the parts, above 0 and at most 1, and {0} is not"
    )]
    PassAt(f64),
    /// A table that tells *not-entailment* and also *unknown* or *contradiction*.
    #[error(
        "a composition table is two-way or three-way: it cannot contain `not-entailment` and also `unknown` or \
         `contradiction`"
    )]
    MixedJudgments,
    /// A combination that a table has twice.
    #[error("the composition table contains `{0}, {1}` twice")]
    Repeated(Judgment, Judgment),
    /// Combinations that a table does not have.
    #[error("the composition table lacks these combinations: {}", combinations(.0))]
    Incomplete(Vec<(Judgment, Judgment)>),
}

fn combinations(missing: &[(Judgment, Judgment)]) -> String {
    let named: Vec<String> =
        missing.iter().map(|(so_far, next)| format!("`{so_far}, {next}`")).collect();
    named.join("; ")
}

impl CompositionRule {
    /// What judgments on the parts, in the order of the data, make of the whole under a task, if all parts have the
    /// same weight. A part may have no judgment: no gold, or no answer.
    #[must_use]
    pub fn compose(
        &self,
        parts: impl IntoIterator<Item = Option<Judgment>>,
        task: Task,
    ) -> Composed {
        self.compose_weighted(parts.into_iter().map(|judgment| (judgment, 1.0)), task)
    }

    /// The same of parts with their weights, which are finite and at least 0.
    #[must_use]
    pub fn compose_weighted(
        &self,
        parts: impl IntoIterator<Item = (Option<Judgment>, f64)>,
        task: Task,
    ) -> Composed {
        let (share, is_weighted) = match self {
            Self::All => (1.0, false),
            // One part always has more.
            Self::Any => (f64::MIN_POSITIVE, false),
            Self::Fraction(share) => (share.value(), false),
            Self::Weighted(share) => (share.value(), true),
            Self::Table(table) => {
                return table.compose(parts.into_iter().map(|(judgment, _)| judgment), task);
            }
        };
        let part = |(part, weight)| (part, if is_weighted { weight } else { 1.0 });
        by_weight(parts.into_iter().map(part), task, share)
    }

    /// Whether the order of the parts matters.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// Whether the weights of the parts matter.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        matches!(self, Self::Weighted(_))
    }
}

/// The rule in words, as reports state it.
impl std::fmt::Display for CompositionRule {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fraction(share) if share.value() >= 1.0 => Self::All.fmt(formatter),
            Self::All => formatter.write_str("an original is entailed if all of its parts are"),
            Self::Any => formatter.write_str("an original is entailed if one of its parts is"),
            Self::Fraction(share) => write!(
                formatter,
                "an original is entailed if at least {} % of its parts are",
                share.in_percent()
            ),
            Self::Weighted(share) => write!(
                formatter,
                "an original is entailed if its entailed parts have at least {} % of the weight",
                share.in_percent()
            ),
            Self::Table(_) => {
                formatter.write_str("a table composes the labels of the parts, one by one")
            }
        }
    }
}
