//! The steps of one annotator, folded: the last step on a thing counts.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Decomposition, Done, Part, Reading, Settled};
use crate::event::{Event, What, wording};
use crate::journal::Steps;
use crate::originals::Originals;

/// The steps of one annotator and what they come to.
#[derive(Debug, Clone, Default)]
pub struct Annotator {
    /// Who.
    pub name: String,
    pub(super) events: Vec<Event>,
    decompositions: HashMap<String, Decomposition>,
    readings: HashMap<(String, String), Reading>,
    pub(super) settled: HashMap<(String, String), Settled>,
    batches: Vec<Vec<String>>,
    pub(super) numbers: HashMap<String, u64>,
    /// Originals whose texts are not those that steps were made on.
    pub(super) changed: BTreeSet<String>,
}

impl Annotator {
    /// One who has done nothing yet.
    pub(super) fn named(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    pub(super) fn new(steps: Steps, originals: &Originals) -> Self {
        let mut annotator =
            Self { name: steps.header.annotator, events: steps.events, ..Self::default() };
        annotator.fold(originals);
        annotator
    }

    /// Folds all steps anew.
    pub(super) fn fold(&mut self, originals: &Originals) {
        let undone = self.undone();
        let (name, events) = (std::mem::take(&mut self.name), std::mem::take(&mut self.events));
        *self = Self { name, ..Self::default() };
        for event in &events {
            self.count_number(event);
            if !undone.contains(&event.seq) {
                self.take(event, originals);
            }
        }
        self.events = events;
    }

    /// The numbers of the steps that do not count.
    fn undone(&self) -> HashSet<u64> {
        let mut undone = HashSet::new();
        for event in self.events.iter().rev() {
            if let What::Undo { of } = event.what
                && !undone.contains(&event.seq)
            {
                undone.insert(of);
            }
        }
        undone
    }

    /// Ids of parts are not used again, even where a part was undone.
    pub(super) fn count_number(&mut self, event: &Event) {
        if let What::Part { pair, part, .. } = &event.what
            && let Some(number) =
                part.rsplit('.').next().and_then(|number| number.parse::<u64>().ok())
        {
            let highest = self.numbers.entry(pair.clone()).or_default();
            *highest = number.max(*highest);
        }
    }

    /// The decomposition that a step changes.
    fn decomposition(&mut self, pair: &str, at: &str) -> &mut Decomposition {
        let found = self.decompositions.entry(pair.to_owned()).or_default();
        if found.began.is_empty() {
            at.clone_into(&mut found.began);
        }
        found
    }

    pub(super) fn take(&mut self, event: &Event, originals: &Originals) {
        if let What::Whole { pair, of, .. } | What::Part { pair, of, .. } = &event.what
            && originals.original(pair).is_none_or(|original| original.wording != *of)
        {
            self.changed.insert(pair.clone());
            return;
        }
        match &event.what {
            What::Whole { pair, judgment, .. } => {
                self.decomposition(pair, &event.at).whole = Some(*judgment);
            }
            What::Part { pair, part, phenomenon, rule, hypothesis, judgment, .. } => {
                let text = originals.original(pair).map_or("", |original| &original.text);
                let new = Part {
                    id: part.clone(),
                    phenomenon: phenomenon.clone(),
                    rule: rule.clone(),
                    wording: wording(text, hypothesis),
                    hypothesis: hypothesis.clone(),
                    judgment: *judgment,
                };
                let parts = &mut self.decomposition(pair, &event.at).parts;
                match parts.iter_mut().find(|old| old.id == *part) {
                    Some(old) => *old = new,
                    None => parts.push(new),
                }
            }
            What::Remove { pair, part } => {
                if let Some(found) = self.decompositions.get_mut(pair) {
                    found.parts.retain(|old| old.id != *part);
                }
            }
            What::Order { pair, parts } => {
                if let Some(found) = self.decompositions.get_mut(pair) {
                    let place = |part: &Part| parts.iter().position(|id| *id == part.id);
                    // What the order does not name stays behind what it names.
                    found.parts.sort_by_key(|part| place(part).unwrap_or(usize::MAX));
                }
            }
            What::Done { pair, exception, .. } => {
                if let Some(found) = self.decompositions.get_mut(pair) {
                    found.done = Some(Done { exception: exception.clone() });
                    found.reopened = false;
                }
            }
            What::Reopen { pair } => {
                if let Some(found) = self.decompositions.get_mut(pair) {
                    found.reopened = found.done.take().is_some() || found.reopened;
                }
            }
            What::Batch { pairs } => self.batches.push(pairs.clone()),
            What::Read { pair, of, judgment, confidence, comment } => {
                let (judgment, confidence, comment) = (*judgment, *confidence, comment.clone());
                let reading = Reading { judgment, confidence, comment };
                self.readings.insert((pair.clone(), of.clone()), reading);
            }
            What::Settle { pair, of, judgment, drop, reason, .. } => {
                let settled = Settled {
                    judgment: judgment.filter(|_| !drop),
                    reason: reason.clone(),
                    at: event.at.clone(),
                    by: event.by.clone(),
                };
                self.settled.insert((pair.clone(), of.clone()), settled);
            }
            What::Undo { .. } => {}
        }
    }

    /// The steps, in their order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The steps that count, without undoings, in their order.
    #[must_use]
    pub fn counting(&self) -> Vec<&Event> {
        let undone = self.undone();
        let counts = |event: &&Event| {
            !undone.contains(&event.seq) && !matches!(event.what, What::Undo { .. })
        };
        self.events.iter().filter(counts).collect()
    }

    /// The step that an undoing would undo: the last that counts.
    #[must_use]
    pub fn last(&self) -> Option<&Event> {
        self.counting().pop()
    }

    /// The undoing that a *redo* undoes: the last that counts and was not followed by another step.
    #[must_use]
    pub fn last_undoing(&self) -> Option<&Event> {
        let undone = self.undone();
        let undoings =
            self.events.iter().rev().take_while(|event| matches!(event.what, What::Undo { .. }));
        undoings.into_iter().find(|event| {
            let What::Undo { of } = event.what else { return false };
            let target = self.events.iter().find(|target| target.seq == of);
            let of_a_step = target.is_some_and(|step| !matches!(step.what, What::Undo { .. }));
            of_a_step && !undone.contains(&event.seq)
        })
    }

    /// The batches that were opened, in their order.
    #[must_use]
    pub fn batches(&self) -> &[Vec<String>] {
        &self.batches
    }

    /// What the annotator has read of a pair in a wording.
    #[must_use]
    pub fn reading(&self, pair: &str, wording: &str) -> Option<&Reading> {
        self.readings.get(&(pair.to_owned(), wording.to_owned()))
    }

    /// How the annotator has decomposed an original.
    #[must_use]
    pub fn decomposed(&self, pair: &str) -> Option<&Decomposition> {
        let found = self.decompositions.get(pair)?;
        (found.whole.is_some() || !found.parts.is_empty()).then_some(found)
    }
}
