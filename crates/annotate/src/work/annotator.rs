//! The steps of one annotator, folded: the last step on a thing counts.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::rebase::rebase;
use super::{Decomposition, Done, Note, Part, Reading, Settled};
use crate::event::{Check, Event, What, wording};
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
    notes: HashMap<String, Note>,
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
        let (pair, parts): (&String, Vec<&String>) = match &event.what {
            What::Part { pair, part, .. } => (pair, vec![part]),
            What::Take { pair, parts, .. } => {
                (pair, parts.iter().map(|taken| &taken.part).collect())
            }
            _ => return,
        };
        let numbers = parts.iter().filter_map(|part| part.rsplit('.').next()?.parse::<u64>().ok());
        let highest = self.numbers.entry(pair.clone()).or_default();
        *highest = numbers.max().unwrap_or(0).max(*highest);
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
        if let What::Whole { pair, of, .. }
        | What::Part { pair, of, .. }
        | What::Take { pair, of, .. } = &event.what
            && originals.original(pair).is_none_or(|original| original.wording != *of)
        {
            self.changed.insert(pair.clone());
            return;
        }
        match &event.what {
            What::Whole { pair, judgment, .. } => {
                self.decomposition(pair, &event.at).whole = Some(*judgment);
            }
            What::Part { pair, .. } | What::Take { pair, .. } => {
                let text = originals.original(pair).map_or("", |original| &original.text);
                self.take_parts(event, pair, text);
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
            What::Done { pair, composed, exceptions, .. } => {
                if let Some(found) = self.decompositions.get_mut(pair) {
                    let mut exceptions = exceptions.clone();
                    // Of files that do not name the check: this one does not fail.
                    if composed.is_some() && *composed == found.whole {
                        exceptions.remove(&Check::Composition);
                    }
                    found.done = Some(Done { exceptions });
                    found.reopened = false;
                }
            }
            What::Reopen { pair } => {
                if let Some(found) = self.decompositions.get_mut(pair) {
                    found.reopened = found.done.take().is_some() || found.reopened;
                }
            }
            What::Batch { pairs } => self.batches.push(pairs.clone()),
            What::Read { pair, of, judgment, confidence, comment, phenomenon } => {
                let (judgment, confidence) = (*judgment, *confidence);
                let (comment, phenomenon) = (comment.clone(), phenomenon.clone());
                let reading = Reading { judgment, confidence, comment, phenomenon };
                self.readings.insert((pair.clone(), of.clone()), reading);
            }
            What::Note { pair, note, flag } => {
                self.notes.insert(pair.clone(), Note { note: note.clone(), flag: *flag });
            }
            What::Settle { pair, of, judgment, drop, reason, readings, over } => {
                let settled = Settled {
                    judgment: judgment.filter(|_| !drop),
                    reason: reason.clone(),
                    at: event.at.clone(),
                    by: event.by.clone(),
                    readings: readings.clone(),
                    over: over.clone(),
                };
                self.settled.insert((pair.clone(), of.clone()), settled);
            }
            What::Undo { .. } => {}
        }
    }

    /// Takes up a part, or those that are taken over; what stands on a changed part moves along.
    fn take_parts(&mut self, event: &Event, pair: &str, text: &str) {
        let found = self.decomposition(pair, &event.at);
        match &event.what {
            What::Part { part, phenomenon, rule, on, hypothesis, judgment, .. } => {
                let base = on.as_ref().map_or(text, |on| &on.text);
                let new = Part {
                    id: part.clone(),
                    phenomenon: phenomenon.clone(),
                    rule: rule.clone(),
                    on: on.as_ref().map(|on| on.part.clone()),
                    text: base.to_owned(),
                    wording: wording(base, hypothesis),
                    hypothesis: hypothesis.clone(),
                    judgment: *judgment,
                    taken: false,
                };
                match found.parts.iter_mut().find(|old| old.id == *part) {
                    Some(old) => *old = new,
                    None => found.parts.push(new),
                }
                rebase(&mut found.parts, part);
            }
            What::Take { from, parts, .. } => {
                let of = |id: &str| parts.iter().find(|other| other.part == id);
                found.parts = parts
                    .iter()
                    .map(|taken| {
                        let base = taken.on.as_deref().and_then(of);
                        let base = base.map_or(text, |base| &base.hypothesis);
                        Part {
                            id: taken.part.clone(),
                            phenomenon: taken.phenomenon.clone(),
                            rule: taken.rule.clone(),
                            on: taken.on.clone(),
                            text: base.to_owned(),
                            wording: wording(base, &taken.hypothesis),
                            hypothesis: taken.hypothesis.clone(),
                            judgment: taken.judgment,
                            taken: true,
                        }
                    })
                    .collect();
                found.taken = Some((event.at.clone(), from.clone()));
                found.done = None;
            }
            _ => {}
        }
    }

    /// What the annotator wants to remember of a pair.
    #[must_use]
    pub fn note(&self, pair: &str) -> Option<&Note> {
        self.notes.get(pair).filter(|note| note.flag || !note.note.is_empty())
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
        let begun = found.whole.is_some() || !found.parts.is_empty() || found.taken.is_some();
        begun.then_some(found)
    }
}
