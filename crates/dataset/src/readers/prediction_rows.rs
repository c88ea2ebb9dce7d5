//! Answers as rows of a table: an `id`, and a `label`, a score or probabilities.

use super::highest::{finite, highest, numbers};
use super::id_rewriting::Rewriter;
use super::labels::{answer as answer_in, label_of, meaning};
use super::layouts::{AnswerColumns, PredictionColumns, PredictionSource, RankingColumn};
use super::repeated::Blank;
use super::runs_in_rows::RunsInRows;
use super::sources::{IdSources, RowPlace};
use super::subset::Kept;

use crate::input::{Fatal, Input};
use crate::tables::{self, CellKind, Cells, ColumnRequest, TableFormat};
use crate::wording::quoted;
use crate::{
    Answer, Dataset, Judgment, Meaning, Outcome, PARTLY_RIGHT, ProblemKind, RunBuilder, Score,
    ScoreKind,
};

/// Reads answers and returns how many rows there were.
pub(super) fn read(
    source: &PredictionSource,
    format: TableFormat,
    file: &str,
    input: Input,
    runs: &mut RunsInRows<'_, '_>,
) -> Result<u64, Fatal> {
    let columns = &source.columns;
    let mut requests = Vec::new();
    let in_order = columns.id == [IN_ORDER];
    let row = [String::from("@row")];
    let names = if in_order { &row[..] } else { &columns.id };
    let mut id = IdSources::request(names, Rewriter::new(&columns.ids), &mut requests);
    let mut keep = columns.keep.request(format, &mut requests);
    let mut request = |name: &str, role, required, kind| {
        requests.push(ColumnRequest { name: name.to_owned(), role, required, kind });
        requests.len() - 1
    };
    let answer = request_answer(columns, &mut request);
    let ranking = request_ranking(columns, &mut request);
    let ranked_by = ranked_by(columns);
    let gold = columns.gold.as_deref().map(|name| request(name, "gold", true, CellKind::Value));
    let justification = request_justification(columns, &mut request);
    let of_row = runs.request(&mut requests);
    runs.builders().iter_mut().for_each(|builder| expect(columns, ranked_by, builder));
    let judgments = columns.answer.judgments();
    let Some(dataset) = runs.builders().first().map(|builder| builder.dataset()) else {
        return Ok(0);
    };
    let mut number = 0;
    let options = &source.options;
    let rows = tables::for_each_row_or_flawed(format, options, input, &requests, |line, row| {
        number += 1;
        let place = RowPlace { number, file };
        let added = keep.kept(&row, place).and_then(|kept| {
            let Kept::Read(cells) = kept else {
                runs.builders().iter_mut().for_each(RunBuilder::leave_out);
                return Ok(());
            };
            let Some(builder) = runs.of_row(&of_row, cells, place)? else { return Ok(()) };
            let mut id = id.id(cells, &requests, place)?;
            if in_order {
                // Rows too many are told at the end of the file.
                let Some(of_pair) = dataset.id_in_order(number) else { return Ok(()) };
                id = of_pair.into();
            }
            let cell = |at: usize| cells[at].as_deref();
            let (answer, judgments, requests) = (&answer, &judgments, &requests);
            let of_row = AnswerCells { source, answer, cells, requests, judgments };
            let mut score = None;
            let judged = of_row.read(&id, builder, &mut score)?;
            if let Some(at) = ranking {
                rank_by(cell(at), ranked_by, &requests[at], &mut score)?;
            }
            if let Some(at) = gold
                && let Some(label) = label_of(&source.labels, cell(at))
                && let Meaning::Judgment(gold) = meaning(&source.labels, label)?
            {
                builder.check_gold(line, &id, gold);
            }
            if let Some(text) = justification.and_then(cell) {
                builder.justified(&id, text);
            }
            if let Some(judged) = judged {
                builder.add(line, &id, judged, score);
            }
            Ok(())
        });
        if let (Err(kind), [first, ..]) = (added, runs.builders()) {
            first.reader_problem(Some(line), kind);
        }
    })?;
    let out_of_order = not_in_order(dataset, rows).filter(|_| in_order);
    if let Some(first) = runs.builders().first_mut() {
        let of_file = keep.problems().chain(id.rewriter().problem()).chain(out_of_order);
        of_file.for_each(|kind| first.reader_problem(None, kind));
    }
    Ok(rows)
}

