//! What phenom's comparisons say, in the terms of the limits. All that knows how its rows are laid out
//! is here.

use std::cmp::Ordering;

use phenom_metrics::{ComparisonRow, Evaluation, Family, Population, SliceKind, comparisons};

use crate::report::NAMES;

/// The power that sizes of test sets are planned for.
pub(crate) const PLANNED_POWER: f64 = 0.8;

/// The measure by whose rows systems are declared nearer to a CI of 1.
pub(crate) const DISTANCE: &str = "ideal_distance";

/// The primary figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Primary {
    Originals,
    Parts,
    /// The distance of CI from 1.
    Distance,
    /// Accuracies beside that of the best constant answer.
    ConstantOriginals,
    ConstantParts,
}

impl Primary {
    pub(crate) const ALL: [Self; 5] = [
        Self::Originals,
        Self::Parts,
        Self::Distance,
        Self::ConstantOriginals,
        Self::ConstantParts,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Originals => "accuracy, originals",
            Self::Parts => "accuracy, parts",
            Self::Distance => "\\|1 - CI\\|",
            Self::ConstantOriginals => "originals, constant",
            Self::ConstantParts => "parts, constant",
        }
    }
}

/// A figure: population, kind of slice, slice and measure.
pub(crate) type Figure = (String, String, String, &'static str);

/// What a comparison says of the first system.
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    pub(crate) figure: Figure,
    /// Where it is one of the primary family.
    pub(crate) primary: Option<Primary>,
    pub(crate) p: Option<f64>,
    /// Greater where it is declared the better one.
    pub(crate) declared: Ordering,
    /// How many pairs would be enough, where that is said.
    pub(crate) planned: Option<u64>,
}

impl Verdict {
    /// Whether one system is declared better.
    pub(crate) fn is_declared(&self) -> bool {
        self.declared.is_ne()
    }

    /// Whether p, as it is before any correction, is 5 % or less.
    pub(crate) fn rejects(&self) -> bool {
        self.p.is_some_and(|p| p <= 0.05 + 1e-12)
    }
}

/// All comparisons of the two systems.
pub(crate) fn verdicts(evaluation: &Evaluation) -> Vec<Verdict> {
    let rows = comparisons(evaluation);
    rows.iter().filter(|row| !row.is_with_constant()).filter_map(verdict).collect()
}

/// The same, and each system beside the best constant answer.
pub(crate) fn with_constants(evaluation: &Evaluation) -> Vec<Verdict> {
    comparisons(evaluation).iter().filter_map(verdict).collect()
}

fn verdict(row: &ComparisonRow) -> Option<Verdict> {
    let is_of_both = |first: &str, second: &str| row.system_a == first && row.system_b == second;
    let turned = match NAMES {
        [first, second] if is_of_both(first, second) => false,
        [first, second] if is_of_both(second, first) => true,
        _ if row.is_with_constant() => false,
        _ => return None,
    };
    let declared = match row.verdict {
        phenom_metrics::Verdict::First => Ordering::Greater,
        phenom_metrics::Verdict::Second => Ordering::Less,
        phenom_metrics::Verdict::CannotTell => Ordering::Equal,
    };
    let population = row.population.name().to_owned();
    Some(Verdict {
        figure: (
            population,
            row.slice.kind.to_string(),
            row.slice.name.to_string(),
            row.measure.key,
        ),
        primary: primary(row),
        p: row.p(),
        declared: if turned { declared.reverse() } else { declared },
        planned: row.pairs_needed.as_ref().map(|needed| needed.expected),
    })
}

fn primary(row: &ComparisonRow) -> Option<Primary> {
    if row.slice.kind != SliceKind::All {
        return None;
    }
    match (row.family, row.measure.key, row.population) {
        (Family::Figures, "accuracy", Population::Original) => Some(Primary::Originals),
        (Family::Figures, "accuracy", Population::Monothematic) => Some(Primary::Parts),
        (Family::Figures, DISTANCE, Population::Decomposition) => Some(Primary::Distance),
        (Family::Constants, _, Population::Original) => Some(Primary::ConstantOriginals),
        (Family::Constants, _, Population::Monothematic) => Some(Primary::ConstantParts),
        _ => None,
    }
}
