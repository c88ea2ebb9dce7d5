//! Systems that are run on the pairs of a dataset.

use std::io::Cursor;

use phenom_dataset::{
    AnswerColumns, CompositionRule, Dataset, Input, LabelScheme, Missing, PredictionColumns,
    PredictionSource, RankingColumn, Run, RunBuilder, TableFormat, TableOptions, Task,
    read_predictions,
};
use phenom_report::File;
use phenom_systems::edit_distance::Resources;
use phenom_systems::{Constant, Engine, Random, Reply, TextPair, compose_replies};

use super::at_hand::{AtHand, read_trees};
use super::learning::{CrossValidated, Learning};
use super::predicted::written;
use super::{Given, Ready};
use crate::config::{EngineSystem, LearnsOn, System};
use crate::failure::Failure;
use crate::side_by_side::side_by_side;

/// What an engine says of all pairs, and how it came to it.
pub(crate) struct Answered {
    /// In the order of the rows.
    pub(crate) replies: Vec<Reply>,
    /// The engine, and what it learnt from, in words.
    pub(crate) how: String,
    /// The files that it learnt from, and knows rules or parses from.
    pub(crate) files: Vec<File>,
    /// What the user must know of the answers.
    pub(crate) note: Option<String>,
}

/// Runs an engine that learns nothing from the dataset and from other systems, and readies any other.
pub(super) fn ready<'s>(
    system: &'s System,
    engine: &'s EngineSystem,
    dataset: &Dataset,
    at_hand: &'s AtHand,
) -> Result<Ready<'s>, Failure> {
    let pairs = pairs(dataset);
    let alone = |replies, how| {
        Ok(Ready::Given(Given::Ran(Answered { replies, how, files: Vec::new(), note: None })))
    };
    match engine {
        EngineSystem::Constant(judgment) => {
            alone(all_of(&Constant(*judgment), &pairs), format!("constant: {judgment}"))
        }
        EngineSystem::Random(seed) => {
            let random = Random { task: Task::of_gold(dataset.gold()), seed: *seed };
            alone(all_of(&random, &pairs), format!("random, seed {seed}"))
        }
        EngineSystem::Learnt { learner, from, wordnet, rules, trees } => {
            if learner.reads_texts() {
                refuse_empty_hypotheses(&pairs)?;
            }
            let (resources, mut known_from) = at_hand.resources(wordnet, rules)?;
            let (trees, parsed_in) = read_trees(trees, dataset, &pairs)?;
            known_from.extend(parsed_in);
            let resources = Resources { trees, ..resources };
            let learning =
                Learning { system, learner: *learner, resources, progress: &at_hand.training };
            let mut answered = match from {
                LearnsOn::OtherParts(parts) => {
                    let note = learning.note(false, &pairs);
                    let learner = CrossValidated {
                        learning,
                        parts: *parts,
                        rule: None,
                        files: known_from,
                        note,
                    };
                    return Ok(Ready::Learner(Box::new(learner)));
                }
                LearnsOn::Model(file) => learning.with_model(file, &pairs)?,
                LearnsOn::Shipped => learning.as_shipped(dataset, &pairs)?,
                LearnsOn::Pairs { pairs: training, trees } => {
                    learning.on_pairs((training, trees), dataset, &pairs)?
                }
            };
            answered.files.extend(known_from);
            Ok(Ready::Given(Given::Ran(answered)))
        }
        EngineSystem::ByParts(engine, rule) => match ready(system, engine, dataset, at_hand)? {
            Ready::Given(Given::Ran(mut answered)) => {
                let task = Task::of_gold(dataset.gold());
                for original in dataset.originals() {
                    let parts = dataset.monothematic_of(original);
                    let replies: Vec<(usize, &Reply)> =
                        parts.map(|row| (row, &answered.replies[row])).collect();
                    answered.replies[original] = composed(&replies, dataset, (rule, task));
                }
                answered.how += ", by parts";
                Ok(Ready::Given(Given::Ran(answered)))
            }
            Ready::Learner(mut learner) => {
                learner.rule = Some(rule);
                Ok(Ready::Learner(learner))
            }
            other => Ok(other),
        },
        EngineSystem::Ensemble { .. } => Ok(Ready::Later),
    }
}

