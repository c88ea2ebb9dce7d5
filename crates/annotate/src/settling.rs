//! The pairs on which people differ, as one annotator has them before them.

use crate::index::Item;
use crate::opinions::{Opinion, opinions};
use crate::session::Session;

/// The items on which people differ, and which the annotator may see: nothing is told of one that is still to be read.
pub(crate) fn to_settle(session: &Session) -> impl Iterator<Item = (usize, &Item)> {
    let open = session.batch.is_open(&session.index);
    session.index.items().filter(move |(_, item)| {
        let is_secret = item.waits || item.hidden || open && session.batch.holds(&item.id);
        item.differs && !is_secret
    })
}

/// What is said of an item.
pub(crate) fn of_item<'a>(session: &'a Session, at: usize, item: &'a Item) -> Vec<Opinion<'a>> {
    let original = &session.originals.all()[at];
    opinions(&session.work, original, item.which, (&item.id, &item.wording))
}
