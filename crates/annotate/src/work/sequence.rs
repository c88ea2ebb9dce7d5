//! Whether steps follow from those before them in their file: nobody removes a part that was never added.

use std::collections::{HashMap, HashSet};

use crate::event::{Event, What};

/// The steps of a file up to some line. What was undone stays known here: it was there when later steps were made.
#[derive(Default)]
pub(super) struct Sequence<'e> {
    judged: HashSet<&'e str>,
    done: HashSet<&'e str>,
    parts: HashMap<&'e str, HashSet<&'e str>>,
    /// The steps that count and are no undoings, the last one last.
    counting: Vec<u64>,
    /// The undoings that may be undone, each with the step that it undid.
    undoings: Vec<(u64, u64)>,
}

impl<'e> Sequence<'e> {
    /// Takes up the next step; fails unless it could be made after the others.
    pub(super) fn take(&mut self, event: &'e Event) -> Result<(), String> {
        if let What::Undo { of } = event.what {
            return self.undo(event.seq, of);
        }
        self.counting.push(event.seq);
        self.undoings.clear();
        match &event.what {
            What::Whole { pair, .. } => {
                self.judged.insert(pair);
            }
            What::Part { pair, part, .. } => {
                if !self.judged.contains(pair.as_str()) {
                    return Err(format!("`{pair}` has a part before it has a label"));
                }
                self.parts.entry(pair).or_default().insert(part);
            }
            What::Take { pair, parts, .. } => {
                self.parts
                    .entry(pair)
                    .or_default()
                    .extend(parts.iter().map(|taken| taken.part.as_str()));
            }
            What::Remove { pair, part } => self.known(pair, part)?,
            What::Order { pair, parts } => {
                parts.iter().try_for_each(|part| self.known(pair, part))?;
            }
            What::Done { pair, .. } => {
                if !self.judged.contains(pair.as_str()) {
                    return Err(format!("`{pair}` is done before it has a label"));
                }
                self.done.insert(pair);
            }
            What::Reopen { pair } if !self.done.contains(pair.as_str()) => {
                return Err(format!("`{pair}` is reopened before it is done"));
            }
            _ => {}
        }
        Ok(())
    }

    fn known(&self, pair: &str, part: &str) -> Result<(), String> {
        match self.parts.get(pair).is_some_and(|parts| parts.contains(part)) {
            true => Ok(()),
            false => Err(format!("`{pair}` has no part `{part}` before this step")),
        }
    }

    /// An undoing is of the last step that counts, or of the last undoing.
    fn undo(&mut self, seq: u64, of: u64) -> Result<(), String> {
        if self.counting.last() == Some(&of) {
            self.counting.pop();
            self.undoings.push((seq, of));
            return Ok(());
        }
        match self.undoings.pop() {
            Some((undoing, undone)) if undoing == of => {
                self.counting.push(undone);
                Ok(())
            }
            _ => Err(format!(
                "cannot undo action {of}, which is neither the last action nor the last undo"
            )),
        }
    }
}
