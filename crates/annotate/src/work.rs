//! What all annotators have done, from the steps in their files: the last step on a thing counts.

mod annotator;
mod problems;
mod rebase;
mod sequence;
mod set_aside;

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::Judgment;

pub use self::annotator::Annotator;
use self::problems::problems;
pub use self::set_aside::{Aside, SetAside};
use crate::event::{Check, Event, What};
use crate::inventory::Inventory;
use crate::journal::{Refused, Steps};
use crate::originals::{Originals, UNSUPPORTED};
use crate::rule::Rule;

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
    /// When it was taken over, and from whom.
    pub taken: Option<(String, String)>,
}

impl Decomposition {
    /// Why it is kept although checks fail, if it was ended so.
    #[must_use]
    pub fn exceptions(&self) -> &BTreeMap<Check, String> {
        static NONE: BTreeMap<Check, String> = BTreeMap::new();
        self.done.as_ref().map_or(&NONE, |done| &done.exceptions)
    }

    /// A part by its id.
    #[must_use]
    pub fn part(&self, id: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.id == id)
    }

    /// The place in the list of the part whose result a part changes.
    #[must_use]
    pub fn base(&self, part: &Part) -> Option<usize> {
        let on = part.on.as_deref()?;
        self.parts.iter().position(|other| other.id == on)
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
    /// The part whose result the rule changes; T if absent.
    pub on: Option<String>,
    /// What the rule changes: T, or that result.
    pub text: String,
    /// The hypothesis that the rule makes.
    pub hypothesis: String,
    /// The author's judgment.
    pub judgment: Judgment,
    /// Whether it is that of the author before, from whom the original was taken over.
    pub taken: bool,
    /// The [`wording`](crate::wording) of its text and its hypothesis.
    pub wording: String,
}

impl Part {
    /// Whether nothing in T bears on what it says.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        self.phenomenon == UNSUPPORTED
    }
}

/// The end of a decomposition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// Why it is kept although these checks fail.
    pub exceptions: BTreeMap<Check, String>,
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
    /// The phenomenon that the reader saw.
    pub phenomenon: Option<String>,
}

/// What an annotator wants to remember of a pair.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// The note.
    pub note: String,
    /// Whether the pair is to be looked at again.
    pub flag: bool,
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
    /// What was said of the pair until then, by annotator.
    pub readings: BTreeMap<String, Option<Judgment>>,
    /// What others had settled otherwise before.
    pub over: BTreeMap<String, Option<Judgment>>,
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

    /// All who have decomposed an original, and how.
    fn decomposed<'w, 'p>(
        &'w self,
        pair: &'p str,
    ) -> impl Iterator<Item = (&'w str, &'w Decomposition)> + use<'w, 'p> {
        self.annotators.iter().filter_map(move |annotator| {
            Some((annotator.name.as_str(), annotator.decomposed(pair)?))
        })
    }

    /// The author of an original, and how it is decomposed: whoever took it over last; else who began first; of these,
    /// the first by name.
    #[must_use]
    pub fn decomposition<'w>(&'w self, pair: &str) -> Option<(&'w str, &'w Decomposition)> {
        let taken = self.decomposed(pair).filter(|(_, found)| found.taken.is_some());
        taken.max_by(|first, second| first.1.taken.cmp(&second.1.taken)).or_else(|| {
            self.decomposed(pair).min_by(|first, second| first.1.began.cmp(&second.1.began))
        })
    }

    /// Others who have decomposed an original: whom it was taken over from, and who decomposed it besides.
    pub fn other_decompositions<'w, 'p>(
        &'w self,
        pair: &'p str,
    ) -> impl Iterator<Item = (&'w str, &'w Decomposition)> + use<'w, 'p> {
        let author = self.decomposition(pair).map(|(author, _)| author);
        self.decomposed(pair).filter(move |(name, _)| Some(*name) != author)
    }

    /// Whether an original was taken over from somebody.
    #[must_use]
    pub fn is_taken_from(&self, pair: &str, name: &str) -> bool {
        self.decomposed(pair)
            .any(|(_, found)| found.taken.as_ref().is_some_and(|(_, from)| from == name))
    }

    /// Originals that several annotators have decomposed by themselves, with all but the author: their parts are not in
    /// the dataset, and count for agreement.
    #[must_use]
    pub fn decomposed_twice(&self, originals: &Originals) -> Vec<(String, Vec<String>)> {
        let twice = originals.all().iter().map(|original| {
            let others = self.other_decompositions(&original.id);
            let others = others.filter(|(name, _)| !self.is_taken_from(&original.id, name));
            (original.id.clone(), others.map(|(name, _)| name.to_owned()).collect::<Vec<String>>())
        });
        twice.filter(|(_, others)| !others.is_empty()).collect()
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
        self.settlements(pair, wording).max_by(|first, second| first.at.cmp(&second.at))
    }

    /// What each annotator settled of a pair in a wording.
    pub fn settlements(&self, pair: &str, wording: &str) -> impl Iterator<Item = &Settled> {
        let key = (pair.to_owned(), wording.to_owned());
        self.annotators.iter().filter_map(move |annotator| annotator.settled.get(&key))
    }

    /// Originals whose texts have changed since steps were made on them, and which these steps are set aside of.
    #[must_use]
    pub fn changed(&self) -> BTreeSet<&str> {
        let changed = self.annotators.iter().flat_map(|annotator| &annotator.changed);
        changed.map(String::as_str).collect()
    }
}
