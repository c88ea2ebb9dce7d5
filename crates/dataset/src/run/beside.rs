//! Rows of a file of answers that are no answers for pairs, abstentions that count as answers, and answers of
//! several judgments.

use crate::{Answer, Judgment};

/// How many there were.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// Files that hold no answer, where missing answers are wrong.
    pub(super) empty: Vec<String>,
    /// Answers for pairs that the config leaves out.
    pub(super) left_out: u64,
    /// Answers for pairs that the dataset does not have, where those are ignored.
    pub(super) extra: u64,
    /// Rows that `where` does not keep.
    pub(super) not_kept: u64,
    /// Answers that were given before, to the same pair and the same.
    pub(super) again: u64,
    /// Scores of outcomes that were rounded.
    pub(super) rounded: u64,
    /// Abstentions that count as a judgment.
    pub(super) abstentions: u64,
    pub(super) counted_as: Option<Judgment>,
}

impl Beside {
    /// What a reader must know of them and of the answers' codes, a sentence each.
    pub(super) fn notes(&self, system: &str, codes: impl Iterator<Item = u8>) -> Vec<String> {
        let sets = codes.filter(|code| matches!(Answer::from_code(*code), Answer::Several(_)));
        let said = |count: u64, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("{system}: 1 {one}.")),
            count => Some(format!("{system}: {count} {many}.")),
        };
        let counted_as = self.counted_as.map_or("", Judgment::name);
        let notes = [
            said(
                self.not_kept,
                "row is not read, as `where` states",
                "rows are not read, as `where` states",
            ),
            said(
                self.left_out,
                "prediction is for an excluded pair",
                "predictions are for excluded pairs",
            ),
            said(
                self.extra,
                "prediction is for no pair of the dataset, and ignored, as `extra` states",
                "predictions are for no pair of the dataset, and ignored, as `extra` states",
            ),
            said(
                self.again,
                "row repeats a prediction and is not read, as `repeated` states",
                "rows repeat predictions and are not read, as `repeated` states",
            ),
            said(
                self.abstentions,
                &format!("abstention counts as {counted_as}, as `abstained` states"),
                &format!("abstentions count as {counted_as}, as `abstained` states"),
            ),
            said(
                self.rounded,
                "score is rounded, by 0.00002 at most",
                "scores are rounded, by 0.00002 at most each",
            ),
            said(
                sets.count() as u64,
                "prediction is a set of several labels: use exact_match and set_f1. Measures of a single label count it \
                 as wrong",
                "predictions are sets of several labels: use exact_match and set_f1. Measures of a single label count \
                 them as wrong",
            ),
        ];
        let empty =
            self.empty.iter().map(|file| format!("{system}: {file} contains no prediction."));
        empty.chain(notes.into_iter().flatten()).collect()
    }
}
