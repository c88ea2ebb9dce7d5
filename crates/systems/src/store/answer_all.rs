//! Asking a system what is not stored.

use super::Store;
use crate::{Reply, System, SystemError, TextPair};

/// How far a system is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// How many pairs there are.
    pub pairs: usize,
    /// How many of them were stored and are not asked.
    pub stored: usize,
    /// How many were answered now.
    pub answered: usize,
    /// How many of the stored and the answered have no judgment.
    pub abstentions: usize,
}

/// What there is of the answers for some pairs when a system ends.
#[derive(Debug)]
#[must_use = "the system may have ended before it predicted all pairs"]
pub struct AllAnswered {
    /// The replies in the order of the pairs, stored or new; nothing where there is none.
    pub replies: Vec<Option<Reply>>,
    /// Where the system ended before all pairs were answered: why.
    pub ended: Result<(), SystemError>,
}

impl AllAnswered {
    /// How many pairs have no reply.
    #[must_use]
    pub fn left(&self) -> usize {
        self.replies.iter().filter(|reply| reply.is_none()).count()
    }
}

/// Has a system answer those of some pairs that are not stored, and keeps each reply as it arrives. `progress` is told
/// before the first pair is asked and after each reply.
pub fn answer_all(
    system: &dyn System,
    pairs: &[TextPair<'_>],
    mut store: Option<&mut Store>,
    progress: &mut dyn FnMut(Progress),
) -> AllAnswered {
    let stored = |pair| store.as_ref().and_then(|store| store.reply(pair)).cloned();
    let mut replies: Vec<Option<Reply>> = pairs.iter().map(stored).collect();
    let open: Vec<usize> = (0..pairs.len())
        .filter(|&number| replies.get(number).is_some_and(Option::is_none))
        .collect();
    let asked: Vec<TextPair<'_>> =
        open.iter().filter_map(|&number| pairs.get(number).copied()).collect();
    let abstains = |reply: &Reply| reply.judgment.is_none();
    let mut now = Progress {
        pairs: pairs.len(),
        stored: pairs.len() - open.len(),
        answered: 0,
        abstentions: replies.iter().flatten().filter(|reply| abstains(reply)).count(),
    };
    progress(now);
    if asked.is_empty() {
        return AllAnswered { replies, ended: Ok(()) };
    }
    let answered = system.answer(&asked, &mut |number, reply| {
        let (Some(pair), Some(&place)) = (asked.get(number), open.get(number)) else {
            return Ok(());
        };
        if let Some(store) = &mut store {
            store.keep(pair, &reply)?;
        }
        now.answered += 1;
        now.abstentions += usize::from(abstains(&reply));
        if let Some(slot) = replies.get_mut(place) {
            *slot = Some(reply);
        }
        progress(now);
        Ok(())
    });
    let synchronised = store.map_or(Ok(()), Store::synchronise).map_err(SystemError::from);
    let mut all = AllAnswered { replies, ended: answered.and(synchronised) };
    if all.ended.is_ok() && all.left() > 0 {
        all.ended = Err(SystemError::Unanswered(all.left()));
    }
    all
}
