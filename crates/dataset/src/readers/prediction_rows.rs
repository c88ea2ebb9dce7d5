//! Answers as rows of a table: an `id`, and a `label`, a score or probabilities.

use super::PredictionSource;
use super::highest::{finite, highest, numbers};
use super::id_rewriting::{IdRewriting, Rewriter};
use super::labels::{answer as answer_in, label_of, meaning};
use super::repeated::Again;
use super::runs_in_rows::RunsInRows;
use super::sources::{IdSources, RowPlace};
use super::subset::{Kept, Subset};
use serde::Deserialize;

use crate::input::{Fatal, Input};
use crate::tables::{self, CellKind, ColumnRequest, TableFormat};
use crate::wording::quoted;
use crate::{
    Answer, Dataset, Judgment, Meaning, Outcome, OutcomeThreshold, PARTLY_RIGHT, ProblemKind,
    RankingKind, RunBuilder, Score, ScoreKind,
};

/// Which column holds what. A column that is not named here is looked for under the name of what
/// it holds; only `id` and what the answer is made from must be there. With
/// [`only_named`](Self::only_named) a `confidence` and a `justification` that are not named are not looked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PredictionColumns {
    /// Whether nothing is read that is not named here.
    pub only_named: bool,
    /// How ids are rewritten.
    pub ids: IdRewriting,
    /// The rows that are read.
    pub keep: Subset,
    /// The judgment that an abstention counts as; nothing where it is none.
    pub abstained: Option<Judgment>,
    /// What an answer means whose pair the dataset does not have.
    pub extra: Extra,
    /// What a second answer to a pair means.
    pub again: Again,
    /// The id of the pair; several columns are joined by a colon, `@row` and `@file` are known. `@pair` alone: the rows
    /// answer the pairs one after the other, as they were read.
    pub id: Vec<String>,
    /// Where the answer stands, or from what it is made.
    pub answer: AnswerColumns,
    /// What stands between the labels of an answer that is a set; a list in the cell needs none.
    pub label_separator: Option<String>,
    /// By what the run ranks its pairs, where not by what the answers are made from.
    pub ranking: RankingColumn,
    /// The gold judgment, if it stands beside the answers: it is compared with the dataset's.
    pub gold: Option<String>,
    /// Why the system answers so, in its own words.
    pub justification: Option<String>,
}

/// What a row means whose pair the dataset does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    /// It is refused.
    #[default]
    Refuse,
    /// It is not read, and counted in a note.
    Ignore,
}

/// By what a run ranks its pairs.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum RankingColumn {
    /// By what the answers are made from: their probabilities, or a score of which the positive
    /// answer is *entailment*. For labels, by the column `confidence`, if there is one.
    #[default]
    OfAnswer,
    /// By how sure the system is of its answer.
    Confidence(String),
    /// By how far it takes the pair for entailed.
    EntailmentScore(String),
    /// By an explicit rank.
    Rank(RankingKind, String),
    /// By the order of the rows.
    Order(RankingKind),
}

/// Where a system's answer stands, or from what it is made.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerColumns {
    /// A label or several; `label` where no column is named. An empty one is an abstention, unless the labels give it
    /// another meaning.
    Label(Option<String>),
    /// A score: the positive judgment at or above a threshold, else the negative one. An empty
    /// score is no answer.
    Score {
        /// The column of the score.
        column: String,
        /// The least score of a positive answer on an original pair.
        threshold: f64,
        /// The least score of a positive answer on a monothematic pair.
        monothematic_threshold: f64,
        /// The judgment at or above the threshold.
        positive: Judgment,
        /// The judgment below it.
        negative: Judgment,
        /// Whether a score at the threshold itself is negative.
        above: bool,
    },
    /// A number for each judgment: the highest is the answer.
    Highest {
        /// The columns with their judgments.
        columns: Vec<(Judgment, String)>,
        /// Whether the numbers are probabilities, which sum to 1; log-likelihoods need not.
        probabilities: bool,
    },
    /// A list with a number for each judgment: the highest is the answer.
    HighestOfList {
        /// The column of the list.
        column: String,
        /// The judgments in the order of the list.
        order: Vec<Judgment>,
        /// Whether the numbers are probabilities, as above.
        probabilities: bool,
    },
    /// How far the prediction is right, of a pair without a gold label. An empty cell is no prediction.
    Outcome {
        /// The column; `outcome` if none is named.
        column: Option<String>,
        /// From which score on it is right; `None`: the score counts.
        threshold: Option<OutcomeThreshold>,
    },
}

impl AnswerColumns {
    /// The judgments that have a number each, in the order of the numbers.
    fn judgments(&self) -> Vec<Judgment> {
        match self {
            Self::Label(_) | Self::Score { .. } | Self::Outcome { .. } => Vec::new(),
            Self::Highest { columns, .. } => {
                columns.iter().map(|(judgment, _)| *judgment).collect()
            }
            Self::HighestOfList { order, .. } => order.clone(),
        }
    }
}

