//! What a step is answered with.

use serde::Serialize;

use crate::event::{Event, What};
use crate::session::Session;
use crate::view::pair::pair_at;
use crate::view::{PairLine, PairView, Strip, strip};

/// `step`: it is saved.
#[derive(Debug, Serialize)]
pub struct StepAnswer {
    seq: u64,
    saved_at: Option<String>,
    strip: Strip,
    /// The pair that was worked on.
    pair: Option<PairView>,
    /// The lines of the list that have changed.
    pairs: Vec<PairLine>,
    /// What was undone, or done again.
    #[serde(skip_serializing_if = "Option::is_none")]
    undone: Option<String>,
    /// Where that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    go: Option<Go>,
}

/// A place in the page.
#[derive(Debug, Serialize)]
struct Go {
    step: &'static str,
    pair: Option<String>,
    item: Option<usize>,
}

/// What is said of a step that is saved.
pub(crate) fn step_answer(session: &mut Session, what: Option<&What>) -> StepAnswer {
    let strip = strip(session);
    let target = what.and_then(|what| target(session, what));
    let pair = target.filter(|target| is_of_decomposing(target)).and_then(|target| {
        let at = session.original_of(target.pair()?)?;
        Some(pair_at(session, at))
    });
    let (undone, go) = match (what, target) {
        (Some(What::Undo { .. }), Some(target)) => {
            (Some(told(session, target)), Some(place(session, target)))
        }
        _ => (None, None),
    };
    let untold = session.take_untold();
    let lines = session.index.lines();
    StepAnswer {
        seq: session.journal.next() - 1,
        saved_at: strip.saved_at.clone(),
        pairs: untold.into_iter().filter_map(|at| lines.get(at).cloned()).collect(),
        strip,
        pair,
        undone,
        go,
    }
}

/// The step itself, or what an undoing comes to in the end.
fn target<'a>(session: &'a Session, what: &'a What) -> Option<&'a What> {
    match what {
        What::Undo { of } => {
            let undone: &Event = session.event(*of)?;
            target(session, &undone.what)
        }
        what => Some(what),
    }
}

fn is_of_decomposing(what: &What) -> bool {
    !matches!(
        what,
        What::Batch { .. }
            | What::Note { .. }
            | What::Read { .. }
            | What::Settle { .. }
            | What::Undo { .. }
    )
}

/// A step in words. A pair of the open batch goes by its number: its id would tell where it comes from.
fn told(session: &Session, what: &What) -> String {
    match what {
        What::Whole { pair, .. } => format!("label of {pair}"),
        What::Part { part, .. } => format!("part {part}"),
        What::Remove { part, .. } => format!("removal of {part}"),
        What::Order { pair, .. } => format!("order of the parts of {pair}"),
        What::Done { pair, .. } => format!("{pair} done"),
        What::Reopen { pair } => format!("reopening of {pair}"),
        What::Take { pair, .. } => format!("taking over of {pair}"),
        What::Note { pair, .. } => match session.batch.number(pair) {
            Some(number) if session.is_hidden(pair) => {
                format!("note on pair {number} of the batch")
            }
            _ => format!("note on {pair}"),
        },
        What::Batch { .. } => "opening of a batch".to_owned(),
        What::Read { pair, .. } => match session.batch.number(pair) {
            Some(number) => format!("label of pair {number} of the batch"),
            None => "reading".to_owned(),
        },
        What::Settle { pair, .. } => format!("settling of {pair}"),
        What::Undo { .. } => "undoing".to_owned(),
    }
}

fn place(session: &Session, what: &What) -> Go {
    match what {
        What::Batch { .. } => Go { step: "judge", pair: None, item: None },
        What::Read { pair, .. } => {
            Go { step: "judge", pair: None, item: session.batch.number(pair) }
        }
        What::Settle { pair, .. } => Go { step: "settle", pair: Some(pair.clone()), item: None },
        What::Note { pair, .. } if session.is_hidden(pair) => {
            Go { step: "judge", pair: None, item: session.batch.number(pair) }
        }
        what => Go { step: "decompose", pair: what.pair().map(str::to_owned), item: None },
    }
}
