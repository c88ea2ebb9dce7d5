//! Whether the verdict on two systems may rest on judges.

use super::slice::JudgedSlice;
use crate::statistics::prediction_powered::Values;

/// The labels of people that must contradict the difference by each judge with a weight for a verdict that rests on judges. With
/// few labels, a judge that favours a system is seen to do so on a handful of pairs, or on none.
pub(crate) const FEWEST_CORRECTIONS: usize = 5;

/// On how many pairs people contradict the difference of two systems by the judge that they contradict least, of those with a
/// weight; 0 if none has one.
pub(super) fn corrections(slice: &JudgedSlice, [first, second]: [&Values; 2]) -> usize {
    let weights = &slice.of_right;
    let used = (0..weights.len()).filter(|judge| weights[*judge] != 0.0);
    let contradicted = |judge: usize| {
        let differs = |pair: &u32| {
            let of = |values: &Values| values.predictions(*pair)[judge];
            first.label(*pair) - second.label(*pair) != of(first) - of(second)
        };
        slice.part().labelled().filter(differs).count()
    };
    used.map(contradicted).min().unwrap_or(0)
}
