//! The pairs that are read together: what is said of them is shown when all of them are read.

use std::collections::HashSet;

use crate::event::What;
use crate::index::{Index, Item};
use crate::work::Annotator;

/// So many pairs are read before anything is said of them.
pub(crate) const BATCH_SIZE: usize = 20;

/// The batch that was opened last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Batch {
    ids: Vec<String>,
    read: HashSet<String>,
    /// How many were opened before it.
    before: usize,
}

/// A pair of a batch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    /// Its place in the batch, from 1, by which the page knows it.
    pub(crate) number: usize,
    /// The number of its original.
    pub(crate) at: usize,
    pub(crate) item: &'a Item,
    /// Whether it was read since the batch was opened.
    pub(crate) read: bool,
}

impl Batch {
    /// The last batch of an annotator.
    pub(crate) fn of(annotator: Option<&Annotator>) -> Self {
        let mut batch = Self::default();
        for event in annotator.map(Annotator::counting).unwrap_or_default() {
            batch.take(&event.what);
        }
        batch
    }

    /// Takes up a step that is no undoing.
    pub(crate) fn take(&mut self, what: &What) {
        match what {
            What::Batch { pairs } => {
                let before = self.before + usize::from(!self.ids.is_empty());
                *self = Self { ids: pairs.clone(), read: HashSet::new(), before };
            }
            What::Read { pair, .. } if self.ids.contains(pair) => {
                self.read.insert(pair.clone());
            }
            _ => {}
        }
    }

    /// Its pairs, but for those that are no more: parts that were removed, pairs that are worked on again.
    pub(crate) fn places<'a>(&self, index: &'a Index) -> Vec<Place<'a>> {
        let place = |(at, id): (usize, &String)| {
            let (original, item) = index.item(id)?;
            let read = self.read.contains(id);
            Some(Place { number: at + 1, at: original, item, read })
        };
        self.ids.iter().enumerate().filter_map(place).collect()
    }

    /// Whether something of it is left to read.
    pub(crate) fn is_open(&self, index: &Index) -> bool {
        self.ids.iter().any(|id| !self.read.contains(id) && index.item(id).is_some())
    }

    /// Whether a pair is in it.
    pub(crate) fn holds(&self, id: &str) -> bool {
        self.ids.iter().any(|known| known == id)
    }

    /// The id at a place, from 1.
    pub(crate) fn id(&self, number: usize) -> Option<&str> {
        self.ids.get(number.checked_sub(1)?).map(String::as_str)
    }

    /// The place of an id, from 1.
    pub(crate) fn number(&self, id: &str) -> Option<usize> {
        self.ids.iter().position(|known| known == id).map(|at| at + 1)
    }

    /// How many of its pairs were read.
    pub(crate) fn read(&self) -> usize {
        self.read.len()
    }

    /// How many batches are closed, where this one is open or not.
    pub(crate) fn closed(&self, open: bool) -> usize {
        self.before + usize::from(!self.ids.is_empty() && !open)
    }
}
