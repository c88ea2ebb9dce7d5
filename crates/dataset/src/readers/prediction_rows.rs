//! Answers as rows of a table: `id`, `label` and, where the system gives one, `confidence`.

use super::PredictionSource;
use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::tables::{self, ColumnRequest, TableFormat};
use crate::{Answer, Meaning, ProblemKind, RunBuilder};

/// Which column holds what. A column that is not named here is looked for under the name of what
/// it holds; `confidence` may be absent then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PredictionColumns {
    /// The id of the pair.
    pub id: Option<String>,
    /// The answer; an empty one is an abstention.
    pub label: Option<String>,
    /// How sure the system is of its answer.
    pub confidence: Option<String>,
}

/// Positions of the columns in what is asked of the table.
const ID: usize = 0;
const LABEL: usize = 1;
const CONFIDENCE: usize = 2;

impl PredictionColumns {
    fn requests(&self) -> [ColumnRequest; 3] {
        let column = |name: &Option<String>, role, needed, number| ColumnRequest {
            name: name.clone().unwrap_or_else(|| String::from(role)),
            role,
            required: needed || name.is_some(),
            number,
        };
        [
            column(&self.id, "id", true, false),
            column(&self.label, "label", true, false),
            column(&self.confidence, "confidence", false, true),
        ]
    }
}

/// Reads answers and returns how many rows there were.
pub(super) fn read(
    source: &PredictionSource,
    format: TableFormat,
    input: Input,
    builder: &mut RunBuilder<'_>,
) -> Result<u64, Fatal> {
    let requests = source.columns.requests();
    tables::for_each_row(format, input, &requests, |line, row| {
        let added = row.and_then(|cells| {
            let id = cells[ID]
                .as_deref()
                .ok_or_else(|| ProblemKind::EmptyCell { column: requests[ID].name.clone() })?;
            let confidence = cells[CONFIDENCE].as_deref().map(confidence).transpose()?;
            let label = cells[LABEL].as_deref();
            let answer = match label.map(|label| meaning(&source.labels, label)).transpose()? {
                Some(Meaning::Judgment(judgment)) => Answer::Judged(judgment),
                Some(Meaning::None) | None => Answer::Abstained,
            };
            builder.add(line, id, answer, confidence);
            Ok(())
        });
        if let Err(kind) = added {
            builder.problem(Some(line), kind);
        }
    })
}

/// A confidence: any finite number.
pub(super) fn confidence(text: &str) -> Result<f64, ProblemKind> {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| ProblemKind::BadConfidence { value: text.to_owned() })
}
