//! Readings and settlements that do not count, and why: nothing that somebody judged is left out in silence.

use std::collections::BTreeSet;

use super::{Annotator, Work};
use crate::event::What;
use crate::originals::{Originals, Place};

/// A judgment that does not count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SetAside {
    /// Why.
    pub reason: Aside,
    /// The id of the pair, an original or a part.
    pub pair: String,
    /// Who judged it.
    pub by: String,
}

/// Why a judgment does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aside {
    /// The pair has another text or hypothesis now.
    Changed,
    /// The pair is no more: it left the dataset, the part was removed, or its original is not done.
    Gone,
    /// A reader of the pair is its author now.
    Own,
    /// What was settled is of another text or hypothesis, or of a pair that is no more.
    Unsettled,
}

impl Work {
    /// The readings and settlements that do not count, in the order of reasons, pairs and names.
    #[must_use]
    pub fn set_aside(&self, originals: &Originals) -> Vec<SetAside> {
        let mut found = BTreeSet::new();
        for annotator in self.annotators() {
            for event in annotator.counting() {
                let reason = match &event.what {
                    What::Read { pair, .. } => self.reading_aside(annotator, pair, originals),
                    What::Settle { pair, .. } => {
                        let now = self.wording_now(pair, originals);
                        let settled = now.is_some_and(|(now, _)| {
                            annotator.settled.contains_key(&(pair.clone(), now.to_owned()))
                        });
                        (!settled).then_some(Aside::Unsettled)
                    }
                    _ => None,
                };
                if let (Some(reason), Some(pair)) = (reason, event.what.pair()) {
                    let (pair, by) = (pair.to_owned(), annotator.name.clone());
                    found.insert(SetAside { reason, pair, by });
                }
            }
        }
        found.into_iter().collect()
    }

    /// Why what an annotator has read of a pair does not count. The reading of an older wording is no loss to somebody
    /// who has read the new one.
    fn reading_aside(
        &self,
        annotator: &Annotator,
        pair: &str,
        originals: &Originals,
    ) -> Option<Aside> {
        match self.wording_now(pair, originals) {
            None => Some(Aside::Gone),
            Some((_, Some(author))) if author == annotator.name => Some(Aside::Own),
            Some((now, _)) if annotator.reading(pair, now).is_none() => Some(Aside::Changed),
            Some(_) => None,
        }
    }

    /// The wording that a pair has in the dataset that the work comes to, and its author if an annotator made it.
    fn wording_now<'w>(
        &'w self,
        pair: &str,
        originals: &'w Originals,
    ) -> Option<(&'w str, Option<&'w str>)> {
        match originals.place(pair) {
            Some(Place::Original(at)) => {
                let original = originals.all().get(at)?;
                let ended = self.decomposition(pair).filter(|(_, found)| found.done.is_some());
                Some((&original.wording, ended.map(|(author, _)| author)))
            }
            Some(Place::Given(at, part)) => {
                Some((&originals.all().get(at)?.given.get(part)?.wording, None))
            }
            None => {
                let (original, _) = pair.rsplit_once('.')?;
                originals.original(original).filter(|known| known.given.is_empty())?;
                let (author, found) = self.decomposition(original)?;
                found.done.as_ref()?;
                let part = found.parts.iter().find(|part| part.id == pair)?;
                Some((&part.wording, Some(author)))
            }
        }
    }
}