/// Asks for the columns that answers are made from.
fn request_answer(
    columns: &PredictionColumns,
    request: &mut impl FnMut(&str, &'static str, bool, CellKind) -> usize,
) -> Vec<usize> {
    match &columns.answer {
        AnswerColumns::Label(name) => {
            vec![request(name.as_deref().unwrap_or("label"), "label", true, CellKind::Any)]
        }
        AnswerColumns::Score { column, .. } => {
            vec![request(column, "score", true, CellKind::Number)]
        }
        AnswerColumns::Highest { columns, probabilities } => {
            let role = if *probabilities { "probabilities" } else { "log-likelihoods" };
            columns
                .iter()
                .map(|(_, column)| request(column, role, true, CellKind::Number))
                .collect()
        }
        AnswerColumns::HighestOfList { column, probabilities, .. } => {
            let role = if *probabilities { "probabilities" } else { "log-likelihoods" };
            vec![request(column, role, true, CellKind::Numbers)]
        }
        AnswerColumns::Outcome { column, role, .. } => {
            vec![request(column.as_deref().unwrap_or("outcome"), role, true, CellKind::Value)]
        }
    }
}

/// Asks for the column by which the run ranks its pairs.
fn request_ranking(
    columns: &PredictionColumns,
    request: &mut impl FnMut(&str, &'static str, bool, CellKind) -> usize,
) -> Option<usize> {
    match &columns.ranking {
        RankingColumn::Confidence(name) => {
            Some(request(name, "confidence", true, CellKind::Number))
        }
        RankingColumn::EntailmentScore(name) => {
            Some(request(name, "entailment-score", true, CellKind::Number))
        }
        RankingColumn::Rank(_, name) => Some(request(name, "rank", true, CellKind::Number)),
        RankingColumn::OfAnswer
            if !columns.only_named && matches!(columns.answer, AnswerColumns::Label(_)) =>
        {
            Some(request("confidence", "confidence", false, CellKind::Number))
        }
        RankingColumn::OfAnswer | RankingColumn::Order(_) => None,
    }
}

/// Asks for the column of justifications.
fn request_justification(
    columns: &PredictionColumns,
    request: &mut impl FnMut(&str, &'static str, bool, CellKind) -> usize,
) -> Option<usize> {
    match &columns.justification {
        Some(name) => Some(request(name, "justification", true, CellKind::Verbatim)),
        None if columns.only_named => None,
        None => Some(request("justification", "justification", false, CellKind::Verbatim)),
    }
}

/// Says what the config says of the rows to a builder.
fn expect(columns: &PredictionColumns, ranked_by: Option<ScoreKind>, builder: &mut RunBuilder<'_>) {
    if let Some(kind) = ranked_by {
        builder.ranked_by(kind);
    }
    builder.extra(columns.extra);
    builder.again(columns.again);
}

/// Reads the score by which a pair is ranked from its cell, and replaces any other by it. It is not returned: most rows have
/// no score, and moving a value that could hold one takes time in each of them.
fn rank_by(
    cell: Option<&str>,
    ranked_by: Option<ScoreKind>,
    request: &ColumnRequest,
    score: &mut Option<Score>,
) -> Result<(), ProblemKind> {
    *score = None;
    let Some(cell) = cell else { return Ok(()) };
    let read = match ranked_by {
        Some(ScoreKind::Confidence) => confidence(cell)?,
        Some(ScoreKind::Rank(_)) => rank(cell, request)?,
        _ => finite(cell, request)?,
    };
    *score = Some(Score::One(read));
    Ok(())
}

/// The cells of a row that its answer is made from.
struct AnswerCells<'r> {
    source: &'r PredictionSource,
    /// Their places among the cells.
    answer: &'r [usize],
    cells: &'r Cells<'r>,
    requests: &'r [ColumnRequest],
    judgments: &'r [Judgment],
}

impl AnswerCells<'_> {
    /// The answer, if the row has one. The score that it is made from is put into its place.
    fn read(
        &self,
        id: &str,
        builder: &mut RunBuilder<'_>,
        score_of_answer: &mut Option<Score>,
    ) -> Result<Option<Answer>, ProblemKind> {
        let cell = |at: usize| self.cells[at].as_deref();
        Ok(match &self.source.columns.answer {
            AnswerColumns::Label(_) => {
                let separator = self.source.columns.label_separator.as_deref();
                let label = label_of(&self.source.labels, cell(self.answer[0]));
                if label.is_none() && self.source.columns.blank == Blank::Missing {
                    return Ok(None);
                }
                let said = label.map_or(Ok(Answer::Abstained), |labels| {
                    answer_in(&self.source.labels, labels, separator)
                })?;
                Some(match (said, self.source.columns.abstained) {
                    (Answer::Abstained, Some(judgment)) => {
                        builder.abstention_counts_as(judgment);
                        Answer::Judged(judgment)
                    }
                    (said, _) => said,
                })
            }
            AnswerColumns::Score {
                threshold,
                monothematic_threshold,
                positive,
                negative,
                above,
                ..
            } => {
                let of_kind =
                    if builder.is_monothematic(id) { monothematic_threshold } else { threshold };
                let threshold = builder.threshold(id).unwrap_or(*of_kind);
                let score = cell(self.answer[0])
                    .map(|number| finite(number, &self.requests[self.answer[0]]));
                score.transpose()?.map(|score| {
                    *score_of_answer = Some(Score::One(score));
                    let is_positive = score > threshold || (!above && score == threshold);
                    Answer::Judged(if is_positive { *positive } else { *negative })
                })
            }
            AnswerColumns::Highest { probabilities, .. }
            | AnswerColumns::HighestOfList { probabilities, .. } => {
                let numbers =
                    numbers(self.answer, self.cells, self.requests, self.judgments.len())?;
                let column = &self.requests[self.answer[0]].name;
                let highest = highest(self.judgments, &numbers, *probabilities, column)?;
                *score_of_answer = Some(Score::Each(highest.probabilities));
                if highest.tied {
                    builder.tied(id, self.judgments);
                }
                highest.answer.map(Answer::Judged)
            }
            AnswerColumns::Outcome { threshold, .. } => {
                let read = cell(self.answer[0]).map(Outcome::parse).transpose()?;
                read.map(|(outcome, is_rounded)| {
                    let outcome = threshold.map_or(outcome, |least| outcome.judged(least));
                    if outcome.answer() == PARTLY_RIGHT {
                        *score_of_answer = Some(Score::Outcome(outcome));
                        builder.outcome_is_rounded(is_rounded);
                    }
                    outcome.answer()
                })
            }
        })
    }
}

/// How a config says that the rows answer the pairs in their order.
const IN_ORDER: &str = "@pair";

/// Why so many rows do not answer the pairs of a dataset one after the other.
fn not_in_order(dataset: &Dataset, rows: u64) -> Option<ProblemKind> {
    let pairs = dataset.len();
    let message = if dataset.leaves_out() {
        "some pairs are excluded, so that the order of the rows does not identify the pairs"
            .to_owned()
    } else if rows != pairs as u64 {
        format!(
            "there are {rows} rows and {pairs} pairs, but each row has to predict the next pair"
        )
    } else {
        return None;
    };
    let help = format!(
        "write the pairs' ids next to the predictions, and name their column instead of `id: {IN_ORDER:?}`"
    );
    Some(ProblemKind::Malformed { message, help: Some(help) })
}

/// By what the answers of a file are ranked.
fn ranked_by(columns: &PredictionColumns) -> Option<ScoreKind> {
    match (&columns.ranking, &columns.answer) {
        (RankingColumn::Confidence(_), _) | (RankingColumn::OfAnswer, AnswerColumns::Label(_)) => {
            Some(ScoreKind::Confidence)
        }
        (RankingColumn::EntailmentScore(_), _)
        | (RankingColumn::OfAnswer, AnswerColumns::Score { positive: Judgment::Entailment, .. }) => {
            Some(ScoreKind::EntailmentScore)
        }
        // The score of another judgment is none of entailment.
        (RankingColumn::OfAnswer, AnswerColumns::Score { .. } | AnswerColumns::Outcome { .. }) => {
            None
        }
        (
            RankingColumn::OfAnswer,
            AnswerColumns::Highest { .. } | AnswerColumns::HighestOfList { .. },
        ) => Some(ScoreKind::Probabilities),
        (RankingColumn::Rank(kind, _), _) => Some(ScoreKind::Rank(*kind)),
        (RankingColumn::Order(kind), _) => Some(ScoreKind::Order(*kind)),
    }
}

/// A confidence: any finite number.
fn confidence(text: &str) -> Result<f64, ProblemKind> {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| ProblemKind::BadConfidence { value: text.to_owned() })
}