impl Default for AnswerColumns {
    fn default() -> Self {
        Self::Label(None)
    }
}

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
    let answer: Vec<usize> = match &columns.answer {
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
        AnswerColumns::Outcome { column, .. } => {
            vec![request(column.as_deref().unwrap_or("outcome"), "outcome", true, CellKind::Value)]
        }
    };
    let ranking = match &columns.ranking {
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
    };
    let ranked_by = ranked_by(columns);
    let gold = columns.gold.as_deref().map(|name| request(name, "gold", true, CellKind::Value));
    let justification = match &columns.justification {
        Some(name) => Some(request(name, "justification", true, CellKind::Verbatim)),
        None if columns.only_named => None,
        None => Some(request("justification", "justification", false, CellKind::Verbatim)),
    };
    let of_row = runs.request(&mut requests);
    for builder in runs.builders() {
        if let Some(kind) = ranked_by {
            builder.ranked_by(kind);
        }
        builder.extra(columns.extra);
        builder.again(columns.again);
    }
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
            let Some(builder) = runs.of_row(&of_row, cells, &requests)? else { return Ok(()) };
            let mut id = id.id(cells, &requests, place)?;
            if in_order {
                // Rows too many are told at the end of the file.
                let Some(of_pair) = dataset.id_in_order(number) else { return Ok(()) };
                id = of_pair.into();
            }
            let cell = |at: usize| cells[at].as_deref();
            // The score that the answer is made from.
            let mut of_answer = None;
            let judged = match &columns.answer {
                AnswerColumns::Label(_) => {
                    let separator = columns.label_separator.as_deref();
                    let label = label_of(&source.labels, cell(answer[0]));
                    let said = label.map_or(Ok(Answer::Abstained), |labels| {
                        answer_in(&source.labels, labels, separator)
                    })?;
                    Some(match (said, columns.abstained) {
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
                    let of_kind = if builder.is_monothematic(&id) {
                        monothematic_threshold
                    } else {
                        threshold
                    };
                    let threshold = builder.threshold(&id).unwrap_or(*of_kind);
                    let score = cell(answer[0]).map(|number| finite(number, &requests[answer[0]]));
                    score.transpose()?.map(|score| {
                        of_answer = Some(Score::One(score));
                        let is_positive = score > threshold || (!above && score == threshold);
                        Answer::Judged(if is_positive { *positive } else { *negative })
                    })
                }
                AnswerColumns::Highest { probabilities, .. }
                | AnswerColumns::HighestOfList { probabilities, .. } => {
                    let numbers = numbers(&answer, cells, &requests, judgments.len())?;
                    let column = &requests[answer[0]].name;
                    let highest = highest(&judgments, &numbers, *probabilities, column)?;
                    of_answer = Some(Score::Each(highest.probabilities));
                    if highest.tied {
                        builder.tied(&id, &judgments);
                    }
                    highest.answer.map(Answer::Judged)
                }
                AnswerColumns::Outcome { threshold, .. } => {
                    let read = cell(answer[0]).map(Outcome::parse).transpose()?;
                    read.map(|(outcome, is_rounded)| {
                        let outcome = threshold.map_or(outcome, |least| outcome.judged(least));
                        if outcome.answer() == PARTLY_RIGHT {
                            of_answer = Some(Score::Outcome(outcome));
                            builder.outcome_is_rounded(is_rounded);
                        }
                        outcome.answer()
                    })
                }
            };
            let score = match ranking {
                None => of_answer,
                Some(at) => cell(at)
                    .map(|text| match ranked_by {
                        Some(ScoreKind::Confidence) => confidence(text),
                        Some(ScoreKind::Rank(_)) => rank(text, &requests[at]),
                        _ => finite(text, &requests[at]),
                    })
                    .transpose()?
                    .map(Score::One),
            };
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
    let Some(first) = runs.builders().first_mut() else { return Ok(rows) };
    for kind in keep.problems().chain(id.rewriter().problem()) {
        first.reader_problem(None, kind);
    }
    if let Some(kind) = not_in_order(dataset, rows).filter(|_| in_order) {
        first.reader_problem(None, kind);
    }
    Ok(rows)
}

/// How a config says that the rows answer the pairs in their order.
const IN_ORDER: &str = "@pair";

/// Why so many rows do not answer the pairs of a dataset one after the other.
fn not_in_order(dataset: &Dataset, rows: u64) -> Option<ProblemKind> {
    let pairs = dataset.len();
    let message = if dataset.leaves_out() {
        "pairs are left out, so that the order of the rows does not say which they answer"
            .to_owned()
    } else if rows != pairs as u64 {
        format!("there are {rows} rows and {pairs} pairs, and each row is to answer the next pair")
    } else {
        return None;
    };
    let help = format!(
        "write the pairs' ids beside the answers, and name their column in the place of `id: {IN_ORDER:?}`"
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
