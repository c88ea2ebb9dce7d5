//! What engines reply to pairs, and the run that it is.

use phenom_dataset::{
    Answer, CompositionRule, Dataset, Missing, Run, RunBuilder, Score, ScoreKind, Task,
};
use phenom_report::File;
use phenom_systems::{Engine, PartReply, Reply, TextPair, compose_replies};

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

/// The reply for an original that a rule composes of the replies for its parts, with their rows.
pub(super) fn composed(
    parts: &[(usize, &Reply)],
    dataset: &Dataset,
    (rule, task): (&CompositionRule, Task),
) -> Reply {
    let part = |&(row, reply): &(usize, _)| PartReply {
        id: dataset.id(row),
        weight: dataset.weight(row),
        reply,
    };
    let parts: Vec<PartReply<'_>> = parts.iter().map(part).collect();
    compose_replies(&parts, rule, task)
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
                "systems cannot run on this dataset: {count} of {} pairs have no hypothesis, first pair `{}`",
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
pub(super) fn all_of(engine: &(impl Engine + ?Sized), pairs: &[TextPair<'_>]) -> Vec<Reply> {
    /// So many pairs are a piece of work.
    const PAIRS: usize = 64;
    let pieces: Vec<&[TextPair<'_>]> = pairs.chunks(PAIRS).collect();
    let of_piece = |piece: &&[TextPair<'_>]| -> Vec<Reply> {
        piece.iter().map(|pair| engine.reply(pair)).collect()
    };
    side_by_side(1, &pieces, of_piece).into_iter().flatten().collect()
}

/// Whether the confidences of replies rank them: each judgment has one. A composed judgment has none.
pub fn are_ranked(replies: &[Reply]) -> bool {
    let mut judged = replies.iter().filter(|reply| reply.judgment.is_some()).peekable();
    judged.peek().is_some() && judged.all(|reply| reply.confidence.is_some())
}

/// Replies as a run, which says what the file of the same predictions would say.
pub(super) fn as_run(system: &str, dataset: &Dataset, replies: &[Reply]) -> Result<Run, Failure> {
    let mut builder = RunBuilder::new(dataset, system, Missing::Refuse);
    builder.keep_justifications();
    builder.ranked_by(ScoreKind::Confidence);
    builder.start_file(&format!("the predictions of `{system}`"));
    let are_ranked = are_ranked(replies);
    for ((line, row), reply) in (1..).zip(0..dataset.len()).zip(replies) {
        let id = dataset.id(row);
        let answer = reply.judgment.map_or(Answer::Abstained, Answer::Judged);
        // JSON has no other numbers.
        let confidence = reply.confidence.filter(|confidence| are_ranked && confidence.is_finite());
        builder.add(line, id, answer, confidence.map(Score::One));
        if let Some(justification) = &reply.justification {
            builder.justified(id, justification);
        }
    }
    Ok(builder.finish()?)
}
