//! How a system stands to the best baseline, and whether a test supports it.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Family, Origin, Population, SliceKind, Verdict};

use crate::{Pairs, Results};

/// How the accuracy of a system stands to the expected one of the best baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AgainstBaseline {
    /// Above it, by the comparison that was made, or with its whole confidence interval.
    Above,
    /// Above it in these data, and no more can be said.
    AboveUntested,
    /// At most as high.
    NotAbove,
}

/// The systems that do not read gold and have an accuracy on a population, and how each stands.
pub(crate) fn against_best_baseline<'a>(
    results: &Results<'a>,
    population: Population,
) -> Vec<(&'a str, AgainstBaseline)> {
    let Some((_, expected)) = results.best_baseline(population) else { return Vec::new() };
    let competing =
        results.evaluation.systems.iter().filter(|system| system.origin == Origin::Answers);
    competing
        .filter_map(|system| {
            let score = results.score(&system.name, population, Pairs::All, &ACCURACY)?;
            let value = score.value.clone().ok()?;
            let compared = results.comparisons.iter().find(|row| {
                row.family == Family::Constants
                    && row.population == population
                    && row.slice_kind == SliceKind::All
                    && row.system_a == system.name
            });
            let supported = match compared {
                Some(row) => row.verdict == Verdict::First,
                None => score.interval.is_some_and(|found| found.interval.lower > expected),
            };
            let standing = match value > expected {
                true if supported => AgainstBaseline::Above,
                true => AgainstBaseline::AboveUntested,
                false => AgainstBaseline::NotAbove,
            };
            Some((system.name.as_str(), standing))
        })
        .collect()
}