/// The reply for an original that a rule composes of the replies for its parts, with their rows.
pub(super) fn composed(
    parts: &[(usize, &Reply)],
    dataset: &Dataset,
    (rule, task): (&CompositionRule, Task),
) -> Reply {
    let named: Vec<(&str, &Reply)> =
        parts.iter().map(|(row, reply)| (dataset.id(*row), *reply)).collect();
    compose_replies(&named, rule, task)
}

/// The pairs of a dataset, to be asked about. What is not given is empty.
pub(super) fn pairs(dataset: &Dataset) -> Vec<TextPair<'_>> {
    let of = |row| {
        let (text, hypothesis) = dataset.texts(row).unwrap_or_default();
        TextPair { id: dataset.id(row), text, hypothesis }
    };
    (0..dataset.len()).map(of).collect()
}

/// Refuses pairs without a hypothesis, for systems that read it.
pub(super) fn refuse_empty_hypotheses(pairs: &[TextPair<'_>]) -> Result<(), Failure> {
    let without = |pair: &&TextPair<'_>| pair.hypothesis.trim().is_empty();
    match pairs.iter().find(without) {
        None => Ok(()),
        Some(pair) => {
            let count = pairs.iter().filter(without).count();
            let message = format!(
                "systems cannot be run on this dataset: {count} of {} pairs have no hypothesis, first pair `{}`",
                pairs.len(),
                pair.id
            );
            let help =
                "name the columns of the texts: `columns: {text: COLUMN, hypothesis: COLUMN}`";
            Err(Failure::input(message, Some(help.to_owned())))
        }
    }
}

/// An engine's answers, worked out on all cores.
pub(super) fn all_of(engine: &(impl Engine + Sync + ?Sized), pairs: &[TextPair<'_>]) -> Vec<Reply> {
    /// So many pairs are a piece of work.
    const PAIRS: usize = 64;
    let pieces: Vec<&[TextPair<'_>]> = pairs.chunks(PAIRS).collect();
    let of_piece = |piece: &&[TextPair<'_>]| -> Vec<Reply> {
        piece.iter().map(|pair| engine.reply(pair)).collect()
    };
    side_by_side(&pieces, of_piece).into_iter().flatten().collect()
}

/// Answers as a run, read as a file of predictions is.
pub(super) fn as_run(system: &str, dataset: &Dataset, replies: &[Reply]) -> Result<Run, Failure> {
    let mut builder = RunBuilder::new(dataset, system, Missing::Refuse);
    builder.keep_justifications();
    let judged = || replies.iter().filter(|reply| reply.judgment.is_some());
    let sure = judged().count() > 0 && judged().all(|reply| reply.confidence.is_some());
    let justified = replies.iter().any(|reply| reply.justification.is_some());
    let ranking = if sure {
        RankingColumn::Confidence("confidence".to_owned())
    } else {
        RankingColumn::OfAnswer
    };
    let columns = PredictionColumns {
        only_named: true,
        id: vec!["id".to_owned()],
        answer: AnswerColumns::Label(Some("label".to_owned())),
        ranking,
        justification: justified.then(|| "justification".to_owned()),
        ..PredictionColumns::default()
    };
    let source = PredictionSource {
        format: TableFormat::Ndjson,
        options: TableOptions::default(),
        labels: LabelScheme::judgments(),
        columns,
    };
    let bytes = written(dataset, replies)?;
    let file = format!("the answers of `{system}`");
    read_predictions(&source, &file, Input::Stream(Box::new(Cursor::new(bytes))), &mut builder);
    Ok(builder.finish()?)
}