/// A rank: a whole number from 1.
fn rank(text: &str, request: &ColumnRequest) -> Result<f64, ProblemKind> {
    let value = text.trim().parse::<f64>().ok().filter(|rank| *rank >= 1.0 && rank.fract() == 0.0);
    value.ok_or_else(|| request.wrong(quoted(text), "a rank, a whole number from 1,"))
}

/// Scores with gold judgments, for learning a threshold.
pub(super) fn scores(
    source: &PredictionSource,
    format: TableFormat,
    column: &str,
    input: Input,
    mut visit: impl FnMut(u64, Result<(&str, f64), ProblemKind>),
    file: &str,
) -> Result<u64, Fatal> {
    let mut requests = Vec::new();
    let columns = &source.columns;
    let mut id = IdSources::request(&columns.id, Rewriter::new(&columns.ids), &mut requests);
    let mut keep = columns.keep.request(format, &mut requests);
    let (name, role, kind) = (column.to_owned(), "score", CellKind::Number);
    requests.push(ColumnRequest { name, role, required: true, kind });
    let score = requests.len() - 1;
    let mut number = 0;
    let options = &source.options;
    tables::for_each_row_or_flawed(format, options, input, &requests, |line, row| {
        number += 1;
        let place = RowPlace { number, file };
        let read = keep.kept(&row, place).and_then(|kept| {
            let Kept::Read(cells) = kept else { return Ok(None) };
            let id = id.id(cells, &requests, place)?;
            let Some(cell) = cells[score].as_deref() else { return Ok(None) };
            Ok(Some((id.into_owned(), finite(cell, &requests[score])?)))
        });
        match read {
            Ok(Some((id, score))) => visit(line, Ok((&id, score))),
            Ok(None) => {}
            Err(kind) => visit(line, Err(kind)),
        }
    })
}
