//! The output of EDITS: id, gold, answer and confidence, separated by tabs, no header, in no order.

use super::labels::meaning;
use super::prediction_rows::confidence;
use crate::input::{Fatal, Input};
use crate::{Answer, LabelScheme, Meaning, ProblemKind, RunBuilder};

/// Reads answers and returns how many lines there were.
pub(super) fn read(
    input: Input,
    scheme: &LabelScheme,
    builder: &mut RunBuilder<'_>,
) -> Result<u64, Fatal> {
    input.for_each_line(|line, text| {
        if let Err(kind) = text.and_then(|text| add(line, text, scheme, builder)) {
            builder.problem(Some(line), kind);
        }
    })
}

fn add(
    line: u64,
    text: &str,
    scheme: &LabelScheme,
    builder: &mut RunBuilder<'_>,
) -> Result<(), ProblemKind> {
    let fields: Vec<&str> = text.split('\t').collect();
    let [id, gold, answer, score] = fields.as_slice() else {
        let message = format!("{} fields separated by tabs, 4 are needed", fields.len());
        let help = Some("each line is `id, gold, answer, confidence`".to_owned());
        return Err(ProblemKind::Malformed { message, help });
    };
    let (score, gold) = (confidence(score)?, meaning(scheme, gold)?);
    let answer = match meaning(scheme, answer)? {
        Meaning::Judgment(judgment) => Answer::Judged(judgment),
        Meaning::None => Answer::Abstained,
    };
    if let Meaning::Judgment(gold) = gold {
        builder.check_gold(line, id, gold);
    }
    builder.add(line, id, answer, Some(score));
    Ok(())
}
