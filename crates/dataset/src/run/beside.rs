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
                "row is not read, as `where` says",
                "rows are not read, as `where` says",
            ),
            said(
                self.left_out,
                "answer is for a pair that was left out",
                "answers are for pairs that were left out",
            ),
            said(
                self.extra,
                "answer is for no pair of the dataset, and ignored, as `extra` says",
                "answers are for no pair of the dataset, and ignored, as `extra` says",
            ),
            said(
                self.again,
                "row repeats an answer and is not read, as `repeated` says",
                "rows repeat answers and are not read, as `repeated` says",
            ),
            said(
                self.abstentions,
                &format!("abstention counts as {counted_as}, as `abstained` says"),
                &format!("abstentions count as {counted_as}, as `abstained` says"),
            ),
            said(
                self.rounded,
                "score is rounded, by 0.00002 at most",
                "scores are rounded, by 0.00002 at most each",
            ),
            said(
                sets.count() as u64,
                "answer is a set of several judgments: exact_match and set_f1 are for it, and what asks for one \
                 judgment counts it as wrong",
                "answers are sets of several judgments: exact_match and set_f1 are for them, and what asks for \
                 one judgment counts them as wrong",
            ),
        ];
        let empty = self.empty.iter().map(|file| format!("{system}: {file} holds no answer."));
        empty.chain(notes.into_iter().flatten()).collect()
    }
}
