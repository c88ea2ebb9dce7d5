//! Who says what of a pair, and the pairs on which people differ.

use phenom_dataset::Judgment;

use crate::event::Rule;
use crate::index::{Item, Which};
use crate::session::Session;

/// The items on which people differ, and which the annotator may see: nothing is told of one that is still to be read.
pub(crate) fn to_settle(session: &Session) -> impl Iterator<Item = (usize, &Item)> {
    let open = session.batch.is_open(&session.index);
    session.index.items().filter(move |(_, item)| {
        item.differs && !item.waits && !(open && session.batch.holds(&item.id))
    })
}

/// What somebody says of an item.
pub(crate) struct Opinion<'a> {
    pub(crate) who: &'a str,
    pub(crate) role: &'static str,
    pub(crate) judgment: Option<Judgment>,
    pub(crate) confidence: Option<u8>,
    pub(crate) comment: &'a str,
    pub(crate) rule: Option<&'a Rule>,
}

/// What author or dataset and the readers say of an item.
pub(crate) fn opinions<'a>(session: &'a Session, at: usize, item: &'a Item) -> Vec<Opinion<'a>> {
    let original = &session.originals.all()[at];
    let found = session.work.decomposition(&original.id);
    let first = |who, role, judgment, rule| Opinion {
        who,
        role,
        judgment: Some(judgment),
        confidence: None,
        comment: "",
        rule,
    };
    let mut author = None;
    let judged = match item.which {
        Which::Given(part) => {
            let part = &original.given[part];
            part.gold.map(|gold| first("dataset", "dataset", gold, part.rule.as_ref()))
        }
        Which::Whole if !original.given.is_empty() => {
            original.gold.map(|gold| first("dataset", "dataset", gold, None))
        }
        Which::Whole => found.and_then(|(name, found)| {
            author = Some(name);
            Some(first(name, "author", found.whole?, None))
        }),
        Which::Part(part) => found.and_then(|(name, found)| {
            author = Some(name);
            let part = found.parts.get(part)?;
            Some(first(name, "author", part.judgment, Some(&part.rule)))
        }),
    };
    let readers =
        session.work.readings(&item.id, &item.wording).filter(|(name, _)| Some(*name) != author);
    let read = readers.map(|(who, reading)| Opinion {
        who,
        role: "reader",
        judgment: reading.judgment,
        confidence: reading.confidence,
        comment: &reading.comment,
        rule: None,
    });
    judged.into_iter().chain(read).collect()
}
