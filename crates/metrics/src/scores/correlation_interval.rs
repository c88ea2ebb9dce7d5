//! The interval that a reading of a Correlation Index needs.

use phenom_dataset::Judgment;

use super::intervals::OfSlice;
use super::{Population, Score};
use crate::evaluation::{Evaluation, Origin};
use crate::judged::{By, Who};
use crate::measures::correlation_index::CORRELATION_INDEX;
use crate::statistics::{ConfidenceLevel, Interval};

/// The interval of the Correlation Index of a row, over originals with one of some gold judgments, at the level that
/// Bonferroni's correction leaves to each of the readings of a report: `each` of every system that does not read gold.
/// `None` if it has no interval.
#[must_use]
pub fn correlation_interval(
    evaluation: &Evaluation,
    row: &Score,
    gold: &[Judgment],
    each: usize,
) -> Option<Interval> {
    if !evaluation.statistics.intervals {
        return None;
    }
    let number = evaluation.systems.iter().position(|system| system.name == row.system)?;
    let competing = evaluation.systems.iter().filter(|system| system.origin == Origin::Answers);
    let readings = (each * competing.count()).max(1);
    let significance = evaluation.statistics.level.significance() / readings as f64;
    let level = ConfidenceLevel::new(1.0 - significance).ok()?;
    row.value.as_ref().ok()?;
    if let Some(judged) = &evaluation.judged {
        let at = (Population::Decomposition, 0);
        let who = Who::System(number);
        let corrected = judged.corrected(&CORRELATION_INDEX, who, at, gold, By::Corrected).ok()?;
        return corrected.interval(significance);
    }
    let pools = evaluation.pools.as_ref()?;
    let of = OfSlice::new(evaluation, pools, number, 0, Population::Decomposition).at(level);
    Some(of.interval(&CORRELATION_INDEX, gold, row)?.ok()?.interval)
}
