//! How a measure of composition is computed.

use super::figure::Figure;
use crate::composition::{AgreementTable, Seen};
use crate::seed::Seed;
use crate::statistics::{TwoByTwo, strata_of};
use crate::undefined::Undefined;

/// How a measure of composition is computed, and from what.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OfComposition {
    /// A function of the solved table: all parts right, against the whole right.
    Solved(fn(TwoByTwo) -> Figure),
    /// The same, of a function that draws at random.
    SolvedWithSeed(fn(TwoByTwo, Seed) -> Figure),
    /// A function of the direct answers that are right, against the composed ones.
    Right(fn(TwoByTwo) -> Figure),
    /// A function of the composed answers against the direct ones.
    Agreement(fn(&AgreementTable) -> Figure),
    /// A function of the solved table of each gold judgment and number of parts.
    Strata(fn(&[TwoByTwo]) -> Figure),
}

impl OfComposition {
    /// Which counts it is a function of.
    pub(crate) fn seen(self) -> Seen {
        match self {
            Self::Solved(_) | Self::SolvedWithSeed(_) => Seen::Solved,
            Self::Right(_) => Seen::Right,
            Self::Agreement(_) => Seen::Agreement,
            Self::Strata(_) => Seen::Strata,
        }
    }

    /// The figure of such counts.
    pub(crate) fn figure(self, counts: &[u64], seed: Seed) -> Figure {
        let table = |counts: &[u64]| strata_of(counts).first().copied().unwrap_or_default();
        match self {
            Self::Solved(of) | Self::Right(of) => of(table(counts)),
            Self::SolvedWithSeed(of) => of(table(counts), seed),
            Self::Agreement(of) => {
                let labels = counts.len().isqrt().saturating_sub(1);
                match AgreementTable::from_cells(labels, counts) {
                    Some(table) => of(&table),
                    None => Err::<f64, _>(Undefined::NotOfCounts).into(),
                }
            }
            Self::Strata(of) => of(&strata_of(counts)),
        }
    }
}
