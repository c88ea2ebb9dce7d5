//! The list of pairs, and how far the work has come.

use serde::Serialize;

use crate::agreement::AgreementView;
use crate::session::Session;
use crate::settling::to_settle;

/// How far the work has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strip {
    /// Own pairs that are done.
    pub done: usize,
    /// Own pairs that are begun or done.
    pub mine: usize,
    /// Pairs that nobody has begun.
    pub free: usize,
    /// Pairs that were read blind.
    pub read: usize,
    /// Pairs that are left to read.
    pub to_read: usize,
    /// Pairs on which people differed and that are settled.
    pub settled: usize,
    /// Pairs on which people differ that are not settled.
    pub to_settle: usize,
    /// How far two readers agree, where any do.
    pub agreement: Option<AgreementView>,
    /// Parts that are written, but for those that are still to be read; `None` while a batch is open.
    pub written: Option<u64>,
    /// Parts that the plan wants.
    pub planned: Option<u64>,
    /// Steps in the own file.
    pub steps: usize,
    /// When the last of them was made.
    pub saved_at: Option<String>,
}

/// How far the work has come now.
pub(crate) fn strip(session: &mut Session) -> Strip {
    let agreement = session.agreement();
    let lines = session.index.lines();
    let own = |states: &[&str]| lines.iter().filter(|line| states.contains(&line.state)).count();
    let done = own(&["done", "exception"]);
    let begun = own(&["judged", "parts", "reopened"]);
    let unread_in_batch = session
        .batch
        .places(&session.index)
        .into_iter()
        .filter(|place| !place.read && !place.item.waits)
        .count();
    let (settled, to_settle): (Vec<bool>, Vec<bool>) =
        to_settle(session).map(|(_, item)| item.settled).partition(|settled| *settled);
    let events = session.work.annotator(&session.annotator).map_or(&[][..], |own| own.events());
    Strip {
        done,
        mine: done + begun,
        free: own(&["new"]),
        read: session.index.items().filter(|(_, item)| item.read).count(),
        to_read: session.index.items().filter(|(_, item)| item.waits).count() + unread_in_batch,
        settled: settled.len(),
        to_settle: to_settle.len(),
        agreement,
        written: (!session.hides_plan()).then(|| session.index.all_written()),
        planned: session.plan.as_ref().map(crate::Plan::total),
        steps: events.len(),
        saved_at: events.last().map(|event| event.at.clone()),
    }
}
