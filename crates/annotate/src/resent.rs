//! A step that is sent again because its answer was lost.

use crate::event::What;
use crate::request::Step;
use crate::session::Session;

/// Whether the step under a number in the file is this one: it was sent again because the answer was lost.
pub(crate) fn is_saved(session: &Session, seq: u64, step: &Step) -> bool {
    let Some(event) = session.event(seq) else { return false };
    match (step, &event.what) {
        (Step::Whole { pair, judgment }, What::Whole { pair: saved, judgment: said, .. }) => {
            pair == saved && judgment == said
        }
        (
            Step::Part { pair, part, phenomenon, rule, judgment, on, unsupported, .. },
            What::Part {
                pair: saved,
                part: id,
                phenomenon: tag,
                rule: form,
                judgment: said,
                on: base,
                ..
            },
        ) => {
            pair == saved
                && part.as_ref().is_none_or(|part| part == id)
                && (*unsupported || phenomenon == tag)
                && on.as_deref() == base.as_ref().map(|on| on.part.as_str())
                && (rule, judgment) == (form, said)
        }
        (Step::Remove { pair, part }, What::Remove { pair: saved, part: id }) => {
            (pair, part) == (saved, id)
        }
        (Step::Order { pair, parts }, What::Order { pair: saved, parts: ids }) => {
            (pair, parts) == (saved, ids)
        }
        (Step::Done { pair, .. }, What::Done { pair: saved, .. })
        | (Step::Take { pair }, What::Take { pair: saved, .. }) => pair == saved,
        (Step::Note { note, flag, .. }, What::Note { note: saved, flag: flagged, .. }) => {
            (note.trim(), flag) == (saved.as_str(), flagged)
        }
        (Step::Reopen { pair }, What::Reopen { pair: saved }) => pair == saved,
        (Step::Batch {}, What::Batch { .. }) => true,
        (
            Step::Read { item, judgment, confidence, comment, .. },
            What::Read { pair, judgment: said, confidence: sure, comment: words, .. },
        ) => {
            session.batch.id(*item) == Some(pair.as_str())
                && (judgment, confidence, comment.trim()) == (said, sure, words.as_str())
        }
        (
            Step::Settle { pair, judgment, drop, reason },
            What::Settle { pair: saved, judgment: said, drop: dropped, reason: why, .. },
        ) => (pair, judgment, drop, reason.trim()) == (saved, said, dropped, why.as_str()),
        (Step::Undo {}, What::Undo { of }) => !undoes_an_undoing(session, *of),
        (Step::Redo {}, What::Undo { of }) => undoes_an_undoing(session, *of),
        _ => false,
    }
}

fn undoes_an_undoing(session: &Session, of: u64) -> bool {
    session.event(of).is_some_and(|event| matches!(event.what, What::Undo { .. }))
}
