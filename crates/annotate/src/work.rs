//! What all annotators have done, from the steps in their files: the last step on a thing counts.

mod annotator;
mod problems;
mod sequence;
mod set_aside;

use std::collections::BTreeSet;

use phenom_dataset::Judgment;

pub use self::annotator::Annotator;
use self::problems::problems;
pub use self::set_aside::{Aside, SetAside};
use crate::event::{Event, Rule, What};
use crate::inventory::Inventory;
use crate::journal::{Refused, Steps};
use crate::originals::Originals;

/// How one annotator has decomposed an original.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decomposition {
    /// When it was begun.
    pub began: String,
    /// The judgment on the whole.
    pub whole: Option<Judgment>,
    /// The parts, in the order of the chain.
    pub parts: Vec<Part>,
    /// How it was ended.
    pub done: Option<Done>,
    /// Whether it was ended before, and is worked on again.
    pub reopened: bool,
}

impl Decomposition {
    /// Why it is kept although a check fails, where it was ended so.
    #[must_use]
    pub fn exception(&self) -> Option<&str> {
        self.done.as_ref()?.exception.as_deref()
    }
}

/// A monothematic pair that an annotator has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The id of the part.
    pub id: String,
    /// The path of the phenomenon in the inventory.
    pub phenomenon: String,
    /// The rule that makes the hypothesis from the text.
    pub rule: Rule,
    /// The hypothesis that the rule makes.
    pub hypothesis: String,
    /// The author's judgment.
    pub judgment: Judgment,
    /// The [`wording`](crate::wording) of T and its hypothesis.
    pub wording: String,
}

/// The end of a decomposition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// Why it is kept although a check fails.
    pub exception: Option<String>,
}

/// A blind reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The judgment; nothing where the reader could not judge.
    pub judgment: Option<Judgment>,
    /// How sure the reader was, from 1 to 3.
    pub confidence: Option<u8>,
    /// What the reader had to say.
    pub comment: String,
}

/// What became of a pair on which readings differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Its gold; nothing where it was dropped.
    pub judgment: Option<Judgment>,
    /// Why.
    pub reason: String,
    /// When.
    pub at: String,
    /// Who said so.
    pub by: String,
}

impl Settled {
    /// Whether the pair leaves the dataset.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        self.judgment.is_none()
    }
}

/// What all annotators have done.
#[derive(Debug, Clone, Default)]
pub struct Work {
    annotators: Vec<Annotator>,
}

impl Work {
    /// The work in some files, in the order of their annotators' names.
    ///
    /// # Errors
    /// What is wrong with steps, which are those of another dataset or were edited by hand.
    pub fn new(
        files: Vec<Steps>,
        originals: &Originals,
        inventory: Option<&Inventory>,
    ) -> Result<Self, Vec<Refused>> {
        let problems: Vec<Refused> =
            files.iter().flat_map(|steps| problems(steps, originals, inventory)).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut annotators: Vec<Annotator> =
            files.into_iter().map(|steps| Annotator::new(steps, originals)).collect();
        annotators.sort_by(|first, second| first.name.cmp(&second.name));
        Ok(Self { annotators })
    }

    /// Takes a step up that an annotator has just made.
    pub fn add(&mut self, event: Event, originals: &Originals) {
        let name = event.by.clone();
        let at = match self.annotators.binary_search_by(|annotator| annotator.name.cmp(&name)) {
            Ok(at) => at,
            Err(at) => {
                self.annotators.insert(at, Annotator::named(name));
                at
            }
        };
        let annotator = &mut self.annotators[at];
        let undoes = matches!(event.what, What::Undo { .. });
        if !undoes {
            annotator.count_number(&event);
            annotator.take(&event, originals);
        }
        annotator.events.push(event);
        if undoes {
            annotator.fold(originals);
        }
    }

    /// Puts the steps of a file in the place of what was known of its annotator.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn replace(
        &mut self,
        steps: Steps,
        originals: &Originals,
        inventory: Option<&Inventory>,
    ) -> Result<(), Vec<Refused>> {
        let problems = problems(&steps, originals, inventory);
        if !problems.is_empty() {
            return Err(problems);
        }
        self.annotators.retain(|annotator| annotator.name != steps.header.annotator);
        self.annotators.push(Annotator::new(steps, originals));
        self.annotators.sort_by(|first, second| first.name.cmp(&second.name));
        Ok(())
    }

    /// The annotators, by name.
    #[must_use]
    pub fn annotators(&self) -> &[Annotator] {
        &self.annotators
    }

    /// One annotator.
    #[must_use]
    pub fn annotator(&self, name: &str) -> Option<&Annotator> {
        self.annotators.iter().find(|annotator| annotator.name == name)
    }

    /// Who has decomposed an original, and how. Of several, who began first; of these, the first by name.
    #[must_use]
    pub fn decomposition(&self, pair: &str) -> Option<(&str, &Decomposition)> {
        let found = self
            .annotators
            .iter()
            .filter_map(|annotator| Some((annotator.name.as_str(), annotator.decomposed(pair)?)));
        found.min_by(|first, second| first.1.began.cmp(&second.1.began))
    }

    /// Originals that several annotators have decomposed, with those whose work is set aside.
    #[must_use]
    pub fn decomposed_twice(&self, originals: &Originals) -> Vec<(String, Vec<String>)> {
        let mut twice = Vec::new();
        for original in originals.all() {
            let Some((author, _)) = self.decomposition(&original.id) else { continue };
            let others = self.annotators.iter().filter(|annotator| {
                annotator.name != author && annotator.decomposed(&original.id).is_some()
            });
            let others: Vec<String> = others.map(|annotator| annotator.name.clone()).collect();
            if !others.is_empty() {
                twice.push((original.id.clone(), others));
            }
        }
        twice
    }

    /// The id of a new part of an original: one that nobody has used.
    #[must_use]
    pub fn new_part(&self, pair: &str, originals: &Originals) -> String {
        let numbers = self.annotators.iter().filter_map(|annotator| annotator.numbers.get(pair));
        let mut number = numbers.max().copied().unwrap_or(0);
        loop {
            number = number.saturating_add(1);
            let id = format!("{pair}.{number}");
            if originals.place(&id).is_none() {
                return id;
            }
        }
    }

    /// Who has read a pair in a wording, by name.
    pub fn readings<'w>(
        &'w self,
        pair: &'w str,
        wording: &'w str,
    ) -> impl Iterator<Item = (&'w str, &'w Reading)> {
        self.annotators.iter().filter_map(move |annotator| {
            Some((annotator.name.as_str(), annotator.reading(pair, wording)?))
        })
    }

    /// What was settled last of a pair in a wording.
    #[must_use]
    pub fn settled(&self, pair: &str, wording: &str) -> Option<&Settled> {
        let key = (pair.to_owned(), wording.to_owned());
        let settled = self.annotators.iter().filter_map(|annotator| annotator.settled.get(&key));
        settled.max_by(|first, second| first.at.cmp(&second.at))
    }

    /// Originals whose texts have changed since steps were made on them, and which these steps are set aside of.
    #[must_use]
    pub fn changed(&self) -> BTreeSet<&str> {
        let changed = self.annotators.iter().flat_map(|annotator| &annotator.changed);
        changed.map(String::as_str).collect()
    }
}
